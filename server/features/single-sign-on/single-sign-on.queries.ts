import type { Insertable, Selectable } from 'kysely';
import type { SsoProvider } from '#contract/single-sign-on.ts';
import type { SingleSignOn } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';

export type StoredSingleSignOn = Selectable<SingleSignOn> & { provider: SsoProvider };

const of = (db: Db, companyId: string) =>
  db
    .selectFrom('singleSignOn')
    .where('companyId', '=', companyId)
    .selectAll()
    .$narrowType<Pick<StoredSingleSignOn, 'provider'>>();

export async function findSingleSignOn(db: Db, companyId: string): Promise<StoredSingleSignOn | undefined> {
  return of(db, companyId).executeTakeFirst();
}

/** Keeps it as it is until the transaction ends. Returns false if it is not this one any more. */
export async function holdSingleSignOn(db: Db, companyId: string, id: string): Promise<boolean> {
  return (await of(db, companyId).where('id', '=', id).forShare().executeTakeFirst()) !== undefined;
}

/** Stores it in the place of the company's earlier one, whose sessions end unless it has the same id. */
export async function saveSingleSignOn(db: Db, stored: Insertable<SingleSignOn>): Promise<void> {
  await db
    .deleteFrom('singleSignOn')
    .where('companyId', '=', stored.companyId)
    .where('id', '!=', stored.id)
    .execute();
  await db
    .insertInto('singleSignOn')
    .values(stored)
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(stored))
    .execute();
}

/** Ends the sessions that began with it too. */
export async function deleteSingleSignOn(db: Db, companyId: string): Promise<void> {
  await db.deleteFrom('singleSignOn').where('companyId', '=', companyId).execute();
}
