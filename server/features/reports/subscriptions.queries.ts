import { sql } from 'kysely';
import type { Role } from '#contract/policy.ts';
import type { ReportFrequency } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

type Key = { companyId: string; userId: string };

export async function findFrequency(db: Db, key: Key): Promise<ReportFrequency | undefined> {
  const row = await db
    .selectFrom('reportSubscription')
    .where('companyId', '=', key.companyId)
    .where('userId', '=', key.userId)
    .select('frequency')
    .executeTakeFirst();
  return row?.frequency;
}

/** `sentFor` is kept where the frequency stays the same. */
export async function saveSubscription(
  db: Db,
  key: Key,
  chosen: { frequency: ReportFrequency; stopHash: Buffer; sentFor: string },
): Promise<void> {
  await db
    .insertInto('reportSubscription')
    .values({ ...key, ...chosen })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'userId'])
        .doUpdateSet(chosen)
        .where('reportSubscription.frequency', '!=', chosen.frequency),
    )
    .execute();
}

export async function deleteSubscription(db: Db, { companyId, userId }: Key): Promise<void> {
  await db
    .deleteFrom('reportSubscription')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
}

export async function deleteSubscriptionByHash(db: Db, companyId: string, stopHash: Buffer): Promise<void> {
  await db
    .deleteFrom('reportSubscription')
    .where('companyId', '=', companyId)
    .where('stopHash', '=', stopHash)
    .execute();
}

/**
 * The subscriptions of confirmed companies that were last sent for a period which began so long before `today` that another
 * one has perhaps ended since, in whatever time zone.
 */
export async function listPerhapsDue(db: Db, today: string) {
  return db
    .selectFrom('reportSubscription as s')
    .innerJoin('company as c', 'c.id', 's.companyId')
    .where('c.confirmedAt', 'is not', null)
    .where('c.deletionDueAt', 'is', null)
    .where(sql<boolean>`s.sent_for <= ${today}::date - case s.frequency when 'weekly' then 13 else 57 end`)
    .select(['s.companyId', 's.userId', 's.frequency', 's.sentFor', 'c.timezone'])
    .execute();
}

/** Who gets the reports, and their company; undefined without a subscription, an active account or an e-mail address. */
export async function findSubscriber(db: Db, { companyId, userId }: Key) {
  return db
    .selectFrom('reportSubscription as s')
    .innerJoin('users as u', inCompany('u.id', 's.userId'))
    .innerJoin('company as c', 'c.id', 's.companyId')
    .where('s.companyId', '=', companyId)
    .where('s.userId', '=', userId)
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .where('u.email', 'is not', null)
    .where('c.confirmedAt', 'is not', null)
    .where('c.deletionDueAt', 'is', null)
    .select(['s.frequency', 's.sentFor', 'u.firstName', 'u.language as ownLanguage'])
    .select(sql<string>`u.email`.as('email'))
    .select(sql<Role>`u.role`.as('role'))
    .select(
      sql<string[]>`array(select ul.location_id from user_location ul
        join location l on l.company_id = ul.company_id and l.id = ul.location_id and l.deleted_at is null
        where ul.company_id = ${companyId} and ul.user_id = u.id)`.as('locationIds'),
    )
    .select(['c.name', 'c.language', 'c.timezone', 'c.longestShiftHours', 'c.subscriptionPlan'])
    .select(['c.subscriptionStatus', 'c.trialEndsAt', 'c.currentPeriodEnd', 'c.cancelAtPeriodEnd'])
    .executeTakeFirst();
}

/** Notes that the period was sent; false if it was before, or the subscription has ended or changed. */
export async function markSent(
  db: Db,
  { companyId, userId }: Key,
  { frequency, start }: { frequency: ReportFrequency; start: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reportSubscription')
    .set({ sentFor: start })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('frequency', '=', frequency)
    .where('sentFor', '<', start)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
