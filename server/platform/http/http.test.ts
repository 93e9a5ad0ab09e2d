import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERRORS } from '#contract/error.ts';
import { contract } from '#contract/index.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '#contract/version.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PROVIDED_LINES } from '#domain/plans.ts';
import { SIGN_IN_COOKIE, SIGN_IN_MODES } from '#domain/sign-in.ts';
import {
  blockMarks,
  SITE_MARKS,
  SITE_PAGES,
  type SiteBlock,
  testimonialMarks,
  testimonialPhoto,
} from '#domain/site.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, testOrigin } from '#tests/support/test-app.ts';
import { createTestDatabase, untilLockIsAwaited } from '#tests/support/test-database.ts';
import { translator } from '../texts/i18n.ts';
import { errorsOf } from './endpoint-errors.ts';
import { NONCE_MARK } from './page-policy.ts';

const clock = fixedClock('2026-03-02T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

/** A proxy between the server and its database that can be disconnected. */
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

it('reads what a replica may answer without being able to write', async () => {
  const write = app.services.read('', (db) => sql`create table written ()`.execute(db));
  await expect(write).rejects.toThrow('read-only transaction');
});

describe('health', () => {
  it('is available without signing in', async () => {
    expect((await app.client().raw({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await app.client().raw({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });

  it('is not ready while the database is away, answers with a readable error, and recovers by itself', async () => {
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
      await untilLockIsAwaited(database.connectionString);
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
  it('has the server’s time, must not be cached, and has security headers', async () => {
    const { admin } = await registerCompany(app);
    const { headers } = await admin.raw({ url: '/api/employees' });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-server-time': '2026-03-02T08:00:00.000Z',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('that refuses is not cached either, and has a policy, even for an invalid URL', async () => {
    for (const url of ['/api/user', '/api/nothing', '/assets/nothing.js', '/%', '/api/%c0']) {
      const { headers, statusCode } = await app.client().raw({ url });
      expect(statusCode, url).toBeGreaterThanOrEqual(400);
      expect(headers, url).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      });
    }
  });

  it('is compressed if that helps', async () => {
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

describe('a page of an older release', () => {
  it('is refused in its language before anything is read; newer pages and other programs are served', async () => {
    const { admin } = await registerCompany(app);
    const ask = (version: string | undefined) =>
      admin.raw({
        method: 'POST',
        url: '/api/locations',
        headers: { 'accept-language': 'lt', ...(version && { [CONTRACT_VERSION_HEADER]: version }) },
        payload: { name: '' },
      });
    const refused = await ask(String(CONTRACT_VERSION - 1));
    expect(refused.statusCode).toBe(426);
    expect(refused.json()).toEqual({
      message: translator('lt')('errors:client_outdated'),
      code: 'client_outdated',
    });
    for (const version of [String(CONTRACT_VERSION), String(CONTRACT_VERSION + 1), undefined, 'curl']) {
      expect((await ask(version)).json().code).toBe('validation_failed');
    }
  });
});

describe('the description of the API', () => {
  it('has every endpoint of the contract, what payment and mail programs call, and nothing else', async () => {
    const response = await app.client().raw({ url: '/api/openapi.json' });
    const { openapi, paths } = response.json();
    expect(openapi).toBe('3.1.0');
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = Object.values<Endpoint>(contract).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const others = ['POST /api/webhooks/stripe', 'POST /api/report-subscriptions/one-click'];
    expect(described.toSorted()).toEqual([...wanted, ...others].toSorted());
    expect(paths['/api/employees'].post).toMatchObject({
      operationId: 'createEmployee',
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 201: expect.anything(), default: expect.anything() },
    });
  });

  it('says who may call each endpoint, and how a program does', async () => {
    const { paths, info, components } = (await app.client().raw({ url: '/api/openapi.json' })).json();
    for (const { method, path, access, apiKey } of Object.values<Endpoint>(contract)) {
      const { security } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      const schemes = security.flatMap((scheme: object) => Object.keys(scheme));
      const own = access === 'kiosk' ? ['kiosk'] : ['session'];
      const wanted = access === 'public' ? [] : apiKey ? [...own, 'apiKey'] : own;
      expect(schemes, path).toEqual(wanted);
      expect(info.description.includes(`\`${method} ${path}\``), path).toBe(Boolean(apiKey));
    }
    expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(info.description).toContain(`curl -H 'Authorization: Bearer maina_...' '${testOrigin}/api/`);
  });

  it('has every error with its status and meaning, and the error response of every endpoint', async () => {
    const { paths, info, components } = (await app.client().raw({ url: '/api/openapi.json' })).json();
    const rows = [...info.description.matchAll(/^\| (\d{3}) \| `(\w+)` \| (.+) \|$/gm)];
    const described = rows.map(([, status, code, meaning]) => [code, { status: Number(status), meaning }]);
    expect(Object.fromEntries(described)).toEqual(ERRORS);
    expect(described.map(([code]) => code).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const { status, meaning } of Object.values(ERRORS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(meaning).toMatch(/^[A-Z].{15,}\.$/);
    }

    expect(components.schemas.Error.properties.code.enum.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const [path, methods] of Object.entries<Record<string, { responses: Record<string, unknown> }>>(
      paths,
    )) {
      for (const { responses } of Object.values(methods)) {
        expect(responses.default, path).toMatchObject({
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        });
      }
    }
  });

  it('has the errors of each endpoint, by status and with their meaning', async () => {
    const { paths } = (await app.client().raw({ url: '/api/openapi.json' })).json();
    for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
      const { responses } = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()];
      const described = Object.entries<{ description: string; content: unknown }>(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { description, content }]) => {
          expect(content, name).toEqual(responses.default.content);
          return description.split('\n\n').map((line) => `${status} ${line}`);
        });
      const wanted = errorsOf(endpoint).map(
        (code) => `${ERRORS[code].status} \`${code}\`: ${ERRORS[code].meaning}`,
      );
      expect(described.toSorted(), name).toEqual(wanted.toSorted());
    }
    const { responses } = paths['/api/flags/{id}/dismiss'].post;
    expect(responses[404].description).toBe(`\`not_found\`: ${ERRORS.not_found.meaning}`);
    expect(responses[412]).toBeUndefined();
    const headersOf = ({ parameters = [] }: { parameters?: { in: string; name: string }[] }) =>
      parameters.filter((one) => one.in === 'header').map(({ name }) => name);
    expect(headersOf(paths['/api/flags/{id}/dismiss'].post)).toEqual(['Idempotency-Key']);
    expect(headersOf(paths['/api/locations/{id}'].put)).toEqual(['If-Match']);
    expect(headersOf(paths['/api/login'].post)).toEqual([]);
  });

  it('can be read as a page', async () => {
    const response = await app.client().raw({ url: '/api/docs/' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';script-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:/);

    // The page reads it in the older version, which it shows ten times as fast.
    const [{ openapi, paths }, described] = [
      (await app.client().raw({ url: '/api/docs/json' })).json(),
      (await app.client().raw({ url: '/api/openapi.json' })).json(),
    ];
    expect(openapi).toBe('3.0.3');
    const operations = (all: object) => Object.entries(all).map(([path, one]) => [path, Object.keys(one)]);
    expect(operations(paths)).toEqual(operations(described.paths));
    // What 3.0 has no word for.
    expect(JSON.stringify(paths)).not.toMatch(/"type":(\[|"null")/);
  });
});

/** A minimal public page as the build makes it. */
async function writeSite(folder: string) {
  const { origin, operatorName, operatorEmail, videoUrl } = SITE_MARKS;
  const block = (name: SiteBlock, content: string) => {
    const { start, end } = blockMarks(name);
    return start + content + end;
  };
  const blocks = [
    block('video', videoUrl),
    block('tour', 'own film'),
    block('examples', 'invented'),
    block('testimonials', Object.values(testimonialMarks(1)).join()),
    block('demo', 'look around'),
    ...PROVIDED_LINES.map((line) => block(line, `sells ${line};`)),
  ].join(' ');
  for (const language of LANGUAGES) {
    await mkdir(join(folder, 'site', language), { recursive: true });
    for (const page of [...SITE_PAGES, 'notFound']) {
      await writeFile(
        join(folder, 'site', language, `${page}.html`),
        `${page} ${language} ${origin}/ ${operatorName} ${operatorEmail}\n${blocks}`,
      );
    }
  }
}

describe('the web app', () => {
  let web: FastifyInstance;
  let webFolder = '';
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maina-web-'));
    webFolder = folder;
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'console.log(1)');
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, 'sw.js'), 'self.skipWaiting()');
    await writeFile(join(folder, 'manifest.lv.webmanifest'), '{}');
    await writeFile(join(folder, '.notes'), 'private');
    await Promise.all(
      LANGUAGES.map((language) =>
        writeFile(join(folder, `shell.${language}.html`), `<html lang="${language}">`),
      ),
    );
    for (const language of LANGUAGES) {
      for (const mode of SIGN_IN_MODES) {
        const html = `${mode} ${language} ${SITE_MARKS.origin}/ <script>1</script><style nonce="${NONCE_MARK}">`;
        await writeFile(join(folder, `sign-in.${mode}.${language}.html`), html);
      }
    }
    await writeSite(folder);
    web = await buildApp(app.services, folder);
    return async () => {
      await web.close();
      await rm(folder, { recursive: true });
    };
  });
  const get = (url: string, headers: Record<string, string> = {}) => web.inject({ url, headers });

  it.each([
    ['/dashboard', {}, 'en'],
    ['/lv/dashboard', { cookie: 'maina_language=pl' }, 'lv'],
    ['/dashboard', { cookie: 'maina_language=pl', 'accept-language': 'lt' }, 'pl'],
    ['/dashboard', { cookie: 'maina_language=xx', 'accept-language': 'lt-LT' }, 'lt'],
    ['/time-tracking?code=4F7K92MTC', { 'accept-language': 'de,lv;q=0.5' }, 'lv'],
  ])('answers %s to %j in %s', async (url, headers, language) => {
    const response = await get(url, headers);
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(`<html lang="${language}">`);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval'"),
    });
    expect(response.headers.vary?.toLowerCase()).toContain('accept-language');
  });

  it('allows Stripe’s scripts only on the payment page, and only if Stripe is the provider', async () => {
    const billing = { ...app.services.billing, provider: 'stripe' as const };
    const withStripe = await buildApp({ ...app.services, billing }, webFolder);
    const letsStripeIn = async (server: typeof withStripe, url: string) =>
      String((await server.inject(url)).headers['content-security-policy']).includes('https://js.stripe.com');
    expect(await letsStripeIn(withStripe, '/payment?client_secret=x')).toBe(true);
    expect(await letsStripeIn(withStripe, '/lt/payment')).toBe(true);
    expect(await letsStripeIn(withStripe, '/subscription')).toBe(false);
    expect(await letsStripeIn(web, '/payment')).toBe(false);
    await withStripe.close();
  });

  it('caches built files for a year, others for minutes', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=300');
    const manifest = await get('/manifest.lv.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
  });

  it('always revalidates the service worker, whose policy lets it fetch', async () => {
    const { headers } = await get('/sw.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'/);
  });

  it.each(['/api/nothing', '/assets/old-9z.js', '/dev/nothing'])('has no page at %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('not_found');
  });

  it.each([
    '/shell.en.html',
    '/site/lv/landing.html',
    '/.notes',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f.notes',
  ])('does not give out %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toMatch(/private|"name"|landing/);
  });

  describe('the sign-in page', () => {
    const host = 'maina.test';

    it.each([
      ['/auth', 'login en'],
      ['/lv/auth', 'login lv'],
      ['/lt/auth?mode=register&next=%2Freports', 'register lt'],
      ['/pl/auth?mode=forgot', 'forgot pl'],
      ['/pl/auth?mode=other', 'login pl'],
    ])('has its form in it for people who are signed out: %s', async (url, wanted) => {
      const { statusCode, body, headers } = await get(url, { host, cookie: 'maina_session=gone' });
      const policy = String(headers['content-security-policy']);
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect(statusCode).toBe(200);
      expect(body).toBe(`${wanted} http://maina.test/ <script>1</script><style nonce="${nonce}">`);
      expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/]+='/);
      // It says that nobody is signed in.
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.vary?.toLowerCase()).toMatch(/cookie.*accept-language/);
    });

    it.each([
      ['number.3F0A91C2', '/auth', /^number en/],
      ['number.3F0A91C2', '/lv/auth?mode=login', /^login lv/],
      ['email.3F0A91C2', '/auth', /^login en/],
      ['something else', '/auth', /^login en/],
    ])('begins with the form by which somebody has last signed in: %s, %s', async (way, url, wanted) => {
      const { body } = await get(url, { host, cookie: `${SIGN_IN_COOKIE}=${way}` });
      expect(body).toMatch(wanted);
    });

    it.each([
      ['/auth?mode=register', { 'accept-language': 'lv' }, '/lv/auth?mode=register'],
      ['/auth?next=%2Freports', { cookie: 'maina_language=lt' }, '/lt/auth?next=%2Freports'],
    ])('without a language in its path leads on: %s to %j', async (url, headers, location) => {
      const response = await get(url, headers);
      expect([response.statusCode, response.headers.location]).toEqual([302, location]);
    });

    it('is the empty page of the app for people who are signed in, and while nobody can tell', async () => {
      const { admin } = await registerCompany(app);
      const signedIn = await get('/lv/auth', { cookie: admin.cookie(), host });
      expect([signedIn.body, signedIn.headers['cache-control']]).toEqual([
        '<html lang="lv">',
        'private, no-cache',
      ]);
      const away = vi.spyOn(app.services.db, 'executeQuery').mockRejectedValue(new Error('down'));
      const unknown = await get('/lv/auth', { cookie: admin.cookie(), host });
      away.mockRestore();
      expect([unknown.statusCode, unknown.body]).toEqual([200, '<html lang="lv">']);
    });
  });

  describe('a public page', () => {
    it.each([
      ['/', {}, 'landing en'],
      ['/', { 'accept-language': 'de' }, 'landing en'],
      ['/lv', { 'accept-language': 'en' }, 'landing lv'],
      ['/lv/', {}, 'landing lv'],
      ['/lv/funkcijas', {}, 'features lv'],
      ['/lv/features', {}, 'features lv'],
      ['/pl/polityka-prywatnosci', {}, 'privacy pl'],
      ['/lt/tutorials?a=b', {}, 'tutorials lt'],
      ['/features', { cookie: 'maina_language=en', 'accept-language': 'lv' }, 'features en'],
    ])('stands at %s for %j: %s', async (url, headers, wanted) => {
      const response = await get(url, { host: 'maina.test', ...headers });
      expect(response.statusCode).toBe(200);
      expect(response.body.split('\n')[0]).toBe(
        `${wanted} http://maina.test/ SIA “Maina Example” support@maina.invalid`,
      );
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        'content-security-policy': expect.stringMatching(/script-src 'self'(;|$)/),
        'permissions-policy': expect.stringContaining('camera=(self)'),
      });
      expect(response.headers.vary?.toLowerCase()).toMatch(/cookie.*accept-language/);
      const again = await get(url, {
        host: 'maina.test',
        ...headers,
        'if-none-match': String(response.headers.etag),
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    });

    it.each([
      ['/', { 'accept-language': 'lv' }, '/lv'],
      ['/features?a=b', { 'accept-language': 'pl-PL,en;q=0.5' }, '/pl/funkcjonalnosci?a=b'],
      ['/pricing', { cookie: 'maina_language=lt', 'accept-language': 'lv' }, '/lt/kainodara'],
    ])('without a language in its path leads on: %s to %j', async (url, headers, location) => {
      const response = await get(url, headers);
      expect([response.statusCode, response.headers.location]).toEqual([302, location]);
      expect(response.headers.vary?.toLowerCase()).toMatch(/cookie.*accept-language/);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    });

    it('is sent with Brotli to clients that accept it', async () => {
      const ask = () => get('/pl/cennik', { 'accept-encoding': 'gzip, br', host: 'maina.test' });
      // Compressed in the background, so that the first answers need not wait.
      await expect.poll(async () => (await ask()).headers['content-encoding']).toBe('br');
      const { headers, rawPayload } = await ask();
      expect(headers.vary).toContain('accept-encoding');
      expect(brotliDecompressSync(rawPayload).toString()).toContain('pricing pl http://maina.test/');
    });

    it.each([
      ['/en', '/'],
      ['/en/', '/'],
      ['/en/features?a=b', '/features?a=b'],
      ['/en/dashboard?a=b', '/dashboard?a=b'],
      ['/en/messages/%2F%2Fevil.example', '/messages/%2F%2Fevil.example'],
    ])('%s chooses English and leads to %s', async (url, location) => {
      const response = await get(url, { cookie: 'maina_language=lv', 'accept-language': 'pl' });
      expect([response.statusCode, response.headers.location]).toEqual([302, location]);
      expect(response.cookies).toMatchObject([{ name: 'maina_language', value: 'en', path: '/' }]);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    });

    it.each(['/en//evil.example', '/en/nothing-here'])('%s is no page', async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    });

    it('remembers the language of its path for the next one', async () => {
      const first = await get('/lv/cenas', { 'accept-language': 'pl' });
      expect(first.cookies).toMatchObject([
        { name: 'maina_language', value: 'lv', path: '/', sameSite: 'Lax' },
      ]);
      expect((await get('/lv/cenas', { cookie: 'maina_language=lv' })).cookies).toEqual([]);
    });

    it.each([
      ['/nothing-here', {}, 'en'],
      ['/nothing-here', { 'accept-language': 'pl' }, 'pl'],
      ['/lt/nothing-here', { 'accept-language': 'pl' }, 'lt'],
      ['/lv/funkcijos', {}, 'lv'],
      ['/de', {}, 'en'],
    ])('says 404 at %s to %j in %s', async (url, headers, language) => {
      const response = await get(url, headers);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain(`notFound ${language} `);
    });

    it('redirects people who are signed in to their home page, by role', async () => {
      const company = await registerCompany(app);
      const { client } = await addEmployee(app, company);
      const visit = (url: string, cookie: string) => get(url, { cookie, host: 'maina.test' });
      const leads = async (url: string, cookie: string) => (await visit(url, cookie)).headers.location;
      expect(await leads('/', company.admin.cookie())).toBe('/dashboard');
      expect(await leads('/lv', company.admin.cookie())).toBe('/lv/dashboard');
      expect(await leads('/', `${client.cookie()}; maina_language=pl`)).toBe('/pl/employee');
      expect((await visit('/pricing', client.cookie())).statusCode).toBe(200);
      expect((await visit('/', 'maina_session=guess')).statusCode).toBe(200);
    });
  });

  it('lists every public page with its languages for search engines', async () => {
    const robots = await get('/robots.txt');
    expect(robots.body).toContain('Sitemap: http://maina.test/sitemap.xml');
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toContain('xml');
    const addresses = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    for (const page of SITE_PAGES) {
      for (const language of LANGUAGES)
        expect(addresses).toContain(`http://maina.test${pathFor(page, language)}`);
    }
    expect(body.match(/hreflang="x-default"/g)).toHaveLength(addresses.length);
  });

  it('fills in the operator, and the video if there is one', async () => {
    const config = {
      ...app.services.config,
      operator: {
        ...app.services.config.operator,
        name: 'SIA <Ķis> & $&',
        isExample: false,
        registrationNo: '1',
        address: 'Rīga',
      },
      tutorialVideoUrl: 'https://video.example/embed/1?a=b&c=d',
    };
    const own = await buildApp({ ...app.services, config }, webFolder);
    onTestFinished(() => own.close());
    const response = await own.inject({ url: '/lv/tutorials' });
    expect(response.body).toContain('SIA &lt;Ķis&gt; &amp; $&amp;');
    expect(response.body).toContain('https://video.example/embed/1?a=b&amp;c=d');
    expect(response.headers['content-security-policy']).toContain('frame-src https://video.example');
    expect(response.body).not.toContain('own film');
    const other = await own.inject({ url: '/lv' });
    expect(other.headers['content-security-policy']).not.toContain('video.example');
  });

  it('shows our own film, marked examples outside production, and no demo, unless configured otherwise', async () => {
    const { body } = await get('/');
    expect(body).toContain('own film');
    expect(body).toContain('invented');
    expect(body).not.toMatch(/look around|%testimonial|%video/);
    const { config } = app.services;
    const production = await buildApp(
      { ...app.services, config: { ...config, isProduction: true, demo: true } },
      webFolder,
    );
    onTestFinished(() => production.close());
    const answer = await production.inject({ url: '/' });
    expect(answer.body).toContain('look around');
    expect(answer.body).not.toMatch(/invented|%testimonial/);
  });

  it('names on the price list what the operator provides, and nothing else', async () => {
    const soldWith = async (env: Record<string, string>) => {
      const own = await buildApp({ ...app.services, config: readConfig(env) }, webFolder);
      onTestFinished(() => own.close());
      return [...(await own.inject({ url: '/pricing' })).body.matchAll(/sells (\w+);/g)].map(
        ([, line]) => line,
      );
    };
    expect(await soldWith({})).toEqual(['askPresets']);
    expect(
      await soldWith({
        PRIORITY_SUPPORT_EMAIL: 'first@example.test',
        PRIORITY_SUPPORT_HOURS: 'Mon–Fri 8–18',
        MANAGERS_FILE: 'managers.json',
        AI_BASE_URL: 'https://ai.example.test/v1',
        AI_MODEL: 'model',
      }),
    ).toEqual(['prioritySupport', 'manager', 'ask']);
  });

  it('shows the operator’s testimonials in the reader’s language, with their photographs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maina-testimonials-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'testimonials.json');
    const said = { en: 'Good', lv: 'Labi <b>', lt: 'Gerai', pl: 'Dobrze $&' };
    const one = { name: 'Ilze', company: 'SIA Priede', photo: 'ilze.webp', quote: said };
    const second = { ...one, name: 'Tomas & Co' };
    await writeFile(join(folder, 'ilze.webp'), 'a photograph');
    await writeFile(file, JSON.stringify([one, second]));
    const withFile = (testimonialsFile: string) =>
      buildApp({ ...app.services, config: { ...app.services.config, testimonialsFile } }, webFolder);
    const own = await withFile(file);
    onTestFinished(() => own.close());
    const page = await own.inject({ url: '/lv' });
    expect(page.body).toContain('Labi &lt;b&gt;,Tomas &amp; Co,SIA Priede');
    expect(page.body).not.toContain('invented');
    expect((await own.inject({ url: '/pl' })).body).toContain('Dobrze $&amp;');
    const photo = await own.inject({ url: testimonialPhoto(1) });
    expect([photo.headers['content-type'], photo.body]).toEqual(['image/webp', 'a photograph']);

    for (const wrong of [
      [one],
      [one, { ...second, quote: { en: 'Only English' } }],
      [one, { ...second, photo: 'page.html' }],
      [one, { ...second, photo: 'missing.png' }],
      [one, { ...second, role: 'unknown' }],
    ]) {
      await writeFile(file, JSON.stringify(wrong));
      await expect(withFile(file)).rejects.toThrow('These settings are not valid:\n  TESTIMONIALS_FILE: ');
    }
    await writeFile(file, JSON.stringify([one, { ...second, photo: 'big.png' }]));
    await writeFile(join(folder, 'big.png'), Buffer.alloc(100_001));
    await expect(withFile(file)).rejects.toThrow('big.png is larger than 100 kB');
  });

  it('counts every page, existing or not, in the general limit of an address', async () => {
    const config = { ...app.services.config, rateLimitFactor: 0.002 };
    const own = await buildApp({ ...app.services, config }, webFolder);
    onTestFinished(() => own.close());
    const statusOf = async (url: string) => (await own.inject({ url })).statusCode;
    const pages = ['/', '/lv/tutorials', '/dashboard', '/robots.txt', '/sitemap.xml'];
    for (const url of pages) expect(await statusOf(url)).toBe(200);
    expect(await statusOf('/nothing')).toBe(404);
    for (const url of [...pages, '/nothing']) expect(await statusOf(url)).toBe(429);
    // Files of the build are cached, and a factory behind one address loads many.
    expect(await statusOf('/readyz')).toBe(200);
  });
});
