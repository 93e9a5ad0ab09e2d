import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addApiKey, addEmployee, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { removeExpiredSecrets } from '../../features/auth/auth.jobs.ts';

const start = '2026-03-02T08:00:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await registerCompany(app);
});
afterEach(() => clock.set(start));

const post = (
  client: TestClient,
  key: string,
  {
    url = '/api/locations',
    name = 'Noliktava',
    headers = {},
  }: { url?: string; name?: string; headers?: Record<string, string> } = {},
) =>
  client.raw({
    ...{ method: 'POST', url, payload: { name, address: 'Rīga' } },
    headers: { 'idempotency-key': key, ...headers },
  });
const locations = async () => (await company.admin.ok('listLocations')).map(({ name }) => name);
const stored = () =>
  app.services.db
    .selectFrom('idempotentRequest')
    .where('companyId', '=', company.user.companyId)
    .selectAll()
    .execute();

describe('a request with an Idempotency-Key', () => {
  it('is done once and answered the same for 24 hours', async () => {
    const key = randomUUID();
    const first = await post(company.admin, key);
    expect(first.statusCode).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    clock.set('2026-03-03T07:59:59Z');
    const again = await post(company.admin, key);
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    // As a string of RFC 8941 it is the same key.
    expect((await post(company.admin, `"${key}"`)).body).toBe(first.body);
    expect(await locations()).toEqual(['Noliktava']);
    clock.set('2026-03-03T08:00:00Z');
    expect((await post(company.admin, key)).json().id).not.toBe(first.json().id);
    expect(await locations()).toEqual(['Noliktava', 'Noliktava']);
  });

  it('is done once when it comes several times at once; the others are told that it is being handled', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(company.admin, key)));
    expect(await locations()).toEqual(['Noliktava']);
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(made.map(({ body }) => body)).size).toBe(1);
    for (const refused of answers.filter((answer) => !made.includes(answer))) {
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'idempotency_key_in_use']);
    }
  });

  it('is done once also where the answer could be streamed', async () => {
    const importOnce = () =>
      company.admin.raw({
        ...{ method: 'POST', url: '/api/locations/import', payload: Buffer.from('Name\nNoliktava\n') },
        headers: { 'idempotency-key': 'once', 'content-type': 'text/csv', accept: 'application/x-ndjson' },
      });
    const first = await importOnce();
    expect([first.statusCode, await locations()]).toEqual([200, ['Noliktava']]);
    await company.admin.ok('updateLocation', {
      params: { id: (await company.admin.ok('listLocations'))[0]?.id ?? '' },
      body: { name: 'Cits' },
    });
    const again = await importOnce();
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(await locations()).toEqual(['Cits']);
  });

  it('is refused with another body or at another address', async () => {
    const key = randomUUID();
    await post(company.admin, key);
    for (const other of [{ name: 'Cits' }, { url: '/api/shift-kinds' }, { url: '/api/locations?x=1' }]) {
      const refused = await post(company.admin, key, other);
      // The schema of another endpoint may refuse it before.
      expect(['idempotency_key_reused', 'validation_failed']).toContain(refused.json().code);
    }
    expect((await post(company.admin, key, { name: 'Cits' })).json().code).toBe('idempotency_key_reused');
    expect(await locations()).toEqual(['Noliktava']);
  });

  it('may be corrected after a refusal, which has changed nothing', async () => {
    const key = randomUUID();
    const employee = (email: string) =>
      company.admin.raw({
        ...{ method: 'POST', url: '/api/employees', headers: { 'idempotency-key': key } },
        payload: { firstName: 'Jānis', lastName: 'Ozols', email },
      });
    expect((await employee(company.user.email)).json().code).toBe('email_taken');
    expect((await employee('janis.ozols@example.com')).statusCode).toBe(201);
  });

  it('belongs to its caller: another person, another key and another company use the same one', async () => {
    const key = 'order-1';
    const other = await registerCompany(app);
    const apiKey = await addApiKey(company, { scopes: ['people'] });
    expect((await post(company.admin, key)).statusCode).toBe(201);
    expect((await post(other.admin, key, { name: 'Cits' })).statusCode).toBe(201);
    const byKey = await post(app.client(), key, { headers: { authorization: `Bearer ${apiKey.key}` } });
    expect([byKey.statusCode, byKey.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await locations()).toEqual(['Noliktava', 'Noliktava']);
    const worker = await addEmployee(app, company);
    expect((await post(worker.client, key)).statusCode).toBe(403);
  });

  it('is not repeated when its outcome is unknown', async () => {
    const key = randomUUID();
    const { db } = app.services;
    await post(company.admin, key);
    // As if the server had ended before it could keep the answer.
    await db
      .updateTable('idempotentRequest')
      .set({ answer: null })
      .where('companyId', '=', company.user.companyId)
      .execute();
    expect((await post(company.admin, key)).json().code).toBe('idempotency_key_in_use');
    expect(await locations()).toEqual(['Noliktava']);
  });

  it.each(['', ' ', 'x'.repeat(256), 'ā', 'a b'])('is refused with the key “%s”', async (key) => {
    const refused = await post(company.admin, key);
    expect(refused.statusCode).toBe(400);
    expect(await locations()).toEqual([]);
  });

  it('stops at 20,000 a day, and says so', async () => {
    const { companyId, id } = company.user;
    await app.services.throttle.take('idempotencyKey', `${companyId} ${id}`, 20_000);
    const refused = await post(company.admin, randomUUID());
    expect([refused.statusCode, refused.headers['ratelimit-policy']]).toEqual([
      429,
      '"idempotencyKey";q=20000;w=86400',
    ]);
    expect(
      (await company.admin.call('createLocation', { body: { name: 'Bez atslēgas', address: '' } })).status,
    ).toBe(201);
  });

  it('leaves neither its key nor its answer readable, and nothing after its time', async () => {
    const key = 'the-key-of-a-program';
    await post(company.admin, key);
    const rows = await stored();
    expect(rows).toHaveLength(1);
    for (const secret of [key, 'Noliktava']) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(rows[0]?.answer?.toString('latin1')).not.toContain(secret);
    }
    clock.set('2026-03-03T08:00:00Z');
    await removeExpiredSecrets(app.services);
    expect(await stored()).toEqual([]);
  });
});
