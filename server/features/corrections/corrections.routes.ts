import { serve } from '#server/platform/http/bind.ts';
import * as corrections from './corrections.service.ts';

export const correctionsHandlers = serve({
  listAttention: (context) => corrections.listAttention(context),
  listOwnCorrectionRequests: (context) => corrections.listOwnCorrectionRequests(context),
  listCorrectionRequests: (context, { query }) => corrections.listCorrectionRequests(context, query),
  createCorrectionRequest: (context, { body }) => corrections.createCorrectionRequest(context, body),
  withdrawCorrectionRequest: (context, { params }) =>
    corrections.withdrawCorrectionRequest(context, params.id),
  decideCorrectionRequest: (context, { params, body }) =>
    corrections.decideCorrectionRequest(context, params.id, body),
});
