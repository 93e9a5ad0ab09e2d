/* The right moment for a reload: nothing is typed, scanned, asked or sent, in this tab or another one. */
import { giveUpLock, HELD_LOCK, holdReload, isReloadHeld } from './reload-guard.ts';

const TRY_EVERY_MS = 1000;
const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio])';

let letScreenGo: (() => void) | undefined;

/**
 * Calls back once, within a second or two of no tab of ours being busy any more. Answers a function by which the person
 * says that this tab may go whatever it holds; it tells whether the other tabs let it.
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
  // The other tabs learn of it at the same moment: those that are busy take their lock before anybody goes on.
  holdForScreen();
  const timer = setInterval(attempt, TRY_EVERY_MS);
  return () => {
    isAllowed = true;
    return attempt();
  };
}

/** What is on screen holds, too: a field that is being written in, and a question that waits for its answer. */
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

/** Does nothing when another tab is busy. A browser without locks has one tab as a rule. */
async function whileOthersAreIdle(act: () => void): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(HELD_LOCK, { ifAvailable: true }, (lock) => lock && act());
}
