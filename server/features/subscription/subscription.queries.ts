import { sql } from 'kysely';
import type { Language } from '#domain/languages.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * The employees and locations that count towards the plan's limits; the first administrator does not (decisions.md §7).
 */
export async function countUsage(
  db: Db,
  companyId: string,
): Promise<{ locations: number; employees: number }> {
  return await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('location')
        .where('companyId', '=', companyId)
        .where('deletedAt', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('locations'),
      eb
        .selectFrom('users')
        .where('companyId', '=', companyId)
        .where('deletedAt', 'is', null)
        .where('isOwner', '=', false)
        // They look at the hours of others (decisions.md §11 "Roles").
        .where('role', '!=', 'accountant')
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('employees'),
    ])
    .executeTakeFirstOrThrow();
}

/** Held while the subscription is fetched and stored, so that an old state never overwrites a newer one. */
export async function lockBilling(db: Db, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('billing ' || id, 0)) from company
    where id = ${companyId}`.execute(db);
}

/** Returns false if the event is known already. */
export async function insertBillingEvent(
  db: Db,
  event: { id: string; companyId: string; type: string; receivedAt: string },
): Promise<boolean> {
  const row = await db
    .insertInto('billingEvent')
    .values(event)
    .onConflict((conflict) => conflict.columns(['companyId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBillingEventsBefore(db: Db, instant: string): Promise<void> {
  await db.deleteFrom('billingEvent').where('receivedAt', '<', instant).execute();
}

/**
 * Companies whose subscription was not fetched since `before`, or not since their paid period ended; longest waiting
 * first.
 */
export async function listUncheckedCompanies(
  db: Db,
  asked: { customerPrefix: string; before: string; now: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('company')
    .where((eb) => eb.fn<boolean>('starts_with', ['providerCustomerId', eb.val(asked.customerPrefix)]))
    .where((eb) =>
      eb.or([
        eb('billingCheckedAt', 'is', null),
        eb('billingCheckedAt', '<', asked.before),
        eb.and([
          eb('currentPeriodEnd', '<=', asked.now),
          eb('billingCheckedAt', '<', eb.ref('currentPeriodEnd')),
        ]),
      ]),
    )
    .orderBy(sql`billing_checked_at nulls first`)
    .limit(asked.limit)
    .select('id')
    .execute();
}

export type TrialCompany = {
  id: string;
  name: string;
  language: Language;
  timezone: string;
  trialEndsAt: string;
};

/** Companies that have not paid and whose trial ends between the two instants. */
export async function listTrialsEnding(db: Db, from: string, to: string): Promise<TrialCompany[]> {
  return db
    .selectFrom('company')
    .where('subscriptionStatus', 'in', ['trialing', 'incomplete'])
    .where('currentPeriodEnd', 'is', null)
    .where('deletionDueAt', 'is', null)
    .where('trialEndsAt', '>=', from)
    .where('trialEndsAt', '<=', to)
    .select(['id', 'name', 'language', 'timezone', 'trialEndsAt'])
    .execute();
}

/** Returns false if this reminder has been sent already. */
export async function insertTrialReminder(
  db: Db,
  reminder: { companyId: string; daysBefore: number; sentAt: string },
): Promise<boolean> {
  const row = await db
    .insertInto('trialReminder')
    .values(reminder)
    .onConflict((conflict) => conflict.columns(['companyId', 'daysBefore']).doNothing())
    .returning('companyId')
    .executeTakeFirst();
  return row !== undefined;
}
