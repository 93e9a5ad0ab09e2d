/**
 * Warnings about planned shifts (work-rules.md §4 and §6), as if they had been worked. They never block. For the server only.
 */

import { addDays, datesBetween, daysBetween, monthOf, partsOf } from './dates.ts';
import { type Interval, intersect, lengthOf, subtract, union } from './intervals.ts';
import { coveredPlan, type PlannedShift, plannedInterval, plannedMs } from './schedules.ts';
import { countedEnd } from './shifts.ts';
import type { WorkCalendar } from './work-calendar.ts';
import { type PersonTime, type WorkHours, workHours } from './work-hours.ts';
import { type WarningKind, workWarnings } from './work-warnings.ts';

const MS_PER_DAY = 86_400_000;

/** The dates that are nearer than the notice. With 7 days, the date a week after today is not; past dates are. */
export function datesWithinNotice(dates: readonly string[], today: string, days: number): string[] {
  return days === 0 ? [] : dates.filter((date) => daysBetween(today, date) < days);
}

const AS_WORKED = ['daily-rest', 'weekly-rest', 'long-day', 'week', 'average-week', 'missing-break'] as const;

export type ScheduleWarningKind =
  | (typeof AS_WORKED)[number]
  | 'overlaps-absence'
  | 'not-employed'
  | 'inactive-location'
  | 'differs-from-pattern'
  | 'differs-from-norm'
  | 'notice';

/**
 * `ms` and `limitMs` in milliseconds: as in the warnings of worked time; planned time and what it should be (0 where
 * nothing should be planned); of `notice` whole days from today, and the days due.
 */
export type ScheduleWarning = {
  userId: string;
  date: string;
  kind: ScheduleWarningKind;
  ms: number;
  limitMs: number;
};

/**
 * `time`: what is recorded and agreed, with the published schedule if there is one, for as long as `workHours` asks for.
 * `shifts`: the draft in the period, and before and after it as far as it can matter. `changed`: the dates whose draft
 * differs from what is published.
 */
export type PlannedPerson = {
  userId: string;
  time: PersonTime;
  shifts: readonly PlannedShift[];
  changed: readonly string[];
};

export type ScheduleSetup = {
  /** The dates of the schedule, both included. */
  start: string;
  end: string;
  timeZone: string;
  calendar: WorkCalendar;
  inactiveLocations: ReadonlySet<string>;
  noticeDays: number;
};

type Planned = { shift: PlannedShift; ms: number; interval: Interval };
const asKinds: readonly WarningKind[] = AS_WORKED;
const sumOf = (list: readonly Planned[]) => list.reduce((sum, { ms }) => sum + ms, 0);

/** The dates of whole-day absences from `start` to `end`. */
function absentDatesOf({ absences }: PersonTime, { start, end }: ScheduleSetup): Set<string> {
  return new Set(
    absences
      .filter(({ part }) => part === null)
      .flatMap((absence) =>
        datesBetween({
          start: absence.start > start ? absence.start : start,
          end: absence.end < end ? absence.end : end,
        }),
      ),
  );
}

/** `Employment.schedule` as if the draft of the dates were published. */
export function draftedSchedule(
  time: PersonTime,
  shifts: readonly PlannedShift[],
  setup: ScheduleSetup,
): Map<string, number> {
  const { start, end, timeZone } = setup;
  const dates = datesBetween({ start, end });
  const covered = { dates, shifts, absentDates: absentDatesOf(time, setup), zoneOf: () => timeZone };
  const published = [...(time.employment.schedule ?? [])].filter(([date]) => date < start || date > end);
  return new Map([...published, ...coveredPlan(covered)]);
}

/**
 * The recorded time up to now with the planned shifts that have not ended as presence, whose break lies in their middle.
 * Where both are, the plan counts.
 */
function asIfWorked({ entries, breaks, counting, ...time }: PersonTime, planned: Planned[]) {
  const now = counting.now.getTime();
  const ahead = planned.filter(({ interval }) => interval.to > now);
  const taken = union(ahead.map(({ interval }) => interval));
  const msOf = (instant: string | number | Date) => new Date(instant).getTime();
  const recorded = entries.map((entry) => ({
    ...entry,
    from: msOf(entry.checkIn),
    to: msOf(countedEnd(entry, counting)),
  }));
  const recordedBreaks = breaks.map(({ from, to, isPaid }) => ({
    from: msOf(from),
    to: msOf(to ?? now),
    isPaid,
  }));
  return {
    ...time,
    entries: [
      ...subtract(recorded, taken).map(({ from, to, ...entry }) => ({
        ...entry,
        checkIn: from,
        checkOut: to,
      })),
      ...ahead.map(({ interval: { from, to } }, index) => ({
        id: `planned-${index}`,
        checkIn: from,
        checkOut: to,
        recordedAt: to,
        marks: [],
      })),
    ],
    breaks: [
      ...subtract(recordedBreaks, taken),
      ...ahead.map(({ interval: { from, to }, ms }) => {
        const start = from + ms / 2;
        return { from: start, to: start + (to - from - ms), isPaid: false };
      }),
    ],
  };
}

/** Planned hours against the norm to be worked: of the settlement periods that the dates cover, and of other whole months. */
function normWarnings(
  planned: Planned[],
  hoursOf: (month: string) => WorkHours,
  { start, end }: ScheduleSetup,
): Omit<ScheduleWarning, 'userId'>[] {
  const spans = new Map<string, { start: string; end: string; limitMs: number }>();
  for (const part of partsOf({ start, end }, monthOf)) {
    const whole = monthOf(part.start);
    const { period, month } = hoursOf(part.start.slice(0, 7));
    const own = { start: `${period.start}-01`, end: monthOf(`${period.end}-01`).end };
    if (own.start >= start && own.end <= end) {
      spans.set(own.end, { ...own, limitMs: period.normToBeWorked });
    } else if (whole.start >= start && whole.end <= end) {
      spans.set(whole.end, { ...whole, limitMs: month.normToBeWorked });
    }
  }
  return [...spans.values()].flatMap(({ limitMs, ...span }) => {
    const own = planned.filter(({ shift: { date } }) => date >= span.start && date <= span.end);
    const ms = sumOf(own);
    return own.length === 0 || ms === limitMs
      ? []
      : [{ date: span.end, kind: 'differs-from-norm' as const, ms, limitMs }];
  });
}

/** What is wrong with a date's shifts by themselves. */
function dayWarnings(
  date: string,
  own: Planned[],
  { person, dayHours }: WorkHours,
  absent: Interval[],
  { inactiveLocations }: ScheduleSetup,
): Omit<ScheduleWarning, 'userId'>[] {
  const warnings: Omit<ScheduleWarning, 'userId'>[] = [];
  const add = (kind: ScheduleWarningKind, ms: number, limitMs = 0) =>
    warnings.push({ date, kind, ms, limitMs });
  const ms = sumOf(own);
  const overlap = lengthOf(
    intersect(
      own.map(({ interval }) => interval),
      absent,
    ),
  );
  if (overlap > 0) add('overlaps-absence', overlap);
  if (own.length > 0 && !person.isEmployed(date)) add('not-employed', ms);
  const closed = own.filter(({ shift: { locationId } }) => locationId && inactiveLocations.has(locationId));
  if (closed.length > 0) add('inactive-location', sumOf(closed));
  if (person.termsOn(date).workTime === 'fixed' && person.isEmployed(date)) {
    const { plan, absences } = dayHours(date);
    const left = plan - absences.reduce((sum, absence) => sum + absence.ms, 0);
    // Hours off can be planned around, or left to the absence.
    if (ms !== plan && ms !== left) add('differs-from-pattern', ms, left);
  }
  return warnings;
}

/**
 * The warnings about a person's draft, by date: of the period's dates from today on. What has been planned and has ended does
 * not count, since what was really worked does. Without a shift in the period, only the notice is judged.
 */
export function scheduleWarnings(
  { userId, time, shifts, changed }: PlannedPerson,
  setup: ScheduleSetup,
): ScheduleWarning[] {
  const { start, end, timeZone, calendar, noticeDays } = setup;
  const today = calendar.dateOf(time.counting.now.getTime());
  const planned = shifts.map((shift) => ({
    shift,
    ms: plannedMs(shift, timeZone),
    interval: plannedInterval(shift, timeZone),
  }));
  const isJudged = ({ date }: { date: string }) => date >= start && date <= end && date >= today;
  const warnings: Omit<ScheduleWarning, 'userId'>[] = datesWithinNotice(changed, today, noticeDays).map(
    (date) => ({
      date,
      kind: 'notice',
      ms: daysBetween(today, date) * MS_PER_DAY,
      limitMs: noticeDays * MS_PER_DAY,
    }),
  );

  if (shifts.some(isJudged)) {
    const dates = datesBetween({ start, end });
    // The month's end has to be over for its average week.
    const after = { ...time.counting, now: new Date(calendar.startOf(addDays(end, 1))) };
    const person: PersonTime = {
      ...asIfWorked(time, planned),
      counting: after,
      employment: { ...time.employment, schedule: draftedSchedule(time, shifts, setup) },
    };
    const months = new Map(
      partsOf({ start, end }, monthOf).map((part) => {
        const month = part.start.slice(0, 7);
        return [month, workHours(person, month, calendar)] as const;
      }),
    );
    const hoursOf = (month: string) => {
      const hours = months.get(month);
      if (!hours) throw new RangeError(`Not in the schedule: ${month}`);
      return hours;
    };
    const absent = union(
      time.absences
        .filter(({ part }) => part === null)
        .map((absence) => ({
          from: calendar.startOf(absence.start),
          to: calendar.startOf(addDays(absence.end, 1)),
        })),
    );
    const byDate = Map.groupBy(planned, ({ shift }) => shift.date);
    warnings.push(
      ...[...months.values()]
        .flatMap((hours) => workWarnings(hours, calendar, after.now).warnings)
        .filter(({ kind }) => asKinds.includes(kind))
        .map(({ kind, date, figure, limit }) => ({
          date,
          kind: kind as ScheduleWarningKind,
          ms: figure,
          limitMs: limit,
        })),
      ...dates.flatMap((date) =>
        dayWarnings(date, byDate.get(date) ?? [], hoursOf(date.slice(0, 7)), absent, setup),
      ),
      ...normWarnings(planned, hoursOf, setup),
    );
  }
  return warnings
    .filter(isJudged)
    .map((warning) => ({ userId, ...warning }))
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
