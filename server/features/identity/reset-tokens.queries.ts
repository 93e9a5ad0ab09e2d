import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

/** Stores a one-time temporary password by its hash. */
export async function insertResetToken(
  db: Db,
  token: { companyId: string; userId: string; tokenHash: Buffer; expiresAt: string },
): Promise<void> {
  await db.insertInto('passwordResetToken').values(token).execute();
}

/** How many temporary passwords of the person have not expired, used or not. */
export async function countResetTokens(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  now: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('passwordResetToken')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now.toISOString())
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks the temporary password as used and returns its person; undefined if unknown, used before or expired. */
export async function useResetToken(
  db: Db,
  companyId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<{ companyId: string; userId: string } | undefined> {
  // Concurrent uses of other ones of the same person wait here: each voids the other, which would be a deadlock.
  await db
    .selectFrom('users as u')
    .innerJoin('passwordResetToken as t', inCompany('t.userId', 'u.id'))
    .where('t.companyId', '=', companyId)
    .where('t.tokenHash', '=', tokenHash)
    .select('u.id')
    .forNoKeyUpdate('u')
    .execute();
  return db
    .updateTable('passwordResetToken as t')
    .set({ used: true })
    .from('users as u')
    .whereRef('u.companyId', '=', 't.companyId')
    .whereRef('u.id', '=', 't.userId')
    .where('u.deletedAt', 'is', null)
    .where('u.isActive', '=', true)
    .where('t.companyId', '=', companyId)
    .where('t.tokenHash', '=', tokenHash)
    .where('t.used', '=', false)
    .where('t.expiresAt', '>', now.toISOString())
    .returning(['t.companyId', 't.userId'])
    .executeTakeFirst();
}

/** Undefined if the person has no temporary password with this hash. */
export async function findResetToken(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  tokenHash: Buffer,
  now: Date,
): Promise<{ isUsable: boolean } | undefined> {
  return db
    .selectFrom('passwordResetToken')
    .where('companyId', '=', companyId)
    .where('tokenHash', '=', tokenHash)
    .where('userId', '=', userId)
    .select((eb) => eb.and([eb('used', '=', false), eb('expiresAt', '>', now.toISOString())]).as('isUsable'))
    .$castTo<{ isUsable: boolean }>()
    .executeTakeFirst();
}

/**
 * Deletes expired temporary passwords. A used one stays while it is still the account's password, so that a second
 * sign-in with it is refused.
 */
export async function deleteExpiredResetTokens(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passwordResetToken as t')
    .using('users as u')
    .whereRef('u.companyId', '=', 't.companyId')
    .whereRef('u.id', '=', 't.userId')
    .where('t.expiresAt', '<=', now.toISOString())
    .where((where) => where.or([where('t.used', '=', false), where('u.mustChangePassword', '=', false)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
