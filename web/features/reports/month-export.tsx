import { Download } from 'lucide-react';
import type { PersonMonth } from '#contract/months.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Button } from '#web/ui/button.tsx';

const load = withTexts(['month-export', 'validation'], () =>
  import('./month-export-dialog.tsx').then((code) => code.MonthExportDialog),
);

type MonthExportProps = { month: string; people: PersonMonth[] };

/** Opens the dialog in which the month's sheet and its files for payroll are downloaded. */
export function MonthExport(props: MonthExportProps) {
  const { t } = useTranslation('reports');
  const { open, dialog } = useLazyDialog(load);
  return (
    <>
      <Button
        variant="secondary"
        className="max-sm:w-full print:hidden"
        icon={<Download className="size-4" aria-hidden="true" />}
        onClick={() => open(props)}
      >
        {t('months.export')}
      </Button>
      {dialog}
    </>
  );
}
