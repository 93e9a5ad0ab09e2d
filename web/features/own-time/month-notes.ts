import type { HoursExplanation } from '#contract/hours.ts';
import type { Translate } from '#web/i18n/i18n.ts';

/** Describes how an entry differs from a plain scanned one. `t` may be that of another language. */
export function monthNotes(
  { needsAttention, isEstimated, isCorrected, approval, status }: HoursExplanation['entries'][number],
  t: Translate<'working-time'>,
): string {
  return [
    needsAttention && t('status.needsAttention'),
    status === 'working' && !needsAttention && t('status.working'),
    isEstimated && t('status.estimated'),
    isCorrected && t('status.corrected'),
    approval && t(`status.${approval}`),
  ]
    .filter((note) => note)
    .join(', ');
}
