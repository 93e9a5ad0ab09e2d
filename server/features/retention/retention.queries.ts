import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#domain/languages.ts';
import type { RetentionStart } from '#domain/retention.ts';
import type { Db } from '#server/platform/database/database.ts';
import { removeFromDirectory } from '#server/platform/database/directory.ts';

export type RetainingCompany = {
  id: string;
  timezone: string;
  language: Language;
  retentionYears: number;
  retentionFrom: RetentionStart;
  erasedBefore: string | null;
};

const columns = [
  'id',
  'timezone',
  'language',
  'retentionYears',
  'retentionFrom',
  sql<string | null>`erased_before::text`.as('erasedBefore'),
] as const;

/** Companies due for erasure: not yet processed in the calendar year that `now` falls in, in the earliest time zone. */
export async function listCompanies(db: Db, now: Date): Promise<RetainingCompany[]> {
  const latestYear = new Date(now.getTime() + 14 * 60 * 60 * 1000).getUTCFullYear();
  return mayErase(db, now)
    .where((eb) =>
      eb.or([
        eb('erasedBefore', 'is', null),
        eb(sql`extract(year from erased_before)`, '<', sql`${latestYear} - retention_years`),
      ]),
    )
    .orderBy('id')
    .select(columns)
    .execute();
}

const mayErase = (db: Db, now: Date) =>
  db
    .selectFrom('company')
    .where('deletionDueAt', 'is', null)
    .where((eb) =>
      eb.or([eb('erasureNotBefore', 'is', null), eb('erasureNotBefore', '<=', now.toISOString())]),
    );

/** Locks the company's settings until the transaction ends. Returns false if they have changed since they were read. */
export async function holdRetention(
  db: Db,
  { id, retentionYears, retentionFrom, timezone }: RetainingCompany,
  now: Date,
): Promise<boolean> {
  const row = await mayErase(db, now)
    .where('id', '=', id)
    .where('retentionYears', '=', retentionYears)
    .where('retentionFrom', '=', retentionFrom)
    .where('timezone', '=', timezone)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** People who left before the instant and have no later time entry. */
export async function listDeparted(db: Db, companyId: string, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .where('u.companyId', '=', companyId)
    .where('u.erasedAt', 'is', null)
    .where(sql<boolean>`least(u.deactivated_at, u.deleted_at) < ${before}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('timeEntry as e')
            .where('e.companyId', '=', companyId)
            .whereRef('e.userId', '=', 'u.id')
            .where(sql<boolean>`coalesce(e.check_out, e.check_in) >= ${before}`)
            .select('e.id'),
        ),
      ),
    )
    .select('u.id')
    .execute();
  return rows.map(({ id }) => id);
}

export type Due = {
  companyId: string;
  /** The first day that is kept, and its first instant in the company's zone. */
  date: string;
  before: Date;
  /** Old records of everybody are due, not only of people who left. */
  ofAll: boolean;
  /** Entries with less time between them are one shift, in milliseconds. */
  shiftGap: number;
  departed: string[];
};

const ofDeparted = ({ departed }: Due) => sql<boolean>`user_id = any (${departed}::uuid[])`;

/**
 * The entries of shifts that are kept whole, because hours are computed per shift: those that reach into the first day kept, or
 * into a kept month that was approved in a time zone where it began earlier.
 */
const keptShifts = ({ companyId, date, before, shiftGap }: Due) => sql`
  with recursive kept as (
    select e.id, e.user_id, e.check_in from time_entry e
    where e.company_id = ${companyId} and e.check_in < ${new Date(before.getTime() + shiftGap)}
      and e.check_in >= ${before}::timestamptz - interval '40 days'
      -- No time zone is further away; this keeps the lookup of approvals to a few entries.
      and coalesce(e.check_out, e.check_in) >= ${before}::timestamptz - interval '2 days'
      and coalesce(e.check_out, e.check_in) >= least(${before}::timestamptz, (
        select min(a.starts_at) from month_approval a
        where a.company_id = ${companyId} and a.user_id = e.user_id and a.unlocked_at is null
          and a.month >= ${date.slice(0, 7)}))
    union
    select e.id, e.user_id, e.check_in from kept k
    join time_entry e on e.user_id = k.user_id and e.check_in < k.check_in
      and coalesce(e.check_out, e.check_in) > k.check_in - ${shiftGap} * interval '1 millisecond'
    where e.company_id = ${companyId}
  )
  select id from kept`;

/** Deletes up to `limit` time entries, oldest first, with their scans and work reports. */
export async function deleteTimeEntries(db: Db, due: Due, limit: number): Promise<number> {
  const { companyId, before, ofAll } = due;
  // Allows the deletion in approved months and without a record in the ledger.
  await sql`select set_for_transaction('maina.erases', ${companyId})`.execute(db);
  const found = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where((eb) =>
      eb.or([
        ofDeparted(due),
        ...(ofAll
          ? [sql<boolean>`coalesce(check_out, check_in) < ${before} and id not in (${keptShifts(due)})`]
          : []),
      ]),
    )
    // Lets the index end the search; only people who left may have later entries that are due.
    .where((eb) => eb.or([eb('checkIn', '<', before.toISOString()), ofDeparted(due)]))
    .orderBy('checkIn')
    .limit(limit)
    .select('id')
    .forUpdate()
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) {
    await db.deleteFrom('scan').where('companyId', '=', companyId).where('timeEntryId', 'in', ids).execute();
    await db
      .deleteFrom('workReport')
      .where('companyId', '=', companyId)
      .where('timeEntryId', 'in', ids)
      .execute();
    await db.deleteFrom('timeEntry').where('companyId', '=', companyId).where('id', 'in', ids).execute();
  }
  await sql`select set_for_transaction('maina.erases', '')`.execute(db);
  return ids.length;
}

type IsDue = (due: Due) => RawBuilder<boolean>;

/** Rows of people who left, and old rows of everybody if the years count from each record. */
const ofPerson =
  (isOld: IsDue): IsDue =>
  (due) =>
    due.ofAll ? sql<boolean>`(${isOld(due)} or ${ofDeparted(due)})` : ofDeparted(due);
const madeBefore =
  (instant: RawBuilder<unknown>): IsDue =>
  ({ before }) =>
    sql`${instant} < ${before}`;
const ofEarlierMonth = ofPerson(({ date }) => sql`month < ${date.slice(0, 7)}`);
/** Rows whose time entry was deleted; the others are deleted with theirs. */
const alone =
  (isDue: IsDue): IsDue =>
  (due) =>
    sql`time_entry_id is null and ${isDue(due)}`;

/** The plan of the last day before stays where somebody's shift of it is kept. */
const planned =
  (table: 'planned_shift' | 'schedule_day'): IsDue =>
  ({ companyId, date, before }) =>
    sql`date < ${date}::date and not (date = ${date}::date - 1 and exists (
      select from time_entry e
      where e.company_id = ${companyId} and e.user_id = ${sql.table(table)}.user_id
        and e.check_in >= ${before}::timestamptz - interval '2 days' and e.check_in < ${before}))`;

const isDueIn = {
  scan: alone(ofPerson(madeBefore(sql`effective_at`))),
  // An entry that is kept keeps its breaks, which its hours are made of.
  work_break: (due) => sql`not exists (select from time_entry e
    where e.company_id = ${due.companyId} and e.id = work_break.time_entry_id)
    and ${ofPerson(madeBefore(sql`started_at`))(due)}`,
  refused_scan: ofPerson(madeBefore(sql`received_at`)),
  flag: ofPerson(madeBefore(sql`at`)),
  work_report: alone(ofPerson(madeBefore(sql`created_at`))),
  correction_request: ofPerson(madeBefore(sql`coalesce(decided_at, created_at)`)),
  absence: ofPerson(({ date }) => sql`end_date < ${date}::date`),
  planned_shift: ofPerson(planned('planned_shift')),
  schedule_day: ofPerson(planned('schedule_day')),
  schedule_announcement: ofPerson(({ date }) => sql`end_date < ${date}::date`),
  month_approval: ofEarlierMonth,
  month_answer: ofEarlierMonth,
  message_recipient: ofDeparted,
  message: madeBefore(sql`created_at`),
  ai_report: ({ date }) => sql`date < ${date}::date`,
  account_access: madeBefore(sql`given_at`),
  invitation: ofDeparted,
  report_subscription: ofDeparted,
  user_location: ofDeparted,
  schedule_feed: ofDeparted,
  push_choice: ofDeparted,
  push_told: ofDeparted,
  push_subscription: ofDeparted,
  session: ofDeparted,
  password_reset_token: ofDeparted,
  second_factor: ofDeparted,
  recovery_code: ofDeparted,
  passkey: ofDeparted,
  badge: ofDeparted,
} satisfies Record<string, IsDue>;

type OtherTable = keyof typeof isDueIn;
/** The tables erased besides time entries and the ledger. */
export const otherTables = Object.keys(isDueIn) as OtherTable[];

/** Deletes up to `limit` rows of the table that are past the retention. */
export async function deleteExpired(db: Db, due: Due, table: OtherTable, limit: number): Promise<number> {
  const isDue: IsDue = isDueIn[table];
  // Breaks are deleted without a record in the ledger.
  await sql`select set_for_transaction('maina.erases', ${due.companyId})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(table)} where company_id = ${due.companyId} and ctid = any (array(
      select ctid from ${sql.table(table)}
      where company_id = ${due.companyId} and ${isDue(due)} limit ${limit}))
    returning ${table === 'passkey' ? sql`id` : sql`null as id`}`.execute(db);
  await sql`select set_for_transaction('maina.erases', '')`.execute(db);
  if (table === 'passkey') {
    const ids = rows.map(({ id }) => id);
    await removeFromDirectory(db, 'passkey', due.companyId, ids);
  }
  return rows.length;
}

/** Erases the contents of up to `limit` ledger records and records that; see erase_ledger. */
export async function eraseLedger(
  db: Db,
  { companyId, before, ofAll, departed }: Due,
  { retentionYears, now, limit }: { retentionYears: number; now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select erase_ledger(${companyId}, ${before}, ${ofAll}, ${departed}::uuid[], ${retentionYears}, ${now},
      ${limit}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
