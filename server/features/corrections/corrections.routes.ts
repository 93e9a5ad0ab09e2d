import type { Handlers } from '#server/platform/http/bind.ts';
import * as corrections from './corrections.service.ts';

export const correctionsHandlers: Handlers<
  | 'listAttention'
  | 'listOwnCorrectionRequests'
  | 'listCorrectionRequests'
  | 'createCorrectionRequest'
  | 'withdrawCorrectionRequest'
  | 'decideCorrectionRequest'
> = {
  listAttention: (context) => corrections.listAttention(context),
  listOwnCorrectionRequests: (context) => corrections.listOwnCorrectionRequests(context),
  listCorrectionRequests: (context, { query }) => corrections.listCorrectionRequests(context, query),
  createCorrectionRequest: (context, { body }) => corrections.createCorrectionRequest(context, body),
  async withdrawCorrectionRequest(context, { params }) {
    await corrections.withdrawCorrectionRequest(context, params.id);
    return null;
  },
  decideCorrectionRequest: (context, { params, body }) =>
    corrections.decideCorrectionRequest(context, params.id, body),
};
