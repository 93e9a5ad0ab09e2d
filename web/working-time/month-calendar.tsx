import { clsx } from 'clsx';
import { Hourglass, Lock, Star, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PersonMonthHours } from '#contract/hours.ts';
import { durationText, MINUTE_MS, minutesText, roundedDays } from '#domain/apportion.ts';
import { weekdayDateText } from '#domain/date-text.ts';
import { addDays, addMonths, monthOf, weekdayOf } from '#domain/dates.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { monthText } from '#web/time/date-text.ts';
import { MonthGrid, MonthHead } from '#web/time/month-grid.tsx';
import { Badge } from '#web/ui/badge.tsx';

type Details = NonNullable<PersonMonthHours['details']>;
type Day = Details['days'][number];

type MonthCalendarProps = {
  /** `yyyy-MM`. */
  month: string;
  onMonth: (month: string) => void;
  /** The last month that can be turned to. */
  lastMonth: string;
  /** The company's date. */
  today: string;
  /** The person's month with its details; null while it loads, and for a month without any. */
  hours: PersonMonthHours | null;
  /** The names of holidays by date. */
  holidays?: ReadonlyMap<string, string>;
  /** What is shown below the calendar about the day that was chosen. */
  children?: ((date: string) => ReactNode) | undefined;
  /** Leads to the day, where nothing is shown here. */
  onDay?: ((date: string) => void) | undefined;
};

/** How far the keys move from a date; Home and End go to the ends of its week. */
const STEPS: Record<string, (date: string) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: () => -7,
  ArrowDown: () => 7,
  Home: (date) => 1 - weekdayOf(date),
  End: (date) => 7 - weekdayOf(date),
};

const HOLIDAYS = new Set(['public-holiday', 'own-holiday', 'day-off', 'substitute']);
const isHoliday = ({ derivation }: Day) => derivation.plan.some(({ reason }) => HOLIDAYS.has(reason));
const isPending = ({ marks }: Day) => marks.includes('pending') || marks.includes('running');

/** Days in minutes, rounded so that they, and so weeks, add up to the month. */
export function minutesByDate(days: readonly Day[]): Map<string, number> {
  const minutes = roundedDays(
    days.map(({ total, marks }) => ({ ms: total, isGrowing: marks.includes('running') })),
    MINUTE_MS,
  );
  return new Map(days.map(({ date }, index) => [date, minutes[index] ?? 0]));
}

/**
 * A person's month as a calendar, Monday first: the hours of each day as printed (they add up to the month's sum), absences,
 * holidays, what awaits approval, and warnings. Areas `hours`, `dates`.
 */
export function MonthCalendar({
  month,
  onMonth,
  lastMonth,
  today,
  hours,
  holidays,
  children,
  onDay,
}: MonthCalendarProps) {
  const { t } = useTranslation(['hours', 'dates', 'common']);
  const language = useLanguage();
  const grid = useRef<HTMLTableElement>(null);
  const { start, end } = monthOf(`${month}-01`);
  const [chosen, setChosen] = useState<string>();
  const [current, setCurrent] = useState(today);
  const reached = current >= start && current <= end ? current : start;

  const days = hours?.details?.days ?? [];
  const minutes = minutesByDate(days);
  const byDate = new Map(days.map((day) => [day.date, { day, minutes: minutes.get(day.date) ?? 0 }]));
  const longest = Math.max(0, ...days.flatMap(({ total, plan }) => [total, plan]));
  const warned = new Set(hours?.details?.warnings.map(({ date }) => date));

  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = step && addDays(reached, step(reached));
    if (!next || next < start || next > end) return;
    event.preventDefault();
    setCurrent(next);
    grid.current?.querySelector<HTMLButtonElement>(`[data-date="${next}"]`)?.focus();
  };
  const factsOf = (date: string) => {
    const found = byDate.get(date);
    if (!found) return [];
    const { day } = found;
    const facts = found.minutes > 0 ? [t('common:hours', { hours: minutesText(found.minutes) })] : [];
    if (isHoliday(day)) facts.push(holidays?.get(date) ?? t('calendar.holiday'));
    facts.push(...day.absences.map(({ code }) => t('absence', { code })));
    facts.push(...day.marks.map((mark) => t(`marks.${mark}`)));
    if (warned.has(date)) facts.push(t('calendar.warning'));
    return facts;
  };

  return (
    <div>
      <MonthHead month={month} isLast={month >= lastMonth} onTurn={(by) => onMonth(addMonths(month, by))} />
      {hours && (
        <p className="mb-2 flex flex-wrap items-center justify-center gap-2">
          <span className="figures font-semibold text-2xl">
            {t('common:hours', {
              hours: minutesText([...minutes.values()].reduce((sum, one) => sum + one, 0)),
            })}
          </span>
          {hours.break > 0 && (
            <span className="figures w-full text-center text-ink-muted text-sm">
              {t('figures.break')}: {t('common:hours', { hours: durationText(hours.break) })}
            </span>
          )}
          {hours.isApproved && <Badge icon={<Lock aria-hidden="true" />}>{t('calendar.approved')}</Badge>}
          {hours.isProvisional && (
            <Badge tone="attention" icon={<Hourglass aria-hidden="true" />}>
              {t('provisionalShort')}
            </Badge>
          )}
        </p>
      )}
      <MonthGrid
        ref={grid}
        month={month}
        caption={<caption className="sr-only">{monthText(month, language)}</caption>}
        className="figures w-full table-fixed border-separate border-spacing-0.5"
      >
        {(date) => {
          const found = byDate.get(date);
          const facts = factsOf(date).join(', ');
          return (
            <button
              type="button"
              data-date={date}
              tabIndex={date === reached ? 0 : -1}
              onKeyDown={move}
              onFocus={() => setCurrent(date)}
              onClick={() => (onDay ? onDay(date) : setChosen(date === chosen ? undefined : date))}
              aria-pressed={children ? date === chosen : undefined}
              aria-current={date === today ? 'date' : undefined}
              title={facts || undefined}
              className={clsx(
                'flex h-16 w-full flex-col items-center rounded-md border pt-0.5 leading-tight sm:h-18',
                date === chosen ? 'border-ink' : 'border-hairline',
                (weekdayOf(date) > 5 || (found && isHoliday(found.day))) && 'bg-sunken',
                children || onDay ? 'hover:border-edge' : 'cursor-default',
              )}
            >
              <span className="sr-only">
                {[weekdayDateText(date, language), facts].filter(Boolean).join(': ')}
              </span>
              <DayContent
                date={date}
                isToday={date === today}
                found={found}
                longest={longest}
                isWarned={warned.has(date)}
              />
            </button>
          );
        }}
      </MonthGrid>
      <Legend days={days} hasBars={longest > 0} hasWarnings={warned.size > 0} />
      {children && chosen?.startsWith(month) && <ShownDay key={chosen}>{children(chosen)}</ShownDay>}
    </div>
  );
}

/** Comes into sight: on a phone it is below the fold. */
function ShownDay({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  // Not before a page that has just been opened is scrolled to its top.
  // Newer browsers return a promise here, which is no clean-up.
  useEffect(() => void element.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={element} className="mt-4 scroll-my-24">
      {children}
    </div>
  );
}

type DayContentProps = {
  date: string;
  isToday: boolean;
  found: { day: Day; minutes: number } | undefined;
  /** The full width of a day's bar. */
  longest: number;
  isWarned: boolean;
};

function DayContent({ date, isToday, found, longest, isWarned }: DayContentProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          'text-xs',
          isToday ? 'rounded-sm bg-ink px-1.5 font-semibold text-paper' : 'text-ink-muted',
        )}
      >
        {Number(date.slice(8))}
      </span>
      <span aria-hidden="true" className="mt-0.5 font-semibold text-xs min-[23rem]:text-sm sm:text-base">
        {found && found.minutes > 0 ? minutesText(found.minutes) : ''}
      </span>
      {found && longest > 0 && (
        <svg
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="mt-0.5 h-1.5 w-full px-1"
        >
          <rect
            data-value={found.day.total}
            width={(found.day.total / longest) * 100}
            height="6"
            className="fill-ink"
          />
          {found.day.plan > 0 && (
            <rect
              x={Math.min(97, (found.day.plan / longest) * 100)}
              width="3"
              height="6"
              className="fill-attention"
            />
          )}
        </svg>
      )}
      <span aria-hidden="true" className="mt-auto flex min-h-4 items-center gap-0.5 pb-0.5 text-xs">
        {found?.day.absences.slice(0, 1).map(({ code }) => (
          <span key={code} className="rounded-sm bg-ink px-1 font-semibold text-paper">
            {code}
          </span>
        ))}
        {found && isHoliday(found.day) && <Star className="size-3.5" />}
        {found && isPending(found.day) && <Hourglass className="size-3.5 text-attention-text" />}
        {isWarned && <TriangleAlert className="size-3.5 text-attention-text" />}
      </span>
    </>
  );
}

function Legend({ days, hasBars, hasWarnings }: { days: Day[]; hasBars: boolean; hasWarnings: boolean }) {
  const { t } = useTranslation('hours');
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-sm empty:hidden">
      {hasBars && <li>{t('calendar.bar')}</li>}
      {days.some(isHoliday) && (
        <li className="flex items-center gap-1">
          <Star className="size-3.5" aria-hidden="true" />
          {t('calendar.holiday')}
        </li>
      )}
      {days.some(isPending) && (
        <li className="flex items-center gap-1">
          <Hourglass className="size-3.5 text-attention-text" aria-hidden="true" />
          {t('calendar.pending')}
        </li>
      )}
      {hasWarnings && (
        <li className="flex items-center gap-1">
          <TriangleAlert className="size-3.5 text-attention-text" aria-hidden="true" />
          {t('calendar.warning')}
        </li>
      )}
    </ul>
  );
}
