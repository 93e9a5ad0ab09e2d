import { sql } from 'kysely';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import { type Db, overlaps, touches } from '#server/platform/database/database.ts';
import { locationIn } from '#server/platform/scope.ts';
import { readTimeEntries, selectTimeEntries } from '../time-entries/time-entries.queries.ts';

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

/** The selected entries, newest first. */
export async function findEntries(
  db: Db,
  companyId: string,
  selection: Selection,
  counting: Counting,
): Promise<TimeEntry[]> {
  const selected = selectTimeEntries(db, companyId)
    .where(isSelected(selection))
    .orderBy('e.checkIn', 'desc')
    .orderBy('e.id', 'desc');
  return readTimeEntries(db, companyId, selected, counting, 'all');
}

/** How many entries are selected, and how many characters their work reports have. */
export async function measureEntries(
  db: Db,
  companyId: string,
  selection: Selection,
): Promise<{ entries: number; characters: number }> {
  const { rows } = await sql<{ entries: number; characters: number }>`
    select count(*) as entries, coalesce(sum(reports.characters), 0) as characters
    from time_entry e
    cross join lateral (
      select sum(length(r.units) + length(r.description) + coalesce(length(r.general_notes), 0)) as characters
      from work_report r
      where r.company_id = ${companyId} and r.time_entry_id = e.id
    ) reports
    where e.company_id = ${companyId} and ${isSelected(selection)}`.execute(db);
  return rows[0] ?? { entries: 0, characters: 0 };
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
    order by day.date desc, l.name, e.location_id`.execute(db);
  return rows.map(({ locationName, ...summary }) => ({ ...summary, location: { name: locationName } }));
}
