import { sql } from 'kysely';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { DatePeriod } from '#domain/dates.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Scope, SettledCounting } from '#server/context.ts';
import { type Db, touches } from '#server/platform/database/database.ts';
import type { Page } from '#server/platform/http/pages.ts';
import { locationIn } from '#server/platform/scope.ts';
import { holds, sumOfWorkedMs } from '#server/platform/texts/hours.ts';
import { type Most, readTimeEntriesUpTo, selectTimeEntries } from '../time-entries/time-entries.queries.ts';

type Selection = {
  companyId: string;
  scope: Scope;
  period: DatePeriod;
  /** The period in the company's zone. */
  range: { start: Date; end: Date };
  /** Entries that began in the period, or those too that have time on its dates. */
  select: 'begun' | 'overlapping';
  userId: string | undefined;
  locationId: string | undefined;
};

/** The condition that selects the entries, named `e`. */
const isSelected = ({ companyId, scope, period, range, select, userId, locationId }: Selection) => {
  const { start, end } = range;
  return sql<boolean>`${
    select === 'overlapping'
      ? sql`(${touches(start, end)} or e.id in (select time_entry_id from entry_hours
          where company_id = ${companyId} and date between ${period.start}::date and ${period.end}::date))`
      : sql`(e.check_in >= ${start.toISOString()} and e.check_in < ${end.toISOString()})`
  } and ${locationIn(scope, 'e.locationId')} and (${userId ?? null}::uuid is null or e.user_id = ${userId ?? null})
    and (${locationId ?? null}::uuid is null or e.location_id = ${locationId ?? null})`;
};

/** The selected entries, newest first; null if there are more than `most`. */
export async function findEntries(
  db: Db,
  selection: Selection,
  counting: Counting,
  most: Most,
  page?: Page,
): Promise<TimeEntry[] | null> {
  const after = page?.after;
  const selected = selectTimeEntries(db, selection.companyId)
    .where(isSelected(selection))
    .$if(Boolean(after), (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('e.checkIn', 'e.id'), '<', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('e.checkIn', 'desc')
    .orderBy('e.id', 'desc')
    .$if(Boolean(page), (query) => query.limit(page?.limit ?? 0));
  return readTimeEntriesUpTo(most, db, selection.companyId, selected, counting, 'all');
}

/** Hours and people by day and location, newest day first. */
export async function sumDays(
  db: Db,
  companyId: string,
  { start, end }: DatePeriod,
  counting: SettledCounting,
): Promise<DailySummary[]> {
  const { rows } = await sql<Omit<DailySummary, 'location'> & { locationName: string }>`
    select md5(h.location_id::text || h.date::text)::uuid as id, h.company_id, h.location_id, h.date::text as date,
      ${sumOfWorkedMs(counting)}::numeric / 3600000 as total_hours,
      count(distinct h.user_id) as unique_employees, ${counting.now}::timestamptz as created_at, l.name as location_name
    from entry_hours h
    join location l on l.company_id = h.company_id and l.id = h.location_id
    where h.company_id = ${companyId} and ${holds(counting)} and h.date between ${start}::date and ${end}::date
    group by h.company_id, h.location_id, l.name, h.date
    order by h.date desc, h.location_id`.execute(db);
  return rows.map(({ locationName, ...summary }) => ({ ...summary, location: { name: locationName } }));
}
