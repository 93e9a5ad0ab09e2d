import { randomUUIDv7 } from 'node:crypto';
import type { Attention, CorrectionRequest } from '#contract/corrections.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { type Context, countingOf } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import { actAs, appendToLedger } from '#server/platform/ledger/ledger.ts';
import { listActiveAdmins } from '../company/company.queries.ts';
import { countActiveAdmins } from '../employees/employees.queries.ts';
import { findLocation } from '../locations/locations.queries.ts';
import {
  listMissingCheckOuts,
  readTimeEntries,
  selectTimeEntries,
} from '../time-tracking/time-entries.queries.ts';
import {
  deleteEntry,
  findEntry,
  insertEntry,
  type StoredEntry,
  updateEntry,
} from '../time-tracking/time-entry-changes.queries.ts';
import * as mails from './corrections.emails.ts';
import * as queries from './corrections.queries.ts';

const shownRequests = 200;

type Times = Pick<StoredEntry, 'locationId' | 'checkIn' | 'checkOut'>;

/** Instants come in any offset and are kept in UTC. */
const utc = (instant: string) => new Date(instant).toISOString();

/** Nobody settles their own hours while somebody else can. Throws needs_another_admin. */
async function requireAnother({ viewer }: Context, transaction: Db, userId: string): Promise<void> {
  if (userId === viewer.userId && (await countActiveAdmins(transaction, viewer.companyId)) > 1) {
    throw new AppError('needs_another_admin');
  }
}

/**
 * Throws validation_failed (an end before the start), entry_in_future, entry_too_long, entry_overlaps, month_locked,
 * not_found (a place of nobody here, unless it is the entry's own).
 */
async function requirePossible(
  context: Context,
  transaction: Db,
  { id, userId, before }: { id: string; userId: string; before: StoredEntry | undefined },
  { locationId, checkIn, checkOut }: Times,
): Promise<void> {
  const { companyId, longestShiftHours } = context.viewer;
  const now = context.clock.now().getTime();
  const [start, end] = [Date.parse(checkIn), checkOut === null ? null : Date.parse(checkOut)];
  if (end !== null && end <= start) throw invalidField('checkOut', 'checkOutOrder');
  if (start > now || (end ?? 0) > now) throw new AppError('entry_in_future');
  if (end !== null && end - start > longestShiftHours * MS_PER_HOUR) throw new AppError('entry_too_long');
  if (locationId !== before?.locationId && !(await findLocation(transaction, companyId, locationId))) {
    throw new AppError('not_found');
  }
  const times = { userId, checkIn, checkOut };
  for (const some of before ? [before, times] : [times]) {
    if (await queries.isInApprovedMonth(transaction, companyId, some)) throw new AppError('month_locked');
  }
  if (await queries.overlapsAnother(transaction, companyId, id, times)) throw new AppError('entry_overlaps');
}

/** What becomes of an entry that gets these times: its sources say which of them an administrator set. */
function changesOf(before: StoredEntry, { locationId, checkIn, checkOut }: Times) {
  return {
    locationId,
    checkIn,
    checkOut,
    ...(checkIn !== before.checkIn && { checkInSource: 'admin' as const }),
    ...(checkOut !== before.checkOut && { checkOutSource: 'admin' as const }),
  };
}

const isSame = (one: Times, other: Times) =>
  one.locationId === other.locationId && one.checkIn === other.checkIn && one.checkOut === other.checkOut;

async function readEntry(context: Context, db: Db, id: string): Promise<TimeEntry> {
  const { companyId } = context.viewer;
  const selection = selectTimeEntries(db, companyId).where('e.id', '=', id);
  const [entry] = await readTimeEntries(db, companyId, selection, countingOf(context));
  if (!entry) throw new AppError('not_found');
  return entry;
}

/** Adds an entry for somebody. Throws not_found, needs_another_admin, and what `requirePossible` throws. */
export async function createTimeEntry(
  context: Context,
  { userId, reason, ...input }: EndpointRequest<'createTimeEntry'>['body'],
): Promise<TimeEntry> {
  const { db, viewer, clock } = context;
  const { companyId } = viewer;
  const id = randomUUIDv7();
  const times = { locationId: input.locationId, checkIn: utc(input.checkIn), checkOut: utc(input.checkOut) };
  return db.transaction().execute(async (transaction) => {
    const person = await queries.findPerson(transaction, companyId, userId);
    if (!person) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, companyId, person.id);
    await requireAnother(context, transaction, person.id);
    await requirePossible(context, transaction, { id, userId: person.id, before: undefined }, times);
    await actAs(transaction, {
      kind: 'entry-added',
      actorId: viewer.userId,
      at: clock.now(),
      why: { reason },
    });
    await insertEntry(transaction, {
      companyId,
      id,
      userId: person.id,
      ...times,
      checkInSource: 'admin',
      checkOutSource: 'admin',
      isCorrected: true,
      createdAt: clock.now().toISOString(),
    });
    const entry = await readEntry(context, transaction, id);
    await mails.tellOfChange(context, transaction, person.id, { before: null, after: entry, reason });
    return entry;
  });
}

/** Changes an entry; a pending estimate of it is settled by that. Throws not_found, needs_another_admin, and the above. */
export async function updateTimeEntry(
  context: Context,
  id: string,
  { reason, ...input }: EndpointRequest<'updateTimeEntry'>['body'],
): Promise<TimeEntry> {
  const { viewer, clock } = context;
  const times = {
    locationId: input.locationId.toLowerCase(),
    checkIn: utc(input.checkIn),
    checkOut: input.checkOut === null ? null : utc(input.checkOut),
  };
  return changeEntry(context, id, async (transaction, before) => {
    if (times.checkOut === null && before.checkOut !== null)
      throw invalidField('checkOut', 'checkOutRequired');
    await requirePossible(context, transaction, { id: before.id, userId: before.userId, before }, times);
    const earlier = await readEntry(context, transaction, before.id);
    await actAs(transaction, {
      kind: 'entry-edited',
      actorId: viewer.userId,
      at: clock.now(),
      why: { reason },
    });
    await updateEntry(transaction, viewer.companyId, before.id, {
      ...changesOf(before, times),
      isCorrected: true,
      ...(before.approval && { approval: 'approved' }),
    });
    await settlePending(context, transaction, { ...before, ...times }, reason);
    const entry = await readEntry(context, transaction, before.id);
    await mails.tellOfChange(context, transaction, before.userId, { before: earlier, after: entry, reason });
    return entry;
  });
}

/** Deletes an entry; the ledger keeps it, requests about it are rejected. Throws not_found, needs_another_admin, month_locked. */
export async function deleteTimeEntry(context: Context, id: string, reason: string): Promise<void> {
  const { viewer, clock } = context;
  await changeEntry(context, id, async (transaction, before) => {
    const earlier = await readEntry(context, transaction, before.id);
    await actAs(transaction, {
      kind: 'entry-deleted',
      actorId: viewer.userId,
      at: clock.now(),
      why: { reason },
    });
    await deleteEntry(transaction, viewer.companyId, before.id);
    await rejectPending(context, transaction, before, reason);
    await mails.tellOfChange(context, transaction, before.userId, { before: earlier, after: null, reason });
  });
}

async function changeEntry<Result>(
  context: Context,
  id: string,
  change: (transaction: Db, before: StoredEntry) => Promise<Result>,
): Promise<Result> {
  const { db, viewer } = context;
  return db.transaction().execute(async (transaction) => {
    const found = await findEntry(transaction, viewer.companyId, id);
    if (!found) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, viewer.companyId, found.userId);
    const before = await findEntry(transaction, viewer.companyId, id);
    if (!before) throw new AppError('not_found');
    await requireAnother(context, transaction, before.userId);
    return change(transaction, before);
  });
}

function decisionOf(
  { viewer, clock }: Context,
  status: queries.Decision['status'],
  reason: string | null,
  recorded?: Times,
): queries.Decision {
  return {
    status,
    decidedBy: viewer.userId,
    decidedAt: clock.now().toISOString(),
    decisionReason: reason,
    recordedLocationId: recorded?.locationId ?? null,
    recordedCheckIn: recorded?.checkIn ?? null,
    recordedCheckOut: recorded?.checkOut ?? null,
  };
}

/** An estimate is settled by whatever else changes its entry. */
async function settlePending(
  context: Context,
  transaction: Db,
  entry: StoredEntry,
  reason: string | null,
): Promise<void> {
  const { companyId } = entry;
  for (const { id, kind } of await queries.listPendingAbout(transaction, companyId, entry.id)) {
    if (kind !== 'estimate') continue;
    await queries.decideRequest(transaction, companyId, id, decisionOf(context, 'approved', reason, entry));
  }
}

/** Of an entry that is no more, nothing can be asked. */
async function rejectPending(
  context: Context,
  transaction: Db,
  { companyId, id: timeEntryId }: StoredEntry,
  reason: string | null,
): Promise<void> {
  for (const request of await queries.listPendingAbout(transaction, companyId, timeEntryId)) {
    await reject(context, transaction, request, reason);
  }
}

async function reject(
  context: Context,
  transaction: Db,
  request: queries.StoredRequest,
  reason: string | null,
): Promise<void> {
  const { companyId, userId, timeEntryId } = request;
  await queries.decideRequest(transaction, companyId, request.id, decisionOf(context, 'rejected', reason));
  const act = decisionAct(context, request, 'rejected', reason);
  const entry = await findEntry(transaction, companyId, timeEntryId);
  if (request.kind !== 'estimate' || !entry) {
    await appendToLedger(transaction, companyId, act, { userId, timeEntryId });
    return;
  }
  await actAs(transaction, act);
  await updateEntry(transaction, companyId, timeEntryId, { checkOut: entry.checkIn, approval: 'rejected' });
}

function decisionAct(
  { viewer, clock }: Context,
  request: queries.StoredRequest,
  decision: queries.Decision['status'],
  reason: string | null,
) {
  const why = { requestId: request.id, request: request.kind, decision, reason };
  return { kind: 'decision' as const, actorId: viewer.userId, at: clock.now(), why };
}

/** What the administrators have to look at, the earliest first. */
export async function listAttention(context: Context): Promise<Attention> {
  const { db, viewer } = context;
  const [missingCheckOuts, requests] = await Promise.all([
    listMissingCheckOuts(db, viewer.companyId, countingOf(context)),
    queries.readRequests(
      queries
        .selectRequests(db, viewer.companyId)
        .where('r.status', '=', 'pending')
        .orderBy('r.createdAt')
        .orderBy('r.id'),
    ),
  ]);
  return { missingCheckOuts, requests };
}

/** The company's last 200 requests, the latest first. */
export async function listCorrectionRequests(
  { db, viewer }: Context,
  { status, userId }: { status?: CorrectionRequest['status'] | undefined; userId?: string },
): Promise<CorrectionRequest[]> {
  return queries.readRequests(
    queries
      .selectRequests(db, viewer.companyId)
      .$if(status !== undefined, (query) => query.where('r.status', '=', status ?? 'pending'))
      .$if(userId !== undefined, (query) => query.where('r.userId', '=', userId ?? ''))
      .orderBy('r.createdAt', 'desc')
      .orderBy('r.id', 'desc')
      .limit(shownRequests),
  );
}

/** The viewer's own last 200 requests, the latest first. */
export async function listOwnCorrectionRequests(context: Context): Promise<CorrectionRequest[]> {
  return listCorrectionRequests(context, { userId: context.viewer.userId });
}

async function readRequest({ viewer }: Context, db: Db, id: string): Promise<CorrectionRequest> {
  const [request] = await queries.readRequests(
    queries.selectRequests(db, viewer.companyId).where('r.id', '=', id),
  );
  if (!request) throw new AppError('not_found');
  return request;
}

/** Asks the administrators for a change of the viewer's own entries. Throws not_found, request_pending, and the above. */
export async function createCorrectionRequest(
  context: Context,
  input: EndpointRequest<'createCorrectionRequest'>['body'],
): Promise<CorrectionRequest> {
  const { db, viewer, clock } = context;
  const { companyId, userId } = viewer;
  const { kind, reason } = input;
  const id = randomUUIDv7();
  const wanted =
    kind === 'delete'
      ? { locationId: null, checkIn: null, checkOut: null }
      : {
          locationId: input.locationId?.toLowerCase() ?? null,
          checkIn: input.checkIn ? utc(input.checkIn) : null,
          checkOut: input.checkOut ? utc(input.checkOut) : null,
        };
  return db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    const found = input.timeEntryId ? await findEntry(transaction, companyId, input.timeEntryId) : undefined;
    const before = kind === 'add' ? undefined : found;
    if (kind !== 'add' && before?.userId !== userId) throw new AppError('not_found');
    const timeEntryId = before?.id ?? randomUUIDv7();
    if (kind === 'delete' && before && (await queries.isInApprovedMonth(transaction, companyId, before))) {
      throw new AppError('month_locked');
    }
    if (kind !== 'delete') {
      await requirePossible(
        context,
        transaction,
        { id: timeEntryId, userId, before },
        timesAfter(before, wanted),
      );
    }
    const createdAt = clock.now().toISOString();
    await queries.insertRequest(transaction, {
      companyId,
      id,
      userId,
      kind,
      timeEntryId,
      ...wanted,
      reason,
      createdAt,
    });
    await appendToLedger(
      transaction,
      companyId,
      {
        kind: 'request',
        actorId: userId,
        at: clock.now(),
        why: { requestId: id, request: kind, wanted, reason },
      },
      { userId, timeEntryId },
    );
    const request = await readRequest(context, transaction, id);
    await mails.tellOfRequest(context, transaction, request, await listActiveAdmins(transaction, companyId));
    return request;
  });
}

/** What is left out stays as it is. */
function timesAfter(
  before: Times | undefined,
  wanted: { locationId?: string | null; checkIn?: string | null; checkOut?: string | null },
): Times {
  const locationId = wanted.locationId ?? before?.locationId;
  const checkIn = wanted.checkIn ?? before?.checkIn;
  if (!locationId || !checkIn) throw invalidField('kind', 'correctionIncomplete');
  return { locationId, checkIn, checkOut: wanted.checkOut ?? before?.checkOut ?? null };
}

/** Takes back one's own request. Throws not_found, already_decided. */
export async function withdrawCorrectionRequest({ db, viewer, clock }: Context, id: string): Promise<void> {
  const { companyId, userId } = viewer;
  await db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    const request = await queries.findRequest(transaction, companyId, id);
    if (request?.userId !== userId || request.kind === 'estimate') throw new AppError('not_found');
    if (request.status !== 'pending') throw new AppError('already_decided');
    await queries.deleteRequest(transaction, companyId, request.id);
    const why = { requestId: request.id, request: request.kind };
    await appendToLedger(
      transaction,
      companyId,
      { kind: 'withdrawal', actorId: userId, at: clock.now(), why },
      { userId, timeEntryId: request.timeEntryId },
    );
  });
}

/**
 * Approves a request or an estimated end, with other times if there are `changes`, or rejects it. A rejected estimate
 * leaves no hours. Throws not_found, already_decided, needs_another_admin, and what `requirePossible` throws.
 */
export async function decideCorrectionRequest(
  context: Context,
  id: string,
  { decision, reason, changes }: EndpointRequest<'decideCorrectionRequest'>['body'],
): Promise<CorrectionRequest> {
  const { db, viewer } = context;
  const { companyId } = viewer;
  return db.transaction().execute(async (transaction) => {
    const found = await queries.findRequest(transaction, companyId, id);
    if (!found) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, companyId, found.userId);
    const request = await queries.findRequest(transaction, companyId, id);
    // Withdrawn, or decided by somebody who was quicker.
    if (request?.status !== 'pending') throw new AppError('already_decided');
    await requireAnother(context, transaction, request.userId);
    if (decision === 'rejected') await reject(context, transaction, request, reason);
    else await approve(context, transaction, request, { reason, changes: changes ?? {} });
    const decided = await readRequest(context, transaction, request.id);
    await mails.tellOfDecision(context, transaction, decided);
    return decided;
  });
}

type Changes = NonNullable<EndpointRequest<'decideCorrectionRequest'>['body']['changes']>;

async function approve(
  context: Context,
  transaction: Db,
  request: queries.StoredRequest,
  { reason, changes }: { reason: string | null; changes: Changes },
): Promise<void> {
  const { companyId, userId, timeEntryId, kind } = request;
  const before = await findEntry(transaction, companyId, timeEntryId);
  if (kind === 'delete' && Object.keys(changes).length > 0) throw invalidField('changes', 'invalid');
  await actAs(transaction, decisionAct(context, request, 'approved', reason));
  if (kind === 'delete') {
    await queries.decideRequest(transaction, companyId, request.id, decisionOf(context, 'approved', reason));
    if (!before) return;
    await deleteEntry(transaction, companyId, timeEntryId);
    await rejectPending(context, transaction, before, reason);
    return;
  }
  if (kind !== 'add' && !before) throw new AppError('not_found');
  const after = timesAfter(before, {
    locationId: changes.locationId?.toLowerCase() ?? request.locationId,
    checkIn: changes.checkIn ? utc(changes.checkIn) : request.checkIn,
    checkOut: changes.checkOut ? utc(changes.checkOut) : request.checkOut,
  });
  const isAsItIs = before !== undefined && isSame(before, after);
  if (!isAsItIs) await requirePossible(context, transaction, { id: timeEntryId, userId, before }, after);
  if (before) {
    await updateEntry(transaction, companyId, timeEntryId, {
      ...changesOf(before, after),
      approval: 'approved',
      isCorrected: before.isCorrected || !isAsItIs,
    });
  } else {
    await insertEntry(transaction, {
      companyId,
      id: timeEntryId,
      userId,
      ...after,
      checkInSource: 'admin',
      checkOutSource: 'admin',
      approval: 'approved',
      isCorrected: true,
      createdAt: context.clock.now().toISOString(),
    });
  }
  await queries.decideRequest(
    transaction,
    companyId,
    request.id,
    decisionOf(context, 'approved', reason, after),
  );
  if (before) await settlePending(context, transaction, { ...before, ...after }, reason);
}
