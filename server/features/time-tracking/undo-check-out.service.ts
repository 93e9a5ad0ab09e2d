import { UNDO_REFUSALS } from '#contract/time-tracking.ts';
import { lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { codeOf } from '#server/platform/http/error-handler.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { actAs } from '#server/platform/ledger/ledger.ts';
import { deleteRequestOfScan } from '../corrections/corrections.queries.ts';
import { reopenEntry } from '../time-entries/time-entry-changes.queries.ts';
import { findCheckOut, forgetRefusedUndo, keepRefusedUndo } from './time-tracking.queries.ts';
import { readActiveEntry } from './time-tracking.service.ts';

/**
 * How long after it was received a check-out can be undone, by the server's clock. The screen offers it for ten seconds;
 * the rest is for a slow connection.
 */
const undoWithinMs = 60_000;
/** How often the check-outs of one entry can be undone, so that nobody fills the database with them. */
const maxUndone = 10;

/**
 * Opens the viewer's entry again that the check-out `clientScanId` ended; answers with the entry that is open afterwards.
 * The check-out and its undoing both stay in the ledger. Repeating the request changes nothing. One that comes too late is kept
 * for the administrators.
 */
export const undoCheckOut: Handler<'undoCheckOut'> = async (
  context,
  { body: { clientScanId, userId: madeBy } },
) => {
  const { db, viewer, clock } = context;
  const { companyId, userId } = viewer;
  if (madeBy && madeBy.toLowerCase() !== userId) throw new AppError('scan_of_another_person');
  const about = { companyId, userId, scanId: clientScanId };
  const undone = db.transaction().execute(async (transaction) => {
    await lockTimeEntriesOf(transaction, companyId, userId);
    const checkOut = await findCheckOut(transaction, companyId, userId, clientScanId);
    if (!checkOut) throw new AppError('not_found');
    if (checkOut.undoneAt === null) {
      const now = clock.now();
      const isLate = now.getTime() - Date.parse(checkOut.receivedAt) > undoWithinMs;
      if (isLate || checkOut.undoneOfEntry >= maxUndone) throw new AppError('undo_too_late');
      const { unchangedEntryId } = checkOut;
      if (unchangedEntryId === null) throw new AppError('changed_since_check_out');
      const why = { scanId: clientScanId.toLowerCase() };
      await actAs(transaction, { kind: 'check-out-undone', actorId: userId, at: now, why });
      const { receivedAt } = checkOut;
      const awaited = { timeEntryId: unchangedEntryId, receivedAt };
      const hadToBeApproved = await deleteRequestOfScan(transaction, companyId, awaited);
      const reopened = {
        userId,
        scanId: clientScanId,
        id: unchangedEntryId,
        approval: hadToBeApproved ? null : undefined,
      };
      await reopenEntry(transaction, companyId, reopened, now);
      await forgetRefusedUndo(transaction, about);
    }
    return readActiveEntry(context, transaction);
  });
  return undone.catch(async (refusal) => {
    const reason = codeOf(refusal);
    if (UNDO_REFUSALS.some((code) => code === reason)) {
      await keepRefusedUndo(db, { ...about, reason, now: clock.now() });
    }
    throw refusal;
  });
};
