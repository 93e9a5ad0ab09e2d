import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

type Owner = { companyId: string; userId: string };

/** Gives the person's feed this address; an earlier one no longer works. */
export async function saveFeed(db: Db, { companyId, userId }: Owner, tokenHash: Buffer): Promise<void> {
  await db
    .insertInto('scheduleFeed')
    .values({ companyId, userId, tokenHash })
    .onConflict((conflict) => conflict.columns(['companyId', 'userId']).doUpdateSet({ tokenHash }))
    .execute();
}

export async function deleteFeed(db: Db, { companyId, userId }: Owner): Promise<void> {
  await db
    .deleteFrom('scheduleFeed')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
}

export async function hasFeed(db: Db, { companyId, userId }: Owner): Promise<boolean> {
  const found = await db
    .selectFrom('scheduleFeed')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .select('userId')
    .executeTakeFirst();
  return found !== undefined;
}

/** Whose feed the address is; undefined if it is unknown, replaced or ended, or the account is closed. */
export async function findFeedOwner(db: Db, { companyId, hash }: { companyId: string; hash: Buffer }) {
  return db
    .selectFrom('scheduleFeed as f')
    .innerJoin('users as u', inCompany('u.id', 'f.userId'))
    .innerJoin('company as c', 'c.id', 'f.companyId')
    .where('f.companyId', '=', companyId)
    .where('f.tokenHash', '=', hash)
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .where('c.deletionDueAt', 'is', null)
    .select(['f.companyId', 'f.userId', 'u.language', 'c.language as companyLanguage'])
    .select(['c.name as companyName', 'c.timezone as timeZone'])
    .executeTakeFirst();
}
