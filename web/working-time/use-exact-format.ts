import { useMemo } from 'react';
import { minutesText, roundedSteps, SECOND_MS } from '#domain/apportion.ts';
import { dateTimeIn, type Instant } from '#domain/dates.ts';
import { roundHalfUp } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime, withRepetition } from '#web/time/company-time.ts';
import { weekdayDateText } from '#web/time/date-text.ts';

/** Formats times and durations to the second, in company time or the given zone, so that the figures shown add up. */
export function useExactFormat(zone?: string) {
  const { t } = useTranslation();
  const { timeZone, language, formatDate } = useCompanyTime(zone);
  return useMemo(() => {
    /** `HH:mm:ss`. */
    const formatClock = (instant: Instant) =>
      withRepetition(dateTimeIn(instant, timeZone).slice(11), instant, timeZone, t);
    return {
      formatClock,
      /** "Thu, 5 Mar 2026" for a calendar date. */
      formatDay: (date: string) => weekdayDateText(date, language, 'short'),
      /** Date and `HH:mm:ss`. */
      formatMoment: (instant: Instant) => `${formatDate(instant)} ${formatClock(instant)}`,
      /** "8:33:07 h", rounded half up to the second. */
      formatDuration: (ms: number) => {
        const seconds = roundedSteps(Math.max(0, ms), SECOND_MS);
        return t('hours', {
          hours: `${minutesText(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`,
        });
      },
      /** Hours with two decimals, rounded half up, as files have them. */
      formatHours: (hours: number) =>
        roundHalfUp(hours, 2).toLocaleString(LOCALES[language], { minimumFractionDigits: 2 }),
    };
  }, [t, timeZone, language, formatDate]);
}
