import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { type FakeStripe, startFakeStripe } from '#tests/support/fake-stripe.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { totp } from '../identity/proof.ts';
import { eraseDeletedCompanies } from './company-deletion.service.ts';

const signUp = '2026-03-02T08:00:00.000Z';
const clock = fixedClock(signUp);
const companyName = 'Kokaudzētava SIA';
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
  stripe.isDown = false;
});

const rightInput = { body: { companyName, password } };

async function deleteAndReadToken({ admin, user }: Company): Promise<string> {
  await admin.ok('deleteCompany', rightInput);
  await app.settled('mail');
  const mails = await app.mailsTo(user.email);
  return /restore-company\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** How many rows of the company there are, by table. */
async function rowsOf({ user }: Company): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'`.execute(app.services.db);
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where company_id = ${user.companyId}`.execute(
        app.services.db,
      );
      return [name, rows[0]?.n ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

/** A company with one of everything and a paid plan. */
async function busyCompany(): Promise<Company & { worker: Awaited<ReturnType<typeof addEmployee>> }> {
  const company = await registerCompany(app);
  const worker = await addEmployee(app, company);
  const location = await addLocation(company);
  await worker.client.ok('scan', { body: { qrCode: location.qrCode } });
  const ai = {
    isOn: true,
    baseUrl: 'https://ai.example.com/v1',
    model: 'x',
    apiKey: 'key',
    removesKey: false,
  };
  await company.admin.ok('updateAiEndpoint', { body: ai });
  const { clientSecret } = await company.admin.ok('upgradeFromTrial', { body: { planId: 'growth' } });
  stripe.pay(clientSecret ?? '');
  for (const event of stripe.events.splice(0)) {
    const { payload, headers } = stripe.signed(event);
    await app.client().raw({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
  }
  await app.settled('billing-refresh');
  await app.settled('mail');
  expect(await company.admin.ok('getSubscriptionStatus')).toMatchObject({ status: 'active' });
  return { ...company, worker };
}

const subscriptionOf = async ({ user }: Company) => {
  const { providerCustomerId } = await app.services.db
    .selectFrom('company')
    .where('id', '=', user.companyId)
    .select('providerCustomerId')
    .executeTakeFirstOrThrow();
  return [...stripe.subscriptions.values()].find(({ customer }) => customer === providerCustomerId);
};

describe('deleting', () => {
  it('needs the right name and the right password', async () => {
    const { admin } = await registerCompany(app);
    const otherName = { body: { companyName: 'Another SIA', password } };
    expect(await admin.call('deleteCompany', otherName)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path: 'companyName' }] },
    });
    const wrong = { body: { companyName, password: 'wrong' } };
    expect(await admin.call('deleteCompany', wrong)).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    await admin.ok('getUser');
    // ē as e and a combining macron, as some keyboards type it.
    await admin.ok('deleteCompany', { body: { companyName: ` ${companyName.normalize('NFD')} `, password } });
  });

  it('needs the code of whoever has a second factor', async () => {
    const { admin } = await registerCompany(app);
    const { secret } = await admin.ok('proposeSecondFactor');
    const codeAt = (step: number) =>
      new TOTP({ ...totp, secret: Secret.fromBase32(secret) }).generate({
        timestamp: Date.parse(signUp) + step * 30_000,
      });
    await admin.ok('enableSecondFactor', { body: { secret, password, code: codeAt(0) } });
    clock.set(new Date(Date.parse(signUp) + 30_000).toISOString());
    const wrongCode = { status: 400, body: { code: 'wrong_code' } };
    expect(await admin.call('deleteCompany', rightInput)).toMatchObject(wrongCode);
    for (const code of ['000000', codeAt(0)]) {
      expect(await admin.call('deleteCompany', { body: { ...rightInput.body, code } })).toMatchObject(
        wrongCode,
      );
    }
    expect((await admin.call('getUser')).status).toBe(200);
    await admin.ok('deleteCompany', { body: { ...rightInput.body, code: codeAt(1) } });
    expect((await admin.call('getUser')).status).toBe(401);
  });

  it('is not guessed: passwords are throttled', async () => {
    const { admin } = await registerCompany(app);
    const wrong = { body: { companyName, password: 'wrong' } };
    for (let tries = 0; tries < 10; tries += 1) await admin.call('deleteCompany', wrong);
    expect(await admin.call('deleteCompany', rightInput)).toMatchObject({ status: 429 });
  });

  it('signs everybody out, refuses them with a reason, and charges nothing more', async () => {
    const company = await busyCompany();
    const { admin, user, worker } = company;
    expect(await admin.ok('deleteCompany', rightInput)).toEqual({
      message: expect.stringContaining('1 Apr 2026'),
      deletionDueAt: '2026-04-01T08:00:00.000Z',
    });
    expect(admin.cookie()).not.toContain('maina_session');
    expect(await worker.client.call('getActiveEntry')).toMatchObject({ status: 401 });
    for (const email of [user.email, worker.employee.email]) {
      const refused = await app.client().call('login', { body: { email, password } });
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'company_deletion_pending', message: expect.stringContaining('1 Apr 2026') },
      });
      const guess = await app.client().call('login', { body: { email, password: 'wrong' } });
      expect(guess).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    }
    expect(await subscriptionOf(company)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await app.client().ok('forgotPassword', { body: { email: user.email } });
    await app.settled('password-reset');
    await app.settled('mail');
    expect((await app.mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Language model set up',
      `${companyName} has been deleted`,
    ]);
  });

  it('is refused while the provider cannot be reached', async () => {
    const { admin } = await busyCompany();
    stripe.isDown = true;
    expect(await admin.call('deleteCompany', rightInput)).toMatchObject({
      status: 503,
      body: { code: 'billing_unavailable' },
    });
    await admin.ok('getUser');
  });

  it('ends pending payments at once', async () => {
    const company = await registerCompany(app);
    await company.admin.ok('upgradeFromTrial', { body: { planId: 'growth' } });
    await company.admin.ok('deleteCompany', rightInput);
    expect(await subscriptionOf(company)).toMatchObject({ status: 'canceled' });
  });
});

describe('undoing', () => {
  it('restores everything, including the subscription; the link works once', async () => {
    const company = await busyCompany();
    const before = await rowsOf(company);
    const token = await deleteAndReadToken(company);
    clock.set('2026-03-31T08:00:00Z');
    await eraseDeletedCompanies(app.services);
    const restored = await app.client().ok('restoreCompany', { body: { token } });
    expect(restored.message).toContain(companyName);
    await app.settled('billing-refresh');
    expect(await subscriptionOf(company)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    await company.admin.ok('login', { body: { email: company.user.email, password } });
    expect(await company.admin.ok('getSubscriptionStatus')).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
    });
    expect({ ...(await rowsOf(company)), session: 0 }).toEqual({ ...before, session: 0 });
    const again = await app.client().call('restoreCompany', { body: { token } });
    expect(again).toMatchObject({ status: 400, body: { code: 'restore_token_invalid' } });
    clock.set('2026-05-01T08:00:00Z');
    await eraseDeletedCompanies(app.services);
    await company.admin.ok('login', { body: { email: company.user.email, password } });
  });

  it('does not resume a subscription cancelled before', async () => {
    const company = await busyCompany();
    await company.admin.ok('cancelSubscription');
    const token = await deleteAndReadToken(company);
    await app.client().ok('restoreCompany', { body: { token } });
    await app.settled('billing-refresh');
    expect(await subscriptionOf(company)).toMatchObject({ cancel_at_period_end: true });
  });

  it('needs a valid link, and comes too late after 30 days', async () => {
    const company = await registerCompany(app);
    const token = await deleteAndReadToken(company);
    const invalid = { status: 400, body: { code: 'restore_token_invalid' } };
    expect(await app.client().call('restoreCompany', { body: { token: `${token}x` } })).toMatchObject(
      invalid,
    );
    clock.set('2026-04-01T08:00:00Z');
    expect(await app.client().call('restoreCompany', { body: { token } })).toMatchObject(invalid);
  });
});

it('erases everything after 30 days, including the customer, and nothing of other companies', async () => {
  const [gone, kept] = [await busyCompany(), await busyCompany()];
  const before = await rowsOf(kept);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['billing_event', 'location', 'scan', 'session', 'time_entry', 'users']),
  );
  const subscription = await subscriptionOf(gone);
  await deleteAndReadToken(gone);
  clock.set('2026-04-01T07:59:59Z');
  await eraseDeletedCompanies(app.services);
  expect(await rowsOf(gone)).not.toEqual({});

  clock.set('2026-04-01T08:00:00Z');
  stripe.isDown = true;
  await eraseDeletedCompanies(app.services);
  expect(await rowsOf(gone)).not.toEqual({});
  stripe.isDown = false;
  await Promise.all([eraseDeletedCompanies(app.services), eraseDeletedCompanies(app.services)]);

  expect(await rowsOf(gone)).toEqual({});
  const left = await app.services.db
    .selectFrom('company')
    .where('id', '=', gone.user.companyId)
    .select('id')
    .execute();
  expect(left).toEqual([]);
  expect(await app.mailsTo(gone.user.email, 0)).toEqual([]);
  expect(stripe.customers.get(subscription?.customer ?? '')).toMatchObject({ deleted: true });
  expect(await rowsOf(kept)).toEqual(before);
  // The address is free again.
  clock.set('2026-04-02T08:00:00Z');
  const { status } = await app.client().call('registerCompany', {
    body: {
      companyName,
      firstName: 'Anna',
      lastName: 'Bērziņa',
      email: gone.user.email,
      password,
      confirmPassword: password,
    },
  });
  expect(status).toBe(201);
});
