import type { Db } from '#server/platform/database/database.ts';

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

/** Returns false if the person already has one. */
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

/** Marks this time step and all earlier ones as used; false if this one was used before. */
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

/** Marks a recovery code as used; false if it is unknown or was used before. */
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

/**
 * Deletes the authenticator app's secret and the recovery codes. With `since`, only if the secret was added since then.
 * Passkeys stay.
 */
export async function deleteSecondFactor(
  db: Db,
  { companyId, userId }: Person,
  since = '-infinity',
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('secondFactor')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await db
    .deleteFrom('recoveryCode')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
}

/** Returns the hashes of a person's password and PIN; null if they have none. */
export async function findHashes(db: Db, { companyId, userId }: Person) {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .select(['passwordHash', 'pinHash'])
    .executeTakeFirst();
  return row ?? { passwordHash: null, pinHash: null };
}

/** Until the transaction ends, nobody else locks the account, or changes it. */
export async function lockAccount(db: Db, { companyId, userId }: Person): Promise<void> {
  await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Locks the account against changes until the transaction ends. Returns false if the password, or the PIN if it is given,
 * was changed after its hash was read, which has also ended the account's sessions.
 */
export async function holdAccount(
  db: Db,
  { companyId, userId }: Person,
  { passwordHash, pinHash }: { passwordHash: string | null; pinHash?: string | null },
): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .where('passwordHash', 'is not distinct from', passwordHash)
    .$if(pinHash !== undefined, (query) => query.where('pinHash', '=', pinHash ?? null))
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}
