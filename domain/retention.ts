/* How long a company keeps the records of its people. */

/**
 * Years that a company may choose. No law of the countries we serve requires less than 3 (Poland, hours of a mandate
 * contract) or more than 75 (Latvia until 1999).
 */
export const MIN_RETENTION_YEARS = 3;
export const MAX_RETENTION_YEARS = 75;

/** When the years begin: with each `record`, or with the person's `departure` for all of their records. */
export const RETENTION_STARTS = ['record', 'departure'] as const;
export type RetentionStart = (typeof RETENTION_STARTS)[number];

/** Days without any erasure after the retention was shortened. */
export const ERASURE_GRACE_DAYS = 30;

export type Retention = { retentionYears: number; retentionFrom: RetentionStart };

/** The first date still kept, `yyyy-MM-dd`: years count from the end of the calendar year, as archives do. */
export function keptFrom(today: string, retentionYears: number): string {
  return `${String(Number(today.slice(0, 4)) - retentionYears).padStart(4, '0')}-01-01`;
}

/** Returns whether any record is erased sooner under `after` than under `before`. */
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
