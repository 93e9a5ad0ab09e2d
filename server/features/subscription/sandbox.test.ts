import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCard } from '#contract/subscription.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { reconcileSubscriptions } from './billing.service.ts';

const signUp = '2026-01-31T08:00:00.000Z';
const clock = fixedClock(signUp);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(signUp));

const statusOf = ({ admin }: Company) => admin.ok('getSubscriptionStatus');

async function choose({ admin }: Company, planId: 'starter' | 'growth' | 'business') {
  const { clientSecret } = await admin.ok('upgradeFromTrial', { body: { planId } });
  if (!clientSecret) throw new Error('nothing to pay');
  return clientSecret;
}

async function pay({ admin }: Company, clientSecret: string, card: SandboxCard = 'ok'): Promise<void> {
  await admin.ok('confirmSandboxPayment', { body: { clientSecret, card } });
  await app.settled('billing-refresh');
}

/** Moves the clock; the administrator is seen on the way, so that the session lives on. */
async function goTo(instant: string, { admin }: Company): Promise<void> {
  const target = Date.parse(instant);
  for (let at = clock.now().getTime(); at < target; at += 20 * 24 * 3_600_000) {
    clock.set(new Date(at).toISOString());
    await admin.ok('getUser');
  }
  clock.set(instant);
  await reconcileSubscriptions(app.services);
}

it('leads from the trial through payment and another plan to the end', async () => {
  const company = await registerCompany(app);
  const location = await addLocation(company);
  const { client, employee } = await addEmployee(app, company);
  const clientSecret = await choose(company, 'growth');
  expect(await statusOf(company)).toMatchObject({ status: 'incomplete', limited: false });
  await pay(company, clientSecret);
  expect(await statusOf(company)).toMatchObject({
    status: 'active',
    plan: { id: 'growth' },
    isTrialExpired: false,
    trialDaysRemaining: 0,
    nextBillingDate: '2026-02-28T08:00:00.000Z',
  });

  await goTo('2026-02-14T08:00:00.000Z', company);
  expect(await company.admin.ok('changePlan', { body: { planId: 'business' } })).toMatchObject({
    clientSecret: null,
    message: expect.stringContaining('Business'),
  });
  expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'business' } });
  expect((await company.admin.ok('listInvoices')).map(({ total, status }) => [total, status])).toEqual([
    [20, 'paid'],
    [59, 'paid'],
  ]);

  await goTo('2026-02-28T08:00:00.000Z', company);
  expect(await statusOf(company)).toMatchObject({ nextBillingDate: '2026-03-28T08:00:00.000Z' });
  expect((await company.admin.ok('listInvoices'))[0]).toMatchObject({ total: 99, status: 'paid' });

  await company.admin.ok('cancelSubscription');
  await goTo('2026-03-28T07:00:00.000Z', company);
  await client.ok('login', { body: { email: employee.email, password: 'correct horse' } });
  await client.ok('scan', { body: { qrCode: location.qrCode } });
  await goTo('2026-03-28T08:00:01.000Z', company);
  expect(await statusOf(company)).toMatchObject({ status: 'unknown', limited: true, nextBillingDate: null });
  const { admin } = company;
  await admin.ok('listEmployees');
  expect(await client.ok('checkOut', { body: {} })).toMatchObject({ action: 'check-out' });
  const refused = { status: 402, body: { code: 'subscription_required', action: 'subscribe' } };
  expect(await client.call('scan', { body: { qrCode: location.qrCode } })).toMatchObject(refused);
  expect(await admin.call('createLocation', { body: { name: 'Two' } })).toMatchObject(refused);
});

describe('a card', () => {
  it('that is refused changes nothing; another one pays', async () => {
    const company = await registerCompany(app);
    const clientSecret = await choose(company, 'growth');
    const body = { clientSecret, card: 'refused' as const };
    const answer = await company.admin.call('confirmSandboxPayment', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'card_refused' } });
    await app.settled('billing-refresh');
    expect(await statusOf(company)).toMatchObject({ status: 'incomplete' });
    expect(await company.admin.ok('listInvoices')).toEqual([]);
    await pay(company, clientSecret);
    expect(await statusOf(company)).toMatchObject({ status: 'active' });
  });

  it('that is refused later leaves a difference to be paid, and the renewal', async () => {
    const company = await registerCompany(app);
    await pay(company, await choose(company, 'starter'), 'refused_later');
    const { clientSecret } = await company.admin.ok('changePlan', { body: { planId: 'growth' } });
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'starter' } });
    await pay(company, clientSecret ?? '', 'refused_later');
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'growth' } });

    await goTo('2026-02-28T09:00:00.000Z', company);
    expect(await statusOf(company)).toMatchObject({
      status: 'past_due',
      paidUntil: '2026-02-28T08:00:00.000Z',
      limited: true,
    });
    await pay(company, await choose(company, 'growth'));
    expect(await statusOf(company)).toMatchObject({
      status: 'active',
      nextBillingDate: '2026-03-28T08:00:00.000Z',
      limited: false,
    });
    expect((await company.admin.ok('listInvoices')).every(({ status }) => status === 'paid')).toBe(true);
  });
});

it('resumes a payment after the browser was closed', async () => {
  const company = await registerCompany(app);
  const clientSecret = await choose(company, 'growth');
  clock.set('2026-02-05T08:00:00Z');
  expect(await statusOf(company)).toMatchObject({ status: 'incomplete', trialDaysRemaining: 2 });
  expect(await choose(company, 'growth')).toBe(clientSecret);
});

it('does not trust the browser: another company’s secret, or a used one, pays nothing', async () => {
  const [one, other] = [await registerCompany(app), await registerCompany(app)];
  const clientSecret = await choose(one, 'growth');
  await choose(other, 'growth');
  const body = { clientSecret, card: 'ok' as const };
  expect(await other.admin.call('confirmSandboxPayment', { body })).toMatchObject({ status: 404 });
  await pay(one, clientSecret);
  expect(await one.admin.call('confirmSandboxPayment', { body })).toMatchObject({ status: 404 });
  expect(await statusOf(other)).toMatchObject({ status: 'incomplete' });
});

it('withdraws a cancellation', async () => {
  const company = await registerCompany(app);
  expect(await company.admin.call('cancelSubscription')).toMatchObject({ body: { code: 'not_subscribed' } });
  await pay(company, await choose(company, 'growth'));
  expect(await company.admin.ok('cancelSubscription')).toMatchObject({ cancelAtPeriodEnd: true });
  expect(await company.admin.ok('cancelSubscription')).toMatchObject({ cancelAtPeriodEnd: true });
  expect(await company.admin.ok('resumeSubscription')).toMatchObject({ cancelAtPeriodEnd: false });
  await goTo('2026-03-01T08:00:00.000Z', company);
  expect(await statusOf(company)).toMatchObject({ status: 'active', limited: false });
});

it('accepts no webhooks', async () => {
  const { statusCode } = await app.client().raw({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload: { id: 'evt_1' },
    headers: { 'stripe-signature': 't=1,v1=00' },
  });
  expect(statusCode).toBe(404);
});

describe('without a provider', () => {
  let none: TestApp;
  beforeAll(async () => {
    none = await startTestApp({ clock, env: { BILLING_PROVIDER: 'none' } });
  });
  afterAll(() => none.close());

  it('nobody can pay, and the page says so; the trial and everything else work', async () => {
    const company = await registerCompany(none);
    expect(await statusOf(company)).toMatchObject({
      status: 'trialing',
      billing: { provider: 'none', publishableKey: null },
    });
    expect(await company.admin.ok('listInvoices')).toEqual([]);
    const refused = { status: 409, body: { code: 'billing_not_configured' } };
    for (const name of ['upgradeFromTrial', 'changePlan'] as const) {
      expect(await company.admin.call(name, { body: { planId: 'growth' } })).toMatchObject(refused);
    }
    for (const name of ['cancelSubscription', 'resumeSubscription'] as const) {
      expect(await company.admin.call(name)).toMatchObject(refused);
    }
    await reconcileSubscriptions(none.services);
  });
});
