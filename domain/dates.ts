/** Calendar dates are `yyyy-MM-dd` strings without a zone; instants are read in the given time zone. */

export type Instant = string | number | Date;

const msPerDay = 86_400_000;
const toDate = (date: string) => new Date(`${date}T00:00:00Z`);
const fromDate = (date: Date) => date.toISOString().slice(0, 10);

/** Returns whether the text is a real day of 1970 to 2999 as `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  if (!/^(?:19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(text)) return false;
  const date = toDate(text);
  return !Number.isNaN(date.getTime()) && fromDate(date) === text;
}

export function addDays(date: string, days: number): string {
  return fromDate(new Date(toDate(date).getTime() + days * msPerDay));
}

/** How many days `end` is after `start`; 0 for the same day. */
export function daysBetween(start: string, end: string): number {
  return (toDate(end).getTime() - toDate(start).getTime()) / msPerDay;
}

/** Both days inclusive. */
export type DatePeriod = { start: string; end: string };

/** 1 on Monday to 7 on Sunday (ISO 8601). */
export function weekdayOf(date: string): number {
  return toDate(date).getUTCDay() || 7;
}

/** Monday to Sunday around the date (ISO 8601). */
export function weekOf(date: string): DatePeriod {
  const start = addDays(date, 1 - weekdayOf(date));
  return { start, end: addDays(start, 6) };
}

/** The calendar month of the date. */
export function monthOf(date: string): DatePeriod {
  const first = toDate(date);
  first.setUTCDate(1);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return { start: fromDate(first), end: fromDate(last) };
}

/** The `yyyy-MM` that many months after the given one. */
export function addMonths(month: string, months: number): string {
  const first = toDate(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return fromDate(first).slice(0, 7);
}

/** The calendar month before that of the date. */
export function previousMonthOf(date: string): DatePeriod {
  return monthOf(addDays(monthOf(date).start, -1));
}

type Clock = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

function clockIn(instant: Instant, timeZone: string): Clock {
  const clock: Clock = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatterFor(timeZone).formatToParts(new Date(instant))) {
    // Intl writes the year 226 without a leading zero, and dates are compared as strings.
    if (type in clock) clock[type as keyof Clock] = type === 'year' ? value.padStart(4, '0') : value;
  }
  return clock;
}

/** The calendar date at an instant in an IANA zone. Throws a RangeError for an unknown zone or an invalid instant. */
export function dateIn(instant: Instant, timeZone: string): string {
  const { year, month, day } = clockIn(instant, timeZone);
  return `${year}-${month}-${day}`;
}

/** `HH:mm` on the zone's wall clock. */
export function timeIn(instant: Instant, timeZone: string): string {
  const { hour, minute } = clockIn(instant, timeZone);
  return `${hour}:${minute}`;
}

/** `yyyy-MM-dd HH:mm:ss` on the zone's wall clock, as the CSV export writes it. */
export function dateTimeIn(instant: Instant, timeZone: string): string {
  const { year, month, day, hour, minute, second } = clockIn(instant, timeZone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** All dates from `start` to `end`, both included. */
export function datesBetween({ start, end }: DatePeriod): string[] {
  const dates: string[] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** The calendar months before, as many, if the period is whole months; else the period of as many days before it. */
export function periodBefore({ start, end }: DatePeriod): DatePeriod {
  const before = addDays(start, -1);
  const isMonths = monthOf(start).start === start && monthOf(end).end === end;
  if (!isMonths) return { start: addDays(before, -daysBetween(start, end)), end: before };
  let first = start;
  for (let month = start; month <= end; month = `${addMonths(month.slice(0, 7), 1)}-01`) {
    first = previousMonthOf(first).start;
  }
  return { start: first, end: before };
}

/** The parts of the period that lie in each of these days, weeks or months, oldest first. */
export function partsOf({ start, end }: DatePeriod, around: (date: string) => DatePeriod): DatePeriod[] {
  const parts: DatePeriod[] = [];
  for (let date = start; date <= end; ) {
    const own = around(date);
    const last = own.end < end ? own.end : end;
    parts.push({ start: date, end: last });
    date = addDays(last, 1);
  }
  return parts;
}
