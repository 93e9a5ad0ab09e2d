import { afterAll, beforeAll, expect, it } from 'vitest';
import { addApiKey, addEmployee, registerCompany, uniqueEmail } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { setProviderCustomer, updateCompany } from './company.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('administrators read what the payment provider calls the company, programs do not', async () => {
  const company = await registerCompany(app, { subscriptionPlan: 'business' });
  const { companyId } = company.user;
  const ids = { providerCustomerId: `cus_${companyId}`, providerSubscriptionId: 'sub_1' };
  await setProviderCustomer(app.services.db, companyId, ids.providerCustomerId);
  await updateCompany(app.services.db, companyId, { providerSubscriptionId: ids.providerSubscriptionId });
  expect(await company.admin.ok('getCompany')).toMatchObject(ids);
  const { client } = await addEmployee(app, company);
  expect(await client.call('getCompany')).toMatchObject({ status: 403 });
  const { key } = await addApiKey(company);
  const answer = await app.client().raw({
    ...{ method: 'GET', url: '/api/company', headers: { authorization: `Bearer ${key}` } },
  });
  expect(answer.json()).toMatchObject({
    ...{ id: companyId, providerCustomerId: null, providerSubscriptionId: null },
  });
});

it('the settings are read and changed; what decides how time counts goes into the ledger', async () => {
  const { admin, user } = await registerCompany(app);
  const settings = await admin.ok('getCompany');
  expect(settings).toEqual({
    id: user.companyId,
    createdAt: expect.any(String),
    subscriptionPlan: 'growth',
    subscriptionStatus: 'trialing',
    trialEndsAt: expect.any(String),
    providerCustomerId: null,
    providerSubscriptionId: null,
    code: user.company.code,
    name: 'Kokaudzētava SIA',
    registrationNo: null,
    email: user.email,
    address: null,
    phone: null,
    timezone: 'Europe/Riga',
    language: 'en',
    longestShiftHours: 14,
    lateScanHours: 12,
    noticeDays: null,
    graceMinutes: 5,
    sendsDigest: true,
    sendsNotHere: true,
    quietFrom: '21:00',
    quietTo: '06:00',
    sendsSchedules: true,
    digestRecipients: [],
    retentionYears: 10,
    retentionFrom: 'record',
    boardNames: 'initials',
    erasureNotBefore: null,
  });
  const changed = {
    ...settings,
    name: 'Jauna SIA',
    address: 'Gaujas 1',
    language: 'lv' as const,
  };
  expect(await admin.ok('updateCompany', { body: changed })).toEqual(changed);
  // What is absent stays.
  expect(await admin.ok('updateCompany', { body: {} })).toEqual(changed);
  expect(await admin.ok('updateCompany', { body: { phone: '' } })).toEqual({ ...changed, phone: null });
  expect(await exportLedger(admin)).toEqual([]);
  const counted = {
    ...changed,
    timezone: 'Europe/Warsaw',
    longestShiftHours: 10,
    lateScanHours: 24,
    noticeDays: 0,
  };
  await admin.ok('updateCompany', { body: counted });
  expect(await admin.ok('getUser')).toMatchObject({
    company: { name: 'Jauna SIA', timezone: 'Europe/Warsaw', language: 'lv', longestShiftHours: 10 },
  });
  const [line = ''] = await exportLedger(admin);
  expect(JSON.parse(line)).toMatchObject({
    seq: 1,
    kind: 'settings-changed',
    actorId: user.id,
    body: {
      why: {
        before: { timezone: 'Europe/Riga', longestShiftHours: 14, lateScanHours: 12, noticeDays: null },
        after: { timezone: 'Europe/Warsaw', longestShiftHours: 10, lateScanHours: 24, noticeDays: 0 },
      },
    },
  });
});

it('a time zone is stored as IANA writes it, which is no change', async () => {
  const { admin } = await registerCompany(app, { timezone: 'EUROPE/riga' });
  const settings = await admin.ok('getCompany');
  expect(settings.timezone).toBe('Europe/Riga');
  const body = { ...settings, timezone: 'europe/RIGA' };
  expect(await admin.ok('updateCompany', { body })).toMatchObject({ timezone: 'Europe/Riga' });
  expect(await exportLedger(admin)).toEqual([]);
});

it.each([
  ['timezone', 'Europe/Atlantis'],
  ['timezone', '+02:00'],
  ['longestShiftHours', 5],
  ['longestShiftHours', 25],
  ['longestShiftHours', 7.5],
  ['lateScanHours', 0],
  ['lateScanHours', 73],
  ['lateScanHours', 1.5],
  ['noticeDays', -1],
  ['noticeDays', 63],
  ['graceMinutes', 61],
  ['graceMinutes', null],
  ['retentionYears', 2],
  ['retentionYears', 76],
  ['retentionYears', 10.5],
  ['retentionFrom', 'never'],
  ['name', ' '],
])('refuses the %s %s', async (field, value) => {
  const { admin } = await registerCompany(app);
  const body = { ...(await admin.ok('getCompany')), [field]: value };
  const answer = await admin.call('updateCompany', { body });
  expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
});

it('employees do not see them', async () => {
  const { client } = await addEmployee(app, await registerCompany(app));
  expect(await client.call('getCompany')).toMatchObject({ status: 403 });
});

it('the company’s address is changed, which the old one is told; it signs nobody in', async () => {
  const { admin, user } = await registerCompany(app);
  const settings = await admin.ok('getCompany');
  const email = uniqueEmail('office');
  const { email: _, ...withoutEmail } = settings;
  expect(await admin.ok('updateCompany', { body: withoutEmail })).toMatchObject({ email: user.email });
  expect(await admin.ok('updateCompany', { body: { ...settings, email } })).toMatchObject({ email });
  expect(await admin.ok('getUser')).toMatchObject({ email: user.email });
  const [mail] = await app.mailsTo(user.email);
  expect(mail?.subject).toBe('The email address of your company was changed');
  expect(mail?.text).toContain(email);
  expect(mail?.text).toContain('Anna Bērziņa');
  // Nothing is mailed for the same address; another spelling of it is a change.
  await admin.ok('updateCompany', { body: { ...settings, email } });
  expect(await app.mailsTo(email, 0)).toEqual([]);
  await admin.ok('updateCompany', { body: { ...settings, email: email.toUpperCase() } });
  expect((await app.mailsTo(email))[0]?.text).toContain(email.toUpperCase());
  for (const bad of ['', 'office', 'a@b@c.lv', `${'x'.repeat(250)}@example.test`]) {
    const answer = await admin.call('updateCompany', { body: { ...settings, email: bad } });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'email' }] } });
  }
});

it('the company’s address changes at most 30 times a day', async () => {
  const { admin } = await registerCompany(app);
  const settings = await admin.ok('getCompany');
  for (let times = 0; times < 30; times += 1) {
    await admin.ok('updateCompany', { body: { ...settings, email: uniqueEmail('office') } });
  }
  const last = await admin.ok('getCompany');
  const refused = await admin.call('updateCompany', { body: { ...last, email: uniqueEmail('office') } });
  expect(refused).toMatchObject({ status: 429 });
  expect(await admin.ok('getCompany')).toEqual(last);
});
