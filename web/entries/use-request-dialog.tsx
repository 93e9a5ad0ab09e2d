import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';

const load = withTexts(
  ['own-time', 'time-entries', 'validation'],
  async () => (await import('./request-dialog.tsx')).RequestDialog,
);

/** The dialog to request a correction of an entry, or a missing entry. */
export const useRequestDialog = () => useLazyDialog(load);
