import type { PersonMonthHours } from '#contract/hours.ts';
import { addDays } from '#domain/dates.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';

type UpcomingNoticeProps = { upcoming: NonNullable<NonNullable<PersonMonthHours['details']>['upcoming']> };

/** What to heed so that no warning comes; renders nothing if there is nothing. */
export function UpcomingNotice({ upcoming }: UpcomingNoticeProps) {
  const { t } = useTranslation('breaks');
  const { formatTime, formatDate, formatDateTime, today } = useCompanyTime();
  const { dailyRestUntil, weeklyRestBy, longDayAt, breakBy } = upcoming;
  const at = (instant: string) =>
    formatDate(instant) === formatDate(today()) ? formatTime(instant) : formatDateTime(instant);
  // A weekly rest that is due later in the week is nothing to heed yet.
  const isRestNear = weeklyRestBy !== null && weeklyRestBy <= addDays(today(), 1);
  const notes = [
    dailyRestUntil && t('upcoming.dailyRest', { time: at(dailyRestUntil) }),
    breakBy && t('upcoming.break', { time: at(breakBy) }),
    longDayAt && t('upcoming.longDay', { time: at(longDayAt) }),
    isRestNear && t('upcoming.weeklyRest', { date: formatDate(weeklyRestBy) }),
  ].filter((note) => typeof note === 'string');
  if (notes.length === 0) return null;
  return (
    <Alert title={t('upcoming.title')}>
      <ul className="figures">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  );
}
