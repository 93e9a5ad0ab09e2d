/** Public holidays of the three countries (domain.md §2.3), computed from a table and the date of Easter. */

import { addDays, weekdayOf } from './dates.ts';

export const COUNTRIES = ['LV', 'LT', 'PL', 'other'] as const;
export type Country = (typeof COUNTRIES)[number];

/** `substitute`: a rest day in place of a holiday at a weekend; no holiday itself (work-rules.md §4). */
export type Holiday = { date: string; name: string; kind: 'holiday' | 'substitute' };

type HolidayRow = {
  name: string;
  /** `MM-dd` of every year, a date of one year, days after Easter Sunday, or the month's n-th Sunday. */
  on: string | { easter: number } | { month: string; sunday: number };
  /** The first year; earlier ones don't have it. */
  since?: number;
  /** At a weekend, the next Monday to Friday without a holiday is a rest day. */
  hasSubstitute?: true;
};

const newYear = { name: 'new-year', on: '01-01' };
const labourDay = { name: 'labour-day', on: '05-01' };
const easter = [
  { name: 'easter-sunday', on: { easter: 0 } },
  { name: 'easter-monday', on: { easter: 1 } },
];
const christmas = [
  { name: 'christmas-eve', on: '12-24' },
  { name: 'christmas-day', on: '12-25' },
  { name: 'second-christmas-day', on: '12-26' },
];
const whitSunday = { name: 'whit-sunday', on: { easter: 49 } };
const midsummer = { name: 'midsummer', on: '06-24' };
const assumption = { name: 'assumption', on: '08-15' };
const allSaints = { name: 'all-saints', on: '11-01' };

const HOLIDAYS: Record<Country, HolidayRow[]> = {
  LV: [
    newYear,
    { name: 'good-friday', on: { easter: -2 } },
    ...easter,
    labourDay,
    { name: 'restoration-of-independence', on: '05-04', hasSubstitute: true },
    { name: 'mothers-day', on: { month: '05', sunday: 2 } },
    whitSunday,
    { name: 'midsummer-eve', on: '06-23' },
    midsummer,
    { name: 'proclamation-of-republic', on: '11-18', hasSubstitute: true },
    ...christmas,
    { name: 'new-years-eve', on: '12-31' },
    { name: 'hockey-medal-day', on: '2023-05-29' },
    { name: 'song-festival', on: '2023-07-09', hasSubstitute: true },
  ],
  LT: [
    newYear,
    { name: 'restoration-of-state', on: '02-16' },
    { name: 'restoration-of-independence', on: '03-11' },
    ...easter,
    labourDay,
    { name: 'mothers-day', on: { month: '05', sunday: 1 } },
    { name: 'fathers-day', on: { month: '06', sunday: 1 } },
    midsummer,
    { name: 'statehood-day', on: '07-06' },
    assumption,
    allSaints,
    { name: 'all-souls', on: '11-02', since: 2020 },
    ...christmas,
  ],
  PL: [
    newYear,
    { name: 'epiphany', on: '01-06' },
    ...easter,
    labourDay,
    { name: 'constitution-day', on: '05-03' },
    whitSunday,
    { name: 'corpus-christi', on: { easter: 60 } },
    assumption,
    allSaints,
    { name: 'independence-day', on: '11-11' },
    ...christmas.map((row) => (row.name === 'christmas-eve' ? { ...row, since: 2025 } : row)),
  ],
  other: [],
};

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const correction =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return addDays(`${year}-03-22`, epact + weekday - 7 * late);
}

function dateOf({ on }: HolidayRow, year: number): string {
  if (typeof on === 'string') return on.length > 5 ? on : `${year}-${on}`;
  if ('easter' in on) return addDays(easterSunday(year), on.easter);
  const first = `${year}-${on.month}-01`;
  return addDays(first, 7 * on.sunday - weekdayOf(first));
}

/** The country's public holidays and substitute days of the year, in order. `name` is the key of a text. */
export function publicHolidays(country: Country, year: number): Holiday[] {
  const rows = HOLIDAYS[country]
    .filter(({ since = 0 }) => since <= year)
    .map((row) => ({ row, date: dateOf(row, year) }))
    .filter(({ date }) => date.startsWith(`${year}-`));
  const taken = new Set(rows.map(({ date }) => date));
  const substitutes = rows
    .filter(({ row, date }) => row.hasSubstitute && weekdayOf(date) > 5)
    .map(({ row, date }): Holiday => {
      let day = date;
      while (weekdayOf(day) > 5 || taken.has(day)) day = addDays(day, 1);
      return { date: day, name: row.name, kind: 'substitute' };
    });
  const holidays = rows.map(({ row, date }): Holiday => ({ date, name: row.name, kind: 'holiday' }));
  return [...holidays, ...substitutes].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
