/* What the page shows on few visits: loads after it, in one file, so that it is there when the signal is lost. A manager's page for crews has the camera of it. */
import { BreakPart } from './break-part.tsx';
import { CodeForm } from './code-form.tsx';
import { LastScanAlert } from './last-scan-alert.tsx';
import { LinkQuestion } from './link-question.tsx';
import { LostAlert } from './lost-alert.tsx';
import { HeldScans, RefusedItems, WaitingItems } from './outbox-list.tsx';
import { ScanConfirmation } from './scan-confirmation.tsx';
import { ScanQuestion } from './scan-question.tsx';
import { Scanner } from './scanner.tsx';
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
};
