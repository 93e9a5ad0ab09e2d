import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { CHANGE_PROOF_ERRORS, PLAN_ERRORS } from './error.ts';
import { requiredText } from './fields.ts';
import { changeProof } from './identity.ts';

export const SSO_PROVIDERS = ['google', 'microsoft', 'other'] as const;
export type SsoProvider = (typeof SSO_PROVIDERS)[number];

const shortText = (maxLength: number) =>
  z.string('invalid').check(z.trim(), z.maxLength(maxLength, 'tooLong'));

const singleSignOn = z.object({
  /** Null: not set up; the texts are empty then. */
  provider: z.nullable(z.enum(SSO_PROVIDERS)),
  address: z.string(),
  clientId: z.string(),
  /** What the provider has to know as the redirect URI. */
  redirectUri: z.string(),
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

export const singleSignOnEndpoints = {
  getSingleSignOn: get('/api/company/single-sign-on', 'admin', {
    reads: ['company'],
    response: singleSignOn,
  }),
  /** Asks the provider for its metadata. Another provider or client ends the sessions that began with the one before. */
  updateSingleSignOn: put('/api/company/single-sign-on', 'admin', {
    changes: ['company'],
    audit: 'single-sign-on.changed',
    body: z.object({
      provider: z.enum(SSO_PROVIDERS, 'invalid'),
      /** Of Microsoft the directory (tenant) ID, of another provider its issuer; of Google nothing. */
      address: shortText(500),
      clientId: requiredText('clientIdRequired'),
      /** Empty: keeps the stored one, which is bound to its provider and client. */
      clientSecret: shortText(500),
      ...changeProof,
    }),
    response: singleSignOn,
    throws: [...PLAN_ERRORS, ...CHANGE_PROOF_ERRORS, 'email_unconfirmed', 'single_sign_on_failed'],
  }),
  /**
   * Begins a sign-in in this browser and returns the provider's page. It leads back to us, and with a session to `next`, a path of
   * the app; without one to the sign-in page with an `error`. An unknown company is answered like one without single sign-on.
   */
  beginSingleSignOn: post('/api/single-sign-on', 'public', {
    body: z.object({
      companyCode: requiredText('companyCodeRequired', 50),
      next: z.optional(shortText(1000)),
    }),
    response: z.object({ url: z.string() }),
    throws: ['single_sign_on_off', 'single_sign_on_failed'],
  }),
  /** Ends the sessions that began with it. Idempotent. */
  deleteSingleSignOn: del('/api/company/single-sign-on', 'admin', {
    changes: ['company'],
    audit: 'single-sign-on.removed',
    response: z.null(),
    status: 204,
  }),
};
