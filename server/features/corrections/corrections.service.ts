import { randomUUIDv7 } from 'node:crypto';
import type { CorrectionRequest } from '#contract/corrections.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { rangeOfDates } from '#domain/calendar.ts';
import { type BreakChanges, breaksAfter, isRecorded } from '#domain/corrections.ts';
import { type Context, countingOf, type Scope, type Services } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { actAs, appendToLedger, type Fact } from '#server/platform/ledger/ledger.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { everything, scopeOf } from '#server/platform/scope.ts';
import { keptDaysOf } from '../absences/absences.queries.ts';
import {
  type AbsenceFacts,
  type AbsenceRequests,
  recordAbsence,
  requireAskable,
  shortenAbsence,
} from '../absences/absences.service.ts';
import { findCompany, listActiveAdmins, listActiveManagers } from '../company/company.queries.ts';
import { listOpenFlags } from '../flags/flags.service.ts';
import { requireAnotherAdmin } from '../time-entries/another-admin.service.ts';
import { listBreaks } from '../time-entries/breaks.queries.ts';
import { setBreaks, statedChanges, utc } from '../time-entries/breaks.service.ts';
import { listMissingCheckOuts } from '../time-entries/time-entries.queries.ts';
import {
  deleteEntry,
  findEntry,
  insertEntry,
  refuseApprovedMonth,
  type StoredEntry,
  updateEntry,
} from '../time-entries/time-entry-changes.queries.ts';
import {
  changedFrom,
  changesOf,
  type EntryTimes,
  isUnchanged,
  type PendingRequests,
  requireAcceptableTimes,
} from '../time-entries/time-entry-changes.service.ts';
import * as mails from './corrections.emails.ts';
import * as queries from './corrections.queries.ts';

/** With 50 breaks and the longest texts each, their answer is 1.4 MB. */
const shownRequests = 100;
const shownRefusals = 200;

/** How many pending requests a person may have, absences included; what scans made await approval besides. */
const maxPending = 50;

export const correctionDigestQueueName = { name: 'correction-digest' };
/** The first request of a company is mailed at once, those that follow within this time together. */
const digestSeconds = 3600;

function decisionOf(
  { viewer, clock }: Context,
  status: queries.Decision['status'],
  reason: string | null,
  recorded?: EntryTimes,
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

/** Approves a recorded end of the entry that awaits approval, since the entry was changed otherwise. */
async function settlePending(
  context: Context,
  transaction: Db,
  entry: StoredEntry,
  reason: string | null,
): Promise<void> {
  const { companyId } = entry;
  for (const request of await queries.listPendingAbout(transaction, companyId, { timeEntryId: entry.id })) {
    if (!isRecorded(request.kind)) continue;
    await queries.decideRequest(
      transaction,
      companyId,
      request,
      decisionOf(context, 'approved', reason, entry),
    );
  }
}

/** Rejects pending requests for a deleted entry. */
async function rejectPending(
  context: Context,
  transaction: Db,
  { companyId, id: timeEntryId }: StoredEntry,
  reason: string | null,
): Promise<void> {
  for (const request of await queries.listPendingAbout(transaction, companyId, { timeEntryId })) {
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
  await queries.decideRequest(transaction, companyId, request, decisionOf(context, 'rejected', reason));
  const act = decisionAct(context, request, 'rejected', reason);
  const entry = timeEntryId === null ? undefined : await findEntry(transaction, companyId, timeEntryId);
  if (!isRecorded(request.kind) || !entry) {
    await appendToLedger(transaction, companyId, act, { userId, ...(timeEntryId && { timeEntryId }) });
    return;
  }
  await actAs(transaction, act);
  await updateEntry(transaction, companyId, entry.id, {
    checkOut: entry.checkIn,
    approval: 'rejected',
    ...(entry.checkOut === null && { checkOutSource: 'admin' }),
  });
  await context.refuseSealedMonthChanges(context, transaction, userId, entry.checkIn);
}

/** For administrators' changes of entries, which affect the requests about them. */
export const pendingRequests: PendingRequests = { settle: settlePending, reject: rejectPending };

function decisionAct(
  { viewer, clock }: Context,
  request: queries.StoredRequest,
  decision: queries.Decision['status'],
  reason: string | null,
) {
  const why = { requestId: request.id, request: request.kind, decision, reason };
  return { kind: 'decision' as const, actorId: viewer.userId, at: clock.now(), why };
}

/** What awaits an administrator or the location's manager: missing check-outs, requests, refused scans and open flags. */
export const listAttention: Handler<'listAttention'> = async (context) => {
  const { db, viewer, scope } = context;
  const [missingCheckOuts, requests, counts, refusedScans, flags] = await Promise.all([
    listMissingCheckOuts(db, viewer.companyId, scope, countingOf(context)),
    queries.listPendingRequests(db, viewer.companyId, scope, shownRequests),
    queries.countRequests(db, viewer.companyId, scope),
    queries.listRefusedScans(db, viewer.companyId, scope, shownRefusals),
    listOpenFlags(context),
  ]);
  return { missingCheckOuts, requests, ...counts, refusedScans, flags };
};

/** The 100 newest requests in the scope, newest first. */
export const listCorrectionRequests: Handler<'listCorrectionRequests'> = async (
  { db, viewer, scope },
  { query: asked },
) => {
  return queries.listRequests(db, viewer.companyId, scope, asked, shownRequests);
};

export const listOwnCorrectionRequests: Handler<'listOwnCorrectionRequests'> = async (context) => {
  return listCorrectionRequests(context, { query: { userId: context.viewer.userId } });
};

/** Reads a request that the caller may see. */
async function readRequest({ viewer }: Context, db: Db, id: string): Promise<CorrectionRequest> {
  const request = await queries.describeRequest(db, viewer.companyId, id);
  if (!request) throw new AppError('not_found');
  return request;
}

/** Asks the administrators to add, change or delete one of the viewer's own entries. */
export const createCorrectionRequest: Handler<'createCorrectionRequest'> = async (
  context,
  { body: input },
) => {
  const { db, viewer } = context;
  const { companyId, userId } = viewer;
  const { kind, reason } = input;
  const asked =
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
    if (kind === 'delete' && before) await refuseApprovedMonth(transaction, companyId, before);
    let breaks: BreakChanges | null = null;
    if (kind !== 'delete') {
      const after = timesAfter(before, asked);
      await requireAcceptableTimes(
        context,
        transaction,
        // Hours missing from an approved month can be asked for: an administrator unlocks it to record them.
        { id: timeEntryId, userId, before, mayBeLocked: kind === 'add' },
        after,
      );
      breaks = await statedChanges(context, transaction, { id: timeEntryId, ...after }, input);
      const changesTimes = Object.values(asked).some((value) => value !== null);
      if (!changesTimes && breaks === null) throw invalidField('kind', 'correctionIncomplete');
    }
    const wanted = { ...asked, breaks };
    return submit(context, transaction, { kind, timeEntryId, ...wanted, reason }, { wanted });
  });
};

/**
 * Stores a request of the viewer's own, whose entries the caller has locked, with `facts` for the ledger, and tells those who
 * may decide on it.
 */
async function submit(
  context: Context,
  transaction: Db,
  request: Omit<Parameters<typeof queries.insertRequest>[1], 'companyId' | 'id' | 'userId' | 'createdAt'>,
  facts: Record<string, Fact>,
): Promise<CorrectionRequest> {
  const { companyId, userId } = context.viewer;
  const { kind, timeEntryId, reason = null } = request;
  const [id, at] = [randomUUIDv7(), context.clock.now()];
  const createdAt = at.toISOString();
  const pending = await queries.countPendingOf(transaction, companyId, userId);
  if (pending >= maxPending) throw new AppError('request_limit');
  await queries.insertRequest(transaction, { ...request, companyId, id, userId, createdAt });
  const why = { requestId: id, request: kind, ...facts, reason };
  await appendToLedger(
    transaction,
    companyId,
    { kind: 'request', actorId: userId, at, why },
    { userId, ...(timeEntryId && { timeEntryId }) },
  );
  const made = await readRequest(context, transaction, id);
  const digest = { companyId, since: createdAt };
  const later = { key: companyId, seconds: digestSeconds };
  if (await context.jobs.sendLater(transaction, correctionDigestQueueName, digest, later)) {
    const readers: mails.RequestReader[] = [];
    for (const { scope, ...reader } of await listDeciders(transaction, context.viewer, at)) {
      if (await queries.findRequest(transaction, companyId, scope, id)) readers.push(reader);
    }
    await mails.notifyOfRequest(context, transaction, made, readers);
  }
  return made;
}

/** For employees' absences, which are asked for and withdrawn as corrections are. */
export const absenceRequests: AbsenceRequests = {
  async ask(context, transaction, facts) {
    await requireAskable(context, transaction, facts);
    const { note, code, startDate, endDate, part } = facts;
    const absence = { code, startDate, endDate, part };
    const request = { ...requestFor(context, absence), reason: note };
    return (await submit(context, transaction, request, { absence })).id;
  },
  async askChange(context, transaction, { id: absenceId, code, startDate, endDate, part }, { kept, reason }) {
    const absence = { code, startDate, endDate, part };
    const request = {
      ...requestFor(context, absence),
      absenceId,
      keptStart: kept?.startDate ?? null,
      keptEnd: kept?.endDate ?? null,
      reason,
    };
    const after = kept && { ...absence, ...kept };
    await submit(context, transaction, request, { absenceId, before: absence, after });
  },
  async rejectAbout(context, transaction, absenceId) {
    const { companyId } = context.viewer;
    for (const request of await queries.listPendingAbout(transaction, companyId, { absenceId })) {
      await reject(context, transaction, request, null);
    }
  },
  withdraw: (context, id) => withdrawCorrectionRequest(context, { params: { id } }),
};

function requestFor(
  { viewer }: Context,
  { code, startDate, endDate, part }: Pick<AbsenceFacts, 'code' | 'startDate' | 'endDate' | 'part'>,
) {
  const days = rangeOfDates(startDate, endDate, viewer.timeZone);
  return {
    kind: 'absence' as const,
    // The request is an open question of the months in which it lies.
    checkIn: days.start.toISOString(),
    checkOut: days.end.toISOString(),
    absenceCode: code,
    absenceStart: startDate,
    absenceEnd: endDate,
    absencePart: part,
  };
}

/** The entry's times with the requested ones applied. Refuses if some are missing. */
function timesAfter(
  before: EntryTimes | undefined,
  wanted: { locationId?: string | null; checkIn?: string | null; checkOut?: string | null },
): EntryTimes {
  const locationId = wanted.locationId ?? before?.locationId;
  const checkIn = wanted.checkIn ?? before?.checkIn;
  if (!locationId || !checkIn) throw invalidField('kind', 'correctionIncomplete');
  return { locationId, checkIn, checkOut: wanted.checkOut ?? before?.checkOut ?? null };
}

export const withdrawCorrectionRequest: Handler<'withdrawCorrectionRequest'> = async (
  { db, viewer, clock },
  { params: { id } },
) => {
  const { companyId, userId } = viewer;
  await db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    const request = await queries.findRequest(transaction, companyId, { kind: 'own', userId }, id);
    if (!request || isRecorded(request.kind)) throw new AppError('not_found');
    if (request.status !== 'pending') throw new AppError('already_decided');
    await queries.deleteRequest(transaction, companyId, request.id);
    const why = { requestId: request.id, request: request.kind };
    await appendToLedger(
      transaction,
      companyId,
      { kind: 'withdrawal', actorId: userId, at: clock.now(), why },
      { userId, ...(request.timeEntryId && { timeEntryId: request.timeEntryId }) },
    );
  });
};

/**
 * Approves a request or a recorded end, with other times if there are `changes`, or rejects it. A rejected end leaves no
 * hours.
 */
export const decideCorrectionRequest: Handler<'decideCorrectionRequest'> = async (
  context,
  { params: { id }, body: { decision, reason, changes } },
) => {
  const { db, viewer, scope } = context;
  const { companyId } = viewer;
  return db.transaction().execute(async (transaction) => {
    const found = await queries.findRequest(transaction, companyId, scope, id);
    if (!found) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, companyId, found.userId);
    const request = await queries.findRequest(transaction, companyId, scope, id);
    // Withdrawn or decided while this one waited for the lock.
    if (request?.status !== 'pending') throw new AppError('already_decided');
    await requireAnotherAdmin(context, transaction, request.userId);
    // A manager does not vouch for a late crew scan of their own.
    if (
      request.kind === 'late' &&
      viewer.role === 'manager' &&
      (await queries.hasMadeScanOf(transaction, viewer, request))
    ) {
      throw new AppError('own_record');
    }
    context.concerns({ userId: request.userId });
    const { current: before } = await readRequest(context, transaction, id);
    if (decision === 'rejected') await reject(context, transaction, request, reason);
    else await approve(context, transaction, request, { reason, changes: changes ?? {} });
    const decided = await readRequest(context, transaction, request.id);
    await mails.notifyOfDecision(context, transaction, decided, before);
    return decided;
  });
};

type Changes = NonNullable<EndpointRequest<'decideCorrectionRequest'>['body']['changes']>;

async function approve(
  context: Context,
  transaction: Db,
  request: queries.StoredRequest,
  { reason, changes }: { reason: string | null; changes: Changes },
): Promise<void> {
  const { companyId, userId, timeEntryId, kind } = request;
  const takesChanges = kind !== 'delete' && kind !== 'absence';
  if (!takesChanges && Object.keys(changes).length > 0) throw invalidField('changes', 'invalid');
  if (timeEntryId === null) {
    await approveAbsence(context, transaction, request, reason);
    return;
  }
  const before = await findEntry(transaction, companyId, timeEntryId);
  await actAs(transaction, decisionAct(context, request, 'approved', reason));
  if (kind === 'delete') {
    await queries.decideRequest(transaction, companyId, request, decisionOf(context, 'approved', reason));
    if (!before) return;
    await deleteEntry(transaction, companyId, timeEntryId);
    await context.refuseSealedMonthChanges(context, transaction, userId, before.checkIn);
    await rejectPending(context, transaction, before, reason);
    return;
  }
  if (kind !== 'add' && !before) throw new AppError('not_found');
  const after = timesAfter(before, {
    locationId: changes.locationId?.toLowerCase() ?? request.locationId,
    checkIn: changes.checkIn ? utc(changes.checkIn) : request.checkIn,
    checkOut: changes.checkOut ? utc(changes.checkOut) : request.checkOut,
  });
  const breaks =
    changes.breaks ??
    (request.breaks && breaksAfter(await listBreaks(transaction, companyId, timeEntryId), request.breaks));
  const isKept = before !== undefined && breaks === null && isUnchanged(before, after);
  if (!isKept) {
    await requireAcceptableTimes(context, transaction, { id: timeEntryId, userId, before }, after);
  }
  if (before) {
    await updateEntry(transaction, companyId, timeEntryId, {
      ...changesOf(before, after),
      approval: 'approved',
      isCorrected: before.isCorrected || !isKept,
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
  if (breaks) {
    const entry = { id: timeEntryId, userId, ...after };
    await setBreaks(context, transaction, entry, breaks, 'changes.breaks');
  }
  if (!isKept)
    await context.refuseSealedMonthChanges(context, transaction, userId, changedFrom(before, after));
  await queries.decideRequest(
    transaction,
    companyId,
    request,
    decisionOf(context, 'approved', reason, after),
  );
  if (before) await settlePending(context, transaction, { ...before, ...after }, reason);
}

async function approveAbsence(
  context: Context,
  transaction: Db,
  request: queries.StoredRequest,
  reason: string | null,
): Promise<void> {
  const { companyId, id, userId, absenceId, absenceCode, absenceStart, absenceEnd, absencePart } = request;
  if (absenceCode === null || absenceStart === null || absenceEnd === null) throw new AppError('not_found');
  const absence = { code: absenceCode, startDate: absenceStart, endDate: absenceEnd, part: absencePart };
  await queries.decideRequest(transaction, companyId, request, decisionOf(context, 'approved', reason));
  let facts: Record<string, Fact> = { absence };
  if (absenceId === null) {
    const facts = { ...absence, begins: null, place: null, note: request.reason };
    const recorded = { ...facts, id, userId, isApproval: true };
    await recordAbsence(context, transaction, recorded);
  } else {
    const changed = await shortenAbsence(context, transaction, absenceId, keptDaysOf(request));
    facts = { absenceId, ...changed };
  }
  const { why, ...act } = decisionAct(context, request, 'approved', reason);
  await appendToLedger(transaction, companyId, { ...act, why: { ...why, ...facts } }, { userId });
}

/**
 * Mails every administrator, and every manager, how many requests await their decision, if some of them were made after
 * `since` (an instant).
 */
export async function sendCorrectionDigest(
  services: Services,
  { companyId, since }: { companyId: string; since: string },
): Promise<void> {
  const { db, config, clock } = services;
  const company = await findCompany(db, companyId);
  if (!company || company.deletionDueAt !== null) return;
  const deciders = await listDeciders(db, { companyId, companyLanguage: company.language }, clock.now());
  for (const { scope, ...reader } of deciders) {
    const { pending, isNew } = await queries.countPending(db, companyId, scope, since);
    if (!isNew) continue;
    const mail = mails.digestMail(config, company, reader, pending);
    await sendMail(services, db, companyId, mail, { late: 'drop' });
  }
}

/** Everybody who may decide on requests, with the scope in which they may. */
async function listDeciders(
  db: Db,
  { companyId, companyLanguage }: Pick<Context['viewer'], 'companyId' | 'companyLanguage'>,
  now: Date,
): Promise<(mails.RequestReader & { scope: Scope })[]> {
  const admins = await listActiveAdmins(db, companyId);
  const managers = await listActiveManagers(db, companyId);
  return [
    ...admins.map((admin) => ({
      ...admin,
      language: companyLanguage,
      isManager: false,
      scope: everything,
    })),
    ...managers.map(({ email, firstName, language, ...manager }) => ({
      email,
      firstName,
      language,
      isManager: true,
      scope: scopeOf(manager, reachOf('team', 'manager'), now),
    })),
  ];
}
