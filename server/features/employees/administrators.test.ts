import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangedEmployee } from '#contract/employees.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addressed,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const t = translator('en');
const proof = { currentPassword: password };
const proofRequired = { status: 403, body: { code: 'proof_required' } };
const edited = ({ firstName, lastName, email, role }: ChangedEmployee, changes: object) => ({
  firstName,
  lastName,
  email,
  role,
  ...changes,
});
const recordsOf = async ({ admin }: Company) =>
  (await exportLedger(admin))
    .map((line) => JSON.parse(line))
    .map(({ kind, actorId, userId, body }) => ({ kind, actorId, userId, ...body.why }));
/** What notices of changed accounts say of the state or role, in the order of the alphabet: mails overtake each other. */
async function noticesTo(address: string, subject = t('mail:accountChangedSubject')) {
  await app.settled('mail');
  const notices = (await app.mailsTo(address, 0)).filter((mail) => mail.subject === subject);
  return notices.map(({ text }) => /(?:State|Role): (.+)/.exec(text)?.[1] ?? '').toSorted();
}

it('who becomes an administrator and who is one no longer stands in the ledger, and all administrators are told', async () => {
  const company = await registerCompany(app);
  const { employee: witness } = await addEmployee(app, company, { role: 'admin' });
  const created = await company.admin.ok('createEmployee', {
    body: { firstName: 'Ilze', lastName: 'Ozola', email: uniqueEmail(), role: 'admin', ...proof },
  });
  const puppet = addressed(created);
  const params = { id: puppet.id };
  const change = (changes: object) =>
    company.admin.ok('updateEmployee', { params, body: edited(puppet, { ...changes, ...proof }) });
  await change({ isActive: false });
  await change({ isActive: true });
  await change({ role: 'employee' });
  await change({ role: 'admin' });
  await company.admin.ok('deleteEmployee', { params, body: proof });
  const acts = [
    ['added', 'created'],
    ['removed', 'deactivated'],
    ['added', 'activated'],
    ['removed', 'role'],
    ['added', 'role'],
    ['removed', 'deleted'],
  ].map(([what, how]) => ({
    kind: `administrator-${what}`,
    actorId: company.user.id,
    userId: puppet.id,
    how,
  }));
  expect((await recordsOf(company)).filter(({ userId }) => userId === puppet.id)).toEqual(acts);
  const told = ['Administrator', 'Administrator', 'Employee', 'activated', 'deactivated', 'deleted'];
  // The owner was told of the witness, too.
  expect(await noticesTo(company.user.email)).toEqual(['Administrator', ...told]);
  expect(await noticesTo(witness.email)).toEqual(['Administrator', ...told]);
  expect(await noticesTo(puppet.email)).toEqual(told);
});

it('an employee’s deactivation and deletion are announced to nobody and need no proof', async () => {
  const company = await registerCompany(app);
  const { employee } = await addEmployee(app, company);
  const params = { id: employee.id };
  await company.admin.ok('updateEmployee', { params, body: edited(employee, { isActive: false }) });
  await company.admin.ok('deleteEmployee', { params });
  expect(await noticesTo(company.user.email)).toEqual([]);
  expect(await recordsOf(company)).toEqual([]);
});

it('a stolen session removes, deactivates and resets no administrator', async () => {
  const company = await registerCompany(app);
  const { employee } = await addEmployee(app, company, { role: 'admin' });
  const params = { id: employee.id };
  const { admin } = company;
  for (const body of [undefined, {}, { code: '123456' }]) {
    expect(await admin.call('deleteEmployee', { params, body })).toMatchObject(proofRequired);
    expect(await admin.call('resetSecondFactor', { params, body })).toMatchObject(proofRequired);
    expect(
      await admin.call('updateEmployee', { params, body: edited(employee, { ...body, isActive: false }) }),
    ).toMatchObject(proofRequired);
  }
  const body = { currentPassword: 'a guess' };
  const wrong = { status: 400, body: { code: 'wrong_password' } };
  expect(await admin.call('deleteEmployee', { params, body })).toMatchObject(wrong);
  expect(await admin.call('resetSecondFactor', { params, body })).toMatchObject(wrong);
  expect((await admin.ok('listEmployees')).at(-1)).toMatchObject({
    id: employee.id,
    role: 'admin',
    isActive: true,
  });

  await admin.ok('resetSecondFactor', { params, body: proof });
  await noticesTo(company.user.email);
  const subjects = (await app.mailsTo(company.user.email)).map(({ subject }) => subject);
  expect(subjects).toContain(t('mail:adminResetSubject'));
});

it('a new owner stands in the ledger', async () => {
  const company = await registerCompany(app);
  const { employee } = await addEmployee(app, company, { role: 'admin' });
  await company.admin.ok('handOverCompany', { body: { userId: employee.id, ...proof } });
  expect(await recordsOf(company)).toContainEqual({
    kind: 'owner-changed',
    actorId: company.user.id,
    userId: employee.id,
    from: company.user.id,
    to: employee.id,
  });
});

it('an undone change of e-mail is told to all administrators', async () => {
  const company = await registerCompany(app);
  const { employee: witness } = await addEmployee(app, company, { role: 'admin' });
  const { employee } = await addEmployee(app, company);
  await company.admin.ok('updateEmployee', {
    params: { id: employee.id },
    body: edited(employee, { email: uniqueEmail('thief'), ...proof }),
  });
  await app.settled('mail');
  const token = linkTokenIn((await app.mailsTo(employee.email)).at(-1)?.text);
  await app.client().ok('undoEmailChange', { body: { token } });
  await app.settled('mail');
  for (const { email } of [company.user, witness]) {
    const notice = (await app.mailsTo(email)).find(
      ({ subject }) => subject === t('mail:emailChangeUndoneSubject'),
    );
    expect(notice?.text).toContain('Jānis Kalniņš');
    expect(notice?.text).toContain(employee.email);
  }
});

it('changes that all administrators are told of are limited to 100 a day for a company', async () => {
  const company = await registerCompany(app);
  const { employee } = await addEmployee(app, company);
  const params = { id: employee.id };
  const toggle = (count: number) =>
    company.admin.call('updateEmployee', {
      params,
      body: edited(employee, { role: count % 2 ? 'employee' : 'admin', ...proof }),
    });
  const statuses: number[] = [];
  for (let count = 0; count < 101; count += 1) statuses.push((await toggle(count)).status);
  expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  await app.settled('mail');
});
