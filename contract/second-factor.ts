import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { CHANGE_PROOF_ERRORS, PROOF_ERRORS } from './error.ts';
import { empty, givenPasswordField, idParams } from './fields.ts';

/** Six digits of an authenticator app, or a recovery code. */
export const codeField = z
  .string('codeRequired')
  .check(z.trim(), z.minLength(1, 'codeRequired'), z.maxLength(50, 'tooLong'));

/** The viewer's proof of identity, sent with a change that requires it. */
export const changeProof = {
  currentPassword: z.optional(givenPasswordField),
  /** Required with a second factor. */
  code: z.optional(codeField),
};

/** A body that only carries the proof, or nothing at all. */
export const optionalProof = z.nullish(z.object(changeProof));

const secret = z.string('invalid').check(z.regex(/^[A-Z2-7]{32}$/, 'invalid'));
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const proof = z.object({ password: givenPasswordField, code: codeField });

export const secondFactorEndpoints = {
  getSecondFactor: get('/api/user/second-factor', 'signed-in', {
    reads: ['account'],
    response: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() }),
  }),
  /** A new secret each time; not stored until `enableSecondFactor` returns it with a code made from it. */
  proposeSecondFactor: get('/api/user/second-factor/proposal', 'signed-in', {
    demo: false,
    response: z.object({ secret, uri: z.string() }),
  }),
  enableSecondFactor: post('/api/user/second-factor', 'signed-in', {
    changes: ['account'],
    audit: 'second-factor.on',
    body: z.object({ secret, password: givenPasswordField, code: codeField }),
    response: recoveryCodes,
    throws: [...PROOF_ERRORS, 'wrong_pin', 'second_factor_on', 'email_unconfirmed'],
  }),
  renewRecoveryCodes: post('/api/user/second-factor/recovery-codes', 'signed-in', {
    changes: ['account'],
    audit: 'recovery-codes.renewed',
    body: proof,
    response: recoveryCodes,
    throws: [...PROOF_ERRORS, 'wrong_pin'],
  }),
  disableSecondFactor: post('/api/user/second-factor/disable', 'signed-in', {
    changes: ['account'],
    audit: 'second-factor.off',
    body: proof,
    response: empty,
    throws: [...PROOF_ERRORS, 'wrong_pin', 'email_unconfirmed'],
  }),
  /** The proof is required to reset another administrator; otherwise the body is optional. */
  resetSecondFactor: post('/api/employees/:id/reset-second-factor', 'admin', {
    changes: ['employees'],
    audit: 'second-factor.reset',
    params: idParams,
    body: optionalProof,
    response: empty,
    throws: ['own_account', 'owner_only', ...CHANGE_PROOF_ERRORS, 'email_unconfirmed'],
  }),
};
