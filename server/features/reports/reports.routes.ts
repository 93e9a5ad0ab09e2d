import type { Handlers } from '#server/platform/http/bind.ts';
import { reportDailySummaries, reportTimeEntries } from './reports.service.ts';

export const reportsHandlers: Handlers<'getTimeEntriesReport' | 'getDailySummariesReport'> = {
  getTimeEntriesReport: (context, { query }) => reportTimeEntries(context, query),
  getDailySummariesReport: (context, { query }) => reportDailySummaries(context, query),
};
