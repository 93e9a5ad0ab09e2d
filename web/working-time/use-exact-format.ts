import { useMemo } from 'react';
import { roundedSteps, SECOND_MS } from '#domain/apportion.ts';
import { weekdayDateText } from '#domain/date-text.ts';
import { dateTimeIn, type Instant } from '#domain/dates.ts';
import { roundHalfUp, splitDuration } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime, withRepetition } from '#web/time/company-time.ts';

/** Formats times and durations to the second, in company time or the given zone, so that the figures shown add up. */
export function useExactFormat(zone?: string) {
  const { t } = useTranslation('working-time');
  const { t: tCommon } = useTranslation();
  const { timeZone, language, formatDate } = useCompanyTime(zone);
  return useMemo(() => {
    /** `HH:mm:ss`. */
    const formatClock = (instant: Instant) =>
      withRepetition(dateTimeIn(instant, timeZone).slice(11), instant, timeZone, tCommon);
    return {
      formatClock,
      /** "Thu, 5 Mar 2026" for a calendar date. */
      formatDay: (date: string) => weekdayDateText(date, language, 'short'),
      /** Date and `HH:mm:ss`. */
      formatMoment: (instant: Instant) => `${formatDate(instant)} ${formatClock(instant)}`,
      /** "8 h 33 min 07 s", rounded half up to the second. */
      formatDuration: (ms: number) => {
        const seconds = roundedSteps(Math.max(0, ms), SECOND_MS);
        return t('exactDuration', {
          ...splitDuration(seconds * SECOND_MS),
          seconds: String(seconds % 60).padStart(2, '0'),
        });
      },
      /** Hours with exactly `decimals` decimals, rounded half up. */
      formatHours: (hours: number, decimals: number) =>
        roundHalfUp(hours, decimals).toLocaleString(LOCALES[language], {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }),
    };
  }, [t, tCommon, timeZone, language, formatDate]);
}
