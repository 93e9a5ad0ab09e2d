/**
 * The directory stays consistent whatever happens to an e-mail, a code or a key; every test app checks this at its end.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { startTestApp, type TestApp, testOrigin } from '#tests/support/test-app.ts';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());

const keysOf = async (id: string) => {
  const { rows } = await sql<{ kind: string; key: string }>`
    select kind, key from directory where id = ${id} order by kind, key`.execute(app.services.db);
  return rows.map(({ kind, key }) => `${kind} ${key}`);
};
const statusOf = async (email: string) =>
  (await app.client().call('login', { body: { email, password } })).status;

it('of two concurrent sign-ups with one e-mail, one succeeds and the other is refused', async () => {
  const email = uniqueEmail('Twin');
  const body = { companyName: 'A', firstName: 'A', lastName: 'B', password, confirmPassword: password };
  const answers = await Promise.all(
    [email, email.toUpperCase(), email.toLowerCase()].map((each) =>
      app.client().call('registerCompany', {
        body: { ...body, email: each, timezone: 'Europe/Riga', subscriptionPlan: 'starter' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  for (const { status, body: told } of answers) if (status === 409) expect(told.code).toBe('email_taken');
  expect(await statusOf(email)).toBe(200);
});

it('a new e-mail counts once confirmed, in any case, and the old one stays reserved', async () => {
  const { employee } = await addEmployee(app, company);
  const other = await addEmployee(app, company);
  const change = (of: typeof employee, email: string) => {
    const { firstName, lastName, role } = of;
    return company.admin.call('updateEmployee', {
      params: { id: of.id },
      body: { firstName, lastName, role, email, currentPassword: password },
    });
  };
  expect(await change(employee, other.employee.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { code: 'email_taken' },
  });
  // The refused change had no effect.
  expect(await statusOf(employee.email)).toBe(200);
  const capitals = employee.email.toUpperCase();
  expect((await change(employee, capitals)).status).toBe(200);
  expect(await keysOf(employee.id)).toEqual([`email ${employee.email}`]);
  const renamed = uniqueEmail('renamed');
  expect((await change(employee, renamed)).status).toBe(200);
  expect(await keysOf(employee.id)).toEqual([`email ${employee.email}`]);
  await app
    .client()
    .ok('confirmEmail', { body: { token: linkTokenIn((await app.mailsTo(renamed))[0]?.text) } });
  expect(await statusOf(employee.email)).toBe(401);
  expect(await statusOf(renamed)).toBe(200);
  expect((await keysOf(employee.id)).toSorted()).toEqual([`email ${employee.email}`, `email ${renamed}`]);
  expect((await change(other.employee, employee.email)).status).toBe(409);
});

it('a deactivated person keeps the e-mail; a deleted one frees it, and their passkeys', async () => {
  const { client, employee } = await addEmployee(app, company);
  const { id, email, firstName, lastName } = employee;
  const credential = createFakeDevice(testOrigin).create(
    await client.ok('beginPasskey', { body: { password } }),
  );
  const passkey = await client.ok('addPasskey', { body: { name: 'Phone', credential } });
  expect(await keysOf(passkey.id)).toEqual([`passkey ${credential.id}`]);
  const body = { firstName, lastName, email, role: 'employee' as const };
  await company.admin.ok('updateEmployee', { params: { id }, body: { ...body, isActive: false } });
  expect((await company.admin.call('createEmployee', { body })).status).toBe(409);
  await company.admin.ok('deleteEmployee', { params: { id } });
  expect([...(await keysOf(id)), ...(await keysOf(passkey.id))]).toEqual([]);
  expect((await company.admin.call('createEmployee', { body })).status).toBe(201);
});

it('a deleted location keeps its code, so that no other gets it', async () => {
  const { id, qrCode } = await addLocation(company);
  await company.admin.ok('deleteLocation', { params: { id } });
  expect(await keysOf(id)).toEqual([`location-code ${qrCode}`]);
});

it('an erased company frees everything', async () => {
  const gone = await registerCompany(app);
  await addLocation(gone);
  await gone.admin.ok('upgradeFromTrial', { body: { planId: 'business' } });
  const { companyId, email } = gone.user;
  const code = `company-code ${gone.user.company.code}`;
  expect(await keysOf(companyId)).toEqual([`customer sandbox_${companyId}`, code]);
  await sql`select erase_company(${companyId})`.execute(app.services.db);
  const left = app.services.db.selectFrom('directory').where('companyId', '=', companyId).selectAll();
  expect(await left.execute()).toEqual([]);
  expect(await statusOf(email)).toBe(401);
});
