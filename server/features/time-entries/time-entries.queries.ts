import { sql } from 'kysely';
import type { OfflineEvent, TimeEntry, WorkBreak, WorkReport } from '#contract/time-tracking.ts';
import { type Counting, needsAttention } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import { type Db, letOthersGoFirst, parseInstant, readLists } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import type { EventSource } from '#server/platform/database/types.ts';
import { workIn } from '#server/platform/scope.ts';

/** Selects a company's time entries with the names of person and location; `readTimeEntries` runs the selection. */
export function selectTimeEntries(db: Db, companyId: string) {
  return db
    .selectFrom('timeEntry as e')
    .innerJoin('location as l', (join) =>
      join.onRef('l.companyId', '=', 'e.companyId').onRef('l.id', '=', 'e.locationId'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyId', '=', 'e.companyId').onRef('u.id', '=', 'e.userId'),
    )
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('e.companyId', '=', companyId)
    .select([
      'e.id',
      'e.userId',
      'e.locationId',
      'e.checkIn',
      'e.checkOut',
      'e.createdAt',
      'e.checkInSource',
      'e.checkOutSource',
      'e.approval',
      'e.isCorrected',
      'l.name as locationName',
      'u.firstName',
      'u.lastName',
      'n.tag as nameTag',
    ])
    .select(sql<number | null>`e.total_hours`.as('totalHours'));
}

const entryColumns = [
  ...([
    'id',
    'userId',
    'locationId',
    'checkIn',
    'checkOut',
    'createdAt',
    'checkInSource',
    'checkOutSource',
  ] as const),
  ...(['approval', 'isCorrected', 'locationName', 'firstName', 'lastName', 'nameTag', 'totalHours'] as const),
];

/** The work reports that a response contains of each entry, if not all. */
const newestReports = 3;

export type CountedTimeEntry = TimeEntry & { workReportCount: number };

/** Characters are those of the work reports. */
export type Most = { entries: number; characters: number };

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectTimeEntries>['execute']>>[number];
type ReportRow = WorkReport & { count: number };
type BreakRow = WorkBreak & { timeEntryId: string };
type OfflineEventRow = OfflineEvent & { userId: string; at: string };

const reportColumns = [
  ...(['timeEntryId', 'id', 'userId', 'units', 'quantity', 'description', 'generalNotes'] as const),
  ...(['createdAt', 'correctedAt', 'count'] as const),
];

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
  // Reports and breaks are sorted for each entry, so that they are looked up for each: no plan reads the company's others.
  const before = sql`with e as materialized (${selected}),
    r as materialized (
      select e.id as time_entry_id, report.* from e cross join lateral (
        select id, user_id, units, quantity, description, general_notes, created_at, corrected_at, count(*) over () as count
        from work_report where company_id = ${companyId} and time_entry_id = e.id
        order by created_at desc, id desc ${reports === 'newest' ? sql`limit ${sql.lit(newestReports)}` : sql``}
      ) report)`;
  const fits =
    most &&
    sql<boolean>`(select count(*) from e) <= ${most.entries} and (select coalesce(sum(
      length(units) + length(description) + coalesce(length(general_notes), 0)), 0) from r) <= ${most.characters}`;
  const found = await readLists<{
    entries: EntryRow;
    workReports: ReportRow;
    breaks: BreakRow;
    offlineEvents: OfflineEventRow;
  }>(
    db,
    before,
    {
      entries: { from: sql`e`, names: entryColumns },
      workReports: { from: sql`(select * from r order by created_at, id)`, names: reportColumns },
      breaks: {
        from: sql`(select e.id as time_entry_id, b.* from e cross join lateral (
          select started_at, ended_at, is_paid from work_break
          where company_id = ${companyId} and time_entry_id = e.id
          order by started_at, ended_at nulls last) b)`,
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
      totalHours: row.totalHours,
      status: times.checkOut === null ? 'working' : 'completed',
      needsAttention: needsAttention(times, counting),
      isEstimated: row.checkOutSource === 'estimate',
      location: { name: row.locationName },
      user: { firstName: row.firstName, lastName: row.lastName, nameTag: row.nameTag },
      offlineCheckIn: offlineEvent(row.checkInSource, row.userId, row.checkIn),
      offlineCheckOut: offlineEvent(row.checkOutSource, row.userId, row.checkOut),
      breaks: breaks.get(row.id)?.map(breakOf) ?? [],
      workReports: ofEntry?.map(reportOf) ?? [],
      workReportCount: ofEntry?.[0]?.count ?? 0,
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
