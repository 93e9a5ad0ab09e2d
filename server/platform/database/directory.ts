import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { DirectoryKind } from './types.ts';

/*
 * Which company an e-mail address, location code, passkey or payment customer belongs to, before the company is known. Whoever
 * writes one of these writes its entry in the same transaction; a trigger could not, once companies lie on several nodes.
 */

/** What an entry leads to; `id` is the company's own for a customer. */
export type DirectoryEntry = { companyId: string; id: string };

const nilId = '00000000-0000-0000-0000-000000000000';
export const nobody: DirectoryEntry = { companyId: nilId, id: nilId };

const keyOf = (kind: DirectoryKind, key: string) => (kind === 'email' ? key.toLowerCase() : key);

/** The entry of this key. For an unknown one ids that nobody has, so that looking them up takes as long as for others. */
export async function findInDirectory(db: Db, kind: DirectoryKind, key: string): Promise<DirectoryEntry> {
  const found = await db
    .selectFrom('directory')
    .where('kind', '=', kind)
    .where('key', '=', keyOf(kind, key))
    .select(['companyId', 'id'])
    .executeTakeFirst();
  return found ?? nobody;
}

/** False when the key is taken. Waits for a transaction that is about to take it. */
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

/** Frees the keys that lead to these. */
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

/** Frees the keys that lead to this one, but these. */
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
    .where(
      'key',
      'not in',
      keys.map((key) => keyOf(kind, key)),
    )
    .execute();
}

/** Every entry that the other tables call for. */
export const expectedDirectory = sql<{ kind: DirectoryKind; key: string } & DirectoryEntry>`
  select 'email'::directory_kind as kind, lower(email) as key, company_id, id from users where deleted_at is null
  union all select 'email', lower(old_email), company_id, user_id from email_change where confirmed_at is not null
  union all select 'location-code', qr_code, company_id, id from location
  union all select 'location-code', qr_code, company_id, location_id from retired_location_code
  union all select 'passkey', credential_id, company_id, id from passkey
  union all select 'customer', provider_customer_id, id, id from company where provider_customer_id is not null`;

/** Enters what was written without its entries, as a whole company is by the demo or an old backup. */
export async function fillDirectory(db: Db): Promise<void> {
  await sql`insert into directory (kind, key, company_id, id) ${expectedDirectory}
    on conflict (kind, key) do nothing`.execute(db);
}
