import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addApiKey,
  addEmployee,
  addLocation,
  type Company,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { deprecationHeaders } from './deprecation.ts';
import { isMatch } from './preconditions.ts';

const clock = fixedClock('2026-03-02T08:00:00Z');
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock, env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.services.db.deleteFrom('rateLimit').execute();
  company = await registerCompany(app);
});

const tagOf = async (url: string) => String((await company.admin.raw({ url })).headers.etag);
const put = (url: string, payload: object, etag?: string) =>
  company.admin.raw({ method: 'PUT', url, payload, headers: etag ? { 'if-match': etag } : {} });

describe('If-Match', () => {
  it('lets one of two changes pass that were made from the same state, however they come', async () => {
    const { id } = await addLocation(company);
    const url = `/api/locations/${id}`;
    const etag = await tagOf(url);
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => put(url, { name, address: '' }, etag)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412, 412]);
    const [made] = answers.filter(({ statusCode }) => statusCode === 200);
    expect((await company.admin.raw({ url })).json().name).toBe(made?.json().name);
    // The answer of a change tells the next tag.
    expect(made?.headers.etag).toBe(await tagOf(url));
    expect((await put(url, { name: 'E', address: '' }, String(made?.headers.etag))).statusCode).toBe(200);
  });

  it('guards settings, which are one thing, and changes nothing without a match', async () => {
    const etag = await tagOf('/api/company');
    const settings = await company.admin.ok('getCompany');
    const changed = { ...settings, name: 'Jaunais nosaukums' };
    expect((await put('/api/company', changed, etag)).statusCode).toBe(200);
    const refused = await put('/api/company', { ...settings, name: 'Vecais' }, etag);
    expect([refused.statusCode, refused.json()]).toEqual([
      412,
      { code: 'changed_meanwhile', message: expect.stringContaining('Nothing was saved') },
    ]);
    expect((await company.admin.ok('getCompany')).name).toBe('Jaunais nosaukums');
    // Without the header, and with any state.
    for (const any of [undefined, '*'])
      expect((await put('/api/company', settings, any)).statusCode).toBe(200);
  });

  it('keeps an administrator from overwriting a correction that a program has made, and the other way round', async () => {
    const worker = await addEmployee(app, company);
    const { id: locationId } = await addLocation(company);
    const { key } = await addApiKey(company, { scopes: ['read', 'time-entries'] });
    const body = { userId: worker.employee.id, locationId, reason: 'Forgot' };
    const { id } = await company.admin.ok('createTimeEntry', {
      body: { ...body, checkIn: '2026-03-01T06:00:00Z', checkOut: '2026-03-01T14:00:00Z' },
    });
    const url = `/api/time-entries/${id}`;
    const headers = { authorization: `Bearer ${key}` };
    const read = await app.client().raw({ url, headers });
    expect(read.headers.etag).toBe(await tagOf(url));
    const until = (checkOut: string): EndpointInput<'updateTimeEntry'>['body'] => ({
      ...{ locationId, reason: 'Corrected', checkIn: '2026-03-01T06:00:00Z', checkOut },
    });
    const etag = String(read.headers.etag);
    expect((await put(url, until('2026-03-01T15:00:00Z'), etag)).statusCode).toBe(200);
    const ifMatch = { ...headers, 'if-match': etag };
    const payload = until('2026-03-01T16:00:00Z');
    const refused = await app.client().raw({ method: 'PUT', url, payload, headers: ifMatch });
    expect(refused.json().code).toBe('changed_meanwhile');
    const deleted = await app
      .client()
      .raw({ method: 'DELETE', url, payload: { reason: 'x' }, headers: ifMatch });
    expect(deleted.json().code).toBe('changed_meanwhile');
    expect((await company.admin.ok('getTimeEntry', { params: { id } })).checkOut).toBe(
      '2026-03-01T15:00:00.000Z',
    );
  });

  it('of a person does not depend on what they do, only on what would be overwritten', async () => {
    const worker = await addEmployee(app, company);
    const { qrCode } = await addLocation(company);
    const url = `/api/employees/${worker.employee.id}`;
    const etag = await tagOf(url);
    await worker.client.ok('scan', { body: { qrCode } });
    expect(await tagOf(url)).toBe(etag);
    const names = { firstName: 'Jānis', lastName: 'Kalns' };
    expect((await put(url, names, etag)).statusCode).toBe(200);
    expect((await put(url, names, etag)).json().code).toBe('changed_meanwhile');
  });

  it('tells nothing of what somebody may not read', async () => {
    const other = await registerCompany(app);
    const { id } = await addLocation(other);
    for (const etag of ['"x"', '*']) {
      expect((await put(`/api/locations/${id}`, { name: 'A', address: '' }, etag)).json().code).toBe(
        'not_found',
      );
    }
    expect((await put(`/api/locations/${randomUUID()}`, { name: 'A', address: '' }, '"x"')).json().code).toBe(
      'not_found',
    );
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    [' * ', true],
    ['"b"', false],
    ['a', false],
    ['', false],
  ])('%s', (header, matches) => expect(isMatch(header, '"a"')).toBe(matches));
});

describe('an endpoint that is being given up', () => {
  it('says since when, until when and what to use instead', () => {
    const deprecated = { since: '2027-01-01', until: '2027-07-01', instead: '/api/people' } as const;
    expect(deprecationHeaders({ deprecated })).toEqual({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      link: '</api/people>; rel="successor-version"',
    });
    expect(deprecationHeaders({})).toEqual({});
  });
});

describe('what is left of a rate limit', () => {
  it('is told with each answer, to people, programs and addresses', async () => {
    const { headers } = await company.admin.raw({ url: '/api/company' });
    expect(headers['ratelimit-policy']).toBe('"person";q=600;w=60');
    expect(headers.ratelimit).toMatch(/^"person";r=5\d\d;t=([1-5]?\d|60)$/);
    const { key } = await addApiKey(company);
    const ask = () => app.client().raw({ url: '/api/people', headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).headers).toMatchObject({
      'ratelimit-policy': '"apiKey";q=120;w=60',
      ratelimit: expect.stringMatching(/^"apiKey";r=119;t=60$/),
    });
    expect((await ask()).headers.ratelimit).toMatch(/^"apiKey";r=118;/);
    const login = await app
      .client()
      .raw({ method: 'POST', url: '/api/login', payload: { email: 'a@example.com', password: 'x' } });
    expect(login.headers['ratelimit-policy']).toBe('"address";q=3000;w=60');
  });

  it('is told, and counted, when a request is refused for something else', async () => {
    const worker = await addEmployee(app, company);
    const { key } = await addApiKey(company, { scopes: ['schedules'] });
    const policyOf = async (client: TestClient, url: string, as?: string) => {
      const { statusCode, headers } = await client.raw({
        url,
        headers: as ? { authorization: `Bearer ${as}` } : {},
      });
      return [statusCode, String(headers.ratelimit).replace(/;t=\d+$/, '')];
    };
    const program = app.client();
    // Of a key without the scope, as of any other request.
    expect(await policyOf(program, '/api/people', key)).toEqual([403, '"apiKey";r=119']);
    expect(await policyOf(program, '/api/people', key)).toEqual([403, '"apiKey";r=118']);
    expect(await policyOf(program, '/api/people', `${key}x`)).toEqual([401, '"wrongApiKey";r=99']);
    expect(await policyOf(program, '/api/webhooks', key)).toEqual([403, expect.stringMatching(/^"address"/)]);
    expect(await policyOf(program, '/api/webhooks')).toEqual([401, expect.stringMatching(/^"address"/)]);
    expect(await policyOf(worker.client, '/api/webhooks')).toEqual([403, expect.stringMatching(/^"person"/)]);
  });

  it('is nothing when a request is refused for it', async () => {
    const { key } = await addApiKey(company);
    const { id } = (await company.admin.ok('listApiKeys'))[0] ?? { id: '' };
    await app.services.throttle.take('apiKey', id, 120);
    const refused = await app
      .client()
      .raw({ url: '/api/people', headers: { authorization: `Bearer ${key}` } });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers.ratelimit).toBe(`"apiKey";r=0;t=${refused.headers['retry-after']}`);
  });
});
