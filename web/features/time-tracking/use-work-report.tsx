import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';

const load = withTexts(
  ['work-reports'],
  async () => (await import('./work-report-dialog.tsx')).WorkReportDialog,
);

/** Fetches what the dialog needs before it is opened. */
export function preloadWorkReport(): void {
  void load().catch(() => undefined);
}

/** The dialog in which a person says what they did. */
export const useWorkReport = () => useLazyDialog(load);
