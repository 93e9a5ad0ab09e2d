import * as z from 'zod/mini';
import { MAX_PEOPLE_AT_ONCE } from '#domain/employees.ts';
import { PERSONAL_NUMBER_PATTERN } from '#domain/pins.ts';
import { role } from './auth.ts';
import { del, get, post, put } from './endpoint.ts';
import { CHANGE_PROOF_ERRORS } from './error.ts';
import {
  askedPage,
  calendarDate,
  clearableText,
  empty,
  id,
  idParams,
  instant,
  namedPerson,
  nameText,
  newPasswordField,
  optionalEmailField,
} from './fields.ts';
import { changeProof, optionalProof } from './identity.ts';
import { exportEndpoint, importEndpoint } from './imports.ts';
import { lengthUpTo, weeklyLength } from './work-rules.ts';

const flag = z._default(z.boolean('invalid'), false);

/** A person's agreed hours from a date on, in milliseconds; the first row also holds before its date. */
export const workTerms = z.object({
  validFrom: calendarDate,
  /** Seven lengths, from Monday. */
  pattern: z
    .array(lengthUpTo(24), 'weekPattern')
    .check(z.minLength(7, 'weekPattern'), z.maxLength(7, 'weekPattern')),
  /** Whole minutes, more than 0. */
  weekly: weeklyLength,
  /** Changes only with a new settlement period. */
  workTime: z._default(z.enum(['fixed', 'summed'], 'invalid'), 'fixed'),
  /** Full-time on a shorter norm by law; not part-time. */
  reducedNorm: flag,
  /** PL, part-time: weekly hours from which work exceeds the contract. */
  overContractFrom: z._default(z.nullable(weeklyLength), null),
  /** Agreed in writing to longer overtime (LT). */
  overtimeConsent: flag,
  /** Does night work that the law limits (PL). */
  markedNightWork: flag,
});

const termsInput = z.array(workTerms, 'invalid').check(
  z.maxLength(50, 'tooMany'),
  z.refine((list) => new Set(list.map(({ validFrom }) => validFrom)).size === list.length, 'dateTwice'),
);

/** What a time sheet and payroll need to know about a person. */
const employment = {
  payrollNo: z.nullable(z.string()),
  position: z.nullable(z.string()),
  /** Both are days of employment; null: not known, or not left. */
  employedFrom: z.nullable(z.string()),
  employedTo: z.nullable(z.string()),
  /** What the person types at a kiosk, up to 10 digits; unique among the company's employees. */
  personalNumber: z.nullable(z.string()),
  /** By date; none: the company's full weekly norm from Monday to Friday, fixed. */
  terms: z.array(workTerms),
};

export const employee = z.object({
  id,
  companyId: id,
  /** Null only for employees. */
  email: z.nullable(z.string()),
  /** The new address, until it is confirmed by the link sent to it; until then `email` is valid. */
  pendingEmail: z.nullable(z.string()),
  ...namedPerson,
  role,
  /** The owner of the company, one of its administrators: only they can change this account. */
  isOwner: z.boolean(),
  /** The locations of a manager; empty for every other role. */
  locationIds: z.array(id),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  /** Has an authenticator app or a passkey, which an administrator can reset. */
  hasSecondFactor: z.boolean(),
  createdAt: instant,
  /** Unread messages addressed to the person, counted up to 1000. */
  unreadMessages: z.number(),
  ...employment,
  /** The code itself has an endpoint of its own, which is logged. */
  hasPersonalCode: z.boolean(),
  /** How the link, or the password, that the person was given last is doing. */
  invitation: z.object({
    /**
     * `none`: nothing was given; `waiting`: to be handed over, or its mail has not left yet; `sent`: the receiving server took
     * the mail; `undeliverable`: it refused it; `accepted`: the person has signed in.
     */
    state: z.enum(['none', 'waiting', 'sent', 'undeliverable', 'accepted']),
    /** Since when. */
    at: z.nullable(instant),
    /** Of the link; null if none can be used. */
    expiresAt: z.nullable(instant),
  }),
});
export type Employee = z.infer<typeof employee>;
/** What a change answers, also to a program: nothing about how the person signs in. */
const changedEmployee = z.omit(employee, {
  mustChangePassword: true,
  hasSecondFactor: true,
  invitation: true,
});
export type ChangedEmployee = z.infer<typeof changedEmployee>;

/** A person's last time entry, wherever it was; null if there is none. */
const lastEntry = z.nullable(
  z.object({ location: z.object({ id, name: z.string() }), checkIn: instant, isOpen: z.boolean() }),
);
const listedEmployee = z.extend(employee, { lastEntry });
export type ListedEmployee = z.infer<typeof listedEmployee>;

/** What there is to see of a person besides hours, absences and requests, which have endpoints of their own. */
const employeeDetails = z.object({
  id,
  ...namedPerson,
  role,
  isActive: z.boolean(),
  /** Of somebody whose account was deleted. */
  deletedAt: z.nullable(instant),
  /** The open time entry; `needsAttention`: it is longer than the longest shift. */
  atWork: z.nullable(
    z.object({
      location: z.object({ id, name: z.string() }),
      checkIn: instant,
      needsAttention: z.boolean(),
      /** Since when the person is on a break. */
      breakSince: z.nullable(instant),
    }),
  ),
  /** Null to managers. */
  employment: z.nullable(z.pick(employee, { position: true, employedFrom: true, employedTo: true })),
  /** Null to managers and accountants, and of deleted accounts. */
  account: z.nullable(
    z.object({
      employee,
      badgeSince: z.nullable(instant),
      hasPin: z.boolean(),
      /** Where the person is signed in; the date of the last use, last used first. */
      devices: z.array(z.object({ id, device: z.nullable(z.string()), lastUsedOn: calendarDate })),
      /** The newest ten that are addressed to the person, newest first. */
      messages: z.array(
        z.object({ id, subject: z.string(), createdAt: instant, readAt: z.nullable(instant) }),
      ),
    }),
  ),
});
export type EmployeeDetails = z.infer<typeof employeeDetails>;

/** Chosen in a list. */
const userIds = z
  .array(id, 'invalid')
  .check(z.minLength(1, 'invalid'), z.maxLength(MAX_PEOPLE_AT_ONCE, 'tooMany'));

/** Blank when adding: the person gets a link to choose one. Blank when changing: the old one stays. */
const passwordOrBlank = z.optional(z.union([z.literal(''), newPasswordField], 'passwordLength'));

/** What programs, managers and accountants may read about a person: nothing about how they sign in. */
const person = z.extend(
  z.pick(employee, {
    id: true,
    firstName: true,
    lastName: true,
    nameTag: true,
    role: true,
    isActive: true,
    createdAt: true,
  }),
  /** Null to managers and accountants. */
  { email: z.nullable(z.string()) },
);
export type Person = z.infer<typeof person>;

const formerEmployee = z.object({ id, firstName: z.string(), lastName: z.string(), deletedAt: instant });
export type FormerEmployee = z.infer<typeof formerEmployee>;

const employeeInput = z.object({
  firstName: nameText('firstNameRequired', 100),
  lastName: nameText('lastNameRequired', 100),
  /** Optional for employees. Absent when changing: unchanged. */
  email: z.optional(optionalEmailField),
  role: z._default(role, 'employee'),
  /** A manager's locations; absent, they stay. Every other role has none. */
  locationIds: z.optional(z.array(z.uuid('invalid'), 'invalid').check(z.maxLength(500, 'tooMany'))),
  password: passwordOrBlank,
  isActive: z.optional(z.boolean('invalid')),
  /** Absent ones of these stay as they are; null removes the value. */
  payrollNo: z.optional(clearableText(30)),
  position: z.optional(clearableText(100)),
  employedFrom: z.optional(z.nullable(calendarDate)),
  employedTo: z.optional(z.nullable(calendarDate)),
  /** All of them: what is left out is removed. */
  terms: z.optional(termsInput),
  personalCode: z.optional(clearableText(30)),
  personalNumber: z.optional(
    z.nullable(z.string('invalid').check(z.trim(), z.regex(PERSONAL_NUMBER_PATTERN, 'personalNumber'))),
  ),
  /**
   * Required to add, activate or deactivate an administrator, and to change an e-mail address, a role or another
   * administrator's password.
   */
  ...changeProof,
});

const emailLink = z.object({
  token: z.string('tokenRequired').check(z.minLength(1, 'tokenRequired'), z.maxLength(200, 'tooLong')),
});

/** A link to an account, which works once. */
const link = z.object({ url: z.string(), expiresAt: instant });

export const employeesEndpoints = {
  /** Every employee in the caller's scope, including deactivated ones, in the order in which they were added. */
  listPeople: get('/api/people', 'months', {
    reads: ['employees'],
    apiKey: true,
    query: z.object(askedPage),
    response: z.array(person),
  }),
  listEmployees: get('/api/employees', 'admin', { reads: ['employees'], response: z.array(listedEmployee) }),
  /** A person in the caller's scope, deleted ones included until their records are erased. */
  getEmployee: get('/api/employees/:id', 'months', {
    reads: ['employees'],
    // Nothing that comes and goes by itself, such as check-ins.
    tag: ({ account }: EmployeeDetails) => {
      const { unreadMessages: _unread, invitation: _invitation, ...changed } = account?.employee ?? {};
      return changed;
    },
    params: idParams,
    response: employeeDetails,
  }),
  /** Deleted employees whose records are still kept, last deleted first: their missing hours can still be added. */
  listFormerEmployees: get('/api/employees/former', 'admin', {
    reads: ['employees'],
    response: z.array(formerEmployee),
  }),
  createEmployee: post('/api/employees', 'admin', {
    apiKey: 'people',
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    audit: 'employee.added',
    body: employeeInput,
    response: changedEmployee,
    status: 201,
    throws: [
      'not_found',
      'email_taken',
      'personal_number_taken',
      ...CHANGE_PROOF_ERRORS,
      'email_unconfirmed',
    ],
  }),
  /** Adds and changes employees by a file (decisions.md §11 "Import"). */
  importEmployees: post('/api/employees/import', 'admin', {
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    cost: 30,
    audit: 'employees.imported',
    ...importEndpoint,
    throws: [...importEndpoint.throws, 'email_taken', 'personal_number_taken', 'month_locked'],
  }),
  /** Everybody of `listEmployees`, as a file that `importEmployees` takes back. */
  exportEmployees: get('/api/employees/export', 'admin', {
    replica: true,
    audit: 'employees.exported',
    ...exportEndpoint,
  }),
  updateEmployee: put('/api/employees/:id', 'admin', {
    apiKey: 'people',
    changes: ['employees', 'dashboard', 'subscription', 'company', 'user'],
    audit: 'employee.changed',
    params: idParams,
    body: employeeInput,
    response: changedEmployee,
    throws: [
      'email_taken',
      'personal_number_taken',
      'own_account',
      'own_password',
      'owner_only',
      'last_admin',
      'month_locked',
      ...CHANGE_PROOF_ERRORS,
      'email_unconfirmed',
    ],
  }),
  /**
   * Makes a link by which the person chooses how to sign in; it works once, for seven days, and ends the one before. With
   * `send` it is mailed. The proof is required for anybody but employees. Managers make links for employees of their locations;
   * the person is told by mail.
   */
  inviteEmployee: post('/api/employees/:id/invitation', 'team', {
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    audit: 'employee.invited',
    params: idParams,
    body: z.nullish(z.object({ send: z.optional(z.boolean('invalid')), ...changeProof })),
    response: link,
    throws: ['own_password', 'owner_only', 'account_inactive', ...CHANGE_PROOF_ERRORS, 'email_unconfirmed'],
  }),
  revokeInvitation: del('/api/employees/:id/invitation', 'admin', {
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    audit: 'employee.invitation-revoked',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
  /**
   * Mails a new link to every employee with an e-mail address who has been given one and has not signed in; with `userIds`,
   * to those of them who have not signed in by a link, first links included.
   */
  inviteEmployees: post('/api/employees/invitations', 'admin', {
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    cost: 30,
    audit: 'employee.all-invited',
    body: z.nullish(z.object({ userIds: z.optional(userIds) })),
    /** How many were mailed, and how many are left for another day because of the limits on mails. */
    response: z.object({ sent: z.number(), left: z.number() }),
  }),
  /**
   * Makes a link for each of these people, to be printed and handed over; those before end. `left`: those without a new
   * one, because they are inactive or have another role, which takes a proof for each.
   */
  createInvitations: post('/api/employees/invitations/links', 'admin', {
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    cost: 30,
    audit: 'employee.several-invited',
    body: z.object({ userIds }),
    response: z.object({
      invitations: z.array(z.extend(link, { userId: id, firstName: z.string(), lastName: z.string() })),
      left: z.number(),
    }),
    throws: ['not_found'],
  }),
  /**
   * Deactivates employees, all or nothing. `left`: those left as they are, because they were inactive or deleted already, or have
   * another role, which takes a proof for each.
   */
  deactivateEmployees: post('/api/employees/deactivate', 'admin', {
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    cost: 30,
    audit: 'employee.several-deactivated',
    body: z.object({ userIds }),
    response: z.object({ deactivated: z.number(), left: z.number() }),
  }),
  /** The personal code, null if there is none; each reading is in the audit. */
  getPersonalCode: get('/api/employees/:id/personal-code', 'admin', {
    audit: 'employee.personal-code-read',
    params: idParams,
    response: z.object({ personalCode: z.nullable(z.string()) }),
  }),
  /** Makes another active administrator the owner. */
  handOverCompany: post('/api/company/owner', 'admin', {
    changes: ['employees', 'company', 'user'],
    audit: 'company.owner-changed',
    body: z.object({ userId: z.uuid('activeAdministrator'), ...changeProof }),
    response: empty,
    throws: ['owner_only', 'own_account', 'not_found', ...CHANGE_PROOF_ERRORS, 'email_unconfirmed'],
  }),
  /** Confirms a new e-mail address with the token of the link sent to it. */
  confirmEmail: post('/api/confirm-email', 'public', {
    changes: ['user'],
    audit: 'email.confirmed',
    body: emailLink,
    response: empty,
    throws: ['email_link_invalid', 'email_taken', 'email_unconfirmed'],
  }),
  /** Restores the old e-mail address with the token of the link sent to it. Works for 7 days after the change. */
  undoEmailChange: post('/api/undo-email-change', 'public', {
    changes: ['employees', 'user'],
    audit: 'email.change-undone',
    body: emailLink,
    response: empty,
    throws: ['email_link_invalid', 'email_unconfirmed'],
  }),
  /** The proof is required to delete an administrator; otherwise the body is optional. */
  deleteEmployee: del('/api/employees/:id', 'admin', {
    apiKey: 'people',
    changes: ['employees', 'dashboard', 'subscription', 'company'],
    audit: 'employee.deleted',
    params: idParams,
    body: optionalProof,
    response: z.null(),
    status: 204,
    throws: ['own_account', 'owner_only', 'last_admin', ...CHANGE_PROOF_ERRORS, 'email_unconfirmed'],
  }),
};
