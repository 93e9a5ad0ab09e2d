import { sql } from 'kysely';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { DatePeriod } from '#domain/dates.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope, SettledCounting } from '#server/context.ts';
import { type Db, touches } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { locationIn, personIn, workIn } from '#server/platform/scope.ts';
import { holds, sumOfWorkedMs } from '#server/platform/texts/hours.ts';
import { readTimeEntries, selectTimeEntries } from '../time-entries/time-entries.queries.ts';

export type Range = { start: Date; end: Date };

const entry = { user: 'e.userId', location: 'e.locationId' };

/** The active employees and locations within the scope. */
export async function countScope(
  db: Db,
  companyId: string,
  scope: Scope,
): Promise<{ locations: number; employees: number }> {
  const count = (table: 'users' | 'location', isIn: ReturnType<typeof personIn>) =>
    db
      .selectFrom(table)
      .where('companyId', '=', companyId)
      .where('deletedAt', 'is', null)
      .where('isActive', '=', true)
      .where(isIn)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const [locations, employees] = [
    await count('location', locationIn(scope, 'id')),
    await count('users', personIn(scope, 'id')),
  ];
  return { locations: locations.count, employees: employees.count };
}

/** The working time of a day and its week within the scope, and how many entries' grows with the clock. */
export async function sumHours(
  db: Db,
  companyId: string,
  scope: Scope,
  { today, week }: { today: string; week: DatePeriod },
  counting: SettledCounting,
): Promise<{ todayHours: number; weekHours: number; growing: number }> {
  const { rows } = await sql<{ todayHours: number; weekHours: number; growing: number }>`
    select ${sumOfWorkedMs(counting, sql`h.date = ${today}::date`)}::numeric / 3600000 as today_hours,
      ${sumOfWorkedMs(counting)}::numeric / 3600000 as week_hours, count(h.since) as growing
    from entry_hours h
    where h.company_id = ${companyId} and h.date between ${week.start}::date and ${week.end}::date
      and ${holds(counting)} and ${workIn(scope, { user: 'h.userId', location: 'h.locationId' })}`.execute(
    db,
  );
  return rows[0] ?? { todayHours: 0, weekHours: 0, growing: 0 };
}

/** The entries within the scope with the latest check-ins and check-outs, up to `limit` of each, unordered. */
export async function findRecentEntries(
  db: Db,
  companyId: string,
  scope: Scope,
  limit: number,
  counting: Counting,
): Promise<TimeEntry[]> {
  const latest = (column: 'checkIn' | 'checkOut') =>
    db
      .selectFrom('timeEntry')
      .where('companyId', '=', companyId)
      .where(column, 'is not', null)
      .where(workIn(scope, { user: 'userId', location: 'locationId' }))
      .orderBy(column, 'desc')
      .limit(limit)
      .select('id')
      .as(column);
  const ids = db
    .selectFrom(latest('checkIn'))
    .select('id')
    .union(db.selectFrom(latest('checkOut')).select('id'));
  // One list of ids: for `in … or in …` PostgreSQL would read every entry.
  const selection = selectTimeEntries(db, companyId).where('e.id', 'in', ids);
  return readTimeEntries(db, companyId, selection, counting, 'newest');
}

export async function findLatestEntriesOf(
  db: Db,
  companyId: string,
  userId: string,
  limit: number,
  counting: Counting,
) {
  const selection = selectTimeEntries(db, companyId)
    .where('e.userId', '=', userId)
    .orderBy('e.checkIn', 'desc')
    .limit(limit);
  return readTimeEntries(db, companyId, selection, counting, 'newest');
}

/** Open entries with their newest work reports, earliest check-in first. */
export async function findOpenEntries(db: Db, companyId: string, scope: Scope, counting: Counting) {
  const selection = selectTimeEntries(db, companyId)
    .where('e.checkOut', 'is', null)
    .where(workIn(scope, entry))
    .orderBy('e.checkIn')
    .orderBy('e.id');
  return readTimeEntries(db, companyId, selection, counting, 'newest');
}

/** Entries with a part in the range, or without length in it, earliest check-in first. */
export async function findEntriesIn(
  db: Db,
  companyId: string,
  scope: Scope,
  { start, end }: Range,
  counting: Counting,
) {
  const selection = selectTimeEntries(db, companyId)
    .where(touches(start, end))
    .where(workIn(scope, entry))
    .orderBy('e.checkIn')
    .orderBy('e.id');
  return readTimeEntries(db, companyId, selection, counting, 'newest');
}

/** Who works now at the active locations in the scope, or at one of them; without entries that need attention. */
export async function listPresent(
  db: Db,
  companyId: string,
  scope: Scope,
  locationId: string | undefined,
  { now, longestShiftHours }: Counting,
) {
  return db
    .selectFrom('location as l')
    .leftJoin('timeEntry as e', (join) =>
      join
        .onRef('e.companyId', '=', 'l.companyId')
        .onRef('e.locationId', '=', 'l.id')
        .on('e.checkOut', 'is', null)
        .on(sql<boolean>`not needs_attention(e.check_in, e.check_out, ${now}, ${longestShiftHours})`),
    )
    .leftJoin('users as u', inCompany('u.id', 'e.userId'))
    .where('l.companyId', '=', companyId)
    .where('l.deletedAt', 'is', null)
    .where('l.isActive', '=', true)
    .where(locationIn(scope, 'l.id'))
    .$if(locationId !== undefined, (query) => query.where('l.id', '=', locationId ?? ''))
    .select(['l.id', 'l.name', 'e.id as timeEntryId', 'u.firstName', 'u.lastName'])
    .select(
      sql<boolean>`exists (select from work_break b where b.company_id = ${companyId} and b.time_entry_id = e.id
        and b.ended_at is null)`.as('isOnBreak'),
    )
    .execute();
}

/** Entries that ended since `since` with all their work reports, earliest check-in first. */
export async function findEntriesEnded(
  db: Db,
  companyId: string,
  scope: Scope,
  since: Date,
  counting: Counting,
) {
  const selection = selectTimeEntries(db, companyId)
    .where('e.checkOut', '>=', since.toISOString())
    .where(workIn(scope, entry))
    .orderBy('e.checkIn')
    .orderBy('e.id');
  return readTimeEntries(db, companyId, selection, counting, 'all');
}
