import type { Handlers } from '#server/platform/http/bind.ts';
import {
  createEmployee,
  deleteEmployee,
  handOverCompany,
  listEmployees,
  updateEmployee,
} from './employees.service.ts';

export const employeesHandlers: Handlers<
  'listPeople' | 'listEmployees' | 'createEmployee' | 'updateEmployee' | 'deleteEmployee' | 'handOverCompany'
> = {
  listPeople: (context) => listEmployees(context),
  listEmployees: (context) => listEmployees(context),
  createEmployee: (context, { body }) => createEmployee(context, body),
  updateEmployee: (context, { params, body }, session) =>
    updateEmployee(context, params.id, body, session.token),
  async handOverCompany(context, { body }) {
    await handOverCompany(context, body);
    return {};
  },
  async deleteEmployee(context, { params }) {
    await deleteEmployee(context, params.id);
    return null;
  },
};
