import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleDayAfter,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { ageText } from './age.ts';

const age = (at: string, now: string, zone = 'Europe/Riga') => ageText(at, now, zone, 'en');

it.each([
  ['2026-11-22T08:00:00Z', '2026-11-22T08:00:59Z', 'now'],
  ['2026-11-22T08:00:00Z', '2026-11-22T08:01:00Z', '1 minute ago'],
  ['2026-11-22T08:00:00Z', '2026-11-22T08:59:59Z', '59 minutes ago'],
  ['2026-11-22T08:00:00Z', '2026-11-22T10:59:59Z', '2 hours ago'],
  // Midnight in Riga is 22:00 UTC.
  ['2026-11-21T21:50:00Z', '2026-11-21T22:10:00Z', '20 minutes ago'],
  ['2026-11-21T20:00:00Z', '2026-11-21T22:00:00Z', 'yesterday'],
  ['2026-11-20T20:02:00Z', '2026-11-22T06:00:00Z', '2 days ago'],
  ['2026-11-20T22:02:00Z', '2026-11-22T21:59:00Z', 'yesterday'],
  // A phone's clock that is behind.
  ['2026-11-22T08:00:01Z', '2026-11-22T08:00:00Z', 'now'],
])('%s seen at %s was %s', (at, now, expected) => {
  expect(age(at, now)).toBe(expected);
});

it('the day is the company’s, not that of another zone', () => {
  const [at, now] = ['2026-11-21T22:30:00Z', '2026-11-22T10:00:00Z'];
  expect(age(at, now, 'Europe/Riga')).toBe('11 hours ago');
  expect(age(at, now, 'Europe/Warsaw')).toBe('yesterday');
});

/** Counts midnights between two instants by walking the calendar. */
function walkDays(at: number, now: number, zone: Zone): number {
  let days = 0;
  for (let date = oracleDate(at, zone); date < oracleDate(now, zone); date = oracleDayAfter(date)) days += 1;
  return days;
}

it('from an hour on, ages count calendar days, also where the clocks change', () => {
  const around = fc.constantFrom(
    ...[lastSundayAt1(2026, 2), lastSundayAt1(2026, 9), Date.UTC(2026, 11, 31, 22)],
  );
  fc.assert(
    fc.property(
      ...([fc.constantFrom(...zoneNames), around] as const),
      ...([fc.integer({ min: -3 * day, max: 3 * day }), fc.integer({ min: 0, max: 6 * day })] as const),
      (zone, near, offset, ageMs) => {
        const at = near + offset;
        const days = walkDays(at, at + ageMs, zone);
        const text = ageText(at, at + ageMs, zone, 'en');
        const ofDays = days === 1 ? 'yesterday' : `${days} days ago`;
        if (ageMs < hour) expect(text).toMatch(/^now$|minutes? ago$/);
        else if (days > 0) expect(text).toBe(ofDays);
        else expect(text).toMatch(/^(\d+) hours? ago$/);
      },
    ),
    { numRuns: 2_000 },
  );
});
