import { sql } from 'kysely';
import type { MovedDay } from '#domain/work-calendar.ts';
import type { RulesChoice } from '#domain/work-rules.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';

type NamedDate = { date: string; name: string };

/** What a company has set. `choices` are ordered by `validFrom`; the first holds from 1970 on. */
export type StoredRules = {
  choices: RulesChoice[];
  holidays: NamedDate[];
  daysOff: NamedDate[];
  movedDays: MovedDay[];
};

/** The rules alone; undefined if the company has set nothing and approved no month. */
export async function findContent(db: Db, companyId: string): Promise<StoredRules | undefined> {
  const row = await db
    .selectFrom('workRules')
    .where('companyId', '=', companyId)
    .select(sql<StoredRules>`content`.as('content'))
    .executeTakeFirst();
  return row?.content;
}

/** Undefined if the company has set nothing and approved no month. */
export async function findStoredRules(db: Db, companyId: string) {
  return db
    .selectFrom('workRules as r')
    .leftJoin('users as u', inCompany('u.id', 'r.changedBy'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('r.companyId', '=', companyId)
    .select(['r.changedAt', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .select(sql<StoredRules>`r.content`.as('content'))
    .executeTakeFirst();
}

export async function saveRules(
  db: Db,
  companyId: string,
  content: StoredRules,
  changed: { by: string; at: Date },
): Promise<void> {
  const values = {
    content: JSON.stringify(content),
    changedBy: changed.by,
    changedAt: changed.at.toISOString(),
  };
  await db
    .insertInto('workRules')
    .values({ companyId, ...values })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(values))
    .execute();
}

/** Stores the rules of a company that has not set any. */
export async function insertRulesOnce(db: Db, companyId: string, content: StoredRules): Promise<void> {
  await db
    .insertInto('workRules')
    .values({ companyId, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Months `yyyy-MM` that are approved for anybody, or for one person, in order. */
export async function listApprovedMonths(db: Db, companyId: string, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('unlockedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .select('month')
    .distinct()
    .orderBy('month')
    .execute();
  return rows.map(({ month }) => month);
}
