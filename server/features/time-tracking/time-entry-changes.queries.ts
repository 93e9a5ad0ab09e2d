import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { TimeEntry } from '#server/platform/database/types.ts';

/*
 * Every change of an entry but a scan's. The database refuses overlaps (entry_overlaps) and entries of approved months
 * (month_locked), and writes each change into the ledger as the act that `actAs` told.
 */

export type StoredEntry = Omit<Selectable<TimeEntry>, 'totalHours' | 'remindedAt'>;

const columns = [
  'companyId',
  'id',
  'userId',
  'locationId',
  'checkIn',
  'checkOut',
  'checkInSource',
  'checkOutSource',
  'approval',
  'isCorrected',
  'createdAt',
] as const;

export async function findEntry(db: Db, companyId: string, id: string): Promise<StoredEntry | undefined> {
  return db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst();
}

export async function insertEntry(db: Db, entry: Insertable<TimeEntry>): Promise<void> {
  await db.insertInto('timeEntry').values(entry).execute();
}

export async function updateEntry(
  db: Db,
  companyId: string,
  id: string,
  changes: Updateable<TimeEntry>,
): Promise<void> {
  await db
    .updateTable('timeEntry')
    .set(changes)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Scans and work reports of the entry stay, without it. */
export async function deleteEntry(db: Db, companyId: string, id: string): Promise<void> {
  for (const table of ['scan', 'workReport'] as const) {
    await db
      .updateTable(table)
      .set({ timeEntryId: null })
      .where('companyId', '=', companyId)
      .where('timeEntryId', '=', id)
      .execute();
  }
  await db.deleteFrom('timeEntry').where('companyId', '=', companyId).where('id', '=', id).execute();
}
