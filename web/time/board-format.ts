import { useMemo } from 'react';
import { addDays, dateIn, type Instant } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from './company-time.ts';

/** Formats counts and times for the dashboard and the roll-call; the page needs the area `dashboard`. */
export function useBoardFormat() {
  const { t } = useTranslation('dashboard');
  const companyTime = useCompanyTime();
  return useMemo(() => {
    const { language, timeZone, today, formatTime, formatDate } = companyTime;
    return {
      formatCount: new Intl.NumberFormat(LOCALES[language]).format,
      /** `HH:mm` in company time, with the day if it is not today. */
      formatMoment: (instant: Instant) => {
        const time = formatTime(instant);
        const date = dateIn(instant, timeZone);
        if (date === today()) return time;
        return date === addDays(today(), -1) ? t('admin.yesterday', { time }) : `${formatDate(date)} ${time}`;
      },
    };
  }, [t, companyTime]);
}
