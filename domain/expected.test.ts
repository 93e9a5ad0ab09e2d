import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExpectedScenario,
  expectedScenarios,
  oracleIsUnplanned,
  oracleStates,
} from '#tests/support/oracles/expected-oracle.ts';
import { at } from '#tests/support/oracles/work-time.ts';
import { expectedStates } from './expected.ts';
import { type PlannedShift, plannedInterval } from './schedules.ts';

const zone = 'Europe/Riga';
const shift = (date: string, starts: string, ends: string, breakMinutes = 0): PlannedShift => ({
  date,
  starts,
  ends,
  breakMinutes,
  locationId: null,
  kindId: null,
  note: '',
});

function found({ zone, date, shifts, entries, absence, now, graceMinutes, isCovered }: ExpectedScenario) {
  return expectedStates({
    date,
    timeZone: zone,
    shifts: shifts.map((each) => ({ ...each, userId: 'u' })),
    entries: entries.map(({ from, to }) => ({ userId: 'u', checkIn: from, checkOut: to })),
    absences: absence ? [{ ...absence, userId: 'u' }] : [],
    coveredUserIds: new Set(isCovered ? ['u'] : []),
    now: new Date(now),
    graceMinutes,
    longestShiftHours: 14,
  });
}

it('random days are what a walk by minutes finds', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(expectedScenarios, (scenario) => {
      const { states, unplanned } = found(scenario);
      for (const { state } of states) seen.add(state);
      if (unplanned.length > 0) seen.add('unplanned');
      const texts = states.map(
        (each) => `${plannedInterval(each.shift, scenario.zone).from} ${each.state} ${each.cameAt}`,
      );
      expect(texts).toEqual(oracleStates(scenario));
      expect(unplanned.length > 0).toBe(oracleIsUnplanned(scenario));
    }),
    { numRuns: 2_000 },
  );
  expect([...seen].toSorted()).toEqual(['absent', 'coming', 'late', 'missing', 'present', 'unplanned']);
});

/** "state cameAt" of shifts on 9 June 2026, at a time of that day, for entries as `[from, to]`. */
function states(
  shifts: [string, string][],
  now: string,
  entries: [string, string | null][] = [],
  absence: ExpectedScenario['absence'] = null,
) {
  const instant = (time: string) => at(`2026-06-${time.length > 5 ? time : `09 ${time}`}`, zone);
  return found({
    zone,
    date: '2026-06-09',
    shifts: shifts.map(([starts, ends]) => shift('2026-06-09', starts, ends)),
    entries: entries.map(([from, to]) => ({ from: instant(from), to: to === null ? null : instant(to) })),
    absence,
    now: instant(now),
    graceMinutes: 5,
    isCovered: true,
  }).states.map(({ state }) => state);
}

describe('a shift from 07:00 to 15:30 with five minutes of grace', () => {
  const day: [string, string][] = [['07:00', '15:30']];

  it.each([
    ['05:00', ['coming']],
    ['07:00', ['coming']],
    ['07:04', ['coming']],
    ['07:05', ['late']],
    ['07:59', ['late']],
    ['08:00', ['missing']],
    ['20:00', ['missing']],
  ])('is without a check-in at %s %s', (now, expected) => expect(states(day, now)).toEqual(expected));

  it.each([
    ['04:59', '05:30', ['missing']],
    ['05:00', '05:30', ['present']],
    ['04:00', '07:00', ['missing']],
    ['04:00', '07:01', ['present']],
    ['07:05', '15:30', ['present']],
    ['07:06', '15:30', ['late']],
    ['08:00', '15:30', ['late']],
    ['15:29', '16:00', ['late']],
    ['15:30', '16:00', ['missing']],
  ])('with an entry from %s to %s ends as %s', (from, to, expected) =>
    expect(states(day, '18:00', [[from, to]])).toEqual(expected),
  );

  it('who came in time and left, or forgot the check-out, stays present', () => {
    expect(
      states(day, '12:00', [
        ['07:00', '09:00'],
        ['11:00', null],
      ]),
    ).toEqual(['present']);
    expect(states(day, '23:00', [['07:00', null]])).toEqual(['present']);
    // Open since before the shift: forgotten at 06:00 the day before, at work since 20:00.
    expect(states(day, '12:00', [['08 06:00', null]])).toEqual(['missing']);
    expect(states(day, '08:00', [['08 20:00', null]])).toEqual(['present']);
  });
});

describe('absences', () => {
  const absence = (part: number | null, date = '2026-06-09') => ({ start: date, end: date, part });
  const hours = (count: number) => count * 3_600_000;
  const day: [string, string][] = [['07:00', '15:00']];

  it('of a whole day end the expectation; who comes is present, not late', () => {
    expect(states(day, '10:00', [], absence(null))).toEqual(['absent']);
    expect(states(day, '06:00', [], absence(null))).toEqual(['absent']);
    expect(states(day, '10:00', [['09:00', null]], absence(null))).toEqual(['present']);
    expect(states([['22:00', '06:00']], '23:30', [], absence(null, '2026-06-10'))).toEqual(['missing']);
  });

  it('of a part of the day put the expectation off by its length', () => {
    expect(states(day, '09:04', [], absence(hours(2)))).toEqual(['coming']);
    expect(states(day, '09:05', [], absence(hours(2)))).toEqual(['late']);
    expect(states(day, '10:00', [], absence(hours(2)))).toEqual(['missing']);
    expect(states(day, '12:00', [['09:05', null]], absence(hours(2)))).toEqual(['present']);
    expect(states(day, '12:00', [], absence(hours(8)))).toEqual(['absent']);
    const two: [string, string][] = [
      ['06:00', '10:00'],
      ['12:00', '16:00'],
    ];
    expect(states(two, '14:00', [], absence(hours(4)))).toEqual(['absent', 'missing']);
    expect(states(two, '14:00', [], absence(hours(6)))).toEqual(['absent', 'coming']);
  });
});

it('unplanned is who is or was there on a covered date without a shift, and not for a night that began before', () => {
  const entries: Record<string, [string, string | null]> = {
    free: ['09 08:00', '09 12:00'],
    working: ['09 08:00', null],
    // Forgotten at midnight, so it counts as its check-in.
    forgotten: ['09 00:00', null],
    untilMidnight: ['08 20:00', '09 00:00'],
    nextDay: ['10 00:00', '10 08:00'],
    night: ['08 21:50', '09 06:30'],
    nightAndDay: ['09 12:00', '09 14:00'],
    early: ['09 23:00', null],
    planned: ['09 06:00', '09 07:00'],
    notCovered: ['09 08:00', '09 12:00'],
  };
  const night = shift('2026-06-08', '22:00', '06:00');
  const { unplanned } = expectedStates({
    date: '2026-06-09',
    timeZone: zone,
    shifts: [
      { ...night, userId: 'night' },
      { ...night, userId: 'nightAndDay' },
      { ...shift('2026-06-10', '00:30', '08:00'), userId: 'early' },
      { ...shift('2026-06-09', '14:00', '22:00'), userId: 'planned' },
    ],
    entries: Object.entries(entries).map(([userId, [from, to]]) => ({
      userId,
      checkIn: at(`2026-06-${from}`, zone),
      checkOut: to && at(`2026-06-${to}`, zone),
    })),
    absences: [],
    coveredUserIds: new Set(Object.keys(entries).filter((userId) => userId !== 'notCovered')),
    now: new Date(at('2026-06-09 23:30', zone)),
    graceMinutes: 5,
    longestShiftHours: 16,
  });
  expect(unplanned).toEqual(['free', 'working', 'forgotten', 'nightAndDay']);
});
