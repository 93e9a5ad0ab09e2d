import { serve } from '#server/platform/http/bind.ts';
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

export const employeesHandlers = serve({
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
  handOverCompany: (context, { body }) => handOverCompany(context, body),
  inviteEmployee: (context, { params, body }) => inviteEmployee(context, params.id, body),
  revokeInvitation: (context, { params }) => revokeInvitation(context, params.id),
  inviteEmployees: (context, { body }) => inviteEmployees(context, body?.userIds),
  createInvitations: (context, { body }) => createInvitations(context, body.userIds),
  getPersonalCode: (context, { params }) => getPersonalCode(context, params.id),
  setPin: (context, { body }, session) => setOwnPin(context, body, session.token),
  removePin: (context, { params }) => removePin(context, params.id),
  confirmEmail: (context, { body }) => confirmEmail(context, body),
  undoEmailChange: (context, { body }) => undoEmailChange(context, body),
  deleteEmployee: (context, { params, body }) => deleteEmployee(context, params.id, body),
});
