import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
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

async function signIn(server: TestApp, email: string) {
  const client = server.client();
  const response = await client.raw({ method: 'POST', url: '/api/login', payload: { email, password } });
  expect(response.statusCode).toBe(200);
  const [cookie, device, ...more] = response.cookies;
  const secure = cookie?.secure ? { secure: true } : {};
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', ...secure });
  expect(device?.name).toBe(cookie?.name.replace('session', 'device'));
  expect(more).toEqual([]);
  if (!cookie) throw new Error('no cookie');
  return { client, cookie };
}
const statusOf = async (client: TestClient) => (await client.call('getUser')).status;
const userWith = (server: TestApp, cookie: string) =>
  server.app.inject({ url: '/api/user', headers: { host: 'maina.test', cookie } });

describe('the cookie', () => {
  it('is for the server only, and not sent from other sites', async () => {
    const { cookie } = await signIn(app, company.user.email);
    expect(cookie).toEqual({
      name: 'maina_session',
      value: expect.stringMatching(/^[\w-]{64}$/),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 30 * 24 * 60 * 60,
    });
  });

  it('is bound to the host under HTTPS', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://maina.test' } });
    onTestFinished(() => secure.close());
    const { user } = await registerCompany(secure);
    const { client, cookie } = await signIn(secure, user.email);
    expect(cookie).toMatchObject({
      name: '__Host-maina_session',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: true,
    });
    expect(cookie).not.toHaveProperty('domain');
    expect((await userWith(secure, `maina_session=${cookie.value}`)).statusCode).toBe(401);
    const { headers } = await client.raw({ url: '/api/user' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const { cookies } = await client.raw({ method: 'POST', url: '/api/logout' });
    expect(cookies).toMatchObject([{ name: '__Host-maina_session', value: '', path: '/', secure: true }]);
  });

  it('holds what the database knows only by its hash', async () => {
    const { cookie } = await signIn(app, company.user.email);
    const sessions = await app.services.db.selectFrom('session').selectAll().execute();
    const hashes = sessions.map(({ tokenHash }) => tokenHash.toString('hex'));
    expect(hashes).toContain(createHash('sha256').update(cookie.value).digest('hex'));
    expect(JSON.stringify(sessions)).not.toContain(cookie.value);
  });

  it('is refused when it is none, or names another company: as an unknown one, never as an error', async () => {
    const { cookie } = await signIn(app, company.user.email);
    const bytes = Buffer.from(cookie.value, 'base64url');
    const { companyId } = (await registerCompany(app)).user;
    const random = bytes.subarray(0, 32);
    const moved = Buffer.concat([random, Buffer.from(companyId.replaceAll('-', ''), 'hex')]);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(0) ^ 1);
    for (const token of [
      ...[moved, changed, random, Buffer.concat([bytes, bytes])].map((wrong) => wrong.toString('base64url')),
      ...['', '-', 'x'.repeat(64), `${cookie.value}=`, `${cookie.value}A`, cookie.value.slice(1)],
      ...[
        `${cookie.value.slice(0, 63)}%00`,
        `${cookie.value.slice(0, 62)}%C3%A9`,
        "' or 1=1 --".padEnd(64, '-'),
      ],
    ]) {
      const headers = `maina_session=${token}`;
      expect((await userWith(app, headers)).statusCode, token).toBe(401);
      const logout = await app.app.inject({
        method: 'POST',
        url: '/api/logout',
        headers: { cookie: headers },
      });
      expect(logout.statusCode, token).toBe(200);
    }
    expect((await userWith(app, `maina_session=${cookie.value}`)).statusCode).toBe(200);
  });

  it('is a new one at each sign-in, and the one before ends', async () => {
    const { client, cookie } = await signIn(app, company.user.email);
    await client.ok('login', { body: { email: company.user.email, password } });
    expect(await statusOf(client)).toBe(200);
    expect((await userWith(app, `maina_session=${cookie.value}`)).statusCode).toBe(401);
    const planted = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: 'maina.test', cookie: 'maina_session=planted' },
      payload: { email: company.user.email, password },
    });
    expect(planted.cookies[0]?.value).not.toBe('planted');
  });

  it('of a new company, too, ends the one before', async () => {
    const { client, cookie } = await signIn(app, company.user.email);
    await client.ok('registerCompany', {
      body: {
        companyName: 'Otra SIA',
        firstName: 'Otto',
        lastName: 'Ozols',
        email: uniqueEmail('otto'),
        password,
        confirmPassword: password,
      },
    });
    expect(await client.ok('getUser')).toMatchObject({ firstName: 'Otto' });
    expect((await userWith(app, `maina_session=${cookie.value}`)).statusCode).toBe(401);
  });
});

describe('a session lasts', () => {
  it('30 days from its last use', async () => {
    const clock = fixedClock('2026-03-01T12:00:00Z');
    const server = await startTestApp({ clock });
    onTestFinished(() => server.close());
    const { user } = await registerCompany(server);
    const { client, cookie } = await signIn(server, user.email);
    const useAt = async (instant: string) => {
      clock.set(instant);
      return client.raw({ url: '/api/user' });
    };
    expect((await useAt('2026-03-01T12:59:00Z')).cookies).toEqual([]);
    const extended = await useAt('2026-03-31T11:59:59Z');
    expect(extended.statusCode).toBe(200);
    expect(extended.cookies).toMatchObject([
      { value: cookie.value, maxAge: 30 * 24 * 60 * 60, httpOnly: true },
    ]);
    expect((await useAt('2026-04-30T11:00:00Z')).statusCode).toBe(200);
    expect((await useAt('2026-05-30T11:00:00Z')).statusCode).toBe(401);
  });

  it('until sign-out, on this device', async () => {
    const { client, cookie } = await signIn(app, company.user.email);
    const other = await signIn(app, company.user.email);
    expect(await client.ok('logout')).toEqual({});
    expect((await userWith(app, `maina_session=${cookie.value}`)).statusCode).toBe(401);
    expect(await statusOf(other.client)).toBe(200);
    expect((await client.call('logout')).status).toBe(200);
  });

  it('until the password changes; the device that changed it stays signed in', async () => {
    const { client, employee } = await addEmployee(app, company);
    const other = await signIn(app, employee.email);
    await client.ok('changePassword', {
      body: { currentPassword: password, newPassword: 'a new one', confirmPassword: 'a new one' },
    });
    expect(await statusOf(client)).toBe(200);
    expect(await statusOf(other.client)).toBe(401);
  });

  it.each(['a new password from the administrator', 'deactivation', 'deletion'])('until %s', async (what) => {
    const { client, employee } = await addEmployee(app, company);
    const { id, firstName, lastName, email, role } = employee;
    const change = what === 'deactivation' ? { isActive: false } : { password: 'from the boss' };
    if (what === 'deletion') await company.admin.ok('deleteEmployee', { params: { id } });
    else {
      await company.admin.ok('updateEmployee', {
        params: { id },
        body: { firstName, lastName, email, role, ...change },
      });
    }
    expect(await client.call('getUser')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const left = await app.services.db.selectFrom('session').where('userId', '=', id).selectAll().execute();
    expect(left).toEqual([]);
  });

  it('through a change of name or language, which it shows at once', async () => {
    const { client, employee } = await addEmployee(app, company);
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { firstName: 'Zane', lastName: 'Priede', email: employee.email, role: 'employee' },
    });
    expect(await client.ok('getUser')).toMatchObject({ firstName: 'Zane', language: 'en' });
    expect(await client.ok('updateUser', { body: { language: 'lt' } })).toMatchObject({ language: 'lt' });
    expect(await client.ok('getUser')).toMatchObject({ language: 'lt' });
  });
});

it('is one of 20 at most: the next sign-in ends the one unused for the longest time', async () => {
  const company = await registerCompany(app);
  const { client: first, employee } = await addEmployee(app, company);
  const others: TestClient[] = [];
  for (let index = 0; index < 20; index += 1) {
    const client = app.client();
    await client.ok('login', { body: { email: employee.email, password } });
    others.push(client);
  }
  expect((await first.call('getUser')).status).toBe(401);
  for (const client of others) await client.ok('getUser');
  expect(await others[0]?.ok('listSessions')).toHaveLength(20);
});

describe('the list of one’s own sessions', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('tells where, since when and, to the hour, how lately; and which one this is', async () => {
    const clock = fixedClock('2026-03-01T12:00:00Z');
    const server = await startTestApp({ clock });
    onTestFinished(() => server.close());
    const { user, admin } = await registerCompany(server);
    const desk = server.client();
    const body = { email: user.email, password };
    await desk.call('login', { body }, { 'user-agent': firefox });
    clock.set('2026-03-01T12:59:00Z');
    await admin.ok('getUser');
    clock.set('2026-03-01T15:30:00Z');
    await desk.ok('getUser');
    const sessions = await desk.ok('listSessions');
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox, Windows',
        createdAt: '2026-03-01T12:00:00.000Z',
        lastUsedAt: '2026-03-01T15:30:00.000Z',
        isCurrent: true,
      },
      {
        id: expect.any(String),
        device: null,
        createdAt: '2026-03-01T12:00:00.000Z',
        lastUsedAt: '2026-03-01T12:00:00.000Z',
        isCurrent: false,
      },
    ]);
    const stored = await server.services.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/Mozilla|Gecko|127\.0\.0\.1/);
    clock.set('2026-03-31T14:00:00Z');
    expect(await desk.ok('listSessions')).toMatchObject([{ isCurrent: true }]);
  });

  it('lets one end a session that is one’s own', async () => {
    const { client, employee } = await addEmployee(app, company);
    const other = await signIn(app, employee.email);
    const [theirs] = (await company.admin.ok('listSessions')).filter(({ isCurrent }) => isCurrent);
    const sessions = await client.ok('listSessions');
    const end = (id = '') => client.call('endSession', { params: { id } });
    expect((await end(sessions.find(({ isCurrent }) => !isCurrent)?.id)).status).toBe(204);
    expect(await statusOf(other.client)).toBe(401);
    expect(await end(theirs?.id)).toMatchObject({ status: 404 });
    expect(await statusOf(company.admin)).toBe(200);
    expect(await client.ok('listSessions')).toHaveLength(1);
  });

  it('lets one sign out everywhere', async () => {
    const { client, employee } = await addEmployee(app, company);
    const other = await signIn(app, employee.email);
    const { cookies } = await client.raw({ method: 'DELETE', url: '/api/user/sessions' });
    expect(cookies).toMatchObject([{ name: 'maina_session', value: '' }]);
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(other.client)).toBe(401);
    expect(await statusOf(company.admin)).toBe(200);
  });
});
