import * as z from 'zod/mini';
import { role } from './auth.ts';
import {
  emailField,
  empty,
  id,
  idParams,
  instant,
  namedPerson,
  nameText,
  newPasswordField,
} from './fields.ts';
import { changeProof, optionalProof } from './second-factor.ts';

export const employee = z.object({
  id,
  companyId: id,
  email: z.string(),
  /** The new address, until it is confirmed by the link sent to it; until then `email` is valid. */
  pendingEmail: z.nullable(z.string()),
  ...namedPerson,
  role,
  /** The owner of the company, one of its administrators: only they can change this account. */
  isOwner: z.boolean(),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  /** Has an authenticator app or a passkey, which an administrator can reset. */
  hasSecondFactor: z.boolean(),
  createdAt: instant,
  /** Unread messages addressed to the person, counted up to 1000. */
  unreadMessages: z.number(),
});
export type Employee = z.infer<typeof employee>;

/** Blank when adding: the server generates a temporary password. Blank when changing: the old one stays. */
const passwordOrBlank = z.optional(z.union([z.literal(''), newPasswordField], 'passwordLength'));

/** What a program may read about a person: nothing about how they sign in. */
const person = z.pick(employee, {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  isActive: true,
  createdAt: true,
});

const formerEmployee = z.object({ id, firstName: z.string(), lastName: z.string(), deletedAt: instant });
export type FormerEmployee = z.infer<typeof formerEmployee>;

const employeeInput = z.object({
  firstName: nameText('firstNameRequired', 100),
  lastName: nameText('lastNameRequired', 100),
  email: emailField,
  role: z._default(role, 'employee'),
  password: passwordOrBlank,
  isActive: z.optional(z.boolean('invalid')),
  /**
   * Required to add, activate or deactivate an administrator, and to change an e-mail address, a role or another
   * administrator's password.
   */
  ...changeProof,
});

const emailLink = z.object({
  token: z.string('tokenRequired').check(z.minLength(1, 'tokenRequired'), z.maxLength(200, 'tooLong')),
});

export const employeesEndpoints = {
  /** Every employee, including deactivated ones, in the order in which they were added. */
  listPeople: { response: z.array(person) },
  listEmployees: { response: z.array(employee) },
  /** Deleted employees whose records are still kept, last deleted first: their missing hours can still be added. */
  listFormerEmployees: { response: z.array(formerEmployee) },
  createEmployee: { audit: 'employee.added', body: employeeInput, response: employee, status: 201 },
  updateEmployee: { audit: 'employee.changed', params: idParams, body: employeeInput, response: employee },
  /** Makes another active administrator the owner. 403 `owner_only` for anybody but the owner. */
  handOverCompany: {
    audit: 'company.owner-changed',
    body: z.object({ userId: z.uuid('activeAdministrator'), ...changeProof }),
    response: empty,
  },
  /** Confirms a new e-mail address with the token of the link sent to it. */
  confirmEmail: { audit: 'email.confirmed', body: emailLink, response: empty },
  /** Restores the old e-mail address with the token of the link sent to it. Works for 7 days after the change. */
  undoEmailChange: { audit: 'email.change-undone', body: emailLink, response: empty },
  /** The proof is required to delete an administrator; otherwise the body is optional. */
  deleteEmployee: {
    audit: 'employee.deleted',
    params: idParams,
    body: optionalProof,
    response: z.null(),
    status: 204,
  },
} as const;
