import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { password, uniqueEmail } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Registration = EndpointInput<'registerCompany'>['body'];
const registration = (changes: Partial<Registration> = {}): Registration => ({
  companyName: 'Siguldas galdniecība',
  firstName: 'Ilze',
  lastName: 'Krūmiņa',
  email: uniqueEmail('founder'),
  password,
  confirmPassword: password,
  ...changes,
});

describe('signing up', () => {
  it.each(['register', 'registerCompany'] as const)('%s makes a company and signs in', async (name) => {
    const client = app.client();
    const body = registration({ timezone: 'Europe/Vilnius', language: 'lt' });
    const answer = await client.call(name, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      companyId: expect.any(String),
      email: body.email,
      firstName: 'Ilze',
      lastName: 'Krūmiņa',
      role: 'admin',
      isOwner: true,
      isActive: true,
      mustChangePassword: false,
      hasPassword: true,
      hasPin: false,
      isFromPin: false,
      notice: null,
      locationIds: [],
      personalNumber: null,
      language: 'lt',
      company: {
        code: expect.stringMatching(/^[0-9A-F]{8}$/),
        id: answer.body.companyId,
        name: 'Siguldas galdniecība',
        timezone: 'Europe/Vilnius',
        language: 'lt',
        longestShiftHours: 14,
        isConfirmed: false,
        recordsBreaks: false,
      },
    });
    expect(await client.ok('getUser')).toEqual(answer.body);
    expect((await app.client().call('login', { body: { email: body.email, password } })).status).toBe(200);
  });

  it('begins a trial of seven days in the chosen plan, Starter unless said', async () => {
    for (const subscriptionPlan of ['business', undefined] as const) {
      const client = app.client();
      await client.ok('registerCompany', { body: registration({ subscriptionPlan }) });
      expect(await client.ok('getSubscriptionStatus')).toMatchObject({
        status: 'trialing',
        plan: { id: subscriptionPlan ?? 'starter' },
        isTrialExpired: false,
        trialDaysRemaining: 7,
        usage: { employees: { current: 0 } },
        limited: false,
      });
    }
  });

  it('takes Riga’s time and the browser’s language where none is named', async () => {
    const answer = await app
      .client()
      .call('registerCompany', { body: registration() }, { 'accept-language': 'pl-PL,pl;q=0.9,en;q=0.8' });
    expect(answer.body).toMatchObject({ language: 'pl', company: { timezone: 'Europe/Riga' } });
  });

  it('keeps what may be left out', async () => {
    const { companyId } = await app.client().ok('registerCompany', {
      body: registration({ companyRegistrationNo: ' 40003000000 ', phone: '  ' }),
    });
    const company = await app.services.db
      .selectFrom('company')
      .where('id', '=', companyId)
      .select(['registrationNo', 'phone'])
      .executeTakeFirst();
    expect(company).toEqual({ registrationNo: '40003000000', phone: null });
  });
});

describe('what is refused', () => {
  it.each([
    ['companyName', '  ', 'Company name is required'],
    ['firstName', '', 'First name is required'],
    ['lastName', undefined, 'Last name is required'],
    ['email', 'anna@', 'Invalid email address'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['confirmPassword', 'something else', 'Passwords don’t match'],
    ['subscriptionPlan', 'enterprise', 'This value isn’t valid'],
    ['timezone', 'Europe/Atlantis', 'This value isn’t valid'],
    ['language', 'de', 'This value isn’t valid'],
    ['companyName', 'two\nlines', 'This contains characters that can’t be used'],
    ['firstName', 'x'.repeat(101), 'This is too long'],
  ])('%s %j', async (path, value, message) => {
    const payload = { ...registration(), [path]: value };
    if (path === 'password') payload.confirmPassword = payload.password;
    const response = await app.client().raw({ method: 'POST', url: '/api/register', payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ message, code: 'validation_failed', issues: [{ path, message }] });
  });

  it('a taken e-mail, in whatever case', async () => {
    const body = registration();
    await app.client().ok('registerCompany', { body });
    for (const email of [body.email, body.email.toUpperCase()]) {
      const client = app.client();
      expect(await client.call('register', { body: { ...body, email } })).toMatchObject({
        status: 409,
        body: { code: 'email_taken', message: translator('en')('errors:email_taken') },
      });
      expect((await client.call('getUser')).status).toBe(401);
    }
  });

  it('with more than five addresses of one mailbox a day: each mails it', async () => {
    const name = `target${process.pid}`;
    const gmail = `tar.get${process.pid}`;
    const statuses = async (addresses: string[]) => {
      const all = [];
      for (const email of addresses) {
        all.push((await app.client().call('registerCompany', { body: registration({ email }) })).status);
      }
      return all;
    };
    const tagged = Array.from({ length: 7 }, (_, index) => `${name}+${index}@example.test`);
    expect(await statuses(tagged)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const dotted = [
      `${gmail}@gmail.com`,
      `${gmail.replace('.', '')}@gmail.com`,
      `t.${gmail.slice(1)}@googlemail.com`,
      `${gmail}+a@GMAIL.com`,
      `${gmail}+b@gmail.com`,
      `${gmail}+c@gmail.com`,
    ];
    expect(await statuses(dotted)).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('all but one of ten who sign up with one e-mail at the same moment', async () => {
    const body = registration({ companyName: 'Race' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        app.client().call('registerCompany', {
          body: { ...body, email: index % 2 ? body.email : body.email.toUpperCase() },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    const companies = await app.services.db
      .selectFrom('company')
      .where('name', '=', 'Race')
      .select('id')
      .execute();
    expect(companies).toHaveLength(1);
  });
});
