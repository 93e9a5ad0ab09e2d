import { sql } from 'kysely';
import { monthOf } from '#domain/dates.ts';
import type { EntryHours } from '#domain/entry-hours.ts';
import type { Db } from '#server/platform/database/database.ts';

const PEOPLE_AT_ONCE = 10;
const ROWS_AT_ONCE = 2_000;

const instantOf = (ms: number | null) =>
  ms === null ? null : Number.isFinite(ms) ? new Date(ms).toISOString() : ms < 0 ? '-infinity' : 'infinity';

/** Whether anybody's hours of the company have to be computed anew. */
export async function hasUnsettled(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from unsettled_hours where company_id = ${companyId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The companies in which somebody's hours have to be computed anew. */
export async function listUnsettledCompanies(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('unsettledHours').select('companyId').distinct().execute();
  return rows.map(({ companyId }) => companyId);
}

/**
 * What a person's hours depend on besides their own entries, read once nobody else settles the company; undefined if it is
 * being erased.
 */
export async function lockForSettling(transaction: Db, companyId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settle hours ${companyId}`}, 0))`.execute(
    transaction,
  );
  return transaction
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(['timezone as timeZone', 'longestShiftHours'])
    .forKeyShare()
    .executeTakeFirst();
}

/** Takes the notes of some people whose hours have to be computed anew: since when, in milliseconds since 1970. */
export async function takeUnsettled(
  transaction: Db,
  companyId: string,
): Promise<{ userId: string; since: number }[]> {
  await sql`with note as (
      delete from unsettled_hours where company_id = ${companyId} and user_id is null returning since
    )
    insert into unsettled_hours (company_id, user_id, since)
    select u.company_id, u.id, (select min(since) from note) from users u
    where u.company_id = ${companyId} and exists (select from note)`.execute(transaction);
  const { rows } = await sql<{ userId: string; since: number }>`
    with person as (
      select user_id, min(since) as since from unsettled_hours where company_id = ${companyId}
      group by user_id order by user_id limit ${PEOPLE_AT_ONCE}
    ), taken as (
      delete from unsettled_hours n using person p where n.company_id = ${companyId} and n.user_id = p.user_id
    )
    select user_id, (extract(epoch from since) * 1000)::float8 as since from person`.execute(transaction);
  return rows;
}

export type SettledPerson = { userId: string; from: string; rows: EntryHours[] };

/** Replaces the people's rows from the date `from` on. What a sealed month says stays. */
export async function replaceEntryHours(
  transaction: Db,
  companyId: string,
  people: SettledPerson[],
): Promise<void> {
  const [userIds, dates] = [
    people.map(({ userId }) => userId),
    people.map(({ from }) => from || '-infinity'),
  ];
  const person = sql`unnest(${userIds}::uuid[], ${dates}::text[]) as p (user_id, date)`;
  await sql`delete from entry_hours h using ${person}
    where h.company_id = ${companyId} and h.user_id = p.user_id and h.date >= p.date::date
      and not exists (select from month_approval a join month_seal s on s.company_id = a.company_id and s.id = a.id
        where a.company_id = ${companyId} and a.user_id = h.user_id and a.unlocked_at is null
          and a.month = to_char(h.date, 'YYYY-MM'))`.execute(transaction);
  const { rows: kept } = await sql<{ userId: string; month: string }>`
    select distinct h.user_id, to_char(h.date, 'YYYY-MM') as month from entry_hours h join ${person}
      on h.user_id = p.user_id and h.date >= p.date::date
    where h.company_id = ${companyId}`.execute(transaction);
  const isKept = new Set(kept.map(({ userId, month }) => `${userId} ${month}`));
  const rows = people.flatMap(({ userId, rows: own }) =>
    own.filter(({ date }) => !isKept.has(`${userId} ${date.slice(0, 7)}`)).map((row) => ({ userId, ...row })),
  );
  for (let index = 0; index < rows.length; index += ROWS_AT_ONCE) {
    await insertRows(transaction, companyId, rows.slice(index, index + ROWS_AT_ONCE));
  }
}

/** Replaces the rows of a month `yyyy-MM` of the person. */
export async function replaceMonth(
  transaction: Db,
  companyId: string,
  { userId, month, rows }: { userId: string; month: string; rows: EntryHours[] },
): Promise<void> {
  const { start, end } = monthOf(`${month}-01`);
  await sql`delete from entry_hours where company_id = ${companyId} and user_id = ${userId}
    and date between ${start}::date and ${end}::date`.execute(transaction);
  await insertRows(
    transaction,
    companyId,
    rows.map((row) => ({ userId, ...row })),
  );
}

async function insertRows(
  transaction: Db,
  companyId: string,
  rows: (EntryHours & { userId: string })[],
): Promise<void> {
  const values = rows.map(({ userId, entryId, date, from, to, worked, ms, grows, validFrom, validTo }) => ({
    user_id: userId,
    time_entry_id: entryId,
    date,
    starts: instantOf(from),
    ends: instantOf(to),
    worked:
      grows === null && to !== null && ms === to - from
        ? null
        : `{${worked.map((part) => `[${instantOf(part.from)},${instantOf(part.to)})`).join()}}`,
    ms,
    since: grows && instantOf(grows.since),
    edge: grows && instantOf(grows.edge),
    is_backward: grows?.isBackward ?? null,
    valid_from: instantOf(validFrom),
    valid_to: instantOf(validTo),
  }));
  await sql`insert into entry_hours (company_id, user_id, time_entry_id, location_id, date, starts, ends, worked, ms, since,
      edge, is_backward, valid_from, valid_to)
    select ${companyId}, r.user_id, r.time_entry_id, e.location_id, r.date, r.starts, r.ends, r.worked, r.ms, r.since,
      r.edge, r.is_backward, r.valid_from, r.valid_to
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (user_id uuid, time_entry_id uuid, date date,
      starts timestamptz, ends timestamptz, worked tstzmultirange, ms integer, since timestamptz, edge timestamptz,
      is_backward boolean, valid_from timestamptz, valid_to timestamptz)
    join time_entry e on e.company_id = ${companyId} and e.id = r.time_entry_id`.execute(transaction);
}
