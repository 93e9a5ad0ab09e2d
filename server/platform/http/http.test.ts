import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Endpoint, table } from '#contract/table.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { buildApp } from '#server/app.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { translator } from '#server/platform/i18n.ts';
import { addLocation, registerCompany } from '#server/testing/factories.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const clock = fixedClock('2026-03-02T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

/** Stands between the server and its database, and can be cut. */
async function startCable(target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  const port = await listen(0);
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, cut, mend: () => listen(port) };
}

describe('health', () => {
  it('is told without signing in', async () => {
    expect((await app.client().raw({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await app.client().raw({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });

  it('is not ready while the database is away, says so kindly, and recovers by itself', async () => {
    const database = await createTestDatabase();
    const cable = await startCable(new URL(database.connectionString));
    const server = await startTestApp({ connectionString: cable.url });
    onTestFinished(async () => {
      await server.close();
      await cable.cut();
      await database.drop();
    });
    const { admin, user } = await registerCompany(server);
    await withClient(database.connectionString, async (client) => {
      await client.query('begin');
      await client.query('lock table location');
      const underWay = admin.call('createLocation', { body: { name: 'Objekts' } });
      await vi.waitFor(async () => {
        const { rows } = await client.query('select from pg_locks where not granted');
        expect(rows).toHaveLength(1);
      });
      await cable.cut();
      expect(await underWay).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    });
    expect((await admin.raw({ url: '/healthz' })).statusCode).toBe(200);
    for (const url of ['/readyz', '/api/user', '/api/locations']) {
      const response = await admin.raw({ url });
      expect(response.statusCode, response.body).toBe(503);
      expect(response.json()).toEqual({
        message: translator('en')('errors:unavailable'),
        code: 'unavailable',
      });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    await cable.mend();
    expect(await admin.ok('getUser')).toEqual(user);
    expect((await admin.raw({ url: '/readyz' })).statusCode).toBe(200);
  });
});

describe('an answer', () => {
  it('tells the server’s time, is kept by nobody, and comes with the headers that protect', async () => {
    const { admin } = await registerCompany(app);
    const { headers } = await admin.raw({ url: '/api/employees' });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-server-time': '2026-03-02T08:00:00.000Z',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('is compressed where that helps', async () => {
    const company = await registerCompany(app, { subscriptionPlan: 'business' });
    await Promise.all(Array.from({ length: 10 }, () => addLocation(company)));
    const response = await company.admin.raw({
      url: '/api/locations',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toHaveLength(10);
  });
});

describe('the description of the API', () => {
  it('has every endpoint of the contract, the webhook, and nothing else', async () => {
    const response = await app.client().raw({ url: '/api/openapi.json' });
    const { openapi, paths } = response.json();
    expect(openapi).toBe('3.1.0');
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = Object.values<Endpoint>(table).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.toSorted()).toEqual([...wanted, 'POST /api/webhooks/stripe'].toSorted());
    expect(paths['/api/employees'].post).toMatchObject({
      operationId: 'createEmployee',
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 201: expect.anything(), default: expect.anything() },
    });
  });

  it('can be read as a page', async () => {
    const response = await app.client().raw({ url: '/api/docs/' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
  });
});

describe('the web app', () => {
  let web: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maina-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'console.log(1)');
    await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
    await writeFile(join(folder, '.notes'), 'private');
    await Promise.all(
      LANGUAGES.map((language) =>
        writeFile(join(folder, `shell.${language}.html`), `<html lang="${language}">`),
      ),
    );
    web = await buildApp(app.services, folder);
    return async () => {
      await web.close();
      await rm(folder, { recursive: true });
    };
  });
  const get = (url: string, headers: Record<string, string> = {}) => web.inject({ url, headers });

  it.each([
    ['/', {}, 'en'],
    ['/dashboard', {}, 'en'],
    ['/lv/dashboard', { cookie: 'maina_language=pl' }, 'lv'],
    ['/dashboard', { cookie: 'maina_language=pl', 'accept-language': 'lt' }, 'pl'],
    ['/dashboard', { cookie: 'maina_language=xx', 'accept-language': 'lt-LT' }, 'lt'],
    ['/time-tracking?code=4F7K92MTC', { 'accept-language': 'de,lv;q=0.5' }, 'lv'],
    ['/lt/nothing-here', {}, 'lt'],
  ])('answers %s to %j in %s', async (url, headers, language) => {
    const response = await get(url, headers);
    expect(response.statusCode).toBe(url.includes('nothing') ? 404 : 200);
    expect(response.body).toBe(`<html lang="${language}">`);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval'"),
    });
    expect(response.headers.vary?.toLowerCase()).toContain('accept-language');
  });

  it('lets the scripts of Stripe into the payment page only, and only where Stripe takes the money', async () => {
    const billing = { ...app.services.billing, provider: 'stripe' as const };
    const withStripe = await buildApp({ ...app.services, billing }, folder);
    const letsStripeIn = async (server: typeof withStripe, url: string) =>
      String((await server.inject(url)).headers['content-security-policy']).includes('https://js.stripe.com');
    expect(await letsStripeIn(withStripe, '/payment?client_secret=x')).toBe(true);
    expect(await letsStripeIn(withStripe, '/lt/payment')).toBe(true);
    expect(await letsStripeIn(withStripe, '/subscription')).toBe(false);
    expect(await letsStripeIn(web, '/payment')).toBe(false);
    await withStripe.close();
  });

  it('keeps built files for a year, others for minutes', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/robots.txt')).headers['cache-control']).toBe('public, max-age=300');
  });

  it.each(['/api/nothing', '/assets/old-9z.js', '/dev/nothing'])('has no page at %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('not_found');
  });

  it.each(['/shell.en.html', '/.notes', '/..%2f..%2fpackage.json', '/assets/..%2f.notes'])(
    'does not give out %s',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toMatch(/private|"name"/);
    },
  );
});
