import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dateIn, type Instant } from '#domain/dates.ts';
import { roundHalfUp } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useCompanyTime } from './company-time.ts';

/** Figures, times and words of the board in the language on screen. */
export function useBoardFormat() {
  const { t } = useTranslation('dashboard');
  const companyTime = useCompanyTime();
  return useMemo(() => {
    const { language, timeZone, today, formatTime, formatDate } = companyTime;
    const oneDecimal = new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const wholeNumber = new Intl.NumberFormat(LOCALES[language]);
    const timeOn = (date: string, instant: Instant) => {
      const day = dateIn(instant, timeZone);
      const time = formatTime(instant);
      if (day === date) return time;
      return day === addDays(date, -1) ? t('admin.yesterday', { time }) : `${formatDate(day)} ${time}`;
    };
    return {
      /** Hours with one decimal, rounded half up. */
      formatHours: (hours: number) => oneDecimal.format(roundHalfUp(hours, 1)),
      formatCount: (count: number) => wholeNumber.format(count),
      /** `HH:mm` in company time, with the day where it is not today. */
      formatMoment: (instant: Instant) => timeOn(today(), instant),
    };
  }, [t, companyTime]);
}
