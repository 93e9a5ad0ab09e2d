import { sql } from 'kysely';
import type { DirectoryKind } from '#server/generated/types.ts';
import type { Db } from './database.ts';

/*
 * Maps an e-mail address, location code, passkey, payment customer, company's code or pairing code of a kiosk to its
 * company, before the company is known. Code
 * that writes one of these writes its entry in the same transaction; a trigger could not, once companies are
 * distributed over several nodes.
 */

/** The result of a lookup; `id` is the company's own id for a customer and for its code. */
export type DirectoryEntry = { companyId: string; id: string };

const nilId = '00000000-0000-0000-0000-000000000000';
export const nobody: DirectoryEntry = { companyId: nilId, id: nilId };

const keyOf = (kind: DirectoryKind, key: string) => (kind === 'email' ? key.toLowerCase() : key);

/**
 * Returns the entry of this key. For an unknown one returns ids that do not exist, so that looking them up takes
 * equally long.
 */
export async function findInDirectory(db: Db, kind: DirectoryKind, key: string): Promise<DirectoryEntry> {
  const found = await db
    .selectFrom('directory')
    .where('kind', '=', kind)
    .where('key', '=', keyOf(kind, key))
    .select(['companyId', 'id'])
    .executeTakeFirst();
  return found ?? nobody;
}

/** Returns false if the key is taken. Waits for a transaction that is about to take it. */
export async function enterInDirectory(
  db: Db,
  kind: DirectoryKind,
  key: string,
  entry: DirectoryEntry,
): Promise<boolean> {
  const entered = await db
    .insertInto('directory')
    .values({ kind, key: keyOf(kind, key), ...entry })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return entered !== undefined;
}

/** Deletes the entries of these ids; others may have their keys from then on. */
export async function removeFromDirectory(
  db: Db,
  kind: DirectoryKind,
  companyId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('directory')
    .where('companyId', '=', companyId)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute();
}

/** Deletes the entries of this id except the given ones. */
export async function keepInDirectory(
  db: Db,
  kind: DirectoryKind,
  { companyId, id }: DirectoryEntry,
  keys: string[],
): Promise<void> {
  await db
    .deleteFrom('directory')
    .where('companyId', '=', companyId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .$if(keys.length > 0, (query) =>
      query.where(
        'key',
        'not in',
        keys.map((key) => keyOf(kind, key)),
      ),
    )
    .execute();
}

/** Every entry that the other tables require. */
export const expectedDirectory = sql<{ kind: DirectoryKind; key: string } & DirectoryEntry>`
  select 'email'::directory_kind as kind, lower(email) as key, company_id, id from users where deleted_at is null and email is not null
  union all select 'email', lower(old_email), company_id, user_id from email_change
    where confirmed_at is not null and old_email is not null
  union all select 'location-code', qr_code, company_id, id from location
  union all select 'location-code', qr_code, company_id, location_id from retired_location_code
  union all select 'passkey', credential_id, company_id, id from passkey
  union all select 'kiosk-pairing', encode(code_hash, 'hex'), company_id, id from kiosk_pairing
  union all select 'customer', provider_customer_id, id, id from company where provider_customer_id is not null
  union all select 'company-code', code, id, id from company`;

/** Adds the entries of rows written without them, such as a whole company of the demo or an old backup. */
export async function fillDirectory(db: Db): Promise<void> {
  await sql`insert into directory (kind, key, company_id, id) ${expectedDirectory}
    on conflict (kind, key) do nothing`.execute(db);
}
