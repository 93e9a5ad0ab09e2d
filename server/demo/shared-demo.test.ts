/* The live demo: what its visitors may do, and what they may not. */

import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { isOpenInDemo } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { addressed, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/support/test-app.ts';
import { renewSharedDemo } from './shared-demo.ts';

const startedAt = '2026-11-19T08:24:00Z';

async function startDemo(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({
    clock: fixedClock(startedAt),
    ...options,
    env: { DEMO: 'true', ...options.env },
  });
  onTestFinished(() => app.close());
  await app.settled('demo-renewal');
  return app;
}

const visit = async (app: TestApp, role: 'admin' | 'employee') => {
  const visitor = app.client();
  await visitor.ok('openDemo', { body: { role } });
  return visitor;
};

it('signs visitors in as the owner or as an employee, without a password', async () => {
  const app = await startDemo();
  const admin = await visit(app, 'admin');
  expect(await admin.ok('getUser')).toMatchObject({
    companyId: SHARED_DEMO_COMPANY_ID,
    role: 'admin',
    isOwner: true,
  });
  expect((await admin.ok('listEmployees')).length).toBeGreaterThan(20);
  expect((await admin.ok('getDashboardLocations')).some(({ activeCount }) => activeCount > 0)).toBe(true);
  const employee = await visit(app, 'employee');
  expect(await employee.ok('getUser')).toMatchObject({ role: 'employee', firstName: 'Jānis' });
  expect((await employee.call('listEmployees')).body.code).toBe('forbidden');
  const { email } = addressed(await admin.ok('getUser'));
  for (const password of ['kokamatnieks', '']) {
    expect((await app.client().call('login', { body: { email, password } })).status).not.toBe(200);
  }
});

it('does not exist unless the operator wants it', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  expect((await app.client().call('openDemo', { body: { role: 'admin' } })).body.code).toBe('not_found');
  await expect(app.services.db.selectFrom('company').selectAll().execute()).resolves.toEqual([]);
});

it('ends the session that the visitor had on this device', async () => {
  const app = await startDemo();
  const { admin } = await registerCompany(app);
  const before = admin.cookie();
  await admin.ok('openDemo', { body: { role: 'employee' } });
  const old = await app.app.inject({ url: '/api/user', headers: { host: 'maina.test', cookie: before } });
  expect(old.statusCode).toBe(401);
});

it('lets visitors read and check in, and refuses everything else before it reads the request', async () => {
  const app = await startDemo();
  const admin = await visit(app, 'admin');
  const names = (Object.keys(contract) as EndpointName[]).filter(
    (name) => contract[name].access !== 'public' && contract[name].access !== 'kiosk',
  );
  const refused: string[] = [];
  for (const name of names) {
    const { method, path } = contract[name];
    const answer = await admin.raw({
      method,
      url: path.replaceAll(/:\w+/g, '019a0000-0000-7000-8000-000000000001'),
      ...(method !== 'GET' && { payload: {} }),
    });
    if (answer.statusCode === 403 && answer.json().code === 'demo_read_only') refused.push(name);
    else expect(answer.statusCode, name).toBeLessThan(500);
  }
  expect(refused).toEqual(names.filter((name) => !isOpenInDemo(contract[name])));
  // What a visitor could use to reach others, to lock them out, or to learn of them.
  const dangerous: EndpointName[] = [
    'createMessage',
    'createEmployee',
    'updateEmployee',
    'changePassword',
    'updateUser',
    'createWorkReports',
    'createCorrectionRequest',
    'createLocation',
    'updateCompany',
    'deleteCompany',
    'createApiKey',
    'updateAiEndpoint',
    'ask',
    'upgradeFromTrial',
    'beginPasskey',
    'enableSecondFactor',
    'endAllSessions',
    'listSessions',
    'getUserData',
  ];
  expect(refused).toEqual(expect.arrayContaining(dangerous));
  const writable = names.filter((name) => contract[name].method !== 'GET' && !refused.includes(name));
  expect(writable.toSorted()).toEqual(
    [
      'answerMissingCheckOut',
      'askPreset',
      'checkOut',
      'createAiReport',
      'markMessageRead',
      'scan',
      'undoCheckOut',
    ].toSorted(),
  );
});

it('has the refusal in the visitor’s words', async () => {
  const admin = await visit(await startDemo(), 'admin');
  const { body } = await admin.call('createLocation', { body: { name: 'X' } }, { 'accept-language': 'lv' });
  expect(body.message).toContain('bezmaksas izmēģinājumu');
});

it('records scans, and composes reports without a language model', async () => {
  const app = await startDemo({ env: { AI_BASE_URL: 'http://127.0.0.1:9', AI_MODEL: 'm' } });
  const admin = await visit(app, 'admin');
  const employee = await visit(app, 'employee');
  const locations = await admin.ok('listLocations');
  const other = locations.find(({ name }) => name.startsWith('Galdniecība'));
  const result = await employee.ok('scan', { body: { qrCode: other?.qrCode ?? '' } });
  expect(result.action).toBe('location-switch');
  const { report } = await admin.ok('createAiReport', {
    params: { id: other?.id ?? '' },
    body: { date: '2026-11-19' },
  });
  expect(report).toContain('Jānis Ozols');
});

it('sends no mail about the demo company', async () => {
  const app = await startDemo();
  const admin = await visit(app, 'admin');
  const { email } = addressed(await admin.ok('getUser'));
  const { services } = app;
  const mail = { to: 'somebody@outside.example', subject: 'x', text: 'x', html: 'x' };
  await sendMail(services, services.db, SHARED_DEMO_COMPANY_ID, mail);
  await app.client().ok('forgotPassword', { body: { email } });
  await app.settled('password-reset');
  await app.settled('mail');
  const { rows } = await sql`select recipient from dev_mail`.execute(services.db);
  expect(rows).toEqual([]);
  // Nobody is signed out or asked for a new password by it.
  expect(await admin.ok('getUser')).toMatchObject({ mustChangePassword: false });
});

it('is made anew each night, without what visitors recorded and without their sessions', async () => {
  const clock = fixedClock(startedAt);
  const app = await startDemo({ clock });
  const admin = await visit(app, 'admin');
  const employee = await visit(app, 'employee');
  const [location] = await admin.ok('listLocations');
  await employee.ok('scan', { body: { qrCode: location?.qrCode ?? '' } });
  const scans = async () => (await sql`select 1 from scan`.execute(app.services.db)).rows.length;
  expect(await scans()).toBe(1);

  await renewSharedDemo(app.services, { onlyIfMissing: true });
  expect((await employee.call('getUser')).status).toBe(200);
  clock.set('2026-11-20T01:20:00Z');
  await renewSharedDemo(app.services);
  expect((await employee.call('getUser')).status).toBe(401);
  expect(await scans()).toBe(0);
  const again = await visit(app, 'admin');
  expect((await again.ok('listEmployees')).length).toBeGreaterThan(20);
});

it('is removed when the operator no longer offers it; other companies stay', async () => {
  const app = await startDemo();
  const visitor = await visit(app, 'admin');
  const { admin } = await registerCompany(app);
  await renewSharedDemo({ ...app.services, config: { ...app.services.config, demo: false } });
  expect((await visitor.call('getUser')).status).toBe(401);
  expect((await admin.call('getUser')).status).toBe(200);
});

it('limits how often one address may enter, and lets many visitors in at once', async () => {
  const app = await startDemo({ env: { RATE_LIMIT_FACTOR: '1' } });
  const first = await visit(app, 'admin');
  for (let count = 1; count < 30; count += 1) await visit(app, 'admin');
  expect((await app.client().call('openDemo', { body: { role: 'admin' } })).body.code).toBe(
    'too_many_requests',
  );
  expect((await first.call('getUser')).status).toBe(200);
});
