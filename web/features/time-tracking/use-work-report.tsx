import { useLazyDialog } from '#web/dialogs/lazy-dialog.tsx';
import { loadAreas } from '#web/i18n/i18n.ts';
import type { ReportedEntry } from './work-report-dialog.tsx';

const load = async () => {
  const [{ WorkReportDialog }] = await Promise.all([
    import('./work-report-dialog.tsx'),
    loadAreas(['work-reports']),
  ]);
  return WorkReportDialog;
};

/** Fetches what the dialog needs before it is opened. */
export function preloadWorkReport(): void {
  void load().catch(() => undefined);
}

/** The dialog in which a person says what they did. */
export const useWorkReport = () => useLazyDialog<{ entry: ReportedEntry }>(load);
