import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEmployee, registerCompany } from '#server/testing/factories.ts';
import { exportLedger } from '#server/testing/ledger-export.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the settings are read and changed; what decides how time counts goes into the ledger', async () => {
  const { admin, user } = await registerCompany(app);
  const settings = await admin.ok('getCompany');
  expect(settings).toEqual({
    name: 'Kokaudzētava SIA',
    registrationNo: null,
    address: null,
    phone: null,
    timezone: 'Europe/Riga',
    language: 'en',
    longestShiftHours: 14,
    sendsDigest: true,
    digestRecipients: [],
    retentionYears: 10,
    retentionFrom: 'record',
    erasureNotBefore: null,
  });
  const changed = {
    ...settings,
    name: 'Jauna SIA',
    address: 'Gaujas 1',
    language: 'lv' as const,
  };
  expect(await admin.ok('updateCompany', { body: changed })).toEqual(changed);
  expect(await exportLedger(admin)).toEqual([]);
  const counted = { ...changed, timezone: 'Europe/Warsaw', longestShiftHours: 10 };
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
        before: { timezone: 'Europe/Riga', longestShiftHours: 14 },
        after: { timezone: 'Europe/Warsaw', longestShiftHours: 10 },
      },
    },
  });
});

test.each([
  ['timezone', 'Europe/Atlantis'],
  ['timezone', '+02:00'],
  ['longestShiftHours', 5],
  ['longestShiftHours', 25],
  ['longestShiftHours', 7.5],
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

test('employees do not see them', async () => {
  const { client } = await addEmployee(app, await registerCompany(app));
  expect(await client.call('getCompany')).toMatchObject({ status: 403 });
});
