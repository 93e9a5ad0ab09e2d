/** Who is expected at work by the published schedule, and who is there without a shift. For the server only. */

import { dayRange, type WorkedTime } from './calendar.ts';
import type { Instant } from './dates.ts';
import { MS_PER_HOUR } from './hours.ts';
import { type PlannedShift, plannedInterval, plannedMs } from './schedules.ts';
import { needsAttention } from './shifts.ts';

/** How long before a shift's start a check-in still belongs to it. */
export const EARLY_MS = 2 * MS_PER_HOUR;
/** How long after its start a shift whose person did not come is missing. */
const MISSING_AFTER_MS = MS_PER_HOUR;
export const PRESET_GRACE_MINUTES = 5;

export const EXPECTED_STATES = ['coming', 'present', 'late', 'missing', 'absent'] as const;
export type ExpectedState = (typeof EXPECTED_STATES)[number];

type OfPerson = { userId: string };
/** `cameAt`: the check-in of the first entry that makes the person present, in milliseconds since 1970; null: none. */
export type ExpectedShift<Shift> = { shift: Shift; state: ExpectedState; cameAt: number | null };

export type ExpectedInput<Shift> = {
  /** The date that is asked for; its days and times are those of the zone. */
  date: string;
  timeZone: string;
  /** Published shifts that may touch the date: its own, and those of the dates before and after it. */
  shifts: readonly Shift[];
  /** From two days before the date on. */
  entries: readonly (WorkedTime & OfPerson)[];
  /** As in `Absence`: whole dates, both included, or `part` milliseconds of one date. */
  absences: readonly (OfPerson & { start: string; end: string; part: number | null })[];
  /** The people for whom the date is covered. */
  coveredUserIds: ReadonlySet<string>;
  now: Date;
  graceMinutes: number;
  longestShiftHours: number;
};

type Presence = { userId: string; from: number; to: number };

const belongsTo = ({ from, to }: Presence, shift: { from: number; to: number }) =>
  from < shift.to && (to > shift.from || from >= shift.from - EARLY_MS);

/**
 * The state of each shift, and the people who are or were there on a covered date without a shift. Edges:
 * a check-in exactly 2 h early belongs to the shift, one at its end does not. Who checks in exactly at the end of the grace
 * is present, and who is not there by then is late from that instant on; missing begins exactly 60 min after the start.
 *
 * An absence ends the expectation for the hours that it replaces: all of a shift on a date of a whole-day absence, also after
 * midnight. A part of a day does not say when it is, so it counts from the first shift's start on, which calls nobody late who
 * is not. Who came is never absent, and an open entry that was forgotten counts as its check-in.
 */
export function expectedStates<Shift extends PlannedShift & OfPerson>(
  input: ExpectedInput<Shift>,
): { states: ExpectedShift<Shift>[]; unplanned: string[] } {
  const { date, timeZone, shifts, now, longestShiftHours, coveredUserIds } = input;
  const msOf = (instant: Instant) => new Date(instant).getTime();
  const presences = input.entries.map((entry): Presence => {
    const from = msOf(entry.checkIn);
    const isForgotten = needsAttention(entry, { now, longestShiftHours });
    const to = isForgotten ? from : entry.checkOut === null ? Infinity : msOf(entry.checkOut);
    return { userId: entry.userId, from, to };
  });
  const presencesOf = Map.groupBy(presences, ({ userId }) => userId);
  const shiftsOf = Map.groupBy(
    shifts.map((shift) => ({ shift, ...plannedInterval(shift, timeZone) })),
    ({ shift }) => shift.userId,
  );

  const states = [...shiftsOf].flatMap(([userId, own]) => {
    const absences = input.absences.filter((absence) => absence.userId === userId);
    const present = presencesOf.get(userId) ?? [];
    /** What parts of a day still replace, by date. */
    const parts = new Map<string, number>();
    return own
      .toSorted((a, b) => a.from - b.from)
      .map(({ shift, from, to }): ExpectedShift<Shift> => {
        const those = absences.filter(({ start, end }) => start <= shift.date && shift.date <= end);
        const left = parts.get(shift.date) ?? those.reduce((sum, { part }) => sum + (part ?? 0), 0);
        const planned = plannedMs(shift, timeZone);
        const replaced = Math.min(left, planned);
        parts.set(shift.date, left - replaced);
        const isAbsent = those.some(({ part }) => part === null) || (replaced > 0 && replaced === planned);
        const came = present.filter((each) => belongsTo(each, { from, to })).map((each) => each.from);
        return {
          shift,
          ...stateOf(input, { start: from + replaced, isAbsent, came }),
        };
      });
  });

  const day = dayRange(date, timeZone);
  const isOnDate = { from: day.start.getTime(), to: day.end.getTime() };
  const unplanned = [...coveredUserIds].filter((userId) => {
    const own = shiftsOf.get(userId) ?? [];
    if (own.some(({ shift }) => shift.date === date)) return false;
    return presencesOf
      .get(userId)
      ?.some(
        (each) =>
          each.from < isOnDate.to &&
          (each.to > isOnDate.from || each.from >= isOnDate.from) &&
          !own.some((shift) => belongsTo(each, shift)),
      );
  });
  return { states, unplanned };
}

/** `start`: from when on the person is expected; `came`: the check-ins that belong to the shift. */
function stateOf(
  { now, graceMinutes }: { now: Date; graceMinutes: number },
  { start, isAbsent, came }: { start: number; isAbsent: boolean; came: number[] },
): { state: ExpectedState; cameAt: number | null } {
  const lateAfter = start + graceMinutes * 60_000;
  if (came.length > 0) {
    const cameAt = Math.min(...came);
    return { state: !isAbsent && cameAt > lateAfter ? 'late' : 'present', cameAt };
  }
  if (isAbsent) return { state: 'absent', cameAt: null };
  if (now.getTime() >= start + MISSING_AFTER_MS) return { state: 'missing', cameAt: null };
  return { state: now.getTime() >= lateAfter ? 'late' : 'coming', cameAt: null };
}
