import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { type FakeEvent, type FakeStripe, startFakeStripe } from '#tests/support/fake-stripe.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { reconcileSubscriptions } from './billing.service.ts';

const signUp = '2026-03-02T08:00:00.000Z';
const clock = fixedClock(signUp);
let stripe: FakeStripe;
let app: TestApp;
beforeAll(async () => {
  stripe = await startFakeStripe(clock);
  app = await startTestApp({ clock, env: stripe.env });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(() => {
  clock.set(signUp);
  stripe.events.length = 0;
  Object.assign(stripe, { isDown: false, brokenCustomer: null, hasCredit: false, refusesCards: false });
});

async function post({ payload, headers }: { payload: string; headers: Record<string, string> }) {
  return app.client().raw({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
}

/** Sends the events and waits until the jobs they cause are done. */
async function deliver(...events: FakeEvent[]): Promise<void> {
  for (const event of events) expect((await post(stripe.signed(event))).statusCode).toBe(200);
  await app.settled('billing-refresh');
}
const deliverAll = () => deliver(...stripe.events.splice(0));

/** Waits until a job has failed and is to run again. */
async function jobIsRetried(): Promise<void> {
  const failed = sql`select from pgboss.job where name = 'billing-refresh' and state = 'retry'`;
  await expect.poll(async () => (await failed.execute(app.services.db)).rows.length).toBeGreaterThan(0);
}

const statusOf = ({ admin }: Company) => admin.ok('getSubscriptionStatus');
const companyRow = ({ user }: Company) =>
  app.services.db
    .selectFrom('company')
    .where('id', '=', user.companyId)
    .selectAll()
    .executeTakeFirstOrThrow();

/** Moves the clock; the administrator is seen on the way, so that the session lives on. */
async function goTo(instant: string, { admin }: Company): Promise<void> {
  clock.set(new Date((clock.now().getTime() + Date.parse(instant)) / 2).toISOString());
  await admin.ok('getUser');
  clock.set(instant);
}

async function choose({ admin }: Company, planId: 'starter' | 'growth' | 'business') {
  const { clientSecret } = await admin.ok('upgradeFromTrial', { body: { planId } });
  if (!clientSecret) throw new Error('nothing to pay');
  return clientSecret;
}

async function payingCompany(planId: 'starter' | 'growth' | 'business' = 'growth'): Promise<Company> {
  const company = await registerCompany(app);
  stripe.pay(await choose(company, planId));
  await deliverAll();
  expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: planId } });
  return company;
}

describe('paying', () => {
  it('makes the company active by Stripe’s event, not by the choice', async () => {
    const company = await registerCompany(app);
    const answer = await company.admin.ok('upgradeFromTrial', { body: { planId: 'business' } });
    expect(answer).toEqual({ clientSecret: expect.stringContaining('_secret'), message: expect.any(String) });
    expect(await statusOf(company)).toMatchObject({
      status: 'incomplete',
      plan: { id: 'growth' },
      trialDaysRemaining: 7,
      limited: false,
      billing: { provider: 'stripe', publishableKey: 'pk_test_of_the_double' },
    });
    stripe.pay(answer.clientSecret ?? '');
    expect(await statusOf(company)).toMatchObject({ status: 'incomplete' });
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({
      status: 'active',
      plan: { id: 'business' },
      nextBillingDate: '2026-04-01T08:00:00.000Z',
      limited: false,
    });
    const { providerCustomerId, providerSubscriptionId } = await companyRow(company);
    expect([providerCustomerId, providerSubscriptionId]).toEqual([
      expect.stringMatching(/^cus_/),
      expect.stringMatching(/^sub_/),
    ]);
    expect(await company.admin.ok('listInvoices')).toEqual([
      {
        id: expect.stringMatching(/^in_/),
        number: expect.stringMatching(/^MAINA-/),
        createdAt: signUp,
        status: 'paid',
        total: 99,
        currency: 'EUR',
        url: expect.stringMatching(/^https:/),
        pdfUrl: expect.stringMatching(/\.pdf$/),
      },
    ]);
  });

  it('is resumed after the browser was closed; another plan replaces the attempt', async () => {
    const company = await registerCompany(app);
    const first = await choose(company, 'starter');
    expect(await choose(company, 'starter')).toBe(first);
    const second = await choose(company, 'growth');
    expect(second).not.toBe(first);
    expect(() => stripe.pay(first)).toThrow();
    stripe.pay(second);
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'growth' } });
  });

  it('by two clicks at once begins one subscription', async () => {
    const company = await registerCompany(app);
    const [first, second] = await Promise.all([choose(company, 'starter'), choose(company, 'starter')]);
    expect(first).toBe(second);
  });

  it('that never happens leaves the trial as it was', async () => {
    const company = await registerCompany(app);
    await choose(company, 'starter');
    clock.set('2026-03-04T08:00:00Z');
    stripe.passTime();
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({ status: 'trialing', trialDaysRemaining: 5 });
    expect(await company.admin.ok('listInvoices')).toHaveLength(1);
  });

  it('is done at once if a credit covers it', async () => {
    const company = await registerCompany(app);
    stripe.hasCredit = true;
    const answer = await company.admin.ok('upgradeFromTrial', { body: { planId: 'starter' } });
    expect(answer).toEqual({ clientSecret: null, message: expect.stringContaining('Starter') });
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'starter' } });
  });

  it('fails when Stripe cannot be reached, and changes nothing', async () => {
    const company = await registerCompany(app);
    stripe.isDown = true;
    const answer = await company.admin.call('upgradeFromTrial', { body: { planId: 'starter' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'billing_unavailable' } });
    expect(await statusOf(company)).toMatchObject({ status: 'trialing' });
  });

  it('does not offer the sandbox', async () => {
    const company = await registerCompany(app);
    const clientSecret = await choose(company, 'starter');
    const body = { clientSecret, card: 'ok' as const };
    expect(await company.admin.call('confirmSandboxPayment', { body })).toMatchObject({ status: 404 });
  });
});

describe('a webhook', () => {
  it('that is forged, altered, unsigned or old is refused', async () => {
    const company = await registerCompany(app);
    stripe.pay(await choose(company, 'starter'));
    const event = stripe.events.at(-1);
    if (!event) throw new Error('no event');
    const good = stripe.signed(event);
    const { 'stripe-signature': _, ...unsigned } = good.headers;
    for (const bad of [
      stripe.signed(event, 'whsec_of_somebody_else'),
      { ...good, payload: good.payload.replace('active', 'active ') },
      { ...good, payload: '{}' },
      { ...good, headers: unsigned },
      { ...good, headers: { ...good.headers, 'stripe-signature': 'v1=00' } },
    ]) {
      expect(await post(bad)).toMatchObject({ statusCode: 400 });
    }
    clock.set('2026-03-02T08:06:00Z');
    expect((await post(good)).json()).toMatchObject({ code: 'malformed_request' });
    await app.settled('billing-refresh');
    expect(await statusOf(company)).toMatchObject({ status: 'incomplete' });
  });

  it('that comes twice is applied once', async () => {
    const company = await registerCompany(app);
    stripe.pay(await choose(company, 'starter'));
    const events = stripe.events.splice(0);
    await deliver(...events, ...events);
    await deliver(...events);
    expect(await statusOf(company)).toMatchObject({ status: 'active' });
    const rows = await app.services.db
      .selectFrom('billingEvent')
      .where('companyId', '=', company.user.companyId)
      .select('id')
      .execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  });

  it('may come in any order, and days late', async () => {
    const company = await registerCompany(app);
    stripe.pay(await choose(company, 'starter'));
    await company.admin.ok('getSubscriptionStatus');
    const events = stripe.events.splice(0);
    expect(events.map(({ type }) => type)).toEqual([
      'invoice.created',
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
    clock.set('2026-03-04T08:00:00Z');
    await deliver(...events.toReversed());
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'starter' } });
  });

  it('from before a change does not undo it', async () => {
    const company = await payingCompany('growth');
    await company.admin.ok('changePlan', { body: { planId: 'business' } });
    await company.admin.ok('cancelSubscription');
    const [oldest] = stripe.events.splice(0);
    stripe.events.length = 0;
    if (oldest) await deliver(oldest);
    expect(await statusOf(company)).toMatchObject({ plan: { id: 'business' }, cancelAtPeriodEnd: true });
  });

  it('that does not concern us is accepted and ignored', async () => {
    const foreign = [
      { id: 'evt_foreign', type: 'invoice.paid', data: { object: { id: 'in_1', customer: 'cus_foreign' } } },
      { id: 'evt_other', type: 'charge.succeeded', data: { object: { id: 'ch_1', customer: null } } },
      { id: 'evt_balance', type: 'balance.available', data: { object: { object: 'balance' } } },
    ];
    await deliver(...foreign);
    const rows = await app.services.db
      .selectFrom('billingEvent')
      .where('id', 'like', 'evt_%')
      .select('id')
      .execute();
    expect(rows.filter(({ id }) => foreign.some((event) => event.id === id))).toEqual([]);
  });

  it('is retried while Stripe does not answer', async () => {
    const company = await registerCompany(app);
    stripe.pay(await choose(company, 'starter'));
    stripe.isDown = true;
    for (const event of stripe.events.splice(0)) {
      expect((await post(stripe.signed(event))).statusCode).toBe(200);
    }
    await jobIsRetried();
    stripe.isDown = false;
    await app.settled('billing-refresh');
    expect(await statusOf(company)).toMatchObject({ status: 'active' });
  });

  it('that was lost is repaired by the reconciliation', async () => {
    const company = await registerCompany(app);
    stripe.pay(await choose(company, 'starter'));
    stripe.events.length = 0;
    clock.set('2026-03-02T20:00:00Z');
    await reconcileSubscriptions(app.services);
    expect(await statusOf(company)).toMatchObject({ status: 'incomplete' });
    clock.set('2026-03-03T08:00:01Z');
    await reconcileSubscriptions(app.services);
    expect(await statusOf(company)).toMatchObject({ status: 'active' });
  });

  it('for one company that fails does not stop the reconciliation of others', async () => {
    const [one, other] = [await registerCompany(app), await registerCompany(app)];
    for (const company of [one, other]) stripe.pay(await choose(company, 'starter'));
    stripe.events.length = 0;
    stripe.brokenCustomer = (await companyRow(one)).providerCustomerId;
    clock.set('2026-03-03T09:00:00Z');
    await reconcileSubscriptions(app.services);
    expect(await statusOf(one)).toMatchObject({ status: 'incomplete' });
    expect(await statusOf(other)).toMatchObject({ status: 'active' });
  });
});

describe('a running subscription', () => {
  it('changes its plan with proration, and at once', async () => {
    const company = await payingCompany('growth');
    await goTo('2026-03-17T08:00:00Z', company);
    expect(await company.admin.ok('changePlan', { body: { planId: 'business' } })).toMatchObject({
      clientSecret: null,
    });
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'business' } });
    const [prorated] = await company.admin.ok('listInvoices');
    expect(prorated).toMatchObject({ total: 20, status: 'paid' });
    await company.admin.ok('changePlan', { body: { planId: 'starter' } });
    expect((await company.admin.ok('listInvoices'))[0]).toMatchObject({ total: -30 });
    const again = await company.admin.call('changePlan', { body: { planId: 'starter' } });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  });

  it('has the company’s present name and address with Stripe, also after an outage', async () => {
    const company = await payingCompany('growth');
    const { providerCustomerId } = await companyRow(company);
    const customer = () => stripe.customers.get(providerCustomerId ?? '');
    expect(customer()).toMatchObject({ email: company.user.email });
    const settings = await company.admin.ok('getCompany');
    const moved = { ...settings, name: 'Jauna SIA', email: 'invoices@example.test' };
    stripe.isDown = true;
    expect(await company.admin.ok('updateCompany', { body: moved })).toMatchObject({
      email: 'invoices@example.test',
    });
    await jobIsRetried();
    expect(customer()).toMatchObject({ email: company.user.email });
    // Changed again before Stripe could be told: the last address counts.
    await company.admin.ok('updateCompany', { body: { ...moved, email: 'office@example.test' } });
    stripe.isDown = false;
    await app.settled('billing-refresh');
    expect(customer()).toMatchObject({ name: 'Jauna SIA', email: 'office@example.test' });
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'growth' } });
  });

  it('keeps its plan until a refused difference is paid', async () => {
    const company = await payingCompany('growth');
    stripe.refusesCards = true;
    const { clientSecret } = await company.admin.ok('changePlan', { body: { planId: 'business' } });
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'growth' } });
    stripe.pay(clientSecret ?? '');
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'business' } });
  });

  it('is not changed to a plan that is too small', async () => {
    const company = await payingCompany('growth');
    await addLocation(company, 'One');
    await addLocation(company, 'Two');
    const answer = await company.admin.call('changePlan', { body: { planId: 'starter' } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'plan_too_small', message: expect.stringContaining('Locations in use: 2') },
    });
    expect(await statusOf(company)).toMatchObject({ plan: { id: 'growth' } });
  });

  it('is cancelled, resumed, cancelled, and ends with its period', async () => {
    const company = await payingCompany('growth');
    const paidUntil = '2026-04-01T08:00:00.000Z';
    expect(await company.admin.ok('cancelSubscription')).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      nextBillingDate: null,
      paidUntil,
      limited: false,
    });
    expect(await company.admin.ok('resumeSubscription')).toMatchObject({
      cancelAtPeriodEnd: false,
      nextBillingDate: paidUntil,
    });
    await company.admin.ok('cancelSubscription');
    await goTo('2026-04-01T07:59:59Z', company);
    expect(await statusOf(company)).toMatchObject({ limited: false });
    // The end requires no event from Stripe.
    await goTo('2026-04-01T08:00:01Z', company);
    expect(await statusOf(company)).toMatchObject({ status: 'active', limited: true });
    stripe.passTime();
    // Though its events are still on their way, a refusal fetches the current state.
    for (const name of ['cancelSubscription', 'resumeSubscription'] as const) {
      expect(await company.admin.call(name)).toMatchObject({ status: 409, body: { code: 'not_subscribed' } });
      expect(await statusOf(company)).toMatchObject({ status: 'unknown' });
    }
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({
      status: 'unknown',
      cancelAtPeriodEnd: false,
      limited: true,
    });
    const { clientSecret } = await company.admin.ok('changePlan', { body: { planId: 'growth' } });
    expect(await statusOf(company)).toMatchObject({
      status: 'incomplete',
      trialDaysRemaining: 0,
      limited: true,
    });
    stripe.pay(clientSecret ?? '');
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({ status: 'active', limited: false });
  });

  it('that was cancelled goes on when its plan is chosen again', async () => {
    const company = await payingCompany('growth');
    await company.admin.ok('cancelSubscription');
    await company.admin.ok('changePlan', { body: { planId: 'growth' } });
    expect(await statusOf(company)).toMatchObject({ cancelAtPeriodEnd: false, plan: { id: 'growth' } });
  });

  it('is overdue after a refused renewal, and active again once that is paid', async () => {
    const company = await payingCompany('growth');
    stripe.refusesCards = true;
    await goTo('2026-04-01T08:00:01Z', company);
    stripe.passTime();
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({
      status: 'past_due',
      paidUntil: '2026-04-01T08:00:00.000Z',
      nextBillingDate: null,
      limited: true,
    });
    stripe.pay(await choose(company, 'growth'));
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({
      status: 'active',
      nextBillingDate: '2026-05-01T08:00:00.000Z',
      limited: false,
    });
  });

  it('that is overdue is replaced when another plan is chosen; nothing old stays to be paid', async () => {
    const company = await payingCompany('growth');
    stripe.refusesCards = true;
    await goTo('2026-04-01T08:00:01Z', company);
    stripe.passTime();
    await deliverAll();
    const clientSecret = await choose(company, 'starter');
    expect((await company.admin.ok('listInvoices')).map(({ status, total }) => [status, total])).toEqual([
      ['open', 39],
      ['paid', 59],
    ]);
    stripe.pay(clientSecret);
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({ status: 'active', plan: { id: 'starter' } });
  });

  it('renews; an event three days late limits nobody', async () => {
    const company = await payingCompany('growth');
    await goTo('2026-04-04T07:00:00Z', company);
    stripe.passTime();
    expect(await statusOf(company)).toMatchObject({ limited: false });
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({
      nextBillingDate: '2026-05-01T08:00:00.000Z',
      limited: false,
    });
  });

  it('that Stripe itself ended is limited at once', async () => {
    const company = await payingCompany('growth');
    await goTo('2026-03-12T08:00:00Z', company);
    stripe.cancelNow((await companyRow(company)).providerCustomerId ?? '');
    await deliverAll();
    expect(await statusOf(company)).toMatchObject({
      status: 'unknown',
      paidUntil: '2026-03-12T08:00:00.000Z',
      limited: true,
    });
  });
});
