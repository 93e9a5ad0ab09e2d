import type { PersonMonthHours } from '#contract/hours.ts';
import { durationText } from '#domain/apportion.ts';
import { addDays } from '#domain/dates.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';

type Details = NonNullable<PersonMonthHours['details']>;
type Warning = Details['warnings'][number];

/** Warnings whose figure is less than the limit; the others exceed it. */
const isTooLittle = ({ kind, rule }: Warning) =>
  kind === 'daily-rest' || kind === 'weekly-rest' || rule === 'together';

type Stretch = Warning & { until: string };

/** Warnings of days in a row about the same figure, such as one short weekly rest, as one. */
export function inStretches(warnings: readonly Warning[]): Stretch[] {
  const all: Stretch[] = [];
  for (const warning of warnings) {
    const before = all.find(
      (each) =>
        each.until === addDays(warning.date, -1) &&
        each.kind === warning.kind &&
        each.rule === warning.rule &&
        each.level === warning.level &&
        each.figure === warning.figure &&
        each.limit === warning.limit,
    );
    if (before) before.until = warning.date;
    else all.push({ ...warning, until: warning.date });
  }
  return all;
}

export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const { t } = useTranslation(['hours', 'common']);
  const { formatDate } = useCompanyTime();
  const hours = (ms: number) => t('common:hours', { hours: durationText(ms) });
  return (
    <ul className="flex flex-col gap-2">
      {inStretches(warnings).map((warning) => {
        const { kind, date, until, figure, limit, level, rule } = warning;
        return (
          <li key={`${date} ${kind} ${rule} ${level}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="figures whitespace-nowrap font-medium">
              {formatDate(date)}
              {until > date && `–${formatDate(until)}`}
            </span>
            <span className="figures">
              {t(`warnings.${kind}`)}
              {rule && ` (${t(`warnings.rules.${rule}`)})`}:{' '}
              {t(isTooLittle(warning) ? 'warnings.atLeast' : 'warnings.atMost', {
                figure: hours(figure),
                limit: hours(limit),
              })}
            </span>
            {level === 'near' && <Badge>{t('warnings.near')}</Badge>}
          </li>
        );
      })}
    </ul>
  );
}
