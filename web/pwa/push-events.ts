/* For the service worker: shows what the server has to tell (server/platform/push). */

/** Call once, when the service worker starts. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    if (!event.data) return;
    const [title, options]: [string, NotificationOptions] = event.data.json();
    event.waitUntil(worker.registration.showNotification(title, options));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openApp(worker, event.notification.data));
  });
}

/** Opens the path; in a page of the app that is open without loading it anew, so that nothing typed is lost. */
async function openApp({ clients }: ServiceWorkerGlobalScope, path: string | null): Promise<void> {
  const [client] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  client?.postMessage(path);
  await (client ? client.focus() : clients.openWindow(path ?? '/'));
}
