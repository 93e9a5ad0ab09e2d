import * as z from 'zod/mini';
import { currentUser, language, passwordsMatch } from './auth.ts';
import { pinField } from './badges.ts';
import { get, post } from './endpoint.ts';
import { codeField, instant, newPasswordField } from './fields.ts';
import { creationOptions, newPasskey } from './identity.ts';

/** The token of a link that an administrator has handed over or mailed. */
const tokenParams = z.object({ token: z.string().check(z.maxLength(200, 'tooLong')) });

/** How a person may choose to sign in. */
const WAYS = ['password', 'passkey', 'pin'] as const;
export type WayIn = (typeof WAYS)[number];

const accepted = {
  /** Of the person's screens and mails; absent: unchanged. */
  language: z.optional(language),
  /** Sent after the error `second_factor_required`. */
  code: z.optional(codeField),
};

const acceptInput = z
  .object({ password: newPasswordField, confirmPassword: z.string('passwordsMatch'), ...accepted })
  .check(passwordsMatch);

export const invitationsEndpoints = {
  /** Whom the link invites. Changes nothing: mail scanners open every link. */
  getInvitation: get('/api/invitations/:token', 'public', {
    params: tokenParams,
    response: z.object({
      firstName: z.string(),
      lastName: z.string(),
      companyName: z.string(),
      email: z.nullable(z.string()),
      language,
      expiresAt: instant,
      /** What the person may choose, the usual one first. */
      ways: z.array(z.enum(WAYS)),
    }),
    throws: ['invitation_invalid'],
  }),
  /** The options for creating a passkey, for employees. */
  beginInvitedPasskey: post('/api/invitations/:token/passkey', 'public', {
    params: tokenParams,
    response: creationOptions,
    throws: ['invitation_invalid', 'forbidden'],
  }),
  /** Chooses a password and signs in. Only employees may choose one of the other ways. */
  acceptInvitation: post('/api/invitations/:token/accept', 'public', {
    changes: ['employees'],
    audit: 'invitation.accepted',
    params: tokenParams,
    body: acceptInput,
    response: currentUser,
    throws: ['invitation_invalid', 'second_factor_required', 'wrong_code', 'email_unconfirmed'],
  }),
  /** Chooses a passkey, which was created with the options of `beginInvitedPasskey`, and signs in. */
  acceptWithPasskey: post('/api/invitations/:token/accept/passkey', 'public', {
    changes: ['employees'],
    audit: 'invitation.accepted',
    params: tokenParams,
    body: z.object({ ...newPasskey.shape, ...accepted }),
    response: currentUser,
    throws: [
      'invitation_invalid',
      'forbidden',
      'passkey_refused',
      'second_factor_required',
      'wrong_code',
      'email_unconfirmed',
    ],
  }),
  /** Chooses a PIN, to be used with the employee number, which somebody without one gets, and signs in. */
  acceptWithPin: post('/api/invitations/:token/accept/pin', 'public', {
    changes: ['employees'],
    audit: 'invitation.accepted',
    params: tokenParams,
    body: z.object({ pin: pinField, ...accepted }),
    response: currentUser,
    throws: [
      'invitation_invalid',
      'forbidden',
      'pin_weak',
      'second_factor_required',
      'wrong_code',
      'email_unconfirmed',
    ],
  }),
};
