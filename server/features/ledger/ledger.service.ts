import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { sealLedger } from '#server/platform/ledger/ledger.ts';
import * as queries from './ledger.queries.ts';

const pageSize = 1000;

/** The last record's number and hash. */
export const getLedgerDigest: Handler<'getLedgerDigest'> = async ({ db, viewer }) => {
  await sealLedger(db, viewer.companyId);
  return queries.findDigest(db, viewer.companyId);
};

/** The company's records after the one of this number, up to 1000, as lines of the file that can be verified. */
export const listLedger: Handler<'listLedger'> = async ({ db, viewer }, { query }) => {
  const after = Number(query.after ?? 0);
  await sealLedger(db, viewer.companyId);
  const found = await queries.listLines(db, viewer.companyId, after, pageSize + 1);
  const page = found.slice(0, pageSize);
  return {
    lines: page.map(({ line }) => line),
    nextAfter: found.length > pageSize ? (page.at(-1)?.seq ?? null) : null,
  };
};

/** The history of a time entry, deleted or not. */
export const getTimeEntryHistory: Handler<'getTimeEntryHistory'> = async (
  { db, viewer, scope },
  { params: { id } },
) => {
  const events = await queries.listEvents(db, viewer.companyId, scope, { column: 'timeEntryId', id });
  if (events.length === 0) throw new AppError('not_found');
  if (scope.kind !== 'own') return events;
  // Employees do not learn an administrator's address.
  return events.map((event) => ({ ...event, actor: event.actor && { ...event.actor, nameTag: null } }));
};

const shownChanges = 200;

/** The newest 200 changes about a person, newest first. */
export const listEmployeeHistory: Handler<'listEmployeeHistory'> = async (
  { db, viewer, scope },
  { params: { id } },
) => {
  const { companyId } = viewer;
  if (!(await queries.isPersonIn(db, companyId, scope, id))) throw new AppError('not_found');
  return queries.listEvents(db, companyId, scope, { column: 'userId', id, newest: shownChanges });
};
