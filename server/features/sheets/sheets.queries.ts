import { sql } from 'kysely';
import type { SheetSettings } from '#contract/sheets.ts';
import type { CompanyViewer } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { companyViewerOf } from '../company/company-viewer.ts';

export type StoredSettings = Omit<SheetSettings, 'country'>;

/** Undefined if the company has set nothing. */
export async function findSettings(db: Db, companyId: string): Promise<StoredSettings | undefined> {
  const row = await db
    .selectFrom('sheetSettings')
    .where('companyId', '=', companyId)
    .select(sql<StoredSettings>`content`.as('content'))
    .executeTakeFirst();
  return row?.content;
}

export async function saveSettings(db: Db, companyId: string, settings: StoredSettings): Promise<void> {
  const content = JSON.stringify(settings);
  await db
    .insertInto('sheetSettings')
    .values({ companyId, content })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ content }))
    .execute();
}

/** The last record of the ledger that approves the month of one of these people; undefined: none, or it was erased. */
export async function findApprovalDigest(
  db: Db,
  companyId: string,
  month: string,
  userIds: string[],
): Promise<{ seq: number; hash: string } | undefined> {
  return db
    .selectFrom('ledgerRecord')
    .where('companyId', '=', companyId)
    .where('kind', '=', sql.lit('month-approved'))
    .where('userId', 'in', userIds)
    .where(sql`body::jsonb #>> '{why,month}'`, '=', month)
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['seq', sql<string>`encode(hash, 'hex')`.as('hash')])
    .executeTakeFirst();
}

/** Somebody's worked time of a month in milliseconds, as it was sent before and as it is now. */
export type Correction = { name: string; before: number; after: number };

/** The people whose month was sent before, then unlocked, and has now been marked as sent at this instant; by name. */
export async function listCorrections(
  db: Db,
  companyId: string,
  month: string,
  mailedAt: Date,
): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select s.content #>> '{person,name}' as name, (b.content #>> '{hours,total}')::float8 as before,
      (s.content #>> '{hours,total}')::float8 as after
    from month_approval m
    join month_seal s on s.company_id = m.company_id and s.id = m.id
    cross join lateral (
      select id from month_approval
      where company_id = m.company_id and user_id = m.user_id and month = m.month and unlocked_at is not null
        and mailed_at is not null
      order by approved_at desc limit 1
    ) earlier
    join month_seal b on b.company_id = m.company_id and b.id = earlier.id
    where m.company_id = ${companyId} and m.month = ${month} and m.unlocked_at is null and m.mailed_at = ${mailedAt}
    order by 1`.execute(db);
  return rows;
}

/** Those of these people who have an e-mail address and are still there. */
export async function findReaders(db: Db, companyId: string, userIds: string[]) {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', 'in', userIds)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .where('email', 'is not', null)
    .select(['email', 'firstName'])
    .$narrowType<{ email: string }>()
    .execute();
}

/** The company as background work needs it; undefined if it is being deleted. */
export async function findCompanyViewer(db: Db, companyId: string): Promise<CompanyViewer | undefined> {
  const found = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .where('deletionDueAt', 'is', null)
    .select(['name', 'language', 'timezone', 'longestShiftHours', 'subscriptionPlan'])
    .select(['subscriptionStatus', 'trialEndsAt', 'currentPeriodEnd', 'cancelAtPeriodEnd'])
    .executeTakeFirst();
  return found && companyViewerOf(companyId, found);
}
