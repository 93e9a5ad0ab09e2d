import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { applicationNames, createPool, type Db, openDatabase } from '../database/database.ts';
import { appliedHashes, appliedMigrations } from '../database/migrate.ts';
import { waitingJobsQuery } from '../jobs.ts';
import { BackupError, type RowCounts, type TableSource, writeArchive } from './archive.ts';

/** The archive's name for the waiting jobs; our tables have no dot in their names. */
export const jobsTable = 'pgboss.job';

const batchSize = 1_000;

export type StoredTable = { table: string; columns: string[]; generated: string[] };

/** Not backed up: the applied migrations are in the header, functions belong to the program. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock', 'applied_migration', 'applied_functions'];

/** Every table with data, its columns in order and which of them PostgreSQL computes. */
export async function listTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
      coalesce(array_agg(a.attname::text) filter (where a.attgenerated <> ''), '{}') as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${bookkeeping})
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/** Mails of a server without SMTP_URL, with passwords and links; they will not be sent. */
const leftOut = 'dev_mail';

/** Fetches the rows of a query with one column `row` in batches. */
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
    // A row as PostgreSQL writes it: reading it back gives the same values, whatever their types.
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
 * Writes a snapshot of the whole database into a new file, while servers continue to use it. Throws BackupError if the
 * file exists or the database does not belong to Maina.
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
        // One connection to each node of a Citus cluster, and so one snapshot: each company's rows fit together.
        await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(transaction);
        const migrations = await appliedMigrations(transaction);
        if (migrations.length === 0) throw new BackupError('This database holds no Maina yet.');
        const hashes = await appliedHashes(transaction);
        const header = { program, createdAt: new Date().toISOString(), migrations, hashes };
        return writeArchive(file, header, readTables(transaction));
      });
  } finally {
    await db.destroy();
  }
}

/** Settings that make values as text independent of the reading session. */
export async function setTextStyles(transaction: Db): Promise<void> {
  await sql
    .raw(`set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local extra_float_digits = 1; set local bytea_output = 'hex'`)
    .execute(transaction);
}
