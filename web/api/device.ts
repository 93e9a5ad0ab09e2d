/* Storage on this device, in one file, because nearly every page loads all of it. */
import { forgetLastKnown, keepLastKnown, lastUser, restoreLastKnown } from '#web/offline/last-known.ts';
import { answerHeld, hold, keepSending, listItems, removeItems, submit, undo } from './outbox-runner.ts';

export const device = {
  ...{ lastUser, restoreLastKnown, keepLastKnown, forgetLastKnown },
  ...{ answerHeld, hold, keepSending, listItems, removeItems, submit, undo },
};
