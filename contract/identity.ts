import * as z from 'zod/mini';
import { currentUser } from './auth.ts';
import { del, get, post } from './endpoint.ts';
import { CHANGE_PROOF_ERRORS, PROOF_ERRORS } from './error.ts';
import { codeField, empty, givenPasswordField, id, idParams, instant, requiredText } from './fields.ts';

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

const passkey = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) });
export type Passkey = z.infer<typeof passkey>;

/** Bytes from the browser as base64url, long enough for the longest signatures in use. */
const bytes = z.string('invalid').check(z.regex(/^[\w-]{1,8000}$/, 'invalid'));
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key', 'invalid') };

const publicKey = z.literal('public-key');
/** A passkey that a device has just created. */
export const newPasskey = z.object({
  name: requiredText('nameRequired', 100),
  credential: z.object(
    { ...credential, response: z.object({ clientDataJSON: bytes, attestationObject: bytes }, 'invalid') },
    'invalid',
  ),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, as far as it is used. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: publicKey })),
  excludeCredentials: z.optional(z.array(z.object({ id: z.string(), type: publicKey }))),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
    }),
  ),
  timeout: z.optional(z.number()),
});
/** PublicKeyCredentialRequestOptionsJSON of WebAuthn, as far as it is used. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.optional(z.string()),
  userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
  timeout: z.optional(z.number()),
});

export const identityEndpoints = {
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
  listPasskeys: get('/api/user/passkeys', 'signed-in', { reads: ['account'], response: z.array(passkey) }),
  beginPasskey: post('/api/user/passkeys/begin', 'signed-in', {
    body: z.object({
      password: givenPasswordField,
      /** Required with a second factor. */
      code: z.optional(codeField),
    }),
    response: creationOptions,
    throws: [...PROOF_ERRORS, 'wrong_pin'],
  }),
  addPasskey: post('/api/user/passkeys', 'signed-in', {
    changes: ['account'],
    audit: 'passkey.added',
    body: newPasskey,
    response: passkey,
    status: 201,
    throws: ['passkey_refused', 'email_unconfirmed'],
  }),
  deletePasskey: del('/api/user/passkeys/:id', 'signed-in', {
    changes: ['account'],
    audit: 'passkey.removed',
    params: idParams,
    response: z.null(),
    status: 204,
    throws: ['pin_session'],
  }),
  beginPasskeySignIn: post('/api/login/passkey/begin', 'public', { response: requestOptions }),
  signInWithPasskey: post('/api/login/passkey', 'public', {
    audit: 'sign-in',
    body: z.object({
      credential: z.object(
        {
          ...credential,
          response: z.object(
            {
              clientDataJSON: bytes,
              authenticatorData: bytes,
              signature: bytes,
              userHandle: z.optional(z.nullable(bytes)),
            },
            'invalid',
          ),
        },
        'invalid',
      ),
    }),
    response: currentUser,
    throws: ['passkey_refused', 'account_inactive', 'company_deletion_pending'],
  }),
};
