import * as z from 'zod/mini';
import { givenPasswordField, id, idParams, instant, requiredText } from './fields.ts';
import { codeField } from './second-factor.ts';

/** After how many days a key may end by itself. */
export const API_KEY_DAYS = [30, 90, 365] as const;

const apiKey = z.object({
  id,
  name: z.string(),
  /** Its first letters. */
  prefix: z.string(),
  /** `isHere` false: deactivated or deleted since; the key goes on, and they may still know it. */
  createdBy: z.object({ firstName: z.string(), lastName: z.string(), isHere: z.boolean() }),
  createdAt: instant,
  /** Null: it does not end by itself. */
  expiresAt: z.nullable(instant),
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeysEndpoints = {
  /** The latest first, those that have expired too. */
  listApiKeys: { response: z.array(apiKey) },
  /** `key` is shown this once. 402 without the plan, 409 `too_many_api_keys` where there are 20. */
  createApiKey: {
    body: z.object({
      name: requiredText('nameRequired', 100),
      expiresInDays: z.nullable(z.literal(API_KEY_DAYS, 'invalid')),
      password: givenPasswordField,
      /** Needed by whoever signs in with a second factor. */
      code: z.optional(codeField),
    }),
    response: z.extend(apiKey, { key: z.string() }),
    status: 201,
  },
  /** It ends at once. */
  revokeApiKey: { params: idParams, response: z.null(), status: 204 },
} as const;
