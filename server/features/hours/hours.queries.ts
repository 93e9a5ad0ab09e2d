import { type Selectable, sql } from 'kysely';
import type { Role } from '#contract/policy.ts';
import type { Terms } from '#domain/work-calendar.ts';
import type { TimeEntry } from '#server/generated/types.ts';
import { anyOf, type Db, parseInstant, readLists, touches } from '#server/platform/database/database.ts';
import type { Seal } from './month-seal.ts';

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

/** What says whether somebody is in a month (`isMember`). */
export type Membership = {
  role: Role;
  createdAt: string;
  employedFrom: string | null;
  employedTo: string | null;
};

export async function listMemberships(
  db: Db,
  companyId: string,
  userIds: string[],
): Promise<Map<string, Membership>> {
  const rows = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(userIds))
    .select(['id', 'role', 'createdAt'])
    .select([sql<string | null>`employed_from::text`.as('employedFrom')])
    .select([sql<string | null>`employed_to::text`.as('employedTo')])
    .execute();
  return new Map(rows.map(({ id, ...membership }) => [id, membership]));
}

/** `to` is exclusive. */
export type PeopleRange = { companyId: string; userIds: string[]; from: Date; to: Date };

type EntryRow = Pick<
  Selectable<TimeEntry>,
  | ('id' | 'userId' | 'checkIn' | 'checkOut' | 'checkOutSource')
  | ('approval' | 'isCorrected' | 'isAdditional' | 'createdAt')
>;

/** The people's time entries with a part in the range, oldest first. */
export async function listEntries(
  db: Db,
  { companyId, userIds, from, to }: PeopleRange,
): Promise<EntryRow[]> {
  const selection = db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where('e.userId', '=', anyOf(userIds))
    .where(touches(from, to))
    .orderBy('e.checkIn')
    .select(['e.id', 'e.userId', 'e.checkIn', 'e.checkOut', 'e.checkOutSource', 'e.approval'])
    .select(['e.isCorrected', 'e.isAdditional', 'e.createdAt']);
  const found = await readLists<{ entries: EntryRow }>(db, sql`with e as (${selection})`, {
    entries: {
      from: sql`e`,
      names: [
        'id',
        'userId',
        'checkIn',
        'checkOut',
        'checkOutSource',
        'approval',
        'isCorrected',
        'isAdditional',
        'createdAt',
      ],
    },
  });
  return (found?.entries ?? []).map((entry) => ({
    ...entry,
    checkIn: parseInstant(entry.checkIn),
    checkOut: entry.checkOut && parseInstant(entry.checkOut),
    createdAt: parseInstant(entry.createdAt),
  }));
}

/** Who has an entry with a part in the month, or in the days beside it. */
export async function listPresentIn(
  db: Db,
  companyId: string,
  { start, end }: { start: Date; end: Date },
): Promise<string[]> {
  const beside = 3 * 86_400_000;
  const [from, to] = [new Date(start.getTime() - beside), new Date(end.getTime() + beside)];
  const rows = await db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where(touches(from, to))
    .select('e.userId')
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
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
    .select(['id', 'userId', 'month', 'approvedAt as from', 'unlockedAt as to', 'startsAt', 'endsAt'])
    .execute();
}

/**
 * The seals of these approvals; those from before months were sealed have none. With `onlyFigures` without the days, which are
 * most of them.
 */
export async function listSeals(
  db: Db,
  companyId: string,
  ids: string[],
  { onlyFigures = false } = {},
): Promise<Map<string, Seal>> {
  if (ids.length === 0) return new Map();
  const content = onlyFigures
    ? sql<Seal>`jsonb_set(content #- '{person,days}', '{hours,details}', 'null')`
    : sql<Seal>`content`;
  const rows = await db
    .selectFrom('monthSeal')
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(ids))
    .select(['id', content.as('seal')])
    .execute();
  return new Map(rows.map(({ id, seal }) => [id, seal]));
}

export async function insertSeal(db: Db, companyId: string, id: string, seal: Seal): Promise<void> {
  await db
    .insertInto('monthSeal')
    .values({ companyId, id, content: JSON.stringify(seal) })
    .execute();
}

/**
 * The person's approved months from the given one on, `yyyy-MM`, in order; without the first one after an erasure, because
 * some of the days on which its figures rest are gone.
 */
export async function listApprovedFrom(
  db: Db,
  companyId: string,
  userId: string,
  month: string,
): Promise<string[]> {
  const keptFrom = await findKeptFrom(db, companyId);
  const rows = await db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('month', '>=', month)
    .where('unlockedAt', 'is', null)
    .orderBy('month')
    .select('month')
    .execute();
  return rows.map(({ month: approved }) => approved).filter((approved) => approved !== keptFrom);
}

/** When somebody's month was last approved; undefined: nobody's is. */
export async function findLastApproval(
  db: Db,
  companyId: string,
  month: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('month', '=', month)
    .where('unlockedAt', 'is', null)
    .orderBy('approvedAt', 'desc')
    .limit(1)
    .select('approvedAt')
    .executeTakeFirst();
  return row?.approvedAt;
}

/** The first month `yyyy-MM` whose records the retention has not erased; undefined where it erases those of people who left only. */
export async function findKeptFrom(db: Db, companyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .where('retentionFrom', '=', 'record')
    .where('erasedBefore', 'is not', null)
    .select(sql<string>`to_char(erased_before, 'YYYY-MM')`.as('month'))
    .executeTakeFirst();
  return row?.month;
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
