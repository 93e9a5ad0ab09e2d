/* Lengths of time as people type them: hours with a comma or a point, or hours and minutes. */
import { MS_PER_HOUR } from './hours.ts';
import type { Language } from './languages.ts';

/** The milliseconds of "7.5", "7,5" or "7:30"; NaN if it is no length. */
export function readHours(text: string): number {
  const [, hours, minutes] = /^\s*(\d{1,4}):([0-5]\d)\s*$/.exec(text) ?? [];
  if (hours) return (Number(hours) * 60 + Number(minutes)) * (MS_PER_HOUR / 60);
  const typed = /^\s*\d+(?:[.,]\d+)?\s*$/.test(text) ? Number(text.trim().replace(',', '.')) : Number.NaN;
  return Math.round(typed * MS_PER_HOUR);
}

/** The text of a length, without a unit: decimals where two are exact, else hours and minutes. */
export function hoursText(ms: number, language: Language): string {
  if (ms % (MS_PER_HOUR / 100) !== 0) {
    const minutes = Math.round(ms / 60_000);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  }
  const text = String(ms / MS_PER_HOUR);
  return language === 'en' ? text : text.replace('.', ',');
}

const WORKDAYS = 5;

/** Seven lengths from Monday: a week of so many milliseconds in five equal days. */
export const evenWeek = (weekly: number): number[] =>
  Array.from({ length: 7 }, (_, day) => (day < WORKDAYS ? weekly / WORKDAYS : 0));
