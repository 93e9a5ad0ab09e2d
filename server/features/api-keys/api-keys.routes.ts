import { serve } from '#server/platform/http/bind.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export const apiKeysHandlers = serve({
  listApiKeys: (context) => listApiKeys(context),
  createApiKey: (context, { body }) => createApiKey(context, body),
  revokeApiKey: (context, { params }) => revokeApiKey(context, params.id),
});
