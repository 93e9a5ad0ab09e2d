import { randomUUIDv7 } from 'node:crypto';
import { CompiledQuery, type NotNull, sql } from 'kysely';
import type { ErrorCode } from '#contract/error.ts';
import type { ActiveEntry, RefusedScan, ScanResult } from '#contract/time-tracking.ts';
import { type Counting, needsAttention, needsAttentionAt } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import type { CodeForm, EventSource } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { workIn } from '#server/platform/scope.ts';
import { findBreaks } from '../time-entries/time-entries.queries.ts';

export type RecordScan = {
  companyId: string;
  userId: string;
  /** The phone's clientScanId. */
  scanId: string | undefined;
  /** The scanned or typed code; null for the check-out button and where `locationId` is given. */
  code: string | null;
  /** Where it came from, and the rotating part of a code on a screen. */
  codeForm?: CodeForm;
  rotatingCode?: string | null;
  /** The location of a kiosk or crew check-in, which scan no code of a location. */
  locationId?: string;
  kioskId?: string;
  /** Refuses it with `scan_repeated` if the person's last event at this location is less than so many seconds before it. */
  asksWithinS?: number | undefined;
  /** The manager who makes it for the person. */
  madeBy?: string;
  /** Keyed hash of the phone's random cookie, in hexadecimal digits. */
  deviceId?: string;
  /** For an offline scan: when it was made, and what the phone's own clock showed then. */
  scannedAt: string | undefined;
  deviceAt: string | undefined;
  /** What the phone's clock showed when it sent the scan. */
  deviceNow: string | undefined;
  source: EventSource;
  mayCheckIn: boolean;
  /** The phone's clock cannot be right, as the phone knows; `scannedAt` is then the earliest possible time. */
  isUncertain: boolean;
  /** What the person was shown that the scan would do. */
  expectedAction: ScanResult['action'] | undefined;
  /** The phone could show nothing. */
  isStateUnknown: boolean;
  /** What ends an open entry that needs attention. */
  previousEnd: { timeEntryId: string; leftAt: string } | undefined;
  /** Replaces the database's clock in tests. */
  now: Date | undefined;
};

export const PROCESS_SCAN = 'select process_scan($1, $2) as outcome';

/** Decides and writes a scan in one round trip; see `process_scan.sql`. */
export async function recordScan(
  db: Db,
  { companyId, scanId = randomUUIDv7(), ...scan }: RecordScan,
): Promise<{ answer: ScanResult; error?: undefined } | { answer?: undefined; error: ErrorCode }> {
  const { rows } = await db.executeQuery<{ outcome: Awaited<ReturnType<typeof recordScan>> }>(
    CompiledQuery.raw(PROCESS_SCAN, [
      companyId,
      JSON.stringify({ ...scan, scanId, entryId: randomUUIDv7() }),
    ]),
  );
  const outcome = rows[0]?.outcome;
  if (!outcome) throw new Error('process_scan answered nothing');
  return outcome;
}

/**
 * A check-out of the person by its `clientScanId`. `undoneOfEntry`: how many check-outs of its entry were undone.
 * `unchangedEntryId` is its entry, or null if that is not as the check-out
 * left it, is not the person's last one, or could not be open: the person or the location was removed.
 */
export async function findCheckOut(
  db: Db,
  companyId: string,
  userId: string,
  scanId: string,
): Promise<
  | { receivedAt: string; undoneAt: string | null; undoneOfEntry: number; unchangedEntryId: string | null }
  | undefined
> {
  const checkOut = await db
    .selectFrom('scan as s')
    .where('s.companyId', '=', companyId)
    .where('s.userId', '=', userId)
    .where('s.id', '=', scanId)
    .where('s.action', '=', 'check-out')
    .select((eb) => [
      's.receivedAt',
      's.undoneAt',
      eb
        .selectFrom('scan as other')
        .whereRef('other.companyId', '=', 's.companyId')
        .whereRef('other.timeEntryId', '=', 's.timeEntryId')
        .where('other.undoneAt', 'is not', null)
        .select((of) => of.fn.countAll<number>().as('undone'))
        .as('undoneOfEntry'),
    ])
    .$narrowType<{ undoneOfEntry: NotNull }>()
    .executeTakeFirst();
  if (!checkOut) return undefined;
  const unchanged = await db
    .selectFrom('scan as s')
    .innerJoin('timeEntry as e', inCompany('e.id', 's.timeEntryId'))
    .innerJoin('location as l', inCompany('l.id', 'e.locationId'))
    .innerJoin('users as u', inCompany('u.id', 'e.userId'))
    .where('s.companyId', '=', companyId)
    .where('s.userId', '=', userId)
    .where('s.id', '=', scanId)
    .where('l.deletedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .where('u.isActive', '=', true)
    .whereRef('e.locationId', '=', 's.locationId')
    .whereRef('e.checkOut', '=', 's.effectiveAt')
    .whereRef('e.checkOutSource', '=', 's.source')
    .where(
      sql<boolean>`exists (select from ledger_of_entry(e.company_id, e.id) r
        where r.at = s.received_at and r.scan_id = s.id::text
          and r.after = time_entry_state(e.check_in, e.check_in_source, e.check_out, e.check_out_source, e.location_id,
            e.approval, e.is_corrected)::jsonb)`,
    )
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

/** The company's location with this code, as it is now; undefined if there is none, or it was deleted. */
export async function findLocationOfCode(
  db: Db,
  companyId: string,
  { code, rotatingCode, now }: { code: string; rotatingCode: string | undefined; now: Date },
) {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('qrCode', '=', code)
    .where('deletedAt', 'is', null)
    .select(['id', 'name', 'isActive'])
    .select([
      sql<boolean>`rotating_code_required_at is not null`.as('requiresRotatingCode'),
      sql<
        boolean | null
      >`is_rotating_code_valid(rotating_secret, ${rotatingCode ?? null}::text, ${now}::timestamptz)`.as(
        'isRotatingCodeValid',
      ),
    ])
    .executeTakeFirst();
}

/** Returns whether this is the former code of a location that the company still has. */
export async function isRetiredCode(db: Db, companyId: string, code: string): Promise<boolean> {
  const retired = await db
    .selectFrom('retiredLocationCode as r')
    .innerJoin('location as l', inCompany('l.id', 'r.locationId'))
    .where('r.companyId', '=', companyId)
    .where('r.qrCode', '=', code)
    .where('l.deletedAt', 'is', null)
    .select('r.qrCode')
    .executeTakeFirst();
  return retired !== undefined;
}

export async function findActiveEntry(
  db: Db,
  companyId: string,
  userId: string,
  counting: Counting,
): Promise<Omit<ActiveEntry, 'recordsBreaks'> | null> {
  const row = await db
    .selectFrom('timeEntry as e')
    .innerJoin('location as l', inCompany('l.id', 'e.locationId'))
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
    breaks: (await findBreaks(db, companyId, [row.id])).get(row.id) ?? [],
  };
}

/** How many refused scans of a person are kept in 24 hours. */
const keptRefusals = 20;

/**
 * Keeps a refused scan; one that was refused before gets the new reason. Not kept: beyond 20 in 24 hours, and one that was
 * recorded in the meantime.
 */
export async function keepRefusedScan(
  db: Db,
  scan: Pick<RecordScan, 'companyId' | 'userId' | 'scanId' | 'code' | 'locationId'> &
    Partial<Pick<RecordScan, 'scannedAt' | 'deviceAt'>> & {
      expectedAction?: RecordScan['expectedAction'] | null;
      reason: ErrorCode;
      now: Date;
    },
): Promise<void> {
  const { companyId, userId, code, locationId, now, scanId = randomUUIDv7() } = scan;
  const isButton = code === null && !locationId;
  const location = locationId
    ? sql`${locationId}::uuid`
    : code === null
      ? sql`(select e.location_id from time_entry e
          where e.company_id = ${companyId} and e.user_id = ${userId} and e.check_out is null)`
      : sql`(select l.id from location l where l.company_id = ${companyId} and l.qr_code = ${code}
          union all select r.location_id from retired_location_code r
          where r.company_id = ${companyId} and r.qr_code = ${code})`;
  await sql`
    insert into refused_scan (company_id, id, user_id, scan_id, location_id, expected_action, is_button, scanned_at,
      device_at, received_at, reason)
    select ${companyId}, ${randomUUIDv7()}, ${userId}, ${scanId}, ${location},
      ${scan.expectedAction ?? null}::scan_action, ${isButton}, ${scan.scannedAt ?? null}::timestamptz,
      ${scan.deviceAt ?? null}::timestamptz, ${now}::timestamptz, ${scan.reason}
    where (select count(*) from refused_scan r where r.company_id = ${companyId} and r.user_id = ${userId}
      and r.received_at > ${now}::timestamptz - interval '24 hours') < ${keptRefusals}
      and not exists (select from scan s where s.company_id = ${companyId} and s.user_id = ${userId}
        and s.id = ${scanId}::uuid)
    on conflict (company_id, user_id, scan_id) do update
      set reason = excluded.reason, received_at = excluded.received_at`.execute(db);
}

/** Keeps that the undoing of a recorded check-out was refused, under the check-out's id; with the limit of `keepRefusedScan`. */
export async function keepRefusedUndo(
  db: Db,
  { companyId, userId, scanId, reason, now }: UndoneCheckOut & { reason: ErrorCode; now: Date },
): Promise<void> {
  await sql`
    insert into refused_scan (company_id, id, user_id, scan_id, location_id, is_button, scanned_at, received_at, reason)
    select s.company_id, ${randomUUIDv7()}, s.user_id, s.id, s.location_id, false, s.effective_at, ${now}::timestamptz, ${reason}
    from scan s where s.company_id = ${companyId} and s.user_id = ${userId} and s.id = ${scanId}
      and (select count(*) from refused_scan r where r.company_id = ${companyId} and r.user_id = ${userId}
        and r.received_at > ${now}::timestamptz - interval '24 hours') < ${keptRefusals}
    on conflict (company_id, user_id, scan_id) do update
      set reason = excluded.reason, received_at = excluded.received_at`.execute(db);
}

type UndoneCheckOut = { companyId: string; userId: string; scanId: string };

/** Removes what `keepRefusedUndo` has kept: the check-out was undone after all. */
export async function forgetRefusedUndo(
  db: Db,
  { companyId, userId, scanId }: UndoneCheckOut,
): Promise<void> {
  await db
    .deleteFrom('refusedScan')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('scanId', '=', scanId)
    .execute();
}

/** The person's refused scans since the instant that no administrator has settled, oldest first. */
export async function listOpenRefusals(db: Db, companyId: string, userId: string, since: Date) {
  return db
    .selectFrom('refusedScan')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('receivedAt', '>=', since.toISOString())
    .where('settledAt', 'is', null)
    .orderBy('receivedAt')
    .select(['scannedAt', 'receivedAt', sql<RefusedScan['reason']>`reason`.as('reason')])
    .execute();
}

/** Marks a refused scan in the scope as settled; false when there is none that is open. */
export async function settleRefusal(
  db: Db,
  companyId: string,
  scope: Scope,
  id: string,
  settledAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refusedScan')
    .set({ settledAt })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(workIn(scope, { user: 'userId', location: 'locationId' }))
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
