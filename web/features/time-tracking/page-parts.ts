/* What the page shows on few visits: loads after it, in one file, so that it is there when the signal is lost. */
import { BreakPart } from './break-part.tsx';
import { CodeForm } from './code-form.tsx';
import { LastScanAlert } from './last-scan-alert.tsx';
import { LinkQuestion } from './link-question.tsx';
import { LostAlert } from './lost-alert.tsx';
import { HeldScans, RefusedItems, WaitingItems } from './outbox-list.tsx';
import { ScanConfirmation } from './scan-confirmation.tsx';
import { ScanQuestion } from './scan-question.tsx';
import { preloadScanner, Scanner } from './scanner.tsx';
// In the same file: two more would weigh more than what they hold.
import './scanner-panel.tsx';
import { Upcoming } from './upcoming.tsx';

export const parts = {
  BreakPart,
  CodeForm,
  HeldScans,
  LastScanAlert,
  LinkQuestion,
  LostAlert,
  RefusedItems,
  ScanConfirmation,
  ScanQuestion,
  Scanner,
  Upcoming,
  WaitingItems,
  preloadScanner,
};
