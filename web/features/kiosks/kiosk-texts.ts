import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { currentLanguage, loadTranslator, type Translate, translatorOf } from '#web/i18n/i18n.ts';
import { withRepetition } from '#web/time/company-time.ts';
import { dateText, weekdayDateText } from '#web/time/date-text.ts';

/** Texts and times for one person, whatever language the kiosk itself is in. */
export type PersonTexts = {
  language: Language;
  t: Translate<'kiosk'>;
  /** `HH:mm` in the company's time zone. */
  time: (instant: Instant) => string;
  /** With the date, where that is not today. */
  moment: (instant: Instant) => string;
};

const loaded = new Set<Language>();

/** Loads the texts of all four languages, so that everybody is answered in their own, also without a signal. */
export async function loadAllTexts(): Promise<void> {
  await Promise.allSettled(
    LANGUAGES.map(async (language) => {
      await Promise.all([
        loadTranslator(language, 'kiosk'),
        loadTranslator(language, 'errors'),
        loadTranslator(language, 'common'),
      ]);
      loaded.add(language);
    }),
  );
}

/** Texts in the person's language, or the kiosk's where that is unknown or could not be loaded. */
export function textsFor(wanted: Language | undefined, timeZone: string): PersonTexts {
  const language = wanted && loaded.has(wanted) ? wanted : currentLanguage();
  const common = translatorOf(language, 'common');
  const time = (instant: Instant) => withRepetition(timeIn(instant, timeZone), instant, timeZone, common);
  return {
    language,
    t: translatorOf(language, 'kiosk'),
    time,
    moment: (instant) => {
      const date = dateIn(instant, timeZone);
      return date === dateIn(Date.now(), timeZone)
        ? time(instant)
        : `${dateText(date, language)} ${time(instant)}`;
    },
  };
}

/** "Thursday, 5 Mar 2026" in the company's time zone. */
export const longDate = (instant: Instant, timeZone: string, language: Language) =>
  weekdayDateText(dateIn(instant, timeZone), language);
