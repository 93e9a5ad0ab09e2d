import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDays,
  dateIn,
  dateTimeIn,
  daysBetween,
  isDate,
  monthOf,
  previousMonthOf,
  timeIn,
  weekOf,
} from './dates.ts';

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const write = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Every day from 1970 to 2999 in order, counted independently; the first was a Thursday. */
const calendar: string[] = [];
for (let year = 1970; year < 3000; year += 1) {
  for (let month = 1; month <= 12; month += 1) {
    for (let day = 1; day <= lengthOf(year, month); day += 1) calendar.push(write(year, month, day));
  }
}
const anyIndex = fc.integer({ min: 40, max: calendar.length - 40 });
const dayAt = (index: number) => calendar[index] ?? '';

it('a date is a real day of 1970 to 2999 in the exact format', () => {
  const real = new Set(calendar);
  for (const year of [1970, 1999, 2000, 2024, 2026, 2100, 2999]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = write(year, month, day);
        expect(isDate(text)).toBe(real.has(text));
      }
    }
  }
  const bad = [
    '',
    '2026-1-01',
    '1969-12-31',
    '3000-01-01',
    '02026-01-01',
    '2026-01-01\n',
    ' 2026-01-01',
    '2026-01-01Z',
  ];
  for (const text of [...bad, '2026/01/01', '٢٠٢٦-٠١-٠١', 'tomorrow']) expect(isDate(text)).toBe(false);
});

it('adding days and counting them agree with the calendar', () => {
  fc.assert(
    fc.property(anyIndex, fc.integer({ min: 0, max: 36_000 }), (from, days) => {
      const to = Math.min(from + days, calendar.length - 1);
      expect(addDays(dayAt(from), to - from)).toBe(dayAt(to));
      expect(addDays(dayAt(to), from - to)).toBe(dayAt(from));
      expect(daysBetween(dayAt(from), dayAt(to))).toBe(to - from);
    }),
  );
});

it('a week is the Monday to Sunday around a day', () => {
  fc.assert(
    fc.property(anyIndex, (index) => {
      const monday = index - ((index + 3) % 7);
      expect(weekOf(dayAt(index))).toEqual({ start: dayAt(monday), end: dayAt(monday + 6) });
    }),
  );
  expect(weekOf('2026-03-29')).toEqual({ start: '2026-03-23', end: '2026-03-29' });
});

it('a month is its first to its last day; the previous one may be in the previous year', () => {
  fc.assert(
    fc.property(anyIndex, (index) => {
      const date = dayAt(index);
      const [year, month] = date.split('-').map(Number) as [number, number];
      const period = (y: number, m: number) => ({ start: write(y, m, 1), end: write(y, m, lengthOf(y, m)) });
      expect(monthOf(date)).toEqual(period(year, month));
      expect(previousMonthOf(date)).toEqual(month === 1 ? period(year - 1, 12) : period(year, month - 1));
    }),
  );
  expect(previousMonthOf('2024-03-31')).toEqual({ start: '2024-02-01', end: '2024-02-29' });
});

it.each([
  ['2026-07-31T21:00:00Z', 'Europe/Riga', '2026-08-01 00:00:00'],
  ['2026-07-31T20:59:59.999Z', 'Europe/Riga', '2026-07-31 23:59:59'],
  ['2025-12-31T22:30:05Z', 'Europe/Vilnius', '2026-01-01 00:30:05'],
  ['2025-12-31T22:30:05Z', 'Europe/Warsaw', '2025-12-31 23:30:05'],
  ['2026-03-29T00:59:59Z', 'Europe/Warsaw', '2026-03-29 01:59:59'],
  ['2026-03-29T01:00:00Z', 'Europe/Warsaw', '2026-03-29 03:00:00'],
  ['2026-01-01T00:00:00Z', 'Pacific/Kiritimati', '2026-01-01 14:00:00'],
])('%s in %s is %s', (instant, timeZone, clock) => {
  for (const form of [instant, new Date(instant), Date.parse(instant)]) {
    expect(dateTimeIn(form, timeZone)).toBe(clock);
    expect(dateIn(form, timeZone)).toBe(clock.slice(0, 10));
    expect(timeIn(form, timeZone)).toBe(clock.slice(11, 16));
  }
});

it('an unknown zone and an invalid instant are refused', () => {
  expect(() => dateIn(0, 'Mars/Olympus')).toThrow(RangeError);
  expect(() => dateIn('yesterday', 'Europe/Riga')).toThrow(RangeError);
});

it('an early year has four digits, so that dates compare as strings', () => {
  expect(dateIn('0226-03-02T08:00:00Z', 'UTC')).toBe('0226-03-02');
  expect(dateTimeIn('0226-03-02T08:00:00Z', 'UTC')).toBe('0226-03-02 08:00:00');
});
