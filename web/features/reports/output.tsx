import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Target } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { OutputReport } from '#contract/reports.ts';
import { weekOf } from '#domain/dates.ts';
import { DEFAULT_WORK_UNIT } from '#domain/work-units.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { Chart } from '#web/charts/chart.tsx';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useWorkUnits } from '#web/work-reports/work-units.ts';
import { FileButton } from './report-files.tsx';
import type { ReportFilters } from './report-filters.ts';
import type { ReportTableProps } from './report-table.tsx';
import { useChartTexts } from './use-chart-texts.ts';

const loadTargets = async () => (await import('./targets-dialog.tsx')).TargetsDialog;

const GROUPS = ['location', 'day', 'week', 'job'] as const;
type Group = OutputReport['groups'][number];

type OutputProps = Pick<ReportFilters, 'period' | 'locationId'> & Pick<ReportTableProps, 'actionsPlace'>;

/** Quantities of work reports per hour: of groups of people, never of one person. */
export function Output({ period, locationId, actionsPlace }: OutputProps) {
  const { t } = useTranslation(['overview', 'reports']);
  const [param, setParam] = useAddressParam('by');
  const by = GROUPS.find((group) => group === param) ?? 'location';
  const asked = { startDate: period.start, endDate: period.end, locationId, by };
  const result = useQuery(query('getOutputReport', { query: asked }));
  const maySetTargets = useReach('updateOutputTargets') !== undefined;
  const targets = useLazyDialog(loadTargets);
  return (
    <>
      {actionsPlace &&
        createPortal(
          <>
            {(['csv', 'xlsx'] as const).map((format) => (
              <FileButton
                key={format}
                disabled={!result.data?.groups.length}
                file={{ name: 'getOutputReport', query: { ...asked, format } }}
              >
                {format === 'csv' ? 'CSV' : 'Excel'}
              </FileButton>
            ))}
            {maySetTargets && (
              <Button
                variant="secondary"
                icon={<Target className="size-5" aria-hidden="true" />}
                onClick={() => targets.open({ period })}
              >
                {t('targets.open')}
              </Button>
            )}
          </>,
          actionsPlace,
        )}
      {targets.dialog}
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <Field label={t('output.by')} className="w-full max-w-64 print:hidden">
          <Select
            value={by}
            onChange={({ target }) => setParam(target.value)}
            options={GROUPS.map((value) => ({ value, label: t(`output.groups.${value}`) }))}
          />
        </Field>
        <p className="max-w-prose flex-1 basis-64 text-ink-muted">{t('output.neverPerPerson')}</p>
      </div>
      <Loaded
        query={result}
        failedTitle={t('output.failed')}
        className="mt-6"
        skeleton={<Skeleton className="h-96 rounded-lg!" />}
      >
        {(report) => (
          <div
            aria-busy={result.isPlaceholderData}
            className={clsx('mt-6 flex flex-col gap-6', result.isPlaceholderData && 'opacity-50')}
          >
            <Charts report={report} locationId={locationId} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** A chart for each unit; pieces and metres have no common axis. */
function Charts({ report, locationId }: { report: OutputReport; locationId: string | undefined }) {
  const { t } = useTranslation(['overview', 'reports']);
  const { unit } = useWorkUnits();
  const { rate, ...texts } = useChartTexts();
  const { by, startDate, endDate } = report;
  // Hours per hour say nothing.
  const groups = report.groups.filter((group) => group.unit !== DEFAULT_WORK_UNIT);
  if (groups.length === 0)
    return <EmptyState icon={<Target />} title={t('output.empty')} text={t('output.emptyText')} />;
  const nameOf = ({ key, name }: Group) => {
    if (key === null) return t('output.otherJobs');
    if (by === 'day') return texts.periodLabel('day', { startDate: key, endDate: key });
    return name ?? texts.periodLabel('week', { startDate: key, endDate: weekOf(key).end });
  };
  const toOf = ({ key }: Group) => {
    const isDate = by === 'day' || by === 'week';
    return texts.entries({
      startDate: isDate && key && key > startDate ? key : startDate,
      endDate:
        isDate && key ? ([by === 'day' ? key : weekOf(key).end, endDate].toSorted()[0] ?? endDate) : endDate,
      locationId: by === 'location' ? (key ?? undefined) : locationId,
    });
  };
  const units = [...Map.groupBy(groups, (group) => group.unit)];
  const hidden = units.flatMap(([name, ofUnit]) => {
    const names = ofUnit.filter((group) => group.hidden).map(nameOf);
    return names.length > 0 ? [`${unit(name)}: ${names.join(', ')}`] : [];
  });
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        {units.map(([name, ofUnit]) => {
          const shown = ofUnit.flatMap((group) =>
            group.perHour === null ? [] : [{ ...group, perHour: group.perHour }],
          );
          const best = shown.reduce<(typeof shown)[number] | undefined>(
            (most, group) => (most && most.perHour >= group.perHour ? most : group),
            undefined,
          );
          if (!best) return null;
          const perHour = t('output.perHour', { unit: unit(name) });
          const hasTarget = shown.some(({ target }) => target !== null);
          return (
            <Chart
              key={name}
              kind="rows"
              title={t('output.title', { unit: unit(name) })}
              summary={t('output.summary', {
                count: shown.length,
                most: nameOf(best),
                rate: rate.format(best.perHour),
                unit: perHour,
              })}
              headers={{ bar: t(`output.groups.${by}`), total: perHour }}
              series={[{ id: name, label: perHour }]}
              {...(hasTarget && { markLabel: t('output.target') })}
              bars={shown.map((group) => ({
                id: `${group.key}`,
                label: nameOf(group),
                values: [group.perHour],
                total: group.perHour,
                mark: group.target,
                to: toOf(group),
              }))}
              {...rate}
            />
          );
        })}
      </div>
      {hidden.length > 0 && (
        <Alert title={t('output.hidden')}>
          <ul>
            {hidden.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Alert>
      )}
      {groups.some(({ isPartial }) => isPartial) && (
        <p className="text-ink-muted text-sm">{t('output.partial')}</p>
      )}
    </>
  );
}
