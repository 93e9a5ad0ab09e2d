import type { Handlers } from '#server/platform/http/bind.ts';
import { explainHours } from './hours-explanation.service.ts';
import { reportDailySummaries, reportTimeEntries } from './reports.service.ts';

export const reportsHandlers: Handlers<'getTimeEntriesReport' | 'getDailySummariesReport' | 'explainHours'> =
  {
    getTimeEntriesReport: (context, { query }) => reportTimeEntries(context, query),
    getDailySummariesReport: (context, { query }) => reportDailySummaries(context, query),
    explainHours: (context, { query }) => explainHours(context, query),
  };
