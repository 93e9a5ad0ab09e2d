import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PushKind, PushSubscriptionKeys } from '#contract/push.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { Viewer } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

type Person = Pick<Viewer, 'companyId' | 'userId'>;

/** The kinds that the person has switched off, and when and how they are told; undefined: as for anybody new. */
export const findChoice = (db: Db, { companyId, userId }: Person) =>
  db
    .selectFrom('pushChoice')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .select(['offKinds', 'whenOffDuty', 'showsDetails'])
    .executeTakeFirst();

export async function saveChoice(
  db: Db,
  { companyId, userId }: Person,
  choice: { offKinds: string[]; whenOffDuty: boolean; showsDetails: boolean },
): Promise<void> {
  await db
    .insertInto('pushChoice')
    .values({ companyId, userId, ...choice })
    .onConflict((conflict) => conflict.columns(['companyId', 'userId']).doUpdateSet(choice))
    .execute();
}

export async function isSubscribed(db: Db, companyId: string, sessionHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('pushSubscription')
    .where('companyId', '=', companyId)
    .where('sessionHash', '=', sessionHash)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Subscribes the browser of a session, whoever it showed notifications to before. Returns its id if it is new. */
export async function saveSubscription(
  db: Db,
  { companyId, userId }: Person,
  sessionHash: Buffer,
  { endpoint, keys }: PushSubscriptionKeys,
  now: Date,
): Promise<string | undefined> {
  await db
    .deleteFrom('pushSubscription')
    .where('companyId', '=', companyId)
    .where('sessionHash', '=', sessionHash)
    .where('endpoint', '!=', endpoint)
    .execute();
  const createdAt = now.toISOString();
  const row = { companyId, id: randomUUIDv7(), userId, sessionHash, endpoint, ...keys, createdAt };
  const { id } = await db
    .insertInto('pushSubscription')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'endpoint']).doUpdateSet((known) => ({
        userId,
        sessionHash,
        ...keys,
        // What happened before a person subscribed is no news.
        id: sql<string>`case when push_subscription.user_id = ${userId} then push_subscription.id else ${row.id} end`,
        createdAt: sql<string>`case when push_subscription.user_id = ${userId} then push_subscription.created_at
          else ${known.ref('excluded.createdAt')} end`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id === row.id ? id : undefined;
}

export async function deleteSubscriptionOf(db: Db, companyId: string, sessionHash: Buffer): Promise<void> {
  await db
    .deleteFrom('pushSubscription')
    .where('companyId', '=', companyId)
    .where('sessionHash', '=', sessionHash)
    .execute();
}

export async function deleteSubscription(db: Db, companyId: string, id: string): Promise<void> {
  await db.deleteFrom('pushSubscription').where('companyId', '=', companyId).where('id', '=', id).execute();
}

/** The browser, while the session lasts in which it was subscribed. */
export const findSubscription = (db: Db, companyId: string, id: string, now: Date) =>
  db
    .selectFrom('pushSubscription as p')
    .innerJoin('session as s', inCompany('s.tokenHash', 'p.sessionHash'))
    .innerJoin('users as u', inCompany('u.id', 'p.userId'))
    .where('p.companyId', '=', companyId)
    .where('p.id', '=', id)
    .where('s.expiresAt', '>', now.toISOString())
    .where('u.isActive', '=', true)
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .executeTakeFirst();

/** Companies in which somebody is subscribed; of these, if they are given. */
export async function listCompanies(db: Db, among?: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('company as c')
    .where('c.deletionDueAt', 'is', null)
    .$if(among !== undefined, (query) => query.where('c.id', '=', anyOf(among ?? [])))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('pushSubscription as p').whereRef('p.companyId', '=', 'c.id').select('p.id')),
    )
    .select('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The people with a subscription, what they have chosen, and whether they are at work by their open entry. */
export const listSubscribers = (db: Db, companyId: string, now: Date) =>
  db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .innerJoin('pushSubscription as p', inCompany('p.userId', 'u.id'))
    .innerJoin('session as s', inCompany('s.tokenHash', 'p.sessionHash'))
    .leftJoin('pushChoice as o', inCompany('o.userId', 'u.id'))
    .where('u.companyId', '=', companyId)
    .where('s.expiresAt', '>', now.toISOString())
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .groupBy(['u.companyId', 'u.id', 'c.id', 'o.companyId', 'o.userId'])
    .select(['u.id as userId', 'u.role', 'o.offKinds', 'o.whenOffDuty', 'o.showsDetails'])
    .select((eb) => [
      eb.fn.coalesce('u.language', 'c.language').as('language'),
      eb.fn.min('p.createdAt').as('since'),
      sql<string[]>`array_agg(p.id)`.as('subscriptionIds'),
      sql<boolean>`exists (select from time_entry e where e.company_id = u.company_id and e.user_id = u.id
        and e.check_out is null
        and not needs_attention(e.check_in, e.check_out, ${now}, c.longest_shift_hours))`.as('isAtWork'),
      sql<string[]>`array(select m.location_id from user_location m
        join location l on l.company_id = m.company_id and l.id = m.location_id
        where m.company_id = u.company_id and m.user_id = u.id and l.deleted_at is null)`.as('locationIds'),
    ])
    .execute();
export type Subscriber = Awaited<ReturnType<typeof listSubscribers>>[number];

/** Something that a person is told once. `at`: when it happened, where it may have happened before they subscribed. */
export type News = {
  userId: string;
  kind: PushKind;
  /** Of the thing; with the kind it is told once. */
  id: string;
  at: string | null;
  /** In the person's own words or names; shown only to who has chosen it. */
  detail: string | null;
};

/** How long something that a person has not seen yet is news, and when they are told of the longest shift before it ends. */
const newsDays = 3;
const nearHours = 1;

/**
 * What the people are to be told as it is now: messages that they have not opened, decisions on their requests, schedules that
 * they have not seen, entries that are open for long, and the last month, if they have not answered it.
 */
export async function listNews(
  db: Db,
  companyId: string,
  userIds: string[],
  { now, lastMonth }: { now: Date; lastMonth: { month: string; isAsked: boolean } & InstantRange },
): Promise<News[]> {
  const since = new Date(now.getTime() - newsDays * 24 * 3_600_000).toISOString();
  const people = anyOf(userIds);
  const { rows } = await sql<News>`
    select r.user_id, 'message' as kind, m.id::text as id, m.created_at as at,
        s.first_name || ' ' || s.last_name || ': ' || m.subject as detail
      from message_recipient r
      join message m on m.company_id = r.company_id and m.id = r.message_id
      join users s on s.company_id = m.company_id and s.id = m.sender_id
      where r.company_id = ${companyId} and r.user_id = ${people} and r.read_at is null and r.is_addressed
        and m.created_at > ${since}
    union all
    select user_id, 'request-decided', id::text, decided_at, null
      from correction_request
      where company_id = ${companyId} and user_id = ${people} and status <> 'pending' and decided_by <> user_id
        and decided_at > ${since}
    union all
    select user_id, 'schedule', id::text, announced_at, null
      from schedule_announcement
      where company_id = ${companyId} and user_id = ${people} and seen_at is null and announced_by <> user_id
        and announced_at > ${since}
    union all
    select e.user_id,
        case when needs_attention(e.check_in, null, ${now}, c.longest_shift_hours) then 'missing-check-out'
          else 'longest-shift' end,
        e.id::text, null, l.name
      from time_entry e
      join company c on c.id = e.company_id
      join location l on l.company_id = e.company_id and l.id = e.location_id
      where e.company_id = ${companyId} and e.user_id = ${people} and e.check_out is null
        and e.check_in <= ${now}::timestamptz - make_interval(hours => c.longest_shift_hours - ${nearHours})
    union all
    select u.id, 'month-to-confirm', ${lastMonth.month}, null, null
      from users u
      where ${lastMonth.isAsked} and u.company_id = ${companyId} and u.id = ${people}
        and exists (select from time_entry e where e.company_id = u.company_id and e.user_id = u.id
          and e.check_in >= ${lastMonth.start} and e.check_in < ${lastMonth.end})
        and not exists (select from month_answer a where a.company_id = u.company_id and a.user_id = u.id
          and a.month = ${lastMonth.month})`.execute(db);
  return rows;
}

/** Notes that people are told; returns the keys that they had not been told yet. */
export async function noteTold(
  db: Db,
  companyId: string,
  news: readonly { userId: string; key: string }[],
  now: Date,
): Promise<{ userId: string; key: string }[]> {
  if (news.length === 0) return [];
  const rows = news.map(({ userId, key }) => ({ companyId, userId, key, toldAt: now.toISOString() }));
  return db
    .insertInto('pushTold')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['userId', 'key'])
    .execute();
}

/** When people were last told that something needs attention. */
export async function listLastTold(db: Db, companyId: string, key: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('pushTold')
    .where('companyId', '=', companyId)
    .where('key', 'like', `${key}:%`)
    .groupBy('userId')
    .select((eb) => ['userId', eb.fn.max('toldAt').as('toldAt')])
    .execute();
  return new Map(rows.map(({ userId, toldAt }) => [userId, toldAt]));
}

/** What is too old to be told again by any of the rules. */
export async function forgetTold(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('pushTold').where('toldAt', '<', before.toISOString()).execute();
}
