import { sql } from 'kysely';
import type { CrewMember } from '#contract/crew.ts';
import type { Scope } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { personIn } from '#server/platform/scope.ts';

/** Somebody within the scope whose account was not deleted. */
export async function findMember(db: Db, companyId: string, scope: Scope, id: string) {
  return db
    .selectFrom('users as u')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('u.companyId', '=', companyId)
    .where('u.id', '=', id)
    .where('u.deletedAt', 'is', null)
    .where(personIn(scope, 'u.id'))
    .select(['u.id', 'u.firstName', 'u.lastName', 'n.tag as nameTag', 'u.isActive'])
    .executeTakeFirst();
}

/** The last check-in at the location in the range; undefined if there is none. */
export async function findLastCheckIn(
  db: Db,
  companyId: string,
  locationId: string,
  { start, end }: { start: Date; end: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('locationId', '=', locationId)
    .where('checkIn', '>=', start.toISOString())
    .where('checkIn', '<', end.toISOString())
    .orderBy('checkIn', 'desc')
    .limit(1)
    .select('checkIn')
    .executeTakeFirst();
  return row?.checkIn;
}

/** Active people within the scope who checked in at the location in the range, or are working now. */
export async function listMembers(
  db: Db,
  companyId: string,
  scope: Scope,
  locationId: string,
  range: { start: Date; end: Date } | undefined,
  limit: number,
): Promise<CrewMember[]> {
  const { rows } = await sql<
    Omit<CrewMember, 'working'> & Record<'workingId' | 'workingName' | 'since', string | null>
  >`
    select u.id, u.first_name, u.last_name, n.tag as name_tag, encode(b.code_hash, 'hex') as badge_hash,
      there.user_id is not null as was_there, l.id as working_id, l.name as working_name, open.check_in as since
    from (
      select distinct user_id from time_entry
      where company_id = ${companyId} and location_id = ${locationId}
        and check_in >= ${range?.start ?? null}::timestamptz and check_in < ${range?.end ?? null}::timestamptz
    ) there
    full join (
      select user_id, location_id, check_in from time_entry where company_id = ${companyId} and check_out is null
    ) open on open.user_id = there.user_id
    join users u on u.company_id = ${companyId} and u.id = coalesce(there.user_id, open.user_id)
      and u.is_active and u.deleted_at is null and ${personIn(scope, 'u.id')}
    left join location l on l.company_id = ${companyId} and l.id = open.location_id
    left join badge b on b.company_id = ${companyId} and b.user_id = u.id and b.retired_at is null
    left join namesakes(${companyId}) n on n.id = u.id
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ workingId, workingName, since, ...person }) => ({
    ...person,
    working:
      workingId && workingName && since ? { location: { id: workingId, name: workingName }, since } : null,
  }));
}
