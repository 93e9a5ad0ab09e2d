import { sql } from 'kysely';
import { pino } from 'pino';
import { applicationNames, createPool, type Db, openDatabase } from '../database/database.ts';
import { appliedMigrations, knownMigrations, migrate } from '../database/migrate.ts';
import { prepareJobs, restoreJobs } from '../jobs.ts';
import { type ArchiveHeader, BackupError, type RowCounts, readArchive } from './archive.ts';
import { jobsTable, listTables, type StoredTable, setTextStyles } from './backup.ts';

/** Characters of rows that are sent to the database at once. */
const batchChars = 1_000_000;
const batchRows = 1_000;

const silent = pino({ level: 'silent' });

async function refuseUnfit(db: Db, { migrations, program }: ArchiveHeader): Promise<void> {
  const known = new Set(await knownMigrations());
  const newer = migrations.filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new BackupError(
      `This backup was made by a newer Maina (${program}), which knows ${newer.join(', ')}. ` +
        'Restore it with that version or a later one.',
    );
  }
  const servers = await sql`select from pg_stat_activity where datname = current_database()
    and application_name in (${applicationNames.server}, ${applicationNames.jobs})`.execute(db);
  if (servers.rows.length > 0) {
    throw new BackupError('A server of Maina is running on this database. Stop it first.');
  }
  const applied = await appliedMigrations(db);
  if (applied.some((name, index) => name !== migrations[index])) {
    throw new BackupError(
      'This database was set up by another version of Maina than the one that made the backup. ' +
        'Restore into a new, empty database.',
    );
  }
  const tables = (await listTables(db)).map(({ table }) => sql.id('public', table));
  for (const table of tables) {
    const { rows } = await sql`select from ${table} limit 1`.execute(db);
    if (rows.length > 0) {
      throw new BackupError('This database is not empty. Restore into a new, empty database.');
    }
  }
}

/** Brings the empty database to the state that the archive was written in, which may be an earlier one than ours. */
async function migrateAsArchived(db: Db, { migrations }: ArchiveHeader): Promise<void> {
  await migrate(db, silent, migrations.at(-1));
  if ((await appliedMigrations(db)).join() !== migrations.join()) {
    throw new BackupError('This version of Maina cannot set up a database as the backup needs it.');
  }
}

/** Takes foreign keys and triggers away for the load; the returned function brings them back and checks every row. */
async function suspendRules(transaction: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ owner: string; name: string; definition: string }>`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(transaction);
  const tables = (await listTables(transaction)).map(({ table }) => table);
  const run = (statements: string[]) => sql.raw(statements.join(';')).execute(transaction);
  await run(rows.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`));
  await run(tables.map((table) => `alter table public.${table} disable trigger user`));
  return async () => {
    await run(
      rows.map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`),
    );
    await run(tables.map((table) => `alter table public.${table} enable trigger user`));
  };
}

/** Writes rows of one table, numbered as they were; generated columns are computed anew. */
async function insertRows(
  transaction: Db,
  { table, columns, generated }: StoredTable,
  rows: string[],
): Promise<void> {
  const written = columns.filter((name) => !generated.includes(name));
  const list = sql.join(written.map((name) => sql.id(name)));
  const target = sql.id('public', table);
  await sql`insert into ${target} (${list}) overriding system value select ${list} from unnest(${rows}::${target}[])`.execute(
    transaction,
  );
}

/** The next number of each table that numbers its rows. */
async function advanceNumbers(transaction: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(transaction);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${`public.${table}`}, ${column}), coalesce(max(${sql.id(column)}), 0) + 1, false)
      from ${sql.id('public', table)}`.execute(transaction);
  }
}

async function load(transaction: Db, file: string, boss: Awaited<ReturnType<typeof prepareJobs>>) {
  await setTextStyles(transaction);
  const restoreRules = await suspendRules(transaction);
  const tables = new Map((await listTables(transaction)).map((stored) => [stored.table, stored]));
  let waiting: string[] = [];
  let chars = 0;
  let write = (_rows: string[]) => Promise.resolve();
  const flush = async () => {
    if (waiting.length > 0) await write(waiting);
    waiting = [];
    chars = 0;
  };
  const { rows } = await readArchive(file, {
    async table({ table, columns }) {
      await flush();
      const stored = tables.get(table);
      if (table === jobsTable) write = (rows) => restoreJobs(boss, transaction, rows);
      else if (stored?.columns.join() === columns.join()) {
        write = (rows) => insertRows(transaction, stored, rows);
      } else throw new BackupError(`The backup's table ${table} is not one of this version of Maina.`);
    },
    row(row) {
      waiting.push(row);
      chars += row.length;
      return waiting.length >= batchRows || chars >= batchChars ? flush() : undefined;
    },
  });
  await flush();
  await advanceNumbers(transaction);
  await restoreRules();
  return rows;
}

/**
 * Fills a new, empty database from an archive and brings it up to date with this program. All or nothing: the archive is
 * checked from end to end before anything is written, and the rows go in as one transaction, at whose end every
 * constraint is checked. Throws BackupError if the archive is damaged or newer than this program, or the database is in
 * use or not empty.
 */
export async function restore(connectionString: string, file: string): Promise<RowCounts> {
  const { header } = await readArchive(file);
  const db = openDatabase(createPool(connectionString, 2, applicationNames.tool));
  try {
    await refuseUnfit(db, header);
    await migrateAsArchived(db, header);
    const boss = await prepareJobs(connectionString);
    try {
      const rows = await db.transaction().execute((transaction) => load(transaction, file, boss));
      await migrate(db, silent);
      await sql`analyze`.execute(db);
      return rows;
    } finally {
      await boss.stop({ graceful: false });
    }
  } finally {
    await db.destroy();
  }
}
