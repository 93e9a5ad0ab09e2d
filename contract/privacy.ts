import * as z from 'zod/mini';
import { RETENTION_STARTS } from '#domain/retention.ts';
import { get } from './endpoint.ts';

const party = {
  name: z.string(),
  registrationNo: z.nullable(z.string()),
  address: z.nullable(z.string()),
  email: z.string(),
};

/** Facts for the privacy notice to employees that only the server knows. */
export const privacyFacts = z.object({
  company: z.object({ ...party, phone: z.nullable(z.string()), timezone: z.string() }),
  operator: z.object(party),
  /** Who runs the servers, and where, in the operator's words; null if not configured. */
  hosting: z.nullable(z.string()),
  /** Hosts that receive data; null if nothing is sent to any. */
  mailHost: z.nullable(z.string()),
  /** The company's own one, or the operator's. */
  languageModelHost: z.nullable(z.string()),
  /** What the company's API keys may do, if it has any. */
  programs: z.nullable(z.enum(['read', 'write'])),
  /** Of the provider with whose accounts people sign in. */
  signInHost: z.nullable(z.string()),
  /** Where webhooks send events. */
  webhookHosts: z.array(z.string()),
  retentionYears: z.number(),
  retentionFrom: z.enum(RETENTION_STARTS),
});
export type PrivacyFacts = z.infer<typeof privacyFacts>;

export const privacyEndpoints = {
  getPrivacyFacts: get('/api/company/privacy-facts', 'admin', { response: privacyFacts }),
};
