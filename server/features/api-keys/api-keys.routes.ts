import type { Handlers } from '#server/platform/http/bind.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export const apiKeysHandlers: Handlers<'listApiKeys' | 'createApiKey' | 'revokeApiKey'> = {
  listApiKeys: (context) => listApiKeys(context),
  createApiKey: (context, { body }) => createApiKey(context, body),
  async revokeApiKey(context, { params }) {
    await revokeApiKey(context, params.id);
    return null;
  },
};
