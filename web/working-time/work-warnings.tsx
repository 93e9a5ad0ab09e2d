import type { PersonMonthHours } from '#contract/hours.ts';
import { durationText } from '#domain/apportion.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';

type Details = NonNullable<PersonMonthHours['details']>;
type Warning = Details['warnings'][number];

/** Warnings whose figure is less than the limit; the others exceed it. */
const isTooLittle = ({ kind, rule }: Warning) =>
  kind === 'daily-rest' || kind === 'weekly-rest' || rule === 'together';

export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const { t } = useTranslation(['hours', 'common']);
  const { formatDate } = useCompanyTime();
  const hours = (ms: number) => t('common:hours', { hours: durationText(ms) });
  return (
    <ul className="flex flex-col gap-2">
      {warnings.map((warning) => {
        const { kind, date, figure, limit, level, rule } = warning;
        return (
          <li key={`${date} ${kind} ${rule} ${level}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="figures whitespace-nowrap font-medium">{formatDate(date)}</span>
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
