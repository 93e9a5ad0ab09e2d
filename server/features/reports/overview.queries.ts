import { type RawBuilder, sql } from 'kysely';
import type { DatePeriod } from '#domain/dates.ts';
import type { Scope, SettledCounting } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { locationIn, personIn } from '#server/platform/scope.ts';
import { holds, sumOfWorkedMs } from '#server/platform/texts/hours.ts';

export type Asked = {
  companyId: string;
  scope: Scope;
  locationId: string | undefined;
  employeeId: string | undefined;
};

/** The condition for rows of entry_hours, named `h`. */
const isAsked = (
  { companyId, scope, locationId, employeeId }: Asked,
  counting: SettledCounting,
): RawBuilder<boolean> =>
  sql`h.company_id = ${companyId} and ${holds(counting)} and ${locationIn(scope, 'h.locationId')}
    and (${employeeId ?? null}::uuid is null or h.user_id = ${employeeId ?? null})
    and (${locationId ?? null}::uuid is null or h.location_id = ${locationId ?? null})`;

/**
 * Whether the location and the person, if they are asked about, are within the scope, deleted or not: for a manager also
 * whoever has ever worked at the own locations.
 */
export async function isKnown(db: Db, { companyId, scope, locationId, employeeId }: Asked): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`select
    (${locationId ?? null}::uuid is null or exists (select 1 from location l where l.company_id = ${companyId}
      and l.id = ${locationId ?? null} and ${locationIn(scope, 'l.id')}))
    and (${employeeId ?? null}::uuid is null or exists (select 1 from users u where u.company_id = ${companyId}
      and u.id = ${employeeId ?? null} and (${personIn(scope, 'u.id')} or exists (select 1 from time_entry e
        where e.company_id = ${companyId} and e.user_id = u.id and ${locationIn(scope, 'e.locationId')}))))
      as "isKnown"`.execute(db);
  return rows[0]?.isKnown === true;
}

/**
 * The working time of the periods, which follow each other, in milliseconds: of each by location (`bar` is the period's
 * index), and of all together by person. Only what has time.
 */
export async function sumTime(
  db: Db,
  asked: Asked,
  periods: DatePeriod[],
  counting: SettledCounting,
): Promise<{ bar: number | null; locationId: string | null; userId: string | null; ms: number }[]> {
  const starts = periods.map(({ start }) => start);
  const { rows } = await sql<{ bar: number | null; locationId: string; userId: string; ms: number }>`
    select bar, location_id, user_id, ${sumOfWorkedMs(counting)} as ms
    from (
      select width_bucket(h.date, ${starts}::date[]) - 1 as bar, h.location_id, h.user_id, h.ms, h.since
      from entry_hours h
      where ${isAsked(asked, counting)}
        and h.date between ${starts[0] ?? null}::date and ${periods.at(-1)?.end ?? null}::date
    ) h
    group by grouping sets ((bar, location_id), (user_id))`.execute(db);
  return rows.filter(({ ms }) => ms > 0);
}

/** Minutes of a slot: the offsets of all zones from UTC are multiples of it. */
const SLOT = sql.lit('15 minutes');

/**
 * How the number of those who work changes in the time of the period's dates by quarter of an hour of UTC, oldest first: by
 * how many it grows from `slot` on, and what those who began in it, less those who stopped, have of its rest.
 */
export async function listWorkChanges(
  db: Db,
  asked: Asked,
  { start, end }: DatePeriod,
  counting: SettledCounting,
): Promise<{ slot: string; growth: number; ms: number }[]> {
  const isIn = sql`${isAsked(asked, counting)} and h.date between ${start}::date and ${end}::date`;
  const grown = sql`greatest(${counting.now} - h.since, interval '0')`;
  const { rows } = await sql<{ slot: string; growth: number; ms: number }>`
    select slot, sum(step) as growth,
      extract(epoch from sum(step * (slot + interval ${SLOT} - at))) * 1000 as ms
    from (
      select step, at, date_bin(${SLOT}, at, 'epoch') as slot
      from (
        select h.starts as began, h.ends as ended from entry_hours h where ${isIn} and h.worked is null
        union all
        select lower(span), upper(span) from (
          select unnest(h.worked) as span from entry_hours h where ${isIn} and h.worked is not null
        ) worked
        union all
        select case when h.is_backward then h.edge - ${grown} else h.edge end,
          case when h.is_backward then h.edge else h.edge + ${grown} end
        from entry_hours h where ${isIn} and h.since is not null
      ) part
      cross join lateral (values (1, began), (-1, ended)) as edge (step, at)
    ) edges
    group by slot
    order by slot`.execute(db);
  return rows;
}

/** The names of these people, also of those who have left. */
export async function listNamesOf(db: Db, companyId: string, userIds: string[]) {
  return db
    .selectFrom('users as u')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('u.companyId', '=', companyId)
    .where('u.id', '=', anyOf(userIds))
    .select(['u.id as userId', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .execute();
}

/** The names of these locations, also of deleted ones. */
export async function listLocationNamesOf(db: Db, companyId: string, ids: string[]) {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(ids))
    .select(['id as locationId', 'name'])
    .execute();
}
