import type { ScanResult } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

type ScanFacts = {
  /** `HH:mm` of the check-in or the check-out. */
  time: string;
  /** The duration of a closed entry, as text. */
  worked: string | null;
};

export function useScanFacts({ timeEntry: { checkIn, checkOut } }: ScanResult): ScanFacts {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { formatTime } = useCompanyTime();
  if (!checkOut) return { time: formatTime(checkIn), worked: null };
  const duration = t('common:hours', { hours: durationText(Date.parse(checkOut) - Date.parse(checkIn)) });
  return { time: formatTime(checkOut), worked: t('worked', { duration }) };
}
