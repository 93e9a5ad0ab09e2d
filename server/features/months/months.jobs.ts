/** A month `yyyy-MM` in which somebody's hours were approved. */
export type ApprovedMonth = { companyId: string; month: string };

/** Gets a job a minute after approvals; `sheets` works on it, which knows this feature. */
export const monthApprovedQueue = { name: 'month-approved' };
/** Approvals within this time are one job. */
export const approvalsTogetherSeconds = 60;
