import { type Selectable, sql } from 'kysely';
import type { Company } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';

/** The company that this token restores, locked against erasure until the transaction ends. */
export async function findDeletedCompanyByToken(
  db: Db,
  { companyId, hash }: { companyId: string; hash: Buffer },
  now: string,
): Promise<Selectable<Company> | undefined> {
  return db
    .selectFrom('company')
    .where('id', '=', companyId)
    .where('deletionTokenHash', '=', hash)
    .where('deletionDueAt', '>', now)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function listCompaniesToErase(db: Db, now: string): Promise<{ id: string }[]> {
  return db.selectFrom('company').where('deletionDueAt', '<=', now).select('id').execute();
}

/** Undefined if the company is gone or was restored; else it is locked until the transaction ends. */
export async function findCompanyToErase(
  db: Db,
  id: string,
  now: string,
): Promise<{ providerCustomerId: string | null } | undefined> {
  return db
    .selectFrom('company')
    .where('id', '=', id)
    .where('deletionDueAt', '<=', now)
    .select('providerCustomerId')
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes every row of the company in every table. */
export async function eraseCompany(db: Db, id: string): Promise<void> {
  await sql`select erase_company(${id})`.execute(db);
}
