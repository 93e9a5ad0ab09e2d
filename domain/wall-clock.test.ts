import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hour,
  lastSundayAt1,
  oracleOffset,
  wallClock,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { instantAt, instantsAt, instantsBetween, repetitionOf } from './wall-clock.ts';

const minute = 60_000;
const zone = fc.constantFrom(...zoneNames);
const year = fc.integer({ min: 2004, max: 2060 });
/** Any minute, half of them within three hours of a clock change. */
const anyMinute = fc
  .oneof(
    fc.integer({ min: Date.UTC(2004, 0, 2), max: Date.UTC(2060, 11, 30) }),
    fc
      .tuple(year, fc.constantFrom(2, 9), fc.integer({ min: -3 * hour, max: 3 * hour }))
      .map(([year, month, ms]) => lastSundayAt1(year, month) + ms),
  )
  .map((ms) => ms - (ms % minute));

/** An oracle that tries both offsets of the zone. */
function oracleInstants(shown: number, zone: Zone): number[] {
  return [3, 2, 1].map((hours) => shown - hours * hour).filter((ms) => ms + oracleOffset(ms, zone) === shown);
}

it('finds an instant by its wall-clock time, and both if the clock is set back', () => {
  fc.assert(
    fc.property(anyMinute, zone, (shown, zone) => {
      const [date = '', time = ''] = new Date(shown).toISOString().split('T');
      const found = instantsAt(date, time.slice(0, 5), zone).map(Number);
      expect(found).toEqual(oracleInstants(shown, zone));
      // A skipped time is read by the clock of the day before.
      const later = shown - oracleOffset(shown - 24 * hour, zone);
      expect(instantAt(date, time.slice(0, 5), zone)).toBe(found[0] ?? later);
    }),
    { numRuns: 2000 },
  );
});

it('tells the two occurrences of a repeated wall-clock time apart, to the second', () => {
  fc.assert(
    fc.property(anyMinute, fc.nat(minute - 1), zone, (ms, rest, zone) => {
      const change = lastSundayAt1(new Date(ms).getUTCFullYear(), 9);
      const expected =
        ms >= change && ms < change + hour ? 'second' : ms >= change - hour && ms < change ? 'first' : null;
      expect(repetitionOf(ms + rest, zone)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

it('finds every wall-clock minute between two instants less than a day apart', () => {
  fc.assert(
    fc.property(
      anyMinute,
      fc.integer({ min: 1, max: 26 * 60 }),
      zone,
      fc.nat(),
      (start, minutes, zone, pick) => {
        const end = start + minutes * minute;
        const wanted = wallClock(start + (pick % (26 * 60)) * minute, zone).slice(11, 16);
        const expected: number[] = [];
        for (let ms = start + minute; ms <= end; ms += minute) {
          if (wallClock(ms, zone).slice(11, 16) === wanted) expected.push(ms);
        }
        expect(instantsBetween(start, end, wanted, zone).map(Number)).toEqual(expected);
      },
    ),
  );
});

it('texts that are not date and time have no instant', () => {
  for (const [date, time] of [
    ['', '07:00'],
    ['2026-11-20', ''],
    ['2026-02-30', '07:00'],
    ['2026-11-20', '24:30'],
  ] as const) {
    expect(instantsAt(date, time, 'Europe/Riga')).toEqual([]);
  }
  expect(() => instantAt('', '07:00', 'Europe/Riga')).toThrow(RangeError);
});
