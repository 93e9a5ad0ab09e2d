import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { applicationNames, createPool, type Db, openDatabase } from '../database/database.ts';
import { appliedMigrations } from '../database/migrate.ts';
import { waitingJobsQuery } from '../jobs.ts';
import { BackupError, type RowCounts, type TableSource, writeArchive } from './archive.ts';

/** The archive's name for what waits in the queues; no table of ours has a dot in its name. */
export const jobsTable = 'pgboss.job';

const batchSize = 1_000;

export type StoredTable = { table: string; columns: string[]; generated: string[] };

/** Which migrations were applied stands in the header; functions are the program's own. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock', 'applied_functions'];

/** Every table that holds data, with its columns in their order and those of them that PostgreSQL computes. */
export async function listTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
      coalesce(array_agg(a.attname::text) filter (where a.attgenerated <> ''), '{}') as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${bookkeeping})
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/** Mails of a server without SMTP_URL, with their passwords and links; nobody waits for them. */
const leftOut = 'dev_mail';

/** The rows of a query with one column `row`, fetched in portions. */
async function* fetchRows(transaction: Db, query: string): AsyncGenerator<string[]> {
  await sql.raw(`declare portion no scroll cursor for ${query}`).execute(transaction);
  for (;;) {
    const { rows } = await sql.raw<{ row: string }>(`fetch ${batchSize} from portion`).execute(transaction);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < batchSize) break;
  }
  await sql`close portion`.execute(transaction);
}

async function* readTables(transaction: Db): AsyncGenerator<TableSource> {
  for (const { table, columns } of await listTables(transaction)) {
    if (table === leftOut) continue;
    // A row as PostgreSQL writes it: what it reads again is the same value, whatever its type.
    const batches = fetchRows(transaction, `select saved::text as row from public.${table} as saved`);
    yield { table, columns, batches };
  }
  const jobs = await sql<{
    isThere: boolean;
  }>`select to_regclass('pgboss.job') is not null as is_there`.execute(transaction);
  if (jobs.rows[0]?.isThere) {
    yield { table: jobsTable, columns: [], batches: fetchRows(transaction, waitingJobsQuery) };
  }
}

/**
 * Writes everything that the database holds at one instant into a new file, while servers go on working on it. Throws
 * BackupError if the file exists or the database is not one of Maina.
 */
export async function backUp(connectionString: string, file: string, program: string): Promise<RowCounts> {
  if (existsSync(file)) throw new BackupError(`${file} exists already; a backup never replaces another.`);
  const db = openDatabase(createPool(connectionString, 1, applicationNames.tool));
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await setTextStyles(transaction);
        const migrations = await appliedMigrations(transaction);
        if (migrations.length === 0) throw new BackupError('This database holds no Maina yet.');
        const header = { program, createdAt: new Date().toISOString(), migrations };
        return writeArchive(file, header, readTables(transaction));
      });
  } finally {
    await db.destroy();
  }
}

/** Values as text that mean the same wherever they are read. */
export async function setTextStyles(transaction: Db): Promise<void> {
  await sql
    .raw(`set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local extra_float_digits = 1; set local bytea_output = 'hex'`)
    .execute(transaction);
}
