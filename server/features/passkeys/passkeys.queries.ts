import { randomUUIDv7 } from 'node:crypto';
import type { Passkey } from '#contract/passkeys.ts';
import type { Db } from '#server/platform/database/database.ts';

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

/** Undefined when the key is somebody's already. */
export async function insertPasskey(
  db: Db,
  { companyId, userId }: Person,
  passkey: { name: string; credentialId: string; publicKey: Buffer; counter: number; createdAt: string },
): Promise<Passkey | undefined> {
  return db
    .insertInto('passkey')
    .values({ companyId, userId, id: randomUUIDv7(), ...passkey })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst();
}

/** False when the person has none of this id. */
export async function deletePasskey(db: Db, { companyId, userId }: Person, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all passkeys of the person. */
export async function deletePasskeysOf(db: Db, { companyId, userId }: Person): Promise<void> {
  await db.deleteFrom('passkey').where('companyId', '=', companyId).where('userId', '=', userId).execute();
}

/** The key and whose it is, in whichever company: by it somebody signs in. */
export async function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkey as p')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyId', '=', 'p.companyId').onRef('u.id', '=', 'p.userId'),
    )
    .innerJoin('company as c', 'c.id', 'p.companyId')
    .where('p.credentialId', '=', credentialId)
    .where('u.deletedAt', 'is', null)
    .select(['p.companyId', 'p.userId', 'p.publicKey', 'p.counter'])
    .select(['u.isActive', 'c.deletionDueAt', 'c.timezone'])
    .executeTakeFirst();
}

/** Notes a use; false when another one has come between, so that of two uses of a copied key one is refused. */
export async function noteUse(
  db: Db,
  credentialId: string,
  counter: { before: number; after: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: counter.after, lastUsedAt: now.toISOString() })
    .where('credentialId', '=', credentialId)
    .where('counter', '=', counter.before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps a challenge for whoever adds a key, or for a sign-in, which nobody is known for yet. */
export async function insertChallenge(
  db: Db,
  challenge: string,
  person: Person | null,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now.toISOString()).execute();
  await db
    .insertInto('passkeyChallenge')
    .values({
      challenge,
      companyId: person?.companyId ?? null,
      userId: person?.userId ?? null,
      expiresAt: expiresAt.toISOString(),
    })
    .execute();
}

/** Takes the challenge away; false when it is unknown, has been used, has expired or is another person's. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  person: Person | null,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', challenge)
    .where('companyId', 'is not distinct from', person?.companyId ?? null)
    .where('userId', 'is not distinct from', person?.userId ?? null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
