import { sql } from 'kysely';
import type { HoursExplanation } from '#contract/hours.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { Counting } from '#domain/shifts.ts';
import { type Db, touches } from '#server/platform/database/database.ts';
import { readTimeEntries, selectTimeEntries } from './time-entries.queries.ts';

type RawScan = HoursExplanation['entries'][number]['scans'][number];

/** Returns whether the company has, or had, a person and a location with these ids; a missing id is not checked. */
export async function areOfCompany(
  db: Db,
  companyId: string,
  { userId, locationId }: { userId: string | undefined; locationId: string | undefined },
): Promise<boolean> {
  const exists = (table: 'users' | 'location', id: string | undefined) =>
    id === undefined ||
    db
      .selectFrom(table)
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .select('id')
      .executeTakeFirst();
  const found = await Promise.all([exists('users', userId), exists('location', locationId)]);
  return found.every(Boolean);
}

/** Entries with a part in the range, or that began in it; oldest first. */
export async function findEntriesWithin(
  db: Db,
  companyId: string,
  { start, end }: InstantRange,
  only: { userId: string | undefined; locationId: string | undefined },
  counting: Counting,
): Promise<TimeEntry[]> {
  const selection = selectTimeEntries(db, companyId)
    .where(touches(start, end))
    .$if(only.userId !== undefined, (query) => query.where('e.userId', '=', only.userId ?? ''))
    .$if(only.locationId !== undefined, (query) => query.where('e.locationId', '=', only.locationId ?? ''))
    .orderBy('e.checkIn')
    .orderBy('e.id');
  return readTimeEntries(db, companyId, selection, counting, 'newest');
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
    .where('s.companyId', '=', companyId)
    .where((eb) => eb('s.timeEntryId', '=', eb.fn.any(sql<string[]>`${timeEntryIds}::uuid[]`)))
    .where('s.undoneAt', 'is', null)
    .orderBy('s.effectiveAt')
    .orderBy('s.receivedAt')
    .select([
      's.timeEntryId',
      sql<string | null>`s.answer -> 'closedEntry' ->> 'id'`.as('closedEntryId'),
      's.action',
      's.source',
      'l.name as locationName',
      's.effectiveAt',
      's.receivedAt',
      's.scannedAt',
      's.deviceAt',
    ])
    .execute();
  const byEntry = new Map<string, RawScan[]>();
  for (const { timeEntryId, closedEntryId, locationName, ...scan } of rows) {
    for (const id of [closedEntryId, timeEntryId]) {
      if (id) byEntry.set(id, [...(byEntry.get(id) ?? []), { ...scan, location: { name: locationName } }]);
    }
  }
  return byEntry;
}
