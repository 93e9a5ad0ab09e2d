import * as z from 'zod/mini';
import { givenPasswordField, instant, requiredText } from './fields.ts';

/** The company's name as a deliberate confirmation, and the password of who asks. */
export const deleteCompanyInput = z.object({
  companyName: requiredText('companyNameRequired'),
  password: givenPasswordField,
});

export const restoreCompanyInput = z.object({
  token: z.string('tokenRequired').check(z.minLength(1, 'tokenRequired'), z.maxLength(200, 'tooLong')),
});

export const companyEndpoints = {
  /** Signs everybody of the company out. */
  deleteCompany: {
    body: deleteCompanyInput,
    response: z.object({ message: z.string(), deletionDueAt: instant }),
  },
  restoreCompany: { body: restoreCompanyInput, response: z.object({ message: z.string() }) },
} as const;
