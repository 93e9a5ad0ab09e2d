import { randomUUIDv7 } from 'node:crypto';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import {
  enterInDirectory,
  findInDirectory,
  nobody,
  removeFromDirectory,
} from '#server/platform/database/directory.ts';
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

export async function findCompany(db: Db, id: string): Promise<Selectable<Company> | undefined> {
  return db.selectFrom('company').where('id', '=', id).selectAll().executeTakeFirst();
}

/** The company behind a customer of the payment provider. */
export async function findCompanyIdByCustomer(db: Db, customerId: string): Promise<string | undefined> {
  const { companyId } = await findInDirectory(db, 'customer', customerId);
  return companyId === nobody.companyId ? undefined : companyId;
}

/** Stores which customer of the payment provider the company is. Throws when that is another company already. */
export async function setProviderCustomer(db: Db, id: string, customerId: string): Promise<void> {
  await removeFromDirectory(db, 'customer', id, [id]);
  if (!(await enterInDirectory(db, 'customer', customerId, { companyId: id, id }))) {
    throw new Error('another company is this customer of the payment provider');
  }
  await updateCompany(db, id, { providerCustomerId: customerId });
}

export async function updateCompany(db: Db, id: string, changes: Updateable<Company>): Promise<void> {
  await db.updateTable('company').set(changes).where('id', '=', id).execute();
}

/** Makes whoever counts people or places of this company wait for each other until the transaction ends. */
export async function lockCompany(db: Db, companyId: string): Promise<void> {
  await db.selectFrom('company').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
}

/** Whom a mail to the company goes to; it is written in the company's language. */
export async function listActiveAdmins(
  db: Db,
  companyId: string,
): Promise<{ email: string; firstName: string }[]> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .select(['email', 'firstName'])
    .execute();
}
