import { randomUUIDv7 } from 'node:crypto';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { MAX_RECORDED_HOURS } from '#domain/shifts.ts';
import { type CompanyContext, type Context, countingOf } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { actAs } from '#server/platform/ledger/ledger.ts';
import { requireAnotherAdmin } from './another-admin.service.ts';
import { setBreaks, utc } from './breaks.service.ts';
import { notifyOfChange } from './time-entries.emails.ts';
import { type CountedTimeEntry, findTimeEntry } from './time-entries.queries.ts';
import type { StoredEntry } from './time-entry-changes.queries.ts';
import * as queries from './time-entry-changes.queries.ts';

export type EntryTimes = Pick<StoredEntry, 'locationId' | 'checkIn' | 'checkOut'>;

/**
 * Refuses times that an entry cannot have; `before` is the entry as stored, if there is one.
 * Refuses an end before the start, a start too long ago, too long an entry (unless it was as long before), the future, an
 * overlap, too many entries, an approved month unless `mayBeLocked`, and a location that the company, or the manager, does
 * not have; the entry may keep a deleted one. Source: decisions.md §11.
 */
export async function requireAcceptableTimes(
  context: Context,
  transaction: Db,
  {
    id,
    userId,
    before,
    mayBeLocked = false,
  }: { id: string; userId: string; before: StoredEntry | undefined; mayBeLocked?: boolean },
  { locationId, checkIn, checkOut }: EntryTimes,
): Promise<void> {
  const { companyId } = context.viewer;
  const now = context.clock.now().getTime();
  const [start, end] = [Date.parse(checkIn), checkOut === null ? null : Date.parse(checkOut)];
  if (end !== null && end <= start) throw invalidField('checkOut', 'checkOutOrder');
  if (start > now || (end ?? 0) > now) throw new AppError('entry_in_future');
  if (
    checkIn !== before?.checkIn &&
    start < Date.parse(await queries.findEarliestCheckIn(transaction, companyId))
  ) {
    throw invalidField('checkIn', 'checkInTooEarly');
  }
  if (end !== null && end - start > Math.max(MAX_RECORDED_HOURS * MS_PER_HOUR, lengthOf(before))) {
    throw invalidField('checkOut', 'entryTooLong');
  }
  const isBegun = checkIn !== before?.checkIn;
  if (isBegun && (await queries.exceedsDay(transaction, companyId, id, { userId, checkIn, checkOut }))) {
    throw new AppError('entry_limit');
  }
  const isMoved = locationId !== before?.locationId;
  if (isMoved && !(await queries.hasLocation(transaction, companyId, context.scope, locationId))) {
    throw new AppError('not_found');
  }
  const times = { userId, checkIn, checkOut };
  for (const worked of before ? [before, times] : [times]) {
    if (!mayBeLocked) await queries.refuseApprovedMonth(transaction, companyId, worked);
  }
  if (await queries.overlapsAnother(transaction, companyId, id, times)) throw new AppError('entry_overlaps');
}

/** From when a change of an entry may change hours. */
export const changedFrom = (before: EntryTimes | undefined, after: EntryTimes) =>
  before && before.checkIn < after.checkIn ? before.checkIn : after.checkIn;

const lengthOf = (entry: StoredEntry | undefined) =>
  entry?.checkOut ? Date.parse(entry.checkOut) - Date.parse(entry.checkIn) : 0;

/** The columns to update for these times; the sources say which of them an administrator set. */
export function changesOf(before: StoredEntry, { locationId, checkIn, checkOut }: EntryTimes) {
  return {
    locationId,
    checkIn,
    checkOut,
    ...(checkIn !== before.checkIn && { checkInSource: 'admin' as const }),
    ...(checkOut !== before.checkOut && { checkOutSource: 'admin' as const }),
  };
}

export const isUnchanged = (one: EntryTimes, other: EntryTimes) =>
  one.locationId === other.locationId && one.checkIn === other.checkIn && one.checkOut === other.checkOut;

type AboutEntry = (
  context: Context,
  transaction: Db,
  entry: StoredEntry,
  reason: string | null,
) => Promise<void>;

/** What an administrator's change of an entry does to the requests about it; the feature that keeps them says how. */
export type PendingRequests = {
  /** After a change: approves a pending estimate or late scan with the entry as it is now. */
  settle: AboutEntry;
  /** After a deletion: rejects all of them. */
  reject: AboutEntry;
};

/** An entry of somebody, or at a location, in the caller's scope. */
export const getTimeEntry: Handler<'getTimeEntry'> = async (context, { params: { id } }) => {
  const { db, viewer, scope } = context;
  const found = await queries.findEntry(db, viewer.companyId, id, scope);
  if (!found) throw new AppError('not_found');
  return readEntry(context, db, found.id);
};

async function readEntry(context: CompanyContext, db: Db, id: string): Promise<CountedTimeEntry> {
  const entry = await findTimeEntry(db, context.viewer.companyId, id, countingOf(context));
  if (!entry) throw new AppError('not_found');
  return entry;
}

/** Adds an entry for an employee and notifies them; a deleted one's missing hours can be added as well. */
export const createTimeEntry: Handler<'createTimeEntry'> = async (
  context,
  { body: { userId: givenId, reason, breaks, isAdditional, ...input } },
) => {
  const { db, viewer, clock } = context;
  const { companyId } = viewer;
  const id = randomUUIDv7();
  const times: EntryTimes = {
    locationId: input.locationId,
    checkIn: utc(input.checkIn),
    checkOut: utc(input.checkOut),
  };
  return db.transaction().execute(async (transaction) => {
    const userId = await queries.findPersonId(transaction, companyId, givenId);
    if (!userId) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, companyId, userId);
    await requireAnotherAdmin(context, transaction, userId);
    context.concerns({ userId, locationIds: [times.locationId] });
    await requireAcceptableTimes(context, transaction, { id, userId, before: undefined }, times);
    await actAs(transaction, {
      kind: 'entry-added',
      actorId: viewer.userId,
      at: clock.now(),
      why: { reason },
    });
    await queries.insertEntry(transaction, {
      companyId,
      id,
      userId,
      ...times,
      checkInSource: 'admin',
      checkOutSource: 'admin',
      isCorrected: true,
      isAdditional: isAdditional ?? false,
      createdAt: clock.now().toISOString(),
    });
    if (breaks) await setBreaks(context, transaction, { id, userId, ...times }, breaks);
    await context.refuseSealedMonthChanges(context, transaction, userId, times.checkIn);
    const entry = await readEntry(context, transaction, id);
    await notifyOfChange(context, transaction, userId, { before: null, after: entry, reason });
    return entry;
  });
};

/**
 * Changes an entry, which settles a pending estimate or late scan of it, and notifies the person. Managers only state the end
 * of an open entry at their locations.
 */
export const updateTimeEntry =
  (requests: PendingRequests): Handler<'updateTimeEntry'> =>
  async (context, { params: { id }, body: { reason, breaks, isAdditional, ...input } }) => {
    const { viewer, scope, clock } = context;
    const times = {
      locationId: input.locationId.toLowerCase(),
      checkIn: utc(input.checkIn),
      checkOut: input.checkOut === null ? null : utc(input.checkOut),
    };
    return changeEntry(context, id, async (transaction, before) => {
      const isEnd =
        before.checkOut === null && times.checkOut !== null && !breaks && isAdditional === undefined;
      const endsOnly = isEnd && isUnchanged(times, { ...before, checkOut: times.checkOut });
      if (scope.kind !== 'all' && !endsOnly) throw new AppError('forbidden');
      if (times.checkOut === null && before.checkOut !== null) {
        throw invalidField('checkOut', 'checkOutRequired');
      }
      context.concerns({ userId: before.userId, locationIds: [times.locationId] });
      await requireAcceptableTimes(
        context,
        transaction,
        { id: before.id, userId: before.userId, before },
        times,
      );
      const shownBefore = await readEntry(context, transaction, before.id);
      await actAs(transaction, {
        kind: 'entry-edited',
        actorId: viewer.userId,
        at: clock.now(),
        why: { reason },
      });
      await queries.updateEntry(transaction, viewer.companyId, before.id, {
        ...changesOf(before, times),
        isCorrected: true,
        ...(isAdditional !== undefined && { isAdditional }),
        ...(before.approval && { approval: 'approved' }),
      });
      if (breaks) await setBreaks(context, transaction, { ...before, ...times }, breaks);
      await context.refuseSealedMonthChanges(context, transaction, before.userId, changedFrom(before, times));
      await requests.settle(context, transaction, { ...before, ...times }, reason);
      const entry = await readEntry(context, transaction, before.id);
      await notifyOfChange(context, transaction, before.userId, {
        before: shownBefore,
        after: entry,
        reason,
      });
      return entry;
    });
  };

/** Deletes an entry, which the ledger keeps, rejects the pending requests about it and notifies the person. */
export const deleteTimeEntry =
  (requests: PendingRequests): Handler<'deleteTimeEntry'> =>
  async (context, { params: { id }, body: { reason } }) => {
    const { viewer, clock } = context;
    await changeEntry(context, id, async (transaction, before) => {
      const shownBefore = await readEntry(context, transaction, before.id);
      await actAs(transaction, {
        kind: 'entry-deleted',
        actorId: viewer.userId,
        at: clock.now(),
        why: { reason },
      });
      await queries.deleteEntry(transaction, viewer.companyId, before.id);
      await context.refuseSealedMonthChanges(context, transaction, before.userId, before.checkIn);
      await requests.reject(context, transaction, before, reason);
      await notifyOfChange(context, transaction, before.userId, { before: shownBefore, after: null, reason });
    });
  };

async function changeEntry<Result>(
  context: Context,
  id: string,
  change: (transaction: Db, before: StoredEntry) => Promise<Result>,
): Promise<Result> {
  const { db, viewer, scope } = context;
  return db.transaction().execute(async (transaction) => {
    const found = await queries.findEntry(transaction, viewer.companyId, id, scope);
    if (!found) throw new AppError('not_found');
    await lockTimeEntriesOf(transaction, viewer.companyId, found.userId);
    const before = await queries.findEntry(transaction, viewer.companyId, id, scope);
    if (!before) throw new AppError('not_found');
    await requireAnotherAdmin(context, transaction, before.userId);
    await context.refuseIfChanged(transaction);
    context.concerns({ userId: before.userId, locationIds: [before.locationId] });
    return change(transaction, before);
  });
}
