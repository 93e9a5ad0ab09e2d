import { Download } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Button } from '#web/ui/button.tsx';

const load = withTexts(['month-export', 'validation'], () =>
  import('./month-export-dialog.tsx').then((code) => code.MonthExportDialog),
);

/** Opens the dialog in which the month's sheet and its files for payroll are downloaded. */
export function MonthExport({ month }: { month: string }) {
  const { t } = useTranslation('reports');
  const { open, dialog } = useLazyDialog(load);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Download className="size-4" aria-hidden="true" />}
        onClick={() => open({ month })}
      >
        {t('months.export')}
      </Button>
      {dialog}
    </>
  );
}
