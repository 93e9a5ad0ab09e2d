import { useMemo } from 'react';
import { dateIn, type Instant, isDate, timeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { repetitionOf } from '#domain/wall-clock.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { dateText, weekdayDateText } from './date-text.ts';

/** Times and dates in the company's time zone, whatever the zone and clock of this device. */
export type CompanyTime = {
  /** IANA name. */
  timeZone: string;
  language: Language;
  /** `HH:mm`; in the hour that the clock shows twice with summer or winter time beside it. */
  formatTime: (instant: Instant) => string;
  /** The date of an instant, or a calendar date `yyyy-MM-dd`, for example "5 Mar 2026". */
  formatDate: (instantOrDate: Instant) => string;
  /** With the weekday, for headings: "Thursday, 5 Mar 2026". */
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

function companyTime(timeZone: string, language: Language, t: Translate<'common'>): CompanyTime {
  // A calendar date has no time zone: it is the same day everywhere.
  const dateOf = (value: Instant) =>
    typeof value === 'string' && isDate(value) ? value : dateIn(value, timeZone);
  const formatTime = (instant: Instant) => withRepetition(timeIn(instant, timeZone), instant, timeZone, t);
  const formatDate = (value: Instant) => dateText(dateOf(value), language);
  return {
    timeZone,
    language,
    formatTime,
    formatDate,
    formatLongDate: (value) => weekdayDateText(dateOf(value), language),
    formatDateTime: (instant) => `${formatDate(instant)} ${formatTime(instant)}`,
    today: () => dateIn(serverNow(), timeZone),
  };
}
