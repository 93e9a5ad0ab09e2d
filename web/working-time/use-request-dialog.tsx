import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';

const load = withTexts(
  ['own-time', 'time-entries', 'validation'],
  async () => (await import('./request-dialog.tsx')).RequestDialog,
);

/** In which somebody asks for a correction: of an entry, or for a missing one. */
export const useRequestDialog = () => useLazyDialog(load);
