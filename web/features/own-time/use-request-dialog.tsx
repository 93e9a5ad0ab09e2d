import { useLazyDialog } from '#web/dialogs/lazy-dialog.tsx';
import { loadAreas } from '#web/i18n/i18n.ts';
import type { RequestedEntry } from './request-dialog.tsx';

const load = async () => {
  const [{ RequestDialog }] = await Promise.all([
    import('./request-dialog.tsx'),
    loadAreas(['time-entries', 'validation']),
  ]);
  return RequestDialog;
};

/** In which somebody asks for a correction: of an entry, or for a missing one. */
export const useRequestDialog = () => useLazyDialog<{ entry?: RequestedEntry }>(load);
