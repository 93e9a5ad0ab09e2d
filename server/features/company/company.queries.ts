import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Company } from '#server/platform/database/types.ts';

/** Stores a new company and answers its id. */
export async function insertCompany(db: Db, company: Omit<Insertable<Company>, 'id'>): Promise<string> {
  const id = randomUUIDv7();
  await db
    .insertInto('company')
    .values({ id, ...company })
    .execute();
  return id;
}

/** Makes whoever counts people or places of this company wait for each other until the transaction ends. */
export async function lockCompany(db: Db, companyId: string): Promise<void> {
  await db.selectFrom('company').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
}
