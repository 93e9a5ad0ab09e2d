/** Registers the service worker where browsers allow it: HTTPS or localhost. Null elsewhere. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return null;
  try {
    return await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  } catch {
    // Cookies disabled, storage full or offline: without a worker the product works while online.
    return null;
  }
}
