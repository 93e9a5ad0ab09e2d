import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';

const load = withTexts(
  ['work-reports'],
  async () => (await import('./work-report-dialog.tsx')).WorkReportDialog,
);

export function preloadWorkReport(): void {
  void load().catch(() => undefined);
}

export const useWorkReport = () => useLazyDialog(load);
