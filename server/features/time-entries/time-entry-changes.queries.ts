import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Language } from '#domain/languages.ts';
import { type Counting, MAX_ENTRIES_A_DAY } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import type { TimeEntry } from '#server/generated/types.ts';
import { type Db, touches } from '#server/platform/database/database.ts';
import { actAs } from '#server/platform/ledger/ledger.ts';
import { everything, locationIn, workIn } from '#server/platform/scope.ts';
import { detachWorkReports } from '../work-reports/work-reports.queries.ts';

/*
 * Every change of a time entry except by a scan, which is `process_scan`. The database refuses overlaps (entry_overlaps)
 * and changes in approved months (month_locked), and records each change in the ledger as the act set by `actAs`.
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
  'isAdditional',
  'createdAt',
] as const;

export async function findEntry(
  db: Db,
  companyId: string,
  id: string,
  scope: Scope = everything,
): Promise<StoredEntry | undefined> {
  return db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(workIn(scope, { user: 'userId', location: 'locationId' }))
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

/** Deletes an entry; its scans and work reports stay, without it. */
export async function deleteEntry(db: Db, companyId: string, id: string): Promise<void> {
  await db
    .updateTable('scan')
    .set({ timeEntryId: null })
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', id)
    .execute();
  await detachWorkReports(db, companyId, id);
  await db.deleteFrom('timeEntry').where('companyId', '=', companyId).where('id', '=', id).execute();
}

/**
 * Ends the open entry of a person, or all open entries at a location, now, on behalf of the administrator `actorId`. An
 * entry that needs attention ends at its check-in, so that a forgotten check-out never becomes hours.
 */
export async function closeOpenEntries(
  db: Db,
  companyId: string,
  column: 'userId' | 'locationId',
  id: string,
  { actorId, counting }: { actorId: string; counting: Counting },
): Promise<void> {
  const { now, longestShiftHours } = counting;
  await actAs(db, { kind: 'entry-closed', actorId, at: now });
  const open = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('checkOut', 'is', null)
    .where(column, '=', id)
    .select([
      'id',
      sql<string>`greatest(check_in, counted_end(check_in, check_out, ${now}, ${longestShiftHours}))`.as(
        'end',
      ),
    ])
    .execute();
  // Apart from the search, which would be too much for Citus in one statement.
  await sql`update time_entry e set check_out = o.check_out, check_out_source = 'admin'
    from unnest(${open.map((entry) => entry.id)}::uuid[], ${open.map(({ end }) => end)}::timestamptz[]) o (id, check_out)
    where e.company_id = ${companyId} and e.id = o.id and e.check_out is null`.execute(db);
}

/** Removes the end of an entry, and notes that the check-out `scanId` of its person was undone. */
export async function reopenEntry(
  db: Db,
  companyId: string,
  {
    userId,
    scanId,
    id,
    approval,
  }: { userId: string; scanId: string; id: string; approval: null | undefined },
  now: Date,
): Promise<void> {
  await updateEntry(db, companyId, id, {
    checkOut: null,
    checkOutSource: null,
    ...(approval === null && { approval }),
  });
  await db
    .updateTable('scan')
    .set({ undoneAt: now.toISOString() })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', scanId)
    .execute();
}

/** Notes that the person was reminded; false when they were already, or the entry has ended since. */
export async function markReminded(
  db: Db,
  { companyId, timeEntryId }: { companyId: string; timeEntryId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('timeEntry')
    .set({ remindedAt: now.toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', timeEntryId)
    .where('remindedAt', 'is', null)
    .where('checkOut', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type WorkedTimes = { userId: string; checkIn: string; checkOut: string | null };

/** Whether another entry of the person overlaps these times; without a check-out they have no end. */
export async function overlapsAnother(
  db: Db,
  companyId: string,
  id: string,
  { userId, checkIn, checkOut }: WorkedTimes,
): Promise<boolean> {
  const row = await db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where('e.userId', '=', userId)
    .where('e.id', '!=', id)
    .where(touches(checkIn, checkOut ?? 'infinity'))
    // An empty entry at the very start of one that has ended does not overlap it.
    .$if(checkOut !== null, (query) =>
      query.where((eb) => eb.or([eb('e.checkOut', 'is', null), eb('e.checkOut', '>', checkIn)])),
    )
    .select('e.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether more entries of the person than may would begin within some 24 hours, if the one with the id began at `checkIn`.
 */
export async function exceedsDay(
  db: Db,
  companyId: string,
  id: string,
  { userId, checkIn }: WorkedTimes,
): Promise<boolean> {
  const { rows } = await sql<{ most: number }>`
    select max(begun) as most from (
      select check_in, count(*) over (order by check_in range between interval '24 hours' preceding and current row) as begun
      from (
        select check_in from time_entry
        where company_id = ${companyId} and user_id = ${userId} and id <> ${id}
          and check_in >= ${checkIn}::timestamptz - interval '24 hours'
          and check_in <= ${checkIn}::timestamptz + interval '24 hours'
        union all select ${checkIn}::timestamptz) e) w
    where check_in >= ${checkIn}::timestamptz`.execute(db);
  return (rows[0]?.most ?? 0) > MAX_ENTRIES_A_DAY;
}

/** Refuses times that have a part in an approved month of the person. */
export async function refuseApprovedMonth(
  db: Db,
  companyId: string,
  { userId, checkIn, checkOut }: WorkedTimes,
): Promise<void> {
  await sql`select refuse_approved_month(${companyId}, ${userId}, ${checkIn}, ${checkOut})`.execute(db);
}

export type EmployeeContact = {
  id: string;
  email: string | null;
  firstName: string;
  lastName: string;
  isActive: boolean;
  language: Language;
};

/** An employee of the company who is not deleted, with the language in which they read. */
export async function findEmployee(
  db: Db,
  companyId: string,
  id: string,
): Promise<EmployeeContact | undefined> {
  return db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .where('u.companyId', '=', companyId)
    .where('u.id', '=', id)
    .where('u.deletedAt', 'is', null)
    .select(['u.id', 'u.email', 'u.firstName', 'u.lastName', 'u.isActive'])
    .select((eb) => eb.fn.coalesce('u.language', 'c.language').as('language'))
    .executeTakeFirst();
}

/** The id as stored of a person of the company, deleted or not; undefined once their records are erased. */
export async function findPersonId(db: Db, companyId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** The first instant at which a recorded entry may begin: ten years before the company's account (decisions.md §11). */
export async function findEarliestCheckIn(db: Db, companyId: string): Promise<string> {
  const { earliest } = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(sql<string>`created_at - interval '10 years'`.as('earliest'))
    .executeTakeFirstOrThrow();
  return earliest;
}

/** Whether the company has the location, active or not; a deleted one does not count. */
export async function hasLocation(db: Db, companyId: string, scope: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(locationIn(scope, 'id'))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
