import { sql } from 'kysely';
import type { HoursExplanation } from '#contract/hours.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import { anyOf, type Db, touches } from '#server/platform/database/database.ts';
import { locationIn, personIn, workIn } from '#server/platform/scope.ts';
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

export type EntryTimes = { id: string; userId: string; checkIn: string; checkOut: string | null };

/** Entries in the scope, with `isOfPeople` all those of its people, with a part in the range, or that began in it; oldest first. */
export async function listEntriesWithin(
  db: Db,
  companyId: string,
  scope: Scope,
  { start, end }: InstantRange,
  only: { userId: string | undefined; locationId: string | undefined; isOfPeople: boolean },
): Promise<EntryTimes[]> {
  return db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where(touches(start, end))
    .where(
      only.isOfPeople
        ? personIn(scope, 'e.userId')
        : workIn(scope, { user: 'e.userId', location: 'e.locationId' }),
    )
    .$if(only.userId !== undefined, (query) => query.where('e.userId', '=', only.userId ?? ''))
    .$if(only.locationId !== undefined, (query) => query.where('e.locationId', '=', only.locationId ?? ''))
    .orderBy('e.checkIn')
    .orderBy('e.id')
    .select(['e.id', 'e.userId', 'e.checkIn', 'e.checkOut'])
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

/** A day that an entry may have time in. */
export type EntryDay = InstantRange & { timeEntryId: string; date: string };

type WorkedPart = { userId: string; date: string } & Pick<
  HoursExplanation['days'][number]['parts'][number],
  'timeEntryId' | 'start' | 'end' | 'ms' | 'beganEarlier' | 'wentOn'
>;

/** What counts of each entry on these days, by the function that every total adds up; oldest day first. */
export async function findWorkedParts(
  db: Db,
  companyId: string,
  days: EntryDay[],
  { now, longestShiftHours }: Counting,
): Promise<WorkedPart[]> {
  const column = (of: (day: EntryDay) => string) => sql`${days.map(of)}::text[]`;
  // Listed once more, so that the entries are found by their key instead of reading all of the company's.
  const ids = [...new Set(days.map(({ timeEntryId }) => timeEntryId))];
  const { rows } = await sql<WorkedPart>`
    select e.id as time_entry_id, e.user_id, given.date, part.ms, greatest(e.check_in, day.starts) as start,
      least(counted.until, day.ends) as end, e.check_in < day.starts as began_earlier, counted.until > day.ends as went_on
    from unnest(${column(({ timeEntryId }) => timeEntryId)}, ${column(({ date }) => date)},
      ${column(({ start }) => start.toISOString())}, ${column(({ end }) => end.toISOString())})
      as given (id, date, starts, ends)
    cross join lateral (select given.starts::timestamptz as starts, given.ends::timestamptz as ends) as day
    join time_entry e on e.company_id = ${companyId} and e.id = given.id::uuid
    cross join lateral (select counted_end(e.check_in, e.check_out, ${now}, ${longestShiftHours}) as until) as counted
    cross join lateral
      (select extract(epoch from worked_time(e.check_in, e.check_out, day.starts, day.ends, ${now}, ${longestShiftHours})) * 1000 as ms) as part
    where part.ms > 0 and e.id = any (${ids}::uuid[])
    order by given.date, e.check_in, e.id`.execute(db);
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
    .innerJoin('location as l', (join) =>
      join.onRef('l.companyId', '=', 's.companyId').onRef('l.id', '=', 's.locationId'),
    )
    .leftJoin('users as m', (join) =>
      join.onRef('m.companyId', '=', 's.companyId').onRef('m.id', '=', 's.madeBy'),
    )
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
