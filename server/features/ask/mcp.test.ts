/* The questions of Ask over MCP, asked by the protocol's own client. */
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ASK_TOOLS } from '#contract/ask.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addApiKey,
  addEmployee,
  addLocation,
  type Company,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-06-09T12:00:00.000Z');
let app: TestApp;
let origin: string;
let company: Company;
let key: string;
const log: string[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => void log.push(line) };
  app = await startTestApp({ clock, isOwn: true, log: pino({ level: 'info' }, stream) });
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function connect(as: string): Promise<Client> {
  const client = new Client({ name: 'assistant', version: '1' });
  const headers = { authorization: `Bearer ${as}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** Works from 07:00 to 15:00 on the Tuesday. */
async function work(of: Company, firstName: string, place: string) {
  const { employee, client } = await addEmployee(app, of, { firstName });
  const location = await addLocation(of, place);
  const entry = { userId: employee.id, locationId: location.id, reason: 'Aizmirsts' };
  const body = { ...entry, checkIn: '2026-06-09T04:00:00.000Z', checkOut: '2026-06-09T12:00:00.000Z' };
  await of.admin.ok('createTimeEntry', { body });
  return { client, location };
}

beforeEach(async () => {
  clock.set('2026-06-09T12:00:00.000Z');
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  ({ key } = await addApiKey(company));
});

describe('an assistant with a key of the company', () => {
  it('finds the questions, reading only, and names', async () => {
    await work(company, 'Jānis', 'Zāģētava');
    const client = await connect(key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...ASK_TOOLS, 'listNames']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const { structuredContent } = await client.callTool({ name: 'listNames' });
    expect(structuredContent).toEqual({
      people: ['Anna Bērziņa', 'Jānis Kalniņš'],
      locations: ['Zāģētava'],
      today: '2026-06-09',
    });
  });

  it('learns who was on site on a day, with figures and their source', async () => {
    await work(company, 'Jānis', 'Zāģētava');
    const client = await connect(key);
    const period = { startDate: '2026-06-09', endDate: '2026-06-09' };
    log.length = 0;
    const { structuredContent, content } = await client.callTool({
      name: 'hoursByPerson',
      arguments: { ...period, locations: ['zāģētava'] },
    });
    // After a leak it must be possible to say what was read.
    const used = { event: 'api-key.used', outcome: 'success', route: '/mcp', tool: 'hoursByPerson' };
    await expect
      .poll(() => log.map((line) => JSON.parse(line)))
      .toContainEqual(expect.objectContaining(used));
    expect(structuredContent).toMatchObject({
      rows: [['Jānis Kalniņš', '8:00']],
      source: {
        company: 'Kokaudzētava SIA',
        query: 'hoursByPerson',
        ...period,
        timeZone: 'Europe/Riga',
        askedAt: '2026-06-09T12:00:00.000Z',
        page: expect.stringMatching(/^http.*reports$/),
      },
    });
    expect(JSON.stringify(content)).toContain('Jānis Kalniņš | 8:00');
  });

  it('learns who is at work now', async () => {
    const { client: worker, location } = await work(company, 'Jānis', 'Zāģētava');
    clock.set('2026-06-09T13:00:00.000Z');
    await worker.ok('scan', { body: { qrCode: location.qrCode, clientScanId: randomUUID() } });
    const client = await connect(key);
    const { structuredContent } = await client.callTool({ name: 'onSiteNow', arguments: {} });
    expect(structuredContent).toMatchObject({ rows: [['Jānis Kalniņš', 'Zāģētava', '9 Jun 2026', '16:00']] });
  });

  it.each([
    ['an unknown name', { people: ['Nobody Known'] }, /No employee is called/],
    ['a reversed period', { startDate: '2026-06-10', endDate: '2026-06-09' }, /after/],
    ['too long a period', { startDate: '2020-01-01', endDate: '2026-06-09' }, /At most/],
    ['a date that is none', { startDate: '2026-02-30' }, /Not a date/],
  ])('is told what is wrong with %s', async (_, changes, message) => {
    const client = await connect(key);
    const asked = { startDate: '2026-06-09', endDate: '2026-06-09', ...changes };
    const { isError, content } = await client.callTool({ name: 'hoursByPerson', arguments: asked });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(message);
  });

  it('is not told the words of an error of ours, which we are', async () => {
    const client = await connect(key);
    const { db } = app.services;
    await sql`alter table location rename to hidden`.execute(db);
    onTestFinished(async () => void (await sql`alter table hidden rename to location`.execute(db)));
    log.length = 0;
    for (const name of ['listNames', 'onSiteNow']) {
      expect(await client.callTool({ name })).toEqual({
        content: [{ type: 'text', text: 'Something went wrong on our side. Please try again.' }],
        isError: true,
      });
    }
    expect(log.filter((line) => line.includes('relation \\"location\\" does not exist'))).toHaveLength(2);
  });

  it('learns nothing of another company', async () => {
    const other = await registerCompany(app, { subscriptionPlan: 'business' });
    await work(other, 'Pēteris', 'Svešā');
    const client = await connect(key);
    const seen = await client.callTool({ name: 'listNames' });
    expect(JSON.stringify(seen)).not.toContain('Svešā');
    const period = { startDate: '2026-06-01', endDate: '2026-06-30' };
    for (const name of ASK_TOOLS) {
      const { structuredContent } = await client.callTool({ name, arguments: period });
      expect(structuredContent, name).toMatchObject({ rows: [] });
    }
    const asked = await client.callTool({
      name: 'hoursByPerson',
      arguments: { ...period, people: ['Pēteris Kalniņš'] },
    });
    expect(asked.isError).toBe(true);
  });
});

describe('/mcp refuses', () => {
  const post = (
    headers: Record<string, string>,
    body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  ) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const bearer = () => ({ authorization: `Bearer ${key}` });

  it('whoever has no key, a wrong one or one that was revoked', async () => {
    const answer = await post({});
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await post({ authorization: 'Bearer maina_wrong' })).status).toBe(401);
    expect((await post({ ...bearer(), cookie: company.admin.cookie() })).status).toBe(400);
    const keys = await company.admin.ok('listApiKeys');
    for (const { id } of keys) await company.admin.ok('revokeApiKey', { params: { id } });
    expect((await post(bearer())).status).toBe(401);
  });

  it('a key that does not read, and counts it', async () => {
    const { key: writing, id } = await addApiKey(company, { scopes: ['people'] });
    const answer = await post({ authorization: `Bearer ${writing}` });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'api_key_scope_missing' });
    expect(answer.headers.get('ratelimit')).toMatch(/^"apiKey";r=119;/);
    await app.services.throttle.take('apiKey', id, 120).catch(() => undefined);
    expect((await post({ authorization: `Bearer ${writing}` })).status).toBe(429);
  });

  it('pages of other sites, batches, what is no JSON, and what is too long', async () => {
    expect((await post({ ...bearer(), origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(bearer(), [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])).status).toBe(400);
    expect((await post(bearer(), { jsonrpc: '1.0' })).status).toBe(400);
    expect((await post(bearer(), { padding: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await fetch(`${origin}/mcp`, { headers: bearer() })).status).toBe(405);
  });

  it('a company whose plan has no API keys', async () => {
    await app.services.db
      .updateTable('company')
      .set({
        subscriptionPlan: 'starter',
        subscriptionStatus: 'active',
        currentPeriodEnd: '2026-12-01T00:00:00Z',
      })
      .where('id', '=', company.user.company.id)
      .execute();
    expect((await post(bearer())).status).toBe(402);
  });
});
