import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, oracleMidnight, wallClock, zoneNames } from '#tests/support/oracles/eu-time-oracle.ts';
import { clockOf, onCallLength, onCallSpan, onCallText } from './on-call.ts';

describe('on-call time', () => {
  it.each([
    // Riga's clock is put forward on 29 March and back on 25 October 2026.
    ['2026-03-28', '20:00', '06:00', 9],
    ['2026-10-24', '20:00', '06:00', 11],
    ['2026-06-01', '20:00', '06:00', 10],
    ['2026-06-01', '08:00', '08:00', 24],
    ['2026-06-01', '08:00', '16:30', 8.5],
  ])('on %s from %s to %s lasts %d h', (date, from, to, hours) => {
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    const part = onCallLength(date, minutes(from), minutes(to), 'Europe/Riga');
    expect(part).toBe(hours * hour);
    const time = { startDate: date, begins: minutes(from), part };
    expect(onCallText(time, 'Europe/Riga')).toBe(`${from}–${to}`);
  });

  it('begins and ends at the minutes of the zone’s clock', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zoneNames),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        (zone, offset, begins, ends) => {
          const date = new Date(Date.UTC(2026, 0, 1) + offset * day).toISOString().slice(0, 10);
          const part = onCallLength(date, begins, ends, zone);
          const { from, to } = onCallSpan({ startDate: date, begins, part }, zone);
          const midnight = oracleMidnight(date, zone);
          expect(from).toBeGreaterThanOrEqual(midnight);
          expect(from).toBeLessThan(midnight + 26 * hour);
          // Skipped times do not exist on the clock.
          if (from - midnight === begins * 60_000) {
            expect(wallClock(from, zone).slice(11, 16)).toBe(clockOf(begins));
          }
          expect(to - from).toBeGreaterThan(0);
          expect(to - from).toBeLessThanOrEqual(25 * hour);
        },
      ),
    );
  });
});
