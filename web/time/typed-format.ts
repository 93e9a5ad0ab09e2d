/* What people type into date and time fields, and how it is written there. Pure; values are `yyyy-MM-dd` and `HH:mm`. */
import { dateText } from '#domain/date-text.ts';
import { addDays, addMonths, isDate, monthOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';

type Segment = 'year' | 'month' | 'day' | 'hour' | 'minute';

const DIGITS: Record<Segment, number> = { year: 4, month: 2, day: 2, hour: 2, minute: 2 };
/** A first digit above it is the whole number: 4 is the 4th, 7 is seven o’clock. */
const LARGEST_FIRST_DIGIT: Record<Segment, number> = { year: 9, month: 1, day: 3, hour: 2, minute: 5 };

export type TypedFormat = {
  /** How the field shows a value; an empty text for none. */
  show: (value: string) => string;
  /** The value of a complete text, or an empty string. */
  read: (text: string) => string;
  /** The value of a text that is not typed further: a year of two digits and an hour alone are understood too. */
  readFinished: (text: string) => string;
  /** The text with its separators as far as it has been typed. */
  punctuate: (text: string) => string;
  /** The value after an arrow key in a segment; `by` is 1 or -1. */
  step: (value: string, segment: number, by: number) => string;
  /** Whether nothing can follow in this segment. */
  isFull: (text: string, segment: number) => boolean;
};

/** Numbers and names, without what separates them. */
const partsOf = (text: string): string[] => text.match(/\d+|\p{L}+/gu) ?? [];

function isFullPart(text: string, segment: Segment | undefined): boolean {
  if (!segment) return false;
  return /\D/.test(text)
    ? text.length >= 3
    : text.length === DIGITS[segment] || (text.length === 1 && Number(text) > LARGEST_FIRST_DIGIT[segment]);
}

/** `write` gives a closed segment its final form. */
function punctuated(
  text: string,
  segments: readonly Segment[],
  separator: string,
  write: (part: string, segment: Segment) => string,
): string {
  let result = '';
  let part = '';
  let index = 0;
  const close = (segment: Segment) => {
    index += 1;
    result += write(part, segment) + (index < segments.length ? separator : '');
    part = '';
  };
  for (const character of text) {
    const segment = segments[index];
    if (!segment) break;
    if (/[\d\p{L}]/u.test(character)) part += character;
    else if (part) close(segment);
    if (segments[index] === segment && isFullPart(part, segment)) close(segment);
  }
  return result + part;
}

const padded = (part: string, segment: Segment) => part.padStart(DIGITS[segment] === 2 ? 2 : 0, '0');

/** The month of an English name of which at least three letters were typed, `01` to `12`. */
function monthByName(name: string): string | undefined {
  const typed = name.slice(0, 3).toLowerCase();
  const month = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
  return month.find((number) => englishMonth(number).toLowerCase() === typed);
}

const englishMonth = (month: string) => dateText(`2026-${month}-01`, 'en').split(' ')[1] ?? '';

/** Dates as the language writes them (`dateText`); `yyyy-MM-dd` is understood in every language. */
export function dateFormat(language: Language): TypedFormat {
  const isYearFirst = language === 'lt';
  const segments: Segment[] = isYearFirst ? ['year', 'month', 'day'] : ['day', 'month', 'year'];
  const separator = { en: ' ', lv: '.', pl: '.', lt: '-' }[language];

  const readDate = (text: string, isFinished: boolean) => {
    const parts = partsOf(text);
    const [only = ''] = parts;
    // 22112026, or 221126 as the language orders them.
    const split = parts.length === 1 && /^\d{8}$|^\d{6}$/.test(only) ? splitDigits(only, isYearFirst) : parts;
    const [first = '', middle = '', last = '', ...more] = split;
    if (more.length > 0) return '';
    const hasYearFirst = first.length === 4 || (isYearFirst && last.length < 3);
    const [year, day] = hasYearFirst ? [first, last] : [last, first];
    const month = /^\d{1,2}$/.test(middle) ? middle.padStart(2, '0') : monthByName(middle);
    const fullYear = isFinished && year.length === 2 ? `20${year}` : year;
    const date = `${fullYear}-${month}-${day.padStart(2, '0')}`;
    return isDate(date) ? date : '';
  };
  const write = (part: string, segment: Segment) => {
    if (language !== 'en' || segment !== 'month') return padded(part, segment);
    const month = /\D/.test(part) ? monthByName(part) : padded(part, segment);
    return month && Number(month) >= 1 && Number(month) <= 12 ? englishMonth(month) : part;
  };
  return {
    show: (value) => (isDate(value) ? dateText(value, language) : value),
    read: (text) => readDate(text, false),
    readFinished: (text) => readDate(text, true),
    punctuate: (text) => punctuated(text, segments, separator, write),
    step: (value, index, by) => stepDate(value, segments[index] ?? 'day', by),
    isFull: (text, index) => isFullPart(text, segments[index]),
  };
}

function splitDigits(digits: string, isYearFirst: boolean): string[] {
  const years = digits.length - 4;
  const at = isYearFirst ? [0, years, years + 2] : [0, 2, 4];
  return at.map((start, index) => digits.slice(start, at[index + 1]));
}

function stepDate(date: string, segment: Segment, by: number): string {
  if (segment === 'day') return addDays(date, by);
  return withMonth(date, by * (segment === 'year' ? 12 : 1));
}

/** The same day that many months later, or that month’s last day. */
export function withMonth(date: string, months: number): string {
  const { start, end } = monthOf(`${addMonths(date.slice(0, 7), months)}-01`);
  const moved = `${start.slice(0, 8)}${date.slice(8)}`;
  return moved > end ? end : moved;
}

const TIME: readonly Segment[] = ['hour', 'minute'];
const MINUTES_OF_DAY = 24 * 60;

/** Times of day of 24 hours, `HH:mm`. */
export const timeFormat: TypedFormat = {
  show: (value) => value,
  read: (text) => readTime(/^\s*\d{1,2}\D+\d\d\s*$/.test(text) ? text : ''),
  readFinished: (text) => readTime(text),
  punctuate: (text) => punctuated(text.replace(/\p{L}/gu, ''), TIME, ':', padded),
  step: (value, index, by) => {
    const [hour, minute] = value.split(':').map(Number);
    const minutes = (hour ?? 0) * 60 + (minute ?? 0) + by * (index === 0 ? 60 : 1);
    return timeOf((minutes + MINUTES_OF_DAY) % MINUTES_OF_DAY);
  },
  isFull: (text, index) => isFullPart(text, TIME[index]),
};

function readTime(text: string): string {
  const [hour = '', minute = '00', ...more] = partsOf(punctuated(text, TIME, ':', padded));
  if (more.length > 0 || !/^\d{1,2}$/.test(hour) || !/^\d{1,2}$/.test(minute)) return '';
  return Number(hour) < 24 && Number(minute) < 60 ? timeOf(Number(hour) * 60 + Number(minute)) : '';
}

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((number) => String(number).padStart(2, '0')).join(':');
