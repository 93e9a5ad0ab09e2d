import { randomUUIDv7 } from 'node:crypto';
import type { Passkey } from '#contract/identity.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  enterInDirectory,
  findInDirectory,
  removeFromDirectory,
} from '#server/platform/database/directory.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

type Person = { companyId: string; userId: string };

const passkeyColumns = ['id', 'name', 'createdAt', 'lastUsedAt'] as const;

export async function listPasskeys(db: Db, { companyId, userId }: Person) {
  return db
    .selectFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .select([...passkeyColumns, 'credentialId'])
    .execute();
}

/** In a transaction. Returns undefined if any account has this passkey. */
export async function insertPasskey(
  db: Db,
  { companyId, userId }: Person,
  passkey: {
    name: string;
    credentialId: string;
    publicKey: Buffer;
    counter: number;
    createdAt: string;
    fromPin: boolean;
  },
): Promise<Passkey | undefined> {
  const id = randomUUIDv7();
  if (!(await enterInDirectory(db, 'passkey', passkey.credentialId, { companyId, id }))) return undefined;
  return db
    .insertInto('passkey')
    .values({ companyId, userId, id, ...passkey })
    .returning(passkeyColumns)
    .executeTakeFirstOrThrow();
}

/** Whether a passkey was added in a session that came from the PIN; undefined if the person has none with this id. */
export async function isPasskeyFromPin(db: Db, { companyId, userId }: Person, id: string) {
  const row = await db
    .selectFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .select('fromPin')
    .executeTakeFirst();
  return row?.fromPin;
}

/** In a transaction. Deletes the person's passkeys that were added in sessions that came from the PIN. */
export async function deletePasskeysFromPin(db: Db, { companyId, userId }: Person): Promise<void> {
  const deleted = await db
    .deleteFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('fromPin', '=', true)
    .returning('id')
    .execute();
  await removeFromDirectory(
    db,
    'passkey',
    companyId,
    deleted.map(({ id }) => id),
  );
}

/** Locks the account until the transaction ends, so that no session outlives the passkey; false if that was deleted. */
export async function holdPasskey(
  db: Db,
  { companyId, userId, id }: Person & { id: string },
): Promise<boolean> {
  await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .select('id')
    .forShare()
    .execute();
  return (await isPasskeyFromPin(db, { companyId, userId }, id)) !== undefined;
}

/** In a transaction. Returns false if the person has no passkey with this id. */
export async function deletePasskey(db: Db, { companyId, userId }: Person, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (deleted) await removeFromDirectory(db, 'passkey', companyId, [deleted.id]);
  return deleted !== undefined;
}

/** In a transaction. Deletes the person's passkeys: all, or those added since an instant. */
export async function deletePasskeysOf(
  db: Db,
  { companyId, userId }: Person,
  since = '-infinity',
): Promise<void> {
  const deleted = await db
    .deleteFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .returning('id')
    .execute();
  const ids = deleted.map(({ id }) => id);
  await removeFromDirectory(db, 'passkey', companyId, ids);
}

/** The passkey and its person, in any company, for a sign-in. */
export async function findPasskey(db: Db, credentialId: string) {
  const { companyId, id } = await findInDirectory(db, 'passkey', credentialId);
  return db
    .selectFrom('passkey as p')
    .innerJoin('users as u', inCompany('u.id', 'p.userId'))
    .innerJoin('company as c', 'c.id', 'p.companyId')
    .where('p.companyId', '=', companyId)
    .where('p.id', '=', id)
    .where('u.deletedAt', 'is', null)
    .select(['p.companyId', 'p.id', 'p.userId', 'p.publicKey', 'p.counter', 'p.fromPin'])
    .select(['u.isActive', 'c.deletionDueAt', 'c.timezone'])
    .executeTakeFirst();
}

/** Records a use; returns false if another one came in between, so that of two uses of a copied key one is refused. */
export async function noteUse(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  counter: { before: number; after: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: counter.after, lastUsedAt: now.toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('counter', '=', counter.before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the use of a challenge until it expires; returns false if it was used before. */
export async function noteChallenge(
  db: Db,
  challenge: { companyId: string; challengeHash: Buffer; expiresAt: string },
  now: Date,
): Promise<boolean> {
  await db
    .deleteFrom('usedPasskeyChallenge')
    .where('companyId', '=', challenge.companyId)
    .where('expiresAt', '<=', now.toISOString())
    .execute();
  const used = await db
    .insertInto('usedPasskeyChallenge')
    .values(challenge)
    .onConflict((conflict) => conflict.columns(['companyId', 'challengeHash']).doNothing())
    .returning('companyId')
    .executeTakeFirst();
  return used !== undefined;
}
