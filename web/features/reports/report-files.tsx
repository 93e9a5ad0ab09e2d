import { Download, FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FileOf, useDownload } from '#web/call/download.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';

export type ReportFile = FileOf<
  | 'getOverviewReport'
  | 'getNormReport'
  | 'getOutputReport'
  | 'getTimeEntriesReport'
  | 'getDailySummariesReport'
>;

/** Downloads one file of a report, written by the server. */
export function FileButton({
  file,
  disabled,
  children,
}: {
  file: ReportFile;
  disabled?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('reports');
  const { mutate: save, isPending } = useDownload(t('exportFailed'));
  return (
    <Button
      variant="secondary"
      icon={<Download className="size-5" aria-hidden="true" />}
      pending={isPending}
      disabled={disabled}
      onClick={() => save(file)}
    >
      {children}
    </Button>
  );
}

type FileMenuProps = ReportFile & {
  /** Of the chart whose figures are downloaded. */
  title: string;
};

/** The figures of a chart as CSV or for Excel. */
export function FileMenu({ title, ...file }: FileMenuProps) {
  const { t } = useTranslation(['overview', 'reports']);
  const { mutate: save, isPending } = useDownload(t('reports:exportFailed'));
  const as = (format: 'csv' | 'xlsx') =>
    save({ name: file.name, query: { ...file.query, format } } as ReportFile);
  return (
    <DropdownMenu
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          variant="secondary"
          label={t('download', { title })}
          pending={isPending}
        >
          <FileDown className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem onSelect={() => as('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => as('xlsx')}>Excel</MenuItem>
    </DropdownMenu>
  );
}
