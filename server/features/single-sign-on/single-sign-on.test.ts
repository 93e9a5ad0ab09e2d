import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, type Company, password, registerCompany } from '#tests/support/factories.ts';
import { answerOf, startProvider, type TestProvider } from '#tests/support/oidc-provider.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';
import { confirmedEmail } from './provider.ts';

// The provider and the library that checks its tokens go by the computer's clock.
const clock = fixedClock(new Date().toISOString());
let app: TestApp;
let company: Company;
let other: Company;
let provider: TestProvider;

const proof = { currentPassword: password };
type Settings = EndpointInput<'updateSingleSignOn'>['body'];
const setUp = ({ admin }: Company, changes: Partial<Settings> = {}) =>
  admin.call('updateSingleSignOn', { body: { ...provider.settings, ...proof, ...changes } });
const codeOf = ({ user }: Company) => user.company.code;

beforeAll(async () => {
  app = await startTestApp({ clock, env: { AI_PRIVATE_ENDPOINTS: 'true' } });
  [company, other] = [await registerCompany(app), await registerCompany(app)];
  const uris = [company, other].map(({ user }) => `${testOrigin}/api/single-sign-on/${user.companyId}`);
  provider = await startProvider(uris, { clientIds: ['maina', 'payroll'] });
});
beforeEach(async () => {
  clock.set(new Date().toISOString());
  const ordinary = { isVerified: true, isEmailInToken: true, isForged: false, claims: {}, metadata: {} };
  Object.assign(provider, ordinary);
  await app.services.db.deleteFrom('singleSignOn').execute();
  await app.services.db.deleteFrom('rateLimit').execute();
  expect((await setUp(company)).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const begin = (client: TestClient, of = company, next?: string) =>
  client.call('beginSingleSignOn', { body: { companyCode: codeOf(of), ...(next && { next }) } });

/** Where the browser is led from the provider's answer. */
async function follow(client: TestClient, answer: URL) {
  const { statusCode, headers } = await client.raw({ method: 'GET', url: answer.pathname + answer.search });
  expect(statusCode).toBe(302);
  const to = new URL(String(headers.location), testOrigin);
  expect(to.origin + to.pathname).toBe(`${testOrigin}/auth`);
  return to.searchParams;
}

/** Signs in at the provider as this person and returns the reason of a refusal; null if there is a session. */
async function signIn(client: TestClient, email: string | null, of = company): Promise<string | null> {
  provider.person = email ?? '';
  const { url } = (await begin(client, of)).body;
  return (await follow(client, await answerOf(url))).get('error');
}

async function expectSignedOut(client: TestClient) {
  expect((await client.call('getUser')).status).toBe(401);
}

describe('signing in', () => {
  it.each([
    ['in the token', true],
    ['at the user-info endpoint only', false],
  ])('opens the account of the address that the provider has confirmed, %s', async (_, isEmailInToken) => {
    provider.isEmailInToken = isEmailInToken;
    const { employee } = await addEmployee(app, company);
    const client = app.client();
    provider.person = employee.email.toUpperCase();
    const { url } = (await begin(client, company, '/my-hours?month=2026-03')).body;
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    const to = await follow(client, await answerOf(url));
    expect(Object.fromEntries(to)).toEqual({ next: '/my-hours?month=2026-03' });
    expect(await client.ok('getUser')).toMatchObject({ id: employee.id });
  });

  it('tells the person on a device that is new to the account, once', async () => {
    const { employee } = await addEmployee(app, company);
    const client = app.client();
    expect(await signIn(client, employee.email)).toBeNull();
    await client.ok('logout');
    expect(await signIn(client, employee.email)).toBeNull();
    await app.settled('mail');
    const mails = await app.mailsTo(employee.email);
    expect(mails.filter(({ subject }) => subject.startsWith('Signed in on a new device'))).toHaveLength(1);
  });

  it('ends the session that the browser had', async () => {
    const { client, employee } = await addEmployee(app, company);
    const before = client.cookie();
    const colleague = await addEmployee(app, company);
    expect(await signIn(client, colleague.employee.email)).toBeNull();
    const { statusCode } = await app.client().raw({ url: '/api/user', headers: { cookie: before } });
    expect(statusCode).toBe(401);
    expect(await client.ok('getUser')).not.toMatchObject({ id: employee.id });
  });

  it('does not take the password that somebody has still to choose', async () => {
    const body = { firstName: 'Ilze', lastName: 'Bite', email: 'ilze.bite@example.test', password };
    await company.admin.ok('createEmployee', { body });
    const client = app.client();
    expect(await signIn(client, body.email)).toBeNull();
    expect(await client.ok('getUser')).toMatchObject({ mustChangePassword: false });
    expect((await client.call('listSessions')).status).toBe(200);
    const byPassword = app.client();
    await byPassword.ok('login', { body: { email: body.email, password } });
    expect((await byPassword.call('listSessions')).body).toMatchObject({ code: 'password_change_required' });
  });

  it('is asked of the provider again after 30 days, however often the session is used', async () => {
    const { employee } = await addEmployee(app, company);
    const client = app.client();
    expect(await signIn(client, employee.email)).toBeNull();
    const daysOn = (days: number) => clock.set(new Date(Date.now() + days * 86_400_000).toISOString());
    for (const days of [10, 20, 29]) {
      daysOn(days);
      await client.ok('getUser');
    }
    daysOn(31);
    await expectSignedOut(client);
  });
});

describe('a token is refused', () => {
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
  it.each<[string, () => Record<string, unknown>]>([
    ['for another audience', () => ({ aud: 'payroll' })],
    ['for several, by another party', () => ({ aud: ['maina', 'payroll'], azp: 'payroll' })],
    ['with another nonce', () => ({ nonce: 'another' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['that has expired', () => ({ exp: inAnHour() - 7200 })],
    ['of another issuer', () => ({ iss: 'https://accounts.google.com' })],
    ['without a subject', () => ({ sub: undefined })],
  ])('%s', async (_, claims) => {
    const { employee } = await addEmployee(app, company);
    const client = app.client();
    provider.claims = claims();
    expect(await signIn(client, employee.email)).toBe('single_sign_on_failed');
    await expectSignedOut(client);
  });

  it('that another key has signed', async () => {
    const { employee } = await addEmployee(app, company);
    provider.isForged = true;
    expect(await signIn(app.client(), employee.email)).toBe('single_sign_on_failed');
  });

  it('whose code was given to another client of the provider', async () => {
    const { employee } = await addEmployee(app, company);
    provider.person = employee.email;
    const client = app.client();
    const asked = new URL((await begin(client)).body.url);
    asked.searchParams.set('client_id', 'payroll');
    const to = await follow(client, await answerOf(asked.href));
    expect(to.get('error')).toBe('single_sign_on_failed');
    await expectSignedOut(client);
  });
});

describe('an answer of the provider', () => {
  it('counts once', async () => {
    const { employee } = await addEmployee(app, company);
    provider.person = employee.email;
    const client = app.client();
    const answer = await answerOf((await begin(client)).body.url);
    const cookie = client.cookie();
    expect((await follow(client, answer)).get('error')).toBeNull();
    const url = answer.pathname + answer.search;
    for (const headers of [{}, { cookie }]) {
      const { headers: answered, cookies } = await app.client().raw({ url, headers });
      expect(String(answered.location)).toContain('error=single_sign_on_expired');
      expect(cookies.filter(({ name, value }) => name.endsWith('session') && value)).toEqual([]);
    }
  });

  it('counts in the browser that has asked, for its own question, for ten minutes', async () => {
    const { employee } = await addEmployee(app, company);
    provider.person = employee.email;
    const [mine, stranger] = [app.client(), app.client()];
    const answer = await answerOf((await begin(mine)).body.url);
    // The browser of somebody else, who is led to it: also in the middle of a sign-in of their own.
    for (const asks of [false, true]) {
      if (asks) await begin(stranger);
      expect((await follow(stranger, answer)).get('error')).toBe('single_sign_on_expired');
      await expectSignedOut(stranger);
    }
    clock.set(new Date(Date.now() + 11 * 60_000).toISOString());
    expect((await follow(mine, answer)).get('error')).toBe('single_sign_on_expired');
    await expectSignedOut(mine);
  });

  it('that says no, or nothing, opens nothing', async () => {
    const client = app.client();
    for (const answered of ['error=access_denied', '']) {
      const asked = new URL((await begin(client)).body.url).searchParams;
      const answer = new URL(asked.get('redirect_uri') ?? '');
      answer.search = `${answered}&state=${asked.get('state')}`;
      expect((await follow(client, answer)).get('error')).toBe('single_sign_on_failed');
    }
    await expectSignedOut(client);
  });

  it('leads to pages of the app only', async () => {
    const { employee } = await addEmployee(app, company);
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      provider.person = employee.email;
      const client = app.client();
      const { url } = (await begin(client, company, next)).body;
      // `follow` expects the sign-in page, which judges `next` as after any other sign-in.
      expect((await follow(client, await answerOf(url))).get('next')).toBe(next);
    }
  });
});

it('is changed a hundred times a day at most, since each change is mailed to all administrators', async () => {
  await app.services.throttle.take('accountChange', other.user.companyId, 100);
  expect(await setUp(other)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
});

describe('nobody else is signed in', () => {
  it('by an address that the provider has not confirmed', async () => {
    const { employee } = await addEmployee(app, company);
    provider.isVerified = false;
    expect(await signIn(app.client(), employee.email)).toBe('single_sign_on_unconfirmed');
    provider.isEmailInToken = false;
    expect(await signIn(app.client(), employee.email)).toBe('single_sign_on_unconfirmed');
  });

  it('by the address of nobody, of a person of another company, or one that looks alike', async () => {
    const { employee } = await addEmployee(app, other);
    const body = { firstName: 'Kaspars', lastName: 'Bite', email: 'kaspars@example.test', password };
    await company.admin.ok('createEmployee', { body });
    for (const email of ['nobody@example.test', employee.email, other.user.email]) {
      expect(await signIn(app.client(), email)).toBe('single_sign_on_unknown');
    }
    // The Kelvin sign, whose small letter is k.
    expect(await signIn(app.client(), '\u212Aaspars@example.test')).toBe('single_sign_on_unconfirmed');
    expect(await signIn(app.client(), body.email)).toBeNull();
  });

  it('whose account was deactivated, also while the provider asks', async () => {
    const { employee } = await addEmployee(app, company);
    provider.person = employee.email;
    const client = app.client();
    const answer = await answerOf((await begin(client)).body.url);
    const { firstName, lastName, email } = employee;
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { firstName, lastName, email, isActive: false },
    });
    expect((await follow(client, answer)).get('error')).toBe('account_inactive');
    await expectSignedOut(client);
  });

  it('as the owner, whoever controls the provider', async () => {
    const client = app.client();
    expect(await signIn(client, company.user.email)).toBe('single_sign_on_own_way');
    await expectSignedOut(client);
  });

  it('past a second factor', async () => {
    const { client, employee } = await addEmployee(app, company, { role: 'admin' });
    expect(await signIn(app.client(), employee.email)).toBeNull();
    const { secret } = await client.ok('proposeSecondFactor');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime(),
    });
    await client.ok('enableSecondFactor', { body: { secret, password, code } });
    expect(await signIn(app.client(), employee.email)).toBe('single_sign_on_own_way');
  });

  it('unseen: a decision by an administrator’s account that was opened so is marked as possibly its setter’s', async () => {
    const { employee } = await addEmployee(app, company, { role: 'admin' });
    expect(await signIn(app.client(), employee.email)).toBeNull();
    const given = await app.services.db
      .selectFrom('accountAccess')
      .where('userId', '=', employee.id)
      .where('givenBy', '=', company.user.id)
      .select('givenAt')
      .executeTakeFirst();
    expect(given).toEqual({ givenAt: clock.now().toISOString() });
  });
});

describe('two companies with one provider', () => {
  it('and one client each keep their own people', async () => {
    await setUp(other);
    const people = [await addEmployee(app, company), await addEmployee(app, other)];
    for (const [index, { employee }] of people.entries()) {
      const own = index === 0 ? company : other;
      const client = app.client();
      expect(await signIn(client, employee.email, own === company ? other : company)).toBe(
        'single_sign_on_unknown',
      );
      expect(await signIn(client, employee.email, own)).toBeNull();
      expect(await client.ok('getUser')).toMatchObject({ companyId: own.user.companyId });
    }
  });

  it('get no answers of each other', async () => {
    await setUp(other);
    const { employee } = await addEmployee(app, other);
    provider.person = employee.email;
    const client = app.client();
    const answer = await answerOf((await begin(client, other)).body.url);
    answer.pathname = answer.pathname.replace(other.user.companyId, company.user.companyId);
    expect((await follow(client, answer)).get('error')).toBe('single_sign_on_expired');
  });
});

describe('settings', () => {
  it('take the password, tell all administrators and never show the secret', async () => {
    const { employee } = await addEmployee(app, company, { role: 'admin' });
    expect((await setUp(company, { currentPassword: undefined })).body.code).toBe('proof_required');
    expect((await setUp(company, { currentPassword: 'wrong' })).body.code).toBe('wrong_password');
    const { body } = await setUp(company, { clientId: 'payroll', clientSecret: 'secret of payroll' });
    const shown = {
      provider: 'other',
      address: `${provider.issuer}/`,
      clientId: 'payroll',
      redirectUri: `${testOrigin}/api/single-sign-on/${company.user.companyId}`,
    };
    expect(body).toEqual(shown);
    expect(await company.admin.ok('getSingleSignOn')).toEqual(shown);
    for (const { email } of [company.user, employee]) {
      await app.settled('mail');
      const [mail] = (await app.mailsTo(email)).filter(({ subject }) => subject.includes('Single sign-on'));
      expect(mail?.text).toContain(new URL(provider.issuer).host);
    }
  });

  it('keep the secret for its provider and client only', async () => {
    expect((await setUp(company, { clientSecret: '' })).status).toBe(200);
    const { body } = await setUp(company, { clientId: 'payroll', clientSecret: '' });
    expect(body).toMatchObject({ issues: [{ path: 'clientSecret' }] });
  });

  it('that are removed, or name another client, end the sessions and what has begun; a new secret does not', async () => {
    const { employee } = await addEmployee(app, company);
    const secret = { clientSecret: 'secret of maina' };
    for (const [change, isOver] of [
      [() => setUp(company, secret), false],
      [() => setUp(company, { clientId: 'payroll', clientSecret: 'secret of payroll' }), true],
      [() => company.admin.call('deleteSingleSignOn'), true],
    ] as const) {
      const [client, underWay] = [app.client(), app.client()];
      expect(await signIn(client, employee.email)).toBeNull();
      const answer = await answerOf((await begin(underWay)).body.url);
      expect((await change()).status).toBeLessThan(300);
      expect((await client.call('getUser')).status).toBe(isOver ? 401 : 200);
      expect((await follow(underWay, answer)).get('error')).toBe(isOver ? 'single_sign_on_off' : null);
    }
  });

  it('rest without the plan, and a company that does not exist answers alike', async () => {
    const { employee } = await addEmployee(app, company);
    const client = app.client();
    expect(await signIn(client, employee.email)).toBeNull();
    const off = { status: 404, body: { code: 'single_sign_on_off' } };
    expect(await begin(app.client(), other)).toMatchObject(off);
    const unknown = await app.client().call('beginSingleSignOn', { body: { companyCode: 'ZZZZ-ZZZZ' } });
    expect(unknown).toMatchObject(off);
    clock.set(new Date(Date.now() + 8 * 86_400_000).toISOString());
    expect(await begin(app.client())).toMatchObject(off);
    expect((await setUp(company)).body).toMatchObject({ code: 'subscription_required' });
    await client.ok('getUser');
    const paid = { subscriptionStatus: 'active', currentPeriodEnd: null } as const;
    const { db } = app.services;
    await db.updateTable('company').set(paid).where('id', '=', company.user.companyId).execute();
    expect((await setUp(company)).body).toMatchObject({ code: 'plan_limit_reached' });
    expect(await begin(app.client())).toMatchObject(off);
    const trialing = { subscriptionStatus: 'trialing' } as const;
    await db.updateTable('company').set(trialing).where('id', '=', company.user.companyId).execute();
  });
});

/** Answers every request by the listener; the returned address is its issuer. */
async function startRogue(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('a provider', () => {
  const refused = { status: 400, body: { issues: [{ path: 'address' }] } };

  it.each([
    'http://169.254.169.254/',
    'https://user:secret@login.example.com',
    'ftp://login.example.com',
    'javascript:alert(1)',
    '',
  ])('with the address “%s” is refused', async (address) => {
    expect(await setUp(company, { address })).toMatchObject(refused);
  });

  it('in a private network is refused, also if it was saved when that was allowed', async () => {
    const { companyAi } = app.services.config;
    companyAi.allowsPrivate = false;
    onTestFinished(() => {
      companyAi.allowsPrivate = true;
    });
    for (const address of [provider.issuer, 'https://localhost', 'https://10.0.0.1', 'https://[::1]']) {
      expect(await setUp(company, { address })).toMatchObject(refused);
    }
    expect(await begin(app.client())).toMatchObject({ status: 502, body: { code: 'single_sign_on_failed' } });
  });

  it('of Microsoft is one tenant, named by its id', async () => {
    for (const address of ['common', 'organizations', 'priede.onmicrosoft.com', '../8eaef023']) {
      expect(await setUp(company, { provider: 'microsoft', address })).toMatchObject(refused);
    }
  });

  it('that redirects, is another one than its address says, or speaks something else is refused', async () => {
    let asked = 0;
    const inside = await startRogue((_, response) => {
      asked += 1;
      response.end('{}');
    });
    for (const answer of [
      (response: Parameters<RequestListener>[1]) => response.writeHead(302, { location: inside }).end(),
      (response: Parameters<RequestListener>[1]) =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ issuer: provider.issuer })),
      (response: Parameters<RequestListener>[1]) => response.end('<html>'),
    ]) {
      const address = await startRogue((_, response) => void answer(response));
      expect(await setUp(company, { address })).toMatchObject(refused);
    }
    expect(asked).toBe(0);
  });

  it('that is slow is given up', async () => {
    const address = await startRogue(() => undefined);
    expect(await setUp(company, { address })).toMatchObject(refused);
  });

  it('that answers without an end is cut off', async () => {
    let sent = 0;
    const address = await startRogue((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.write('{"issuer":"');
      const chunk = 'x'.repeat(65_536);
      const go = () => {
        while (!response.destroyed && sent < 2 ** 31 && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on('drain', go);
      go();
    });
    expect(await setUp(company, { address })).toMatchObject(refused);
    expect(sent).toBeLessThan(32 * 2 ** 20);
  });

  it.each(['token_endpoint', 'jwks_uri'])(
    'whose %s leads inward, redirects or is endless opens nothing',
    async (name) => {
      const { employee } = await addEmployee(app, company);
      const redirecting = await startRogue((_, response) =>
        response.writeHead(307, { location: `${provider.issuer}/token` }).end(),
      );
      const endless = await startRogue((_, response) => {
        response.setHeader('content-type', 'application/json');
        const go = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', go);
        go();
      });
      for (const address of ['http://169.254.169.254/latest', redirecting, endless, 'file:///etc/passwd']) {
        provider.metadata = { [name]: address };
        expect(await signIn(app.client(), employee.email)).toBe('single_sign_on_failed');
      }
    },
  );

  it.each(['javascript:alert(document.cookie)//', 'http://169.254.169.254/', 'data:text/html,x'])(
    'that leads the browser to %s is refused',
    async (address) => {
      provider.metadata = { authorization_endpoint: address };
      expect((await begin(app.client())).body.code).toBe('single_sign_on_failed');
    },
  );
});

describe('an address is confirmed', () => {
  const email = 'anna@priede.lv';
  it.each([
    ['other', { email, email_verified: true }, true],
    ['other', { email, email_verified: 'true' }, false],
    ['other', { email }, false],
    ['other', { email: 'no address', email_verified: true }, false],
    ['google', { email, email_verified: true, hd: 'priede.lv' }, true],
    ['google', { email: 'anna@gmail.com', email_verified: true }, true],
    // A Google account with a mailbox elsewhere, which may have another holder by now.
    ['google', { email, email_verified: true }, false],
    ['google', { email, hd: 'priede.lv' }, false],
    ['microsoft', { email, xms_edov: true }, true],
    ['microsoft', { email, xms_edov: '1' }, true],
    ['microsoft', { email, xms_edov: false }, false],
    // What a tenant's administrator wrote, who need not own the domain.
    ['microsoft', { email, email_verified: true, preferred_username: email }, false],
  ] as const)('by %s: %j: %s', (by, claims, isConfirmed) => {
    expect(confirmedEmail(by, claims)).toBe(isConfirmed ? claims.email : null);
  });
});
