import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ErrorCode } from '#contract/error.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { WorkBreak } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Returns whether a break of the person was started or ended with this `clientScanId`. */
export async function isRecorded(db: Db, companyId: string, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('workBreak')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('id', '=', id), eb('endId', '=', id)]))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** When something that a phone sent has happened, or why it is refused; see scan_instant.sql. */
export async function findInstant(
  db: Db,
  timing: Pick<
    EndpointRequest<'recordBreak'>['body'],
    'scannedAt' | 'deviceAt' | 'deviceNow' | 'isUncertain'
  >,
  { now, lastEvent }: { now: Date; lastEvent: string },
): Promise<{ at: string; error: ErrorCode | null }> {
  const { rows } = await sql<{ at: string; error: ErrorCode | null }>`
    select at, error from scan_instant(${timing.scannedAt ?? null}, ${timing.deviceAt ?? null},
      ${timing.deviceNow ?? null}, ${now}, ${lastEvent},
      ${timing.isUncertain ?? false})`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('scan_instant answered nothing');
  return found;
}

/** How many breaks of the person began in the 24 hours before the instant. */
export async function countBreaksOfDay(
  db: Db,
  companyId: string,
  userId: string,
  at: string,
): Promise<number> {
  const { begun } = await db
    .selectFrom('workBreak')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('startedAt', '>=', sql<string>`${at}::timestamptz - interval '24 hours'`)
    .select((eb) => eb.fn.countAll<number>().as('begun'))
    .executeTakeFirstOrThrow();
  return begun;
}

export async function insertBreak(db: Db, row: Insertable<WorkBreak>): Promise<void> {
  await db.insertInto('workBreak').values(row).execute();
}

export type StoredBreak = Pick<Selectable<WorkBreak>, 'id' | 'startedAt' | 'endedAt' | 'isPaid'>;

/** The breaks of the entry, oldest first. */
export async function listBreaks(db: Db, companyId: string, timeEntryId: string): Promise<StoredBreak[]> {
  return db
    .selectFrom('workBreak')
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', timeEntryId)
    .orderBy('startedAt')
    .select(['id', 'startedAt', 'endedAt', 'isPaid'])
    .execute();
}

export async function deleteBreak(db: Db, companyId: string, userId: string, id: string): Promise<void> {
  await db
    .deleteFrom('workBreak')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function endBreak(
  db: Db,
  companyId: string,
  timeEntryId: string,
  ended: Pick<Updateable<WorkBreak>, 'endId' | 'endSource' | 'endedAt'>,
): Promise<void> {
  await db
    .updateTable('workBreak')
    .set(ended)
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', timeEntryId)
    .where('endedAt', 'is', null)
    .execute();
}
