import { sql } from 'kysely';
import type { OfflineEvent, TimeEntry, WorkBreak, WorkReport } from '#contract/time-tracking.ts';
import { type Counting, needsAttention } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import type { EventSource } from '#server/generated/types.ts';
import { type Db, letOthersGoFirst, parseInstant, readLists } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { workIn } from '#server/platform/scope.ts';

const storedColumns = [
  'id',
  'userId',
  'locationId',
  'checkIn',
  'checkOut',
  'createdAt',
  'checkInSource',
  'checkOutSource',
  'approval',
  'isCorrected',
  'isAdditional',
] as const;
const entryColumns = [...storedColumns, 'totalHours'] as const;

/** Selects a company's time entries, named `e`; `readTimeEntries` runs the selection and adds the names of person and location. */
export function selectTimeEntries(db: Db, companyId: string) {
  return db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .select(storedColumns.map((column) => `e.${column}` as const))
    .select(sql<number | null>`e.total_hours`.as('totalHours'));
}

/** The work reports that a response contains of each entry, if not all. */
const newestReports = 3;

export type CountedTimeEntry = TimeEntry & { workReportCount: number };

/** Characters are those of the work reports. */
export type Most = { entries: number; characters: number };

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectTimeEntries>['execute']>>[number];
/** With `newest`, how many the entry has. */
type ReportRow = WorkReport & { count?: number };
type NameRow = { id: string; name: string };
type PersonRow = TimeEntry['user'] & { id: string };
type BreakRow = WorkBreak & { timeEntryId: string };
type OfflineEventRow = OfflineEvent & { userId: string; at: string };

const reportColumns = [
  'timeEntryId',
  'id',
  'userId',
  'units',
  'quantity',
  'description',
  'generalNotes',
  'createdAt',
  'correctedAt',
] as const;

/**
 * Runs the selection and adds each entry's work reports, all of them or the newest three, oldest first; how many there are;
 * its breaks, oldest first; and how its check-in or check-out was made offline.
 */
export async function readTimeEntries(
  db: Db,
  companyId: string,
  selection: ReturnType<typeof selectTimeEntries>,
  counting: Counting,
  reports: 'all' | 'newest',
): Promise<CountedTimeEntry[]> {
  return (await readUpTo(null, db, companyId, selection, counting, reports)) ?? [];
}

/** As `readTimeEntries`, but null if there is more. */
export async function readTimeEntriesUpTo(
  most: Most,
  ...rest: Parameters<typeof readTimeEntries>
): Promise<CountedTimeEntry[] | null> {
  return readUpTo(most, ...rest);
}

async function readUpTo(
  most: Most | null,
  ...[db, companyId, selection, counting, reports]: Parameters<typeof readTimeEntries>
): Promise<CountedTimeEntry[] | null> {
  const selected = most ? selection.limit(most.entries + 1) : selection;
  const isNewest = reports === 'newest';
  // Because of `offset` and `limit`, reports and breaks are looked up for each entry: no plan reads the company's others.
  const before = sql`with e as materialized (${selected}),
    r as materialized (
      select e.id as time_entry_id, report.* from e cross join lateral (
        select id, user_id, units, quantity, description, general_notes, created_at, corrected_at
          ${isNewest ? sql`, count(*) over () as count` : sql``}
        from work_report where company_id = ${companyId} and time_entry_id = e.id
        ${isNewest ? sql`order by created_at desc, id desc limit ${sql.lit(newestReports)}` : sql`offset 0`}
      ) report)`;
  const fits =
    most &&
    sql<boolean>`(select count(*) from e) <= ${most.entries} and (select coalesce(sum(
      length(units) + length(description) + coalesce(length(general_notes), 0)), 0) from r) <= ${most.characters}`;
  const found = await readLists<{
    entries: EntryRow;
    people: PersonRow;
    locations: NameRow;
    workReports: ReportRow;
    breaks: BreakRow;
    offlineEvents: OfflineEventRow;
  }>(
    db,
    before,
    {
      entries: { from: sql`e`, names: entryColumns },
      // Each name once, instead of with each entry.
      people: {
        from: sql`(select u.id, u.first_name, u.last_name, n.tag as name_tag
          from users u left join ${namesakes(companyId, 'n')} on n.id = u.id
          where u.company_id = ${companyId} and u.id in (select user_id from e))`,
        names: ['id', 'firstName', 'lastName', 'nameTag'],
      },
      locations: {
        from: sql`(select id, name from location where company_id = ${companyId} and id in (select location_id from e))`,
        names: ['id', 'name'],
      },
      workReports: {
        from: sql`(select * from r order by created_at, id)`,
        names: isNewest ? [...reportColumns, 'count'] : reportColumns,
      },
      breaks: {
        from: sql`(select e.id as time_entry_id, b.* from e cross join lateral (
          select started_at, ended_at, is_paid from work_break
          where company_id = ${companyId} and time_entry_id = e.id offset 0) b
          order by started_at, ended_at nulls last)`,
        names: ['timeEntryId', 'startedAt', 'endedAt', 'isPaid'],
      },
      // A switch of locations is one scan, but an event of two entries.
      offlineEvents: {
        from: sql`(select s.user_id, s.effective_at as at, s.received_at, s.is_uncertain,
            (extract(epoch from s.device_at - s.effective_at) * 1000)::float8 as clock_ahead_ms
          from (select user_id, check_in as at from e where check_in_source = 'offline'
            union select user_id, check_out from e where check_out_source = 'offline') event
          join scan s on s.company_id = ${companyId} and s.user_id = event.user_id
            and s.effective_at = event.at and s.source = 'offline')`,
        names: ['userId', 'at', 'receivedAt', 'clockAheadMs', 'isUncertain'],
      },
    },
    fits ?? undefined,
  );
  if (!found) return null;
  const people = new Map(
    found.people.map(({ id, firstName, lastName, nameTag }) => [id, { firstName, lastName, nameTag }]),
  );
  const locations = new Map(found.locations.map(({ id, name }) => [id, { name }]));
  const workReports = Map.groupBy(found.workReports, ({ timeEntryId }) => timeEntryId);
  const breaks = Map.groupBy(found.breaks, ({ timeEntryId }) => timeEntryId);
  const offlineEvents = new Map(
    found.offlineEvents.map(({ userId, at, receivedAt, ...event }) => [
      `${userId} ${at}`,
      { receivedAt: parseInstant(receivedAt), ...event },
    ]),
  );
  const offlineEvent = (source: EventSource | null, userId: string, at: string | null) =>
    source === 'offline' ? (offlineEvents.get(`${userId} ${at}`) ?? null) : null;
  // Field by field: copying the rows by spreading them took a tenth of the time of a month's report.
  const entries = found.entries.map((row): CountedTimeEntry => {
    const times = {
      checkIn: parseInstant(row.checkIn),
      checkOut: row.checkOut && parseInstant(row.checkOut),
    };
    const ofEntry = workReports.get(row.id);
    const [location, user] = [locations.get(row.locationId), people.get(row.userId)];
    // Foreign keys ensure both.
    if (!location || !user) throw new RangeError('An entry without a location or a person');
    return {
      id: row.id,
      userId: row.userId,
      locationId: row.locationId,
      checkIn: times.checkIn,
      checkOut: times.checkOut,
      createdAt: parseInstant(row.createdAt),
      checkInSource: row.checkInSource,
      checkOutSource: row.checkOutSource,
      approval: row.approval,
      isCorrected: row.isCorrected,
      ...(row.isAdditional && { isAdditional: true as const }),
      totalHours: row.totalHours,
      status: times.checkOut === null ? 'working' : 'completed',
      needsAttention: needsAttention(times, counting),
      isEstimated: row.checkOutSource === 'estimate',
      location,
      user,
      offlineCheckIn: offlineEvent(row.checkInSource, row.userId, row.checkIn),
      offlineCheckOut: offlineEvent(row.checkOutSource, row.userId, row.checkOut),
      breaks: breaks.get(row.id)?.map(breakOf) ?? [],
      workReports: ofEntry?.map(reportOf) ?? [],
      workReportCount: ofEntry?.[0]?.count ?? ofEntry?.length ?? 0,
    };
  });
  await letOthersGoFirst(entries.length);
  return entries;
}

const breakOf = ({ startedAt, endedAt, isPaid }: BreakRow): WorkBreak => ({
  startedAt: parseInstant(startedAt),
  endedAt: endedAt && parseInstant(endedAt),
  isPaid,
});

const reportOf = ({ count: _, ...report }: ReportRow): WorkReport => ({
  ...report,
  createdAt: parseInstant(report.createdAt),
  correctedAt: report.correctedAt && parseInstant(report.correctedAt),
});

/** The breaks of these entries by entry, oldest first. */
export async function findBreaks(
  db: Db,
  companyId: string,
  timeEntryIds: string[],
): Promise<Map<string, WorkBreak[]>> {
  if (timeEntryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('workBreak')
    .where('companyId', '=', companyId)
    .where((eb) => eb('timeEntryId', '=', eb.fn.any(sql<string[]>`${timeEntryIds}::uuid[]`)))
    .orderBy('startedAt')
    .orderBy('endedAt', (order) => order.asc().nullsLast())
    .select(['timeEntryId', 'startedAt', 'endedAt', 'isPaid'])
    .execute();
  const byEntry = new Map<string, WorkBreak[]>();
  for (const { timeEntryId, ...item } of rows) {
    const list = byEntry.get(timeEntryId) ?? [];
    list.push(item);
    byEntry.set(timeEntryId, list);
  }
  return byEntry;
}

export async function findTimeEntry(
  db: Db,
  companyId: string,
  id: string,
  counting: Counting,
): Promise<CountedTimeEntry | undefined> {
  const selection = selectTimeEntries(db, companyId).where('e.id', '=', id);
  return (await readTimeEntries(db, companyId, selection, counting, 'newest'))[0];
}

/** Open entries in the scope over the longest shift, oldest first. */
export async function listMissingCheckOuts(
  db: Db,
  companyId: string,
  scope: Scope,
  counting: Counting,
): Promise<TimeEntry[]> {
  const { now, longestShiftHours } = counting;
  const selection = selectTimeEntries(db, companyId)
    .where('e.checkOut', 'is', null)
    .where(workIn(scope, { user: 'e.userId', location: 'e.locationId' }))
    .where(sql<boolean>`needs_attention(e.check_in, e.check_out, ${now}, ${longestShiftHours})`)
    .orderBy('e.checkIn');
  return readTimeEntries(db, companyId, selection, counting, 'newest');
}
