/** Threats of docs/security.md that concern no single feature; the others are tested in their features. */
import { createHash, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { preferredLanguage } from '#domain/languages.ts';
import { parseLocationCode } from '#domain/location-code.ts';
import { matchPath } from '#domain/paths.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { createRequestLimits } from '#server/platform/http/request-limits.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { queriesOf } from '#tests/support/statements.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { untilLockIsAwaited } from '#tests/support/test-database.ts';

const log: string[] = [];
let app: TestApp;
let company: Company;
let port = 0;
beforeAll(async () => {
  const stream = { write: (line: string) => void log.push(line) };
  app = await startTestApp({ log: pino({ level: 'trace' }, stream) });
  company = await registerCompany(app);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => app.close());

/** Everything the server sends on one connection until it closes it. */
function talk(text: string): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      said += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
    onTestFinished(() => void socket.destroy());
  });
}

describe('guessing a password from many addresses', () => {
  it('ends like guessing from one: the account is counted too', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } });
    onTestFinished(() => strict.close());
    const { user } = await registerCompany(strict);
    const attempt = (index: number) =>
      strict
        .client()
        .call(
          'login',
          { body: { email: user.email, password: `guess ${index}` } },
          { 'x-forwarded-for': `203.0.113.${index}` },
        );
    const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => attempt(index)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(401),
      ...Array(4).fill(429),
    ]);
  });
});

describe('an address that the caller makes up', () => {
  const tryFrom = async (trustProxy: string, forwarded: (index: number) => string) => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: trustProxy } });
    onTestFinished(() => strict.close());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        strict
          .client()
          .call(
            'login',
            { body: { email: uniqueEmail('nobody'), password } },
            { 'x-forwarded-for': forwarded(index) },
          ),
      ),
    );
    return answers.filter(({ status }) => status === 429).length;
  };

  it.each([
    ['false', (index: number) => `203.0.113.${index}`],
    ['true', (index: number) => `203.0.113.${index}, 198.51.100.7`],
    ['2', (index: number) => `203.0.113.${index}, 198.51.100.7, 10.0.0.2`],
  ])('is not believed when TRUST_PROXY is %s', async (trustProxy, forwarded) => {
    expect(await tryFrom(trustProxy, forwarded)).toBe(2);
  });

  it('is not mistaken for one that a proxy adds', async () => {
    expect(await tryFrom('true', (index) => `198.51.100.7, 203.0.113.${index}`)).toBe(0);
    expect(await tryFrom('2', (index) => `198.51.100.7, 203.0.113.${index}, 10.0.0.2`)).toBe(0);
  });
});

describe('guessing from an IPv6 network', () => {
  /** Failed sign-ins in turn, and how many were let through before the first 429. */
  const countUntilRefused = async (tries: number, addressOf: (index: number) => string) => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: 'true' } });
    onTestFinished(() => strict.close());
    for (let index = 0; index < tries; index += 1) {
      const { status } = await strict
        .client()
        .call(
          'login',
          { body: { email: uniqueEmail('nobody'), password } },
          { 'x-forwarded-for': addressOf(index) },
        );
      if (status === 429) return index;
    }
    return tries;
  };

  it('counts all addresses of a /64 as one, and a /48 at ten times that', async () => {
    expect(await countUntilRefused(12, (index) => `2001:db8:7:9::${index.toString(16)}`)).toBe(10);
    expect(await countUntilRefused(110, (index) => `2001:db8:7:${index.toString(16)}::1`)).toBe(100);
  });

  it('counts an IPv4-mapped address as the IPv4 address', async () => {
    const spellings = ['198.51.100.9', '::ffff:198.51.100.9', '::ffff:c633:6409'];
    expect(await countUntilRefused(12, (index) => spellings[index % 3] ?? '')).toBe(10);
  });

  it('counts an address with a port without it, and unreadable ones as one', async () => {
    expect(await countUntilRefused(12, (index) => `198.51.100.31:${1000 + index}`)).toBe(10);
    expect(await countUntilRefused(12, (index) => `[2001:db8:31::1]:${1000 + index}`)).toBe(10);
    expect(await countUntilRefused(12, (index) => `unreadable${index}`)).toBe(10);
  });

  it('leaves nothing in the database from which addresses could be found by brute force', async () => {
    const strict = await startTestApp({ env: { TRUST_PROXY: 'true' } });
    onTestFinished(() => strict.close());
    const body = { email: uniqueEmail('nobody'), password };
    await strict.client().call('login', { body }, { 'x-forwarded-for': '198.51.100.9' });
    const { rows } = await sql<{ key: string }>`select key from rate_limit`.execute(strict.services.db);
    expect(rows.length).toBeGreaterThan(1);
    const keys = rows.map(({ key }) => key).join();
    for (const text of ['198.51.100.9', body.email]) {
      expect(keys).not.toContain(text);
      expect(keys).not.toContain(createHash('sha256').update(text).digest('base64url'));
    }
  });
});

describe('work reports without end', () => {
  const large = {
    items: Array.from({ length: 50 }, () => ({ units: 'm2', quantity: 1, description: 'x'.repeat(1000) })),
  };
  const small = { items: [{ units: 'm2', quantity: 1, description: 'x'.repeat(900) }] };
  const tooMany = { status: 409, body: { code: 'work_report_limit' } };

  it('are refused beyond a limit per entry and day, and answers contain three and their number', async () => {
    const { client } = await addEmployee(app, company);
    const { qrCode } = await addLocation(company);
    await client.ok('scan', { body: { qrCode } });
    expect(await client.call('createWorkReports', { body: large })).toMatchObject(tooMany);
    for (let index = 0; index < 33; index += 1) await client.ok('createWorkReports', { body: small });
    expect(await client.call('createWorkReports', { body: small })).toMatchObject(tooMany);

    const [report] = await client.ok('listWorkReports');
    const correction = {
      units: 'm2',
      quantity: 2,
      description: 'y'.repeat(1000),
      generalNotes: 'y'.repeat(300),
    };
    const params = { id: report?.id ?? '' };
    expect(await client.call('updateWorkReport', { params, body: correction })).toMatchObject(tooMany);

    const board = await company.admin.ok('getDashboardLocations');
    const [person] = board.find(({ activeEmployees }) => activeEmployees.length > 0)?.activeEmployees ?? [];
    expect(person).toMatchObject({ workReportCount: 33 });
    expect(person?.workReports).toHaveLength(3);
    expect(await client.ok('getDashboardStats')).toMatchObject({
      recentActivity: [{ workReportCount: 33, workReports: { length: 3 } }],
    });

    // Another entry on the same day.
    await client.ok('checkOut', { body: {} });
    await client.ok('scan', { body: { qrCode } });
    for (let index = 0; index < 33; index += 1) await client.ok('createWorkReports', { body: small });
    await client.ok('checkOut', { body: {} });
    await client.ok('scan', { body: { qrCode } });
    expect(await client.call('createWorkReports', { body: small })).toMatchObject(tooMany);
  });

  it('are not created by correcting one again and again', async () => {
    const { client } = await addEmployee(app, company);
    const { items } = await client.ok('createWorkReports', { body: small });
    const params = { id: items[0]?.id ?? '' };
    const body = { units: 'm2', quantity: 2, description: 'y'.repeat(1000), generalNotes: 'z'.repeat(2000) };
    let stored = 0;
    while ((await client.call('updateWorkReport', { params, body })).status === 200) stored += 1;
    expect(stored).toBe(19);
    expect(await client.call('updateWorkReport', { params, body })).toMatchObject(tooMany);
  });

  it('stored before there was a limit do not make the start pages large', async () => {
    const { client, employee } = await addEmployee(app, company);
    const { qrCode } = await addLocation(company);
    const { timeEntry } = await client.ok('scan', { body: { qrCode } });
    await sql`insert into work_report (company_id, id, user_id, time_entry_id, submission_id, units, quantity, description)
      select ${employee.companyId}::uuid, gen_random_uuid(), ${employee.id}::uuid, ${timeEntry.id}::uuid,
        gen_random_uuid(), 'm2', 1, repeat('x', 1000) from generate_series(1, 12500)`.execute(
      app.services.db,
    );
    for (const [who, url] of [
      [client, '/api/dashboard/stats'],
      [company.admin, '/api/dashboard/stats'],
      [company.admin, '/api/dashboard/locations'],
      [company.admin, '/api/time-entries/attention'],
      [client, '/api/time-tracking/active'],
    ] as const) {
      const { statusCode, body } = await who.raw({ url });
      expect(statusCode).toBe(200);
      expect(body.length, url).toBeLessThan(100_000);
    }
  });
});

describe('requests without end', () => {
  const endpoints = Object.entries(contract) as [EndpointName, Endpoint][];
  /** Without input: the limit is checked before the request is read. */
  const statusesOf = async (client: TestClient, names: EndpointName[]) => {
    const statuses = new Set<number>();
    for (const name of names) {
      const { status, headers } = await client.call(name as 'getUser');
      statuses.add(status);
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    return [...statuses];
  };

  it('of one person are refused on every endpoint, in all their sessions; colleagues are not affected', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    onTestFinished(() => strict.close());
    const own = await registerCompany(strict);
    const { client, employee } = await addEmployee(strict, own, { role: 'admin' });
    const phone = strict.client();
    await phone.ok('login', { body: { email: employee.email, password } });
    const statuses: number[] = [];
    for (let index = 0; index < 70; index += 1) {
      statuses.push((await client.call('getUnreadCount')).status);
    }
    // 60 points, of which choosing a password took 3.
    expect(statuses.indexOf(429)).toBe(57);
    expect(new Set(statuses.slice(57))).toEqual(new Set([429]));
    const ofPeople = endpoints
      .filter(([, { access }]) => access !== 'public' && access !== 'kiosk')
      .map(([name]) => name);
    expect(await statusesOf(client, ofPeople)).toEqual([429]);
    expect(await statusesOf(phone, ofPeople)).toEqual([429]);
    expect((await own.admin.call('getUnreadCount')).status).toBe(200);
  });

  it('of one kiosk are refused on every endpoint of kiosks; other kiosks are not affected', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    onTestFinished(() => strict.close());
    const own = await registerCompany(strict);
    const location = await addLocation(own);
    const pair = async () => {
      const client = strict.client();
      const body = { locationId: location.id, name: 'Gate' };
      const { code } = await own.admin.ok('createKioskPairingCode', { body });
      await client.ok('pairKiosk', { body: { code } });
      return client;
    };
    const [kiosk, other] = [await pair(), await pair()];
    const statuses: number[] = [];
    for (let index = 0; index < 70; index += 1) statuses.push((await kiosk.call('getKioskCode')).status);
    // 60 points.
    expect(statuses.indexOf(429)).toBe(60);
    const ofKiosks = endpoints.filter(([, { access }]) => access === 'kiosk').map(([name]) => name);
    expect(await statusesOf(kiosk, ofKiosks)).toEqual([429]);
    expect((await other.call('getKioskCode')).status).toBe(200);
  });

  it('for the API’s document and its page are refused by address', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    onTestFinished(() => strict.close());
    const statusOf = async (url: string) => (await strict.client().raw({ url })).statusCode;
    // 300 points, of which the document takes 10 each time.
    for (const url of ['/api/docs/json', '/api/docs/yaml?again']) expect(await statusOf(url)).toBe(200);
    for (let count = 0; count < 27; count += 1) expect(await statusOf('/api/openapi.json')).toBe(200);
    for (let count = 0; count < 10; count += 1) expect(await statusOf('/api/docs/')).toBe(200);
    for (const url of ['/api/docs/', '/api/openapi.json']) expect(await statusOf(url)).toBe(429);
  });

  it('without a session are refused by address, on every endpoint', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: 'true' } });
    onTestFinished(() => strict.close());
    const stranger = strict.client();
    let answered = 0;
    while ((await stranger.call('getUser')).status === 401) answered += 1;
    expect(answered).toBe(300);
    expect(
      await statusesOf(
        stranger,
        endpoints.map(([name]) => name),
      ),
    ).toEqual([429]);
    const elsewhere = { 'x-forwarded-for': '203.0.113.5' };
    expect((await stranger.call('getUser', undefined, elsewhere)).status).toBe(401);
  });

  it('of a whole company are refused; other companies are not affected', async () => {
    const limits = createRequestLimits(0.01);
    const take = (companyId: string, userId: string) =>
      limits.takeOfPerson({ companyId, userId }, `token of ${userId}`, contract.getUser);
    for (let index = 0; index < 120; index += 1) await take('ours', `person ${index}`);
    await expect(take('ours', 'another')).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(limits.takeOfCompany('ours', contract.listPeople)).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    await take('theirs', 'somebody');
  });

  it('do not include a phone that sends 100 scans after a week offline', async () => {
    const usual = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    onTestFinished(() => usual.close());
    const own = await registerCompany(usual);
    const { qrCode } = await addLocation(own);
    for (let index = 0; index < 100; index += 1) {
      await own.admin.ok('scan', { body: { qrCode, clientScanId: randomUUID() } });
    }
  });
});

describe('rights that are taken away', () => {
  it('no longer apply to the very next request of an open session', async () => {
    const { client, employee } = await addEmployee(app, company, { role: 'admin' });
    await client.ok('listEmployees');
    const { firstName, lastName, email } = employee;
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { firstName, lastName, email, role: 'employee', currentPassword: password },
    });
    expect((await client.call('listEmployees')).status).toBe(401);
    await client.ok('login', { body: { email, password } });
    expect(await client.call('listEmployees')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await client.ok('getUser')).toMatchObject({ role: 'employee' });
  });
});

describe('a sign-in that is under way', () => {
  /**
   * Signs in while another transaction locks the person, and applies `change` there before the sign-in can continue.
   */
  async function signInDuring(change: string) {
    const { employee } = await addEmployee(app, company);
    const { answer, sessions } = await withClient(app.connectionString, async (client) => {
      await client.query('begin');
      await client.query('select from users where id = $1 for no key update', [employee.id]);
      const underWay = app.client().call('login', { body: { email: employee.email, password } });
      await untilLockIsAwaited(app.connectionString);
      await client.query(change.replace('$person', `'${employee.companyId}', '${employee.id}'`));
      await client.query('delete from session where user_id = $1', [employee.id]);
      await client.query('commit');
      const answered = await underWay;
      const { rows } = await client.query('select from session where user_id = $1', [employee.id]);
      return { answer: answered, sessions: rows };
    });
    return { status: answer.status, code: answer.body.code, sessions: sessions.length };
  }
  const ofPerson = 'where (company_id, id) = ($person)';

  it.each([
    ['a new password', `update users set password_hash = 'another' ${ofPerson}`, 'invalid_credentials'],
    ['deactivation', `update users set is_active = false ${ofPerson}`, 'invalid_credentials'],
    [
      'a second factor',
      `insert into second_factor (company_id, user_id, secret, last_step) values ($person, 'x', 0)`,
      'second_factor_required',
    ],
  ])('does not outlive %s', async (_, change, code) => {
    expect(await signInDuring(change)).toEqual({ status: 401, code, sessions: 0 });
  });

  it('continues after any other change', async () => {
    const change = `update users set first_name = 'Zane' ${ofPerson}`;
    expect(await signInDuring(change)).toEqual({ status: 200, code: undefined, sessions: 1 });
  });
});

describe('a line break that would begin a header, a mail or a line of the log', () => {
  const injected = ['a\r\nSet-Cookie: maina_session=evil', 'a\nBcc: everybody@example.test', 'a\u2028b'];

  it('is refused in every text used in a header or a subject', async () => {
    for (const text of injected) {
      for (const [url, payload] of [
        ['/api/contact', { name: text, email: uniqueEmail(), subject: 'x', message: 'x' }],
        ['/api/contact', { name: 'x', email: uniqueEmail(), subject: text, message: 'x' }],
        ['/api/contact', { name: 'x', email: text, subject: 'x', message: 'x' }],
        ['/api/employees', { firstName: text, lastName: 'x', email: uniqueEmail() }],
        ['/api/employees', { firstName: 'x', lastName: 'x', email: `${text}@example.test` }],
        ['/api/messages', { subject: text, content: 'x' }],
      ] as const) {
        const response = await company.admin.raw({ method: 'POST', url, payload });
        expect(response.json(), `${url} ${JSON.stringify(payload)}`).toMatchObject({
          code: 'validation_failed',
        });
      }
    }
  });

  it('in an address is in no header, and each log entry is one line', async () => {
    const url = `/lv/%0d%0aSet-Cookie:%20evil=1?next=%0d%0aLocation:%20https://evil.example`;
    const { headers } = await app.client().raw({
      url,
      headers: { 'accept-language': 'lv\u0085x: y', 'user-agent': '"}\\n{"level":60' },
    });
    expect(JSON.stringify(headers)).not.toContain('evil');
    for (const line of log) {
      expect(line.endsWith('\n')).toBe(true);
      expect(Object.keys(JSON.parse(line))).toContain('level');
    }
    expect(log.join('')).not.toMatch(/evil|level":60/);
  });
});

describe('malicious JSON', () => {
  const post = (payload: string) =>
    app
      .client()
      .raw({ method: 'POST', url: '/api/login', payload, headers: { 'content-type': 'application/json' } });

  it.each([
    ['arrays', '['.repeat(120_000) + ']'.repeat(120_000)],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    [
      'objects beside the fields',
      `{"email":"a@b.lv","password":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_001)}`,
    ],
    ['keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['digits', `{"email":${'9'.repeat(200_000)}}`],
    ['escapes', `{"email":"${'\\u0000'.repeat(40_000)}"}`],
  ])('by its %s is refused like any other', async (_, payload) => {
    const { statusCode, body } = await post(payload);
    expect(statusCode, body.slice(0, 200)).toBe(400);
  });

  it.each([
    '{"__proto__":{"role":"admin"},"email":"a@b.lv","password":"x"}',
    '{"constructor":{"prototype":{"role":"admin"}},"email":"a@b.lv","password":"x"}',
    '{"email":{"__proto__":{"role":"admin"}},"password":"x"}',
  ])('does not change prototypes: %s', async (payload) => {
    expect((await post(payload)).statusCode).toBe(400);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  it('does not change prototypes through a query either', async () => {
    const url = '/api/dashboard/stats?__proto__[role]=admin&constructor.prototype.role=admin';
    await company.admin.raw({ url });
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });
});

describe('a text that a pattern could run on for hours', () => {
  // As long as a body may be. A backtracking pattern would exceed the test's time limit.
  const length = 200_000;
  const pumped = [
    'a',
    ' ',
    '-',
    '.',
    '@',
    '0',
    '\n',
    '\t',
    '/',
    '"',
    ';',
    ',',
    'a@',
    '.a',
    'a ',
    '-1',
    'a-',
    '{{',
    'é',
  ].flatMap((unit) => {
    const text = unit.repeat(length / unit.length);
    return [text, `${text}!`, `a@${text}`, `${text}@`, `https://${text}`, `2026-01-01T${text}`];
  });

  it('is validated at once by every schema of a request', () => {
    let judged = 0;
    for (const schemas of Object.values<Endpoint>(contract)) {
      for (const part of [schemas.body, schemas.params, schemas.query]) {
        if (!part || !('shape' in part.def) || typeof part.def.shape !== 'object') continue;
        for (const text of pumped) {
          const body = Object.fromEntries(Object.keys(part.def.shape ?? {}).map((key) => [key, text]));
          part.safeParse(body);
          judged += 1;
        }
      }
    }
    expect(judged).toBeGreaterThan(40 * pumped.length);
  });

  it('is parsed at once as a language, a path or a code', () => {
    for (const text of pumped) {
      preferredLanguage(text);
      matchPath(`/${text}`);
      parseLocationCode(text);
    }
    expect(preferredLanguage(pumped[0])).toBe('en');
  });
});

describe('on the wire', () => {
  const host = 'Host: maina.test\r\n';
  const bodyOf = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4));

  it.each([
    ['two lengths', `Content-Length: 4\r\nContent-Length: 5\r\n`],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks that are hidden', 'Transfer-Encoding: xchunked\r\n'],
    ['chunks and more', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a folded header', 'X-A: b\r\n Content-Length: 4\r\n'],
    ['a blank before the colon', 'Content-Length : 4\r\n'],
    ['a length below zero', 'Content-Length: -1\r\n'],
  ])('a request with %s is refused and the connection closed', async (_, headers) => {
    const smuggled = 'GET /api/user HTTP/1.1\r\nHost: maina.test\r\n\r\n';
    const said = await talk(
      `POST /api/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n0\r\n\r\n${smuggled}`,
    );
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(bodyOf(said)).toEqual({ code: 'malformed_request', message: expect.stringMatching(/^\p{Lu}.+/u) });
  });

  it('headers without end are refused', async () => {
    const said = await talk(`GET / HTTP/1.1\r\n${host}X-A: ${'a'.repeat(40_000)}`);
    expect(said).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(said)).toMatchObject({ code: 'payload_too_large' });
  });

  it('a client that sends a request byte by byte is cut off', async () => {
    const { server } = app.app;
    expect(server.headersTimeout).toBeLessThanOrEqual(15_000);
    expect(server.requestTimeout).toBeLessThanOrEqual(30_000);
    const before = { headers: server.headersTimeout, request: server.requestTimeout };
    Object.assign(server, { headersTimeout: 100, requestTimeout: 200 });
    onTestFinished(() => {
      Object.assign(server, { headersTimeout: before.headers, requestTimeout: before.request });
    });
    const slow = [
      talk(`GET / HTTP/1.1\r\n${host}X-A: never`),
      talk(`POST /api/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`),
    ];
    for (const said of await Promise.all(slow)) expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });
});

describe('who asks for much and reads nothing', () => {
  it('is cut off', async () => {
    const { server } = app.app;
    expect(server.timeout).toBeGreaterThan(0);
    expect(server.timeout).toBeLessThanOrEqual(120_000);
    const before = server.timeout;
    server.timeout = 200;
    onTestFinished(() => {
      server.timeout = before;
    });
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const reader = connect(port, '127.0.0.1', () => {
      reader.write('GET /api/openapi.json HTTP/1.1\r\nHost: maina.test\r\n\r\n'.repeat(200));
    });
    reader.pause().on('error', () => undefined);
    onTestFinished(() => void reader.destroy());
    const served = await accepted;
    await new Promise((resolve) => served.once('close', resolve));
    // Cut off, not finished.
    const { rawPayload } = await app.client().raw({ url: '/api/openapi.json' });
    expect(served.bytesWritten).toBeLessThan(200 * rawPayload.length);
  });
});

describe('a host that a request makes up', () => {
  it('is in no mail, whoever causes it', async () => {
    const open = await startTestApp({ env: { PUBLIC_URL: '', PORT: '3456' } });
    onTestFinished(() => open.close());
    const { admin, user } = await registerCompany(open);
    const email = uniqueEmail('employee');
    const host = { host: 'evil.example' };
    const answers: { status: number }[] = [
      await admin.call(
        'createEmployee',
        { body: { firstName: 'Ilze', lastName: 'Ozola', email, password } },
        host,
      ),
      await admin.call('createApiKey', { body: { name: 'Algas', expiresInDays: null, password } }, host),
      await open.client().call('forgotPassword', { body: { email: user.email } }, host),
    ];
    await open.settled('password-reset');
    await open.settled('mail');
    answers.push(
      await admin.call('deleteCompany', { body: { companyName: 'Kokaudzētava SIA', password } }, host),
    );
    await open.settled('mail');
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const mails = await open.services.db.selectFrom('devMail').selectAll().execute();
    // With the one of the sign-up.
    expect(mails.length).toBe(5);
    for (const { text, html } of mails) {
      expect(text).toContain('http://localhost:3456/');
      expect(text + html).not.toContain('evil.example');
    }
  });
});

describe('whether somebody has an account', () => {
  it('is not revealed by any text, status or header of signing in or a forgotten password', async () => {
    const ask = async (email: string) => {
      const answers = [
        await app.client().raw({ method: 'POST', url: '/api/login', payload: { email, password: 'wrong' } }),
        await app
          .client()
          .raw({ method: 'POST', url: '/api/login', payload: { email, password, code: '000000' } }),
        await app.client().raw({ method: 'POST', url: '/api/forgot-password', payload: { email } }),
        await app.client().raw({ method: 'POST', url: '/api/login/passkey/begin' }),
      ];
      return answers.slice(0, 3).map(({ statusCode, body, headers }) => {
        const { date: _, 'x-request-id': __, 'x-server-time': ___, ratelimit: ____, ...others } = headers;
        return { statusCode, body, others };
      });
    };
    const { employee } = await addEmployee(app, company);
    const [known, unknown] = [await ask(employee.email), await ask(uniqueEmail('nobody'))];
    expect(known[0]).toEqual(unknown[0]);
    expect(known[2]).toEqual(unknown[2]);
    expect(unknown[1]).toEqual(unknown[0]);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['one like a temporary one', { password: 'ABCDE-FGHJK-MNPQR-STVWX' }],
    ['a code as well', { password: 'wrong', code: '123456' }],
  ])('is told by no work of the database at a sign-in with %s', async (_, given) => {
    const { employee } = await addEmployee(app, company);
    await app.settled('mail');
    const statementsFor = async (email: string) => {
      const queries = await queriesOf(async () => {
        const { status } = await app.client().call('login', { body: { email, ...given } });
        expect(status).toBe(401);
      });
      return queries.map(({ text }) => text);
    };
    const known = await statementsFor(employee.email);
    expect(known.length).toBeGreaterThan(2);
    expect(await statementsFor(uniqueEmail('nobody'))).toEqual(known);
  });

  it('of another company is not revealed to an administrator who tries many e-mails', async () => {
    const curious = await registerCompany(app);
    const { employee } = await addEmployee(app, company);
    const person = (email: string) => ({ firstName: 'Ilze', lastName: 'Liepa', email, password });
    const add = (email: string) => curious.admin.call('createEmployee', { body: person(email) });
    const { id } = (await add(uniqueEmail())).body;
    const change = (email: string) =>
      curious.admin.call('updateEmployee', {
        params: { id },
        body: { ...person(email), role: 'employee', currentPassword: 'correct horse' },
      });
    for (let count = 0; count < 14; count += 1) {
      expect(await add(employee.email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
      expect(await change(employee.email.toUpperCase())).toMatchObject({ status: 409 });
      expect((await change(uniqueEmail())).status).toBe(200);
    }
    expect([(await add(employee.email)).status, (await change(employee.email)).status]).toEqual([409, 409]);
    for (const email of [employee.email, uniqueEmail()]) {
      expect(await add(email)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(await change(email)).toMatchObject({ status: 429 });
    }
    expect((await company.admin.call('listEmployees')).status).toBe(200);
  });
});

describe('mails to strangers', () => {
  const invitation = { firstName: 'Anna', lastName: 'Liepa' };

  it('are limited per recipient, whoever adds and deletes them, in any company', async () => {
    const email = uniqueEmail('stranger');
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const { admin } = index % 2 ? company : await registerCompany(app);
      const spelling = index % 2 ? email.toUpperCase() : email.replace('@', `+${index}@`);
      const { status, body } = await admin.call('createEmployee', {
        body: { ...invitation, email: spelling },
      });
      statuses.push(status);
      if (status === 201) await admin.ok('deleteEmployee', { params: { id: body.id } });
    }
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(3).fill(429)]);
  });

  it('about their time entries are 30 a day, however often these are changed', async () => {
    const { employee } = await addEmployee(app, company);
    const { id: locationId } = await addLocation(company);
    const checkIn = new Date(Date.now() - 5 * 3_600_000).toISOString();
    const end = (minutes: number) => new Date(Date.parse(checkIn) + minutes * 60_000).toISOString();
    const times = { locationId, checkIn, reason: 'Aizmirsa' };
    const { id } = await company.admin.ok('createTimeEntry', {
      body: { ...times, userId: employee.id, checkOut: end(60) },
    });
    for (let count = 0; count < 35; count += 1) {
      const body = { ...times, checkOut: end(61 + count) };
      await company.admin.ok('updateTimeEntry', { params: { id }, body });
    }
    await app.settled('mail');
    const subject = translator('en')('mail:entryChangedSubject');
    const notices = (await app.mailsTo(employee.email)).filter((mail) => mail.subject === subject);
    expect(notices).toHaveLength(30);
    expect(await company.admin.ok('getTimeEntryHistory', { params: { id } })).toHaveLength(36);
  });

  it('are limited per company by its plan, counting deleted people', async () => {
    const { admin } = await registerCompany(app, { subscriptionPlan: 'starter' });
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const email = uniqueEmail('stranger');
      const { status, body } = await admin.call('createEmployee', { body: { ...invitation, email } });
      statuses.push(status);
      if (status === 201) await admin.ok('deleteEmployee', { params: { id: body.id } });
    }
    expect(statuses).toEqual([...Array(30).fill(201), ...Array(2).fill(429)]);
  });

  it('contain no link that was typed as a name, and no long text', async () => {
    const link = 'Win a prize: https://evil.example/now';
    const { admin } = await registerCompany(app, { companyName: link });
    const email = uniqueEmail('stranger');
    await admin.ok('createEmployee', { body: { firstName: link, lastName: 'www.evil.example', email } });
    const [mail] = await app.mailsTo(email);
    expect(mail?.text).toContain('Win a prize: …');
    for (const text of [mail?.subject, mail?.text, mail?.html]) expect(text).not.toContain('evil');
  });

  it.each([
    'Anna\u202e',
    'An\u200bna',
    'An\u00adna',
    '\u2066Anna',
    '\u3164',
    '\u2800',
    'Anna\ufe0f',
    '\u{e0041}',
  ])('cannot name anybody with the invisible or direction-changing character in %j', async (firstName) => {
    const body = { ...invitation, firstName, email: uniqueEmail('invisible') };
    expect(await company.admin.call('createEmployee', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path: 'firstName' }] },
    });
    expect((await company.admin.call('createLocation', { body: { name: firstName } })).status).toBe(400);
  });
});
