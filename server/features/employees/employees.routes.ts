import type { Handlers } from '#server/platform/http/bind.ts';
import { startSession } from '#server/platform/sessions.ts';
import { createEmployee, deleteEmployee, listEmployees, updateEmployee } from './employees.service.ts';

export const employeesHandlers: Handlers<
  'listEmployees' | 'createEmployee' | 'updateEmployee' | 'deleteEmployee'
> = {
  listEmployees: (context) => listEmployees(context),
  createEmployee: (context, { body }) => createEmployee(context, body),
  async updateEmployee(context, { params, body }, session) {
    const employee = await updateEmployee(context, params.id, body);
    const { viewer } = context;
    // Whoever sets their own password here stays signed in on this device.
    if (body.password && employee.id === viewer.userId) {
      session.start(await startSession(context.db, context.clock, viewer));
    }
    return employee;
  },
  async deleteEmployee(context, { params }) {
    await deleteEmployee(context, params.id);
    return null;
  },
};
