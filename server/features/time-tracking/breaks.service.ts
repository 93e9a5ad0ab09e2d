import { randomUUIDv7 } from 'node:crypto';
import type { EndpointRequest } from '#contract/index.ts';
import type { ActiveEntry } from '#contract/time-tracking.ts';
import { MAX_BREAKS, MAX_ENTRIES_A_DAY } from '#domain/shifts.ts';
import { type Context, countingOf } from '#server/context.ts';
import type { EventSource } from '#server/generated/types.ts';
import { lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { actAs } from '#server/platform/ledger/ledger.ts';
import * as queries from '../time-entries/breaks.queries.ts';
import { breakRulesFor } from '../work-rules/work-rules.service.ts';
import { findActiveEntry } from './time-tracking.queries.ts';
import { readActiveEntry } from './time-tracking.service.ts';

/**
 * Starts or ends a break of the viewer's open time entry, by `pressed` unless offline; answers with that entry. A `clientScanId` that was recorded
 * before changes nothing. A break can be ended even if the rules no longer record breaks.
 */
export async function recordBreakBy(
  context: Context,
  { action, ...timing }: EndpointRequest<'recordBreak'>['body'],
  pressed: EventSource,
): Promise<ActiveEntry | null> {
  const { db, viewer, clock } = context;
  const { companyId, userId } = viewer;
  if (timing.userId && timing.userId.toLowerCase() !== userId) throw new AppError('scan_of_another_person');
  const id = timing.clientScanId ?? randomUUIDv7();
  const source = timing.scannedAt ? 'offline' : pressed;
  return db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    if (await queries.isRecorded(transaction, companyId, userId, id)) {
      return readActiveEntry(context, transaction);
    }
    const entry = await findActiveEntry(transaction, companyId, userId, countingOf(context));
    if (!entry) throw new AppError('not_checked_in');
    const last = entry.breaks.at(-1);
    const now = clock.now();
    const { at, error } = await queries.findInstant(transaction, timing, {
      now,
      lastEvent: last?.endedAt ?? last?.startedAt ?? entry.checkIn,
    });
    if (error) throw new AppError(error);
    const isOnBreak = last !== undefined && last.endedAt === null;
    await actAs(transaction, { kind: 'break', actorId: userId, at: now });
    if (action === 'end') {
      if (!isOnBreak) throw new AppError('not_on_break');
      const ended = { endId: id, endSource: source, endedAt: at } as const;
      await queries.endBreak(transaction, companyId, entry.id, ended);
    } else {
      const { policy, isPaid } = await breakRulesFor(transaction, viewer, entry.checkIn);
      if (policy !== 'recorded') throw new AppError('breaks_not_recorded');
      // An offline one counts from when it was made, like a scan.
      if (at >= entry.needsAttentionAt) throw new AppError('check_out_missing');
      if (isOnBreak) throw new AppError('already_on_break');
      const ofDay = await queries.countBreaksOfDay(transaction, companyId, userId, at);
      if (entry.breaks.length >= MAX_BREAKS || ofDay >= MAX_ENTRIES_A_DAY) throw new AppError('break_limit');
      const started = { timeEntryId: entry.id, startedAt: at, startSource: source, isPaid } as const;
      const received = { receivedAt: now.toISOString() };
      await queries.insertBreak(transaction, { companyId, userId, id, ...started, ...received });
    }
    return readActiveEntry(context, transaction);
  });
}

/** A break of the phone's own person. */
export const recordBreak: Handler<'recordBreak'> = async (context, { body }) =>
  recordBreakBy(context, body, 'button');
