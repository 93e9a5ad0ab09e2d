import * as z from 'zod/mini';
import { RETENTION_STARTS } from '#domain/retention.ts';

const party = {
  name: z.string(),
  registrationNo: z.nullable(z.string()),
  address: z.nullable(z.string()),
  email: z.string(),
};

/** What a notice for the employees has to name and only the server knows. */
export const privacyFacts = z.object({
  company: z.object({ ...party, phone: z.nullable(z.string()), timezone: z.string() }),
  operator: z.object(party),
  /** In the operator's words: who keeps the servers, and where; null: the operator has not said. */
  hosting: z.nullable(z.string()),
  /** Hosts that get data; null where nothing is sent to any. */
  mailHost: z.nullable(z.string()),
  /** The company's own one, or the operator's. */
  languageModelHost: z.nullable(z.string()),
  /** Whether programs read by keys of the company. */
  hasApiKeys: z.boolean(),
  retentionYears: z.number(),
  retentionFrom: z.enum(RETENTION_STARTS),
});
export type PrivacyFacts = z.infer<typeof privacyFacts>;

export const privacyEndpoints = {
  getPrivacyFacts: { response: privacyFacts },
} as const;
