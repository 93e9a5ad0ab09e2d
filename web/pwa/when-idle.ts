/* The right moment for a reload: nothing is typed, scanned, asked or sent, in this tab or another one. */
import { isReloadHeld } from './reload-guard.ts';

const LOCK = 'maina-reload-held';
const TRY_EVERY_MS = 1000;
const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio])';

/** Ends this tab's share of the lock, which goes with the tab in any case. */
let giveUpLock: (() => Promise<void>) | undefined;

/**
 * Calls back once, as soon as no tab of ours is busy: now, or when that has become so. Answers a function by which the
 * person says that this tab may be reloaded all the same; it tells whether the other tabs let it.
 */
export function whenIdle(callback: () => void): () => Promise<boolean> {
  let isOver = false;
  let isAllowed = false;
  const mayGo = () => isAllowed || !isBusy();
  const attempt = async () => {
    if (mayGo()) {
      await giveUpLock?.();
      await whileOthersAreIdle(() => {
        if (isOver || !mayGo()) return;
        isOver = true;
        clearInterval(timer);
        callback();
      });
    } else {
      keepLock();
    }
    return isOver;
  };
  const timer = setInterval(attempt, TRY_EVERY_MS);
  void attempt();
  return () => {
    isAllowed = true;
    return attempt();
  };
}

function isBusy(): boolean {
  const field = document.activeElement;
  const holdsText = field?.matches(TEXT_FIELD) && 'value' in field && field.value !== '';
  return isReloadHeld() || holdsText || document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

function keepLock(): void {
  if (giveUpLock || !navigator.locks) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const lock = navigator.locks.request(LOCK, { mode: 'shared' }, () => promise);
  giveUpLock = () => {
    giveUpLock = undefined;
    resolve();
    return lock;
  };
}

/** Does nothing when another tab is busy. A browser without locks has one tab as a rule. */
async function whileOthersAreIdle(act: () => void): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && act());
}
