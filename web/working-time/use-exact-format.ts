import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { roundedSteps, SECOND_MS } from '#domain/apportion.ts';
import { dateTimeIn, type Instant } from '#domain/dates.ts';
import { roundHalfUp, splitDuration } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

/** Times and durations to the second, in company time: what is shown adds up. */
export function useExactFormat() {
  const { t } = useTranslation('working-time');
  const { timeZone, language, formatDate } = useCompanyTime();
  return useMemo(() => {
    /** `HH:mm:ss`. */
    const formatClock = (instant: Instant) => dateTimeIn(instant, timeZone).slice(11);
    const day = new Intl.DateTimeFormat(LOCALES[language], {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
    return {
      formatClock,
      /** "Thu, 5 March" for a calendar date. */
      formatDay: (date: string) => day.format(new Date(date)),
      /** Day and `HH:mm:ss`. */
      formatMoment: (instant: Instant) => `${formatDate(instant)} ${formatClock(instant)}`,
      /** "8 h 33 min 07 s", rounded half up to the second. */
      formatDuration: (ms: number) => {
        const seconds = roundedSteps(Math.max(0, ms), SECOND_MS);
        return t('exactDuration', {
          ...splitDuration(seconds * SECOND_MS),
          seconds: String(seconds % 60).padStart(2, '0'),
        });
      },
      /** Hours with exactly so many decimals, rounded half up. */
      formatHours: (hours: number, decimals: number) =>
        roundHalfUp(hours, decimals).toLocaleString(LOCALES[language], {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }),
    };
  }, [t, timeZone, language, formatDate]);
}
