import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { CorrectionRequest } from '#contract/corrections.ts';
import type { RefusedScan } from '#contract/time-tracking.ts';
import { type BreakChanges, RECORDED_KINDS } from '#domain/corrections.ts';
import type { Scope } from '#server/context.ts';
import type { ApprovalStatus, CorrectionRequest as CorrectionRequestTable } from '#server/generated/types.ts';
import { type Db, isActorNew } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { everything, locationIn, personIn, workIn } from '#server/platform/scope.ts';
import { keptDaysOf } from '../absences/absences.queries.ts';
import { findBreaks } from '../time-entries/time-entries.queries.ts';

export type StoredRequest = Omit<Selectable<CorrectionRequestTable>, 'breaks'> & {
  breaks: BreakChanges | null;
};

/**
 * Whether a request `r` about the entry `e` is in the scope: for a manager, all locations it names must be theirs; one that names
 * none, such as for an absence, its person.
 */
function isInScope(scope: Scope): RawBuilder<boolean> {
  if (scope.kind !== 'locations') return personIn(scope, 'r.userId');
  return sql`(e.location_id is null or ${locationIn(scope, 'e.locationId')})
    and (r.location_id is null or ${locationIn(scope, 'r.locationId')})
    and (e.location_id is not null or r.location_id is not null or ${personIn(scope, 'r.userId')})`;
}

/** Selects the requests in the scope with the names of people and locations; `readRequests` runs the selection. */
function selectRequests(db: Db, companyId: string, scope: Scope) {
  return db
    .selectFrom('correctionRequest as r')
    .innerJoin('users as u', inCompany('u.id', 'r.userId'))
    .leftJoin('users as d', inCompany('d.id', 'r.decidedBy'))
    .leftJoin('timeEntry as e', inCompany('e.id', 'r.timeEntryId'))
    .leftJoin('location as el', inCompany('el.id', 'e.locationId'))
    .leftJoin('location as wl', inCompany('wl.id', 'r.locationId'))
    .leftJoin('location as rl', inCompany('rl.id', 'r.recordedLocationId'))
    .leftJoin(namesakes(companyId, 'un'), 'un.id', 'u.id')
    .leftJoin(namesakes(companyId, 'dn'), 'dn.id', 'd.id')
    .where('r.companyId', '=', companyId)
    .where(isInScope(scope))
    .selectAll('r')
    .select([
      'u.firstName',
      'u.lastName',
      'un.tag as nameTag',
      'd.firstName as decidedByFirstName',
      'd.lastName as decidedByLastName',
      'dn.tag as decidedByNameTag',
      'e.locationId as currentLocationId',
      'e.checkIn as currentCheckIn',
      'e.checkOut as currentCheckOut',
      'el.name as currentLocation',
      'wl.name as wantedLocation',
      'rl.name as recordedLocation',
    ])
    .$narrowType<{ breaks: BreakChanges | null }>();
}

const locationOf = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

function timesOf(
  location: { id: string; name: string } | null,
  checkIn: string | null,
  checkOut: string | null,
) {
  return location && checkIn ? { location, checkIn, checkOut } : null;
}

/** The entries as they were before approvals, by request. */
async function findTimesBefore(db: Db, companyId: string, entryIds: string[]) {
  type Row = {
    requestId: string;
    locationId: string;
    location: string;
    checkIn: string;
    checkOut: string | null;
  };
  const decisions = (table: 'ledger_record' | 'ledger_pending') => sql`
    select body::jsonb as body from ${sql.raw(table)}
    where company_id = ${companyId} and time_entry_id = any (${entryIds}::uuid[]) and kind = 'decision'`;
  const { rows } = await sql<Row>`
    select body #>> '{why,requestId}' as "requestId", l.id as "locationId", l.name as location,
      body #>> '{before,checkIn}' as "checkIn", body #>> '{before,checkOut}' as "checkOut"
    from (${decisions('ledger_record')} union all ${decisions('ledger_pending')}) d
    join location l on l.company_id = ${companyId} and l.id = (body #>> '{before,locationId}')::uuid`.execute(
    db,
  );
  return new Map(
    rows.map(({ requestId, locationId, location, checkIn, checkOut }) => [
      requestId,
      { location: { id: locationId, name: location }, checkIn, checkOut },
    ]),
  );
}

async function readRequests(
  db: Db,
  companyId: string,
  selection: ReturnType<typeof selectRequests>,
): Promise<CorrectionRequest[]> {
  const rows = await selection.execute();
  const breaks = await findBreaks(
    db,
    companyId,
    rows.flatMap(({ timeEntryId }) => timeEntryId ?? []),
  );
  const decidedEntries = rows.flatMap(({ status, timeEntryId }) =>
    status === 'approved' && timeEntryId ? [timeEntryId] : [],
  );
  const before = decidedEntries.length > 0 ? await findTimesBefore(db, companyId, decidedEntries) : new Map();
  const withBreaks = <Times extends object>(times: Times | null, timeEntryId: string | null) =>
    times && { ...times, breaks: breaks.get(timeEntryId ?? '') ?? [] };
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, nameTag: row.nameTag },
    timeEntryId: row.timeEntryId,
    current: withBreaks(
      timesOf(
        locationOf(row.currentLocationId, row.currentLocation),
        row.currentCheckIn,
        row.currentCheckOut,
      ),
      row.timeEntryId,
    ),
    wanted: {
      location: locationOf(row.locationId, row.wantedLocation),
      checkIn: row.checkIn,
      checkOut: row.checkOut,
      breaks: row.breaks,
    },
    absence:
      row.absenceCode === null || row.absenceStart === null || row.absenceEnd === null
        ? null
        : {
            code: row.absenceCode,
            startDate: row.absenceStart,
            endDate: row.absenceEnd,
            part: row.absencePart,
            change: row.absenceId === null ? null : { kept: keptDaysOf(row) },
          },
    reason: row.reason,
    status: row.status,
    createdAt: row.createdAt,
    decision:
      row.decidedBy === null || row.decidedAt === null
        ? null
        : {
            by: {
              id: row.decidedBy,
              firstName: row.decidedByFirstName ?? '',
              lastName: row.decidedByLastName ?? '',
              nameTag: row.decidedByNameTag,
            },
            at: row.decidedAt,
            actorIsNew: row.actorIsNew,
            reason: row.decisionReason,
            before: before.get(row.id) ?? null,
            recorded: timesOf(
              locationOf(row.recordedLocationId, row.recordedLocation),
              row.recordedCheckIn,
              row.recordedCheckOut,
            ),
          },
  }));
}

/** The pending requests in the scope, oldest first: the first `limit`. */
export async function listPendingRequests(
  db: Db,
  companyId: string,
  scope: Scope,
  limit: number,
): Promise<CorrectionRequest[]> {
  return readRequests(
    db,
    companyId,
    selectRequests(db, companyId, scope)
      .where('r.status', '=', 'pending')
      .orderBy('r.createdAt')
      .orderBy('r.id')
      .limit(limit),
  );
}

const pendingRequests = (db: Db, companyId: string, scope: Scope) =>
  db
    .selectFrom('correctionRequest as r')
    .leftJoin('timeEntry as e', inCompany('e.id', 'r.timeEntryId'))
    .where('r.companyId', '=', companyId)
    .where('r.status', '=', 'pending')
    .where(isInScope(scope));

/** How many requests in the scope await a decision, and how many of them ask for an absence. */
export async function countRequests(
  db: Db,
  companyId: string,
  scope: Scope,
): Promise<{ requestCount: number; absenceRequestCount: number }> {
  return pendingRequests(db, companyId, scope)
    .select((eb) => [
      eb.fn.countAll<number>().as('requestCount'),
      eb.fn.countAll<number>().filterWhere('r.kind', '=', 'absence').as('absenceRequestCount'),
    ])
    .executeTakeFirstOrThrow();
}

/** How many requests that the person made await a decision; what their scans made is not counted. */
export async function countPendingOf(db: Db, companyId: string, userId: string): Promise<number> {
  const { pending } = await db
    .selectFrom('correctionRequest')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('kind', 'not in', [...RECORDED_KINDS])
    .select((eb) => eb.fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow();
  return pending;
}

/**
 * How many requests in the scope await a decision, and whether an employee made one of them after `since`. A manager's own
 * don't count: another person decides on them.
 */
export async function countPending(
  db: Db,
  companyId: string,
  scope: Scope,
  since: string,
): Promise<{ pending: number; isNew: boolean }> {
  return pendingRequests(db, companyId, scope)
    .$if(scope.kind === 'locations', (query) =>
      query.where('r.userId', '!=', scope.kind === 'locations' ? scope.userId : ''),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('pending'),
      sql<boolean>`coalesce(bool_or(r.kind <> all (${sql.val([...RECORDED_KINDS])}) and r.created_at > ${since}), false)`.as(
        'isNew',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** The newest `limit` requests in the scope, newest first; of one status or person if given. */
export async function listRequests(
  db: Db,
  companyId: string,
  scope: Scope,
  { status, userId }: { status?: ApprovalStatus | undefined; userId?: string | undefined },
  limit: number,
): Promise<CorrectionRequest[]> {
  return readRequests(
    db,
    companyId,
    selectRequests(db, companyId, scope)
      .$if(status !== undefined, (query) => query.where('r.status', '=', status ?? 'pending'))
      .$if(userId !== undefined, (query) => query.where('r.userId', '=', userId ?? ''))
      .orderBy('r.createdAt', 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit),
  );
}

/** One request of the company as people see it. */
export async function describeRequest(
  db: Db,
  companyId: string,
  id: string,
): Promise<CorrectionRequest | undefined> {
  return (
    await readRequests(db, companyId, selectRequests(db, companyId, everything).where('r.id', '=', id))
  )[0];
}

/** One request in the scope as it is stored. */
export async function findRequest(
  db: Db,
  companyId: string,
  scope: Scope,
  id: string,
): Promise<StoredRequest | undefined> {
  return db
    .selectFrom('correctionRequest as r')
    .leftJoin('timeEntry as e', inCompany('e.id', 'r.timeEntryId'))
    .where('r.companyId', '=', companyId)
    .where('r.id', '=', id)
    .where(isInScope(scope))
    .selectAll('r')
    .$narrowType<{ breaks: BreakChanges | null }>()
    .executeTakeFirst();
}

/** The database refuses a second pending request about the entry, for the same missing times, or for one of the days. */
export async function insertRequest(
  db: Db,
  { breaks, ...request }: Insertable<CorrectionRequestTable> & { breaks?: BreakChanges | null },
): Promise<void> {
  const values = { ...request, breaks: breaks ? JSON.stringify(breaks) : null };
  await db.insertInto('correctionRequest').values(values).execute();
}

export async function deleteRequest(db: Db, companyId: string, id: string): Promise<void> {
  await db.deleteFrom('correctionRequest').where('companyId', '=', companyId).where('id', '=', id).execute();
}

/** Deletes the pending request for approval that a scan made at this instant, which was undone; false if it made none. */
export async function deleteRequestOfScan(
  db: Db,
  companyId: string,
  { timeEntryId, receivedAt }: { timeEntryId: string; receivedAt: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('correctionRequest')
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', timeEntryId)
    .where('status', '=', 'pending')
    .where('kind', 'in', ['late', 'overlong'])
    .where('createdAt', '=', receivedAt)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type Decision = {
  status: Exclude<ApprovalStatus, 'pending'>;
  decidedBy: string;
  decidedAt: string;
  decisionReason: string | null;
} & Pick<Updateable<CorrectionRequestTable>, 'recordedLocationId' | 'recordedCheckIn' | 'recordedCheckOut'>;

export async function decideRequest(
  db: Db,
  companyId: string,
  { id, userId }: { id: string; userId: string },
  decision: Decision,
): Promise<void> {
  await db
    .updateTable('correctionRequest')
    .set({
      ...decision,
      actorIsNew: isActorNew(companyId, decision.decidedBy, userId, decision.decidedAt),
    })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Pending requests about this entry, or to change this absence. */
export async function listPendingAbout(
  db: Db,
  companyId: string,
  about: { timeEntryId: string } | { absenceId: string },
): Promise<StoredRequest[]> {
  return db
    .selectFrom('correctionRequest')
    .where('companyId', '=', companyId)
    .where((eb) => eb.and(about))
    .where('status', '=', 'pending')
    .selectAll()
    .$narrowType<{ breaks: BreakChanges | null }>()
    .execute();
}

/** Refused scans in the scope that nobody has settled, the earliest first. */
export async function listRefusedScans(
  db: Db,
  companyId: string,
  scope: Scope,
  limit: number,
): Promise<RefusedScan[]> {
  const rows = await db
    .selectFrom('refusedScan as r')
    .innerJoin('users as u', inCompany('u.id', 'r.userId'))
    .leftJoin('location as l', inCompany('l.id', 'r.locationId'))
    .where('r.companyId', '=', companyId)
    .where('r.settledAt', 'is', null)
    .where(workIn(scope, { user: 'r.userId', location: 'r.locationId' }))
    .orderBy('r.receivedAt')
    .orderBy('r.id')
    .limit(limit)
    .select([
      'r.id',
      'r.userId',
      'r.locationId',
      'r.expectedAction',
      'r.isButton',
      'r.scannedAt',
      'r.deviceAt',
    ])
    .select(['r.receivedAt', 'r.reason', 'u.firstName', 'u.lastName', 'l.name as locationName'])
    .$narrowType<{ reason: RefusedScan['reason'] }>()
    .execute();
  return rows.map(({ userId, firstName, lastName, locationId, locationName, ...scan }) => ({
    ...scan,
    user: { id: userId, firstName, lastName },
    location: locationOf(locationId, locationName),
  }));
}

/** Whether the viewer has recorded a scan of the request's entry for its person. */
export async function hasMadeScanOf(
  db: Db,
  { companyId, userId: madeBy }: { companyId: string; userId: string },
  { userId, timeEntryId }: { userId: string; timeEntryId: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('scan')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('madeBy', '=', madeBy)
    .where((eb) => eb.or([eb('timeEntryId', '=', timeEntryId), eb('closedEntryId', '=', timeEntryId)]))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
