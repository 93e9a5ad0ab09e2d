import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { pino } from 'pino';
import { createPool, type Db, openDatabase } from './database.ts';

/** `migrations/` and `functions/`, each with SQL files. */
const ourFolder = new URL('../../database/', import.meta.url);

// A migration that waits for a lock blocks every later query on the table.
const lockTimeout = `set local lock_timeout = '2s';\n`;
const attempts = 30;
const lockErrors = new Set(['40P01', '55P03']);

/** The database was created by other migrations than this program has. The message says what to do. */
export class OldDatabaseError extends Error {
  constructor() {
    super(
      'This database was made by a version of Maina from before 1.0.0, or by changed migrations, and cannot be migrated; ' +
        'nothing in it was changed. Make a backup with that version (npm run backup) and restore it into a new, empty ' +
        'database with this one (npm run restore), which takes it if the tables are the same. If it refuses, go on with ' +
        'that version and export the records there: time entries as files, and the ledger.',
    );
    this.name = 'OldDatabaseError';
  }
}

/**
 * Runs the statements of a text one after another: Citus sends all of the text that it gets to the nodes, where only one
 * statement is allowed.
 */
async function run(db: Db, text: string): Promise<void> {
  const statements = text.match(/(?:--.*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|[^;])+;/g) ?? [];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The SQL files of a folder, sorted by name. */
async function readSqlFiles(folder: URL): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const texts = files.map(
    async (file): Promise<[string, string]> => [
      file.slice(0, -'.sql'.length),
      await readFile(new URL(file, folder), 'utf8'),
    ],
  );
  return new Map(await Promise.all(texts));
}

const readMigrations = (folder: URL) => readSqlFiles(new URL('migrations/', folder));

/** SHA-256 of a migration's text, the same on systems with other line ends. */
const hashOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** The hash of each migration, by its name, in order. */
export type MigrationHashes = Record<string, string>;

/** The migrations that this program knows. */
export async function knownMigrations(folder = ourFolder): Promise<MigrationHashes> {
  const migrations = await readMigrations(folder);
  return Object.fromEntries([...migrations].map(([name, text]) => [name, hashOf(text)]));
}

/** What is wrong with our migrations, compared with the hashes that were recorded when each was released. */
export async function findChangedMigrations(
  recorded: MigrationHashes,
  folder = ourFolder,
): Promise<string[]> {
  const known = await knownMigrations(folder);
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(known)])].toSorted();
  return names.flatMap((name) => {
    if (!known[name]) return [`${name} was removed`];
    if (!recorded[name]) return [`${name} is not recorded yet: npm run db:freeze`];
    if (recorded[name] === known[name]) return [];
    return [`${name} was edited after it was recorded: put it back, and write a further migration`];
  });
}

/** Names of the migrations that the database has, in order; none if it is new. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!rows[0]?.isThere) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** The hash of each applied migration as it was then; none in a database from before hashes were kept. */
export async function appliedHashes(db: Db): Promise<MigrationHashes> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('applied_migration') is not null as is_there`.execute(db);
  if (!rows[0]?.isThere) return {};
  const applied = await db.selectFrom('appliedMigration').orderBy('name').selectAll().execute();
  return Object.fromEntries(applied.map(({ name, hash }) => [name, hash]));
}

/** Throws OldDatabaseError if a migration was applied with another content than it has now. */
async function refuseChanged(db: Db, applied: Set<string>, folder: URL): Promise<void> {
  const [known, hashes] = await Promise.all([knownMigrations(folder), appliedHashes(db)]);
  const isChanged = ([name, hash]: [string, string]) => applied.has(name) && hashes[name] !== hash;
  if (Object.entries(known).some(isChanged)) throw new OldDatabaseError();
}

/**
 * Applies all functions and triggers, unless exactly these were applied before: then they still exist, or a newer
 * program has replaced them since.
 */
async function applyFunctions(db: Db, folder: URL, migrations: Iterable<string>): Promise<void> {
  const functions = await readSqlFiles(new URL('functions/', folder));
  const hash = createHash('sha256')
    .update(JSON.stringify([...migrations, ...functions]))
    .digest('hex');
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('apply functions', 0))`.execute(transaction);
    const known = await transaction
      .selectFrom('appliedFunctions')
      .where('hash', '=', hash)
      .select('hash')
      .execute();
    if (known.length > 0) return;
    const text = [...functions.values()]
      .join('\n')
      .replace(/^create (?=function|trigger)/gm, 'create or replace ');
    // Bodies are not checked, so that functions may call each other in any order.
    await run(transaction, `${lockTimeout}set local check_function_bodies = off;\n${text}`);
    await transaction.insertInto('appliedFunctions').values({ hash }).execute();
  });
}

/**
 * Applies missing migrations, then the functions if they have changed. With `target`, applies only migrations up to it.
 * Servers that start together wait for each other. Takes its locks with a timeout and retries, so that it does not
 * block others. Throws OldDatabaseError if the database was made by other migrations than ours, or the first failure. Does nothing in a database that a newer program has
 * migrated: each migration keeps the previous version running, so that an upgrade can roll from server to server, and
 * be rolled back (docs/decisions/0018-migrations-and-functions.md).
 */
export async function migrate(
  db: Db,
  log: FastifyBaseLogger,
  { target, folder = ourFolder }: { target?: string | undefined; folder?: URL | undefined } = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  const known = new Set(migrations.keys());
  const applied = new Set(await appliedMigrations(db));
  if (applied.has('0001_foundation')) throw new OldDatabaseError();
  await refuseChanged(db, applied, folder);
  const unknown = applied.difference(known);
  if (unknown.size > 0 && known.isSubsetOf(applied)) {
    log.warn(
      { unknown: [...unknown] },
      'the database was migrated by a newer version; running on it as it is',
    );
    return;
  }
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        [...migrations].map(([name, text]) => [
          name,
          {
            async up(on: Db) {
              await run(on, lockTimeout + text);
              await on
                .insertInto('appliedMigration')
                .values({ name, hash: hashOf(text) })
                .execute();
            },
          },
        ]),
      ),
  };
  const migrator = new Migrator({ db, provider });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { error } = await (target ? migrator.migrateTo(target) : migrator.migrateToLatest());
      if (error) throw error;
      if (!target) await applyFunctions(db, folder, known);
      return;
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && lockErrors.has(error.code ?? '');
      if (!isLocked || attempt === attempts) throw error;
      log.warn({ attempt }, 'a migration could not get its locks in time; trying again');
      await sleep(1_000);
    }
  }
}

export async function migrateToLatest(connectionString: string): Promise<void> {
  const db = openDatabase(createPool(connectionString, 2));
  try {
    await migrate(db, pino({ level: 'silent' }));
  } finally {
    await db.destroy();
  }
}
