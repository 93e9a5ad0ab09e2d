import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { CamelCasePlugin, type Expression, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { DB } from '#server/generated/types.ts';

/** The database or a transaction: query functions don't care which. */
export type Db = Kysely<DB>;

const oid = { int8: 20, date: 1082, numeric: 1700, timestamptz: 1184 };

/**
 * Converts PostgreSQL's `2026-01-02 03:04:05.678+00` (sessions run in UTC), or in its JSON `2026-01-02T03:04:05.678+00:00`,
 * to ISO 8601 with milliseconds.
 */
export function parseInstant(text: string): string {
  const fraction = text.charAt(19) === '.' ? text.slice(20, text.lastIndexOf('+')) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const types: pg.CustomTypesConfig = {
  // One function cannot satisfy the overloads of getTypeParser; pg only calls it with (oid, format).
  getTypeParser: ((id: number, format: 'text' | 'binary') => {
    if (id === oid.timestamptz) return parseInstant;
    if (id === oid.date) return String;
    if (id === oid.numeric || id === oid.int8) return Number;
    return pg.types.getTypeParser(id, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** The application name of connections in PostgreSQL (`pg_stat_activity`). */
export const applicationNames = { server: 'maina', jobs: 'maina jobs', tool: 'maina backup' } as const;

const setTimeZone = { text: `set timezone to 'UTC'`, query_timeout: 5_000 };

/**
 * Creates a pool whose sessions run in UTC. `isPooled`: a transaction pooler stands in between, which must notice itself when
 * the database vanishes (deploy/ha/pgbouncer.ini), because its process ids are not PostgreSQL's.
 */
export function createPool(
  connectionString: string,
  maxConnections: number,
  applicationName: string = applicationNames.server,
  { isPooled = false, patienceMs = 10_000 } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: applicationName,
    async onConnect(client) {
      // PgBouncer refuses startup options, but keeps a client's time zone through its transactions.
      await client.query(setTimeZone);
    },
  });
  // The pool replaces a lost idle connection; without a listener, the error would end the process.
  pool.on('error', () => undefined);
  // A connection lost while in use fails its query and also emits an event.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (!isPooled) watchOver(pool, connectionString, patienceMs);
  return pool;
}

/** With a longer event loop delay (nanoseconds) a failed check says nothing about the database. */
const ourDelayNs = 500e6;

/** Process ids of the connections that PostgreSQL is running a statement or a transaction for. */
async function findBusyBackends(connectionString: string): Promise<Set<number>> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and state <> 'idle'`,
    );
    return new Set(rows.map(({ pid }) => pid));
  } finally {
    client.end().catch(() => undefined);
  }
}

/**
 * Closes connections that wait for a response that cannot come, because the database's host vanished or a firewall
 * dropped them: TCP would wait 15 minutes, and all requests with it. Statements that PostgreSQL is known to be running
 * may take as long as they need. A connection that is in use for longer than `patienceMs` is checked.
 */
function watchOver(pool: pg.Pool, connectionString: string, patienceMs: number): void {
  const inUse = new Map<pg.PoolClient, number>();
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    if (inUse.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const suspects = [...inUse].filter(([, since]) => performance.now() - since > patienceMs);
    if (suspects.length === 0) return;
    const loop = monitorEventLoopDelay();
    loop.enable();
    const busy: Set<unknown> = await findBusyBackends(connectionString).catch(() => new Set());
    loop.disable();
    // A blocked event loop makes the check time out although the database is fine.
    if (loop.max > ourDelayNs) return;
    for (const [client, since] of suspects) {
      const isStillHeld = inUse.get(client) === since;
      // The backend's process id, which the types omit.
      if (isStillHeld && !busy.has('processID' in client && client.processID)) void client.end();
    }
  };
  pool.on('acquire', (client) => {
    inUse.set(client, performance.now());
    timer ??= setInterval(check, patienceMs / 2).unref();
  });
  pool.on('release', (_error, client) => inUse.delete(client));
}

/**
 * Opens the database. Each connection prepares the texts that `names` gives a name, once: parsing and planning them takes as
 * long as a tenth of a scan. None behind a transaction pooler, which hands each transaction another connection.
 */
export const openDatabase = (pool: pg.Pool, names: Record<string, string> = {}): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect();
          const query = (text: string, values: unknown[]) =>
            client.query({ text, values, name: names[text] ?? '' });
          return { query, release: (isBroken?: boolean) => client.release(isBroken) } as pg.PoolClient;
        },
      },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });

/** For `where(column, '=', …)`: one of these ids. PostgreSQL takes at most 65,535 parameters. */
export const anyOf = (ids: string[]): RawBuilder<string> => sql`any(${ids}::uuid[])`;

/**
 * True for time entries, named `e`, that began in the range or were open when it began: those with a part in it, and
 * zero-length ones that began in it. The SQL function of this name.
 */
export const touches = (start: unknown, end: unknown) =>
  sql<boolean>`touches(e.check_in, e.check_out, ${start}, ${end})`;

/** As `touches`, without zero-length entries. */
export const overlaps = (start: unknown, end: unknown) =>
  sql<boolean>`(${touches(start, end)} and e.check_out is distinct from e.check_in)`;

/** Locks all changes of this person's time entries until the transaction ends. */
export async function lockTimeEntriesOf(db: Db, companyId: string, userId: string): Promise<void> {
  await sql`select lock_time_entries_of(${companyId}, ${userId})`.execute(db);
}

/** Locks all changes of time entries of the company's people until the transaction ends. */
export async function lockTimeEntriesOfAll(db: Db, companyId: string): Promise<void> {
  // Always in the same order, so that two transactions that do it wait for each other.
  await sql`select lock_time_entries_of(u.company_id, u.id)
    from (select company_id, id from users where company_id = ${companyId} order by id) u`.execute(db);
}

/**
 * Whether this actor's account was new, and made by the person themselves, at the instant: the SQL function actor_is_new,
 * which the ledger uses as well.
 */
export const isActorNew = (companyId: string, actorId: string, userId: unknown, at: string) =>
  sql<boolean>`actor_is_new(${companyId}, ${actorId}, ${userId}, ${at})`;

/** Rows on which a step of work takes a few milliseconds. */
const rowsOfAStep = 200;

/** Lets other requests go first after a step of work on this many rows: a scan must not wait for the whole of a long list. */
export async function letOthersGoFirst(rows: number): Promise<void> {
  if (rows > rowsOfAStep) await setImmediate();
}

/** A list that `readLists` reads: a table expression, and the names of its columns. */
type List<Row> = { from: Expression<unknown>; names: readonly (keyof Row & string)[] };

/**
 * Reads several lists with one statement, in the order of their table expressions; `before` is what precedes `select`. Null if
 * `condition` does not hold. Each column travels as one JSON array: as rows they cost PostgreSQL three times as much, and the
 * server five times. Instants come in the form of PostgreSQL's JSON, for `parseInstant`.
 */
export async function readLists<Lists extends Record<string, object>>(
  db: Db,
  before: Expression<unknown>,
  lists: { [Name in keyof Lists]: List<Lists[Name]> },
  condition: Expression<boolean> = sql`true`,
): Promise<{ [Name in keyof Lists]: Lists[Name][] } | null> {
  const entries: [name: string, list: List<object>][] = Object.entries(lists);
  const selected = entries.map(([name, { from, names }]) => {
    const columns = names.map((column) => sql`json_agg(${sql.ref(`m.${column}`)})`);
    return sql`case when ${condition} then
      (select json_build_array(${sql.join(columns)}) from ${from} m) end as ${sql.ref(name)}`;
  });
  const { rows } = await sql<
    Record<string, (unknown[] | null)[] | null>
  >`${before} select ${sql.join(selected)}`.execute(db);
  const columnsOf = entries.map(([name]) => rows[0]?.[name] ?? null);
  await letOthersGoFirst(Math.max(...columnsOf.map((columns) => columns?.[0]?.length ?? 0)));
  const found = entries.map(
    ([name, { names }], index) => [name, rowsOf(names, columnsOf[index] ?? null)] as const,
  );
  return found.some(([, list]) => list === null)
    ? null
    : (Object.fromEntries(found) as { [Name in keyof Lists]: Lists[Name][] });
}

/** The rows of columns; without any row, they are null. */
function rowsOf(names: readonly string[], columns: (unknown[] | null)[] | null): object[] | null {
  if (!columns) return null;
  return (columns[0] ?? []).map((_, index) => {
    const row: Record<string, unknown> = {};
    for (const [column, name] of names.entries()) row[name] = columns[column]?.[index];
    return row;
  });
}
