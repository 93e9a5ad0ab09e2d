import type { PersonMonthHours } from '#contract/hours.ts';
import { MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { dateText } from '#web/time/date-text.ts';

/** Minutes as `h:mm` with a minus sign. */
const signedMinutesText = (minutes: number) => `${minutes < 0 ? '−' : ''}${minutesText(Math.abs(minutes))}`;

/** A duration that may be negative, rounded to the minute. */
export const signedDurationText = (ms: number) =>
  signedMinutesText(Math.sign(ms) * Math.round(Math.abs(ms) / MINUTE_MS));

const ALWAYS = ['normal', 'overtime', 'night', 'restDay', 'holiday', 'break'] as const;
/** Shown where the company's rules know them, or where somebody has them. */
const SOMETIMES = ['overtime50', 'overtime100', 'overContract', 'nightWork', 'sundayHoliday'] as const;
/** In the order in which they are shown. */
const ORDER = [
  'normal',
  'overtime',
  'overtime50',
  'overtime100',
  'overContract',
  'night',
  'nightWork',
  'restDay',
  'holiday',
  'sundayHoliday',
  'break',
] as const;
export type Category = (typeof ORDER)[number];

/** What the difference of a month, or that from its plan, covers: while it runs, the dates before today. Area `hours`. */
export function useDifferenceLabel(
  figure: 'difference' | 'planDifference' = 'difference',
): (balance: PersonMonthHours['balance']) => string {
  const { t } = useTranslation('hours');
  const language = useLanguage();
  return ({ date, isRunning }) =>
    isRunning ? t(`figures.${figure}UpTo`, { date: dateText(date, language) }) : t(`figures.${figure}`);
}

/** The categories to show for these people. */
export function categoriesOf(people: readonly PersonMonthHours[]): Category[] {
  const isKnown = (category: (typeof SOMETIMES)[number]) =>
    people.some((person) => {
      const ms = person[category];
      // Lengths are 0, not null, where the rules don't divide overtime.
      return ms !== null && (ms !== 0 || category === 'nightWork' || category === 'sundayHoliday');
    });
  const shown: readonly string[] = [...ALWAYS, ...SOMETIMES.filter(isKnown)];
  return ORDER.filter((category) => shown.includes(category));
}
