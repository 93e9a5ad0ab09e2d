import * as z from 'zod/mini';
import { del, get, post } from './endpoint.ts';
import { PLAN_ERRORS, PROOF_ERRORS } from './error.ts';
import { codeField, givenPasswordField, id, idParams, instant, namedPerson, requiredText } from './fields.ts';
import { KEY_SCOPES } from './policy.ts';

export const API_KEY_DAYS = [30, 90, 365] as const;

const apiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The key's first characters. */
  prefix: z.string(),
  /** `isHere` false: since deactivated or deleted. The key stays valid, and they may still know it. */
  createdBy: z.object({ id, ...namedPerson, isHere: z.boolean() }),
  createdAt: instant,
  /** Null: it does not expire. */
  expiresAt: z.nullable(instant),
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeysEndpoints = {
  /** Newest first, including expired ones. */
  listApiKeys: get('/api/api-keys', 'admin', { reads: ['company'], response: z.array(apiKey) }),
  /** `key` is only in this response. */
  createApiKey: post('/api/api-keys', 'admin', {
    changes: ['company'],
    audit: 'api-key.created',
    body: z.object({
      name: requiredText('nameRequired', 100),
      /** What it may do; without it, read. */
      scopes: z.optional(
        z.array(z.enum(KEY_SCOPES, 'invalid')).check(z.minLength(1, 'chooseOne'), z.maxLength(10)),
      ),
      expiresInDays: z.nullable(z.literal(API_KEY_DAYS, 'invalid')),
      password: givenPasswordField,
      /** Required with a second factor. */
      code: z.optional(codeField),
    }),
    response: z.extend(apiKey, { key: z.string() }),
    status: 201,
    throws: ['too_many_api_keys', ...PLAN_ERRORS, ...PROOF_ERRORS, 'email_unconfirmed'],
  }),
  /** Takes effect at once. */
  revokeApiKey: del('/api/api-keys/:id', 'admin', {
    changes: ['company'],
    audit: 'api-key.revoked',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
};
