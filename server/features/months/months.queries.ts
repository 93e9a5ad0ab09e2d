import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PersonMonth } from '#contract/months.ts';
import type { Counting } from '#domain/shifts.ts';
import { type Db, isActorNew, touches } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { type MonthRange, selectMonthBounds } from '../time-entries/month-bounds.queries.ts';

type Row = Omit<PersonMonth, 'user' | 'hours' | 'hasEnded' | 'openQuestions' | 'approval' | 'answer'> & {
  userId: string;
  firstName: string;
  lastName: string;
  nameTag: string | null;
  hasLeft: boolean;
  openEntries: number;
  estimates: number;
  requests: number;
  approvedBy: string | null;
  approvedAt: string;
  actorIsNew: boolean;
  approverFirstName: string;
  approverLastName: string;
  approverNameTag: string | null;
  answer: 'confirmed' | 'disputed' | null;
  text: string | null;
  answeredAt: string;
  answerMs: number;
};

/**
 * The months of everybody, or of one person, the latest first and then by name.
 */
export async function listMonths(
  db: Db,
  companyId: string,
  months: MonthRange[],
  userId: string | undefined,
  { now, longestShiftHours }: Counting,
): Promise<(PersonMonth & { hasLeft: boolean })[]> {
  const names = months.map(({ month }) => month);
  const person = (column: string) =>
    sql`(${userId ?? null}::uuid is null or ${sql.ref(column)} = ${userId ?? null})`;
  const from = sql`(select min(starts) from m)`;
  const to = sql`(select max(ends) from m)`;
  // The entries are read once for everybody, by the bounds of all the months together, instead of once for each person.
  const { rows } = await sql<Row>`
    with m as materialized (
      select row_number() over () as n, bounds.* from (${selectMonthBounds(companyId, months, userId)}) bounds
    ), worked as materialized (
      select e.user_id, e.check_in, e.check_out, e.approval
      from time_entry e
      where e.company_id = ${companyId} and ${person('e.user_id')} and ${touches(from, to)}
    ), entry as (
      select m.n,
        sum(worked_ms(e.check_in, e.check_out, m.starts, m.ends, ${now}, ${longestShiftHours})) as ms,
        count(*) filter (where e.check_in >= m.starts) as entries,
        count(*) filter (where e.check_out is null) as open_entries,
        count(*) filter (where e.approval = 'pending') as estimates
      from m
      join worked e on e.user_id = m.user_id and e.check_in < m.ends
        and (e.check_in >= m.starts or coalesce(e.check_out, 'infinity') > m.starts)
      group by m.n
    ), asked as materialized (
      select r.user_id, e.check_in, e.check_out, coalesce(r.check_in, e.check_in) as wanted_check_in,
        coalesce(r.check_out, e.check_out) as wanted_check_out
      from correction_request r
      left join time_entry e on e.company_id = r.company_id and e.id = r.time_entry_id
      where r.company_id = ${companyId} and ${person('r.user_id')} and r.status = 'pending' and r.kind not in ('estimate', 'overlong', 'late')
    ), request as (
      select m.n, count(*) as requests
      from m
      join asked r on r.user_id = m.user_id
        and ((r.check_in < m.ends and coalesce(r.check_out, 'infinity') > m.starts)
          or (r.wanted_check_in < m.ends and coalesce(r.wanted_check_out, 'infinity') > m.starts))
      group by m.n
    ), answer as materialized (
      select * from month_answer w
      where w.company_id = ${companyId} and w.month = any (${names}) and ${person('w.user_id')}
    )
    select m.user_id, u.first_name, u.last_name, (u.deleted_at is not null or not u.is_active) as has_left, m.month,
      m.starts as starts_at, m.ends as ends_at,
      coalesce(entry.ms, 0) as ms, coalesce(entry.entries, 0) as entries,
      coalesce(entry.open_entries, 0) as open_entries, coalesce(entry.estimates, 0) as estimates,
      coalesce(request.requests, 0) as requests,
      m.approved_by, m.approved_at, m.actor_is_new, d.first_name as approver_first_name, d.last_name as approver_last_name,
      n.tag as name_tag, dn.tag as approver_name_tag,
      w.answer, w.text, w.answered_at, w.ms as answer_ms
    from m
    join users u on u.company_id = ${companyId} and u.id = m.user_id
    left join entry on entry.n = m.n
    left join request on request.n = m.n
    left join users d on d.company_id = ${companyId} and d.id = m.approved_by
    left join ${namesakes(companyId, 'n')} on n.id = m.user_id
    left join ${namesakes(companyId, 'dn')} on dn.id = m.approved_by
    left join answer w on w.user_id = m.user_id and w.month = m.month
    order by m.month desc, u.last_name, u.first_name, m.user_id`.execute(db);
  return rows.map((row) => ({
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, nameTag: row.nameTag },
    hasLeft: row.hasLeft,
    month: row.month,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    hasEnded: Date.parse(row.endsAt) <= now.getTime(),
    ms: row.ms,
    hours: row.ms / 3_600_000,
    entries: row.entries,
    openQuestions: { openEntries: row.openEntries, estimates: row.estimates, requests: row.requests },
    approval: row.approvedBy
      ? {
          by: {
            id: row.approvedBy,
            firstName: row.approverFirstName,
            lastName: row.approverLastName,
            nameTag: row.approverNameTag,
          },
          at: row.approvedAt,
          actorIsNew: row.actorIsNew,
        }
      : null,
    answer: row.answer && {
      answer: row.answer,
      text: row.text,
      at: row.answeredAt,
      hours: row.answerMs / 3_600_000,
    },
  }));
}

/** When the person's first entry began. */
export async function findFirstCheckIn(
  db: Db,
  companyId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .limit(1)
    .select('checkIn')
    .executeTakeFirst();
  return row?.checkIn;
}

export async function insertApproval(
  db: Db,
  companyId: string,
  userId: string,
  { month, startsAt, endsAt }: Pick<PersonMonth, 'month' | 'startsAt' | 'endsAt'>,
  approved: { by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('monthApproval')
    .values({
      companyId,
      id: randomUUIDv7(),
      userId,
      month,
      startsAt,
      endsAt,
      approvedBy: approved.by,
      approvedAt: approved.at.toISOString(),
      actorIsNew: isActorNew(companyId, approved.by, userId, approved.at.toISOString()),
    })
    .execute();
}

/** False when the month is not approved. */
export async function unlockApproval(
  db: Db,
  companyId: string,
  { userId, month }: { userId: string; month: string },
  unlocked: { by: string; at: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('monthApproval')
    .set({ unlockedBy: unlocked.by, unlockedAt: unlocked.at.toISOString(), unlockReason: unlocked.reason })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('month', '=', month)
    .where('unlockedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Instead of what the person said before. */
export async function saveAnswer(
  db: Db,
  key: { companyId: string; userId: string; month: string },
  given: { answer: 'confirmed' | 'disputed'; text: string | null; ms: number; answeredAt: string },
): Promise<void> {
  await db
    .insertInto('monthAnswer')
    .values({ ...key, ...given })
    .onConflict((conflict) => conflict.columns(['companyId', 'userId', 'month']).doUpdateSet(given))
    .execute();
}
