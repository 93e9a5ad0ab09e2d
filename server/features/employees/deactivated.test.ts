import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChangedEmployee } from '#contract/employees.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp, testOrigin } from '#tests/support/test-app.ts';
import { sendMissingCheckOutMails } from '../time-tracking/missing-check-outs.service.ts';

const start = '2026-03-02T07:00:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(start);
  company = await registerCompany(app);
});

const reason = 'Aizmirsa';
const change = (
  { id, email, firstName, lastName }: ChangedEmployee,
  changes: { isActive: boolean; password?: string },
) =>
  company.admin.ok('updateEmployee', {
    params: { id },
    body: { email, firstName, lastName, role: 'employee', ...changes },
  });
async function leaver() {
  const person = await addEmployee(app, company);
  const location = await addLocation(company);
  const creation = await person.client.ok('beginPasskey', { body: { password } });
  const device = createFakeDevice(testOrigin);
  await person.client.ok('addPasskey', { body: { name: 'Telefons', credential: device.create(creation) } });
  await person.client.ok('scan', { body: { qrCode: location.qrCode } });
  clock.set('2026-03-02T09:00:00Z');
  await change(person.employee, { isActive: false });
  await app.settled('mail');
  return { ...person, location, device };
}
it('several at once: employees only, all checked out and signed out, and nobody twice', async () => {
  const [gate, first, second] = [
    await addLocation(company),
    await addEmployee(app, company),
    await addEmployee(app, company),
  ];
  const { employee: deputy } = await addEmployee(app, company, { role: 'admin' });
  const { employee: manager } = await addEmployee(app, company, { role: 'manager' });
  const foreign = await addEmployee(app, await registerCompany(app));
  await first.client.ok('scan', { body: { qrCode: gate.qrCode } });
  clock.set('2026-03-02T09:00:00Z');
  const people = [first.employee, second.employee, deputy, manager, company.user, foreign.employee];
  const userIds = [...people.map(({ id }) => id), first.employee.id.toUpperCase()];
  const deactivate = (ids = userIds) => company.admin.ok('deactivateEmployees', { body: { userIds: ids } });
  expect(await deactivate()).toEqual({ deactivated: 2, left: 4 });
  expect(await deactivate()).toEqual({ deactivated: 0, left: 6 });
  expect(await first.client.call('getUser')).toMatchObject({ status: 401 });
  expect((await foreign.client.call('getUser')).status).toBe(200);
  const listed = await company.admin.ok('listEmployees');
  expect(
    listed
      .filter(({ isActive }) => !isActive)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([first.employee.id, second.employee.id].toSorted());
  expect(listed.find(({ id }) => id === first.employee.id)?.lastEntry).toEqual({
    location: { id: gate.id, name: gate.name },
    checkIn: start,
    isOpen: false,
  });
  const tooMany = Array.from({ length: 501 }, () => first.employee.id);
  expect(await company.admin.call('deactivateEmployees', { body: { userIds: tooMany } })).toMatchObject({
    status: 400,
  });
});

it.each([
  ['deactivated', ({ employee }) => change(employee, { isActive: false })],
  [
    'deactivated with others',
    ({ employee }) => company.admin.ok('deactivateEmployees', { body: { userIds: [employee.id] } }),
  ],
  ['deleted', ({ employee }) => company.admin.ok('deleteEmployee', { params: { id: employee.id } })],
] satisfies [string, (leaving: Awaited<ReturnType<typeof addEmployee>>) => Promise<unknown>][])(
  'whoever is %s no longer gets digests and approved months, and the change is announced',
  async (_, leave) => {
    const leaving = await addEmployee(app, company);
    const [left, other] = [leaving.employee.email, uniqueEmail()];
    const settings = await company.admin.ok('getCompany');
    const digestRecipients = [other, left.toUpperCase()];
    await company.admin.ok('updateCompany', { body: { ...settings, digestRecipients } });
    const { country: _country, ...sheets } = await company.admin.ok('getSheetSettings');
    await company.admin.ok('updateSheetSettings', { body: { ...sheets, accountants: [left, other] } });
    await leave(leaving);
    expect(await company.admin.ok('getCompany')).toMatchObject({ digestRecipients: [other] });
    expect(await company.admin.ok('getSheetSettings')).toMatchObject({ accountants: [other] });
    const kinds = (await exportLedger(company.admin)).map((line) => JSON.parse(line).kind);
    const told = kinds.filter((kind) => ['digest-changed', 'month-recipients-changed'].includes(kind));
    expect(told.toSorted()).toEqual([
      ...['digest-changed', 'digest-changed', 'month-recipients-changed', 'month-recipients-changed'],
    ]);
  },
);

it('invites again only those who were chosen and have not come', async () => {
  const invited = async () =>
    company.admin.ok('createEmployee', {
      body: { firstName: 'Juris', lastName: 'Jauns', email: uniqueEmail() },
    });
  const [chosen, other] = [await invited(), await invited()];
  const { employee: signedIn } = await addEmployee(app, company);
  const body = { userIds: [chosen.id, signedIn.id, company.user.id] };
  expect(await company.admin.ok('inviteEmployees', { body })).toEqual({ sent: 1, left: 0 });
  await app.settled('mail');
  expect(await app.mailsTo(chosen.email ?? '', 0)).toHaveLength(2);
  expect(await app.mailsTo(other.email ?? '', 0)).toHaveLength(1);
});

const recipientsOf = async (id: string) =>
  (await company.admin.ok('listMessageRecipients', { params: { id } })).map(({ user }) => user.id);
const announce = (about: { locationId?: string } = {}) =>
  company.admin.ok('createMessage', {
    body: { subject: 'Rīt', content: 'Sākam agrāk', isAnnouncement: true, ...about },
  });

it('cannot sign in by any way, act or scan', async () => {
  const { client, employee, location, device } = await leaver();
  for (const name of ['getUser', 'getUserData', 'getActiveEntry', 'listMessages'] as const) {
    expect(await client.call(name), name).toMatchObject({ status: 401 });
  }
  const scannedAt = '2026-03-02T08:59:00Z';
  expect(await client.call('scan', { body: { qrCode: location.qrCode, scannedAt } })).toMatchObject({
    status: 401,
  });
  const visitor = app.client();
  expect(await visitor.call('login', { body: { email: employee.email, password } })).toMatchObject({
    status: 403,
    body: { code: 'account_inactive' },
  });
  const challenge = await visitor.ok('beginPasskeySignIn');
  expect(
    await visitor.call('signInWithPasskey', { body: { credential: device.use(challenge) } }),
  ).toMatchObject({ status: 403, body: { code: 'account_inactive' } });
});

it('is sent no mail, whatever happens to their records', async () => {
  const { employee, location } = await leaver();
  const before = await app.mailsTo(employee.email);
  const params = { id: employee.id };
  const times = { checkIn: '2026-02-02T07:00:00Z', checkOut: '2026-02-02T15:00:00Z' };
  const body = { userId: employee.id, locationId: location.id, ...times, reason };
  const { id } = await company.admin.ok('createTimeEntry', { body });
  await company.admin.ok('deleteTimeEntry', { params: { id }, body: { reason } });
  await company.admin.ok('resetSecondFactor', { params });
  await change(employee, { isActive: false, password: 'another password' });
  await app.client().ok('forgotPassword', { body: { email: employee.email } });
  clock.set('2026-03-04T09:00:00Z');
  await sendMissingCheckOutMails(app.services);
  for (const queue of ['password-reset', 'mail']) await app.settled(queue);
  expect(await app.mailsTo(employee.email)).toEqual(before);
});

it('is written no message, and gets the notices of the last weeks on coming back', async () => {
  const { employee, location } = await leaver();
  const { employee: colleague } = await addEmployee(app, company);
  const all = await announce();
  const ofLocation = await announce({ locationId: location.id });
  expect(await recipientsOf(all.id)).toEqual([colleague.id]);
  expect(await recipientsOf(ofLocation.id)).toEqual([]);
  const times = { checkIn: '2026-03-02T08:59:30Z', checkOut: '2026-03-02T09:00:00Z' };
  const overlap = { userId: employee.id, locationId: location.id, ...times, reason };
  expect((await company.admin.call('createTimeEntry', { body: overlap })).status).toBe(409);
  const free = { ...overlap, checkIn: '2026-03-01T08:00:00Z', checkOut: '2026-03-01T09:00:00Z' };
  await company.admin.ok('createTimeEntry', { body: free });
  expect(await recipientsOf(ofLocation.id)).toEqual([]);
  const toThem = { subject: 'Tev', content: 'Teksts', recipientId: employee.id };
  expect(await company.admin.call('createMessage', { body: toThem })).toMatchObject({ status: 404 });

  await change(employee, { isActive: true });
  expect((await recipientsOf(all.id)).toSorted()).toEqual([colleague.id, employee.id].toSorted());
});

it('is kept in the record, takes a seat, and stands in no month to approve without hours', async () => {
  const { employee } = await leaver();
  const query = { startDate: '2026-03-01', endDate: '2026-03-31' };
  expect(await company.admin.ok('getTimeEntriesReport', { query })).toMatchObject([
    { userId: employee.id, checkOut: '2026-03-02T09:00:00.000Z' },
  ]);
  const usersOf = async (month: string) =>
    (await company.admin.ok('listMonth', { query: { month } })).map(({ user }) => user.id);
  expect(await usersOf('2026-03')).toContain(employee.id);
  expect(await usersOf('2026-02')).not.toContain(employee.id);
  expect(await company.admin.ok('getSubscriptionStatus')).toMatchObject({
    usage: { employees: { current: 1 } },
  });
});

it('gets a link when they become active, if they have no password of their own', async () => {
  const email = 'later@example.test';
  const newcomer = await company.admin.ok('createEmployee', {
    body: { firstName: 'Ilze', lastName: 'Liepa', email, isActive: false },
  });
  await app.settled('mail');
  const mails = () =>
    app.services.db.selectFrom('devMail').where('recipient', '=', email).select('text').execute();
  expect(await mails()).toEqual([]);
  await change(newcomer, { isActive: true });
  const [mail] = await app.mailsTo(email);
  const params = { token: linkTokenIn(mail?.text) };
  const body = { password, confirmPassword: password };
  expect((await app.client().ok('acceptInvitation', { params, body })).email).toBe(email);
});
