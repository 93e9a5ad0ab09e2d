import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { ApiKey } from '#contract/api-keys.ts';
import type { ApiKey as ApiKeyRow } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';

const selectApiKeys = (db: Db, companyId: string) =>
  db
    .selectFrom('apiKey as k')
    .innerJoin('users as u', inCompany('u.id', 'k.createdBy'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('k.companyId', '=', companyId)
    .select(['k.id', 'k.name', 'k.scopes', 'k.prefix', 'k.createdAt', 'k.expiresAt', 'k.lastUsedAt'])
    .select(['u.firstName', 'u.lastName', 'n.tag as nameTag', 'u.id as userId'])
    .select((column) => [
      column.and([column('u.isActive', '=', true), column('u.deletedAt', 'is', null)]).as('isHere'),
    ]);

type Found = Awaited<ReturnType<ReturnType<typeof selectApiKeys>['executeTakeFirstOrThrow']>>;

const toApiKey = ({ userId, firstName, lastName, nameTag, isHere, scopes, ...key }: Found): ApiKey => ({
  ...key,
  scopes: scopes as ApiKey['scopes'],
  createdBy: { id: userId, firstName, lastName, nameTag, isHere: Boolean(isHere) },
});

export async function listApiKeys(db: Db, companyId: string): Promise<ApiKey[]> {
  const found = await selectApiKeys(db, companyId).orderBy('k.createdAt', 'desc').orderBy('k.id').execute();
  return found.map(toApiKey);
}

/** `writing`: those that do more than read. */
export async function countApiKeys(db: Db, companyId: string): Promise<{ all: number; writing: number }> {
  return db
    .selectFrom('apiKey')
    .where('companyId', '=', companyId)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(sql<number>`count(*) filter (where not scopes <@ array['read'])`.as('writing'))
    .executeTakeFirstOrThrow();
}

export async function insertApiKey(
  db: Db,
  companyId: string,
  key: Omit<Insertable<ApiKeyRow>, 'companyId' | 'id'>,
): Promise<ApiKey> {
  const id = randomUUIDv7();
  await db
    .insertInto('apiKey')
    .values({ companyId, id, ...key })
    .execute();
  return toApiKey(await selectApiKeys(db, companyId).where('k.id', '=', id).executeTakeFirstOrThrow());
}

/** Returns false if the company has no key with this id. */
export async function deleteApiKey(db: Db, companyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('apiKey')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The key that has not expired, and its company, unless that is being deleted. */
export async function findApiKey(db: Db, key: { companyId: string; hash: Buffer }, now: Date) {
  return db
    .selectFrom('apiKey as k')
    .innerJoin('company as c', 'c.id', 'k.companyId')
    .where('k.companyId', '=', key.companyId)
    .where('k.keyHash', '=', key.hash)
    .where(({ or, eb }) => or([eb('k.expiresAt', 'is', null), eb('k.expiresAt', '>', now.toISOString())]))
    .where('c.deletionDueAt', 'is', null)
    .select(['k.id as keyId', 'k.name as keyName', 'k.scopes', 'k.companyId', 'k.lastUsedAt'])
    .select(['c.name', 'c.language', 'c.timezone', 'c.longestShiftHours'])
    .select(['c.subscriptionPlan', 'c.subscriptionStatus', 'c.trialEndsAt'])
    .select(['c.currentPeriodEnd', 'c.cancelAtPeriodEnd'])
    .executeTakeFirst();
}

/** Who made the key, while they are an administrator. */
export const findMaker = (db: Db, companyId: string, keyId: string) =>
  db
    .selectFrom('apiKey as k')
    .innerJoin('users as u', inCompany('u.id', 'k.createdBy'))
    .innerJoin('company as c', 'c.id', 'k.companyId')
    .where('k.companyId', '=', companyId)
    .where('k.id', '=', keyId)
    .where('u.role', '=', 'admin')
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .select(['u.id as userId', 'u.email', 'u.firstName', 'u.lastName', 'u.personalNumber'])
    .select(({ fn, eb }) => [
      fn.coalesce('u.language', 'c.language').as('language'),
      'c.code as companyCode',
      eb('c.confirmedAt', 'is not', null).as('companyIsConfirmed'),
    ])
    .$narrowType<{ companyIsConfirmed: boolean }>()
    .executeTakeFirst();

export async function noteKeyUse(db: Db, companyId: string, keyId: string, now: Date): Promise<void> {
  await db
    .updateTable('apiKey')
    .set({ lastUsedAt: now.toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', keyId)
    .execute();
}
