import * as z from 'zod/mini';
import { LANGUAGES } from '#domain/languages.ts';
import { PLAN_IDS } from '#domain/plans.ts';
import { del, get, post, put } from './endpoint.ts';
import {
  codeField,
  emailField,
  empty,
  givenPasswordField,
  id,
  idParams,
  instant,
  nameText,
  newPasswordField,
  optionalText,
  requiredText,
} from './fields.ts';
import { ROLES } from './policy.ts';

export const role = z.enum(ROLES, 'invalid');

export const language = z.enum(LANGUAGES, 'invalid');

/** What is told to a person without an e-mail address: the last change of how their account is opened. */
const accountNotice = z.object({
  change: z.enum(['pinSet', 'pinRemoved', 'passkeyAdded', 'passwordSet']),
  at: instant,
});
export type AccountNotice = z.infer<typeof accountNotice>;

export const currentUser = z.object({
  id,
  companyId: id,
  /** Null only for employees. */
  email: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  role,
  isOwner: z.boolean(),
  /** The locations of a manager; empty for every other role. */
  locationIds: z.array(id),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  /** By it and the company's code people without an e-mail address sign in. */
  personalNumber: z.nullable(z.string()),
  /** Signs in with a password; otherwise with a passkey or a PIN only. */
  hasPassword: z.boolean(),
  /** An employee without a password proves with the PIN who they are. */
  hasPin: z.boolean(),
  /** This session came from the PIN: it ends no other one. */
  isFromPin: z.boolean(),
  /** Tells somebody without an e-mail address of a change that may not be theirs; until it is dismissed in this session. */
  notice: z.nullable(accountNotice),
  language,
  company: z.object({
    id,
    name: z.string(),
    /** By it and the employee number people without an e-mail address sign in. */
    code: z.string(),
    timezone: z.string(),
    language,
    /** Hours after which an open entry needs attention. */
    longestShiftHours: z.number(),
    /** The owner has confirmed the address of sign-up; until then mails to anybody else wait. */
    isConfirmed: z.boolean(),
    /** Today’s work rules record breaks; on another date those of an open entry decide (`getActiveEntry`). */
    recordsBreaks: z.boolean(),
  }),
});
export type CurrentUser = z.infer<typeof currentUser>;

const loginInput = z
  .object({
    email: z.optional(emailField),
    /** Both, instead of the e-mail address. */
    companyCode: z.optional(requiredText('companyCodeRequired', 50)),
    personalNumber: z.optional(requiredText('personalNumber', 50)),
    /** With an employee number an employee's PIN counts too. */
    password: givenPasswordField,
    /** Sent after the error `second_factor_required`. */
    code: z.optional(codeField),
  })
  .check(
    z.refine(({ email, companyCode }) => email !== undefined || companyCode !== undefined, {
      error: 'email',
      path: ['email'],
    }),
    z.refine(
      ({ email, companyCode, personalNumber }) =>
        email !== undefined || companyCode === undefined || personalNumber !== undefined,
      { error: 'personalNumber', path: ['personalNumber'] },
    ),
  );

const session = z.object({
  id,
  /** Browser and system, "Firefox, Windows"; null if unknown. */
  device: z.nullable(z.string()),
  createdAt: instant,
  /** To the hour. */
  lastUsedAt: instant,
  isCurrent: z.boolean(),
});

export const passwordsMatch = z.refine<{
  password?: string | undefined;
  confirmPassword?: string | undefined;
}>((input) => input.password === input.confirmPassword, {
  error: 'passwordsMatch',
  path: ['confirmPassword'],
});

const registerInput = z
  .object({
    companyName: nameText('companyNameRequired'),
    companyRegistrationNo: optionalText(50),
    firstName: nameText('firstNameRequired', 100),
    lastName: nameText('lastNameRequired', 100),
    email: emailField,
    password: newPasswordField,
    confirmPassword: z.string('passwordsMatch'),
    subscriptionPlan: z._default(z.enum(PLAN_IDS, 'invalid'), 'starter'),
    phone: optionalText(50),
    timezone: optionalText(64),
    language: z.optional(language),
  })
  .check(passwordsMatch);

const forgotPasswordInput = z.object({ email: emailField });

const resetPasswordInput = z
  .object({
    token: z.string('tokenRequired').check(z.minLength(1, 'tokenRequired'), z.maxLength(200, 'tooLong')),
    password: newPasswordField,
    confirmPassword: z.string('passwordsMatch'),
  })
  .check(passwordsMatch);

const changePasswordInput = z
  .object({
    currentPassword: givenPasswordField,
    newPassword: newPasswordField,
    confirmPassword: z.string('passwordsMatch'),
  })
  .check(
    z.refine((input) => input.newPassword === input.confirmPassword, {
      error: 'passwordsMatch',
      path: ['confirmPassword'],
    }),
  );

const updateUserInput = z.object({ language });

export const authEndpoints = {
  getUser: get('/api/user', 'signed-in', {
    reads: ['user'],
    beforePasswordChange: true,
    response: currentUser,
  }),
  updateUser: put('/api/user', 'signed-in', {
    changes: ['user'],
    body: updateUserInput,
    response: currentUser,
  }),
  /** Puts the notice away in this session; others go on showing it. */
  dismissNotice: del('/api/user/notice', 'signed-in', { changes: ['user'], response: empty }),
  listSessions: get('/api/user/sessions', 'signed-in', {
    reads: ['account'],
    demo: false,
    response: z.array(session),
  }),
  /** A session that came from the PIN ends no other one. */
  endSession: del('/api/user/sessions/:id', 'signed-in', {
    changes: ['account'],
    audit: 'session.ended',
    params: idParams,
    response: z.null(),
    status: 204,
    throws: ['pin_session'],
  }),
  endAllSessions: del('/api/user/sessions', 'signed-in', {
    audit: 'session.all-ended',
    response: empty,
    throws: ['pin_session'],
  }),
  login: post('/api/login', 'public', {
    audit: 'sign-in',
    body: loginInput,
    response: currentUser,
    throws: [
      'invalid_credentials',
      'second_factor_required',
      'wrong_code',
      'account_inactive',
      'company_deletion_pending',
    ],
  }),
  logout: post('/api/logout', 'public', { audit: 'sign-out', response: empty }),
  register: post('/api/register', 'public', {
    audit: 'company.registered',
    body: registerInput,
    response: currentUser,
    status: 201,
    throws: ['email_taken'],
  }),
  registerCompany: post('/api/register-company', 'public', {
    audit: 'company.registered',
    body: registerInput,
    response: currentUser,
    status: 201,
    throws: ['email_taken'],
  }),
  forgotPassword: post('/api/forgot-password', 'public', {
    audit: 'password.reset-requested',
    body: forgotPasswordInput,
    response: z.object({ message: z.string() }),
  }),
  resetPassword: post('/api/reset-password', 'public', {
    changes: ['user'],
    audit: 'password.reset',
    body: resetPasswordInput,
    response: z.object({ message: z.string() }),
    throws: ['reset_token_invalid'],
  }),
  /** `currentPassword` of somebody without a password is the PIN. */
  changePassword: post('/api/change-password', 'signed-in', {
    changes: ['account'],
    beforePasswordChange: true,
    audit: 'password.changed',
    body: changePasswordInput,
    response: currentUser,
    throws: ['wrong_password', 'wrong_pin', 'email_unconfirmed'],
  }),
};
