import { sql } from 'kysely';
import type { HoursExplanation } from '#contract/time-entries.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { DatePeriod } from '#domain/dates.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope, SettledCounting } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { locationIn, personIn, workIn } from '#server/platform/scope.ts';
import { holds, presentMs, workedMs } from '#server/platform/texts/hours.ts';
import { readTimeEntries, selectTimeEntries } from './time-entries.queries.ts';

type RawScan = HoursExplanation['entries'][number]['scans'][number];

/** Returns whether the company has, or had, a person and a location with these ids in the scope; a missing id is not checked. */
export async function areInScope(
  db: Db,
  companyId: string,
  scope: Scope,
  { userId, locationId }: { userId: string | undefined; locationId: string | undefined },
): Promise<boolean> {
  const exists = (table: 'users' | 'location', id: string | undefined) =>
    id === undefined ||
    db
      .selectFrom(table)
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .where(table === 'users' ? personIn(scope, 'id') : locationIn(scope, 'id'))
      .select('id')
      .executeTakeFirst();
  const found = await Promise.all([exists('users', userId), exists('location', locationId)]);
  return found.every(Boolean);
}

/** Whose entries: in the scope, with `isOfPeople` all those of its people. */
type Only = {
  scope: Scope;
  userId: string | undefined;
  locationId: string | undefined;
  isOfPeople: boolean;
};

/** The condition for rows of a table with `user_id` and `location_id`. */
const isAsked = (table: 'e' | 'h', { scope, userId, locationId, isOfPeople }: Only) => {
  const [user, location] = [`${table}.userId`, `${table}.locationId`];
  return sql<boolean>`${isOfPeople ? personIn(scope, user) : workIn(scope, { user, location })}
    and (${userId ?? null}::uuid is null or ${sql.ref(user)} = ${userId ?? null})
    and (${locationId ?? null}::uuid is null or ${sql.ref(location)} = ${locationId ?? null})`;
};

/** Entries that began in the range and count nothing, oldest first. */
export async function listUncounted(
  db: Db,
  companyId: string,
  { start, end }: InstantRange,
  only: Only,
  counting: SettledCounting,
): Promise<{ id: string; userId: string; checkIn: string }[]> {
  return db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where('e.checkIn', '>=', start.toISOString())
    .where('e.checkIn', '<', end.toISOString())
    .where(isAsked('e', only))
    .where(
      sql<boolean>`not exists (select from entry_hours h
        where h.company_id = ${companyId} and h.time_entry_id = e.id and ${holds(counting)})`,
    )
    .orderBy('e.checkIn')
    .orderBy('e.id')
    .select(['e.id', 'e.userId', 'e.checkIn'])
    .execute();
}

/** The entries with these ids, oldest first. */
export async function readEntries(
  db: Db,
  companyId: string,
  ids: string[],
  counting: Counting,
): Promise<TimeEntry[]> {
  const selection = selectTimeEntries(db, companyId)
    .where('e.id', '=', anyOf(ids))
    .orderBy('e.checkIn')
    .orderBy('e.id');
  return readTimeEntries(db, companyId, selection, counting, 'newest');
}

type Part = { userId: string; date: string } & Pick<
  HoursExplanation['days'][number]['parts'][number],
  'timeEntryId' | 'start' | 'end' | 'ms' | 'breakMs' | 'beganEarlier' | 'wentOn'
>;

/** What counts of each entry on these dates, by the rows that every total adds up; oldest day first. */
export async function listParts(
  db: Db,
  companyId: string,
  { start, end }: DatePeriod,
  only: Only,
  counting: SettledCounting,
): Promise<Part[]> {
  const { now } = counting;
  const { rows } = await sql<Part>`
    select h.time_entry_id, h.user_id, h.date::text as date, h.starts as start, coalesce(h.ends, ${now}) as end,
      ${workedMs(counting)} as ms, ${presentMs(counting)} - ${workedMs(counting)} as break_ms,
      e.check_in < h.starts as began_earlier, coalesce(e.check_out, ${now}) > coalesce(h.ends, ${now}) as went_on
    from entry_hours h
    join time_entry e on e.company_id = h.company_id and e.id = h.time_entry_id
    where h.company_id = ${companyId} and h.date between ${start}::date and ${end}::date and ${holds(counting)}
      and ${isAsked('h', only)}
    order by h.date, e.check_in, e.id`.execute(db);
  return rows;
}

/** The scans behind these entries, oldest first, by entry. A switch of locations is listed with both of its entries. */
export async function findScans(
  db: Db,
  companyId: string,
  timeEntryIds: string[],
): Promise<Map<string, RawScan[]>> {
  const rows = await db
    .selectFrom('scan as s')
    .innerJoin('location as l', inCompany('l.id', 's.locationId'))
    .leftJoin('users as m', inCompany('m.id', 's.madeBy'))
    .where('s.companyId', '=', companyId)
    .where((eb) => eb('s.timeEntryId', '=', eb.fn.any(sql<string[]>`${timeEntryIds}::uuid[]`)))
    .where('s.undoneAt', 'is', null)
    .orderBy('s.effectiveAt')
    .orderBy('s.receivedAt')
    .select([
      's.timeEntryId',
      's.closedEntryId',
      's.action',
      's.source',
      'l.name as locationName',
      's.effectiveAt',
      's.receivedAt',
      's.scannedAt',
      's.deviceAt',
      'm.firstName',
      'm.lastName',
    ])
    .execute();
  const byEntry = new Map<string, RawScan[]>();
  for (const { timeEntryId, closedEntryId, locationName, firstName, lastName, ...scan } of rows) {
    const madeBy = firstName === null || lastName === null ? null : { firstName, lastName };
    const raw = { ...scan, location: { name: locationName }, madeBy };
    for (const id of [closedEntryId, timeEntryId]) {
      if (id) byEntry.set(id, [...(byEntry.get(id) ?? []), raw]);
    }
  }
  return byEntry;
}
