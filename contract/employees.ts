import * as z from 'zod/mini';
import { role } from './auth.ts';
import { emailField, empty, id, idParams, instant, nameText, newPasswordField } from './fields.ts';
import { changeProof, optionalProof } from './second-factor.ts';

export const employee = z.object({
  id,
  companyId: id,
  email: z.string(),
  /** The new address, until it is confirmed by the link sent to it; `email` counts until then. */
  pendingEmail: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  role,
  /** The owner of the company, one of its administrators: only they change this account. */
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

/** What a program may know of a person: nothing about how they sign in. */
const person = z.pick(employee, {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  isActive: true,
  createdAt: true,
});

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
  /** Every employee, deactivated ones included, in the order in which they were added. */
  listPeople: { response: z.array(person) },
  listEmployees: { response: z.array(employee) },
  createEmployee: { body: employeeInput, response: employee, status: 201 },
  updateEmployee: { params: idParams, body: employeeInput, response: employee },
  /** Makes another active administrator the owner. 403 `owner_only` for anybody but the owner. */
  handOverCompany: {
    body: z.object({ userId: z.uuid('activeAdministrator'), ...changeProof }),
    response: empty,
  },
  /** The link sent to a new e-mail address, which counts from then on. */
  confirmEmail: { body: emailLink, response: empty },
  /** The link sent to the old e-mail address, which counts again. Works for 7 days after the change. */
  undoEmailChange: { body: emailLink, response: empty },
  /** The proof is required to delete an administrator; the body may be left out otherwise. */
  deleteEmployee: { params: idParams, body: optionalProof, response: z.null(), status: 204 },
} as const;
