import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Company } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  enterInDirectory,
  findInDirectory,
  nobody,
  removeFromDirectory,
} from '#server/platform/database/directory.ts';

/** Stores a new company, with a code of its own, and returns its id. */
export async function insertCompany(
  db: Db,
  company: Omit<Insertable<Company>, 'id' | 'code'>,
): Promise<string> {
  const id = randomUUIDv7();
  const code = await takeCompanyCode(db, id);
  await db
    .insertInto('company')
    .values({ id, code, ...company })
    .execute();
  return id;
}

/** In a transaction. Reserves a new code for the company, which frees the one before. */
export async function takeCompanyCode(db: Db, id: string): Promise<string> {
  await removeFromDirectory(db, 'company-code', id, [id]);
  for (;;) {
    const code = randomBytes(4).toString('hex').toUpperCase();
    if (await enterInDirectory(db, 'company-code', code, { companyId: id, id })) return code;
  }
}

export async function findCompany(db: Db, id: string): Promise<Selectable<Company> | undefined> {
  return db.selectFrom('company').where('id', '=', id).selectAll().executeTakeFirst();
}

/** The company behind a customer of the payment provider. */
export async function findCompanyIdByCustomer(db: Db, customerId: string): Promise<string | undefined> {
  const { companyId } = await findInDirectory(db, 'customer', customerId);
  return companyId === nobody.companyId ? undefined : companyId;
}

/** Stores the company's customer id at the payment provider. Throws if it already belongs to another company. */
export async function setProviderCustomer(db: Db, id: string, customerId: string): Promise<void> {
  await removeFromDirectory(db, 'customer', id, [id]);
  if (!(await enterInDirectory(db, 'customer', customerId, { companyId: id, id }))) {
    throw new Error('another company is this customer of the payment provider');
  }
  await updateCompany(db, id, { providerCustomerId: customerId });
}

/** Returns false if the digest up to `after` is no longer the company's last one. */
export async function noteDigest(
  db: Db,
  id: string,
  after: number,
  sent: { seq: number; on: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company')
    .set({ digestSeq: sent.seq, digestOn: sent.on })
    .where('id', '=', id)
    .where('digestSeq', '=', after)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Does nothing if no value is given. */
export async function updateCompany(db: Db, id: string, changes: Updateable<Company>): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable('company').set(changes).where('id', '=', id).execute();
}

/** Stores the time zone that the company had until now. */
export async function insertFormerTimeZone(
  db: Db,
  companyId: string,
  timeZone: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('formerTimeZone')
    .values({ companyId, timeZone, until: until.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the company's row until the transaction ends, so that counts of its employees and locations stay true. */
export async function lockCompany(db: Db, companyId: string): Promise<void> {
  await db.selectFrom('company').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
}

export async function countActiveAdmins(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The recipients of a mail to the company, which is written in the company's language. */
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
    .$narrowType<{ email: string }>()
    .execute();
}

/** Active managers with their locations, in their own language or the company's. */
export async function listActiveManagers(db: Db, companyId: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .where('u.companyId', '=', companyId)
    .where('u.role', '=', 'manager')
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .orderBy('u.createdAt')
    .select(['u.companyId', 'u.id as userId', 'u.email', 'u.firstName'])
    .select((eb) => [
      eb.fn.coalesce('u.language', 'c.language').as('language'),
      sql<string[]>`array(select m.location_id from user_location m
        join location l on l.company_id = m.company_id and l.id = m.location_id
        where m.company_id = ${companyId} and m.user_id = u.id and l.deleted_at is null)`.as('locationIds'),
    ])
    .$narrowType<{ email: string }>()
    .execute();
}

export async function findOwner(
  db: Db,
  companyId: string,
): Promise<{ id: string; email: string; firstName: string } | undefined> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('isOwner', '=', true)
    .where('deletedAt', 'is', null)
    .select(['id', 'email', 'firstName'])
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

/** Somebody who gets the daily digest; `firstName` is null for an address outside the company. */
export type DigestRecipient = { email: string; firstName: string | null };

/**
 * Whom the daily digest is mailed to, nobody while it is off: the owner (where there is none any more, the administrator
 * who has been there the longest) and the further addresses of the settings, each address once.
 */
export async function listDigestRecipients(db: Db, companyId: string): Promise<DigestRecipient[]> {
  const company = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(['sendsDigest', 'digestRecipients'])
    .executeTakeFirst();
  if (!company?.sendsDigest) return [];
  const owner = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('isOwner', 'desc')
    .orderBy('createdAt')
    .limit(1)
    .select(['email', 'firstName'])
    .$narrowType<{ email: string }>()
    .execute();
  const others = company.digestRecipients.map((email) => ({ email, firstName: null }));
  const byAddress = new Map<string, DigestRecipient>();
  for (const recipient of [...owner, ...others]) {
    const address = recipient.email.toLowerCase();
    if (!byAddress.has(address)) byAddress.set(address, recipient);
  }
  return [...byAddress.values()];
}

/** Removes addresses from the recipients of the daily digest, ignoring case. */
export async function removeDigestRecipients(db: Db, companyId: string, emails: string[]): Promise<void> {
  await sql`update company set digest_recipients = array(
      select r from unnest(digest_recipients) r where lower(r) <> all (${emails.map((email) => email.toLowerCase())}::text[]))
    where id = ${companyId} and cardinality(digest_recipients) > 0`.execute(db);
}
