import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DailySummary } from '#contract/reports.ts';
import { MINUTE_MS, minutesText } from '#domain/apportion.ts';
import type { DatePeriod } from '#domain/dates.ts';
import { summaryKeys } from '#domain/report-rows.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { summariesColumn } from './hours-columns.ts';
import { ReportTable, type ReportTableProps } from './report-table.tsx';
import { TotalHours } from './total-hours.tsx';

type ColumnId = 'date' | 'location' | 'totalHours' | 'uniqueEmployees';

type DailySummariesProps = { period: DatePeriod } & Pick<ReportTableProps, 'actionsPlace'>;

export function DailySummaries({ period: { start, end }, actionsPlace }: DailySummariesProps) {
  const { t } = useTranslation('reports');
  const { formatDate } = useCompanyTime();
  const asked = { startDate: start, endDate: end };
  const result = useQuery(query('getDailySummariesReport', { query: asked }));

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
      sortKeys={summaryKeys}
      initialSort={{ column: 'date', direction: 'descending' }}
      countText={(count) => t('summaries', { count })}
      empty={{ title: t('summariesEmpty.title'), text: t('summariesEmpty.text') }}
      failed={t('summariesFailed')}
      file={{ name: 'getDailySummariesReport', query: asked }}
    />
  );
}
