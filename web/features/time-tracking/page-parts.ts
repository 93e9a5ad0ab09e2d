/* What the page shows on few visits: loads after it, in one file, so that it is there when the signal is lost. */
import { BreakPart } from './break-part.tsx';
import { CodeForm } from './code-form.tsx';
import { HeldScans, RefusedItems, WaitingItems } from './outbox-list.tsx';
import { ScanConfirmation } from './scan-confirmation.tsx';
import { Upcoming } from './upcoming.tsx';

export const parts = {
  BreakPart,
  CodeForm,
  HeldScans,
  RefusedItems,
  ScanConfirmation,
  Upcoming,
  WaitingItems,
};
