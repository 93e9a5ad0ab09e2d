import { sql } from 'kysely';
import type { Terms } from '#domain/work-calendar.ts';
import { anyOf, type Db, touches } from '#server/platform/database/database.ts';

/** What payroll and the rules need to know about these people. */
export async function listEmployments(db: Db, companyId: string, userIds: string[]) {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(userIds))
    .select(['id', 'role', 'createdAt', 'payrollNo', 'position'])
    .select([sql<string | null>`employed_from::text`.as('employedFrom')])
    .select([sql<string | null>`employed_to::text`.as('employedTo')])
    .select(sql<Terms[]>`work_terms`.as('terms'))
    .execute();
}

/** `to` is exclusive. */
export type PeopleRange = { companyId: string; userIds: string[]; from: Date; to: Date };

/** The people's time entries with a part in the range, oldest first. */
export async function listEntries(db: Db, { companyId, userIds, from, to }: PeopleRange) {
  return db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where('e.userId', '=', anyOf(userIds))
    .where(touches(from, to))
    .orderBy('e.checkIn')
    .select(['e.id', 'e.userId', 'e.checkIn', 'e.checkOut', 'e.checkOutSource', 'e.approval'])
    .select(['e.isCorrected', 'e.createdAt'])
    .execute();
}

/** The people's recorded breaks that began in the range, oldest first. */
export async function listBreaks(db: Db, { companyId, userIds, from, to }: PeopleRange) {
  return db
    .selectFrom('workBreak')
    .where('companyId', '=', companyId)
    .where('userId', '=', anyOf(userIds))
    .where('startedAt', '>=', from.toISOString())
    .where('startedAt', '<', to.toISOString())
    .orderBy('startedAt')
    .select(['userId', 'startedAt as from', 'endedAt as to', 'isPaid'])
    .execute();
}

/** All approvals of the people's months, withdrawn ones included, by month. */
export async function listApprovals(db: Db, companyId: string, userIds: string[]) {
  return db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('userId', '=', anyOf(userIds))
    .orderBy('month')
    .select(['userId', 'month', 'approvedAt as from', 'unlockedAt as to', 'startsAt', 'endsAt'])
    .execute();
}

/** The company's former time zones, oldest first; each valid until the instant. */
export async function listFormerZones(db: Db, companyId: string) {
  return db
    .selectFrom('formerTimeZone')
    .where('companyId', '=', companyId)
    .orderBy('until')
    .select(['until', 'timeZone'])
    .execute();
}
