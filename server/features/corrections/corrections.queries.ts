import type { Insertable, Selectable, Updateable } from 'kysely';
import type { CorrectionRequest } from '#contract/corrections.ts';
import { type Db, touches } from '#server/platform/database/database.ts';
import type {
  ApprovalStatus,
  CorrectionRequest as CorrectionRequestTable,
} from '#server/platform/database/types.ts';

export type StoredRequest = Selectable<CorrectionRequestTable>;

/** Requests of one company with the names that belong to them: to be narrowed and ordered, then read by `readRequests`. */
export function selectRequests(db: Db, companyId: string) {
  return db
    .selectFrom('correctionRequest as r')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyId', '=', 'r.companyId').onRef('u.id', '=', 'r.userId'),
    )
    .leftJoin('users as d', (join) =>
      join.onRef('d.companyId', '=', 'r.companyId').onRef('d.id', '=', 'r.decidedBy'),
    )
    .leftJoin('timeEntry as e', (join) =>
      join.onRef('e.companyId', '=', 'r.companyId').onRef('e.id', '=', 'r.timeEntryId'),
    )
    .leftJoin('location as el', (join) =>
      join.onRef('el.companyId', '=', 'e.companyId').onRef('el.id', '=', 'e.locationId'),
    )
    .leftJoin('location as wl', (join) =>
      join.onRef('wl.companyId', '=', 'r.companyId').onRef('wl.id', '=', 'r.locationId'),
    )
    .leftJoin('location as rl', (join) =>
      join.onRef('rl.companyId', '=', 'r.companyId').onRef('rl.id', '=', 'r.recordedLocationId'),
    )
    .where('r.companyId', '=', companyId)
    .selectAll('r')
    .select([
      'u.firstName',
      'u.lastName',
      'd.firstName as decidedByFirstName',
      'd.lastName as decidedByLastName',
      'e.locationId as currentLocationId',
      'e.checkIn as currentCheckIn',
      'e.checkOut as currentCheckOut',
      'el.name as currentLocation',
      'wl.name as wantedLocation',
      'rl.name as recordedLocation',
    ]);
}

const placeOf = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

function timesOf(
  location: { id: string; name: string } | null,
  checkIn: string | null,
  checkOut: string | null,
) {
  return location && checkIn ? { location, checkIn, checkOut } : null;
}

export async function readRequests(
  selection: ReturnType<typeof selectRequests>,
): Promise<CorrectionRequest[]> {
  const rows = await selection.execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName },
    timeEntryId: row.timeEntryId,
    current: timesOf(
      placeOf(row.currentLocationId, row.currentLocation),
      row.currentCheckIn,
      row.currentCheckOut,
    ),
    wanted: {
      location: placeOf(row.locationId, row.wantedLocation),
      checkIn: row.checkIn,
      checkOut: row.checkOut,
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
            },
            at: row.decidedAt,
            reason: row.decisionReason,
            recorded: timesOf(
              placeOf(row.recordedLocationId, row.recordedLocation),
              row.recordedCheckIn,
              row.recordedCheckOut,
            ),
          },
  }));
}

export async function findRequest(db: Db, companyId: string, id: string): Promise<StoredRequest | undefined> {
  return db
    .selectFrom('correctionRequest')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

/** Refused by the database (request_pending) while another request about the entry waits. */
export async function insertRequest(db: Db, request: Insertable<CorrectionRequestTable>): Promise<void> {
  await db.insertInto('correctionRequest').values(request).execute();
}

export async function deleteRequest(db: Db, companyId: string, id: string): Promise<void> {
  await db.deleteFrom('correctionRequest').where('companyId', '=', companyId).where('id', '=', id).execute();
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
  id: string,
  decision: Decision,
): Promise<void> {
  await db
    .updateTable('correctionRequest')
    .set(decision)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Requests that wait for a decision on this entry. */
export async function listPendingAbout(
  db: Db,
  companyId: string,
  timeEntryId: string,
): Promise<StoredRequest[]> {
  return db
    .selectFrom('correctionRequest')
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', timeEntryId)
    .where('status', '=', 'pending')
    .selectAll()
    .execute();
}

type Times = { userId: string; checkIn: string; checkOut: string | null };

/** Whether another entry of the person has a part inside, or begins after an end that is still open. */
export async function overlapsAnother(
  db: Db,
  companyId: string,
  id: string,
  { userId, checkIn, checkOut }: Times,
): Promise<boolean> {
  const row = await db
    .selectFrom('timeEntry as e')
    .where('e.companyId', '=', companyId)
    .where('e.userId', '=', userId)
    .where('e.id', '!=', id)
    .where(touches(checkIn, checkOut ?? 'infinity'))
    // An entry of no length at the very beginning of one that has ended is not in its way.
    .$if(checkOut !== null, (query) =>
      query.where((eb) => eb.or([eb('e.checkOut', 'is', null), eb('e.checkOut', '>', checkIn)])),
    )
    .select('e.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the times have a part in a month of the person that is approved; as `refuse_approved_month` in the database. */
export async function isInApprovedMonth(
  db: Db,
  companyId: string,
  { userId, checkIn, checkOut }: Times,
): Promise<boolean> {
  const row = await db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('unlockedAt', 'is', null)
    .where('endsAt', '>', checkIn)
    .where((eb) =>
      checkOut === null
        ? eb.val(true)
        : eb.or([eb('startsAt', '<=', checkIn), eb('startsAt', '<', checkOut)]),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who was asked for or told of a correction: a person of the company who has not left. */
export async function findPerson(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .where('u.companyId', '=', companyId)
    .where('u.id', '=', id)
    .where('u.deletedAt', 'is', null)
    .select(['u.id', 'u.email', 'u.firstName', 'u.lastName', 'u.isActive'])
    .select((eb) => eb.fn.coalesce('u.language', 'c.language').as('language'))
    .executeTakeFirst();
}
