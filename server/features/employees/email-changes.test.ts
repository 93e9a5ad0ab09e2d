import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChangedEmployee } from '#contract/employees.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { enterInDirectory } from '#server/platform/database/directory.ts';
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
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { removeExpiredSecrets } from '../auth/auth.jobs.ts';

let app: TestApp;
let company: Company;
let clock: ReturnType<typeof fixedClock>;
beforeAll(async () => {
  clock = fixedClock('2026-03-02T08:00:00Z');
  app = await startTestApp({ clock });
});
beforeEach(async () => {
  clock.set('2026-03-02T08:00:00Z');
  company = await registerCompany(app, { language: 'en' });
});
afterAll(() => app.close());

const t = translator('en');
const invalid = { status: 400, body: { code: 'email_link_invalid' } };
const login = (email: string, given = password) =>
  app.client().call('login', { body: { email, password: given } });
const statusesOf = async (...emails: string[]) =>
  Promise.all(emails.map(async (email) => (await login(email)).status));
const request = (of: ChangedEmployee, email: string, admin = company.admin) =>
  admin.call('updateEmployee', {
    params: { id: of.id },
    body: { firstName: of.firstName, lastName: of.lastName, role: of.role, email, currentPassword: password },
  });
const confirm = (token: string) => app.client().call('confirmEmail', { body: { token } });
const undo = (token: string) => app.client().call('undoEmailChange', { body: { token } });

async function tokenTo(address: string, subject: string): Promise<string> {
  await app.settled('mail');
  const mails = (await app.mailsTo(address)).filter((mail) => mail.subject === subject);
  return linkTokenIn(mails.at(-1)?.text);
}
const confirmToken = (address: string) => tokenTo(address, t('mail:confirmEmailSubject'));
const undoToken = (address: string) => tokenTo(address, t('mail:emailChangedSubject'));

async function move(employee: ChangedEmployee, email: string): Promise<{ undo: string }> {
  expect((await request(employee, email)).status).toBe(200);
  expect((await confirm(await confirmToken(email))).status).toBe(200);
  return { undo: await undoToken(addressed(employee).email) };
}
const isSignedIn = async (client: TestClient) => (await client.call('getUser')).status === 200;

it('a new address counts only once it is confirmed by its link, which works once', async () => {
  const { employee, client } = await addEmployee(app, company);
  const email = uniqueEmail('new');
  expect((await request(employee, email)).body).toMatchObject({ email: employee.email, pendingEmail: email });
  expect(await isSignedIn(client)).toBe(false);
  expect(await statusesOf(employee.email, email)).toEqual([200, 401]);
  await app.client().ok('forgotPassword', { body: { email } });
  await app.settled('password-reset');
  const token = await confirmToken(email);
  expect((await app.mailsTo(email)).map(({ subject }) => subject)).toEqual([t('mail:confirmEmailSubject')]);

  await client.ok('login', { body: { email: employee.email, password } });
  expect((await confirm(token)).status).toBe(200);
  expect(await isSignedIn(client)).toBe(false);
  expect(await statusesOf(employee.email, email)).toEqual([401, 200]);
  const listed = (await company.admin.ok('listEmployees')).at(-1);
  expect(listed).toMatchObject({ email, pendingEmail: null });
  expect(await confirm(token)).toMatchObject(invalid);
});

it('the old address undoes it, before and after it is confirmed', async () => {
  const { employee, client } = await addEmployee(app, company);
  const first = uniqueEmail('thief');
  await request(employee, first);
  const pending = await confirmToken(first);
  await client.ok('login', { body: { email: employee.email, password } });
  expect((await undo(await undoToken(addressed(employee).email))).status).toBe(200);
  expect(await isSignedIn(client)).toBe(false);
  expect(await confirm(pending)).toMatchObject(invalid);

  const second = uniqueEmail('thief');
  const { undo: token } = await move(employee, second);
  await client.ok('login', { body: { email: second, password } });
  clock.set('2026-03-09T07:59:59Z');
  expect((await undo(token)).status).toBe(200);
  expect(await isSignedIn(client)).toBe(false);
  // Whoever had the account meanwhile may have chosen the password: only a new one, mailed to the old address, works.
  expect(await statusesOf(employee.email, second)).toEqual([401, 401]);
  await app.settled('mail');
  const credentials = (await app.mailsTo(employee.email)).at(-1);
  const [mailed = ''] = /(\w{5}-){3}\w{5}/.exec(credentials?.text ?? '') ?? [];
  expect((await login(employee.email, mailed)).body).toMatchObject({ mustChangePassword: true });
  expect(await undo(token)).toMatchObject(invalid);
});

it('undoing a confirmed change removes what was added to sign in with since, and nothing older', async () => {
  const { employee } = await addEmployee(app, company);
  const { db } = app.services;
  const person = { companyId: company.user.companyId, userId: employee.id };
  const addPasskey = async (name: string) => {
    const [id, credentialId] = [randomUUID(), randomUUID()];
    const createdAt = clock.now().toISOString();
    await db
      .insertInto('passkey')
      .values({ ...person, id, name, credentialId, publicKey: Buffer.from('key'), counter: 0, createdAt })
      .execute();
    await enterInDirectory(db, 'passkey', credentialId, { companyId: person.companyId, id });
  };
  clock.set('2026-03-02T07:00:00Z');
  await addPasskey('own');
  clock.set('2026-03-02T08:00:00Z');
  const { undo: token } = await move(employee, uniqueEmail('thief'));
  clock.set('2026-03-02T09:00:00Z');
  await addPasskey('of the thief');
  const createdAt = clock.now().toISOString();
  await db
    .insertInto('secondFactor')
    .values({ ...person, secret: Buffer.from('secret'), lastStep: 0, createdAt })
    .execute();
  expect((await undo(token)).status).toBe(200);
  const ofPerson = (table: 'passkey' | 'secondFactor') =>
    db.selectFrom(table).where('userId', '=', employee.id).selectAll().execute();
  expect(await ofPerson('passkey')).toMatchObject([{ name: 'own' }]);
  expect(await ofPerson('secondFactor')).toEqual([]);
});

it('undoing it voids every later change as well', async () => {
  const { employee } = await addEmployee(app, company);
  const [second, third, fourth] = [uniqueEmail('two'), uniqueEmail('three'), uniqueEmail('four')];
  const { undo: first } = await move(employee, second);
  clock.set('2026-03-02T09:00:00Z');
  const { undo: later } = await move({ ...employee, email: second }, third);
  clock.set('2026-03-02T10:00:00Z');
  await request({ ...employee, email: third }, fourth);
  const pending = await confirmToken(fourth);
  expect((await undo(first)).status).toBe(200);
  expect((await company.admin.ok('listEmployees')).at(-1)).toMatchObject({
    email: employee.email,
    pendingEmail: null,
  });
  expect(await statusesOf(second, third)).toEqual([401, 401]);
  expect(await undo(later)).toMatchObject(invalid);
  expect(await confirm(pending)).toMatchObject(invalid);
});

it('keeps the old address from others for 7 days, and then frees it', async () => {
  const { employee } = await addEmployee(app, company);
  const { employee: other } = await addEmployee(app, company);
  const { undo: token } = await move(employee, uniqueEmail('new'));
  expect(await request(other, employee.email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  clock.set('2026-03-09T08:00:00Z');
  expect(await undo(token)).toMatchObject(invalid);
  await removeExpiredSecrets(app.services);
  expect((await request(other, employee.email)).status).toBe(200);
});

it('a link ends after 7 days, and when the address is changed again', async () => {
  const { employee } = await addEmployee(app, company);
  const [first, second] = [uniqueEmail('typo'), uniqueEmail('right')];
  await request(employee, first);
  const replaced = await confirmToken(first);
  await request(employee, second);
  expect(await confirm(replaced)).toMatchObject(invalid);
  const token = await confirmToken(second);
  clock.set('2026-03-09T08:00:00Z');
  expect(await confirm(token)).toMatchObject(invalid);
  for (const made of ['', 'x'.repeat(64), token.toUpperCase()]) {
    expect((await confirm(made)).status).toBe(400);
    expect((await undo(made)).status).toBe(400);
  }
  expect(await statusesOf(employee.email)).toEqual([200]);
});

it('an address that somebody else has taken meanwhile is refused when it is confirmed', async () => {
  const { employee } = await addEmployee(app, company);
  const email = uniqueEmail('wanted');
  await request(employee, email);
  const other = await registerCompany(app);
  await other.admin.ok('createEmployee', { body: { firstName: 'Ilze', lastName: 'Ozola', email, password } });
  expect(await confirm(await confirmToken(email))).toMatchObject({
    status: 409,
    body: { code: 'email_taken' },
  });
  expect(await statusesOf(employee.email)).toEqual([200]);
});

it('voids an initial password that went to the old address', async () => {
  const wrong = uniqueEmail('wrong');
  const newcomer = await company.admin.ok('createEmployee', {
    body: { firstName: 'Ilze', lastName: 'Ozola', email: wrong, password: 'first-password' },
  });
  const email = uniqueEmail('right');
  await move(newcomer, email);
  expect((await login(email, 'first-password')).status).toBe(401);
  await app.settled('mail');
  const mail = (await app.mailsTo(email)).at(-1);
  const params = { token: linkTokenIn(mail?.text) };
  const body = { password, confirmPassword: password };
  expect((await app.client().ok('acceptInvitation', { params, body })).email).toBe(email);
});

it('is deleted with the account, and frees its addresses', async () => {
  const { employee } = await addEmployee(app, company);
  const { undo: token } = await move(employee, uniqueEmail('new'));
  await company.admin.ok('deleteEmployee', { params: { id: employee.id } });
  expect(await undo(token)).toMatchObject(invalid);
  const again = { firstName: 'Ilze', lastName: 'Ozola', email: employee.email, password };
  expect((await company.admin.call('createEmployee', { body: again })).status).toBe(201);
});
