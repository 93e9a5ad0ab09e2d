import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneNames } from '#tests/support/oracles/eu-time-oracle.ts';
import { oracleAfter, oracleLength, oracleSpan } from '#tests/support/oracles/schedule-oracle.ts';
import { MS_PER_HOUR as H } from './hours.ts';
import {
  copyDates,
  coveredPlan,
  fillRotation,
  findOverlaps,
  MAX_KINDS,
  type PlannedShift,
  parseTypedShift,
  plannedInterval,
  plannedMs,
  shiftText,
} from './schedules.ts';

const shift = (date: string, text: string, breakMinutes = 0): PlannedShift => ({
  ...{ date, breakMinutes, locationId: null, kindId: null, note: '' },
  starts: text.slice(0, 5),
  ends: text.slice(6),
});
const riga = 'Europe/Riga';
const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
const anyShift = fc
  .record({
    date: fc.oneof(
      fc.integer({ min: 0, max: 800 }).map((days) => oracleAfter('2026-01-01', days)),
      fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2027-03-28', '2027-10-31'),
    ),
    starts: fc.integer({ min: 0, max: 1439 }).map(clock),
    ends: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 100, max: 300 })).map(clock),
    breakMinutes: fc.constantFrom(0, 15, 30, 600),
  })
  .map((each): PlannedShift => ({ ...each, locationId: null, kindId: null, note: '' }));

describe('the length of a shift', () => {
  it.each([
    // Riga's clock is put forward at 03:00 on 29 March 2026, and back at 04:00 on 25 October.
    ['2026-06-09', '07:00–15:30', 30, 8],
    ['2026-06-09', '22:00–06:00', 0, 8],
    ['2026-06-09', '07:00–07:00', 0, 24],
    ['2026-10-24', '22:00–06:00', 0, 9],
    ['2026-10-24', '07:00–07:00', 0, 25],
    ['2026-03-28', '22:00–06:00', 0, 7],
    // 03:30 comes twice, and the earlier one counts.
    ['2026-10-25', '02:00–03:30', 0, 1.5],
    ['2026-10-25', '03:30–05:00', 0, 2.5],
    // 03:30 is skipped, so it is 04:30.
    ['2026-03-29', '03:30–06:00', 0, 1.5],
    ['2026-03-29', '02:00–03:30', 0, 1.5],
    ['2026-03-29', '03:30–04:15', 0, 0],
    ['2026-06-09', '07:00–08:00', 90, 0],
  ])('on %s from %s less %d min is %d h', (date, text, breakMinutes, hours) =>
    expect(plannedMs(shift(date, text, breakMinutes), riga)).toBe(hours * H),
  );

  it('and its instants are those of an oracle', () => {
    fc.assert(
      fc.property(anyShift, fc.constantFrom(...zoneNames), (each, zone) => {
        expect(plannedInterval(each, zone)).toEqual(oracleSpan(each, zone));
        expect(plannedMs(each, zone)).toBe(oracleLength(each, zone));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('overlaps', () => {
  it('are found across midnight; shifts that touch have none', () => {
    const night = shift('2026-06-08', '22:00–06:00');
    const early = shift('2026-06-09', '05:00–09:00');
    const day = shift('2026-06-09', '09:00–17:00');
    expect(findOverlaps([day, early, night], riga)).toEqual([[night, early]]);
    expect(findOverlaps([night, shift('2026-06-09', '06:00–14:00')], riga)).toEqual([]);
    const all = shift('2026-06-09', '00:00–00:00');
    expect(findOverlaps([all, early, day], riga)).toEqual([
      [all, early],
      [all, day],
    ]);
    // An empty shift of the night without 03:30 overlaps nothing.
    expect(
      findOverlaps([shift('2026-03-29', '01:00–09:00'), shift('2026-03-29', '03:30–04:15')], riga),
    ).toEqual([]);
  });

  it('are the pairs that share an instant', () => {
    fc.assert(
      fc.property(fc.array(anyShift, { maxLength: 6 }), fc.constantFrom(...zoneNames), (shifts, zone) => {
        const spans = shifts.map((each) => oracleSpan(each, zone));
        let count = 0;
        for (const [index, a] of spans.entries()) {
          for (const b of spans.slice(index + 1)) {
            if (Math.min(a.to, b.to) > Math.max(a.from, b.from)) count += 1;
          }
        }
        expect(findOverlaps(shifts, zone)).toHaveLength(count);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what a planner types', () => {
  it.each([
    ['7-15:30', '07:00–15:30'],
    ['07:00–15:30', '07:00–15:30'],
    ['22-6', '22:00–06:00'],
    ['7.30-16', '07:30–16:00'],
    [' 7 — 15 ', '07:00–15:00'],
    ['0-24', '00:00–00:00'],
    ['16-24:00', '16:00–00:00'],
    ['23:59-0:00', '23:59–00:00'],
  ])('“%s” is %s', (text, expected) => {
    const read = parseTypedShift(text);
    expect(read && shiftText(read)).toBe(expected);
  });

  it.each([
    '',
    '7',
    '7-',
    '-7',
    '24-6',
    '7-25',
    '16-24:30',
    '7:60-9',
    '7:5-9',
    '7-15-16',
    '7,5',
    'D',
    '007-9',
  ])('“%s” is no shift', (text) => expect(parseTypedShift(text)).toBeNull());

  it('is read as it is shown', () => {
    fc.assert(
      fc.property(anyShift, (each) => {
        expect(parseTypedShift(shiftText(each))).toEqual({ starts: each.starts, ends: each.ends });
      }),
    );
  });
});

it('a rotation goes on over skipped dates, from each person’s own place', () => {
  const fill = (firstDay: number, skipDates: string[] = []) =>
    fillRotation({
      rotation: ['D', 'N', null],
      startDate: '2026-02-27',
      endDate: '2026-03-03',
      firstDay,
      skipDates: new Set(skipDates),
    }).map(({ date, kind }) => `${date.slice(5)} ${kind}`);
  expect(fill(0)).toEqual(['02-27 D', '02-28 N', '03-01 null', '03-02 D', '03-03 N']);
  expect(fill(2)).toEqual(['02-27 null', '02-28 D', '03-01 N', '03-02 null', '03-03 D']);
  expect(
    fill(
      0,
      ['03-01', '03-02'].map((day) => `2026-${day}`),
    ),
  ).toEqual(['02-27 D', '02-28 N', '03-03 N']);
});

it('each date of a rotation has the kind of its place', () => {
  const days = fc.array(fc.option(fc.nat(MAX_KINDS - 1)), { minLength: 1, maxLength: 56 });
  fc.assert(
    fc.property(days, fc.nat(55), fc.nat(91), (rotation, firstDay, length) => {
      const startDate = '2026-02-20';
      const filled = fillRotation({
        ...{ rotation, startDate, firstDay, skipDates: new Set<string>() },
        endDate: oracleAfter(startDate, length),
      });
      let place = firstDay;
      for (const [index, { date, kind }] of filled.entries()) {
        while (place >= rotation.length) place -= rotation.length;
        expect([date, kind]).toEqual([oracleAfter(startDate, index), rotation[place]]);
        place += 1;
      }
      expect(filled).toHaveLength(length + 1);
    }),
  );
});

it('dates are copied one by one, over the ends of months', () => {
  const copied = copyDates({
    startDate: '2026-02-26',
    endDate: '2026-03-02',
    toDate: '2026-12-30',
    skipDates: new Set(['2027-01-01']),
  });
  expect(copied.map(({ from, to }) => `${from.slice(5)} ${to.slice(5)}`)).toEqual([
    '02-26 12-30',
    '02-27 12-31',
    '03-01 01-02',
    '03-02 01-03',
  ]);
});

it('the plan of covered dates is the sum of the day’s shifts; what leave left free is not covered', () => {
  const plan = coveredPlan({
    dates: ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11'],
    shifts: [
      shift('2026-06-08', '06:00–10:00', 15),
      shift('2026-06-08', '22:00–06:00', 30),
      shift('2026-06-10', '08:00–16:00'),
      shift('2026-06-12', '08:00–16:00'),
    ],
    absentDates: new Set(['2026-06-10', '2026-06-11']),
    zoneOf: () => riga,
  });
  expect([...plan].map(([date, ms]) => `${date} ${ms / H}`)).toEqual([
    '2026-06-08 11.25',
    '2026-06-09 0',
    '2026-06-10 8',
  ]);
});
