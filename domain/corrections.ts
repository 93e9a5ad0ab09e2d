/**
 * Correction requests about what is recorded already and awaits approval: `estimate`, a check-out that the person stated
 * from memory; `overlong`, one whose scan came after the longest shift; `late`, an entry whose scans arrived long after they
 * were made.
 */
export const RECORDED_KINDS = ['estimate', 'overlong', 'late'] as const;

/** Whether what is to be approved is recorded already. */
export const isRecorded = (kind: string): kind is (typeof RECORDED_KINDS)[number] =>
  RECORDED_KINDS.some((recorded) => recorded === kind);
