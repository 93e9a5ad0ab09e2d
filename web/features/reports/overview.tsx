import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartColumn, Mail } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { PeriodOverview } from '#contract/reports.ts';
import { durationText, MINUTE_MS, minutesText, peopleColumn } from '#domain/apportion.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { Chart, ChartGroup } from '#web/charts/chart.tsx';
import { hourBars } from '#web/charts/hour-bars.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { periodText } from '#web/time/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { NormCharts } from './norm-charts.tsx';
import { FileButton } from './report-files.tsx';
import type { ReportFilters } from './report-filters.ts';
import type { ReportTableProps } from './report-table.tsx';
import { useChartTexts } from './use-chart-texts.ts';

const loadMail = async () => (await import('./mail-dialog.tsx')).MailDialog;

type OverviewProps = Pick<ReportFilters, 'period' | 'locationId'> & Pick<ReportTableProps, 'actionsPlace'>;

/** Where the hours of a period went: by day and location, person and hour of the day, against the norm. */
export function Overview({ period, locationId, actionsPlace }: OverviewProps) {
  const { t } = useTranslation(['overview', 'reports']);
  const [sort, setSort] = useState<'name' | 'hours'>('name');
  const asked = { startDate: period.start, endDate: period.end, locationId, sort };
  const result = useQuery(query('getOverviewReport', { query: asked }));
  const mail = useLazyDialog(loadMail);
  return (
    <>
      {actionsPlace &&
        createPortal(
          <>
            <FileButton file={{ name: 'getOverviewReport', query: { ...asked, format: 'pdf' } }}>
              PDF
            </FileButton>
            <FileButton file={{ name: 'getOverviewReport', query: { ...asked, format: 'xlsx' } }}>
              Excel
            </FileButton>
            <Button
              variant="secondary"
              icon={<Mail className="size-5" aria-hidden="true" />}
              onClick={() => mail.open({})}
            >
              {t('mail.open')}
            </Button>
          </>,
          actionsPlace,
        )}
      {mail.dialog}
      <Loaded
        query={result}
        failedTitle={t('failed')}
        className="mt-4 flex flex-col gap-4"
        skeleton={
          <>
            <Skeleton className="h-24 rounded-lg!" />
            <Skeleton className="h-96 rounded-lg!" />
            <Skeleton className="h-96 rounded-lg!" />
          </>
        }
      >
        {({ current, previous }) =>
          current.total.ms + previous.total.ms === 0 ? (
            <EmptyState icon={<ChartColumn />} title={t('nothing')} />
          ) : (
            <div
              aria-busy={result.isPlaceholderData}
              className={clsx(
                'mt-6 flex flex-col gap-6 transition-opacity duration-150',
                result.isPlaceholderData && 'opacity-50',
              )}
            >
              <ChartGroup head={<Totals current={current} previous={previous} />}>
                <HoursChart current={current} />
                <PeopleChart current={current} isByHours={sort === 'hours'} onSort={setSort} />
                <PresenceChart current={current} />
                {locationId ? (
                  <p className="text-ink-muted">{t('norm.notOfLocation')}</p>
                ) : (
                  <NormCharts period={period} />
                )}
              </ChartGroup>
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Each person's minutes are rounded alone (work-rules.md §7). */
const minutesOf = ({ people }: PeriodOverview) => peopleColumn(people, ({ ms }) => ms, MINUTE_MS).total;

/** The hours of the period, and in words how they compare with the one before. */
function Totals({ current, previous }: { current: PeriodOverview; previous: PeriodOverview }) {
  const { t } = useTranslation(['overview', 'common']);
  const { language } = useCompanyTime();
  const [now, before] = [minutesOf(current), minutesOf(previous)];
  const difference = now - before;
  const kind = difference === 0 ? 'same' : difference > 0 ? 'more' : 'less';
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-4">
      <Stat
        label={t('totals.hours')}
        value={<span data-total={current.total.ms}>{minutesText(now)}</span>}
        unit={t('totals.unit')}
        size="hero"
      />
      <Stat label={t('totals.people')} value={current.total.people} />
      <p className="figures min-w-64 max-w-prose flex-1">
        {t(`compared.${kind}`, {
          difference: minutesText(Math.abs(difference)),
          hours: minutesText(before),
          period: periodText({ start: previous.startDate, end: previous.endDate }, language),
        })}
      </p>
    </div>
  );
}

type HoursProps = { current: PeriodOverview };

function HoursChart({ current }: HoursProps) {
  const { t } = useTranslation(['overview', 'reports']);
  const { hours, entries, periodLabel, periodShort, language } = useChartTexts();
  const { bars, grain, locations } = current;
  const most = bars.reduce((best, bar) => (bar.ms > best.ms ? bar : best), {
    ms: 0,
    startDate: '',
    endDate: '',
  });
  return (
    <Chart
      kind="columns"
      title={t(`hours.title.${grain}`)}
      summary={
        most.ms > 0
          ? t('hours.summary', {
              hours: minutesText(minutesOf(current)),
              period: periodText({ start: current.startDate, end: current.endDate }, language),
              most: periodLabel(grain, most),
              mostHours: durationText(most.ms),
            })
          : t('nothing')
      }
      headers={{ bar: t(`hours.bar.${grain}`), total: t('reports:columns.hours') }}
      series={locations.map(({ locationId, name }) => ({ id: locationId, label: name }))}
      bars={
        current.total.ms === 0
          ? []
          : hourBars(
              bars.map((bar) => {
                const byLocation = new Map(bar.locations.map(({ locationId, ms }) => [locationId, ms]));
                return {
                  id: bar.startDate,
                  label: periodLabel(grain, bar),
                  short: periodShort(grain, bar, bars.length),
                  values: locations.map(({ locationId }) => byLocation.get(locationId) ?? 0),
                  total: bar.ms,
                  to: entries(bar.filter),
                };
              }),
              hours.text,
            )
      }
      {...hours}
    />
  );
}

type PeopleProps = HoursProps & { isByHours: boolean; onSort: (sort: 'name' | 'hours') => void };

function PeopleChart({ current, isByHours, onSort }: PeopleProps) {
  const { t } = useTranslation(['overview', 'reports']);
  const { hours, entries } = useChartTexts();
  return (
    <Chart
      kind="rows"
      title={t('people.title')}
      summary={
        current.people.length === 0
          ? t('nothing')
          : t(isByHours ? 'people.byHours' : 'people.byName', { count: current.people.length })
      }
      headers={{ bar: t('reports:columns.employee'), total: t('reports:columns.hours') }}
      series={[{ id: 'hours', label: t('reports:columns.hours') }]}
      bars={hourBars(
        current.people.map((person) => ({
          id: person.userId,
          label: fullName(person),
          values: [person.ms],
          total: person.ms,
          to: entries(person.filter),
        })),
        hours.text,
      )}
      {...hours}
      aside={
        <Button
          size="small"
          variant="secondary"
          aria-pressed={isByHours}
          onClick={() => onSort(isByHours ? 'name' : 'hours')}
        >
          {t('people.sort')}
        </Button>
      }
    />
  );
}

function PresenceChart({ current }: HoursProps) {
  const { t } = useTranslation('overview');
  const { entries, people } = useChartTexts();
  const { hoursOfDay, total } = current;
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const span = (hour: number) => `${clock(hour)}–${clock(hour + 1)}`;
  const most = hoursOfDay.reduce((best, row) => (row.ms > best.ms ? row : best), {
    hour: 0,
    ms: 0,
    averagePeople: 0,
  });
  return (
    <Chart
      kind="histogram"
      title={t('presence.title')}
      summary={
        most.ms > 0
          ? t('presence.summary', { span: span(most.hour), people: people.format(most.averagePeople) })
          : t('nothing')
      }
      headers={{ bar: t('presence.hour'), total: t('presence.people') }}
      series={[{ id: 'people', label: t('presence.people') }]}
      bars={
        total.ms === 0
          ? []
          : hoursOfDay.map(({ hour, averagePeople }) => ({
              id: String(hour),
              label: span(hour),
              short: String(hour),
              values: [averagePeople],
              total: averagePeople,
              to: entries(total.filter),
            }))
      }
      {...people}
    />
  );
}
