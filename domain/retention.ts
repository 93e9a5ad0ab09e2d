/* How long a company keeps what is recorded of its people. */

/**
 * Years that a company may choose. No law of the countries we serve asks for less than 3 (Poland, hours of a mandate
 * contract), none of them for more than 75 (Latvia until 1999).
 */
export const MIN_RETENTION_YEARS = 3;
export const MAX_RETENTION_YEARS = 75;

/** `record`: the years begin with each record. `departure`: with the person's leaving, for all of their records. */
export const RETENTION_STARTS = ['record', 'departure'] as const;
export type RetentionStart = (typeof RETENTION_STARTS)[number];

/** Days after a shortening of the retention in which nothing is erased. */
export const ERASURE_GRACE_DAYS = 30;

export type Retention = { retentionYears: number; retentionFrom: RetentionStart };

/** The first day that is still kept: years are counted from the end of the calendar year, as archives do. */
export function keptFrom(today: string, retentionYears: number): string {
  return `${String(Number(today.slice(0, 4)) - retentionYears).padStart(4, '0')}-01-01`;
}

/** Whether something is erased sooner than before. */
export function isShorter(after: Retention, before: Retention): boolean {
  return (
    after.retentionYears < before.retentionYears ||
    (after.retentionFrom === 'record' && before.retentionFrom === 'departure')
  );
}

/** Poland counts from the end of the employment (Kodeks pracy, art. 94 pt 9b). */
export function usualRetentionStart(timeZone: string): RetentionStart {
  return timeZone === 'Europe/Warsaw' ? 'departure' : 'record';
}
