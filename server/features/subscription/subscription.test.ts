import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#server/testing/factories.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

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
    },
    { id: 'growth', name: 'Growth', price: 59, mostPopular: true, limits: { locations: 5, employees: 30 } },
    {
      id: 'business',
      name: 'Business',
      price: 99,
      mostPopular: false,
      limits: { locations: 30, employees: 200 },
    },
  ]);
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
