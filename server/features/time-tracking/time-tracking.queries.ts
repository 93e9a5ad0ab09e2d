import { randomUUIDv7 } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { ErrorCode } from '#contract/error.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import { type Counting, needsAttention, needsAttentionAt } from '#domain/shifts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { EventSource } from '#server/platform/database/types.ts';

export type RecordScan = {
  companyId: string;
  userId: string;
  /** The phone's clientScanId. */
  scanId: string | undefined;
  /** Null for the check-out button. */
  code: string | null;
  /** For an offline scan: when it was made, and what the phone's own clock showed then. */
  scannedAt: string | undefined;
  deviceAt: string | undefined;
  /** What the phone's clock showed when it sent the scan. */
  deviceNow: string | undefined;
  source: EventSource;
  mayCheckIn: boolean;
  /** What the person was shown that the scan would do. */
  expectedAction: ScanResult['action'] | undefined;
  /** What ends an open entry that needs attention. */
  previousEnd: { timeEntryId: string; leftAt: string } | undefined;
  /** Replaces the database's clock in tests. */
  now: Date | undefined;
};

// Plain text: building the query for each scan took 3% of the server's time.
const RECORD_SCAN =
  'select record_scan($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as outcome';

/** Decides and writes a scan in one round trip; see `record_scan.sql`. */
export async function recordScan(
  db: Db,
  scan: RecordScan,
): Promise<{ answer: ScanResult; error?: undefined } | { answer?: undefined; error: ErrorCode }> {
  const { rows } = await db.executeQuery<{ outcome: Awaited<ReturnType<typeof recordScan>> }>(
    CompiledQuery.raw(RECORD_SCAN, [
      ...[scan.companyId, scan.userId, scan.scanId ?? randomUUIDv7(), randomUUIDv7(), scan.code],
      ...[scan.scannedAt, scan.source, scan.mayCheckIn, scan.now?.toISOString(), scan.deviceAt],
      ...[scan.previousEnd?.timeEntryId, scan.previousEnd?.leftAt, scan.expectedAction, scan.deviceNow],
    ]),
  );
  const outcome = rows[0]?.outcome;
  if (!outcome) throw new Error('record_scan answered nothing');
  return outcome;
}

export async function findActiveEntry(
  db: Db,
  companyId: string,
  userId: string,
  counting: Counting,
): Promise<ActiveEntry | null> {
  const row = await db
    .selectFrom('timeEntry as e')
    .innerJoin('location as l', (join) =>
      join.onRef('l.companyId', '=', 'e.companyId').onRef('l.id', '=', 'e.locationId'),
    )
    .where('e.companyId', '=', companyId)
    .where('e.userId', '=', userId)
    // Entries of a person never overlap, so the open one is the one that began last; an empty one may have begun with it.
    .orderBy('e.checkIn', 'desc')
    .orderBy('e.checkOut', (order) => order.desc().nullsFirst())
    .limit(1)
    .select(['e.id', 'e.checkIn', 'e.checkOut', 'l.id as locationId', 'l.name'])
    .executeTakeFirst();
  if (!row || row.checkOut !== null) return null;
  return {
    id: row.id,
    checkIn: row.checkIn,
    checkOut: null,
    status: 'working',
    totalHours: null,
    needsAttention: needsAttention(row, counting),
    needsAttentionAt: needsAttentionAt(row.checkIn, counting.longestShiftHours).toISOString(),
    location: { id: row.locationId, name: row.name },
  };
}

/** How many refused scans of a person are kept in 24 hours. */
const keptRefusals = 20;

/** Keeps a refused scan; one that was refused before gets the new reason. Beyond 20 in 24 hours it is not kept. */
export async function keepRefusedScan(
  db: Db,
  scan: Pick<
    RecordScan,
    'companyId' | 'userId' | 'scanId' | 'code' | 'scannedAt' | 'deviceAt' | 'expectedAction'
  > & { reason: ErrorCode; now: Date },
): Promise<void> {
  const { companyId, userId, code, now } = scan;
  const location =
    code === null
      ? sql`(select e.location_id from time_entry e
          where e.company_id = ${companyId} and e.user_id = ${userId} and e.check_out is null)`
      : sql`(select l.id from location l where l.company_id = ${companyId} and l.qr_code = ${code}
          union all select r.location_id from retired_location_code r
          where r.company_id = ${companyId} and r.qr_code = ${code})`;
  await sql`
    insert into refused_scan (company_id, id, user_id, scan_id, location_id, expected_action, is_button, scanned_at,
      device_at, received_at, reason)
    select ${companyId}, ${randomUUIDv7()}, ${userId}, ${scan.scanId ?? randomUUIDv7()}, ${location},
      ${scan.expectedAction ?? null}::scan_action, ${code === null}, ${scan.scannedAt ?? null}::timestamptz,
      ${scan.deviceAt ?? null}::timestamptz, ${now}::timestamptz, ${scan.reason}
    where (select count(*) from refused_scan r where r.company_id = ${companyId} and r.user_id = ${userId}
      and r.received_at > ${now}::timestamptz - interval '24 hours') < ${keptRefusals}
    on conflict (company_id, user_id, scan_id) do update
      set reason = excluded.reason, received_at = excluded.received_at`.execute(db);
}

/** Marks a refused scan as settled; false when there is none that is open. */
export async function settleRefusedScan(
  db: Db,
  companyId: string,
  id: string,
  settledAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refusedScan')
    .set({ settledAt })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
