import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { pino } from 'pino';
import { createPool, type Db, openDatabase } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

// A migration that waits for a lock makes everybody wait who comes after it.
const lockTimeout = `set local lock_timeout = '2s';\n`;
const attempts = 30;
const lockErrors = new Set(['40P01', '55P03']);

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8');
    return [
      file.slice(0, -'.sql'.length),
      { up: async (db) => void (await sql.raw(lockTimeout + text).execute(db)) },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Names of the migrations that this program knows, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations()).toSorted();
}

/** Names of the migrations that the database has, in order; none if it is new. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!rows[0]?.isThere) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/**
 * Applies what is missing, up to `target` where one is named; servers that start together wait for each other. Takes
 * its locks without holding others up, and tries again where it does not get them. Throws on the first failure. Changes nothing in a database that a newer program has migrated: each migration leaves the
 * version before it able to run, so that an upgrade can roll from server to server, and be rolled back.
 */
export async function migrate(db: Db, log: FastifyBaseLogger, target?: string): Promise<void> {
  const known = new Set(await knownMigrations());
  const applied = new Set(await appliedMigrations(db));
  const unknown = applied.difference(known);
  if (unknown.size > 0 && known.isSubsetOf(applied)) {
    log.warn(
      { unknown: [...unknown] },
      'the database was migrated by a newer version; running on it as it is',
    );
    return;
  }
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await (target ? migrator.migrateTo(target) : migrator.migrateToLatest());
    if (!error) return;
    const isLocked = error instanceof pg.DatabaseError && lockErrors.has(error.code ?? '');
    if (!isLocked || attempt === attempts) throw error;
    log.warn({ attempt }, 'a migration could not get its locks in time; trying again');
    await sleep(1_000);
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
