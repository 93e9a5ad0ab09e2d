import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';

const load = withTexts(
  ['own-time', 'time-entries', 'validation'],
  async () => (await import('./request-dialog.tsx')).RequestDialog,
);

export const useRequestDialog = () => useLazyDialog(load);
