import type { TimeEntry } from '#contract/time-tracking.ts';

export type ReportStatus = TimeEntry['status'] | 'needsAttention' | NonNullable<TimeEntry['approval']>;

/** The status of an entry in a report (product.md §4): an administrator's decision, else whether it has ended. */
export function reportStatus({
  approval,
  needsAttention,
  status,
}: Pick<TimeEntry, 'approval' | 'needsAttention' | 'status'>): ReportStatus {
  return approval ?? (needsAttention ? 'needsAttention' : status);
}

/** The labels of all statuses. */
export const statusTexts = (t: (key: `status.${ReportStatus}`) => string): Record<ReportStatus, string> => ({
  working: t('status.working'),
  needsAttention: t('status.needsAttention'),
  completed: t('status.completed'),
  pending: t('status.pending'),
  approved: t('status.approved'),
  rejected: t('status.rejected'),
});
