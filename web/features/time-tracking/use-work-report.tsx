import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';

const load = withTexts(
  ['work-reports'],
  async () => (await import('./work-report-dialog.tsx')).WorkReportDialog,
);

/** Preloads the dialog's code. */
export function preloadWorkReport(): void {
  void load().catch(() => undefined);
}

/** The dialog for a work report. */
export const useWorkReport = () => useLazyDialog(load);
