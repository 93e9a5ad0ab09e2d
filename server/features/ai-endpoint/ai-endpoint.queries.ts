import type { Insertable, Selectable } from 'kysely';
import type { AiEndpoint } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';

export type StoredEndpoint = Selectable<AiEndpoint>;

export async function findEndpoint(db: Db, companyId: string): Promise<StoredEndpoint | undefined> {
  return db.selectFrom('aiEndpoint').where('companyId', '=', companyId).selectAll().executeTakeFirst();
}

/** Stores it, replacing an earlier one. */
export async function saveEndpoint(
  db: Db,
  companyId: string,
  endpoint: Omit<Insertable<AiEndpoint>, 'companyId'>,
): Promise<void> {
  await db
    .insertInto('aiEndpoint')
    .values({ companyId, ...endpoint })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(endpoint))
    .execute();
}
