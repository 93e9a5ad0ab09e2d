/** What a person's monthly sheet is made from: their hours without the derivations, which would fill the memory. */

import type { DayCode } from '#contract/sheets.ts';
import { type Interval, union } from '#domain/intervals.ts';
import { fullName } from '#domain/names.ts';
import { onCallSpan } from '#domain/on-call.ts';
import type { WorkCalendar } from '#domain/work-calendar.ts';
import type { DayHours, Figures, MonthHours, PeriodHours, PeriodOvertime } from '#domain/work-hours.ts';
import type { Mark, Shift } from '#domain/worked-time.ts';
import { type DaysOffDue, daysOffDue } from './days-off.ts';
import type { PersonHours } from './month-people.service.ts';

export type SheetPerson = {
  id: string;
  firstName: string;
  lastName: string;
  /** With the tag that tells people of the same name apart. */
  name: string;
  payrollNo: string | null;
  position: string | null;
  isApproved: boolean;
  /** The IANA zone by whose clock the month's times are shown. */
  timeZone: string;
  month: Omit<MonthHours, 'days' | 'periodOvertime'>;
  days: SheetDay[];
  period: PeriodHours;
  periodOvertime: PeriodOvertime[];
  daysOffDue: DaysOffDue[];
  onCall: OnCall[];
  /** Of the total, in milliseconds. */
  additional: number;
  /** The agreed and the full weekly hours at the month's end, in milliseconds. */
  weekly: number;
  weeklyNorm: number;
};

/** On-call time from one instant to another, in milliseconds since 1970; `date`: on which it begins. */
export type OnCall = { date: string; code: string; from: number; to: number; place: string | null };

/** Without interruption; `to` null: still open. Milliseconds since 1970. */
type Span = { from: number; to: number | null };

export type SheetDay = Figures & {
  date: string;
  code: DayCode | null;
  /** A published schedule says what is planned on it. */
  isScheduled: boolean;
  marks: Mark[];
  /** Presence in the shifts of the date, and the same without unpaid breaks. */
  spans: Span[];
  worked: Span[];
};

/** Whether a published schedule says what is planned on the day. */
export const isScheduled = ({ derivation }: DayHours) =>
  derivation.plan.steps.some(({ reason }) => reason === 'schedule');

function dayCode(day: DayHours, calendar: WorkCalendar): DayCode | null {
  const { date, total, restDay, derivation } = day;
  const { isEmployed, ms, steps } = derivation.plan;
  if (!isEmployed && total === 0) return 'notEmployed';
  if (calendar.isHoliday(date)) return total > 0 ? 'holidayWork' : 'holiday';
  if (ms === 0) {
    if (total > 0) return restDay > 0 ? 'restDayWork' : null;
    if (calendar.isSunday(date)) return 'sunday';
    return isScheduled(day) ? 'scheduledOff' : 'restDay';
  }
  return steps.some(({ reason }) => reason === 'short-day') ? 'shortDay' : null;
}

export function sheetPerson({
  overview: { user, approval },
  hours,
  calendar,
  payrollNo,
  position,
  timeZone,
  onCall,
}: PersonHours): SheetPerson {
  const { month, period, shifts, person } = hours;
  const { days, periodOvertime, ...figures } = month;
  const last = days.at(-1)?.date ?? `${month.month}-28`;
  const spansOf = (date: string, parts: (shift: Shift) => Interval[]) =>
    shifts
      .filter((shift) => shift.date === date)
      .flatMap((shift) =>
        union(parts(shift)).map(({ from, to }) => ({
          from,
          to: shift.isOpen && to === shift.to ? null : to,
        })),
      );
  return {
    payrollNo,
    position,
    timeZone,
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    name: fullName(user),
    isApproved: approval !== null,
    month: figures,
    days: days.map((day) => {
      const { derivation: _, ...row } = day;
      return {
        ...row,
        code: dayCode(day, calendar),
        isScheduled: isScheduled(day),
        spans: spansOf(day.date, ({ entries }) => entries),
        worked: spansOf(day.date, ({ worked }) => worked),
      };
    }),
    period,
    periodOvertime,
    daysOffDue: daysOffDue(hours, calendar),
    onCall: onCall.map(({ code, place, startDate, ...time }) => ({
      date: startDate,
      code,
      place,
      ...onCallSpan({ startDate, ...time }, timeZone),
    })),
    additional: hours.additional,
    weekly: person.termsOn(last).weekly,
    weeklyNorm: calendar.rulesOn(last).weeklyNorm,
  };
}

/** Whether an administrator or a request changed the day's times, or an end is an estimate. */
export const isCorrected = ({ marks }: Pick<SheetDay, 'marks'>) =>
  marks.includes('corrected') || marks.includes('estimated');

/** Whether the day's hours can still change: an entry is open or awaits approval. */
export const isProvisional = ({ marks }: Pick<SheetDay, 'marks'>) =>
  marks.includes('pending') || marks.includes('running');
