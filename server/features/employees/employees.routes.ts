import type { Handlers } from '#server/platform/http/bind.ts';
import { createEmployee, deleteEmployee, listEmployees, updateEmployee } from './employees.service.ts';

export const employeesHandlers: Handlers<
  'listPeople' | 'listEmployees' | 'createEmployee' | 'updateEmployee' | 'deleteEmployee'
> = {
  listPeople: (context) => listEmployees(context),
  listEmployees: (context) => listEmployees(context),
  createEmployee: (context, { body }) => createEmployee(context, body),
  updateEmployee: (context, { params, body }) => updateEmployee(context, params.id, body),
  async deleteEmployee(context, { params }) {
    await deleteEmployee(context, params.id);
    return null;
  },
};
