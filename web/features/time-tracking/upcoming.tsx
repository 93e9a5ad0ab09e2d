import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { PersonMonthHours } from '#contract/hours.ts';
import { reachOf } from '#contract/policy.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';

/** What the viewer should heed next, not without a connection; for managers the way to their crew. */
export function Upcoming() {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  const { id, company, role } = useUser();
  const month = dateIn(serverNow(), company.timezone).slice(0, 7);
  const { data } = useQuery(personHoursQuery(month, id));
  const reach = reachOf('team', role);
  return (
    <>
      {data?.details?.upcoming && <Notice upcoming={data.details.upcoming} />}
      {reach && (
        <Button asChild variant="secondary">
          <Link to={pathTo('crew')}>
            <UserCheck className="size-5" aria-hidden="true" />
            {t('pages.crew')}
          </Link>
        </Button>
      )}
    </>
  );
}

type NoticeProps = { upcoming: NonNullable<NonNullable<PersonMonthHours['details']>['upcoming']> };

/** What to do so that no warning comes; nothing if there is nothing. Only here, where the reader can do it. */
function Notice({ upcoming }: NoticeProps) {
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
