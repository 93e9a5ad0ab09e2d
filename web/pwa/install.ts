/* Installing on the home screen, for the app and the public pages: rules of product.md §4. */

const BANNER_DELAY_MS = 3000;
const DISMISSED = 'pwa-banner-dismissed';

/** Chromium's, https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

export type InstallState = {
  /** Whether the browser can show its install dialog, so that `install()` works. */
  canInstall: boolean;
  /** What the banner offers, if it is visible: a button, or instructions for Safari on iOS. */
  banner: 'button' | 'ios' | null;
};

let event: InstallEvent | undefined;
let isDelayOver = false;
let isDismissed = false;
let state: InstallState = { canInstall: false, banner: null };
const listeners = new Set<() => void>();

/** Call early: the browser fires its event once. `earlier` is that event, if it came before this code. */
export function watchInstall(earlier?: Event): void {
  if (isStandalone()) return;
  isDismissed = wasDismissed();
  const offer = (offered: Event) => {
    // Otherwise the browser shows its own banner.
    offered.preventDefault();
    event = offered as InstallEvent;
    update();
    startDelay();
  };
  addEventListener('beforeinstallprompt', offer);
  if (earlier) offer(earlier);
  addEventListener('appinstalled', end);
  addEventListener('online', update);
  addEventListener('offline', update);
  if (isIosSafari()) startDelay();
}

export const installState = (): InstallState => state;

/** Subscribes to changes of `installState()`; returns the unsubscribe function. */
export function onInstallChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Shows the browser's install dialog; only from a click. */
export async function install(): Promise<void> {
  const offered = event;
  if (!offered) return;
  const { outcome } = await offered.prompt();
  if (outcome === 'accepted') end();
}

/** "Maybe later": hides the banner on this device for good; the button in the header stays. */
export function dismissInstall(): void {
  isDismissed = true;
  try {
    localStorage.setItem(DISMISSED, 'true');
  } catch {
    // Storage may be disabled: then it applies to this page only.
  }
  update();
}

function startDelay(): void {
  setTimeout(() => {
    isDelayOver = true;
    update();
  }, BANNER_DELAY_MS);
}

function end(): void {
  event = undefined;
  isDismissed = true;
  update();
}

function update(): void {
  const isWanted = isDelayOver && !isDismissed && navigator.onLine && !/incognito/i.test(navigator.userAgent);
  const kind = event ? 'button' : isIosSafari() ? 'ios' : null;
  state = { canInstall: event !== undefined, banner: isWanted ? kind : null };
  for (const notify of listeners) notify();
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Other browsers on iOS use Safari's engine but lack the same "Add to Home Screen". An iPad identifies as a Mac. */
function isIosSafari(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent);
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) === 'true';
  } catch {
    return false;
  }
}
