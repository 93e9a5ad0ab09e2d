import type { Handlers } from '#server/platform/http/bind.ts';
import { readNorm } from './norm.service.ts';
import { listOutputTargets, readOutput, updateOutputTargets } from './output.service.ts';
import { readOverview } from './overview.service.ts';
import { reportDailySummaries, reportTimeEntries } from './reports.service.ts';
import { getReportSubscription, stopReports, updateReportSubscription } from './subscriptions.service.ts';

export const reportsHandlers: Handlers<
  | 'getTimeEntriesReport'
  | 'getDailySummariesReport'
  | 'getOverviewReport'
  | 'getNormReport'
  | 'getOutputReport'
  | 'listOutputTargets'
  | 'updateOutputTargets'
  | 'getReportSubscription'
  | 'updateReportSubscription'
  | 'stopReportSubscription'
> = {
  getTimeEntriesReport: (context, { query }) => reportTimeEntries(context, query),
  getDailySummariesReport: (context, { query }) => reportDailySummaries(context, query),
  getOverviewReport: (context, { query }) => readOverview(context, query),
  getNormReport: (context, { query }) => readNorm(context, query),
  getOutputReport: (context, { query }) => readOutput(context, query),
  listOutputTargets: (context) => listOutputTargets(context),
  updateOutputTargets: (context, { body }) => updateOutputTargets(context, body.targets),
  getReportSubscription: (context) => getReportSubscription(context),
  updateReportSubscription: (context, { body }) => updateReportSubscription(context, body),
  stopReportSubscription: async (context, { body }) => {
    await stopReports(context, body.token);
    return {};
  },
};
