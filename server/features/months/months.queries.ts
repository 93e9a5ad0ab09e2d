import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PersonMonth } from '#contract/months.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Db } from '#server/platform/database/database.ts';

export type MonthRange = InstantRange & { month: string };

type Row = Omit<PersonMonth, 'user' | 'hours' | 'hasEnded' | 'openQuestions' | 'approval' | 'answer'> & {
  userId: string;
  firstName: string;
  lastName: string;
  hasLeft: boolean;
  openEntries: number;
  estimates: number;
  requests: number;
  approvedBy: string | null;
  approvedAt: string;
  approverFirstName: string;
  approverLastName: string;
  answer: 'confirmed' | 'disputed' | null;
  text: string | null;
  answeredAt: string;
  answerMs: number;
  ends: string;
};

/**
 * The months of everybody, or of one person, the latest first and then by name. An approved month is the one that was
 * approved, even if the company has moved to another time zone since.
 */
export async function listMonths(
  db: Db,
  companyId: string,
  months: MonthRange[],
  userId: string | undefined,
  { now, longestShiftHours }: Counting,
): Promise<(PersonMonth & { hasLeft: boolean })[]> {
  const end = sql`counted_end(e.check_in, e.check_out, ${now}, ${longestShiftHours})`;
  const { rows } = await sql<Row>`
    select u.id as user_id, u.first_name, u.last_name, (u.deleted_at is not null or not u.is_active) as has_left, m.month, m.ends,
      entry.ms, entry.entries, entry.open_entries, entry.estimates, request.requests,
      a.approved_by, a.approved_at, d.first_name as approver_first_name, d.last_name as approver_last_name,
      w.answer, w.text, w.answered_at, w.ms as answer_ms
    from unnest(${months.map(({ month }) => month)}::text[], ${months.map(({ start }) => start.toISOString())}::timestamptz[],
      ${months.map((one) => one.end.toISOString())}::timestamptz[]) as given (month, starts, ends)
    cross join users u
    left join month_approval a on a.company_id = u.company_id and a.user_id = u.id and a.month = given.month
      and a.unlocked_at is null
    left join users d on d.company_id = a.company_id and d.id = a.approved_by
    left join month_answer w on w.company_id = u.company_id and w.user_id = u.id and w.month = given.month
    cross join lateral (
      select given.month, coalesce(a.starts_at, given.starts) as starts, coalesce(a.ends_at, given.ends) as ends) m
    cross join lateral (
      select coalesce(sum(greatest(extract(epoch from least(${end}, m.ends) - greatest(e.check_in, m.starts)), 0) * 1000), 0)
          as ms,
        count(*) filter (where e.check_in >= m.starts) as entries,
        count(*) filter (where e.check_out is null) as open_entries,
        count(*) filter (where e.approval = 'pending') as estimates
      from time_entry e
      where e.company_id = u.company_id and e.user_id = u.id and e.check_in < m.ends
        and (e.check_in >= m.starts or coalesce(e.check_out, 'infinity') > m.starts)) entry
    cross join lateral (
      select count(*) as requests
      from correction_request r
      left join time_entry e on e.company_id = r.company_id and e.id = r.time_entry_id
      where r.company_id = u.company_id and r.user_id = u.id and r.status = 'pending' and r.kind <> 'estimate'
        and ((e.check_in < m.ends and coalesce(e.check_out, 'infinity') > m.starts)
          or (coalesce(r.check_in, e.check_in) < m.ends
            and coalesce(r.check_out, e.check_out, 'infinity') > m.starts))) request
    where u.company_id = ${companyId} and (${userId ?? null}::uuid is null or u.id = ${userId ?? null})
    order by m.month desc, u.last_name, u.first_name, u.id`.execute(db);
  return rows.map((row) => ({
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName },
    hasLeft: row.hasLeft,
    month: row.month,
    hasEnded: Date.parse(row.ends) <= now.getTime(),
    ms: row.ms,
    hours: row.ms / 3_600_000,
    entries: row.entries,
    openQuestions: { openEntries: row.openEntries, estimates: row.estimates, requests: row.requests },
    approval: row.approvedBy
      ? {
          by: { id: row.approvedBy, firstName: row.approverFirstName, lastName: row.approverLastName },
          at: row.approvedAt,
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

/** Holds everything that writes time entries of the company's people until the transaction ends. */
export async function lockTimeEntriesOfAll(db: Db, companyId: string): Promise<void> {
  // Always in the same order, so that two who do it wait for each other.
  await sql`select lock_time_entries_of(u.company_id, u.id)
    from (select company_id, id from users where company_id = ${companyId} order by id) u`.execute(db);
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
  { month, start, end }: MonthRange,
  approved: { by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('monthApproval')
    .values({
      companyId,
      id: randomUUIDv7(),
      userId,
      month,
      startsAt: start.toISOString(),
      endsAt: end.toISOString(),
      approvedBy: approved.by,
      approvedAt: approved.at.toISOString(),
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
