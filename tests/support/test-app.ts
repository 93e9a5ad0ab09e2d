import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointInput, type EndpointName, type EndpointResponse } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { hashCheaply } from '#server/features/identity/passwords.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { createPool, type Db, openDatabase } from '#server/platform/database/database.ts';
import { expectedDirectory } from '#server/platform/database/directory.ts';
import { openServices } from '#server/services.ts';
import { createTestDatabase, urlThroughPooler, withoutTriggers } from './test-database.ts';
import { refuseUnnamedErrors } from './unnamed-errors.ts';

export const testOrigin = 'http://maina.test';

export type Answer<K extends EndpointName> = {
  status: number;
  /** The contract's success shape; use `expectOk` to check the answer against it. */
  body: EndpointResponse<K> & { message?: string; code?: string };
  headers: Record<string, unknown>;
};

/** One browser, with its own cookies, that calls endpoints by their names in the contract. */
export type TestClient = {
  call<K extends EndpointName>(
    name: K,
    input?: EndpointInput<K>,
    headers?: Record<string, string>,
  ): Promise<Answer<K>>;
  /** Calls and throws unless the response is a success. */
  ok<K extends EndpointName>(name: K, input?: EndpointInput<K>): Promise<EndpointResponse<K>>;
  raw(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** The Cookie header that the browser would send. */
  cookie(): string;
};

export type TestApp = {
  app: FastifyInstance;
  services: Services;
  connectionString: string;
  client(): TestClient;
  /** Resolves with the mails to this address, once there are `count` of them. */
  mailsTo(address: string, count?: number): Promise<{ subject: string; text: string; html: string }[]>;
  /** Resolves once the background jobs of this queue are done. */
  settled(queue: string): Promise<void>;
  close(): Promise<void>;
};

export type TestAppOptions = {
  clock?: Clock;
  env?: Record<string, string>;
  log?: FastifyBaseLogger;
  /** Uses an existing database, as a second server would. */
  connectionString?: string;
  /** For tests that change the schema, or fill or disturb the database so that others would notice. */
  isOwn?: boolean;
};

/**
 * The whole server on an empty database of the real engine, without a port. Test files of a worker that ask for nothing
 * but a clock borrow the same app, one after another.
 */
export const startTestApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  isShareable(options) ? borrowApp(options.clock ?? systemClock) : openTestApp(options);

/** The app that the test files of this worker share; its clock is the borrower's. */
let sharedApp: Promise<TestApp> | undefined;
let borrowersClock = systemClock;
let isLent = false;

const isShareable = ({ env, log, connectionString, isOwn }: TestAppOptions) =>
  !(env || log || connectionString || isOwn || isLent) && ['embedded', 'debian'].includes(inject('engine'));

async function borrowApp(clock: Clock): Promise<TestApp> {
  isLent = true;
  borrowersClock = clock;
  sharedApp ??= openTestApp({
    clock: {
      now: () => borrowersClock.now(),
      get fixed() {
        return borrowersClock.fixed;
      },
    },
  });
  const app = await sharedApp;
  const schema = await versionOfSchema(app.services.db);
  return {
    ...app,
    async close() {
      await requireTrueDirectory(app.services.db);
      if ((await versionOfSchema(app.services.db)) !== schema)
        throw new Error('These tests change the schema: they need an app of their own, with isOwn');
      await emptyDatabase(app.services.db);
      isLent = false;
      refuseUnnamedErrors();
    },
  };
}

/** Another one after every change of a function, a constraint or a trigger. */
async function versionOfSchema(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`select concat_ws(' ',
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_proc where pronamespace = 'public'::regnamespace),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_constraint),
      (select concat(count(*), '/', max(xmin::text::bigint)) from pg_trigger)) as version`.execute(db);
  return rows[0]?.version;
}

/** Waits for the background jobs that run, then deletes every row but those of the migrations. */
async function emptyDatabase(db: Db): Promise<void> {
  for (;;) {
    await sql`delete from pgboss.job where state <> 'active'`.execute(db);
    const { rows } = await sql`select from pgboss.job`.execute(db);
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const everyRow = sql`do $$ declare name text; begin
    for name in select c.oid::regclass from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ 'migration|^applied_|^own_origin$' loop
      execute format('delete from %s', name);
    end loop;
  end $$`;
  for (;;) {
    try {
      return await withoutTriggers(db, everyRow);
    } catch (error) {
      // With what still writes that nobody waits for, such as the last use of a session.
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock) throw error;
    }
  }
}

async function openTestApp({
  clock = systemClock,
  env = {},
  log = pino({ level: 'silent' }),
  ...options
}: TestAppOptions): Promise<TestApp> {
  hashCheaply(true);
  const own = options.connectionString ? undefined : await createTestDatabase();
  const connectionString = options.connectionString ?? own?.connectionString ?? '';
  const pooled = urlThroughPooler(connectionString);
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: testOrigin,
    DATABASE_POOL: '8',
    RATE_LIMIT_FACTOR: '1000000',
    SECRET_KEY: 'the key of a test, which is no secret',
    ...(pooled && { DATABASE_URL: pooled, DATABASE_DIRECT_URL: connectionString }),
    ...env,
  });
  const { services, close } = await openServices(config, pooled ?? connectionString, log, clock);
  // Tests run recurring jobs themselves.
  await sql`delete from pgboss.schedule`.execute(services.db);
  // A write by an endpoint that a replica may answer fails here as it would there.
  const readOnly = new URL(connectionString);
  readOnly.searchParams.set('options', '-c timezone=UTC -c default_transaction_read_only=on');
  const readOnlyDb = openDatabase(createPool(readOnly.href, 4));
  if (!config.databaseReplicaUrl) services.read = (_, work) => work(readOnlyDb);
  const app = await buildApp(services);
  return {
    app,
    services,
    connectionString,
    client: () => createClient(app),
    async mailsTo(address, count = 1) {
      for (let tries = 0; ; tries += 1) {
        const mails = await services.db
          .selectFrom('devMail')
          .where('recipient', '=', address)
          .where('text', 'not like', '%?of=company&token=%')
          .orderBy('id')
          .selectAll()
          .execute();
        if (mails.length >= count || tries === 600) return mails;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async settled(queue) {
      for (;;) {
        const { rows } =
          await sql`select from pgboss.job where name = ${queue} and state < 'completed'`.execute(
            services.db,
          );
        if (rows.length === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      await app.close();
      if (own) await requireTrueDirectory(services.db);
      await close();
      await readOnlyDb.destroy();
      await own?.drop();
      refuseUnnamedErrors();
    },
  };
}

/** Checks after every test that the directory has exactly one entry for each e-mail, code, passkey and customer. */
async function requireTrueDirectory(db: Db): Promise<void> {
  const { rows } =
    await sql`(select 'too much', * from directory except select 'too much', * from (${expectedDirectory}) e)
    union all (select 'missing', * from (${expectedDirectory}) e except select 'missing', * from directory)`.execute(
      db,
    );
  if (rows.length > 0) throw new Error(`The directory is wrong: ${JSON.stringify(rows)}`);
}

/** Of a stream of events, which has no end, the beginning. */
async function injectEnding(app: FastifyInstance, options: InjectOptions): Promise<LightMyRequestResponse> {
  if (!/\/events(\?|$)/.test(String(options.url))) return app.inject(options);
  const response = await app.inject({ ...options, payloadAsStream: true });
  if (response.statusCode !== 200) return app.inject(options);
  response.raw.res.destroy();
  return Object.assign(response, { body: '' });
}

function createClient(app: FastifyInstance): TestClient {
  const jar = new Map<string, string>();
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const raw: TestClient['raw'] = async (options) => {
    const cookie = cookieHeader();
    const response = await injectEnding(app, {
      ...options,
      headers: { host: 'maina.test', ...(cookie && { cookie }), ...options.headers },
    });
    refuseUnnamedErrors();
    for (const { name, value } of response.cookies) {
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  };
  const client: TestClient = {
    raw,
    cookie: cookieHeader,
    async call(name, input, headers = {}) {
      const endpoint: Endpoint = contract[name];
      const {
        params = {},
        query,
        body: payload,
        file,
      } = (input ?? {}) as {
        params?: Record<string, string>;
        query?: Record<string, string>;
        body?: object;
        file?: Blob;
      };
      const response = await raw({
        method: endpoint.method,
        url: endpoint.path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? '')),
        ...(query && { query }),
        ...(payload && { payload }),
        ...(file && { payload: Buffer.from(await file.arrayBuffer()) }),
        headers: { ...headers, ...(file && { 'content-type': file.type }) },
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const body = response.body && isJson ? response.json() : null;
      return { status: response.statusCode, body, headers: response.headers };
    },
    async ok(name, input) {
      const answer = await client.call(name, input);
      if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
  return client;
}
