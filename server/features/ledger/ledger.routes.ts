import type { Handlers } from '#server/platform/http/bind.ts';
import { getLedgerDigest, getTimeEntryHistory, listEmployeeHistory, listLedger } from './ledger.service.ts';

export const ledgerHandlers: Handlers<
  'getTimeEntryHistory' | 'listEmployeeHistory' | 'getLedgerDigest' | 'listLedger'
> = {
  listEmployeeHistory: (context, { params }) => listEmployeeHistory(context, params.id),
  getTimeEntryHistory: (context, { params }) => getTimeEntryHistory(context, params.id),
  getLedgerDigest: (context) => getLedgerDigest(context),
  listLedger: (context, { query }) => listLedger(context, Number(query.after ?? 0)),
};
