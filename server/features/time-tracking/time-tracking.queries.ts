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
  source: EventSource;
  mayCheckIn: boolean;
  /** What ends an open entry that needs attention. */
  previousEnd: { timeEntryId: string; leftAt: string } | undefined;
  /** Replaces the database's clock in tests. */
  now: Date | undefined;
};

// Plain text: building the query for each scan took 3% of the server's time.
const RECORD_SCAN = 'select record_scan($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as outcome';

/** Decides and writes a scan in one round trip; see `record_scan.sql`. */
export async function recordScan(
  db: Db,
  scan: RecordScan,
): Promise<{ answer: ScanResult; error?: undefined } | { answer?: undefined; error: ErrorCode }> {
  const { rows } = await db.executeQuery<{ outcome: Awaited<ReturnType<typeof recordScan>> }>(
    CompiledQuery.raw(RECORD_SCAN, [
      ...[scan.companyId, scan.userId, scan.scanId ?? randomUUIDv7(), randomUUIDv7(), scan.code],
      ...[scan.scannedAt, scan.source, scan.mayCheckIn, scan.now?.toISOString(), scan.deviceAt],
      ...[scan.previousEnd?.timeEntryId, scan.previousEnd?.leftAt],
    ]),
  );
  const outcome = rows[0]?.outcome;
  if (!outcome) throw new Error('record_scan answered nothing');
  return outcome;
}

/**
 * A check-out of the person by its `clientScanId`. `unchangedEntryId` is its entry, or null if that is not as the check-out
 * left it, is not the person's last one, or could not be open: the person or the location was removed.
 */
export async function findCheckOut(
  db: Db,
  companyId: string,
  userId: string,
  scanId: string,
): Promise<{ receivedAt: string; undoneAt: string | null; unchangedEntryId: string | null } | undefined> {
  const checkOut = await db
    .selectFrom('scan')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', scanId)
    .where('action', '=', 'check-out')
    .select(['receivedAt', 'undoneAt'])
    .executeTakeFirst();
  if (!checkOut) return undefined;
  const answered = (field: string) => sql<string | null>`(s.answer #>> ${sql.lit(`{timeEntry,${field}}`)})`;
  const unchanged = await db
    .selectFrom('scan as s')
    .innerJoin('timeEntry as e', (join) =>
      join.onRef('e.companyId', '=', 's.companyId').onRef('e.id', '=', 's.timeEntryId'),
    )
    .innerJoin('location as l', (join) =>
      join.onRef('l.companyId', '=', 'e.companyId').onRef('l.id', '=', 'e.locationId'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyId', '=', 'e.companyId').onRef('u.id', '=', 'e.userId'),
    )
    .where('s.companyId', '=', companyId)
    .where('s.userId', '=', userId)
    .where('s.id', '=', scanId)
    .where('l.deletedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .where('u.isActive', '=', true)
    .whereRef('e.locationId', '=', 's.locationId')
    .whereRef('e.checkOut', '=', 's.effectiveAt')
    .whereRef('e.checkOutSource', '=', 's.source')
    .where(sql<boolean>`e.check_in = ${answered('checkIn')}::timestamptz`)
    .where(sql<boolean>`e.is_corrected = ${answered('isCorrected')}::boolean`)
    .where(sql<boolean>`e.approval is not distinct from ${answered('approval')}::approval_status`)
    // An end that awaits approval was stated by the person, not recorded by a tap.
    .where(sql<boolean>`e.approval is distinct from 'pending'`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('timeEntry as later')
            .whereRef('later.companyId', '=', 'e.companyId')
            .whereRef('later.userId', '=', 'e.userId')
            .whereRef('later.checkIn', '>=', 'e.checkIn')
            .whereRef('later.id', '!=', 'e.id')
            // An empty entry may have begun together with this one, before it.
            .where((later) =>
              later.or([
                later('later.checkOut', 'is', null),
                later('later.checkOut', '>', later.ref('e.checkIn')),
              ]),
            )
            .select('later.id'),
        ),
      ),
    )
    // The location is not deleted meanwhile.
    .forShare('l')
    .select('e.id')
    .executeTakeFirst();
  return { ...checkOut, unchangedEntryId: unchanged?.id ?? null };
}

/** The company's location with this code; undefined where it has none, or has deleted it. */
export async function findLocationOfCode(
  db: Db,
  companyId: string,
  code: string,
): Promise<{ id: string; name: string; isActive: boolean } | undefined> {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('qrCode', '=', code)
    .where('deletedAt', 'is', null)
    .select(['id', 'name', 'isActive'])
    .executeTakeFirst();
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
