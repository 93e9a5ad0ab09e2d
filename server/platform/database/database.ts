import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DB } from './types.ts';

/** The database or a transaction: query functions don't care which. */
export type Db = Kysely<DB>;

const oid = { int8: 20, date: 1082, numeric: 1700, timestamptz: 1184 };

/** PostgreSQL's `2026-01-02 03:04:05.678+00` (sessions run in UTC) as ISO 8601 with milliseconds. */
function parseInstant(text: string): string {
  const [date, time = ''] = text.split(' ');
  const [clock = '', fraction = ''] = time.replace(/[+-]\d\d(:?\d\d)?$/, '').split('.');
  return `${date}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const types: pg.CustomTypesConfig = {
  // The overloads of getTypeParser cannot be met by one function; pg only calls it with (oid, format).
  getTypeParser: ((id: number, format: 'text' | 'binary') => {
    if (id === oid.timestamptz) return parseInstant;
    if (id === oid.date) return String;
    if (id === oid.numeric || id === oid.int8) return Number;
    return pg.types.getTypeParser(id, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** How connections name themselves to PostgreSQL (`pg_stat_activity`). */
export const applicationNames = { server: 'maina', jobs: 'maina jobs', tool: 'maina backup' } as const;

export function createPool(
  connectionString: string,
  maxConnections: number,
  applicationName: string = applicationNames.server,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: applicationName,
    options: '-c timezone=UTC',
  });
  // The next query replaces an idle connection that was lost; unheard, the error would end the process.
  pool.on('error', () => undefined);
  // One that is lost while in use fails its query, and tells of it by an event beside that.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** True for an error of PostgreSQL that violates the constraint or unique index of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Holds everything that writes this person's time entries until the transaction ends. */
export async function lockTimeEntriesOf(db: Db, userId: string): Promise<void> {
  await sql`select lock_time_entries_of(${userId})`.execute(db);
}
