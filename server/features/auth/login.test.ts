import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  type Company,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());

const login = (client: TestClient, email: string, given: string, headers: Record<string, string> = {}) =>
  client.call('login', { body: { email, password: given } }, headers);

describe('signing in', () => {
  it('answers with the person and the company', async () => {
    const client = app.client();
    const { email } = company.user;
    const { status, body } = await login(client, email, password);
    expect(status).toBe(200);
    expect(body).toEqual(company.user);
    expect(body).toEqual({
      id: expect.any(String),
      companyId: company.user.companyId,
      email,
      firstName: 'Anna',
      lastName: 'Bērziņa',
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
      language: 'en',
      company: {
        code: expect.stringMatching(/^[0-9A-F]{8}$/),
        id: company.user.companyId,
        name: 'Kokaudzētava SIA',
        timezone: 'Europe/Riga',
        language: 'en',
        longestShiftHours: 14,
        isConfirmed: true,
        recordsBreaks: false,
      },
    });
    expect(await client.ok('getUser')).toEqual(body);
  });

  it('takes the e-mail in any case and with blanks around it', async () => {
    const { status } = await login(app.client(), ` ${company.user.email.toUpperCase()} `, password);
    expect(status).toBe(200);
  });

  it('takes a password composed on another keyboard, but no other case', async () => {
    const { client, employee } = await addEmployee(app, company);
    const newPassword = 'slepens vārds';
    await client.ok('changePassword', {
      body: { currentPassword: password, newPassword, confirmPassword: newPassword },
    });
    expect((await login(app.client(), employee.email, newPassword.normalize('NFD'))).status).toBe(200);
    expect((await login(app.client(), employee.email, newPassword.toUpperCase())).status).toBe(401);
  });

  it('tells only who knows the password that an account is not active', async () => {
    const { employee } = await addEmployee(app, company);
    const { firstName, lastName, email, role } = employee;
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { firstName, lastName, email, role, isActive: false },
    });
    expect(await login(app.client(), email, password)).toMatchObject({
      status: 403,
      body: { code: 'account_inactive' },
    });
    expect(await login(app.client(), email, 'not the password')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });
});

describe('guessing', () => {
  it('ends after ten wrong passwords for one account, on every server, whatever the factor', async () => {
    const { employee } = await addEmployee(app, company);
    const { employee: colleague } = await addEmployee(app, company);
    const other = await startTestApp({ connectionString: app.connectionString });
    onTestFinished(() => other.close());
    for (let count = 0; count < 10; count += 1) {
      const email = count % 2 ? employee.email : employee.email.toUpperCase();
      const server = count % 3 ? app : other;
      expect((await login(server.client(), email, `guess ${count}`)).status).toBe(401);
    }
    for (const server of [app, other]) {
      const { status, body, headers } = await login(server.client(), employee.email, password, {
        'accept-language': 'lv',
      });
      expect(status).toBe(429);
      expect(body).toEqual({
        code: 'too_many_requests',
        message: translator('lv')('errors:too_many_requests', { count: 15 }),
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    }
    expect((await login(app.client(), colleague.email, password)).status).toBe(200);
  });

  it('ends likewise where there is no such account', async () => {
    const email = uniqueEmail('nobody');
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(app.client(), email, 'guess')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('is not what somebody does who signs in often', async () => {
    for (let count = 0; count < 12; count += 1) {
      expect((await login(app.client(), company.user.email, password)).status).toBe(200);
    }
  });

  it('of one’s own password ends after ten wrong ones', async () => {
    const { client } = await addEmployee(app, company);
    const change = (currentPassword: string) =>
      client.call('changePassword', {
        body: { currentPassword, newPassword: 'new password', confirmPassword: 'new password' },
      });
    for (let count = 0; count < 10; count += 1) expect((await change(`guess ${count}`)).status).toBe(400);
    expect(await change(password)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});

describe('one address', () => {
  const from = (server: TestApp, url: string, payload: object, remoteAddress: string, forwarded = '') =>
    server.client().raw({
      method: 'POST',
      url,
      payload,
      remoteAddress,
      headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    });

  it('may try as often as decided: 20 sign-ups, 10 forgotten passwords an hour', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    onTestFinished(() => strict.close());
    const { user } = await registerCompany(strict);
    const registration = {
      companyName: 'Otra SIA',
      firstName: 'Otto',
      lastName: 'Ozols',
      email: user.email,
      password,
      confirmPassword: password,
    };
    for (const { url, payload, limit, status } of [
      { url: '/api/register-company', payload: registration, limit: 20, status: 409 },
      { url: '/api/register', payload: registration, limit: 0, status: 409 },
      { url: '/api/forgot-password', payload: { email: uniqueEmail() }, limit: 10, status: 200 },
    ]) {
      for (let count = 0; count < limit; count += 1) {
        expect((await from(strict, url, payload, '192.0.2.1')).statusCode).toBe(status);
      }
      const refused = await from(strict, url, payload, '192.0.2.1', '203.0.113.7');
      expect(refused.statusCode).toBe(429);
      expect(refused.json().code).toBe('too_many_requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
      expect((await from(strict, url, payload, '192.0.2.2')).statusCode).toBe(status);
    }
  });

  it('has its limits multiplied by RATE_LIMIT_FACTOR, and is the client’s behind a trusted proxy', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: 'true' } });
    onTestFinished(() => strict.close());
    const attempt = (address: string) =>
      from(strict, '/api/login', { email: uniqueEmail(), password }, '10.0.0.1', address);
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('203.0.113.7')));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await attempt('203.0.113.8')).statusCode).toBe(401);
  });
});

describe('wrong passwords of strangers', () => {
  const wrong = (client: TestClient, email: string) => login(client, email, 'not the password');

  it('lock the account for new devices, not for one that has signed in before, and the owner is told once', async () => {
    const { user } = await registerCompany(app, { language: 'en' });
    const known = app.client();
    expect((await login(known, user.email, password)).status).toBe(200);
    await known.ok('logout');
    const stranger = app.client();
    for (let count = 0; count < 10; count += 1) expect((await wrong(stranger, user.email)).status).toBe(401);
    for (let count = 0; count < 3; count += 1) {
      expect((await login(stranger, user.email, password)).status).toBe(429);
    }
    expect((await login(known, user.email, password)).status).toBe(200);
    await app.settled('lockout-notice');
    await app.settled('mail');
    const subjects = (await app.mailsTo(user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === translator('en')('mail:lockoutSubject'))).toHaveLength(1);
  });

  it('are counted on a known device too, which helps with no other account', async () => {
    const { user } = await registerCompany(app);
    const { user: other } = await registerCompany(app);
    const known = app.client();
    await login(known, user.email, password);
    for (let count = 0; count < 10; count += 1) expect((await wrong(known, user.email)).status).toBe(401);
    expect((await login(known, user.email, password)).status).toBe(429);
    // The account’s own count is untouched.
    expect((await login(app.client(), user.email, password)).status).toBe(200);

    const stranger = app.client();
    for (let count = 0; count < 10; count += 1) await wrong(stranger, other.email);
    expect((await login(known, other.email, password)).status).toBe(429);
    const cookie = known.cookie().replace(/maina_session=[^;]*;? ?/, '');
    const forged = cookie.replace(/maina_device=.{5}/, 'maina_device=AAAAA');
    for (const value of [cookie, forged]) {
      const payload = { email: other.email, password };
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/login',
        payload,
        headers: { cookie: value },
      });
      expect(answer.statusCode).toBe(429);
    }
  });
});
