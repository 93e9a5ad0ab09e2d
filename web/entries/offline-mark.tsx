import { CloudUpload } from 'lucide-react';
import type { OfflineEvent } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** A larger difference is not explained by the connection: the phone's clock is wrong. */
const CLOCK_OFF_MS = 2 * 60_000;

type OfflineMarkProps = { event: OfflineEvent | null; format: (instant: string) => string };

/** Marks an event recorded without a signal: when it was received, and if the phone's clock was wrong. */
export function OfflineMark({ event, format }: OfflineMarkProps) {
  const { t } = useTranslation();
  if (!event) return null;
  const { receivedAt, clockAheadMs, isUncertain } = event;
  const offMs = Math.abs(clockAheadMs ?? 0);
  const duration = t('hours', { hours: durationText(offMs) });
  return (
    <span className="figures block whitespace-normal text-ink-muted text-sm md:min-w-40">
      <CloudUpload className="mr-1 inline size-3.5 align-[-0.125em]" aria-hidden="true" />
      {t('offlineMark.received', { time: format(receivedAt) })}
      {isUncertain && <span className="block text-attention-text">{t('offlineMark.uncertain')}</span>}
      {offMs > CLOCK_OFF_MS && (
        <span className="block text-attention-text">
          {clockAheadMs && clockAheadMs > 0
            ? t('offlineMark.ahead', { duration })
            : t('offlineMark.behind', { duration })}
        </span>
      )}
    </span>
  );
}
