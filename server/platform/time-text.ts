import type { Instant } from '#domain/dates.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { repetitionOf } from '#domain/wall-clock.ts';
import { translator } from './i18n.ts';

/** A time as shown, with summer or winter time beside it where the zone's clock shows it twice that night. */
export function withRepetition(time: string, instant: Instant, language: Language, timeZone: string): string {
  const repetition = repetitionOf(instant, timeZone);
  return repetition ? translator(language)(`common:repeatedTime.${repetition}`, { time }) : time;
}

/** An instant as words: its date and minute on the zone's clock. */
export function dateTimeText(
  instant: string,
  language: Language,
  timeZone: string,
  dateStyle: 'long' | 'short' = 'long',
): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle, timeStyle: 'short', timeZone });
  return withRepetition(format.format(new Date(instant)), instant, language, timeZone);
}
