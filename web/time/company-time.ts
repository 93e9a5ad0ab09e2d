import { useMemo } from 'react';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { repetitionOf } from '#domain/wall-clock.ts';
import { useUser } from '#web/api/auth.ts';
import { serverNow } from '#web/api/server-clock.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Times and dates in the company's time zone, whatever the zone and clock of this device. */
export type CompanyTime = {
  /** IANA name. */
  timeZone: string;
  language: Language;
  /** `HH:mm`; in the hour that the clock shows twice with summer or winter time beside it. */
  formatTime: (instant: Instant) => string;
  /** The date of an instant, or a calendar date `yyyy-MM-dd`, for example "5 Mar 2026". */
  formatDate: (instantOrDate: Instant) => string;
  /** With weekday and full month name, for headings: "Thursday, 5 March 2026". */
  formatLongDate: (instantOrDate: Instant) => string;
  /** Date and `HH:mm`. */
  formatDateTime: (instant: Instant) => string;
  /** Today's calendar date in the company, `yyyy-MM-dd`. */
  today: () => string;
};

/** `zone` is the one in which an approved month was approved, where times of that month are shown; else the company's. */
export function useCompanyTime(zone?: string): CompanyTime {
  const { timezone } = useUser().company;
  const timeZone = zone ?? timezone;
  const language = useLanguage();
  const { t } = useTranslation();
  return useMemo(() => companyTime(timeZone, language, t), [timeZone, language, t]);
}

/** The time of an instant with summer or winter time beside it, where the clock shows it twice that night. */
export function withRepetition(
  time: string,
  instant: Instant,
  timeZone: string,
  t: Translate<'common'>,
): string {
  const repetition = repetitionOf(instant, timeZone);
  return repetition ? t(`common:repeatedTime.${repetition}`, { time }) : time;
}

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;

function companyTime(timeZone: string, language: Language, t: Translate<'common'>): CompanyTime {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const inZone = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone });
    const ofDate = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
    return (value: Instant) =>
      // A calendar date has no time zone: it is the same day everywhere.
      (typeof value === 'string' && CALENDAR_DATE.test(value) ? ofDate : inZone).format(new Date(value));
  };
  const formatTime = (instant: Instant) => withRepetition(timeIn(instant, timeZone), instant, timeZone, t);
  const formatDate = formatter({ dateStyle: 'medium' });
  return {
    timeZone,
    language,
    formatTime,
    formatDate,
    formatLongDate: formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    formatDateTime: (instant) => `${formatDate(instant)} ${formatTime(instant)}`,
    today: () => dateIn(serverNow(), timeZone),
  };
}
