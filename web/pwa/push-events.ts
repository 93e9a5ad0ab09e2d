/* For the service worker: shows what the server has to tell (server/platform/push). */
import { callServer } from '#web/call/fetch.ts';
import { TIMEOUT_MS } from '#web/call/retry.ts';
import type { PageMessage } from './messages.ts';

type Message = { title: string; body: string; language: string; tag: string; path: string };
/** Not in the library's types. */
type ChangeEvent = ExtendableEvent & {
  oldSubscription?: PushSubscription;
  newSubscription?: PushSubscription;
};

/** Call once, when the service worker starts. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message: Message = event.data?.json();
    const { title, body, language, tag, path } = message;
    const shown = { body, tag, lang: language, icon: '/icon-192.png', data: { path } };
    event.waitUntil(worker.registration.showNotification(title, shown));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openApp(worker, event.notification.data?.path));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => {
    (event as ChangeEvent).waitUntil(renew(worker, event as ChangeEvent));
  });
}

/** Opens the path; in a page of the app that is open without loading it anew, so that nothing typed is lost. */
async function openApp(worker: ServiceWorkerGlobalScope, path: string | undefined): Promise<void> {
  const [client] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!client) {
    await worker.clients.openWindow(path ?? '/');
    return;
  }
  if (path) client.postMessage({ type: 'open', path } satisfies PageMessage);
  await client.focus();
}

/** The browser has given up its address at the push service. */
async function renew(worker: ServiceWorkerGlobalScope, { oldSubscription, newSubscription }: ChangeEvent) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (applicationServerKey &&
      (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await callServer('subscribeToPush', { body: { endpoint, keys } }, { language: 'en', signal });
}
