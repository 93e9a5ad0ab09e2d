import fc from 'fast-check';
import { PRESET_GRACE_MINUTES } from '#domain/expected.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { MAX_GRACE_MINUTES } from '#domain/schedule-settings.ts';
import type { PlannedShift } from '#domain/schedules.ts';
import { oracleMidnight, type Zone, zoneNames } from './eu-time-oracle.ts';
import { oracleAfter, oracleLength, oracleSpan } from './schedule-oracle.ts';

/*
 * The oracle of expected states walks through minutes and asks of each who is there. All instants of its scenarios are whole
 * minutes. It shares no code with the product.
 */
const minute = 60_000;
type Entry = { from: number; to: number | null };

/** One person's shifts of a date and those beside it, and what was recorded up to now. */
export type ExpectedScenario = {
  zone: Zone;
  date: string;
  shifts: PlannedShift[];
  entries: Entry[];
  absence: { start: string; end: string; part: number | null } | null;
  now: number;
  graceMinutes: number;
  isCovered: boolean;
};

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Minutes beside a planned time, often at an edge of the rules. */
const edges = fc.oneof(
  fc.constantFrom(-121, -120, -119, -1, 0, 1, 4, 5, 6, 59, 60, 61),
  fc.integer({ min: -300, max: 600 }),
);

export const expectedScenarios: fc.Arbitrary<ExpectedScenario> = fc
  .record({
    zone: fc.constantFrom(...zoneNames),
    date: fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-25', '2026-10-31', '2026-12-31', '2027-06-15'),
    planned: fc.array(
      fc.record({
        day: fc.constantFrom(-1, 0, 0, 0, 1),
        starts: fc.oneof(fc.integer({ min: 0, max: 95 }), fc.constantFrom(0, 24, 56, 88)),
        length: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 20, max: 48 })),
        breakMinutes: fc.constantFrom(0, 30),
      }),
      { minLength: 0, maxLength: 3 },
    ),
    came: fc.array(
      fc.record({
        shift: fc.nat(2),
        at: edges,
        length: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 300, max: 800 })),
      }),
      { maxLength: 4 },
    ),
    absence: fc.option(
      fc.record({ day: fc.constantFrom(-1, 0, 1), part: fc.constantFrom(null, H, 2 * H, 9 * H) }),
      { freq: 2 },
    ),
    now: fc.record({ shift: fc.nat(2), at: edges }),
    graceMinutes: fc.constantFrom(0, PRESET_GRACE_MINUTES, 17, MAX_GRACE_MINUTES),
    isCovered: fc.boolean(),
  })
  .map(({ zone, date, planned, came, absence, now, ...scenario }) => {
    let free = Number.NEGATIVE_INFINITY;
    const shifts = planned
      .toSorted((a, b) => a.day * 96 + a.starts - b.day * 96 - b.starts)
      .map(
        ({ day, starts, length, breakMinutes }): PlannedShift => ({
          date: oracleAfter(date, day),
          starts: clock(starts * 15),
          ends: clock(((starts + length) * 15) % 1440),
          breakMinutes,
          locationId: null,
          kindId: null,
          note: '',
        }),
      )
      .filter((shift) => {
        const { from, to } = oracleSpan(shift, zone);
        const isFree = from >= free && from < to;
        if (isFree) free = to;
        return isFree;
      });
    const near = (index: number) => {
      const shift = shifts[index % Math.max(1, shifts.length)];
      return shift ? oracleSpan(shift, zone).from : oracleMidnight(date, zone) + 9 * H;
    };
    const at = near(now.shift) + now.at * minute;
    let last = Number.NEGATIVE_INFINITY;
    const entries = came
      .map(({ shift, at: after, length }) => {
        const from = near(shift) + after * minute;
        return { from, to: from + length * minute };
      })
      .toSorted((a, b) => a.from - b.from)
      .filter(({ from, to }) => {
        const isFree = from >= last && from <= at;
        if (isFree) last = to;
        return isFree;
      })
      .map(({ from, to }): Entry => ({ from, to: to > at ? null : to }));
    return {
      ...scenario,
      zone,
      date,
      shifts,
      entries,
      absence: absence && {
        start: oracleAfter(date, absence.day),
        end: oracleAfter(date, absence.day),
        part: absence.part,
      },
      now: at,
    };
  });

/** Whether the entry has the minute; a forgotten one, open for 14 hours or more, has only its first. */
function has({ from, to }: Entry, at: number, now: number): boolean {
  if (to === null && now - from >= 14 * H) return at === from;
  return at === from || (at >= from && (to === null || at < to));
}

/** The minute from which on the person counts as come, by a walk from two hours before the shift to its end. */
function cameAt(span: { from: number; to: number }, entries: Entry[], now: number): number | null {
  let came: number | null = null;
  for (let at = span.from - 120 * minute; at < span.to; at += minute) {
    for (const entry of entries) {
      const isThere = at < span.from ? entry.from === at : has(entry, at, now);
      if (isThere && (came === null || entry.from < came)) came = entry.from;
    }
  }
  return came;
}

/** Texts "start state cameAt" of the shifts. */
export function oracleStates(scenario: ExpectedScenario): string[] {
  const { zone, shifts, entries, absence, now, graceMinutes } = scenario;
  const texts: string[] = [];
  let off = absence?.part ?? 0;
  for (const shift of shifts) {
    const span = oracleSpan(shift, zone);
    const isOff = absence?.start === shift.date;
    const isWhole = isOff && absence?.part === null;
    const planned = oracleLength(shift, zone);
    const replaced = isOff ? Math.min(off, planned) : 0;
    if (isOff) off -= replaced;
    const isAbsent = isWhole || (replaced > 0 && replaced === planned);
    const came = cameAt(span, entries, now);
    const due = span.from + replaced;
    let state = 'coming';
    if (came !== null) state = !isAbsent && (came - due) / minute > graceMinutes ? 'late' : 'present';
    else if (isAbsent) state = 'absent';
    else if ((now - due) / minute >= 60) state = 'missing';
    else if ((now - due) / minute >= graceMinutes) state = 'late';
    texts.push(`${span.from} ${state} ${came}`);
  }
  return texts;
}

/** Whether the person was there on the covered date outside shifts, and has none that day. */
export function oracleIsUnplanned(scenario: ExpectedScenario): boolean {
  const { zone, date, shifts, entries, now, isCovered } = scenario;
  if (!isCovered || shifts.some((shift) => shift.date === date)) return false;
  const day = { from: oracleMidnight(date, zone), to: oracleMidnight(oracleAfter(date, 1), zone) };
  return entries.some((entry) => {
    const isOfShift = shifts.some((shift) => cameAt(oracleSpan(shift, zone), [entry], now) !== null);
    if (isOfShift) return false;
    for (let at = day.from; at < day.to; at += minute) if (has(entry, at, now)) return true;
    return false;
  });
}
