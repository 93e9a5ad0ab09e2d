/* Waits until nothing is being typed, scanned, confirmed or sent in any tab: the right moment for a reload. */
import { giveUpLock, HELD_LOCK, holdReload, isReloadHeld } from './reload-guard.ts';

const TRY_EVERY_MS = 1000;
const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio])';

let letScreenGo: (() => void) | undefined;

/**
 * Calls back once, within a second or two after no tab of ours is busy any more. Returns a function that lets this tab
 * go whatever it holds; it resolves to whether the other tabs allowed it.
 */
export function whenIdle(callback: () => void): () => Promise<boolean> {
  let isOver = false;
  let isAllowed = false;
  const mayGo = () => {
    holdForScreen();
    return isAllowed || !isReloadHeld();
  };
  const attempt = async () => {
    if (!mayGo()) return false;
    await giveUpLock();
    await whileOthersAreIdle(() => {
      if (isOver || !mayGo()) return;
      isOver = true;
      clearInterval(timer);
      callback();
    });
    return isOver;
  };
  // The other tabs start at the same moment: those that are busy take their lock before any tab goes on.
  holdForScreen();
  const timer = setInterval(attempt, TRY_EVERY_MS);
  return () => {
    isAllowed = true;
    return attempt();
  };
}

/** A text field in use and an open dialog hold the reload, too. */
function holdForScreen(): void {
  const field = document.activeElement;
  const isTyping = field?.matches(TEXT_FIELD) && 'value' in field && field.value !== '';
  if (isTyping || document.querySelector('[role=dialog], [role=alertdialog]')) {
    letScreenGo ??= holdReload();
  } else {
    letScreenGo?.();
    letScreenGo = undefined;
  }
}

/** Does nothing when another tab is busy. Browsers without Web Locks usually have one tab. */
async function whileOthersAreIdle(act: () => void): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(HELD_LOCK, { ifAvailable: true }, (lock) => lock && act());
}
