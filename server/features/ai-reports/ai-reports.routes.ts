import { serve } from '#server/platform/http/bind.ts';
import { createAiReport } from './ai-reports.service.ts';

export const aiReportsHandlers = serve({
  createAiReport: (context, { params, body }, _session, drafts) =>
    createAiReport(context, params.id, body.date, drafts),
});
