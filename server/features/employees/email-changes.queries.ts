import type { Insertable } from 'kysely';
import type { EmailChange } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findInDirectory, keepInDirectory, nobody } from '#server/platform/database/directory.ts';

type Person = { companyId: string; userId: string };
type Secret = { companyId: string; hash: Buffer };

/** Returns whether somebody else has this e-mail address, or can still return to it. */
export async function isEmailTaken(db: Db, person: Person, email: string): Promise<boolean> {
  const entry = await findInDirectory(db, 'email', email);
  const isOwn = entry.companyId === person.companyId && entry.id === person.userId;
  return entry.companyId !== nobody.companyId && !isOwn;
}

/** Stores a change that awaits its confirmation, replacing an earlier one. */
export async function insertEmailChange(db: Db, change: Insertable<EmailChange>): Promise<void> {
  await db
    .deleteFrom('emailChange')
    .where('companyId', '=', change.companyId)
    .where('userId', '=', change.userId)
    .where('confirmedAt', 'is', null)
    .execute();
  await db.insertInto('emailChange').values(change).execute();
}

/** The change of the link to the new or to the old address; undefined once it has expired. */
export async function findEmailChange(
  db: Db,
  { companyId, hash }: Secret,
  link: 'confirmHash' | 'undoHash',
  now: Date,
) {
  return db
    .selectFrom('emailChange')
    .where('companyId', '=', companyId)
    .where(link, '=', hash)
    .where('expiresAt', '>', now.toISOString())
    .selectAll()
    .executeTakeFirst();
}

/** Returns false if the change was already confirmed or replaced. */
export async function markConfirmed(
  db: Db,
  { companyId, hash }: Secret,
  { confirmedAt, expiresAt }: { confirmedAt: string; expiresAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emailChange')
    .set({ confirmedAt, expiresAt })
    .where('companyId', '=', companyId)
    .where('confirmHash', '=', hash)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a change and all later ones of the person. Returns whether any was confirmed; undefined if there is none. */
export async function deleteEmailChangesSince(
  db: Db,
  { companyId, userId, createdAt }: Person & { createdAt: string },
): Promise<{ wasConfirmed: boolean } | undefined> {
  const deleted = await db
    .deleteFrom('emailChange')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('createdAt', '>=', createdAt)
    .returning('confirmedAt')
    .execute();
  if (deleted.length === 0) return undefined;
  return { wasConfirmed: deleted.some(({ confirmedAt }) => confirmedAt !== null) };
}

export async function deleteEmailChanges(db: Db, companyId: string, userIds: string[]): Promise<void> {
  await db
    .deleteFrom('emailChange')
    .where('companyId', '=', companyId)
    .where('userId', 'in', userIds)
    .execute();
}

/** Frees the addresses that the person neither has nor can return to. */
export async function freeFormerEmails(db: Db, { companyId, userId }: Person): Promise<void> {
  const current = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .select('email')
    .execute();
  const former = await db
    .selectFrom('emailChange')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .select('oldEmail as email')
    .execute();
  const keys = [...current, ...former].flatMap(({ email }) => email ?? []);
  await keepInDirectory(db, 'email', { companyId, id: userId }, keys);
}

/** Deletes the changes that can no longer be confirmed or undone, and frees their addresses. */
export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('emailChange')
      .where('expiresAt', '<=', now.toISOString())
      .returning(['companyId', 'userId'])
      .execute();
    for (const person of deleted) await freeFormerEmails(transaction, person);
    return deleted.length;
  });
}
