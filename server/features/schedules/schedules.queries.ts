import { type Selectable, sql } from 'kysely';
import type { EndpointResponse } from '#contract/index.ts';
import { addDays } from '#domain/dates.ts';
import { MAX_ANNOUNCEMENTS, MAX_SCHEDULE_DAYS } from '#domain/schedules.ts';
import type { Terms } from '#domain/work-calendar.ts';
import type { Scope } from '#server/context.ts';
import type { ScheduleAnnouncement } from '#server/generated/types.ts';
import { anyOf, type Db, touches } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { LOCATION_PEOPLE_DAYS, personIn } from '#server/platform/scope.ts';
import { type DayKey, keysOf, listShifts, type ShiftOfPerson } from '../shifts/shifts.queries.ts';

/**
 * The people who can be planned in these dates: not deleted or deactivated, and employed on one of them. With a location those
 * who have worked there in the last 60 days or have a shift there. `withGone`: also whose account was closed since, after a
 * published shift in these dates.
 */
export async function listPeople(
  db: Db,
  companyId: string,
  scope: Scope,
  asked: {
    from: string;
    to: string;
    userIds?: readonly string[];
    locationId?: string;
    withGone?: boolean;
    now: Date;
  },
) {
  const { from, to, userIds, locationId, withGone = false, now } = asked;
  const hadShift = sql<boolean>`${withGone} and exists (select from planned_shift s
    where s.company_id = ${companyId} and s.user_id = u.id and not s.is_draft and s.date between ${from} and ${to}
      and s.date <= least(u.deleted_at, u.deactivated_at)::date)`;
  const since = new Date(now.getTime() - LOCATION_PEOPLE_DAYS * 86_400_000).toISOString();
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('u.companyId', '=', companyId)
    .where(sql<boolean>`(u.deleted_at is null and u.deactivated_at is null or ${hadShift})`)
    .where(sql<boolean>`daterange(u.employed_from, u.employed_to, '[]') && daterange(${from}, ${to}, '[]')`)
    .where(personIn(scope, 'u.id').$castTo<boolean>())
    .$if(userIds !== undefined, (query) => query.where('u.id', '=', anyOf([...(userIds ?? [])])))
    .$if(locationId !== undefined, (query) =>
      query.where(
        sql<boolean>`(u.id in (select people_of_locations(${companyId}, ${[locationId]}::uuid[], ${since}))
          or exists (select from planned_shift s where s.company_id = ${companyId} and s.user_id = u.id
            and s.location_id = ${locationId} and s.date between ${from} and ${to}))`,
      ),
    )
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.email', 'n.tag as nameTag'])
    .select((eb) => eb.fn.coalesce('u.language', 'c.language').as('language'))
    .select([sql<string | null>`u.employed_from::text`.as('employedFrom')])
    .select([sql<string | null>`u.employed_to::text`.as('employedTo')])
    .select(sql<Terms[]>`u.work_terms`.as('terms'))
    .execute();
  return rows;
}

/** The version of the last change of any draft of the company. */
export async function readVersion(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('scheduleDay')
    .where('companyId', '=', companyId)
    .orderBy('version', 'desc')
    .limit(1)
    .select('version')
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Which of these days were changed after the version. */
export async function listChangedSince(
  db: Db,
  companyId: string,
  days: readonly DayKey[],
  version: number,
): Promise<DayKey[]> {
  const { rows } = await sql<DayKey>`
    select d.user_id as "userId", d.date::text as date from schedule_day d
      join ${keysOf(days)} as k (user_id, date) on d.user_id = k.user_id and d.date = k.date
    where d.company_id = ${companyId} and d.version > ${version}`.execute(db);
  return rows;
}

/** The draft of the people from `from` to `to`, by person and date; days without shifts are not among them. */
export async function listDraft(
  db: Db,
  range: Parameters<typeof listShifts>[1],
): Promise<Map<string, Map<string, ShiftOfPerson[]>>> {
  return byPersonAndDate(await listShifts(db, range, 'draft'));
}

export const byPersonAndDate = (shifts: readonly ShiftOfPerson[]) =>
  new Map(
    [...Map.groupBy(shifts, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      Map.groupBy(own, ({ date }) => date),
    ]),
  );

/** The approved months `yyyy-MM` of these people, by person. */
export async function listApprovedMonths(db: Db, companyId: string, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('userId', '=', anyOf([...userIds]))
    .where('unlockedAt', 'is', null)
    .select(['userId', 'month'])
    .execute();
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** How many days of notice the company has set (null: those of its country), and whether people are mailed what is published. */
export const findSettings = (db: Db, companyId: string) =>
  db
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(['noticeDays', 'sendsSchedules'])
    .executeTakeFirstOrThrow();

/** Which of these locations take no check-ins, or were deleted. */
export async function listInactiveLocations(db: Db, companyId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('isActive', '=', false), eb('deletedAt', 'is not', null)]))
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export type Announced = EndpointResponse<'acknowledgeSchedule'>[number];
type StoredAnnouncement = Omit<Selectable<ScheduleAnnouncement>, 'companyId' | 'days'> & {
  days: Announced['days'];
};

export async function insertAnnouncement(
  db: Db,
  companyId: string,
  { days, ...announcement }: StoredAnnouncement,
): Promise<void> {
  await db
    .insertInto('scheduleAnnouncement')
    .values({ companyId, ...announcement, days: JSON.stringify(days) })
    .execute();
}

/** Each names up to 92 days with their shifts. */
const MAX_UNSEEN = 200;

/** Announcements to people in the scope, newest first. */
const selectAnnouncements = (db: Db, companyId: string, scope: Scope) =>
  db
    .selectFrom('scheduleAnnouncement as a')
    .innerJoin('users as u', inCompany('u.id', 'a.userId'))
    .leftJoin('users as b', inCompany('b.id', 'a.announcedBy'))
    .where('a.companyId', '=', companyId)
    .where(personIn(scope, 'a.userId').$castTo<boolean>())
    .orderBy('a.announcedAt', 'desc')
    .orderBy('a.id', 'desc')
    .select(['a.id', 'a.startDate', 'a.endDate', 'a.announcedAt', 'a.reason', 'a.seenAt'])
    .select(sql<Announced['channels']>`a.channels`.as('channels'))
    .select(
      sql<Announced['announcedBy']>`case when b.id is not null then jsonb_build_object(
        'id', b.id, 'firstName', b.first_name, 'lastName', b.last_name, 'nameTag', null) end`.as(
        'announcedBy',
      ),
    );

/** Announcements with what they changed: those that the person has not seen, or those of ids. */
export const listAnnouncements = (
  db: Db,
  companyId: string,
  scope: Scope,
  only: 'unseen' | readonly string[],
): Promise<Announced[]> =>
  selectAnnouncements(db, companyId, scope)
    .where(only === 'unseen' ? sql<boolean>`a.seen_at is null` : sql<boolean>`a.id = ${anyOf([...only])}`)
    .select(sql<Announced['days']>`a.days`.as('days'))
    .limit(MAX_UNSEEN)
    .execute();

/** The newest announcements with a date in the period, each with its person and how many days it changed. */
export const listAnnouncementsIn = (
  db: Db,
  companyId: string,
  scope: Scope,
  { startDate, endDate }: { startDate: string; endDate: string },
): Promise<EndpointResponse<'listAnnouncements'>> =>
  selectAnnouncements(db, companyId, scope)
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('a.startDate', '<=', endDate)
    // None is longer, so that an index finds the first.
    .where('a.startDate', '>', addDays(startDate, -MAX_SCHEDULE_DAYS))
    .where('a.endDate', '>=', startDate)
    .select(
      sql<EndpointResponse<'listAnnouncements'>[number]['user']>`jsonb_build_object(
        'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'nameTag', n.tag)`.as('user'),
    )
    .select(sql<number>`jsonb_array_length(a.days)`.as('changedDays'))
    .limit(MAX_ANNOUNCEMENTS)
    .execute();

/** Notes that the person has seen these announcements, and returns those that they had not. */
export async function markSeen(
  db: Db,
  companyId: string,
  userId: string,
  ids: readonly string[],
  at: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('scheduleAnnouncement')
    .set({ seenAt: at.toISOString() })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', anyOf([...ids]))
    .where('seenAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The names of the company's shift kinds and locations, by id. */
export async function listNames(db: Db, companyId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('shiftKind')
    .where('companyId', '=', companyId)
    .select(['id', 'name'])
    .unionAll(db.selectFrom('location').where('companyId', '=', companyId).select(['id', 'name']))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The minutes after the start of a planned shift from which its person is late. */
export async function findGraceMinutes(db: Db, companyId: string): Promise<number> {
  const { graceMinutes } = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .select('graceMinutes')
    .executeTakeFirstOrThrow();
  return graceMinutes;
}

/** When these people were at work with a part in the range; rejected entries do not count. */
export async function listPresence(
  db: Db,
  companyId: string,
  userIds: readonly string[],
  { start, end }: { start: Date; end: Date },
) {
  return db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where('e.userId', '=', anyOf([...userIds]))
    .where(touches(start, end))
    .where((eb) => eb.or([eb('e.approval', 'is', null), eb('e.approval', '<>', 'rejected')]))
    .select(['e.userId', 'e.checkIn', 'e.checkOut'])
    .execute();
}

/** Notes that the announcements were told by a notification too. */
export async function noteToldByPush(db: Db, companyId: string, ids: string[]): Promise<void> {
  await db
    .updateTable('scheduleAnnouncement')
    .set({ channels: sql`array_append(channels, 'push')` })
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(ids))
    .where(sql<boolean>`not channels @> array['push']`)
    .execute();
}
