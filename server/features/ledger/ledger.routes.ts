import { serve } from '#server/platform/http/bind.ts';
import { getLedgerDigest, getTimeEntryHistory, listEmployeeHistory, listLedger } from './ledger.service.ts';

export const ledgerHandlers = serve({
  listEmployeeHistory: (context, { params }) => listEmployeeHistory(context, params.id),
  getTimeEntryHistory: (context, { params }) => getTimeEntryHistory(context, params.id),
  getLedgerDigest: (context) => getLedgerDigest(context),
  listLedger: (context, { query }) => listLedger(context, Number(query.after ?? 0)),
});
