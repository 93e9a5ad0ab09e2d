/* Installing on the home screen, for the app and the public pages alike: rules of product.md §4. */

const BANNER_DELAY_MS = 3000;
const DISMISSED = 'pwa-banner-dismissed';

/** Chromium's, https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

export type InstallState = {
  /** Whether `install()` has a browser that would ask. */
  canInstall: boolean;
  /** What the banner offers, if it is to be seen: a button, or in Safari on iOS a description. */
  banner: 'button' | 'ios' | null;
};

let event: InstallEvent | undefined;
let isDelayOver = false;
let isDismissed = false;
let state: InstallState = { canInstall: false, banner: null };
const listeners = new Set<() => void>();

/** Early in the page's life: the browser's event comes once and is not repeated for who listens later. */
export function watchInstall(): void {
  if (isStandalone()) return;
  isDismissed = wasDismissed();
  addEventListener('beforeinstallprompt', (offered) => {
    // Else the browser shows a bar of its own.
    offered.preventDefault();
    event = offered as InstallEvent;
    update();
    startDelay();
  });
  addEventListener('appinstalled', end);
  addEventListener('online', update);
  addEventListener('offline', update);
  if (isIosSafari()) startDelay();
}

export const installState = (): InstallState => state;

/** Calls back at every change of `installState()`; answers how to end that. */
export function onInstallChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Lets the browser ask the person; only from a click. */
export async function install(): Promise<void> {
  const offered = event;
  if (!offered) return;
  const { outcome } = await offered.prompt();
  if (outcome === 'accepted') end();
}

/** "Maybe later": the banner does not come again on this device; the button in the header stays. */
export function dismissInstall(): void {
  isDismissed = true;
  try {
    localStorage.setItem(DISMISSED, 'true');
  } catch {
    // Storage may be forbidden; then it is for this page.
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

/** Other browsers on iOS are Safari inside, but have no "Add to Home Screen" of the same kind. An iPad says it is a Mac. */
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
