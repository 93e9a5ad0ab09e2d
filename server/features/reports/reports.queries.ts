import { sql } from 'kysely';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import { type Db, overlaps, touches } from '#server/platform/database/database.ts';
import { locationIn } from '#server/platform/scope.ts';
import { type Most, readTimeEntriesUpTo, selectTimeEntries } from '../time-entries/time-entries.queries.ts';

export type Day = { date: string; start: Date; end: Date };

type Selection = {
  scope: Scope;
  range: { start: Date; end: Date };
  /** Entries that began in the range, or those that overlap it. */
  select: 'begun' | 'overlapping';
  userId: string | undefined;
  locationId: string | undefined;
};

/** The condition that selects the entries, named `e`. */
const isSelected = ({ scope, range: { start, end }, select, userId, locationId }: Selection) =>
  sql<boolean>`${
    select === 'overlapping'
      ? touches(start, end)
      : sql`(e.check_in >= ${start.toISOString()} and e.check_in < ${end.toISOString()})`
  } and ${locationIn(scope, 'e.locationId')} and (${userId ?? null}::uuid is null or e.user_id = ${userId ?? null})
    and (${locationId ?? null}::uuid is null or e.location_id = ${locationId ?? null})`;

/** The selected entries, newest first; null if there are more than `most`. */
export async function findEntries(
  db: Db,
  companyId: string,
  selection: Selection,
  counting: Counting,
  most: Most,
): Promise<TimeEntry[] | null> {
  const selected = selectTimeEntries(db, companyId)
    .where(isSelected(selection))
    .orderBy('e.checkIn', 'desc')
    .orderBy('e.id', 'desc');
  return readTimeEntriesUpTo(most, db, companyId, selected, counting, 'all');
}

/** When the company's first entry began, or undefined. */
export async function findFirstCheckIn(db: Db, companyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .orderBy('checkIn')
    .limit(1)
    .select('checkIn')
    .executeTakeFirst();
  return row?.checkIn;
}

/** Hours and people by day and location, newest day first; an open entry counts as far as it does. */
export async function sumDays(
  db: Db,
  companyId: string,
  days: Day[],
  { now, longestShiftHours }: Counting,
): Promise<DailySummary[]> {
  const dates = days.map((day) => day.date);
  const starts = days.map((day) => day.start.toISOString());
  const ends = days.map((day) => day.end.toISOString());
  const { rows } = await sql<Omit<DailySummary, 'location'> & { locationName: string }>`
    select md5(e.location_id::text || day.date)::uuid as id, e.company_id, e.location_id, day.date,
      extract(epoch from sum(worked_time(e.check_in, e.check_out, day.starts, day.ends, ${now}, ${longestShiftHours}))) / 3600
        as total_hours,
      count(distinct e.user_id) as unique_employees, ${now}::timestamptz as created_at, l.name as location_name
    from unnest(${dates}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as day (date, starts, ends)
    join time_entry e on e.company_id = ${companyId}
      and ${overlaps(sql`day.starts`, sql`day.ends`)}
    join location l on l.company_id = e.company_id and l.id = e.location_id
    where e.check_in < ${now} and not needs_attention(e.check_in, e.check_out, ${now}, ${longestShiftHours})
    group by e.company_id, e.location_id, l.name, day.date
    order by day.date desc, e.location_id`.execute(db);
  return rows.map(({ locationName, ...summary }) => ({ ...summary, location: { name: locationName } }));
}
