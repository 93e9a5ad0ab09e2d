/**
 * What time entries count, as rows to be stored: the working time of each entry on each date on which it stands
 * (work-rules.md §1 and §2). While an entry is open, its rows hold for a range of the instants up to which it may be counted,
 * and in that range either stay as they are or grow with the clock. So a sum of hours at any instant is one expression of SQL.
 * For the server only.
 */

import { addDays } from './dates.ts';
import { type Interval, lengthOf, union } from './intervals.ts';
import { needsAttentionAt } from './shifts.ts';
import type { WorkCalendar } from './work-calendar.ts';
import {
  type RecordedEntry,
  type Shift,
  type WorkedSlice,
  type WorkedTimeInput,
  workedTime,
} from './worked-time.ts';

/** Of one entry on one date; instants in milliseconds since 1970. */
export type EntryHours = {
  entryId: string;
  date: string;
  /** From check-in to check-out, as far as it stands on the date. `to` null: goes on. */
  from: number;
  to: number | null;
  /** Working time in it, in order, and its length: at `grows.since` if it grows. */
  worked: Interval[];
  ms: number;
  /** Since when the working time grows as fast as the clock, and from where: forwards, or backwards as a break shrinks. */
  grows: { since: number; edge: number; isBackward: boolean } | null;
  /** The instants at which the row holds: from `validFrom` (inclusive) to `validTo` (exclusive). */
  validFrom: number;
  validTo: number;
};

/** What an entry has on a date when it is counted up to some instant. */
type Row = Pick<EntryHours, 'entryId' | 'date' | 'worked'> & Interval;
type Recorded = Omit<WorkedTimeInput, 'counting'> & { longestShiftHours: number };

const always = { validFrom: Number.NEGATIVE_INFINITY, validTo: Number.POSITIVE_INFINITY };
const msOf = (entry: RecordedEntry) => new Date(entry.checkIn).getTime();
const keyOf = ({ entryId, date }: { entryId: string; date: string }) => `${date} ${entryId}`;

/** The rows of shifts and their worked time, in the order of the shifts. */
function rowsOf(shifts: readonly Shift[], slices: readonly WorkedSlice[], calendar: WorkCalendar): Row[] {
  const worked = Map.groupBy(slices, ({ entryId, row: date }) => keyOf({ entryId, date }));
  return shifts.flatMap(({ entries, rules, date }) =>
    entries.flatMap(({ id: entryId, from, to }) => {
      const parts = rules.attribution === 'shift' ? [{ date, from, to }] : calendar.cut({ from, to }, rules);
      return [...Map.groupBy(parts, (part) => part.date)].map(([on, ofDate]) => ({
        entryId,
        date: on,
        from: ofDate[0]?.from ?? from,
        to: ofDate.at(-1)?.to ?? to,
        worked: union(worked.get(keyOf({ entryId, date: on })) ?? []),
      }));
    }),
  );
}

const settled = (row: Row): EntryHours => ({ ...row, ms: lengthOf(row.worked), grows: null, ...always });

/** The rows of time that is over, on the dates from `start` to `end`. */
export function entryHoursOn(
  { start, end }: { start: string; end: string },
  { shifts, slices }: { shifts: readonly Shift[]; slices: readonly WorkedSlice[] },
  calendar: WorkCalendar,
): EntryHours[] {
  return rowsOf(shifts, slices, calendar)
    .filter(({ date }) => start <= date && date <= end)
    .map(settled);
}

/** All instants of a row, of which each moves with the clock or stays. */
const edgesOf = ({ from, to, worked }: Row) => [from, to, ...worked.flatMap((part) => [part.from, part.to])];

/** The row counted up to `at`, from what it is at `since` and a millisecond later, in a range in which nothing else happens. */
function rowBetween(row: Row, next: Row, since: number): Unbounded {
  const [edges, later] = [edgesOf(row), edgesOf(next)];
  const moving = edges.findIndex((edge, index) => index > 1 && edge !== later[index]);
  return {
    ...row,
    to: later[1] === edges[1] ? row.to : null,
    ms: lengthOf(row.worked),
    // Worked time has its beginnings at even places.
    grows: moving < 0 ? null : { since, edge: edges[moving] ?? since, isBackward: moving % 2 === 0 },
  };
}

type Unbounded = Omit<EntryHours, 'validFrom' | 'validTo'>;
const isSettledAs = (before: Unbounded, { from, to, worked, grows }: Unbounded) =>
  before.grows === null &&
  grows === null &&
  JSON.stringify([before.from, before.to, before.worked]) === JSON.stringify([from, to, worked]);

/**
 * The rows of entries of which one is open. When what they count changes with the clock depends on the policy of breaks, so it
 * is searched for: in a range between two of the given instants, it stops being what the range's beginning says at most
 * a few times, and never becomes so again.
 */
function rowsWhileOpen(rowsAt: (now: number) => Row[], instants: number[]): EntryHours[] {
  const all: EntryHours[] = [];
  /** Of each entry and date the last one so far. */
  const latest = new Map<string, EntryHours>();
  const add = (rows: Unbounded[], validFrom: number, validTo: number) => {
    for (const row of rows) {
      const before = latest.get(keyOf(row));
      if (before?.validTo === validFrom && isSettledAs(before, row)) {
        before.validTo = validTo;
        continue;
      }
      const added = { ...row, validFrom, validTo };
      latest.set(keyOf(row), added);
      all.push(added);
    }
  };
  for (const [index, start] of instants.entries()) {
    const end = instants[index + 1] ?? Number.POSITIVE_INFINITY;
    let since = start;
    while (since < end) {
      const rows = rowsAt(since);
      const next = rowsAt(since + 1);
      const isSameAt = (now: number, found = rowsAt(now)) =>
        found.length === rows.length &&
        found.every((row, place) => {
          const [own, ownNext] = [rows[place], next[place]];
          if (!own || !ownNext || keyOf(own) !== keyOf(row) || own.worked.length !== row.worked.length) {
            return false;
          }
          const [edges, later] = [edgesOf(own), edgesOf(ownNext)];
          return edgesOf(row).every((edge, at) => {
            const [start = 0, soon = 0] = [edges[at], later[at]];
            // Further than the clock went in a millisecond: something has happened in it.
            return Math.abs(soon - start) <= 1 && edge === start + (soon - start) * (now - since);
          });
        });
      const hasSameRows = isSameAt(since + 1, next);
      let until = end === Number.POSITIVE_INFINITY || isSameAt(end - 1) ? end : since + 1;
      if (hasSameRows && until < end) {
        // The first instant at which it is not the same.
        let [same, other] = [since + 1, end - 1];
        while (other - same > 1) {
          const middle = Math.floor((same + other) / 2);
          if (isSameAt(middle)) same = middle;
          else other = middle;
        }
        until = other;
      }
      const isMoving = hasSameRows && until > since + 1;
      add(
        rows.map((row, place) => (isMoving ? rowBetween(row, next[place] ?? row, since) : settled(row))),
        since === instants[0] ? Number.NEGATIVE_INFINITY : since,
        until,
      );
      since = until;
    }
  }
  return all;
}

/**
 * What the entries count on `from` and every later date: all that a change at the instant `since` can have changed. Entries
 * and breaks must be given from 35 days before it on, as far as they exist; `since` −Infinity: all there are.
 */
export function entryHours(
  { longestShiftHours, ...recorded }: Recorded,
  calendar: WorkCalendar,
  since: number,
): { from: string; rows: EntryHours[] } {
  const open = recorded.entries.find(({ checkOut }) => checkOut === null);
  const opened = open ? msOf(open) : Number.POSITIVE_INFINITY;
  const at = (entries: readonly RecordedEntry[], now: number) =>
    workedTime({ ...recorded, entries, counting: { now: new Date(now), longestShiftHours } }, calendar);
  const { shifts, slices } = at(recorded.entries, open ? opened + 1 : 0);
  const isChanged = ({ to, rules }: Shift) => (to > opened ? true : to + rules.shiftGap > since);
  const changed = shifts.filter(isChanged).map(({ date }) => date);
  const first = since === Number.NEGATIVE_INFINITY ? '' : calendar.dateOf(since);
  const from = [first, ...changed].toSorted()[0] ?? first;
  if (!open)
    return {
      from,
      rows: rowsOf(shifts, slices, calendar)
        .filter(({ date }) => date >= from)
        .map(settled),
    };

  // Shifts that the open entry belongs to or could be counted with.
  const begun = shifts.filter(({ to, rules }) => to + rules.shiftGap > opened).map((shift) => shift.from);
  const tail = recorded.entries.filter((entry) => msOf(entry) >= Math.min(opened, ...begun));
  const ids = new Set(tail.map(({ id }) => id));
  const rowsAt = (now: number) => {
    const found = at(tail, now);
    return rowsOf(found.shifts, found.slices, calendar);
  };
  const rows = [
    ...rowsOf(shifts, slices, calendar)
      .filter(({ entryId }) => !ids.has(entryId))
      .map(settled),
    ...rowsWhileOpen(rowsAt, instantsOf(open, shifts, { longestShiftHours, calendar })),
  ];
  return { from, rows: rows.filter(({ date }) => date >= from) };
}

/**
 * Instants at which an open entry's rows may change: its beginning, midnights, where the length of its shift makes another
 * length of break paid, and when it needs attention.
 */
function instantsOf(
  open: RecordedEntry,
  shifts: readonly Shift[],
  { longestShiftHours, calendar }: { longestShiftHours: number; calendar: WorkCalendar },
): number[] {
  const start = msOf(open);
  const end = needsAttentionAt(start, longestShiftHours).getTime();
  const own = shifts.find(({ entries }) => entries.some(({ id }) => id === open.id));
  const before = own ? lengthOf(own.entries.filter(({ id }) => id !== open.id)) : 0;
  const lengths = own?.rules.breaks.paid?.map(({ from }) => start + from - before) ?? [];
  const date = calendar.dateOf(start);
  const midnights = [1, 2].map((days) => calendar.startOf(addDays(date, days)));
  const between = [...lengths, ...midnights].filter((at) => at > start && at < end);
  return [start, ...new Set(between.toSorted((a, b) => a - b)), end];
}
