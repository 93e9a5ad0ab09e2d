import { type RawBuilder, sql } from 'kysely';
import type { InstantRange } from '#domain/calendar.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import { anyOf, type Db, touches } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { locationIn, personIn } from '#server/platform/scope.ts';

export type Asked = {
  companyId: string;
  scope: Scope;
  locationId: string | undefined;
  employeeId: string | undefined;
};

/** The condition for time entries, named `e`. */
const isAsked = ({ companyId, scope, locationId, employeeId }: Asked): RawBuilder<boolean> =>
  sql`e.company_id = ${companyId} and ${locationIn(scope, 'e.locationId')}
    and (${employeeId ?? null}::uuid is null or e.user_id = ${employeeId ?? null})
    and (${locationId ?? null}::uuid is null or e.location_id = ${locationId ?? null})`;

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
 * The time that entries have inside the ranges, in milliseconds: of each range by location (`bar` is the range's index),
 * and of all together by person. Only what has time.
 */
export async function sumTime(
  db: Db,
  asked: Asked,
  ranges: InstantRange[],
  { now, longestShiftHours }: Counting,
): Promise<{ bar: number | null; locationId: string | null; userId: string | null; ms: number }[]> {
  const starts = ranges.map(({ start }) => start.toISOString());
  const ends = ranges.map(({ end }) => end.toISOString());
  const { rows } = await sql<{ bar: number | null; locationId: string; userId: string; ms: number }>`
    select bar, location_id, user_id, extract(epoch from sum(worked)) * 1000 as ms
    from (
      select r.index - 1 as bar, e.location_id, e.user_id,
        worked_time(e.check_in, e.check_out, r.starts, r.ends, ${now}, ${longestShiftHours}) as worked
      from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as r (starts, ends, index)
      join time_entry e on ${touches(sql`r.starts`, sql`r.ends`)}
      where ${isAsked(asked)}
    ) part
    where worked > interval '0'
    group by grouping sets ((bar, location_id), (user_id))`.execute(db);
  return rows;
}

/** Minutes of a slot: the offsets of all zones from UTC are multiples of it. */
const SLOT = sql.lit('15 minutes');

/**
 * How presence changes inside the range by quarter of an hour of UTC, oldest first: by how many it grows from `slot` on, and
 * what those who came in it, less those who left, have of its rest.
 */
export async function listPresenceChanges(
  db: Db,
  asked: Asked,
  { start, end }: InstantRange,
  { now, longestShiftHours }: Counting,
): Promise<{ slot: string; growth: number; ms: number }[]> {
  const { rows } = await sql<{ slot: string; growth: number; ms: number }>`
    select slot, sum(step) as growth,
      extract(epoch from sum(step * (slot + interval ${SLOT} - at))) * 1000 as ms
    from (
      select step, at, date_bin(${SLOT}, at, 'epoch') as slot
      from time_entry e
      cross join lateral (values
        (1, greatest(e.check_in, ${start})),
        (-1, least(counted_end(e.check_in, e.check_out, ${now}, ${longestShiftHours}), ${end}::timestamptz))
      ) as edge (step, at)
      where ${isAsked(asked)} and ${touches(start, end)}
        and worked_time(e.check_in, e.check_out, ${start}, ${end}, ${now}, ${longestShiftHours}) > interval '0'
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
