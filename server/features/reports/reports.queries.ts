import { sql } from 'kysely';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { readTimeEntries, selectTimeEntries } from '../time-entries/time-entries.queries.ts';

export type Day = { date: string; start: Date; end: Date };

/** Entries that began in the range, newest first. */
export async function findEntriesBegun(
  db: Db,
  companyId: string,
  range: { start: Date; end: Date },
  only: { userId: string | undefined; locationId: string | undefined },
  counting: Counting,
): Promise<TimeEntry[]> {
  const selection = selectTimeEntries(db, companyId)
    .where('e.checkIn', '>=', range.start.toISOString())
    .where('e.checkIn', '<', range.end.toISOString())
    .$if(only.userId !== undefined, (query) => query.where('e.userId', '=', only.userId ?? ''))
    .$if(only.locationId !== undefined, (query) => query.where('e.locationId', '=', only.locationId ?? ''))
    .orderBy('e.checkIn', 'desc')
    .orderBy('e.id', 'desc');
  return readTimeEntries(db, companyId, selection, counting, 'all');
}

/** How many entries began in the range, and how many characters the work reports about them have. */
export async function measureEntriesBegun(
  db: Db,
  companyId: string,
  range: { start: Date; end: Date },
  only: { userId: string | undefined; locationId: string | undefined },
): Promise<{ entries: number; characters: number }> {
  const { rows } = await sql<{ entries: number; characters: number }>`
    select count(distinct e.id) as entries,
      coalesce(sum(length(r.units) + length(r.description) + coalesce(length(r.general_notes), 0)), 0) as characters
    from time_entry e
    left join work_report r on r.company_id = e.company_id and r.time_entry_id = e.id
    where e.company_id = ${companyId} and e.check_in >= ${range.start.toISOString()} and e.check_in < ${range.end.toISOString()}
      and (${only.userId ?? null}::uuid is null or e.user_id = ${only.userId ?? null})
      and (${only.locationId ?? null}::uuid is null or e.location_id = ${only.locationId ?? null})`.execute(
    db,
  );
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

/** Hours and people of each day at each location, the newest day first; an open entry counts as far as it does. */
export async function sumDays(
  db: Db,
  companyId: string,
  days: Day[],
  { now, longestShiftHours }: Counting,
): Promise<DailySummary[]> {
  const end = sql`counted_end(e.check_in, e.check_out, ${now}, ${longestShiftHours})`;
  const dates = days.map((day) => day.date);
  const starts = days.map((day) => day.start.toISOString());
  const ends = days.map((day) => day.end.toISOString());
  const { rows } = await sql<Omit<DailySummary, 'location'> & { locationName: string }>`
    select md5(e.location_id::text || day.date)::uuid as id, e.company_id, e.location_id, day.date,
      sum(extract(epoch from least(${end}, day.ends) - greatest(e.check_in, day.starts)) / 3600)
        as total_hours,
      count(distinct e.user_id) as unique_employees, ${now}::timestamptz as created_at, l.name as location_name
    from unnest(${dates}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as day (date, starts, ends)
    join time_entry e on e.company_id = ${companyId}
      and tstzrange(e.check_in, e.check_out) && tstzrange(day.starts, day.ends)
    join location l on l.company_id = e.company_id and l.id = e.location_id
    where e.check_in < ${now} and not needs_attention(e.check_in, e.check_out, ${now}, ${longestShiftHours})
    group by e.company_id, e.location_id, l.name, day.date
    order by day.date desc, l.name, e.location_id`.execute(db);
  return rows.map(({ locationName, ...summary }) => ({ ...summary, location: { name: locationName } }));
}
