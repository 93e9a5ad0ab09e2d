/** Registers the service worker where the browser lets us: HTTPS, or this machine itself. Null elsewhere. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return null;
  try {
    return await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  } catch {
    // Cookies forbidden, storage full, no connection: the product works without it while there is one.
    return null;
  }
}
