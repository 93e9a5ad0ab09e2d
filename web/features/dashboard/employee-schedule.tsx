import { CalendarClock, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { addDays } from '#domain/dates.ts';
import { plannedInterval, shiftText } from '#domain/schedules.ts';
import { useNow } from '#web/call/server-clock.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { weekdayDateText } from '#web/time/date-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { OwnSchedule } from '#web/working-time/own-schedule.ts';

const TICK_MS = 60_000;

/** What is new in the viewer's schedule, and their next shift: the one of today that has not ended, or the first after it. */
export function EmployeeSchedule({ schedule }: { schedule: OwnSchedule }) {
  const { t } = useTranslation('own-schedule');
  const pathTo = usePathTo();
  const { timeZone, today, language } = useCompanyTime();
  const now = useNow(TICK_MS);
  const date = today();
  const next = schedule.days
    .filter((day) => day.date >= date)
    .flatMap((day) => day.shifts.map((shift) => ({ date: day.date, ...shift })))
    .find((shift) => plannedInterval(shift, timeZone).to > now);
  const whenOf = (day: string) =>
    day === date
      ? t('today')
      : day === addDays(date, 1)
        ? t('tomorrow')
        : weekdayDateText(day, language, 'short');
  return (
    <>
      {schedule.announcements.length > 0 && (
        <Alert
          tone="attention"
          role="status"
          action={
            <Button asChild variant="secondary">
              <Link to={pathTo('mySchedule')}>{t('show')}</Link>
            </Button>
          }
        >
          {t('changed')}
        </Alert>
      )}
      {next && (
        <Link
          to={pathTo('mySchedule')}
          className="flex min-h-11 items-center gap-3 rounded-lg border border-hairline bg-surface px-4 py-3 transition-colors duration-150 hover:bg-sunken sm:px-6"
        >
          <CalendarClock className="size-5 shrink-0 text-ink-muted" aria-hidden="true" />
          <span className="figures wrap-anywhere min-w-0 flex-1">
            <span className="sr-only">{t('nextShift')} </span>
            <span className="font-semibold first-letter:uppercase">
              {whenOf(next.date)} {shiftText(next)}
            </span>
            {next.locationName && `, ${next.locationName}`}
          </span>
          <ChevronRight className="size-5 shrink-0 text-ink-muted" aria-hidden="true" />
        </Link>
      )}
    </>
  );
}
