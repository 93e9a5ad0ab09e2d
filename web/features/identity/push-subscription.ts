/* The browser's side of notifications (the Push API): one subscription, for whoever is signed in. */
import type { PushSubscriptionKeys } from '#contract/push.ts';

/** For whom notifications were turned on in this browser, and the server's key then. */
const ON_FOR = 'maina-push-for';
const ASKED = 'maina-notifications-asked';

export const supportsPush = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or disabled: it is turned on again by hand after signing in again.
  }
}

/** Whether the person turned notifications on here, and may have signed in anew since. */
export const wasTurnedOn = (userId: string): boolean =>
  supportsPush() && Notification.permission === 'granted' && remembered(ON_FOR)?.split(' ')[0] === userId;

/** Whether to ask whether to turn them on: once on a device (decisions.md §5). */
export const mayInvite = (): boolean =>
  supportsPush() && Notification.permission === 'default' && !remembered(ASKED);

export function noteInvited(): void {
  remember(ASKED, 'true');
}

/** Asks the browser's permission, if it has not been given; must follow a click. */
export async function askPermission(): Promise<boolean> {
  noteInvited();
  return (await Notification.requestPermission()) === 'granted';
}

/** Subscribes the browser. What another person was told here, or by another server's key, ends. */
export async function subscribeBrowser(publicKey: string, userId: string): Promise<PushSubscriptionKeys> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const onFor = `${userId} ${publicKey}`;
  if (remembered(ON_FOR) !== onFor) await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  remember(ON_FOR, onFor);
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}

export async function unsubscribeBrowser(): Promise<void> {
  remember(ON_FOR, '');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}
