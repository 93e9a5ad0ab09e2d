import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addEmployee,
  type Company,
  password,
  registerCompany,
  resetTokenIn,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());

const refused = (path: string) => ({
  status: 400,
  body: { code: 'validation_failed', issues: [{ path, message: expect.any(String) }] },
});
const names = { firstName: 'Jānis', lastName: 'Kalniņš' };
const disguised = ['123456\u200b', ' 1 2 3 4 5 6', '１２３４５６', 'Ｐassword', 'pass\u00adword'];
const weak = [
  ...disguised,
  '123456',
  'PASSWORD',
  'qwerty',
  'Kalniņš',
  'janis-kalnins',
  'KalninsJanis1990',
  'jānis!!',
  'aaaaaa',
  'zzzzzzzzzz',
  'ababab',
  'abc1abc1',
  'abcdef',
  'fedcba',
  '7654321',
  'poiuytrewq',
  'parole',
  'Parole12',
  'slaptažodis',
  'Haslo1',
  'kochanie1',
  'Mylimas123',
  'hasło123456',
  'latvija',
  'Lietuva2026!',
  'polska1',
  'qwerty1',
];
const good = ['correct horse', 'jānis at work', 'kalniņš 7 vārti', 'parole8351792', 'a4!k9zq'];

it('a password that others guess first is refused at sign-up, of an employee and of one’s own', async () => {
  const { client, employee } = await addEmployee(app, company, names);
  const [mailbox = ''] = employee.email.split('@');
  for (const given of [...weak, mailbox, employee.email.toUpperCase()]) {
    const person = { ...names, email: employee.email, password: given, confirmPassword: given };
    const registration = { ...person, companyName: 'Kokaudzētava SIA' };
    expect(await app.client().call('registerCompany', { body: registration }), given).toMatchObject(
      refused('password'),
    );
    expect(await company.admin.call('createEmployee', { body: person }), given).toMatchObject(
      refused('password'),
    );
    const params = { id: employee.id };
    expect(await company.admin.call('updateEmployee', { params, body: person }), given).toMatchObject(
      refused('password'),
    );
    const own = { currentPassword: password, newPassword: given, confirmPassword: given };
    expect(await client.call('changePassword', { body: own }), given).toMatchObject(refused('newPassword'));
  }
});

it('is refused by the link of a mail too, which stays usable', async () => {
  const { employee } = await addEmployee(app, company, names);
  await app.client().ok('forgotPassword', { body: { email: employee.email } });
  const token = resetTokenIn((await app.mailsTo(employee.email, 2)).at(-1)?.text);
  const reset = (given: string) =>
    app.client().call('resetPassword', { body: { token, password: given, confirmPassword: given } });
  for (const given of weak) expect(await reset(given), given).toMatchObject(refused('password'));
  expect((await reset('not to be guessed')).status).toBe(200);
});

it.each(good)('%s is accepted', async (given) => {
  const body = { ...names, email: uniqueEmail(), password: given };
  expect((await company.admin.call('createEmployee', { body })).status).toBe(201);
});
