/**
 * Generated requests to every endpoint of the contract's table: valid, nearly valid and hostile ones, by people of two
 * companies and by strangers. `FUZZ_REQUESTS` sets how many (a thorough run: 20,000), `FUZZ_SEED` the seed.
 */

import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERRORS, errorBody } from '#contract/error.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import {
  addEmployee,
  addLocation,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

/** A tenth on Citus, where each takes several times as long. */
const perEndpoint = inject('engine') === 'citus' ? 1.6 : samples(16);
const count = Number(process.env.FUZZ_REQUESTS ?? Math.round(perEndpoint * Object.keys(contract).length));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Replaces the people after this many requests: some may have signed out, lost the account or deleted the company. */
const perWorld = 100;

type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};
const jsonSchema = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Stands for the n-th known value of a kind when the request is sent; it depends on the answers so far. */
type Known = { known: 'id' | 'code' | 'email' | 'badge'; index: number };
const known = (kind: Known['known']) => fc.record({ known: fc.constant(kind), index: fc.nat(1_000) });
const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && 'known' in value && 'index' in value;

const dates = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const hostileTexts = fc.constantFrom(
  '',
  ' ',
  'nul \u0000 inside',
  'lone \ud800 surrogate',
  '\u202eright to left\u202c \u200b',
  "'; drop table users; --",
  '" or 1=1 --',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  'a\r\nBcc: x@example.test',
  '{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  '%00%ff%c0%af',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e400',
  '9'.repeat(400),
  '(a+)+'.repeat(30),
  'é'.repeat(70_000),
  '0000-00-00',
  '2026-02-30',
  '+292278994-08-17T07:12:55.807Z',
  '2026-03-29T03:30:00+02:00',
);
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }) },
  { weight: 1, arbitrary: hostileTexts },
);

/** Values that the field's name suggests, but the schema does not. */
function textOf(name: string, { format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return known('id');
  if (format === 'date-time') return dates;
  if (/email/i.test(name))
    return fc.oneof(
      known('email'),
      fc.nat().map((n) => uniqueEmail(`f${n}`)),
    );
  if (/password/i.test(name)) return fc.constantFrom(password, 'another password');
  if (/qrCode/.test(name)) return known('code');
  if (name === 'badge') return known('badge');
  if (/date$/i.test(name)) return dates.map((date) => date.slice(0, 10));
  if (/^month$/.test(name)) return dates.map((date) => date.slice(0, 7));
  if (name === 'timezone') return fc.constantFrom('Europe/Riga', 'Europe/Warsaw', 'America/Chicago');
  const limit = Math.max(minLength, Math.min(maxLength, 60));
  return fc.string({ minLength: Math.max(1, minLength), maxLength: limit, unit: 'grapheme' });
}

/** Values that match a schema, as far as JSON Schema can express it. */
function valid(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, name)));
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const fields = properties.map(([key, value]) => [key, valid(value, key)] as const);
      const requiredKeys = schema.required ?? [];
      return fc.record(Object.fromEntries(fields), { requiredKeys });
    }
    case 'array':
      return fc.array(valid(schema.items ?? {}, name), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000 } = schema;
      const whole = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 1e9)) });
      return schema.type === 'integer'
        ? whole
        : fc.oneof(
            whole,
            whole.map((n) => n / 100),
          );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(name, schema);
    default:
      return textOf(name, {});
  }
}

const anything = fc.oneof(
  texts,
  known('id'),
  fc.constantFrom(null, true, -1, 0.1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], { $gt: '' }),
  fc.jsonValue({ maxDepth: 3 }),
);
/** A valid value with one part changed, missing or added. */
const nearlyValid = (schema: JsonSchema) =>
  fc
    .tuple(valid(schema), fc.nat(), anything, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, place, other, how]) => {
      if (typeof value !== 'object' || value === null) return other;
      const copy: Record<string, unknown> = { ...value };
      const keys = Object.keys(copy);
      const key = keys[place % Math.max(1, keys.length)];
      if (how === 'add' || key === undefined) {
        copy[['role', 'companyId', 'isOwner', 'id', '__proto__', 'constructor'][place % 6] ?? 'id'] = other;
      } else if (how === 'remove') delete copy[key];
      else copy[key] = other;
      return copy;
    });
const shaped = (schema: JsonSchema) =>
  fc.oneof(
    { weight: 5, arbitrary: valid(schema) },
    { weight: 4, arbitrary: nearlyValid(schema) },
    { weight: 1, arbitrary: anything },
  );

type Sender = 'admin' | 'worker' | 'stranger';
type Step = {
  name: EndpointName;
  sender: Sender;
  company: 0 | 1;
  params: unknown;
  query: unknown;
  body: unknown;
  payload: string | undefined;
  language: string | undefined;
};

const brokenPayloads = [
  '{"a":',
  '',
  '[]',
  'null',
  '{"__proto__":{"a":1}}',
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
];

function stepOf(name: EndpointName): fc.Arbitrary<Step> {
  const schemas: Endpoint = contract[name];
  const part = (schema: z.ZodMiniType | undefined) =>
    schema ? shaped(jsonSchema(schema)) : fc.constant(undefined);
  return fc.record({
    name: fc.constant(name),
    sender: fc.constantFrom<Sender>('admin', 'admin', 'admin', 'worker', 'worker', 'stranger'),
    company: fc.constantFrom<0 | 1>(0, 1),
    params: part(schemas.params),
    query: part(schemas.query),
    body: part(schemas.body),
    payload: fc.oneof(
      { weight: 30, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...brokenPayloads) },
    ),
    language: fc.option(fc.constantFrom('lv', 'lt', 'pl', 'xx;q=9', '*'), { nil: undefined }),
  });
}

type Side = Record<Known['known'], string[]> & {
  marker: string;
  companyId: string;
  clients: Record<Sender | 'kiosk', TestClient>;
};

async function createSide(app: TestApp, marker: string): Promise<Side> {
  const company = await registerCompany(app, {
    companyName: `${marker} company`,
    subscriptionPlan: 'business',
  });
  const worker = await addEmployee(app, company, { firstName: `${marker} worker` });
  const place = await addLocation(company, `${marker} place`);
  const { timeEntry } = await worker.client.ok('scan', { body: { qrCode: place.qrCode } });
  const { items } = await worker.client.ok('createWorkReports', {
    body: { items: [{ units: 'm2', quantity: 2, description: `${marker} work` }] },
  });
  const { badge } = await company.admin.ok('getBadge', { params: { id: worker.employee.id } });
  const { code } = await company.admin.ok('createKioskPairingCode', {
    body: { locationId: place.id, name: `${marker} kiosk` },
  });
  const kiosk = app.client();
  await kiosk.ok('pairKiosk', { body: { code } });
  const message = await company.admin.ok('createMessage', {
    body: { subject: `${marker} subject`, content: 'Text', recipientId: worker.employee.id },
  });
  return {
    marker,
    companyId: company.user.companyId,
    clients: { admin: company.admin, worker: worker.client, stranger: app.client(), kiosk },
    id: [
      company.user.id,
      worker.employee.id,
      place.id,
      timeEntry.id,
      message.id,
      ...items.map(({ id }) => id),
    ],
    code: [place.qrCode],
    badge: [badge],
    email: [company.user.email, worker.employee.email],
  };
}

/** Replaces the stand-ins by values known now; those of the sender's company come first. */
function filled(value: unknown, sides: Side[]): unknown {
  if (isKnown(value)) {
    const [own] = sides;
    const ofAll = sides.flatMap((side) => side[value.known]);
    // A correct e-mail address with its password, the same for all, is no intrusion. Of other values mostly the
    // sender's.
    const all = own && (value.known === 'email' || value.index % 4 > 0) ? own[value.known] : ofAll;
    return all[Math.floor(value.index / 4) % all.length];
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, sides));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, sides)]));
}

/** In a form that a query or path can carry. */
const asTexts = (value: unknown): Record<string, string> =>
  typeof value !== 'object' || value === null
    ? {}
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [
            key,
            (typeof item === 'string' ? item : JSON.stringify(item)).toWellFormed(),
          ]),
      );

async function send(client: TestClient, step: Step, sides: Side[]) {
  const { method, path }: Endpoint = contract[step.name];
  const params = asTexts(filled(step.params, sides));
  const body =
    step.payload ?? (step.body === undefined ? undefined : JSON.stringify(filled(step.body, sides)));
  const sent = {
    method,
    url: path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
    query: asTexts(filled(step.query, sides)),
    ...(body !== undefined && { payload: body }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(step.language && { 'accept-language': step.language }),
    },
  };
  return { sent, response: await client.raw(sent) };
}

function expectWithinContract(name: EndpointName, response: LightMyRequestResponse, what: string) {
  const schemas: Endpoint = contract[name];
  // Google is not asked from here.
  if (!response.body.includes('"single_sign_on_failed"')) expect(response.statusCode, what).toBeLessThan(500);
  if (response.statusCode < 300) {
    expect(response.statusCode, what).toBe(schemas.status ?? 200);
    const [type = ''] = String(response.headers['content-type']).split(';');
    if (schemas.files?.includes(type)) return;
    if (response.statusCode !== 204) schemas.response.parse(response.json());
    return;
  }
  const error = errorBody.parse(response.json());
  expect(response.statusCode, what).toBe(ERRORS[error.code].status);
}

/** Collects ids in an answer, for later requests. */
const idsIn = (text: string) =>
  text.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g) ?? [];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ isOwn: true });
});
afterAll(() => app.close());

/** All stored data of a company except sign-ins. */
async function fingerprint(companyId: string): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE'
      and table_name <> 'session' order by 1`.execute(app.services.db);
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name, md5(string_agg(t::text, '|' order by t::text)) as digest
      from ${sql.table(name)} t where company_id = ${companyId}`,
  );
  const { rows } = await sql.join(parts, sql` union all `).execute(app.services.db);
  return rows;
}

describe(`${count} generated requests, seed ${seed}`, () => {
  it('are answered within the contract, change no other company and violate no constraint', async () => {
    const names = Object.keys(contract) as EndpointName[];
    const steps = fc.sample(fc.constantFrom(...names).chain(stepOf), { seed, numRuns: count });
    const bystander = await createSide(app, 'Bystander');
    const before = await fingerprint(bystander.companyId);
    const statuses = new Map<number, number>();
    const succeeded = new Set<EndpointName>();
    let sides: Side[] = [];
    for (const [index, step] of steps.entries()) {
      if (index % perWorld === 0) {
        sides = [await createSide(app, `Ours${index}`), await createSide(app, `Theirs${index}`)];
      }
      const own = sides[step.company];
      const other = sides[1 - step.company];
      if (!own || !other) throw new RangeError('Two companies');
      const isAtKiosk = contract[step.name].access === 'kiosk' && step.sender !== 'stranger';
      const client = own.clients[isAtKiosk ? 'kiosk' : step.sender];
      const { sent, response } = await send(client, step, [own, other, bystander]);
      const what = `request ${index}, ${step.name}: ${JSON.stringify(sent).slice(0, 600)} → ${response.statusCode} ${response.body.slice(0, 400)}`;
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      expectWithinContract(step.name, response, what);
      for (const { marker } of [other, bystander]) expect(response.body, what).not.toContain(marker);
      if (response.statusCode < 300) {
        succeeded.add(step.name);
        own.id.push(...idsIn(response.body).slice(0, 3));
      }
      if (own.id.length > 20) own.id.splice(6, 10);
    }
    expect(await fingerprint(bystander.companyId)).toEqual(before);
    // Both kinds must have occurred, otherwise the test proves nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 20);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 20);
    expect(succeeded.size).toBeGreaterThan(Math.min(names.length, count / 10) / 2);
    await expectConstraintsHold();
  }, 1_200_000);
});

/** Adds every constraint again, which makes PostgreSQL check all rows. */
async function expectConstraintsHold(): Promise<void> {
  const { rows } = await sql<{ relation: string; name: string; definition: string }>`
    select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x')`.execute(
    app.services.db,
  );
  expect(rows.length).toBeGreaterThan(20);
  // One by one, as Citus wants it.
  for (const { relation, name, definition } of rows) {
    await sql.raw(`alter table ${relation} drop constraint ${name}`).execute(app.services.db);
    await sql.raw(`alter table ${relation} add constraint ${name} ${definition}`).execute(app.services.db);
  }
}
