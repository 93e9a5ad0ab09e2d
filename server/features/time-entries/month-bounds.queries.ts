import { type RawBuilder, sql } from 'kysely';
import { type InstantRange, monthRange } from '#domain/calendar.ts';
import { addDays, monthOf, previousMonthOf } from '#domain/dates.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A month `yyyy-MM` and its range in the company's present time zone. */
export type MonthRange = InstantRange & { month: string; previous: string; next: string };

export function rangeOfMonth(month: string, timeZone: string): MonthRange {
  const first = `${month}-01`;
  return {
    month,
    previous: previousMonthOf(first).start.slice(0, 7),
    next: addDays(monthOf(first).end, 1).slice(0, 7),
    ...monthRange(first, timeZone),
  };
}

/** Where a person's month begins and ends, and its approval, if there is one. */
export type MonthBounds = {
  userId: string;
  month: string;
  starts: string;
  ends: string;
  approvedBy: string | null;
  approvedAt: string | null;
  /** The approving account was new, and made by the person themselves (contract/ledger.ts). */
  actorIsNew: boolean | null;
  /** The zone in which the month was approved, where the company has moved to another one since. */
  timeZone: string | null;
};

/**
 * Selects the `MonthBounds` of everybody, or of one person. An approved month stays as it was approved, also when the
 * company moves to another time zone; the months beside it begin and end where it does, so that months neither overlap
 * nor leave a gap (work-rules.md).
 */
export function selectMonthBounds(
  companyId: string,
  months: MonthRange[],
  userId: string | undefined,
): RawBuilder<MonthBounds> {
  const column = (of: (range: MonthRange) => string) => sql`${months.map(of)}::text[]`;
  const person = (name: string) =>
    sql`(${userId ?? null}::uuid is null or ${sql.ref(name)} = ${userId ?? null})`;
  const names = months.flatMap(({ month, previous, next }) => [month, previous, next]);
  return sql`
    with approval as materialized (
      select * from month_approval a
      where a.company_id = ${companyId} and a.month = any (${names}) and a.unlocked_at is null and ${person('a.user_id')}
    )
    select u.id as user_id, given.month,
      coalesce(a.starts_at, before.ends_at, given.starts::timestamptz) as starts,
      coalesce(a.ends_at, after.starts_at, given.ends::timestamptz) as ends,
      a.approved_by, a.approved_at, a.actor_is_new,
      (select f.time_zone from former_time_zone f
        where f.company_id = u.company_id and f.until >= a.approved_at order by f.until limit 1) as time_zone
    from unnest(${column(({ month }) => month)}, ${column(({ previous }) => previous)}, ${column(({ next }) => next)},
      ${column(({ start }) => start.toISOString())}, ${column(({ end }) => end.toISOString())})
      as given (month, previous, next, starts, ends)
    cross join users u
    left join approval a on a.user_id = u.id and a.month = given.month
    left join approval before on before.user_id = u.id and before.month = given.previous
    left join approval after on after.user_id = u.id and after.month = given.next
    where u.company_id = ${companyId} and ${person('u.id')}`;
}

/** The bounds of a month of everybody, or of one person. */
export async function listMonthBounds(
  db: Db,
  companyId: string,
  month: MonthRange,
  userId: string | undefined,
): Promise<MonthBounds[]> {
  return (await selectMonthBounds(companyId, [month], userId).execute(db)).rows;
}
