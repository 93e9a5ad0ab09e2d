import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { WorkReport } from '#contract/time-tracking.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

const reportColumns = [
  'id',
  'userId',
  'timeEntryId',
  'units',
  'quantity',
  'description',
  'generalNotes',
  'createdAt',
  'correctedAt',
] as const;

/** The id of a time entry of this person; undefined if they have no such entry. */
export async function findOwnEntryId(
  db: Db,
  companyId: string,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Refuses an entry that has a part in an approved month. */
export async function refuseApprovedMonth(db: Db, companyId: string, timeEntryId: string): Promise<void> {
  await sql`select refuse_approved_month(company_id, user_id, check_in, check_out) from time_entry
    where company_id = ${companyId} and id = ${timeEntryId}`.execute(db);
}

/** The open entry of a person, else the latest: entries never overlap, so it is the one that began last. */
export async function findLatestEntryId(
  db: Db,
  companyId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('checkIn', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export type Submission = {
  companyId: string;
  userId: string;
  timeEntryId: string | null;
  submissionId: string;
  generalNotes: string | null;
  createdAt: string;
};

export async function insertSubmission(
  db: Db,
  submission: Submission,
  items: { units: string; quantity: number; description: string }[],
): Promise<void> {
  // Ids generated within a millisecond are unordered; rows are read in the order of their ids.
  const ids = items.map(() => randomUUIDv7()).toSorted();
  await db
    .insertInto('workReport')
    .values(items.map((item, index) => ({ id: ids[index] ?? '', ...submission, ...item })))
    .execute();
}

/** The rows of a submission in their order; none if there is no such submission. */
export async function findSubmission(
  db: Db,
  companyId: string,
  userId: string,
  submissionId: string,
): Promise<WorkReport[]> {
  return db
    .selectFrom('workReport')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('submissionId', '=', submissionId)
    .orderBy('id')
    .select(reportColumns)
    .execute();
}

/** One report, or those made in this range. */
export type OnlyReports = { id?: string; during?: InstantRange };

export async function listReportsOf(
  db: Db,
  companyId: string,
  userId: string,
  limit: number,
  { id, during }: OnlyReports,
) {
  return db
    .selectFrom('workReport as r')
    .leftJoin('timeEntry as e', inCompany('e.id', 'r.timeEntryId'))
    .leftJoin('location as l', inCompany('l.id', 'e.locationId'))
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('r.id', '=', id ?? ''))
    .$if(during !== undefined, (query) =>
      query
        .where('r.createdAt', '>=', during?.start.toISOString() ?? '')
        .where('r.createdAt', '<', during?.end.toISOString() ?? ''),
    )
    .orderBy('r.id', 'desc')
    .limit(limit)
    .select([
      'r.id',
      'r.userId',
      'r.timeEntryId',
      'r.units',
      'r.quantity',
      'r.description',
      'r.generalNotes',
      'r.createdAt',
      'r.correctedAt',
      'l.name as locationName',
    ])
    .execute();
}

export async function listCorrections(db: Db, companyId: string, workReportIds: string[]) {
  return db
    .selectFrom('workReportCorrection as c')
    .innerJoin('users as u', inCompany('u.id', 'c.authorId'))
    .where('c.companyId', '=', companyId)
    .where((eb) => eb('c.workReportId', '=', eb.fn.any(sql<string[]>`${workReportIds}::uuid[]`)))
    .orderBy('c.id', 'desc')
    .select([
      'c.workReportId',
      'c.correctedAt',
      'c.units',
      'c.quantity',
      'c.description',
      'c.generalNotes',
      'u.firstName',
      'u.lastName',
    ])
    .execute();
}

const size = sql<number>`count(*)`.as('rows');
const charactersOf = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<number>`coalesce(sum(length(${column('units')}) + length(${column('description')})
    + coalesce(length(${column('generalNotes')}), 0)), 0)`.as('characters');
};

export async function sizeOfEntry(db: Db, companyId: string, timeEntryId: string) {
  return db
    .selectFrom('workReport as r')
    .where('r.companyId', '=', companyId)
    .where('r.timeEntryId', '=', timeEntryId)
    .select([size, charactersOf('r')])
    .executeTakeFirstOrThrow();
}

/** How much a person has written since the beginning of the day, including versions replaced by corrections. */
export async function sizeOfDay(db: Db, companyId: string, userId: string, dayStart: Date) {
  const written = await db
    .selectFrom('workReport as r')
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', userId)
    .where('r.createdAt', '>=', dayStart.toISOString())
    .select([size, charactersOf('r')])
    .executeTakeFirstOrThrow();
  const replaced = await db
    .selectFrom('workReport as r')
    .innerJoin('workReportCorrection as c', inCompany('c.workReportId', 'r.id'))
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', userId)
    // Older ones can no longer be corrected.
    .where('r.createdAt', '>=', new Date(dayStart.getTime() - 3 * 24 * 60 * 60 * 1000).toISOString())
    .where('c.correctedAt', '>=', dayStart.toISOString())
    .select([size, charactersOf('c')])
    .executeTakeFirstOrThrow();
  return {
    rows: written.rows + replaced.rows,
    characters: written.characters + replaced.characters,
  };
}

export type Correction = {
  units: string;
  quantity: number;
  description: string;
  generalNotes: string | null;
};

/** A report of the person, locked against other corrections until the transaction ends. */
export async function findReportForUpdate(db: Db, companyId: string, userId: string, id: string) {
  return db
    .selectFrom('workReport')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .select(reportColumns)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces the report's contents and keeps the previous ones. */
export async function correctReport(
  db: Db,
  companyId: string,
  before: WorkReport,
  after: Correction,
  authorId: string,
  now: Date,
): Promise<void> {
  const correctedAt = now.toISOString();
  const { units, quantity, description, generalNotes } = before;
  await db
    .insertInto('workReportCorrection')
    .values({
      companyId,
      id: randomUUIDv7(),
      workReportId: before.id,
      authorId,
      units,
      quantity,
      description,
      generalNotes,
      correctedAt,
    })
    .execute();
  await db
    .updateTable('workReport')
    .set({ ...after, correctedAt })
    .where('companyId', '=', companyId)
    .where('id', '=', before.id)
    .execute();
}

/** Keeps the work reports of a time entry that is about to be deleted, without it. */
export async function detachWorkReports(db: Db, companyId: string, timeEntryId: string): Promise<void> {
  await db
    .updateTable('workReport')
    .set({ timeEntryId: null })
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', timeEntryId)
    .execute();
}
