import { useMemo } from 'react';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { useUser } from '#web/api/auth.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useLanguage } from '#web/i18n/language.ts';

/** Times and dates in the company's time zone, whatever the zone and clock of this device. */
export type CompanyTime = {
  /** IANA name. */
  timeZone: string;
  language: Language;
  /** `HH:mm`. */
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

export function useCompanyTime(): CompanyTime {
  const timeZone = useUser().company.timezone;
  const language = useLanguage();
  return useMemo(() => companyTime(timeZone, language), [timeZone, language]);
}

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;

function companyTime(timeZone: string, language: Language): CompanyTime {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const inZone = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone });
    const ofDate = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
    return (value: Instant) =>
      // A calendar date has no time zone: it is the same day everywhere.
      (typeof value === 'string' && CALENDAR_DATE.test(value) ? ofDate : inZone).format(new Date(value));
  };
  const formatTime = (instant: Instant) => timeIn(instant, timeZone);
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
