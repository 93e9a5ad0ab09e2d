import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FileSearch } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { type SortKeys, sortRows } from '#domain/report-rows.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable, type Sort } from '#web/ui/data-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';
import { FileButton, type ReportFile } from './report-files.tsx';

export type ReportTableProps<
  Row extends { id: string } = { id: string },
  ColumnId extends string = string,
> = {
  caption: string;
  query: UseQueryResult<Row[]>;
  /** The columns, with their totals. */
  columnsFor: (rows: readonly Row[]) => readonly Column<Row, ColumnId>[];
  /** Of the columns that can be sorted by; the file stands in the same order. */
  sortKeys: SortKeys<Row>;
  /** The order of the server's response. */
  initialSort: Sort<ColumnId>;
  countText: (count: number) => string;
  empty: { title: string; text: string };
  failed: string;
  /** The same as CSV and as a workbook, written by the server. */
  file: ReportFile;
  action?: ReactNode;
  /** Where the count and the buttons stand: in the page's header. */
  actionsPlace: HTMLElement | null;
};

/** A report with count, export and states. `columnsFor` and `sortKeys` must be stable between renders. */
export function ReportTable<Row extends { id: string }, ColumnId extends string>({
  caption,
  query,
  columnsFor,
  sortKeys,
  initialSort,
  countText,
  empty,
  failed,
  file,
  action,
  actionsPlace,
}: ReportTableProps<Row, ColumnId>) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const [sort, setSort] = useState(initialSort);
  const order = { sort: sort.column, direction: sort.direction };
  const rows = useMemo(
    () =>
      query.data &&
      sortRows(query.data, sortKeys, { sort: sort.column, direction: sort.direction }, language),
    [query.data, sortKeys, sort, language],
  );
  const columns = useMemo(() => columnsFor(rows ?? []), [columnsFor, rows]);
  const hasNoFile = !rows?.length || query.isPlaceholderData;
  const fileAs = (more: object) => ({ name: file.name, query: { ...file.query, ...more } }) as ReportFile;
  const isUpdating = query.isFetching && rows !== undefined;

  return (
    <>
      {actionsPlace &&
        createPortal(
          <>
            <div role="status" className="flex items-center gap-3">
              {isUpdating && (
                <span className="flex items-center gap-2 text-ink-muted text-sm">
                  <Spinner size="small" />
                  {t('updating')}
                </span>
              )}
              {rows && <Badge>{countText(rows.length)}</Badge>}
            </div>
            {action}
            <FileButton file={fileAs({ format: 'csv', ...order })} disabled={hasNoFile}>
              {t('exportCsv')}
            </FileButton>
            <FileButton file={fileAs({ format: 'xlsx' })} disabled={hasNoFile}>
              Excel
            </FileButton>
          </>,
          actionsPlace,
        )}
      <Loaded query={query} failedTitle={failed} skeleton={SKELETON}>
        {() => (
          <div
            aria-busy={query.isPlaceholderData}
            className={clsx(
              'mt-4 transition-opacity duration-150 xl:mt-3',
              query.isPlaceholderData && 'opacity-50',
            )}
          >
            <PrintableTable
              caption={caption}
              columns={columns}
              rows={rows ?? []}
              rowKey={rowKey}
              sort={sort}
              onSortChange={setSort}
              // At 1280 × 800, twelve rows and the total.
              className="tabular:[&_td]:align-middle! tabular:[&_td]:text-sm xl:max-h-[calc(100dvh-18.5rem)] xl:[&_td]:py-[3px]!"
              empty={<EmptyState icon={<FileSearch />} title={empty.title} text={empty.text} />}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}

const SKELETON = (
  <div className="rounded-lg border border-hairline bg-surface">
    {Array.from({ length: 8 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
      <div key={index} className="flex gap-6 border-hairline border-b p-4 last:border-b-0">
        <Skeleton className="h-5 flex-2" />
        <Skeleton className="h-5 flex-2" />
        <Skeleton className="h-5 flex-1" />
      </div>
    ))}
  </div>
);
const rowKey = ({ id }: { id: string }) => id;

/** `DataTable` virtualizes long reports; one longer than this is better printed from a spreadsheet. */
const PRINT_IN_FULL_ROWS = { over: 199, under: 2000 };

/** Prints all rows of a report of ordinary length; on screen only the visible ones are rendered. */
function PrintableTable<Row extends { id: string }, ColumnId extends string>(
  props: Parameters<typeof DataTable<Row, ColumnId>>[0],
) {
  const { rows } = props;
  const { t } = useTranslation('reports');
  const isPrinting = useIsPrinting();
  const { over, under } = PRINT_IN_FULL_ROWS;
  if (isPrinting && rows.length >= under) return <p>{t('tooLongToPrint')}</p>;
  if (!isPrinting || rows.length <= over) return <DataTable {...props} />;
  const columns = props.columns.filter(({ actions }) => !actions);
  return (
    <table className="w-full text-left text-xs">
      <thead>
        <tr>
          {columns.map(({ id, header, numeric }) => (
            <th key={id} scope="col" className={clsx('py-0.5 pr-3', numeric && 'text-right')}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-hairline border-t align-top">
            {columns.map(({ id, cell, numeric }) => (
              <td key={id} className={clsx('py-0.5 pr-3', numeric && 'figures whitespace-nowrap text-right')}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
        <tr className="border-ink border-t font-semibold">
          {columns.map(({ id, total, numeric }) => (
            <td key={id} className={clsx('py-0.5 pr-3', numeric && 'figures text-right')}>
              {total}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
