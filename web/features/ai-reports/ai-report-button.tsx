import { Sparkles } from 'lucide-react';
import type { DashboardLocation } from '#contract/dashboard.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Button } from '#web/ui/button.tsx';

type ReportedLocation = { location: Pick<DashboardLocation, 'id' | 'name'> };

const load = withTexts(['ai-reports'], async () => (await import('./ai-report-dialog.tsx')).AiReportDialog);

/** Opens the report of a day at the location; the page needs the area `dashboard`. */
export function AiReportButton({ location }: ReportedLocation) {
  const { t } = useTranslation('dashboard');
  const { open, dialog } = useLazyDialog(load);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="ml-auto"
        icon={<Sparkles className="size-4" aria-hidden="true" />}
        aria-label={t('admin.aiReportNamed', { location: location.name })}
        onClick={() => open({ location })}
      >
        {t('admin.aiReport')}
      </Button>
      {dialog}
    </>
  );
}
