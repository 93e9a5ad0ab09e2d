import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { PROOF_ERRORS } from './error.ts';
import { codeField, givenPasswordField, instant, requiredText } from './fields.ts';

/** The company's name, as a deliberate confirmation, and the viewer's password. */
const deleteCompanyInput = z.object({
  companyName: requiredText('companyNameRequired'),
  password: givenPasswordField,
  /** Required with a second factor. */
  code: z.optional(codeField),
});

const restoreCompanyInput = z.object({
  token: z.string('tokenRequired').check(z.minLength(1, 'tokenRequired'), z.maxLength(200, 'tooLong')),
});

export const companyDeletionEndpoints = {
  /** Signs everybody of the company out. */
  deleteCompany: post('/api/company/delete', 'admin', {
    audit: 'company.deleted',
    body: deleteCompanyInput,
    response: z.object({ message: z.string(), deletionDueAt: instant }),
    throws: [...PROOF_ERRORS, 'billing_unavailable', 'email_unconfirmed'],
  }),
  restoreCompany: post('/api/company/restore', 'public', {
    audit: 'company.restored',
    body: restoreCompanyInput,
    response: z.object({ message: z.string() }),
    throws: ['restore_token_invalid'],
  }),
};
