import { sql } from 'kysely';
import { pino } from 'pino';
import { applicationNames, createPool, type Db, openDatabase } from '../database/database.ts';
import { fillDirectory } from '../database/directory.ts';
import { appliedMigrations, knownMigrations, migrate } from '../database/migrate.ts';
import { prepareJobs, restoreJobs } from '../jobs.ts';
import {
  type ArchiveHeader,
  type ArchiveTable,
  BackupError,
  type RowCounts,
  readArchive,
} from './archive.ts';
import { jobsTable, listTables, type StoredTable, setTextStyles } from './backup.ts';

/** Characters of rows sent to the database at once. */
const batchChars = 1_000_000;
const batchRows = 1_000;

const silent = pino({ level: 'silent' });

const baseline = '0001_baseline';

/**
 * Returns the migrations to apply so that the rows of the backup fit. Throws BackupError for a backup of another
 * version.
 */
async function migrationsFor(
  { migrations, hashes, program }: ArchiveHeader,
  folder: URL | undefined,
): Promise<string[]> {
  const known = await knownMigrations(folder);
  const unknown = migrations.filter((name) => !known[name]);
  if (!migrations.includes(baseline)) {
    throw new BackupError(
      `This backup was made by a Maina from before 1.0.0 (${program}), which cannot be restored by this one. ` +
        'Restore it with that version and export the records there: time entries as files, and the ledger.',
    );
  }
  if (unknown.length > 0) {
    throw new BackupError(
      `This backup was made by a newer Maina (${program}), which knows ${unknown.join(', ')}. ` +
        'Restore it with that version or a later one.',
    );
  }
  // One from before 1.0.0 has no hashes: whether its tables fit is seen when they come.
  const changed = Object.keys(hashes).filter((name) => hashes[name] !== known[name]);
  if (changed.length > 0) {
    throw new BackupError(
      `This backup was made by a Maina (${program}) with another migration ${changed.join(', ')} than this one's. ` +
        'Restore it with that version.',
    );
  }
  return migrations;
}

async function refuseUnfit(db: Db, migrations: string[]): Promise<void> {
  const servers = await sql`select from pg_stat_activity where datname = current_database()
    and application_name in (${applicationNames.server}, ${applicationNames.jobs})`.execute(db);
  if (servers.rows.length > 0) {
    throw new BackupError('A server of Maina is running on this database. Stop it first.');
  }
  // Citus gives one to each table that it distributes.
  const distributed = await sql`select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'citus_truncate_trigger' limit 1`.execute(db);
  if (distributed.rows.length > 0) {
    throw new BackupError(
      'This database is distributed over a cluster. Restore into a new, empty database, and distribute that.',
    );
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

/** Migrates the empty database to the archive's version, which may be older than ours. */
async function migrateAsArchived(db: Db, migrations: string[], folder: URL | undefined): Promise<void> {
  await migrate(db, silent, { target: migrations.at(-1), folder });
  if ((await appliedMigrations(db)).join() !== migrations.join()) {
    throw new BackupError('This version of Maina cannot set up a database as the backup needs it.');
  }
}

/** Removes foreign keys and triggers for the load; the returned function restores them and checks every row. */
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

/** Writes rows of one table with their original ids; generated columns are computed again. */
async function rowWriter(
  transaction: Db,
  { table, columns, generated }: StoredTable,
  archived: ArchiveTable,
): Promise<(rows: string[]) => Promise<void>> {
  const asList = (names: string[]) => sql.join(names.map((name) => sql.id(name)));
  const target = sql.id('public', table);
  const written = archived.columns.filter((name) => !generated.includes(name));
  let source = target;
  if (archived.columns.join() !== columns.join()) {
    // A row type with the archive's order of columns, to parse the rows' text.
    source = sql.id('pg_temp', `archived_${table}`);
    await sql`create temp table ${sql.id(`archived_${table}`)} on commit drop as
      select ${asList(archived.columns)} from ${target} limit 0`.execute(transaction);
  }
  return async (rows) => {
    await sql`insert into ${target} (${asList(written)}) overriding system value
      select ${asList(written)} from unnest(${rows}::${source}[])`.execute(transaction);
  };
}

/** Sets the sequences of tables with generated ids. */
async function advanceNumbers(transaction: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(transaction);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${`public.${table}`}, ${column}), coalesce(max(${sql.id(column)}), 0) + 1, false)
      from ${sql.id('public', table)}`.execute(transaction);
  }
}

/** Whether the archive's table has the columns of today's. */
const hasColumnsOf = (archived: ArchiveTable, { columns }: StoredTable): boolean =>
  archived.columns.length === columns.length && archived.columns.every((name) => columns.includes(name));

async function load(
  transaction: Db,
  file: string,
  boss: Awaited<ReturnType<typeof prepareJobs>>,
  header: ArchiveHeader,
) {
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
    async table(archived) {
      await flush();
      const stored = tables.get(archived.table);
      if (archived.table === 'directory') write = () => Promise.resolve();
      else if (archived.table === jobsTable) write = (rows) => restoreJobs(boss, transaction, rows);
      else if (stored && hasColumnsOf(archived, stored)) {
        write = await rowWriter(transaction, stored, archived);
      } else {
        throw new BackupError(
          `The table ${archived.table} of this backup is not as this version of Maina has it: the backup was made by a version ` +
            `from before 1.0.0 (${header.program}), which cannot be migrated. Nothing was restored. Go on with that version ` +
            'and export the records there: time entries as files, and the ledger.',
        );
      }
    },
    row(row) {
      waiting.push(row);
      chars += row.length;
      return waiting.length >= batchRows || chars >= batchChars ? flush() : undefined;
    },
  });
  await flush();
  // Follows from the other rows. A backup of a Citus cluster has one snapshot for each node, and a key may be on another than
  // its company.
  await fillDirectory(transaction);
  await advanceNumbers(transaction);
  await restoreRules();
  return rows;
}

/**
 * Fills a new, empty database from an archive and migrates it to this program's version. All or nothing: the archive is
 * verified completely before anything is written, and the rows are written in one transaction, at whose end every
 * constraint is checked. `folder`: SQL files of another version, to restore as that would. Throws BackupError if the archive is damaged or newer than this program, or the database is in
 * use or not empty.
 */
export async function restore(connectionString: string, file: string, folder?: URL): Promise<RowCounts> {
  const { header } = await readArchive(file);
  const db = openDatabase(createPool(connectionString, 2, applicationNames.tool));
  try {
    const migrations = await migrationsFor(header, folder);
    await refuseUnfit(db, migrations);
    await migrateAsArchived(db, migrations, folder);
    const boss = await prepareJobs(connectionString);
    try {
      const rows = await db.transaction().execute((transaction) => load(transaction, file, boss, header));
      await migrate(db, silent, { folder });
      await sql`analyze`.execute(db);
      return rows;
    } finally {
      await boss.stop({ graceful: false });
    }
  } finally {
    await db.destroy();
  }
}
