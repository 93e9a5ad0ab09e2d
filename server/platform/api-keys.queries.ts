import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ApiKey } from '#contract/api-keys.ts';
import type { ApiKey as ApiKeyRow } from '#server/generated/types.ts';
import type { Db } from './database/database.ts';
import { namesakes } from './database/namesakes.ts';

const selectApiKeys = (db: Db, companyId: string) =>
  db
    .selectFrom('apiKey as k')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyId', '=', 'k.companyId').onRef('u.id', '=', 'k.createdBy'),
    )
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('k.companyId', '=', companyId)
    .select(['k.id', 'k.name', 'k.prefix', 'k.createdAt', 'k.expiresAt', 'k.lastUsedAt'])
    .select(['u.firstName', 'u.lastName', 'n.tag as nameTag', 'u.id as userId'])
    .select((column) => [
      column.and([column('u.isActive', '=', true), column('u.deletedAt', 'is', null)]).as('isHere'),
    ]);

type Found = Awaited<ReturnType<ReturnType<typeof selectApiKeys>['executeTakeFirstOrThrow']>>;

const toApiKey = ({ userId, firstName, lastName, nameTag, isHere, ...key }: Found): ApiKey => ({
  ...key,
  createdBy: { id: userId, firstName, lastName, nameTag, isHere: Boolean(isHere) },
});

export async function listApiKeys(db: Db, companyId: string): Promise<ApiKey[]> {
  const found = await selectApiKeys(db, companyId).orderBy('k.createdAt', 'desc').orderBy('k.id').execute();
  return found.map(toApiKey);
}

export async function countApiKeys(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('apiKey')
    .where('companyId', '=', companyId)
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
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
