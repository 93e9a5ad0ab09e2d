import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { removeFromDirectory } from '#server/platform/database/directory.ts';

export type Person = { companyId: string; userId: string };

export async function findSecret(db: Db, { companyId, userId }: Person): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('secondFactor')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .select('secret')
    .executeTakeFirst();
  return row?.secret;
}

/** False when there is one already. */
export async function insertSecret(
  db: Db,
  person: Person,
  secret: Buffer,
  lastStep: number,
): Promise<boolean> {
  const { companyId, userId } = person;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('secondFactor')
    .values({ companyId, userId, secret, lastStep })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Uses up this time step and those before it; false when that has happened before. */
export async function takeStep(db: Db, { companyId, userId }: Person, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when there is no such code, or it has been used. */
export async function takeRecoveryCode(
  db: Db,
  { companyId, userId }: Person,
  codeHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ used: true })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('used', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  db: Db,
  { companyId, userId }: Person,
  codeHashes: Buffer[],
): Promise<void> {
  await db
    .deleteFrom('recoveryCode')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  await db
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ companyId, userId, codeHash })))
    .execute();
}

export async function countRecoveryCodes(db: Db, { companyId, userId }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('used', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Only the codes of the app and for recovery; passkeys stay. */
export async function deleteSecondFactor(db: Db, { companyId, userId }: Person): Promise<void> {
  for (const table of ['secondFactor', 'recoveryCode'] as const) {
    await db.deleteFrom(table).where('companyId', '=', companyId).where('userId', '=', userId).execute();
  }
}

/** Everything a person can sign in with beside their password. */
export async function deleteAllFactors(db: Db, person: Person): Promise<void> {
  await deleteSecondFactor(db, person);
  const passkeys = await db
    .deleteFrom('passkey')
    .where('companyId', '=', person.companyId)
    .where('userId', '=', person.userId)
    .returning('id')
    .execute();
  const ids = passkeys.map(({ id }) => id);
  await removeFromDirectory(db, 'passkey', person.companyId, ids);
}

/** Of a row of `users`: whether the password alone is not all that opens this account. */
export const hasSecondFactor = sql<boolean>`(
  exists (select from second_factor f where f.company_id = users.company_id and f.user_id = users.id)
  or exists (select from passkey p where p.company_id = users.company_id and p.user_id = users.id))`.as(
  'hasSecondFactor',
);
