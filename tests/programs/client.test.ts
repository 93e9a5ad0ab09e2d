/* The published client, against the real server. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addApiKey, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createMaina, type Maina, MainaError, type MainaOptions } from '../../clients/typescript/client.ts';

const clock = fixedClock('2026-06-09T12:00:00.000Z');
let app: TestApp;
let url: string;
let company: Company;
let key: string;
let maina: Maina;

beforeAll(async () => {
  app = await startTestApp({ clock, isOwn: true });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await registerCompany(app);
  ({ key } = await addApiKey(company, { scopes: ['read', 'people', 'time-entries'] }));
  maina = createMaina({ url, key });
});

/** What the call is refused with. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it was accepted'),
    (error: unknown) => {
      if (error instanceof MainaError) return error;
      throw error;
    },
  );

/** A server on this computer that answers like this. */
async function serve(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Lets waits of the client pass at once; returns how long each would have been, in ms. */
function skipWaits(): number[] {
  const waits: number[] = [];
  const { setTimeout } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...timer: [() => void, number]) => {
    // Node's fetch has timers of its own.
    if (!new Error().stack?.includes('/clients/typescript/')) return setTimeout(...timer);
    waits.push(timer[1]);
    return setTimeout(timer[0], 0);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return waits;
}

describe('reading and writing', () => {
  it('reads people and the report of time entries, and writes what the scopes allow', async () => {
    const { data: location } = await maina.POST('/api/locations', { body: { name: 'Zāģētava' } });
    const person = { firstName: 'Ilze', lastName: 'Ozola', email: null, payrollNo: '0042' };
    const { data: added } = await maina.POST('/api/employees', { body: person });
    const times = { checkIn: '2026-06-08T05:00:00.000Z', checkOut: '2026-06-08T13:00:00.000Z' };
    const { data: entry } = await maina.POST('/api/time-entries', {
      body: { userId: added.id, locationId: location.id, ...times, reason: 'No vārtu lasītāja' },
    });
    expect(entry).toMatchObject({ ...times, status: 'completed' });

    const { data: people, response } = await maina.GET('/api/people');
    expect(response.status).toBe(200);
    expect(people.map(({ firstName }) => firstName)).toEqual(['Anna', 'Ilze']);
    const query = { startDate: '2026-06-08', endDate: '2026-06-08', employeeId: added.id };
    const { data: report } = await maina.GET('/api/reports/time-entries', { params: { query } });
    expect(report).toMatchObject([
      { id: entry.id, countedMs: 8 * 3_600_000, location: { name: 'Zāģētava' } },
    ]);
    const asText = { parseAs: 'text', params: { query: { ...query, format: 'csv' } } } as const;
    const { data: csv } = await maina.GET('/api/reports/time-entries', asText);
    expect(csv.split('\n')[1]).toContain('Zāģētava');

    const params = { path: { id: entry.id } };
    const gone = await maina.DELETE('/api/time-entries/{id}', { params, body: { reason: 'Kļūda' } });
    expect(gone.data).toBeUndefined();
    const history = await company.admin.ok('getTimeEntryHistory', { params: { id: entry.id } });
    expect(history.map(({ reason, apiKey }) => [reason, apiKey])).toEqual([
      ['No vārtu lasītāja', 'Algas'],
      ['Kļūda', 'Algas'],
    ]);
  });

  it('throws a refusal with its code, its status and the fields that are wrong', async () => {
    const wrong = await refusal(maina.POST('/api/locations', { body: { name: '' } }));
    expect(wrong).toMatchObject({ status: 400, code: 'validation_failed', issues: [{ path: 'name' }] });
    expect(wrong.message).toMatch(/\w/);
    const { key: other } = await addApiKey(company, { scopes: ['people'] });
    const call = createMaina({ url, key: other }).GET('/api/people');
    expect(await refusal(call)).toMatchObject({ status: 403, code: 'api_key_scope_missing' });
    const unknown = createMaina({ url, key: 'maina_' }).GET('/api/people');
    expect(await refusal(unknown)).toMatchObject({ status: 401, code: 'api_key_invalid', issues: [] });
  });

  it('overwrites only what it has seen, if it says so', async () => {
    const path = { id: (await addLocation(company)).id };
    const { response } = await maina.GET('/api/locations/{id}', { params: { path } });
    const change = (name: string) => {
      const header = { 'If-Match': response.headers.get('etag') ?? '' };
      return maina.PUT('/api/locations/{id}', { params: { path, header }, body: { name } });
    };
    expect((await change('Pagalms')).data.name).toBe('Pagalms');
    expect(await refusal(change('Cehs'))).toMatchObject({ status: 412, code: 'changed_meanwhile' });
  });

  it('follows the links of a long list to its end', async () => {
    for (const firstName of ['Ilze', 'Juris', 'Zane']) {
      await maina.POST('/api/employees', { body: { firstName, lastName: 'Ozola', email: null } });
    }
    const pages: string[][] = [];
    const params = { query: { limit: 2 } };
    for await (const people of maina.pages('/api/people', { params })) {
      pages.push(people.map(({ firstName }) => firstName));
    }
    expect(pages).toEqual([
      ['Anna', 'Ilze'],
      ['Juris', 'Zane'],
    ]);
    const all: string[] = [];
    for await (const people of maina.pages('/api/people')) all.push(...people.map(({ id }) => id));
    expect(all).toHaveLength(4);
  });

  it('hands on a stream of events, which has no end', async () => {
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const options = { parseAs: 'stream', signal: closing.signal } as const;
    const { data: stream } = await maina.GET('/api/events', options);
    const { value } = (await stream?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^(id|event|data|retry|):/);
  });

  it('compiles only what the contract takes, and types what it answers', async () => {
    const dates = { startDate: '2026-06-01', endDate: '2026-06-30' };
    const calls = () => [
      // @ts-expect-error: a name is a text
      maina.POST('/api/locations', { body: { name: 1 } }),
      // @ts-expect-error: a reason is required
      maina.DELETE('/api/time-entries/{id}', { params: { path: { id: '' } }, body: {} }),
      // @ts-expect-error: the body is required
      maina.POST('/api/employees'),
      // @ts-expect-error: the end is required
      maina.GET('/api/reports/time-entries', { params: { query: { startDate: '2026-06-01' } } }),
      // @ts-expect-error: keys may not read it
      maina.GET('/api/employees/{id}/history'),
      // @ts-expect-error: this list has no pages
      maina.pages('/api/locations'),
      // @ts-expect-error: the fields of an answer are known
      maina.GET('/api/people').then(({ data }) => data[0]?.password),
      maina.GET('/api/reports/time-entries', { params: { query: dates } }),
    ];
    expect(calls).toBeTypeOf('function');
  });
});

describe('a network that fails, and a server that is busy', () => {
  /** A way to the server that loses the answers of the first requests after they were carried out. */
  async function losing(count: number) {
    const keys: unknown[] = [];
    const origin = await serve((incoming, outgoing) => {
      const { method, headers } = incoming;
      keys.push(headers['idempotency-key']);
      const isLost = keys.length <= count;
      const passed = request(new URL(incoming.url ?? '', url), { method, headers }, (answer) => {
        if (isLost) answer.resume().on('end', () => incoming.socket.destroy());
        else answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers));
      });
      incoming.pipe(passed);
    });
    return { keys, maina: createMaina({ url: origin, key }) };
  }

  it('sends a request again under the same key, which is done once', async () => {
    const way = await losing(2);
    const waits = skipWaits();
    const { data, response } = await way.maina.POST('/api/locations', { body: { name: 'Pagalms' } });
    expect(data.name).toBe('Pagalms');
    expect(waits).toHaveLength(2);
    expect(way.keys).toHaveLength(3);
    expect(new Set(way.keys)).toEqual(new Set([expect.stringMatching(/^[\da-f-]{36}$/)]));
    expect(await company.admin.ok('listLocations')).toMatchObject([{ id: data.id }]);
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    // Each call has a key of its own, or the caller's.
    await way.maina.POST('/api/locations', { body: { name: 'Pagalms' } });
    const params = { header: { 'Idempotency-Key': 'order-17' } };
    await way.maina.POST('/api/locations', { body: { name: 'Cehs' }, params });
    expect(new Set(way.keys).size).toBe(3);
    expect(way.keys.at(-1)).toBe('order-17');
  });

  it('gives up after some tries, and does not repeat what its first try makes impossible', async () => {
    skipWaits();
    const way = await losing(4);
    await expect(way.maina.GET('/api/people')).rejects.toThrow(TypeError);
    expect(way.keys).toHaveLength(4);
    const { id } = await addLocation(company);
    const once = await losing(1);
    await expect(once.maina.DELETE('/api/locations/{id}', { params: { path: { id } } })).rejects.toThrow();
    expect(once.keys).toHaveLength(1);
  });

  it('notices that an answer broke off in its middle', async () => {
    skipWaits();
    let count = 0;
    const origin = await serve((incoming, outgoing) => {
      count += 1;
      if (count > 1) return outgoing.end('[]');
      outgoing.writeHead(200, { 'content-length': 100 });
      outgoing.write('[{"id":', () => incoming.socket.destroy());
    });
    expect((await createMaina({ url: origin, key }).GET('/api/people')).data).toEqual([]);
    expect(count).toBe(2);
  });

  /** A server that answers these statuses, and from then on with an empty list. */
  async function busy(
    answers: { status: number; headers?: Record<string, string>; body?: string }[],
    options?: Partial<MainaOptions>,
  ) {
    const seen: IncomingMessage['headers'][] = [];
    const origin = await serve((incoming, outgoing) => {
      const { status, headers = {}, body = '[]' } = answers[seen.length] ?? { status: 200 };
      seen.push(incoming.headers);
      outgoing.writeHead(status, headers).end(body);
    });
    return { seen, maina: createMaina({ url: origin, key, ...options }) };
  }

  it('waits as long as it is told, and between tries longer and longer', async () => {
    const waits = skipWaits();
    const later = { status: 429, headers: { 'retry-after': '7' } };
    const server = await busy([later, { status: 503 }, { status: 503 }]);
    expect((await server.maina.GET('/api/people')).data).toEqual([]);
    const [told, second, third] = waits;
    expect(told).toBe(7000);
    expect(second).toBeGreaterThanOrEqual(1000);
    expect(third).toBeGreaterThanOrEqual(2000);
    expect(third).toBeLessThan(4000);
    expect(server.seen[3]?.authorization).toBe(`Bearer ${key}`);
  });

  it('does not wait for what is far away, or never comes', async () => {
    const waits = skipWaits();
    const headers = { 'retry-after': '3600' };
    const far = await busy([{ status: 429, headers, body: '{"code":"too_many_requests"}' }]);
    expect(await refusal(far.maina.GET('/api/people'))).toMatchObject({ code: 'too_many_requests' });
    const limit = await busy([{ status: 429, body: '{"code":"entry_limit"}' }]);
    expect(await refusal(limit.maina.GET('/api/people'))).toMatchObject({ code: 'entry_limit' });
    const proxy = await busy([{ status: 502, body: '<html>Bad gateway</html>' }]);
    expect(await refusal(proxy.maina.GET('/api/people'))).toMatchObject({ status: 502, code: undefined });
    const once = await busy([{ status: 503 }], { tries: 1 });
    expect(await refusal(once.maina.GET('/api/people'))).toMatchObject({ status: 503 });
    expect(waits).toEqual([]);
  });

  it('waits for the answer of a request that the server still works on', async () => {
    skipWaits();
    const inUse = { status: 409, body: '{"code":"idempotency_key_in_use"}' };
    const server = await busy([{ status: 503 }, inUse, { status: 201, body: '{"name":"Pagalms"}' }]);
    const { data } = await server.maina.POST('/api/locations', { body: { name: 'Pagalms' } });
    expect(data.name).toBe('Pagalms');
    expect(new Set(server.seen.map((headers) => headers['idempotency-key'])).size).toBe(1);
    // Told at once, another program uses the key.
    const other = await busy([inUse]);
    const call = other.maina.POST('/api/locations', { body: { name: 'Pagalms' } });
    expect(await refusal(call)).toMatchObject({ code: 'idempotency_key_in_use' });
  });

  it('stops when its caller does', async () => {
    const abort = new AbortController();
    const server = await busy([{ status: 429, headers: { 'retry-after': '50' } }]);
    const call = server.maina.GET('/api/people', { signal: abort.signal });
    await expect.poll(() => server.seen).toHaveLength(1);
    abort.abort(new Error('closed'));
    await expect(call).rejects.toThrow('closed');
    expect(server.seen).toHaveLength(1);
  });
});
