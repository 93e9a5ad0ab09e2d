import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyScope } from '#contract/policy.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { addApiKey, addEmployee, type Company, password, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { eraseDeletedCompanies } from '../company-deletion/company-deletion.service.ts';

const start = '2026-03-02T08:00:00.000Z';
const clock = fixedClock(start);
const log: string[] = [];
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({
    clock,
    env: { RATE_LIMIT_FACTOR: '1' },
    log: createLog('trace', { write: (line) => void log.push(line) }),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  // Every company signs up from the same address, and some tests spend what it may do.
  await app.services.db.deleteFrom('rateLimit').execute();
  company = await registerCompany(app);
});
afterEach(() => clock.set(start));

const read = (key: string, headers: Record<string, string> = {}) =>
  app.client().raw({ url: '/api/people', headers: { authorization: `Bearer ${key}`, ...headers } });
const statusOf = async (key: string) => (await read(key)).statusCode;
const invalid = { code: 'api_key_invalid' };

describe('making a key', () => {
  it('shows it once; the database has its hash alone, and who made it is told', async () => {
    const { admin, user } = company;
    const created = await addApiKey(company, { name: ' Algas ', expiresInDays: 30 });
    const { key, ...listed } = created;
    expect(key).toMatch(/^maina_[\w-]{70}$/);
    expect(listed).toEqual({
      id: expect.any(String),
      name: 'Algas',
      scopes: ['read'],
      prefix: key.slice(0, 12),
      createdBy: { id: user.id, firstName: 'Anna', lastName: 'Bērziņa', nameTag: null, isHere: true },
      createdAt: start,
      expiresAt: '2026-04-01T08:00:00.000Z',
      lastUsedAt: null,
    });
    expect(await admin.ok('listApiKeys')).toEqual([listed]);
    const rows = await app.services.db.selectFrom('apiKey').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
    const mails = await app.mailsTo(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['API key created']);
    expect(JSON.stringify(mails)).not.toContain(key.slice(0, 12));
  });

  it('makes another one each time, the latest listed first', async () => {
    const first = await addApiKey(company, { name: 'First' });
    clock.set('2026-03-02T08:01:00Z');
    const second = await addApiKey(company, { name: 'Second' });
    expect(second.key).not.toBe(first.key);
    expect((await company.admin.ok('listApiKeys')).map(({ name }) => name)).toEqual(['Second', 'First']);
  });

  it('takes the password, and the code of who has a second factor', async () => {
    const { admin, user } = company;
    const body = { name: 'Algas', expiresInDays: null, password };
    expect(await admin.call('createApiKey', { body: { ...body, password: 'a guess' } })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    const { secret } = await admin.ok('proposeSecondFactor');
    const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    const now = clock.now().getTime();
    await admin.ok('enableSecondFactor', { body: { secret, password, code: codeAt(now - 30_000) } });
    await admin.ok('login', { body: { email: user.email, password, code: codeAt(now) } });
    expect(await admin.call('createApiKey', { body })).toMatchObject({ body: { code: 'wrong_code' } });
    const code = codeAt(now + 30_000);
    expect((await admin.call('createApiKey', { body: { ...body, code } })).status).toBe(201);
  });

  it('stops at 20, also for two at the same moment', async () => {
    for (let made = 0; made < 19; made += 1) await addApiKey(company);
    const body = { name: 'One too many', expiresInDays: null, password };
    const answers = await Promise.all([1, 2].map(() => company.admin.call('createApiKey', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_api_keys',
      message: expect.stringContaining('20'),
    });
    const [spare] = await company.admin.ok('listApiKeys');
    await company.admin.ok('revokeApiKey', { params: { id: spare?.id ?? '' } });
    expect((await company.admin.call('createApiKey', { body })).status).toBe(201);
  });
});

describe('using a key', () => {
  it('shows people without what says how their accounts are opened', async () => {
    const { employee } = await addEmployee(app, company);
    const { id, email, firstName, lastName, nameTag, role, createdAt } = employee;
    const people = (await read((await addApiKey(company)).key)).json();
    expect(people[1]).toEqual({ id, email, firstName, lastName, nameTag, role, isActive: true, createdAt });
  });

  it('is noted once a minute', async () => {
    const { key } = await addApiKey(company);
    const lastUsed = async () => (await company.admin.ok('listApiKeys'))[0]?.lastUsedAt;
    for (const [at, noted] of [
      [start, start],
      ['2026-03-02T08:00:59.999Z', start],
      ['2026-03-02T08:01:00.000Z', '2026-03-02T08:01:00.000Z'],
    ] as const) {
      clock.set(at);
      expect(await statusOf(key)).toBe(200);
      expect(await lastUsed()).toBe(noted);
    }
  });

  it('ends when the key expires, and at once when it is revoked', async () => {
    const { key: short } = await addApiKey(company, { expiresInDays: 30 });
    const { key: revoked, id } = await addApiKey(company);
    await company.admin.ok('revokeApiKey', { params: { id } });
    expect((await read(revoked)).json()).toMatchObject(invalid);
    await pay('business');
    clock.set('2026-04-01T07:59:59.999Z');
    expect(await statusOf(short)).toBe(200);
    clock.set('2026-04-01T08:00:00Z');
    expect((await read(short)).json()).toMatchObject(invalid);
  });

  it('takes the scheme in any case, and nothing else in its place', async () => {
    const { key } = await addApiKey(company);
    expect((await read(key, { authorization: `bearer ${key}` })).statusCode).toBe(200);
    const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    expect((await read(key, { authorization: basic })).json()).toMatchObject({ code: 'unauthenticated' });
    const withQuery = await app.client().raw({ url: '/api/people', query: { key, access_token: key } });
    expect(withQuery.statusCode).toBe(401);
    const signedIn = await company.admin.raw({ url: '/api/people', headers: { authorization: basic } });
    expect(signedIn.statusCode).toBe(200);
  });

  it('outlives its maker, and says so', async () => {
    const { client, employee } = await addEmployee(app, company, { role: 'admin' });
    const { key } = await addApiKey({ ...company, admin: client });
    const maker = async () => (await company.admin.ok('listApiKeys'))[0]?.createdBy;
    const { id, firstName, lastName, email } = employee;
    expect(await maker()).toEqual({ id, firstName, lastName, nameTag: null, isHere: true });
    const proof = { currentPassword: password };
    const body = { firstName, lastName, email, role: 'admin' as const, isActive: false, ...proof };
    await company.admin.ok('updateEmployee', { params: { id }, body });
    expect(await maker()).toEqual({ id, firstName, lastName, nameTag: null, isHere: false });
    await company.admin.ok('deleteEmployee', { params: { id }, body: proof });
    expect(await maker()).toEqual({ id, firstName, lastName, nameTag: null, isHere: false });
    expect(await statusOf(key)).toBe(200);
  });

  it('rests while the company is to be deleted, and ends with it', async () => {
    const { key } = await addApiKey(company);
    const { user, admin } = company;
    const erase = { companyName: user.company.name, password };
    await admin.ok('deleteCompany', { body: erase });
    expect((await read(key)).json()).toMatchObject(invalid);
    const mails = await app.mailsTo(user.email, 2);
    const token = /token=([\w-]+)/.exec(mails.map(({ text }) => text).join())?.[1] ?? '';
    await admin.ok('restoreCompany', { body: { token } });
    expect(await statusOf(key)).toBe(200);
    await admin.ok('login', { body: { email: user.email, password } });
    await admin.ok('deleteCompany', { body: erase });
    clock.set('2026-06-01T08:00:00Z');
    await eraseDeletedCompanies(app.services);
    const left = app.services.db.selectFrom('apiKey').where('companyId', '=', user.companyId);
    expect(await left.selectAll().execute()).toEqual([]);
  });
});

const pay = (plan: 'starter' | 'growth' | 'business', currentPeriodEnd = '2027-01-01T00:00:00Z') =>
  app.services.db
    .updateTable('company')
    .set({ subscriptionPlan: plan, subscriptionStatus: 'active', currentPeriodEnd, cancelAtPeriodEnd: true })
    .set({ trialEndsAt: start })
    .where('id', '=', company.user.companyId)
    .execute();

describe('the plan', () => {
  const upgrade = { code: 'plan_limit_reached', requiresUpgrade: true, action: 'upgrade_plan' };
  const subscribe = { code: 'subscription_required', requiresUpgrade: true, action: 'subscribe' };

  it('has to be Business, or the trial of any; the key wakes up with it', async () => {
    const { key } = await addApiKey(company);
    const status = async () => (await company.admin.ok('getSubscriptionStatus')).features.apiKeys;
    expect(await status()).toBe(true);
    for (const plan of ['starter', 'growth'] as const) {
      await pay(plan);
      const refused = await read(key);
      expect(refused.statusCode).toBe(402);
      expect(refused.json()).toMatchObject(upgrade);
      const body = { name: 'Algas', expiresInDays: null, password };
      expect((await company.admin.call('createApiKey', { body })).body).toMatchObject(upgrade);
      expect(await status()).toBe(false);
    }
    await pay('business');
    expect(await status()).toBe(true);
    expect(await statusOf(key)).toBe(200);
    await addApiKey(company);
  });

  it('has to be paid; keys are still seen and revoked', async () => {
    const { key, id } = await addApiKey(company);
    await pay('business', '2026-03-02T07:00:00Z');
    const refused = await read(key);
    expect(refused.statusCode).toBe(402);
    expect(refused.json()).toMatchObject(subscribe);
    const body = { name: 'Algas', expiresInDays: null, password };
    expect((await company.admin.call('createApiKey', { body })).body).toMatchObject(subscribe);
    expect(await company.admin.ok('listApiKeys')).toMatchObject([{ id, lastUsedAt: null }]);
    await company.admin.ok('revokeApiKey', { params: { id } });
    expect(await statusOf(key)).toBe(401);
  });
});

describe('too much', () => {
  it('is refused key by key', async () => {
    const [busy, calm] = [await addApiKey(company), await addApiKey(company)];
    for (let asked = 0; asked < 120; asked += 1) expect(await statusOf(busy.key)).toBe(200);
    const refused = await read(busy.key);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await statusOf(calm.key)).toBe(200);
  });

  it('is refused to an address that guesses, without shutting out a right key beside it', async () => {
    const { key } = await addApiKey(company);
    for (let guess = 0; guess < 100; guess += 1) expect(await statusOf(`maina_${guess}`)).toBe(401);
    const refused = await read('maina_guess');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(await statusOf(key)).toBe(200);
  });
});

describe('the log', () => {
  it('never has a key, wherever it stands, and tells what each has read', async () => {
    const { key, id } = await addApiKey(company);
    log.length = 0;
    await read(key);
    await read(key, { cookie: 'maina_session=guess' });
    const authorization = `Bearer ${key}`;
    const payload = { email: company.user.email, password: key };
    await app.client().raw({ method: 'POST', url: '/api/login', payload, headers: { authorization } });
    await app.client().raw({ method: 'POST', url: '/api/login', payload });
    await app
      .client()
      .raw({ url: `/api/people?key=${key}`, headers: { authorization: `${authorization}x` } });
    await app.client().raw({ url: `/${key}`, headers: { authorization, 'x-key': key, 'user-agent': key } });
    await company.admin.ok('revokeApiKey', { params: { id } });
    app.services.log.error({ err: new Error('an error'), req: { headers: { authorization } } }, 'by mistake');

    expect(log.join('')).not.toContain(key.slice(12));
    const told = log
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg }) => msg === 'audit')
      .map(({ level, time, pid, hostname, reqId, msg, network, ...rest }) => rest);
    const { companyId, id: userId } = company.user;
    const event = 'api-key.used';
    expect(told).toEqual([
      { event, outcome: 'success', companyId, targetId: id, route: '/api/people' },
      { event, outcome: 'refused', code: 'two_credentials' },
      { event, outcome: 'refused', code: 'api_key_not_allowed' },
      { event: 'sign-in', outcome: 'refused', code: 'invalid_credentials', companyId, userId },
      { event, outcome: 'refused', code: 'api_key_invalid' },
      { event: 'api-key.revoked', outcome: 'success', companyId, userId, targetId: id },
    ]);
  });
});

describe('a key that writes', () => {
  type Asked = { method: 'POST' | 'PUT' | 'DELETE'; url: string; payload?: object };
  /** A program with a key of these scopes. */
  async function program(scopes: KeyScope[], from = company) {
    const { key } = await addApiKey(from, { name: 'Algas', scopes });
    const call = async (asked: Asked) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await app.client().raw({ ...asked, headers });
      return { status: response.statusCode, body: response.body ? response.json() : null };
    };
    return { key, call };
  }
  const entry = (userId: string, locationId: string) => ({
    ...{ userId, locationId, reason: 'No vārtu lasītāja' },
    ...{ checkIn: '2026-03-02T05:00:00.000Z', checkOut: '2026-03-02T07:00:00.000Z' },
  });

  it('changes what its scopes say, in the name of its maker; the history names the key', async () => {
    const { employee } = await addEmployee(app, company);
    const { call } = await program(['people', 'time-entries']);
    const hall = await call({ method: 'POST', url: '/api/locations', payload: { name: 'Zāģētava' } });
    expect(hall.status).toBe(201);
    const payload = entry(employee.id, hall.body.id);
    const added = await call({ method: 'POST', url: '/api/time-entries', payload });
    expect(added).toMatchObject({ status: 201, body: { checkIn: payload.checkIn } });
    const history = await company.admin.ok('getTimeEntryHistory', { params: { id: added.body.id } });
    expect(history).toMatchObject([
      { kind: 'entry-added', reason: payload.reason, apiKey: 'Algas', actor: { id: company.user.id } },
    ]);
    // What the maker does themselves names no key.
    await company.admin.ok('deleteTimeEntry', { params: { id: added.body.id }, body: { reason: 'Kļūda' } });
    const later = await company.admin.ok('getTimeEntryHistory', { params: { id: added.body.id } });
    expect(later.map(({ apiKey }) => apiKey)).toEqual(['Algas', null]);
  });

  it('is refused what another scope says, and reads only with the scope for it', async () => {
    const { key, call } = await program(['people']);
    const { employee } = await addEmployee(app, company);
    const { id } = await company.admin.ok('createLocation', { body: { name: 'Pagalms' } });
    const missing = { status: 403, body: { code: 'api_key_scope_missing' } };
    expect(
      await call({ method: 'POST', url: '/api/time-entries', payload: entry(employee.id, id) }),
    ).toMatchObject(missing);
    expect((await read(key)).json()).toMatchObject(missing.body);
  });

  it('never does what takes a password, nor what is the owner’s', async () => {
    const { call } = await program(['people']);
    const person = { firstName: 'Ilze', lastName: 'Ozola', email: null };
    const plain = await call({ method: 'POST', url: '/api/employees', payload: person });
    expect(plain.status).toBe(201);
    // Nor does it learn which accounts are easy to open.
    for (const secret of ['mustChangePassword', 'hasSecondFactor', 'invitation'])
      expect(plain.body).not.toHaveProperty(secret);
    for (const payload of [
      { ...person, email: 'new.admin@example.test', role: 'admin' },
      { ...person, email: 'new.admin@example.test', role: 'admin', currentPassword: password },
      { ...person, email: 'new.admin@example.test', role: 'admin', currentPassword: 'a guess' },
      { ...person, email: 'new.manager@example.test', role: 'manager', locationIds: [] },
    ]) {
      const refused = await call({ method: 'POST', url: '/api/employees', payload });
      expect(refused, JSON.stringify(payload)).toMatchObject({
        status: 403,
        body: { code: 'proof_required' },
      });
    }
    const taken = { ...person, password: 'chosen by a program' };
    const url = `/api/employees/${plain.body.id}`;
    expect(await call({ method: 'PUT', url, payload: taken })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    expect((await call({ method: 'PUT', url, payload: { ...taken, password: '' } })).status).toBe(200);
    const { id } = company.user;
    expect((await call({ method: 'DELETE', url: `/api/employees/${id}` })).status).toBeGreaterThanOrEqual(
      400,
    );
  });

  it('stops writing with its maker, and goes on reading', async () => {
    const second = await addEmployee(app, company, { firstName: 'Otra', role: 'admin' });
    const { key, call } = await program(['read', 'people'], { ...company, admin: second.client });
    const make = () => call({ method: 'POST', url: '/api/locations', payload: { name: 'Cehs' } });
    expect((await make()).status).toBe(201);
    await app.services.db
      .updateTable('users')
      .set({ role: 'employee' })
      .where('id', '=', second.employee.id)
      .execute();
    expect(await make()).toMatchObject({ status: 403, body: { code: 'api_key_maker_gone' } });
    expect(await statusOf(key)).toBe(200);
  });

  it('sees and changes nothing of another company', async () => {
    const other = await registerCompany(app);
    const theirs = await other.admin.ok('createLocation', { body: { name: 'Svešs' } });
    const { call } = await program(['people', 'time-entries', 'schedules']);
    const changed = { method: 'PUT' as const, url: `/api/locations/${theirs.id}`, payload: { name: 'Mūsu' } };
    expect((await call(changed)).status).toBe(404);
    expect((await call({ method: 'DELETE', url: `/api/locations/${theirs.id}` })).status).toBe(404);
  });

  it('takes known scopes, at least one', async () => {
    for (const scopes of [[], ['everything'], 'read']) {
      const body = { name: 'Algas', expiresInDays: null, password, scopes } as never;
      expect((await company.admin.call('createApiKey', { body })).status).toBe(400);
    }
  });
});
