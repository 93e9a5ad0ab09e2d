import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleDayAfter,
  oracleMidnight,
  wallClock,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import {
  canonicalTimeZone,
  dayRange,
  monthRange,
  overlapMs,
  rangeOfDates,
  startOfDay,
  weekRange,
} from './calendar.ts';
import { addDays, dateIn, dateTimeIn, type Instant } from './dates.ts';

const first = Date.UTC(2015, 0, 1);
const last = Date.UTC(2035, 11, 31);
const years = Array.from({ length: 21 }, (_, index) => 2015 + index);
const changes = years.flatMap((year) => [lastSundayAt1(year, 2), lastSundayAt1(year, 9)]);

const zones = fc.constantFrom(...zoneNames);
const instants = fc.oneof(
  fc.integer({ min: first, max: last }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -30 * hour, max: 30 * hour }))
    .map(([at, by]) => at + by),
  // On, just before and just after local midnights, including month and year ends.
  fc
    .tuple(fc.integer({ min: 0, max: 7_000 }), fc.integer({ min: -3, max: 1 }), fc.constantFrom(-1, 0, 1))
    .map(([days, hours, off]) => first + days * day + hours * hour + off),
);
const lengths = fc.oneof(fc.integer({ min: 0, max: 14 * hour }), fc.integer({ min: 0, max: 40 * day }));
const entries = fc.record({ zone: zones, from: instants, length: lengths, isOpen: fc.boolean() });
const settings = { numRuns: 1_500 };

/** What lies of an entry in each of the days that it touches. */
function partsOf(entry: { checkIn: Instant; checkOut: Instant | null }, zone: string, now: Date) {
  const parts: { date: string; ms: number }[] = [];
  const until = dateIn(entry.checkOut ?? now, zone);
  for (let date = dateIn(entry.checkIn, zone); date <= until; date = addDays(date, 1)) {
    parts.push({ date, ms: overlapMs(entry, dayRange(date, zone), now) });
  }
  return parts.filter(({ ms }) => ms > 0);
}

it('instants fall on the date and clock that the directive says', () => {
  fc.assert(
    fc.property(instants, zones, (ms, zone) => {
      expect(dateTimeIn(ms, zone)).toBe(wallClock(ms, zone).slice(0, 19).replace('T', ' '));
      expect(dateIn(ms, zone)).toBe(oracleDate(ms, zone));
    }),
    settings,
  );
});

it.each(zoneNames)(
  'in %s every day of 21 years begins at midnight and lasts 24 hours, or 23 or 25',
  (zone) => {
    const odd: Record<number, string[]> = { 23: [], 25: [] };
    for (let date = '2015-01-01'; date < '2036-01-01'; date = oracleDayAfter(date)) {
      const { start, end } = dayRange(date, zone);
      if (start.getTime() !== oracleMidnight(date, zone))
        expect.fail(`${date} begins at ${start.toISOString()}`);
      if (end.getTime() !== oracleMidnight(oracleDayAfter(date), zone)) expect.fail(`${date} ends wrongly`);
      const hours = (end.getTime() - start.getTime()) / hour;
      if (hours !== 24) odd[hours]?.push(date);
    }
    const sundays = (month: number) =>
      years.map((y) => new Date(lastSundayAt1(y, month)).toISOString().slice(0, 10));
    expect(odd).toEqual({ 23: sundays(2), 25: sundays(9) });
  },
);

it('a week runs from Monday midnight to Monday midnight, a month from its first to the next', () => {
  fc.assert(
    fc.property(instants, zones, (ms, zone) => {
      const date = oracleDate(ms, zone);
      const monday = new Date(Date.parse(date));
      while (monday.getUTCDay() !== 1) monday.setTime(monday.getTime() - day);
      const nextMonday = new Date(monday.getTime() + 7 * day);
      const midnight = (of: Date) => new Date(oracleMidnight(of.toISOString().slice(0, 10), zone));
      expect(weekRange(date, zone)).toEqual({ start: midnight(monday), end: midnight(nextMonday) });

      const [year, month] = date.split('-').map(Number) as [number, number];
      const firstOf = (of: number) => midnight(new Date(Date.UTC(year, of, 1)));
      expect(monthRange(date, zone)).toEqual({ start: firstOf(month - 1), end: firstOf(month) });
    }),
    settings,
  );
});

it('weeks and months with a DST change are an hour short or long', () => {
  const hours = ({ start, end }: { start: Date; end: Date }) => (end.getTime() - start.getTime()) / hour;
  expect(hours(weekRange('2026-03-25', 'Europe/Riga'))).toBe(167);
  expect(hours(weekRange('2026-10-25', 'Europe/Riga'))).toBe(169);
  expect(hours(monthRange('2026-03-31', 'Europe/Riga'))).toBe(31 * 24 - 1);
  expect(hours(rangeOfDates('2026-03-01', '2026-10-31', 'Europe/Riga'))).toBe(245 * 24);
});

it('an entry is split at local midnights into parts that add up to it', () => {
  fc.assert(
    fc.property(entries, ({ zone, from, length, isOpen }) => {
      const to = from + length;
      const entry = { checkIn: new Date(from).toISOString(), checkOut: isOpen ? null : new Date(to) };
      const now = new Date(isOpen ? to : to + 5 * hour);

      const expected: { date: string; ms: number }[] = [];
      for (let at = from; at < to; ) {
        const date = oracleDate(at, zone);
        const until = Math.min(to, oracleMidnight(oracleDayAfter(date), zone));
        expected.push({ date, ms: until - at });
        at = until;
      }
      const parts = partsOf(entry, zone, now);
      expect(parts).toEqual(expected);
      expect(parts.reduce((sum, part) => sum + part.ms, 0)).toBe(length);
    }),
    settings,
  );
});

it.each([
  ['spring', '2026-03-28T20:00:00Z', '2026-03-29T04:00:00Z', [2, 6]],
  ['autumn', '2026-10-24T19:00:00Z', '2026-10-25T05:00:00Z', [2, 8]],
  ['spring, whole day', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z', [23]],
  ['autumn, whole day', '2026-10-24T21:00:00Z', '2026-10-25T22:00:00Z', [25]],
  ['year end', '2025-12-31T20:00:00Z', '2026-01-01T04:00:00Z', [2, 6]],
  ['no time at all', '2026-01-01T04:00:00Z', '2026-01-01T04:00:00Z', []],
])('a night in Riga: %s', (_, checkIn, checkOut, hours) => {
  const parts = partsOf({ checkIn, checkOut }, 'Europe/Riga', new Date(0));
  expect(parts.map(({ ms }) => ms / hour)).toEqual(hours);
});

it('time outside the range, and before the check-in of an open entry, counts nothing', () => {
  const range = dayRange('2026-06-10', 'Europe/Riga');
  const now = new Date('2026-06-10T12:00:00Z');
  const on = (checkIn: string, checkOut: string | null) =>
    overlapMs({ checkIn, checkOut }, range, now) / hour;
  expect(on('2026-06-08T06:00:00Z', '2026-06-09T14:00:00Z')).toBe(0);
  expect(on('2026-06-10T21:00:00Z', '2026-06-10T23:00:00Z')).toBe(0);
  expect(on('2026-06-01T00:00:00Z', '2026-06-30T00:00:00Z')).toBe(24);
  expect(on('2026-06-10T06:00:00Z', null)).toBe(6);
  expect(on('2026-06-10T12:00:01Z', null)).toBe(0);
  expect(partsOf({ checkIn: '2026-06-10T12:00:01Z', checkOut: null }, 'Europe/Riga', now)).toEqual([]);
});

it('days without a midnight, and skipped dates, lose and double nothing', () => {
  // Cairo's clocks go from 00:00 to 01:00 on the last Friday of April.
  expect(startOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  expect(dateTimeIn('2026-04-23T22:00:00Z', 'Africa/Cairo')).toBe('2026-04-24 01:00:00');
  // Havana's go back from 01:00 to 00:00: two midnights, of which the day begins at the first.
  expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z');
  // Samoa had no 30 December 2011.
  const { start, end } = dayRange('2011-12-30', 'Pacific/Apia');
  expect(end).toEqual(start);
  const newYear = { checkIn: '2011-12-30T09:00:00Z', checkOut: '2011-12-30T12:00:00Z' };
  expect(partsOf(newYear, 'Pacific/Apia', end)).toEqual([
    { date: '2011-12-29', ms: hour },
    { date: '2011-12-31', ms: 2 * hour },
  ]);
});

it('in every zone the parts add up and every day begins where the one before ends', () => {
  const everyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  // Until 2011 clocks in Newfoundland went back from 00:01 into the day before, which no day with one beginning can show.
  const anyInstant = fc.integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(everyZone, anyInstant, fc.integer({ min: 0, max: 5 * day }), (zone, from, length) => {
      const parts = partsOf({ checkIn: from, checkOut: from + length }, zone, new Date(0));
      expect(parts.reduce((sum, { ms }) => sum + ms, 0)).toBe(length);
      expect(parts.every(({ ms }) => ms > 0)).toBe(true);
      const date = dateIn(from, zone);
      const { start, end } = dayRange(date, zone);
      expect(startOfDay(addDays(date, 1), zone)).toEqual(end);
      expect(dateIn(start, zone) >= date).toBe(true);
      expect(dateIn(start.getTime() - 1, zone) < date).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('a time zone is an IANA name', () => {
  for (const zone of [...zoneNames, 'UTC', 'Etc/GMT+2', 'America/Argentina/Buenos_Aires']) {
    expect(canonicalTimeZone(zone)).toBe(zone);
    expect(canonicalTimeZone(zone.toLowerCase())).toBe(zone);
    expect(canonicalTimeZone(zone.toUpperCase())).toBe(zone);
  }
  for (const text of [
    '',
    'Riga',
    '+02:00',
    '-0500',
    'Europe/Riga ',
    '2026-01-01T00:00[UTC]',
    'A'.repeat(1e5),
  ]) {
    expect(canonicalTimeZone(text)).toBeNull();
  }
});
