import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool, type Db, openDatabase } from '#server/platform/database/database.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { findChangedMigrations, migrate, OldDatabaseError } from '#server/platform/database/migrate.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { addEmployee, addLocation, password, registerCompany } from '#tests/support/factories.ts';
import { startTestApp } from '#tests/support/test-app.ts';
import { createEmptyDatabase, createTestDatabase } from '#tests/support/test-database.ts';

const database = new URL('../../server/database/', import.meta.url);

it('schema.sql shows what the migrations and functions create; npm run db:types updates it', async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  expect(await withClient(connectionString, describeSchema)).toBe(
    await readFile(new URL('../generated/schema.sql', database), 'utf8'),
  );
});

/** The program's SQL files in a separate folder, with the changes of its next version. */
async function nextVersion(changes: Record<string, (text: string) => string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'maina-next-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(database, folder, { recursive: true });
  for (const [file, change] of Object.entries(changes)) {
    const path = join(folder, file);
    const before = await readFile(path, 'utf8').catch(() => '');
    const after = change(before);
    expect(after).not.toBe(before);
    await writeFile(path, after);
  }
  return pathToFileURL(`${folder}/`);
}

const withNote = (text: string) =>
  text.replace("'action', v_action,", "'action', v_action, 'note', v_entry.note,");

/** The function as it is in the database. */
async function bodyOfScan(db: Db): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where proname = 'process_scan'`.execute(db);
  return rows.map((row) => row.body).join();
}

describe('the next version', () => {
  const next = () =>
    nextVersion({
      'migrations/9999_next.sql': () => `
        alter table time_entry add column note text not null default 'none';
        alter table users add column badge integer not null default 7;
        alter table location add column floor integer not null default 0;
        alter table ledger_record add column checked boolean not null default false;
        alter table company add column sector text not null default 'wood';`,
      'functions/process_scan.sql': withNote,
    });

  it('adds columns with defaults to tables in use, and replaces a function while the previous version runs', async () => {
    const app = await startTestApp({ isOwn: true });
    onTestFinished(() => app.close());
    const company = await registerCompany(app);
    const { client } = await addEmployee(app, company);
    const { qrCode } = await addLocation(company);
    await client.ok('scan', { body: { qrCode } });

    const { db } = app.services;
    const silent = pino({ level: 'silent' });
    const folder = await next();
    await migrate(db, silent, { folder });
    const { rows } = await sql`select e.note, u.badge, l.floor, c.sector from time_entry e
      join users u on u.id = e.user_id join location l on l.id = e.location_id join company c on c.id = e.company_id`.execute(
      db,
    );
    expect(rows).toEqual([{ note: 'none', badge: 7, floor: 0, sector: 'wood' }]);
    // The previous version continues with the new function: the contract ignores unknown fields.
    expect((await client.ok('checkOut', { body: {} })).action).toBe('check-out');
    expect(await bodyOfScan(db)).toContain("'note', v_entry.note");

    // Rolled back, the previous version reverts nothing.
    await migrate(db, silent);
    await client.ok('scan', { body: { qrCode } });
    expect(await bodyOfScan(db)).toContain("'note', v_entry.note");
    const applied = () => db.selectFrom('appliedFunctions').select('hash').execute();
    expect(await applied()).toHaveLength(2);
    await migrate(db, silent, { folder });
    expect(await applied()).toHaveLength(2);
    await app.client().ok('login', { body: { email: company.user.email, password } });
  });

  it('replaces a function without a migration, also when the previous version restarts beside it', async () => {
    const { connectionString, drop } = await createTestDatabase();
    onTestFinished(drop);
    const db = openDatabase(createPool(connectionString, 2));
    onTestFinished(() => db.destroy());
    const silent = pino({ level: 'silent' });
    const folder = await nextVersion({ 'functions/process_scan.sql': withNote });
    const before = await bodyOfScan(db);
    await Promise.all([1, 2].map(() => migrate(db, silent, { folder })));
    expect(await bodyOfScan(db)).toBe(withNote(before));
    await migrate(db, silent);
    expect(await bodyOfScan(db)).toBe(withNote(before));
  });
});

describe('a migration that was applied', () => {
  it('is never edited: what servers have is compared with its recorded hash; npm run db:freeze records a new one', async () => {
    const recorded = JSON.parse(await readFile(new URL('migrations.json', database), 'utf8'));
    expect(await findChangedMigrations(recorded)).toEqual([]);
  });

  it('is found when it was edited, removed or not recorded', async () => {
    const recorded = JSON.parse(await readFile(new URL('migrations.json', database), 'utf8'));
    const folder = await nextVersion({
      'migrations/0001_baseline.sql': (text) => `${text}\n-- A late thought.\n`,
      'migrations/9999_next.sql': () => 'select 1;',
    });
    const change = 'edited after it was recorded: put it back, and write a further migration';
    expect(await findChangedMigrations({ ...recorded, '0000_gone': 'x' }, folder)).toEqual([
      '0000_gone was removed',
      `0001_baseline was ${change}`,
      '9999_next is not recorded yet: npm run db:freeze',
    ]);
  });

  it('with another content: the start refuses the database in words, and changes nothing', async () => {
    const { connectionString, drop } = await createTestDatabase();
    onTestFinished(drop);
    const change = (statement: string) => withClient(connectionString, (client) => client.query(statement));
    const refusal = async () => {
      const before = await withClient(connectionString, describeSchema);
      const start = startTestApp({ connectionString });
      await expect(start).rejects.toThrow(OldDatabaseError);
      await expect(start).rejects.toThrow(/npm run backup.*npm run restore.*export the records/);
      expect(await withClient(connectionString, describeSchema)).toBe(before);
    };
    await change(`update applied_migration set hash = 'another'`);
    await refusal();
    await change('delete from applied_migration');
    await refusal();
    // As a development version made it.
    await change('drop table applied_migration; drop table work_break');
    await refusal();
  });
});

it('a database from before the baseline is refused with instructions, and nothing in it changes', async () => {
  const { connectionString, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await withClient(connectionString, (client) =>
    client.query(`create table kysely_migration (name text primary key, timestamp text not null);
      insert into kysely_migration values ('0001_foundation', '2026'), ('0002_work_reports_and_messages', '2026');
      create table company (id uuid primary key)`),
  );
  const before = await withClient(connectionString, describeSchema);
  const start = startTestApp({ connectionString });
  await expect(start).rejects.toThrow(OldDatabaseError);
  await expect(start).rejects.toThrow(/npm run backup.*npm run restore/);
  expect(await withClient(connectionString, describeSchema)).toBe(before);
});
