import * as z from 'zod/mini';
import { currentUser } from './auth.ts';
import { del, get, post } from './endpoint.ts';
import { PROOF_ERRORS } from './error.ts';
import { givenPasswordField, id, idParams, instant, requiredText } from './fields.ts';
import { codeField } from './second-factor.ts';

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

export const passkeysEndpoints = {
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
