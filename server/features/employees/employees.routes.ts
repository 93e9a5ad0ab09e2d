import type { Handlers } from '#server/platform/http/bind.ts';
import { confirmEmail, undoEmailChange } from './email-changes.service.ts';
import { exportEmployees, importEmployees } from './employee-import.service.ts';
import {
  createEmployee,
  deactivateEmployees,
  deleteEmployee,
  getEmployee,
  handOverCompany,
  listEmployees,
  listFormerEmployees,
  listPeople,
  updateEmployee,
} from './employees.service.ts';
import { getPersonalCode } from './employment.service.ts';
import {
  createInvitations,
  inviteEmployee,
  inviteEmployees,
  revokeInvitation,
} from './invitations.service.ts';
import { removePin, setOwnPin } from './pins.service.ts';

export const employeesHandlers: Handlers<
  | 'listPeople'
  | 'listEmployees'
  | 'listFormerEmployees'
  | 'getEmployee'
  | 'createEmployee'
  | 'deactivateEmployees'
  | 'importEmployees'
  | 'exportEmployees'
  | 'updateEmployee'
  | 'deleteEmployee'
  | 'handOverCompany'
  | 'inviteEmployee'
  | 'revokeInvitation'
  | 'inviteEmployees'
  | 'createInvitations'
  | 'getPersonalCode'
  | 'setPin'
  | 'removePin'
  | 'confirmEmail'
  | 'undoEmailChange'
> = {
  listPeople: (context) => listPeople(context),
  listEmployees: (context) => listEmployees(context),
  listFormerEmployees: (context) => listFormerEmployees(context),
  getEmployee: (context, { params }) => getEmployee(context, params.id),
  deactivateEmployees: (context, { body }) => deactivateEmployees(context, body.userIds),
  createEmployee: (context, { body }) => createEmployee(context, body),
  importEmployees: (context, request, _session, drafts) => importEmployees(context, request, drafts),
  exportEmployees: (context, { query }) => exportEmployees(context, query),
  updateEmployee: (context, { params, body }, session) =>
    updateEmployee(context, params.id, body, session.token),
  async handOverCompany(context, { body }) {
    await handOverCompany(context, body);
    return {};
  },
  inviteEmployee: (context, { params, body }) => inviteEmployee(context, params.id, body),
  async revokeInvitation(context, { params }) {
    await revokeInvitation(context, params.id);
    return null;
  },
  inviteEmployees: (context, { body }) => inviteEmployees(context, body?.userIds),
  createInvitations: (context, { body }) => createInvitations(context, body.userIds),
  getPersonalCode: (context, { params }) => getPersonalCode(context, params.id),
  setPin: (context, { body }, session) => setOwnPin(context, body, session.token),
  async removePin(context, { params }) {
    await removePin(context, params.id);
    return null;
  },
  async confirmEmail(context, { body }) {
    await confirmEmail(context, body);
    return {};
  },
  async undoEmailChange(context, { body }) {
    await undoEmailChange(context, body);
    return {};
  },
  async deleteEmployee(context, { params, body }) {
    await deleteEmployee(context, params.id, body);
    return null;
  },
};
