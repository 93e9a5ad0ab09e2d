/* New releases: when they are applied, and what the person is told meanwhile (docs/web.md). */
import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage, onLanguageChange, t } from '#web/i18n/i18n.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { reloadOnce } from '#web/reload/reload-once.ts';
import { whenIdle } from '#web/reload/when-idle.ts';
import type { WorkerMessage } from './messages.ts';
import { registerWorker } from './register-worker.ts';

const CHECK_EVERY_MS = 60 * 60_000;
/** How long nobody is told about a new release: it is usually applied without them. */
const QUIET_MS = 2 * 60_000;
const TAKE_OVER_WITHIN_MS = 3000;

/** `ready`: a new release has been waiting for a while. `outdated`: the server no longer serves this one. */
export type Update = 'none' | 'ready' | 'outdated';

let update: Update = 'none';
let letGo: (() => Promise<boolean>) | undefined;
let isWantedNow = false;
const listeners = new Set<() => void>();

export const currentUpdate = (): Update => update;

export function onUpdateChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Applies the release now, whatever is on screen. Other tabs keep theirs. */
export async function takeUpdateNow(): Promise<void> {
  isWantedNow = true;
  // The new worker's activation reloads the page; if that does not happen, reload anyway.
  setTimeout(() => location.reload(), TAKE_OVER_WITHIN_MS);
  if (update === 'outdated' || !(await letGo?.())) location.reload();
}

/** The server refused this page as too old. */
export function leaveOutdatedRelease(): void {
  if (update === 'outdated') return;
  show('outdated');
  void navigator.serviceWorker?.getRegistration().then((registration) => registration?.update());
  // Once only: while servers of both releases answer, the next page may be just as old.
  letGo = whenIdle(reloadOnce);
}

/** Registers the worker and follows its releases for the lifetime of the page. */
export async function followUpdates(queryClient: QueryClient): Promise<void> {
  holdWhileSending(queryClient);
  const registration = await registerWorker();
  if (!registration) return;
  const { serviceWorker } = navigator;

  serviceWorker.addEventListener('controllerchange', async () => {
    if (await isOfThisRelease(serviceWorker.controller)) return;
    if (isWantedNow) return location.reload();
    letGo = whenIdle(() => {
      letGo = undefined;
      // Prevents repeated reloads while servers of two releases alternate.
      if (!reloadOnce()) show('ready');
    });
  });
  follow(registration.waiting);
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);

  const check = () => void registration.update().catch(() => undefined);
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });

  const tellLanguage = () => {
    document
      .querySelector('link[rel=manifest]')
      ?.setAttribute('href', `/manifest.${currentLanguage()}.webmanifest`);
    void serviceWorker.ready.then(({ active }) =>
      tell(active, { type: 'in-use', language: currentLanguage(), files: loadedFiles() }),
    );
  };
  tellLanguage();
  onLanguageChange(tellLanguage);

  function followInstalling() {
    const worker = registration?.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration?.active) follow(worker);
    });
  }

  /** A worker that waits for the pages of the previous release to close. */
  async function follow(worker: ServiceWorker | null) {
    if (!worker) return;
    // A page that came straight from the new server only has to switch workers.
    if (!(await isOfThisRelease(worker))) {
      notify();
      setTimeout(() => update === 'none' && show('ready'), QUIET_MS);
    }
    letGo = whenIdle(() => tell(worker, { type: 'take-over' }));
  }

  function notify() {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    void registration?.showNotification(t('pwa:update.title'), {
      body: t('pwa:update.notification'),
      lang: currentLanguage(),
      icon: '/icon-192.png',
      // Several tabs share one message.
      tag: 'maina-update',
    });
  }
}

function show(next: Update): void {
  update = next;
  for (const notify of listeners) notify();
}

/** Requests in flight are not aborted. */
function holdWhileSending(queryClient: QueryClient): void {
  let release: (() => void) | undefined;
  queryClient.getMutationCache().subscribe(() => {
    if (queryClient.isMutating() > 0) release ??= holdReload();
    else {
      release?.();
      release = undefined;
    }
  });
}

/** Paths of the app's own files that this page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

function tell(worker: ServiceWorker | null, message: WorkerMessage, transfer: Transferable[] = []): void {
  worker?.postMessage(message, transfer);
}

/**
 * Each file's name changes with its content, and the first script's name changes with any of them. Waits for a busy
 * worker as long as it takes: a guess would reload the page for nothing.
 */
async function isOfThisRelease(worker: ServiceWorker | null): Promise<boolean> {
  const { entry } = document.documentElement.dataset;
  if (!worker || !entry) return false;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  tell(worker, { type: 'has-file', path: entry }, [port2]);
  return answer;
}
