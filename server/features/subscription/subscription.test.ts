import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, fixedClock } from '#server/platform/clock.ts';
import { managerOf, readManagers } from '#server/platform/operator/managers.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let clock: Clock & { set(instant: string): void };
const signUp = '2026-03-02T08:00:00.000Z';
beforeAll(async () => {
  clock = fixedClock(signUp);
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

it('shows everybody signed in the plans, their prices and limits', async () => {
  const { admin } = await registerCompany(app);
  expect(await admin.ok('listPlans')).toEqual([
    {
      id: 'starter',
      name: 'Starter',
      price: 39,
      mostPopular: false,
      limits: { locations: 1, employees: 10 },
      adds: ['qr', 'reporting', 'support'],
    },
    {
      id: 'growth',
      name: 'Growth',
      price: 59,
      mostPopular: true,
      limits: { locations: 5, employees: 30 },
      adds: ['csvExport', 'askPresets'],
    },
    {
      id: 'business',
      name: 'Business',
      price: 99,
      mostPopular: false,
      limits: { locations: 30, employees: 200 },
      adds: ['apiKeys', 'singleSignOn', 'ownAiEndpoint'],
    },
  ]);
});

it('sells what the operator provides, and shows it to those whose plan includes it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maina-managers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const people = ['Ilze', 'Jonas', 'Ewa'].map((name) => ({
    name,
    phone: '+371 20000000',
    email: `${name.toLowerCase()}@example.test`,
    photo: 'one.webp',
  }));
  await writeFile(join(folder, 'one.webp'), 'a photograph');
  const start = async (list: unknown) => {
    await writeFile(join(folder, 'managers.json'), JSON.stringify(list));
    const server = await startTestApp({
      clock,
      connectionString: app.connectionString,
      env: {
        PRIORITY_SUPPORT_EMAIL: 'first@example.test',
        PRIORITY_SUPPORT_HOURS: 'Mon–Fri 8–18',
        MANAGERS_FILE: join(folder, 'managers.json'),
        AI_BASE_URL: 'https://ai.example.test/v1',
        AI_MODEL: 'model',
      },
    });
    onTestFinished(() => server.close());
    return server;
  };
  clock.set(signUp);
  const server = await start(people);
  const companies = [];
  for (const subscriptionPlan of ['starter', 'growth', 'business'] as const) {
    companies.push(await registerCompany(server, { subscriptionPlan }));
  }
  const [starter, growth, business] = companies;
  const plans = await business?.admin.ok('listPlans');
  expect(plans?.map(({ adds }) => adds)).toEqual([
    ['qr', 'reporting', 'support'],
    ['csvExport', 'prioritySupport', 'ask'],
    ['apiKeys', 'singleSignOn', 'ownAiEndpoint', 'manager'],
  ]);
  const ids = companies.map(({ user }) => user.companyId);
  await server.services.db
    .updateTable('company')
    .set({ subscriptionStatus: 'active' })
    .where('id', 'in', ids)
    .execute();
  const helpOf = async (company: Company | undefined) =>
    (await company?.admin.ok('getSubscriptionStatus'))?.help;
  const priority = { email: 'first@example.test', hours: 'Mon–Fri 8–18' };
  expect(await helpOf(starter)).toEqual({ priority: null, manager: null });
  expect(await helpOf(growth)).toEqual({ priority, manager: null });
  const before = await helpOf(business);
  const manager = people.findIndex(({ email }) => email === before?.manager?.email);
  expect(before).toEqual({
    priority,
    manager: { ...people[manager], photo: `/managers/${manager}` },
  });
  // Others leave the list: the manager stays.
  const left = managerOf(await readManagers(join(folder, 'managers.json')), ids[2] ?? '');
  await writeFile(join(folder, 'managers.json'), JSON.stringify([people[manager]]));
  const alone = managerOf(await readManagers(join(folder, 'managers.json')), ids[2] ?? '');
  expect(alone).toEqual({ ...left, photo: '/managers/0' });
  await expect(start([{ ...people[0], role: 'boss' }])).rejects.toThrow(
    'These settings are not valid:\n  MANAGERS_FILE: ',
  );
});

describe('the trial', () => {
  it.each([
    ['2026-03-02T08:00:00Z', 7],
    ['2026-03-02T23:59:59Z', 7],
    ['2026-03-03T08:00:00Z', 6],
    ['2026-03-09T07:59:59Z', 1],
    ['2026-03-09T08:00:00Z', 0],
    ['2026-03-31T08:00:00Z', 0],
  ])('has at %s %d days left', async (now, trialDaysRemaining) => {
    clock.set(signUp);
    const company = await registerCompany(app, { subscriptionPlan: 'starter' });
    clock.set(now);
    const isTrialExpired = trialDaysRemaining === 0;
    expect(await company.admin.ok('getSubscriptionStatus')).toEqual({
      status: 'trialing',
      plan: { id: 'starter', name: 'Starter', price: 39 },
      isTrialExpired,
      trialDaysRemaining,
      nextBillingDate: null,
      paidUntil: null,
      cancelAtPeriodEnd: false,
      usage: { locations: { current: 0, max: 1 }, employees: { current: 0, max: 10 } },
      limited: isTrialExpired,
      features: { csvExport: !isTrialExpired, ask: !isTrialExpired, apiKeys: !isTrialExpired },
      help: { priority: null, manager: null },
      billing: { provider: 'sandbox', publishableKey: null },
    });
  });

  it('when it is over leaves reading and check-out, and refuses check-in', async () => {
    clock.set(signUp);
    const company = await registerCompany(app);
    const [location, other] = [await addLocation(company), await addLocation(company)];
    const { client } = await addEmployee(app, company);
    clock.set('2026-03-09T07:00:00Z');
    await client.ok('scan', { body: { qrCode: location.qrCode } });
    clock.set('2026-03-09T08:00:00Z');
    const refused = {
      status: 402,
      body: { code: 'subscription_required', requiresUpgrade: true, action: 'subscribe' },
    };
    expect(await client.call('scan', { body: { qrCode: other.qrCode } })).toMatchObject(refused);
    expect(await client.ok('getActiveEntry')).toMatchObject({ location: { id: location.id } });
    expect(await client.ok('scan', { body: { qrCode: location.qrCode } })).toMatchObject({
      action: 'check-out',
    });
    expect(await client.call('scan', { body: { qrCode: location.qrCode } })).toMatchObject(refused);
    await client.ok('getDashboardStats', { query: {} });
    await company.admin.ok('getDashboardLocations');
    const report = await company.admin.ok('getTimeEntriesReport', {
      query: { startDate: '2026-03-01', endDate: '2026-03-31' },
    });
    expect(report).toHaveLength(1);
  });
});

describe('a subscription', () => {
  it.each([
    { status: 'active', end: '2026-05-01T00:00:00Z', limited: false },
    { status: 'active', end: '2026-03-29T00:00:00Z', limited: false },
    { status: 'active', end: '2026-03-27T00:00:00Z', limited: true },
    { status: 'past_due', end: '2026-05-01T00:00:00Z', limited: true },
    { status: 'incomplete', end: null, limited: true },
    { status: 'unknown', end: null, limited: true },
  ] as const)('that is $status, paid up to $end: limited $limited', async ({ status, end, limited }) => {
    clock.set(signUp);
    const company = await registerCompany(app);
    await app.services.db
      .updateTable('company')
      .set({ subscriptionStatus: status, currentPeriodEnd: end })
      .where('id', '=', company.user.companyId)
      .execute();
    clock.set('2026-03-31T08:00:00Z');
    expect(await company.admin.ok('getSubscriptionStatus')).toMatchObject({
      status,
      isTrialExpired: false,
      trialDaysRemaining: 0,
      nextBillingDate: status === 'active' ? new Date(end).toISOString() : null,
      paidUntil: end && new Date(end).toISOString(),
      limited,
      features: { csvExport: true, ask: true },
    });
    const { status: answer } = await company.admin.call('createLocation', { body: { name: 'Objekts' } });
    expect(answer).toBe(limited ? 402 : 201);
  });
});
