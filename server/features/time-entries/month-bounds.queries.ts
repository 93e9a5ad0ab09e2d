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

/** The parameters of the SQL functions month_bounds and list_months that say which months are meant. */
export function givenMonths(months: MonthRange[]): RawBuilder<unknown> {
  const of = (column: (month: MonthRange) => string) => months.map(column);
  return sql`${of(({ month }) => month)}::text[], ${of(({ previous }) => previous)}::text[], ${of(({ next }) => next)}::text[],
    ${of(({ start }) => start.toISOString())}::timestamptz[], ${of(({ end }) => end.toISOString())}::timestamptz[]`;
}

/** Where a person's month begins and ends. */
export type MonthBounds = {
  userId: string;
  starts: string;
  ends: string;
  /** The zone in which the month was approved, where the company has moved to another one since. */
  timeZone: string | null;
};

/** The bounds of a month of everybody, or of one person: the SQL function month_bounds. */
export async function listMonthBounds(
  db: Db,
  companyId: string,
  month: MonthRange,
  userId: string | undefined,
): Promise<MonthBounds[]> {
  const { rows } = await sql<MonthBounds>`
    select m.user_id, m.starts, m.ends,
      (select f.time_zone from former_time_zone f
        where f.company_id = ${companyId} and f.until >= m.approved_at order by f.until limit 1) as time_zone
    from month_bounds(${companyId}, ${userId ?? null}, ${givenMonths([month])}) m`.execute(db);
  return rows;
}
