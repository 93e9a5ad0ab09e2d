/* What the page shows on few visits: loads after it, in one file, so that it is there when the signal is lost. */
import { CodeForm } from './code-form.tsx';
import { HeldScans, RefusedItems, WaitingItems } from './outbox-list.tsx';

export const parts = { CodeForm, HeldScans, RefusedItems, WaitingItems };
