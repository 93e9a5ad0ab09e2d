import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PersonMonth } from '#contract/months.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope, SettledCounting } from '#server/context.ts';
import { type Db, isActorNew, parseInstant } from '#server/platform/database/database.ts';
import { personIn } from '#server/platform/scope.ts';
import { givenMonths, type MonthRange } from '../time-entries/month-bounds.queries.ts';

type Row = Pick<PersonMonth, 'month' | 'startsAt' | 'endsAt' | 'ms' | 'entries'> & {
  userId: string;
  firstName: string;
  lastName: string;
  nameTag: string | null;
  hasLeft: boolean;
  openEntries: number;
  estimates: number;
  requests: number;
  approvedBy: string | null;
  approvedAt: string;
  actorIsNew: boolean;
  approverFirstName: string;
  approverLastName: string;
  approverNameTag: string | null;
  answer: 'confirmed' | 'disputed' | null;
  text: string | null;
  answeredAt: string;
  answerMs: number;
};

const columnNames: (keyof Row)[] = [
  'userId',
  'firstName',
  'lastName',
  'nameTag',
  'hasLeft',
  'month',
  'startsAt',
  'endsAt',
  'ms',
  'entries',
  'openEntries',
  'estimates',
  'requests',
  'approvedBy',
  'approvedAt',
  'actorIsNew',
  'approverFirstName',
  'approverLastName',
  'approverNameTag',
  'answer',
  'text',
  'answeredAt',
  'answerMs',
];
/** One JSON array for each column: an object for each row costs PostgreSQL and the server twice as much. */
const columns = sql.raw(columnNames.map((name) => `json_agg(m."${name}") as "${name}"`).join(', '));
type Columns = { [Name in keyof Row]: Row[Name][] | null };

function rowsOf(found: Columns | undefined): Row[] {
  const rows = (found?.userId ?? []).map(() => ({}) as Row);
  const fill = <Name extends keyof Row>(name: Name) => {
    for (const [index, row] of rows.entries()) row[name] = found?.[name]?.[index] as Row[Name];
  };
  for (const name of columnNames) fill(name);
  return rows;
}

/** The months of everybody in the scope, or of one of them, the latest first. */
export async function listMonths(
  db: Db,
  companyId: string,
  scope: Scope,
  months: MonthRange[],
  userId: string | undefined,
  counting: SettledCounting,
): Promise<(PersonMonth & { hasLeft: boolean })[]> {
  return readMonths(db, companyId, scope, months, userId, counting);
}

/** A month without its hours, which may have to be computed. */
export type MonthState = Omit<PersonMonth, 'ms' | 'hours'> & { hasLeft: boolean };

/** As `listMonths`, also while the working time is not up to date. */
export async function listMonthStates(
  db: Db,
  companyId: string,
  scope: Scope,
  months: MonthRange[],
  userId: string | undefined,
  counting: Counting,
): Promise<MonthState[]> {
  const found = await readMonths(db, companyId, scope, months, userId, counting);
  return found.map(({ ms: _, hours: __, ...state }) => state);
}

async function readMonths(
  db: Db,
  companyId: string,
  scope: Scope,
  months: MonthRange[],
  userId: string | undefined,
  { now, longestShiftHours }: Counting,
): Promise<(PersonMonth & { hasLeft: boolean })[]> {
  const given = givenMonths(months);
  // A plan can be kept for everybody only: one person's entries are found by another index.
  const found = userId
    ? sql`list_months(${companyId}, ${userId}, ${given}, ${now}, ${longestShiftHours})`
    : sql`list_months_of_all(${companyId}, ${given}, ${now}, ${longestShiftHours})`;
  // A Citus cluster hands a function to the node of its company only where there is no condition.
  const isWithin = scope.kind === 'all' || (scope.kind === 'own' && scope.userId === userId);
  const condition = isWithin ? sql`` : sql`where ${personIn(scope, sql`m."userId"`)}`;
  const { rows } = await sql<Columns>`select ${columns} from ${found} m ${condition}`.execute(db);
  return rowsOf(rows[0]).map((row) => ({
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, nameTag: row.nameTag },
    hasLeft: row.hasLeft,
    month: row.month,
    startsAt: parseInstant(row.startsAt),
    endsAt: parseInstant(row.endsAt),
    hasEnded: Date.parse(row.endsAt) <= now.getTime(),
    ms: row.ms,
    hours: row.ms / 3_600_000,
    entries: row.entries,
    openQuestions: { openEntries: row.openEntries, estimates: row.estimates, requests: row.requests },
    approval: row.approvedBy
      ? {
          by: {
            id: row.approvedBy,
            firstName: row.approverFirstName,
            lastName: row.approverLastName,
            nameTag: row.approverNameTag,
          },
          at: parseInstant(row.approvedAt),
          actorIsNew: row.actorIsNew,
        }
      : null,
    answer: row.answer && {
      answer: row.answer,
      text: row.text,
      at: parseInstant(row.answeredAt),
      hours: row.answerMs / 3_600_000,
    },
  }));
}

export async function findFirstCheckIn(
  db: Db,
  companyId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .limit(1)
    .select('checkIn')
    .executeTakeFirst();
  return row?.checkIn;
}

export async function insertApproval(
  db: Db,
  companyId: string,
  userId: string,
  {
    month,
    startsAt,
    endsAt,
    ms,
    entries,
  }: Pick<PersonMonth, 'month' | 'startsAt' | 'endsAt' | 'ms' | 'entries'>,
  approved: { by: string; at: Date },
): Promise<string> {
  const id = randomUUIDv7();
  await db
    .insertInto('monthApproval')
    .values({
      companyId,
      id,
      userId,
      month,
      startsAt,
      endsAt,
      ms,
      entries,
      approvedBy: approved.by,
      approvedAt: approved.at.toISOString(),
      actorIsNew: isActorNew(companyId, approved.by, userId, approved.at.toISOString()),
    })
    .execute();
  return id;
}

/** False when the month is not approved. */
export async function unlockApproval(
  db: Db,
  companyId: string,
  { userId, month }: { userId: string; month: string },
  unlocked: { by: string; at: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('monthApproval')
    .set({ unlockedBy: unlocked.by, unlockedAt: unlocked.at.toISOString(), unlockReason: unlocked.reason })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('month', '=', month)
    .where('unlockedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the month's approvals as sent to the accountants; returns who approved those that were not before. */
export async function markMailed(db: Db, companyId: string, month: string, at: Date): Promise<string[]> {
  const marked = await db
    .updateTable('monthApproval')
    .set({ mailedAt: at.toISOString() })
    .where('companyId', '=', companyId)
    .where('month', '=', month)
    .where('unlockedAt', 'is', null)
    .where('mailedAt', 'is', null)
    .returning('approvedBy')
    .execute();
  return [...new Set(marked.map(({ approvedBy }) => approvedBy))];
}

/** When the month was last mailed to the accountants. */
export async function findMailed(db: Db, companyId: string, month: string): Promise<string | null> {
  const row = await db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('month', '=', month)
    .where('unlockedAt', 'is', null)
    .select(({ fn }) => fn.max('mailedAt').as('mailedAt'))
    .executeTakeFirst();
  return row?.mailedAt ?? null;
}

/** Replaces an earlier answer. */
export async function saveAnswer(
  db: Db,
  key: { companyId: string; userId: string; month: string },
  given: { answer: 'confirmed' | 'disputed'; text: string | null; ms: number; answeredAt: string },
): Promise<void> {
  await db
    .insertInto('monthAnswer')
    .values({ ...key, ...given })
    .onConflict((conflict) => conflict.columns(['companyId', 'userId', 'month']).doUpdateSet(given))
    .execute();
}
