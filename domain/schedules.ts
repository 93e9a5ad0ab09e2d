/** Planned shifts: when they are, what a planner types, rotations, and the plan that follows. For browsers too. */

import { addDays, datesBetween, daysBetween } from './dates.ts';
import type { Interval } from './intervals.ts';
import { clockOf } from './on-call.ts';
import { instantAt } from './wall-clock.ts';

export const MAX_SHIFTS_A_DAY = 3;
export const MAX_SHIFT_HOURS = 24;
/** Shift kinds of a company. */
export const MAX_KINDS = 50;
/** Days of a schedule that is read or changed at once. */
export const MAX_SCHEDULE_DAYS = 92;
/** Announcements in one answer; each person of the largest company has had five then. */
export const MAX_ANNOUNCEMENTS = 1000;

/**
 * A shift of one person on the date on which it starts; `starts` and `ends` are `HH:mm` of the company's clock. An end that
 * is not after the start is on the next day. The break is unpaid.
 */
export type PlannedShift = {
  date: string;
  starts: string;
  ends: string;
  breakMinutes: number;
  locationId: string | null;
  kindId: string | null;
  note: string;
};

export type ShiftTimes = Pick<PlannedShift, 'starts' | 'ends'>;

/**
 * The shift's instants, in milliseconds since 1970. A time that the clock shows twice is the earlier one, and a time that
 * it skips is as much later. A shift that so would end before it starts is empty.
 */
export function plannedInterval(
  { date, starts, ends }: ShiftTimes & Pick<PlannedShift, 'date'>,
  timeZone: string,
): Interval {
  const from = instantAt(date, starts, timeZone);
  const to = instantAt(ends > starts ? date : addDays(date, 1), ends, timeZone);
  return { from, to: Math.max(from, to) };
}

/** Real elapsed time of the shift less its break, in milliseconds; never below 0. */
export function plannedMs(
  shift: ShiftTimes & Pick<PlannedShift, 'date' | 'breakMinutes'>,
  timeZone: string,
): number {
  const { from, to } = plannedInterval(shift, timeZone);
  return Math.max(0, to - from - shift.breakMinutes * 60_000);
}

/** The pairs of one person's shifts that overlap, the earlier one first. Shifts that only touch do not. */
export function findOverlaps<Shift extends PlannedShift>(
  shifts: readonly Shift[],
  timeZone: string,
): [Shift, Shift][] {
  const ordered = shifts
    .map((shift) => ({ shift, ...plannedInterval(shift, timeZone) }))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from - b.from);
  return ordered.flatMap((one, index) =>
    ordered
      .slice(index + 1)
      .filter(({ from }) => from < one.to)
      .map(({ shift }): [Shift, Shift] => [one.shift, shift]),
  );
}

const TYPED = /^\s*(\d{1,2})(?:[:.](\d\d))?\s*[-–—]\s*(\d{1,2})(?:[:.](\d\d))?\s*$/;

/** Reads "7-15:30", "07:00–15:30", "22-6" or "7.30-16"; null if the text is no shift. 24 as an end is midnight. */
export function parseTypedShift(text: string): ShiftTimes | null {
  const [found, fromHour, fromMinute = 0, toHour, toMinute = 0] = TYPED.exec(text) ?? [];
  if (!found || Number(fromMinute) > 59 || Number(toMinute) > 59) return null;
  const starts = Number(fromHour) * 60 + Number(fromMinute);
  const ends = Number(toHour) * 60 + Number(toMinute);
  if (starts >= 24 * 60 || ends > 24 * 60) return null;
  return { starts: clockOf(starts), ends: clockOf(ends % (24 * 60)) };
}

/** The shift's times for display, "07:00–15:30". */
export const shiftText = ({ starts, ends }: ShiftTimes): string => `${starts}–${ends}`;

/**
 * The kind of each date for one person, null for a day off. `firstDay` is the place in the rotation on the start date.
 * Dates to be skipped are left out, and the rotation goes on over them.
 */
export function fillRotation<Kind>({
  rotation,
  startDate,
  endDate,
  firstDay,
  skipDates,
}: {
  rotation: readonly (Kind | null)[];
  startDate: string;
  endDate: string;
  firstDay: number;
  skipDates: ReadonlySet<string>;
}): { date: string; kind: Kind | null }[] {
  return datesBetween({ start: startDate, end: endDate })
    .map((date, index) => ({ date, kind: rotation[(firstDay + index) % rotation.length] ?? null }))
    .filter(({ date }) => !skipDates.has(date));
}

/** Each date of the period with the date that it is copied to; the first one to `toDate`. Targets can be skipped. */
export function copyDates({
  startDate,
  endDate,
  toDate,
  skipDates,
}: {
  startDate: string;
  endDate: string;
  toDate: string;
  skipDates: ReadonlySet<string>;
}): { from: string; to: string }[] {
  const days = daysBetween(startDate, toDate);
  return datesBetween({ start: startDate, end: endDate })
    .map((from) => ({ from, to: addDays(from, days) }))
    .filter(({ to }) => !skipDates.has(to));
}

/**
 * The milliseconds planned on each covered date, for `Employment.schedule` (work-rules.md §4). A date without a shift is a day
 * off. `absentDates` are those of whole-day absences that were known when the schedule was published: without a shift they
 * are not covered, since the planner left them free for the absence and it has to replace the pattern's plan.
 */
export function coveredPlan({
  dates,
  shifts,
  absentDates,
  zoneOf,
}: {
  dates: Iterable<string>;
  shifts: readonly PlannedShift[];
  absentDates: ReadonlySet<string>;
  zoneOf: (date: string) => string;
}): Map<string, number> {
  const byDate = Map.groupBy(shifts, ({ date }) => date);
  const plan = new Map<string, number>();
  for (const date of dates) {
    const own = byDate.get(date);
    if (!own && absentDates.has(date)) continue;
    plan.set(date, own?.reduce((sum, shift) => sum + plannedMs(shift, zoneOf(date)), 0) ?? 0);
  }
  return plan;
}
