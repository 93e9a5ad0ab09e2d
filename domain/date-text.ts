import type { DatePeriod } from './dates.ts';
import { type Language, LOCALES } from './languages.ts';

/**
 * A calendar date `yyyy-MM-dd` as people read it on screens, in mails and on paper: 05.03.2026 in Latvian and Polish,
 * 2026-03-05 in Lithuanian, 5 Mar 2026 in English.
 */
export function dateText(date: string, language: Language): string {
  // English by specification; `Intl` writes "Sept".
  if (language === 'en') return new Date(date).toUTCString().slice(5, 16).replace(/^0/, '');
  return language === 'lt' ? date : date.split('-').reverse().join('.');
}

/** "1 Mar 2026 – 31 Mar 2026"; one date for a single day. */
export function periodText({ start, end }: DatePeriod, language: Language): string {
  const first = dateText(start, language);
  return start === end ? first : `${first} – ${dateText(end, language)}`;
}

/** "Thursday, 5 Mar 2026" for a calendar date. */
export function weekdayDateText(
  date: string,
  language: Language,
  weekday: 'long' | 'short' = 'long',
): string {
  const name = new Date(date).toLocaleDateString(LOCALES[language], { weekday, timeZone: 'UTC' });
  // Alone, a Latvian weekday has a capital letter; beside a date it has none.
  return `${language === 'en' ? name : name.toLowerCase()}, ${dateText(date, language)}`;
}
