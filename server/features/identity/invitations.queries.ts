import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

type Person = { companyId: string; userId: string };

/** What a mail with somebody's link or password reports its arrival to. */
export type InvitationRef = Person & { id: string };

/** Stores what a person was given; it replaces what they were given before. */
export async function insertInvitation(
  db: Db,
  invitation: InvitationRef & { tokenHash: Buffer | null; expiresAt: string | null; at: string },
): Promise<void> {
  const { companyId, userId, ...given } = { ...invitation, state: 'waiting' as const };
  await db
    .insertInto('invitation')
    .values({ companyId, userId, ...given })
    .onConflict((conflict) => conflict.columns(['companyId', 'userId']).doUpdateSet(given))
    .execute();
}

/** The person of a link that can be used; undefined if it is unknown, used, ended or expired, or the account is closed. */
export async function findInvited(
  db: Db,
  { companyId, hash }: { companyId: string; hash: Buffer },
  now: Date,
) {
  return db
    .selectFrom('invitation as i')
    .innerJoin('users as u', inCompany('u.id', 'i.userId'))
    .innerJoin('company as c', 'c.id', 'i.companyId')
    .where('i.companyId', '=', companyId)
    .where('i.tokenHash', '=', hash)
    .where('i.expiresAt', '>', now.toISOString())
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .where('c.deletionDueAt', 'is', null)
    .select(['u.companyId', 'u.id as userId', 'u.firstName', 'u.lastName', 'u.email', 'u.role', 'u.language'])
    .select(['c.name as companyName', 'c.language as companyLanguage', 'c.timezone', 'i.expiresAt'])
    .executeTakeFirst();
}

/** Locks the person and uses the link up; returns false if it was used, renewed or ended meanwhile. */
export async function useInvitation(
  db: Db,
  { companyId, userId }: Person,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  if (!(await findInvited(db, { companyId, hash }, now))) return false;
  await noteArrival(db, { companyId, userId }, now);
  return true;
}

/** Records that the person has signed in, which ends a link that they did not need. */
export async function noteArrival(db: Db, { companyId, userId }: Person, now: Date): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ state: 'accepted', at: now.toISOString(), tokenHash: null, expiresAt: null })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('state', '!=', 'accepted')
    .execute();
}

/** Ends the person's link, which stays in the state that it had. */
export async function endLink(db: Db, { companyId, userId }: Person): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ tokenHash: null, expiresAt: null })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
}

/** Deletes what the person was given and has not used. */
export async function deleteInvitation(db: Db, { companyId, userId }: Person): Promise<void> {
  await db
    .deleteFrom('invitation')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('state', '!=', 'accepted')
    .execute();
}

/** What has become of what a mail holds; undefined if its person was given something else since, or has lost it. */
export async function stateOf(db: Db, { companyId, userId, id }: InvitationRef) {
  const found = await db
    .selectFrom('invitation')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .select('state')
    .executeTakeFirst();
  return found?.state;
}

/** Records what the receiving mail server said of the mail. */
export async function noteDelivery(
  db: Db,
  { companyId, userId, id }: InvitationRef,
  state: 'sent' | 'undeliverable',
  now: Date,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ state, at: now.toISOString() })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', 'not in', ['accepted', state])
    .execute();
}
