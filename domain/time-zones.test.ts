import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utcOffsetIn } from './time-zones.ts';

it("the offset at any instant in any zone equals Temporal's", () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
  const instant = fc.date({ min: new Date('1980-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zone, instant, (timeZone, date) => {
      const { offset } = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);
      expect(utcOffsetIn(date, timeZone)).toBe(offset);
    }),
  );
});

it('the offset follows the clocks', () => {
  expect(utcOffsetIn('2026-10-25T00:59:59Z', 'Europe/Riga')).toBe('+03:00');
  expect(utcOffsetIn('2026-10-25T01:00:00Z', 'Europe/Riga')).toBe('+02:00');
  expect(utcOffsetIn('2026-07-01T00:00:00Z', 'Asia/Kathmandu')).toBe('+05:45');
  expect(utcOffsetIn('2026-07-01T00:00:00Z', 'America/New_York')).toBe('-04:00');
  expect(utcOffsetIn('2026-01-01T00:00:00Z', 'Europe/London')).toBe('+00:00');
});
