import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { addDays, datesBetween, weekOf } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { shiftText } from '#domain/schedules.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { periodText } from '#web/time/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { type OwnSchedule, ownScheduleQuery } from '#web/working-time/own-schedule.ts';

/** Saying "Seen" takes the server, so that a phone does not fetch this beforehand. */
const OwnAnnouncements = lazyPart(async () => (await import('./own-announcements.tsx')).OwnAnnouncements, {
  fallback: <Skeleton className="h-40 rounded-lg!" />,
});

/** Takes the server as well. */
const OwnFeed = lazyPart(async () => (await import('./own-feed.tsx')).OwnFeed);

/** This week and four more; so many more come with each tap. */
const WEEKS = 5;
const MORE_WEEKS = 4;

/** The viewer's published shifts, week by week, and on top what is new in them. */
export function Component() {
  const { t } = useTranslation('nav');
  const { timeZone } = useCompanyTime();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <PageHeader title={t('titles.mySchedule')} />
      <Loaded
        query={useQuery(ownScheduleQuery(timeZone))}
        skeleton={<Skeleton className="h-80 rounded-lg!" />}
      >
        {(schedule) => <Schedule schedule={schedule} />}
      </Loaded>
    </div>
  );
}

function Schedule({ schedule }: { schedule: OwnSchedule }) {
  const { t } = useTranslation('own-schedule');
  const { today } = useCompanyTime();
  const [weeks, setWeeks] = useState(WEEKS);
  const { announcements, coveredDates, days, endDate } = schedule;
  // Without a signal the schedule may be of an earlier week.
  const mondays = datesBetween({ start: weekOf(today()).start, end: endDate }).filter(
    (_, day) => day % 7 === 0,
  );
  if (coveredDates.length + days.length + announcements.length === 0) {
    return (
      <Card>
        <EmptyState icon={<CalendarClock />} title={t('emptyTitle')} text={t('emptyText')} />
      </Card>
    );
  }
  return (
    <>
      {announcements.length > 0 && <OwnAnnouncements announcements={announcements} />}
      {mondays.slice(0, weeks).map((monday) => (
        <Week key={monday} monday={monday} schedule={schedule} />
      ))}
      {mondays.length > weeks && (
        <Button variant="secondary" className="self-center" onClick={() => setWeeks(weeks + MORE_WEEKS)}>
          {t('showMore')}
        </Button>
      )}
      <OwnFeed hasFeed={schedule.hasFeed} />
    </>
  );
}

function Week({ monday, schedule }: { monday: string; schedule: OwnSchedule }) {
  const { t } = useTranslation('own-schedule');
  const language = useLanguage();
  const today = useCompanyTime().today();
  const week = { start: monday < today ? today : monday, end: addDays(monday, 6) };
  const covered = new Set(schedule.coveredDates);
  const shiftsOf = new Map(schedule.days.map(({ date, shifts }) => [date, shifts]));
  const dates = datesBetween(week);
  const planned = dates.filter((date) => covered.has(date) || shiftsOf.has(date));
  const places = new Set(planned.flatMap((date) => shiftsOf.get(date) ?? []).map(placeOf));
  const [place] = places;
  const isOnePlace = places.size === 1;
  return (
    <Card>
      <CardHeader
        title={<span className="figures">{periodText(week, language)}</span>}
        text={isOnePlace && place}
      />
      <CardBody className="flex flex-col gap-2">
        <ul className="divide-y divide-hairline">
          {planned.map((date) => (
            <Day key={date} date={date} shifts={shiftsOf.get(date) ?? []} namesPlace={!isOnePlace} />
          ))}
        </ul>
        {planned.length < dates.length && (
          <p className="text-ink-muted text-sm">{t(planned.length === 0 ? 'noneInWeek' : 'noneOtherDays')}</p>
        )}
      </CardBody>
    </Card>
  );
}

type OwnShift = OwnSchedule['days'][number]['shifts'][number];
const placeOf = ({ locationName }: OwnShift) => locationName ?? '';

type DayProps = { date: string; shifts: readonly OwnShift[]; namesPlace: boolean };

function Day({ date, shifts, namesPlace }: DayProps) {
  const { t } = useTranslation('own-schedule');
  const language = useLanguage();
  const { today } = useCompanyTime();
  return (
    <li
      aria-current={date === today() ? 'date' : undefined}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 aria-[current=date]:font-semibold"
    >
      <span className={`figures w-24 shrink-0 ${shifts.length === 0 ? 'text-ink-muted' : ''}`}>
        {/* The week's dates stand above. */}
        {new Date(date).toLocaleDateString(LOCALES[language], {
          weekday: 'short',
          day: 'numeric',
          timeZone: 'UTC',
        })}
      </span>
      {shifts.length === 0 ? (
        <span className="text-ink-muted">{t('dayOff')}</span>
      ) : (
        <ul className="min-w-0 flex-1 basis-40">
          {shifts.map((shift) => (
            <li key={shift.starts}>
              <span className="figures font-semibold">{shiftText(shift)}</span>{' '}
              <span className="wrap-anywhere">
                {[shift.name, namesPlace && placeOf(shift)].filter(Boolean).join(', ')}
              </span>
              {shift.note && <span className="wrap-anywhere block text-ink-muted text-sm">{shift.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
