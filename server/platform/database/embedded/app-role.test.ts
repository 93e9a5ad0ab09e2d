import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { backUp } from '#server/platform/backup/backup.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { connectionString as superuserUrl, withClient } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maina-embedded-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function start(dataDir: string) {
  const running = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: 'silent' }),
    durable: false,
  });
  onTestFinished(() => running.stop());
  return running;
}

/** Objects not owned by the server's role, except those of PostgreSQL itself and of extensions. */
const strangers = sql<{ name: string; owner: string }>`
  select o.name, o.owner::regrole::text as owner from (
    select datname::text as name, datdba as owner, 0::oid as oid from pg_database where datname = current_database()
    union all select nspname, nspowner, oid from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)'
    union all select oid::regclass::text, relowner, oid from pg_class where relnamespace::regnamespace::text in ('public', 'pgboss')
    union all select oid::regtype::text, typowner, oid from pg_type where typnamespace::regnamespace::text in ('public', 'pgboss')
    union all select oid::regprocedure::text, proowner, oid from pg_proc where pronamespace::regnamespace::text in ('public', 'pgboss')
  ) o
  where o.owner <> current_user::regrole and not exists (
    select from pg_depend d where d.deptype in ('e', 'i') and d.objid = o.oid
      and (d.deptype = 'e' or exists (select from pg_depend e where e.objid = d.refobjid and e.deptype = 'e')))`;

async function expectOwnerAndNoMore({ services: { db } }: TestApp): Promise<void> {
  const { rows } = await sql`select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
    from pg_roles where rolname = current_user`.execute(db);
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
  ]);
  expect((await strangers.execute(db)).rows).toEqual([]);
  for (const forbidden of [
    `copy company to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    'create role thief superuser',
    'alter role maina password null',
    'set role maina',
  ]) {
    await expect(sql.raw(forbidden).execute(db), forbidden).rejects.toThrow(
      /permission denied|must be|Only roles/,
    );
  }
}

it('the server, backup and restore use a role that owns only its database', async () => {
  const home = await temporaryFolder();
  const first = await start(join(home, 'data'));
  const app = await startTestApp({ connectionString: first.connectionString });
  onTestFinished(() => app.close());
  await registerCompany(app);
  await expectOwnerAndNoMore(app);

  const file = join(home, 'a.backup');
  await backUp(first.connectionString, file, 'test');
  const second = await start(join(home, 'restored'));
  expect((await restore(second.connectionString, file)).company).toBe(1);
  const restored = await startTestApp({ connectionString: second.connectionString });
  onTestFinished(() => restored.close());
  await expectOwnerAndNoMore(restored);
});

it('takes over a database of an earlier version, which the superuser owns', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const earlier = await start(dataDir);
  const { password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  const port = Number(new URL(earlier.connectionString).port);
  await withClient(superuserUrl({ password }, port, 'postgres'), async (client) => {
    await client.query('drop database maina');
    await client.query('drop role maina_app');
    await client.query('create database maina');
  });
  const old = await startTestApp({ connectionString: superuserUrl({ password }, port, 'maina') });
  await registerCompany(old);
  await old.close();
  await earlier.stop();

  const { connectionString } = await start(dataDir);
  const app = await startTestApp({ connectionString });
  onTestFinished(() => app.close());
  expect(await app.services.db.selectFrom('company').select('name').execute()).toHaveLength(1);
  await expectOwnerAndNoMore(app);
});
