/** Every endpoint of the contract's table against everything a stranger, a wrong person or a broken program may send. */
import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ErrorCode, errorBody } from '#contract/error.ts';
import { contract, type EndpointInput, type EndpointSchemas } from '#contract/index.ts';
import { type Endpoint, type EndpointName, table } from '#contract/table.ts';
import { generateLocationCode } from '#domain/location-code.ts';
import { generateTemporaryPassword } from '#domain/passwords.ts';
import { ERROR_STATUS } from '#server/platform/errors.ts';
import { translator } from '#server/platform/i18n.ts';
import { addEmployee, addLocation, password, registerCompany, uniqueEmail } from './factories.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from './test-app.ts';

/** A company with one of everything; its marker stands in every text that it owns. */
async function createWorld(app: TestApp, marker: string) {
  const company = await registerCompany(app, {
    companyName: `${marker} company`,
    subscriptionPlan: 'business',
  });
  const [worker, leaver] = [
    await addEmployee(app, company, { firstName: `${marker} worker` }),
    await addEmployee(app, company, { firstName: `${marker} leaver` }),
  ];
  const newcomerEmail = uniqueEmail(marker);
  await company.admin.ok('createEmployee', {
    body: { firstName: `${marker} newcomer`, lastName: 'Ozols', email: newcomerEmail, password },
  });
  const newcomer = app.client();
  await newcomer.ok('login', { body: { email: newcomerEmail, password } });
  const [place, secondPlace, oldPlace] = [
    await addLocation(company, `${marker} place`),
    await addLocation(company, `${marker} second place`),
    await addLocation(company, `${marker} old place`),
  ];
  await worker.client.ok('scan', { body: { qrCode: secondPlace.qrCode } });
  await worker.client.ok('checkOut', { body: {} });
  await worker.client.ok('scan', { body: { qrCode: place.qrCode } });
  return { ...company, marker, worker, leaver, newcomer, newcomerEmail, place, secondPlace, oldPlace };
}
type World = Awaited<ReturnType<typeof createWorld>>;

const period = { startDate: '2026-01-01', endDate: '2099-12-31' };

const registration = () => ({
  companyName: 'Siguldas galdniecība',
  companyRegistrationNo: '40003000000',
  firstName: 'Ilze',
  lastName: 'Krūmiņa',
  email: uniqueEmail('founder'),
  password,
  confirmPassword: password,
  subscriptionPlan: 'starter' as const,
  phone: '+371 20000000',
  timezone: 'Europe/Riga',
  language: 'lv' as const,
});
const person = () => ({
  firstName: 'Pēteris',
  lastName: 'Liepa',
  email: uniqueEmail('changed'),
  role: 'employee' as const,
  password: 'another password',
  isActive: true,
});
const place = { name: 'Ādažu noliktava', address: 'Gaujas 1', description: 'Durvis\npa kreisi', isActive: true };
const timing = () => ({ clientScanId: randomUUID(), scannedAt: new Date().toISOString() });

/** A right request for every endpoint, with every field it may have. */
const samples: { [K in EndpointName]: (world: World) => EndpointInput<K> } = {
  getUser: () => ({}),
  updateUser: () => ({ body: { language: 'pl' } }),
  getUserData: () => ({}),
  login: ({ user }) => ({ body: { email: user.email, password } }),
  logout: () => ({}),
  register: () => ({ body: registration() }),
  registerCompany: () => ({ body: registration() }),
  forgotPassword: ({ newcomerEmail }) => ({ body: { email: newcomerEmail } }),
  resetPassword: () => ({
    body: { token: generateTemporaryPassword(randomBytes), password, confirmPassword: password },
  }),
  changePassword: () => ({
    body: { currentPassword: password, newPassword: 'new password', confirmPassword: 'new password' },
  }),
  listEmployees: () => ({}),
  createEmployee: () => ({ body: person() }),
  updateEmployee: ({ leaver }) => ({ params: { id: leaver.employee.id }, body: person() }),
  deleteEmployee: ({ leaver }) => ({ params: { id: leaver.employee.id } }),
  listLocations: () => ({}),
  createLocation: () => ({ body: place }),
  updateLocation: ({ oldPlace }) => ({ params: { id: oldPlace.id }, body: place }),
  deleteLocation: ({ oldPlace }) => ({ params: { id: oldPlace.id } }),
  getLocationQr: (world) => ({ params: { id: world.place.id } }),
  getActiveEntry: () => ({}),
  scan: ({ secondPlace }) => ({ body: { qrCode: secondPlace.qrCode, ...timing() } }),
  checkOut: () => ({ body: timing() }),
  getDashboardStats: () => ({ query: { as: 'employee' } }),
  getDashboardLocations: () => ({}),
  getTimeEntriesReport: ({ worker, place: { id } }) => ({
    query: { ...period, employeeId: worker.employee.id, locationId: id },
  }),
  getDailySummariesReport: () => ({ query: period }),
  listPlans: () => ({}),
  getSubscriptionStatus: () => ({}),
};
