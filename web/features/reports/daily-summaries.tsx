import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { DailySummary } from '#contract/reports.ts';
import { MINUTE_MS, minutesText } from '#domain/apportion.ts';
import type { DatePeriod } from '#domain/dates.ts';
import { query } from '#web/api/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { summariesColumn } from './hours-columns.ts';
import { useReportFormat } from './report-format.ts';
import { ReportTable, type ReportTableProps } from './report-table.tsx';
import { csvFileName, dailySummariesCsv } from './reports-csv.ts';
import { TotalHours } from './total-hours.tsx';

type ColumnId = 'date' | 'location' | 'totalHours' | 'uniqueEmployees';

type DailySummariesProps = { period: DatePeriod } & Pick<ReportTableProps, 'actionsPlace'>;

export function DailySummaries({ period: { start, end }, actionsPlace }: DailySummariesProps) {
  const { t } = useTranslation('reports');
  const { formatDate } = useCompanyTime();
  const format = useReportFormat();
  const result = useQuery(query('getDailySummariesReport', { query: { startDate: start, endDate: end } }));

  const comparators = useMemo(
    () =>
      ({
        date: (a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)),
        location: (a, b) => format.compareText(a.location.name, b.location.name),
        totalHours: (a, b) => a.totalHours - b.totalHours,
        uniqueEmployees: (a, b) => a.uniqueEmployees - b.uniqueEmployees,
      }) satisfies Record<ColumnId, (a: DailySummary, b: DailySummary) => number>,
    [format],
  );

  const columnsFor = useCallback(
    (rows: readonly DailySummary[]): readonly Column<DailySummary, ColumnId>[] => {
      const minutes = summariesColumn(rows, MINUTE_MS);
      return [
        {
          id: 'date',
          header: t('columns.date'),
          cell: ({ date }) => <span className="figures">{formatDate(date)}</span>,
          sortable: true,
          lead: true,
          total: t('total'),
        },
        {
          id: 'location',
          header: t('columns.location'),
          cell: ({ location }) => location.name,
          sortable: true,
        },
        {
          id: 'totalHours',
          header: t('columns.totalHours'),
          cell: (summary) => (
            <TotalHours
              title={`${t('columns.totalHours')}, ${summary.location.name}`}
              period={{ startDate: summary.date, endDate: summary.date, locationId: summary.locationId }}
            >
              {minutesText(minutes.stepsOf(summary) ?? 0)}
            </TotalHours>
          ),
          numeric: true,
          hero: true,
          sortable: true,
          total: (
            <TotalHours title={t('columns.totalHours')} period={{ startDate: start, endDate: end }}>
              {minutesText(minutes.total)}
            </TotalHours>
          ),
        },
        {
          // No total of people: most of them work on several of the days.
          id: 'uniqueEmployees',
          header: t('columns.uniqueEmployees'),
          cell: ({ uniqueEmployees }) => uniqueEmployees,
          numeric: true,
          sortable: true,
        },
      ];
    },
    [t, formatDate, start, end],
  );

  return (
    <ReportTable
      caption={t('tabs.daily-summaries')}
      actionsPlace={actionsPlace}
      query={result}
      columnsFor={columnsFor}
      comparators={comparators}
      initialSort={{ column: 'date', direction: 'descending' }}
      countText={(count) => t('summaries', { count })}
      empty={{ title: t('summariesEmpty.title'), text: t('summariesEmpty.text') }}
      failed={t('summariesFailed')}
      workbook={{
        name: 'getDailySummariesReport',
        query: { startDate: start, endDate: end, format: 'xlsx' },
      }}
      file={{
        name: csvFileName('daily-summaries', { start, end }),
        content: (rows) =>
          dailySummariesCsv(rows, {
            headers: {
              date: t('columns.date'),
              location: t('columns.location'),
              totalHours: t('columns.totalHours'),
              uniqueEmployees: t('columns.uniqueEmployees'),
              averageHours: t('columns.averageHours'),
              seconds: t('columns.seconds'),
            },
            language: format.language,
          }),
      }}
    />
  );
}
