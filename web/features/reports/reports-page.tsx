import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EndpointName } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { table } from '#contract/table.ts';
import { monthOf } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { IN_PLACE } from '#web/forms/search-params.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { CloseMonth } from './close-month.tsx';
import { DailySummaries } from './daily-summaries.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Months } from './months.tsx';
import {
  isReversed,
  REPORTS,
  type ReportFilters,
  type ReportName,
  readFilters,
  writeFilters,
} from './report-filters.ts';
import { TimeEntries } from './time-entries.tsx';

/** With the library that draws charts. */
const Overview = lazyPart(
  withTexts(['charts'], async () => (await import('./overview.tsx')).Overview),
  { fallback: <Skeleton className="mt-6 h-96 rounded-lg!" /> },
);
const Output = lazyPart(
  withTexts(['charts'], async () => (await import('./output.tsx')).Output),
  { fallback: <Skeleton className="mt-6 h-96 rounded-lg!" /> },
);

/** What each report asks the server for. */
const QUESTION = {
  overview: 'getOverviewReport',
  'time-entries': 'getTimeEntriesReport',
  'daily-summaries': 'getDailySummariesReport',
  months: 'listMonth',
  output: 'getOutputReport',
} as const satisfies Record<ReportName, EndpointName>;

type ReportsPageProps = {
  ledger: ReactNode;
  /** The open questions of a month `yyyy-MM`; nothing for those who can't settle them. */
  questions: (month: string) => ReactNode;
};

export function ReportsPage({ ledger, questions }: ReportsPageProps) {
  const { t } = useTranslation('reports');
  const { formatDate, today } = useCompanyTime();
  const [params, setParams] = useSearchParams();
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const { role } = useUser();
  const reports = REPORTS.filter((name) => reachOf(table[QUESTION[name]].access, role));
  const read = readFilters(params, today());
  const filters = reports.includes(read.report) ? read : { ...read, report: reports[0] ?? 'months' };
  const { report, period, employeeId, locationId } = filters;
  const shown = report === 'months' ? monthOf(period.start) : period;
  const isValid = !isReversed(filters);
  const change = (changes: Partial<ReportFilters>) =>
    setParams((before) => {
      const after = writeFilters({ ...readFilters(before, today()), ...changes });
      const by = before.get('by');
      if (by) after.set('by', by);
      return after;
    }, IN_PLACE);
  return (
    <div className="flex flex-col gap-6 xl:gap-2">
      <PageHeader
        title={t('title')}
        // The rows need the room: on a wide screen the period is read in the filters beside them.
        actions={
          <div
            ref={setActions}
            className="flex flex-wrap items-center gap-3 max-sm:[&>[role=status]]:w-full max-sm:[&>button]:grow print:hidden"
          />
        }
        subtitle={
          <span className="xl:hidden print:inline">
            <span className="hidden print:inline">{t(`tabs.${report}`)}, </span>
            <span className="figures">
              {t('period', { start: formatDate(shown.start), end: formatDate(shown.end) })}
            </span>
          </span>
        }
      />
      <Tabs
        label={t('tabs.label')}
        value={report}
        onValueChange={(value) => change({ report: value })}
        tabs={reports.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        <FilterBar filters={filters} today={today()} onChange={change} />
        {report === 'overview' && isValid && (
          <Overview period={period} locationId={locationId} actionsPlace={actions} />
        )}
        {report === 'output' && isValid && (
          <Output period={period} locationId={locationId} actionsPlace={actions} />
        )}
        {report === 'time-entries' && isValid && (
          <TimeEntries
            period={period}
            employeeId={employeeId}
            locationId={locationId}
            actionsPlace={actions}
          />
        )}
        {report === 'daily-summaries' && isValid && <DailySummaries period={period} actionsPlace={actions} />}
        {report === 'months' && (
          <MonthReport month={shown.start.slice(0, 7)} questions={questions}>
            {ledger}
          </MonthReport>
        )}
      </Tabs>
    </div>
  );
}

type MonthReportProps = Pick<ReportsPageProps, 'questions'> & { month: string; children: ReactNode };

function MonthReport({ month, questions, children }: MonthReportProps) {
  const { data: closing } = useQuery({
    ...query('getMonthClosing', { query: { month } }),
    enabled: useReach('getMonthClosing') !== undefined,
  });
  return (
    <div className="mt-6 flex flex-col gap-6">
      {closing && <CloseMonth closing={closing} questions={questions(month)} />}
      <div>
        <Months month={month} closing={closing} />
      </div>
      {children}
    </div>
  );
}
