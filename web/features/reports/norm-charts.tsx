import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PeriodNorm } from '#contract/reports.ts';
import { durationText } from '#domain/apportion.ts';
import { type DatePeriod, daysBetween } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { Chart } from '#web/charts/chart.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { FileMenu } from './report-files.tsx';
import { writeFilters } from './report-filters.ts';
import { useChartTexts } from './use-chart-texts.ts';

/** Longer periods are too much for one answer (contract/reports.ts). */
const MAX_DAYS = 92;

/** The hours against the norm, overtime and absences, once the company has chosen its work rules. */
export function NormCharts({ period }: { period: DatePeriod }) {
  const { t } = useTranslation('overview');
  const pathTo = usePathTo();
  const maySet = useReach('updateWorkRules') !== undefined;
  const isTooLong = daysBetween(period.start, period.end) >= MAX_DAYS;
  const asked = { startDate: period.start, endDate: period.end };
  const result = useQuery({ ...query('getNormReport', { query: asked }), enabled: !isTooLong });
  if (isTooLong) return <p className="text-ink-muted">{t('norm.tooLong')}</p>;
  return (
    <Loaded query={result} failedTitle={t('failed')} skeleton={<Skeleton className="h-80 rounded-lg!" />}>
      {(norm) =>
        norm === null ? (
          <Alert
            title={t('norm.noRules')}
            action={
              maySet && (
                <TextLink asChild className="inline-flex min-h-11 items-center">
                  <Link to={pathTo('settingsTime')}>{t('norm.setRules')}</Link>
                </TextLink>
              )
            }
          >
            {t('norm.noRulesText')}
          </Alert>
        ) : (
          <div className="grid gap-6 xl:grid-cols-2">
            <NormChart norm={norm.current} />
            <OvertimeChart current={norm.current} previous={norm.previous} />
          </div>
        )
      }
    </Loaded>
  );
}

function NormChart({ norm }: { norm: PeriodNorm }) {
  const { t } = useTranslation('overview');
  const { hours, periodLabel } = useChartTexts();
  const pathTo = usePathTo();
  const { months, startDate, endDate, worked } = norm;
  return (
    <Chart
      kind="rows"
      title={t('norm.title')}
      summary={t('norm.summary', { worked: durationText(worked), norm: durationText(norm.norm) })}
      headers={{ bar: t('norm.month'), total: t('norm.worked') }}
      series={[{ id: 'worked', label: t('norm.worked') }]}
      markLabel={t('norm.norm')}
      bars={months.map((month) => ({
        id: month.startDate,
        label: periodLabel('month', month),
        values: [month.worked],
        total: month.worked,
        mark: month.norm,
        to: {
          pathname: pathTo('reports'),
          search: `?${writeFilters({
            report: 'months',
            period: { start: month.startDate, end: month.endDate },
            employeeId: undefined,
            locationId: undefined,
          })}`,
        },
      }))}
      {...hours}
      aside={<FileMenu name="getNormReport" query={{ startDate, endDate }} title={t('norm.title')} />}
    />
  );
}

/** Overtime and absences beside those of the period before. */
function OvertimeChart({ current, previous }: { current: PeriodNorm; previous: PeriodNorm }) {
  const { t } = useTranslation('overview');
  const { hours } = useChartTexts();
  const pathTo = usePathTo();
  const codes = [...new Set([...current.absences, ...previous.absences].map(({ code }) => code))].toSorted();
  const absenceOf = ({ absences }: PeriodNorm, code: string) =>
    absences.find((absence) => absence.code === code)?.ms ?? 0;
  const months = `?${writeFilters({
    report: 'months',
    period: { start: current.startDate, end: current.endDate },
    employeeId: undefined,
    locationId: undefined,
  })}`;
  const bar = (
    id: string,
    label: string,
    ms: number,
    mark: number,
    to: { pathname: string; search?: string },
  ) => ({
    id,
    label,
    values: [ms],
    total: ms,
    mark,
    to,
  });
  return (
    <Chart
      kind="rows"
      title={t('overtime.title')}
      summary={t('overtime.summary', {
        overtime: durationText(current.overtime),
        absence: durationText(current.absence),
        overtimeBefore: durationText(previous.overtime),
        absenceBefore: durationText(previous.absence),
      })}
      headers={{ bar: t('overtime.kind'), total: t('overtime.now') }}
      series={[{ id: 'ms', label: t('overtime.now') }]}
      markLabel={t('overtime.before')}
      bars={[
        bar('overtime', t('overtime.overtime'), current.overtime, previous.overtime, {
          pathname: pathTo('reports'),
          search: months,
        }),
        ...codes.map((code) =>
          bar(
            `absence ${code}`,
            t('overtime.absence', { code }),
            absenceOf(current, code),
            absenceOf(previous, code),
            { pathname: pathTo('absences') },
          ),
        ),
      ]}
      {...hours}
    />
  );
}
