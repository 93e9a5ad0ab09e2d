/** Shifts, breaks and worked time from a person's time entries (work-rules.md §1 and §2). For the server only. */

import type { WorkedTime } from './calendar.ts';
import type { Instant } from './dates.ts';
import { type Interval, intersect, lengthOf, subtract, take, union } from './intervals.ts';
import { type Counting, countedEnd } from './shifts.ts';
import type { ClockSlice, WorkCalendar } from './work-calendar.ts';
import type { DatedRules } from './work-rules.ts';

/** What a sheet marks. `pending`: awaits approval. `running`: still open. Both make the hours provisional. */
export type Mark = 'corrected' | 'estimated' | 'pending' | 'running';

/** `recordedAt`: when the entry was first recorded. */
export type RecordedEntry = WorkedTime & {
  id: string;
  recordedAt: Instant;
  marks: Mark[];
  /** Under an agreement on additional work (LT), which is no overtime. */
  isAdditional?: boolean;
};

/** `to` null: not ended yet. */
export type RecordedBreak = { from: Instant; to: Instant | null; isPaid: boolean };

/** An approval of the person's month (`yyyy-MM`), withdrawn ones included. `to` null: not withdrawn. */
export type Approval = { month: string; from: Instant; to: Instant | null };

type Entry = Interval & { id: string; recordedAt: number; marks: Mark[] };

/** Worked time with equal properties; `row`: the date on which it stands. */
export type WorkedSlice = ClockSlice & {
  entryId: string;
  shift: Shift;
  row: string;
  /** The date whose overtime it counts for: by the doba where that is used, otherwise `row`. */
  overtimeRow: string;
  isNightWork: boolean;
};

/** Unpaid breaks. `over-paid`: paid by record, but longer than the policy pays. */
export type BreakReason = 'recorded' | 'over-paid' | 'automatic';
export type BreakSlice = Interval & { row: string; reason: BreakReason };

export type Shift = Interval & {
  date: string;
  rules: DatedRules;
  entries: Entry[];
  isOpen: boolean;
  /** Without gaps and unpaid breaks, in order. */
  worked: Interval[];
  unpaid: (Interval & { reason: BreakReason })[];
  paid: Interval[];
};

const msOf = (instant: Instant) => (typeof instant === 'string' ? Date.parse(instant) : Number(instant));

/** The entries' counted time in order. Entries without length count for nothing. */
function countedEntries(entries: readonly RecordedEntry[], counting: Counting): Entry[] {
  return entries
    .map(({ checkIn, checkOut, recordedAt, id, marks }) => ({
      id,
      recordedAt: msOf(recordedAt),
      from: msOf(checkIn),
      to: msOf(countedEnd({ checkIn, checkOut }, counting)),
      marks: checkOut === null ? [...marks, 'running' as const] : marks,
    }))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from - b.from);
}

/** Whether the month was approved when the entry was recorded. */
function isAfterApproval(recordedAt: number, date: string, approvals: readonly Approval[]): boolean {
  return approvals.some(
    ({ month, from, to }) =>
      date.startsWith(month) && recordedAt > msOf(from) && (to === null || recordedAt < msOf(to)),
  );
}

type Chain = Interval & Pick<Shift, 'date' | 'rules' | 'entries'>;

function chain(entries: Entry[], approvals: readonly Approval[], calendar: WorkCalendar): Chain[] {
  const chains: Chain[] = [];
  let recent: Chain[] = [];
  for (const entry of entries) {
    recent = recent.filter(({ to, rules }) => entry.from - to < rules.shiftGap);
    const found = recent.find(({ date }) => !isAfterApproval(entry.recordedAt, date, approvals));
    if (found) {
      found.entries.push(entry);
      found.to = entry.to;
      continue;
    }
    const date = calendar.dateOf(entry.from);
    const { from, to } = entry;
    const started = { from, to, date, rules: calendar.rulesOn(date), entries: [entry] };
    chains.push(started);
    recent.push(started);
  }
  return chains;
}

/** The recorded breaks, ordered and without overlaps. */
function recordedBreaks(breaks: readonly RecordedBreak[], now: number) {
  const those = (isPaid: boolean) =>
    union(
      breaks
        .filter((item) => item.isPaid === isPaid)
        .map(({ from, to }) => ({ from: msOf(from), to: to ? msOf(to) : now })),
    );
  return { paid: those(true), unpaid: those(false) };
}

function withBreaks(shift: Chain, breaks: ReturnType<typeof recordedBreaks>): Shift {
  const { rules, entries } = shift;
  const presence = union(entries);
  const recordedUnpaid = intersect(presence, breaks.unpaid);
  const recordedPaid = subtract(intersect(presence, breaks.paid), recordedUnpaid);
  const allowance = rules.breaks.paid?.findLast(({ from }) => lengthOf(presence) >= from)?.length ?? 0;
  const paid = rules.breaks.paid ? take(recordedPaid, 0, allowance) : recordedPaid;
  const overPaid = subtract(recordedPaid, paid);

  const beforeAutomatic = subtract(presence, union([...recordedUnpaid, ...overPaid]));
  const { after, length, at } = rules.breaks.automatic;
  const interrupted = shift.to - shift.from - lengthOf(beforeAutomatic);
  const isDue = rules.breaks.policy === 'automatic' && lengthOf(beforeAutomatic) > after;
  const automatic = isDue ? take(beforeAutomatic, at, Math.max(0, length - interrupted)) : [];

  const of = (reason: BreakReason) => (interval: Interval) => ({ ...interval, reason });
  return {
    ...shift,
    isOpen: entries.some(({ marks }) => marks.includes('running')),
    worked: subtract(beforeAutomatic, automatic),
    unpaid: [
      ...recordedUnpaid.map(of('recorded')),
      ...overPaid.map(of('over-paid')),
      ...automatic.map(of('automatic')),
    ],
    paid: subtract(paid, automatic),
  };
}

const DOBA = 24 * 3_600_000;

/** Worked time of the shifts, cut where a property changes, with the row it stands in and its overtime's row. */
function slicesOf(shifts: Shift[], approvals: readonly Approval[], calendar: WorkCalendar): WorkedSlice[] {
  const pieces = shifts
    .flatMap((shift) =>
      intersect(
        shift.entries.map((entry) => ({ from: entry.from, to: entry.to, shift, entry })),
        shift.worked,
      ),
    )
    .toSorted((a, b) => a.from - b.from);

  let doba = { to: Number.NEGATIVE_INFINITY, date: '' };
  const slices: WorkedSlice[] = [];
  for (const { shift, entry, ...piece } of pieces) {
    for (let from = piece.from; from < piece.to; ) {
      if (from >= doba.to && shift.rules.doba) doba = { to: from + DOBA, date: shift.date };
      const to = shift.rules.doba ? Math.min(piece.to, doba.to) : piece.to;
      const byDoba = shift.rules.doba && !isAfterApproval(entry.recordedAt, doba.date, approvals);
      for (const slice of calendar.cut({ from, to }, shift.rules)) {
        const row = shift.rules.attribution === 'shift' ? shift.date : slice.date;
        const overtimeRow = byDoba ? doba.date : row;
        slices.push({ ...slice, entryId: entry.id, shift, row, overtimeRow, isNightWork: false });
      }
      from = to;
    }
  }
  return slices;
}

export type WorkedTimeInput = {
  entries: readonly RecordedEntry[];
  breaks: readonly RecordedBreak[];
  approvals: readonly Approval[];
  counting: Counting;
};

/** The person's shifts in order, and their worked and unpaid time in slices. Entries must not overlap. */
export function workedTime(
  { entries, breaks, approvals, counting }: WorkedTimeInput,
  calendar: WorkCalendar,
) {
  const recorded = recordedBreaks(breaks, counting.now.getTime());
  const shifts = chain(countedEntries(entries, counting), approvals, calendar).map((shift) =>
    withBreaks(shift, recorded),
  );
  const cut = slicesOf(shifts, approvals, calendar);
  const nights = Map.groupBy(
    cut.filter(({ isNight }) => isNight),
    ({ shift }) => shift,
  );
  const withNightWork = new Set(
    shifts.filter((shift) => lengthOf(nights.get(shift) ?? []) > (shift.rules.nightWorkOver ?? Infinity)),
  );
  const slices = cut.map((slice) => ({
    ...slice,
    isNightWork: slice.isNight && withNightWork.has(slice.shift),
  }));
  const pauses = shifts.flatMap(({ unpaid, rules, date }) =>
    unpaid
      .flatMap((item) => calendar.cut(item, rules))
      .map(
        ({ from, to, reason, ...slice }): BreakSlice => ({
          from,
          to,
          reason,
          row: rules.attribution === 'shift' ? date : slice.date,
        }),
      ),
  );
  return { shifts, slices, pauses };
}
