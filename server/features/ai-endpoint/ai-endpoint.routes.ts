import { serve } from '#server/platform/http/bind.ts';
import { getAiEndpoint, testAiEndpoint, updateAiEndpoint } from './ai-endpoint.service.ts';

export const aiEndpointHandlers = serve({
  getAiEndpoint: (context) => getAiEndpoint(context),
  updateAiEndpoint: (context, { body }) => updateAiEndpoint(context, body),
  testAiEndpoint: (context, { body }) => testAiEndpoint(context, body),
});
