import type { TimeEntry } from '#contract/time-tracking.ts';

export type ReportStatus = TimeEntry['status'] | 'needsAttention' | NonNullable<TimeEntry['approval']>;

/** What a report says of an entry (product.md §4): what an administrator has said of it, else whether it has ended. */
export function reportStatus({
  approval,
  needsAttention,
  status,
}: Pick<TimeEntry, 'approval' | 'needsAttention' | 'status'>): ReportStatus {
  return approval ?? (needsAttention ? 'needsAttention' : status);
}

/** The words of all of them. */
export const statusTexts = (t: (key: `status.${ReportStatus}`) => string): Record<ReportStatus, string> => ({
  working: t('status.working'),
  needsAttention: t('status.needsAttention'),
  completed: t('status.completed'),
  pending: t('status.pending'),
  approved: t('status.approved'),
  rejected: t('status.rejected'),
});
