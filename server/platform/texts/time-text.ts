import { dateText } from '#domain/date-text.ts';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { repetitionOf } from '#domain/wall-clock.ts';
import { translator } from './i18n.ts';

/** A time as shown, with summer or winter time beside it where the zone's clock shows it twice that night. */
export function withRepetition(time: string, instant: Instant, language: Language, timeZone: string): string {
  const repetition = repetitionOf(instant, timeZone);
  return repetition ? translator(language)(`common:repeatedTime.${repetition}`, { time }) : time;
}

/** An instant as words: its date and minute on the zone's clock. */
export function dateTimeText(instant: string, language: Language, timeZone: string): string {
  const time = withRepetition(timeIn(instant, timeZone), instant, language, timeZone);
  return `${dateText(dateIn(instant, timeZone), language)} ${time}`;
}
