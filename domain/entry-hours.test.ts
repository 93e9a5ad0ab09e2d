import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at, company, entry, ZONES } from '#tests/support/oracles/work-time.ts';
import { type EntryHours, entryHours } from './entry-hours.ts';
import { MS_PER_HOUR as H } from './hours.ts';
import { lengthOf } from './intervals.ts';
import { createWorkCalendar } from './work-calendar.ts';
import { type RecordedBreak, type RecordedEntry, workedTime } from './worked-time.ts';

const MINUTE = H / 60;
const longestShiftHours = 14;

const minutes = (min: number, max: number) => fc.integer({ min, max });
const recordings = fc.record({
  country: fc.constantFrom('LV', 'LT', 'PL' as const),
  attribution: fc.constantFrom('calendar', 'shift' as const),
  policy: fc.constantFrom('none', 'automatic' as const),
  /** Minutes of rest before each entry, and of the entry. */
  spans: fc.array(fc.record({ gap: minutes(0, 700), length: minutes(1, 700) }), {
    minLength: 1,
    maxLength: 8,
  }),
  breaks: fc.array(fc.record({ after: minutes(0, 4_000), length: minutes(0, 90), isPaid: fc.boolean() }), {
    maxLength: 6,
  }),
  isOpen: fc.boolean(),
  /** Minutes after the beginning of the last entry at which a break began that is not over. */
  openBreak: fc.option(fc.record({ after: minutes(0, 840), isPaid: fc.boolean() })),
});
type Recording = typeof recordings extends fc.Arbitrary<infer T> ? T : never;

function recorded({ spans, breaks, isOpen, openBreak }: Recording, zone: string) {
  let end = at('2026-10-23 06:00', zone);
  const first = end;
  const entries = spans.map(({ gap, length }, index): RecordedEntry => {
    const checkIn = end + gap * MINUTE;
    end = checkIn + length * MINUTE;
    const isLast = isOpen && index === spans.length - 1;
    return { id: String(index), checkIn, checkOut: isLast ? null : end, recordedAt: checkIn, marks: [] };
  });
  const opened = Number(entries.at(-1)?.checkIn);
  const own = breaks.map(({ after, length, isPaid }): RecordedBreak => {
    const from = first + after * MINUTE;
    return { from, to: Math.min(from, opened) + length * MINUTE, isPaid };
  });
  const ended = own.filter(({ from, to }) => Number(from) <= Number(to));
  const lasting = {
    from: opened + (openBreak?.after ?? 0) * MINUTE,
    to: null,
    isPaid: openBreak?.isPaid ?? true,
  };
  return { entries, breaks: isOpen && openBreak ? [...ended, lasting] : ended };
}

function calendarOf({ country, attribution, policy }: Recording) {
  const of = company(country, { attribution });
  return createWorkCalendar({
    ...of,
    rules: of.rules.map((rules) => ({ ...rules, breaks: { ...rules.breaks, policy } })),
  });
}

/** What the rows say at an instant: presence and working time of each entry on each date. */
function saidAt(rows: EntryHours[], now: number) {
  return rows
    .filter(({ validFrom, validTo }) => validFrom <= now && now < validTo)
    .map(({ entryId, date, from, to, ms, worked, grows }) => {
      const growth = grows ? now - grows.since : 0;
      const edge = grows?.edge ?? 0;
      const grown = grows?.isBackward ? [edge - growth, edge] : [edge, edge + growth];
      const spans = lengthOf(worked) + (grown[1] ?? 0) - (grown[0] ?? 0);
      expect(spans).toBe(ms + growth);
      return [`${date} ${entryId}`, { from, to: to ?? now, ms: ms + growth }];
    })
    .toSorted();
}

it('says at every instant what the working time is at that instant', () => {
  fc.assert(
    fc.property(
      recordings,
      fc.array(minutes(0, 1_500), { minLength: 3, maxLength: 3 }),
      (recording, instants) => {
        const calendar = calendarOf(recording);
        const { entries, breaks } = recorded(recording, ZONES[recording.country]);
        const { rows } = entryHours(
          { entries, breaks, approvals: [], longestShiftHours },
          calendar,
          Number.NEGATIVE_INFINITY,
        );
        const opened = Number(entries.at(-1)?.checkIn);
        const changes = rows.flatMap(({ validFrom }) => [validFrom - 1, validFrom, validFrom + 1]);
        for (const now of [...changes, ...instants.map((after) => opened + after * MINUTE)]) {
          if (!Number.isFinite(now) || now < opened) continue;
          const counting = { now: new Date(now), longestShiftHours };
          const { shifts, slices } = workedTime({ entries, breaks, approvals: [], counting }, calendar);
          const worked = Map.groupBy(slices, ({ entryId, row }) => `${row} ${entryId}`);
          const said = new Map(saidAt(rows, now) as [string, { from: number; to: number; ms: number }][]);
          const positive = [...said].filter(([, { ms }]) => ms > 0).map(([key, { ms }]) => [key, ms]);
          expect(positive).toEqual([...worked].map(([key, own]) => [key, lengthOf(own)]).toSorted());
          const presence = [...said.values()].reduce((sum, { from, to }) => sum + to - from, 0);
          expect(presence).toBe(shifts.reduce((sum, shift) => sum + lengthOf(shift.entries), 0));
        }
      },
    ),
    { numRuns: 400 },
  );
});

it('computes all that a change can have changed, and only later dates', () => {
  const changes = fc.record({
    index: fc.nat(),
    kind: fc.constantFrom('remove', 'shorten', 'later', 'break'),
  });
  fc.assert(
    fc.property(recordings, changes, (recording, { index, kind }) => {
      const calendar = calendarOf(recording);
      const before = recorded(recording, ZONES[recording.country]);
      const at = index % before.entries.length;
      const chosen = before.entries[at];
      if (!chosen) return;
      const [from, to] = [Number(chosen.checkIn), Number(chosen.checkOut ?? Number(chosen.checkIn) + H)];
      const half = Math.floor((from + to) / 2);
      const changed = {
        remove: [],
        shorten: [{ ...chosen, checkOut: half }],
        later: [{ ...chosen, checkIn: half }],
        break: [chosen],
      }[kind];
      const after = {
        entries: before.entries.toSpliced(at, 1, ...changed),
        breaks: kind === 'break' ? [...before.breaks, { from: half, to, isPaid: false }] : before.breaks,
      };
      const since = kind === 'break' ? half : from;
      const hours = ({ entries, breaks }: typeof before, of: number) =>
        entryHours({ entries, breaks, approvals: [], longestShiftHours }, calendar, of);
      const found = hours(after, since);
      const whole = hours(after, Number.NEGATIVE_INFINITY).rows;
      expect(found.rows).toEqual(whole.filter(({ date }) => date >= found.from));
      const earlier = ({ date }: EntryHours) => date < found.from;
      expect(whole.filter(earlier)).toEqual(hours(before, Number.NEGATIVE_INFINITY).rows.filter(earlier));
    }),
    { numRuns: 400 },
  );
});

it('takes an automatic break off an open entry from the instant at which it is due', () => {
  const recording = { country: 'LV', attribution: 'calendar', policy: 'automatic' } as Recording;
  const open = { ...entry('2026-11-25 08:00', 8, ZONES.LV), checkOut: null };
  const { rows } = entryHours(
    { entries: [open], breaks: [], approvals: [], longestShiftHours },
    calendarOf(recording),
    Number.NEGATIVE_INFINITY,
  );
  const msAt = (time: string) => {
    const now = at(`2026-11-25 ${time}`, ZONES.LV);
    return (saidAt(rows, now) as [string, { ms: number }][]).map(([, { ms }]) => ms / MINUTE);
  };
  expect(msAt('08:00')).toEqual([]);
  expect(msAt('14:00')).toEqual([360]);
  expect(msAt('14:01')).toEqual([331]);
  expect(msAt('17:00')).toEqual([510]);
  expect(msAt('22:00')).toEqual([]);
});
