import { serve } from '#server/platform/http/bind.ts';
import { correctWorkReport, createWorkReports, listOwnWorkReports } from './work-reports.service.ts';

export const workReportsHandlers = serve({
  listWorkReports: (context) => listOwnWorkReports(context),
  createWorkReports: (context, { body }) => createWorkReports(context, body),
  updateWorkReport: (context, { params, body }) => correctWorkReport(context, params.id, body),
});
