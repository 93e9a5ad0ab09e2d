/* Waits until nobody is typing, scanning, confirming or sending in any tab: the right moment for a reload. */
import { HELD_LOCK, holdReload, isReloadHeld, releaseLock } from './reload-guard.ts';

const TRY_EVERY_MS = 1000;
const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio])';

let releaseScreen: (() => void) | undefined;

/**
 * Calls back once, within a second or two after the last tab has become idle. Returns a function that excludes this
 * tab's own holds; it resolves to whether the other tabs allowed it.
 */
export function whenIdle(callback: () => void): () => Promise<boolean> {
  let isOver = false;
  let isAllowed = false;
  const isIdle = () => {
    holdForScreen();
    return isAllowed || !isReloadHeld();
  };
  const attempt = async () => {
    if (!isIdle()) return false;
    await releaseLock();
    await whileOthersAreIdle(() => {
      if (isOver || !isIdle()) return;
      isOver = true;
      clearInterval(timer);
      callback();
    });
    return isOver;
  };
  // The other tabs start at the same time: busy ones take their lock before any tab continues.
  holdForScreen();
  const timer = setInterval(attempt, TRY_EVERY_MS);
  return () => {
    isAllowed = true;
    return attempt();
  };
}

/** A focused text field and an open dialog count as a hold, too. */
function holdForScreen(): void {
  const field = document.activeElement;
  const isTyping = field?.matches(TEXT_FIELD) && 'value' in field && field.value !== '';
  if (isTyping || document.querySelector('[role=dialog], [role=alertdialog]')) {
    releaseScreen ??= holdReload();
  } else {
    releaseScreen?.();
    releaseScreen = undefined;
  }
}

/** Never called while another tab is busy. Browsers without Web Locks usually have one tab. */
async function whileOthersAreIdle(act: () => void): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(HELD_LOCK, { ifAvailable: true }, (lock) => lock && act());
}
