import { sql } from 'kysely';
import type { OfflineEvent, TimeEntry, WorkBreak, WorkReport } from '#contract/time-tracking.ts';
import { type Counting, needsAttention } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import { type Db, parseInstant, readColumns } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
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

/**
 * Runs the selection and adds each entry's work reports, all of them or the newest three, oldest first; how many there are;
 * and how its check-in or check-out was made offline.
 */
export async function readTimeEntries(
  db: Db,
  companyId: string,
  selection: ReturnType<typeof selectTimeEntries>,
  counting: Counting,
  reports: 'all' | 'newest',
): Promise<CountedTimeEntry[]> {
  const found = await readColumns(db, selection, entryColumns);
  const rows = found.map((row) => ({
    ...row,
    checkIn: parseInstant(row.checkIn),
    checkOut: row.checkOut && parseInstant(row.checkOut),
    createdAt: parseInstant(row.createdAt),
  }));
  const ids = rows.map((row) => row.id);
  const [workReports, offlineEvents, breaks] = await Promise.all([
    findWorkReports(db, companyId, ids, reports),
    findOfflineEvents(db, companyId, rows.flatMap(offlineEventsOf)),
    findBreaks(db, companyId, ids),
  ]);
  const offlineEvent = (userId: string, at: string | null) =>
    (at !== null && offlineEvents.get(eventKey({ userId, at }))) || null;
  return rows.map(({ locationName, firstName, lastName, nameTag, ...entry }) => ({
    ...entry,
    status: entry.checkOut === null ? 'working' : 'completed',
    needsAttention: needsAttention(entry, counting),
    isEstimated: entry.checkOutSource === 'estimate',
    location: { name: locationName },
    user: { firstName, lastName, nameTag },
    offlineCheckIn: offlineEvent(entry.userId, entry.checkIn),
    offlineCheckOut: offlineEvent(entry.userId, entry.checkOut),
    breaks: breaks.get(entry.id) ?? [],
    workReports: workReports.get(entry.id)?.reports ?? [],
    workReportCount: workReports.get(entry.id)?.count ?? 0,
  }));
}

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

/** The work reports of these time entries, oldest first, by entry, and how many each has. */
async function findWorkReports(
  db: Db,
  companyId: string,
  timeEntryIds: string[],
  reports: 'all' | 'newest',
): Promise<Map<string, { reports: WorkReport[]; count: number }>> {
  if (timeEntryIds.length === 0) return new Map();
  const rows = await db
    // One array instead of a list: PostgreSQL takes at most 65,535 parameters. Each entry is looked up by itself, so that no
    // plan reads the company's other reports.
    .selectFrom(sql<{ id: string }>`unnest(${timeEntryIds}::uuid[])`.as<'entry'>(sql`entry (id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('workReport')
          .where('companyId', '=', companyId)
          .whereRef('timeEntryId', '=', 'entry.id')
          .select([
            'id',
            'userId',
            'units',
            'quantity',
            'description',
            'generalNotes',
            'createdAt',
            'correctedAt',
          ])
          .select(sql<number>`count(*) over ()`.as('count'))
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .$if(reports === 'newest', (query) => query.limit(newestReports))
          .as('r'),
      (join) => join.onTrue(),
    )
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .selectAll('r')
    .select('entry.id as timeEntryId')
    .execute();
  return new Map(
    Map.groupBy(rows, (row) => row.timeEntryId)
      .entries()
      .map(([entryId, ofEntry]) => [
        entryId,
        {
          reports: ofEntry.map(({ count: _, ...report }) => report),
          count: ofEntry[0]?.count ?? 0,
        },
      ]),
  );
}

type Event = { userId: string; at: string };

const eventKey = ({ userId, at }: Event) => `${userId} ${at}`;

type Row = Awaited<ReturnType<ReturnType<typeof selectTimeEntries>['execute']>>[number];

/** The entry's check-in and check-out, where made offline: few, so that most reports need no further query. */
function offlineEventsOf({ userId, checkIn, checkOut, checkInSource, checkOutSource }: Row): Event[] {
  return [
    ...(checkInSource === 'offline' ? [{ userId, at: checkIn }] : []),
    ...(checkOutSource === 'offline' && checkOut !== null ? [{ userId, at: checkOut }] : []),
  ];
}

/**
 * The offline scans behind these events, by `eventKey`. A switch of locations is one scan, but an event of two entries.
 */
async function findOfflineEvents(
  db: Db,
  companyId: string,
  events: Event[],
): Promise<Map<string, OfflineEvent>> {
  if (events.length === 0) return new Map();
  const userIds = events.map(({ userId }) => userId);
  const instants = events.map(({ at }) => at);
  const { rows } = await sql<Event & OfflineEvent>`
    select s.user_id, s.effective_at as at, s.received_at,
      (extract(epoch from s.device_at - s.effective_at) * 1000)::float8 as clock_ahead_ms, s.is_uncertain
    from unnest(${userIds}::uuid[], ${instants}::timestamptz[]) as event (user_id, at)
    join scan s on s.company_id = ${companyId} and s.user_id = event.user_id
      and s.effective_at = event.at and s.source = 'offline'`.execute(db);
  return new Map(
    rows.map(({ receivedAt, clockAheadMs, isUncertain, ...event }) => [
      eventKey(event),
      { receivedAt, clockAheadMs, isUncertain },
    ]),
  );
}
