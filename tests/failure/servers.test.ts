/* Several servers on one database: one is killed; another is the next version and runs a migration. */
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { expectWholeLedger, startLoad } from '#tests/support/processes/company.ts';
import { startPostgres } from '#tests/support/processes/postgres.ts';
import { isLong, serverCommand } from '#tests/support/processes/settings.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import { root, startServerProcess } from '#tools/bench/processes.ts';

it('goes on when one of two servers is killed: scans, sessions and jobs', async () => {
  const postgres = await startPostgres();
  const settings = { DATABASE_URL: postgres.connectionString, RATE_LIMIT_FACTOR: '1000' };
  const [first, second] = await Promise.all([
    startServerProcess(serverCommand, settings),
    startServerProcess(serverCommand, settings),
  ]);
  onTestFinished(() => second.stop());
  const company = await createGateCompany(postgres.connectionString, 24);
  const alive = [first, second];
  let turn = 0;
  // Like a load balancer: round robin, skipping servers known to be down.
  const load = startLoad(company, () => alive[turn++ % alive.length]?.origin ?? '');
  const told = await watchChanges(second.origin, company.people[0]?.token ?? '');
  await load.progress(100);
  await expect.poll(told).toContain('event: changed');

  // A job that the first server has fetched but not finished.
  await withClient(postgres.connectionString, async (client) => {
    const mail = { to: 'somebody@gate.example', subject: 'Taken', html: '', text: '' };
    await client.query(
      `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, policy, retry_limit,
          expire_seconds, deletion_seconds, keep_until)
        values ('mail', $1, 'active', now(), now(), 30, 'standard', 20, 900, 1, now() + interval '1 day')`,
      [mail],
    );
  });
  process.kill(first.pid, 'SIGKILL');
  alive.shift();
  await load.progress(100);
  await load.stop();
  expect(load.wrong).toEqual([]);
  await expectWholeLedger(postgres.connectionString, company, load.acknowledged);

  if (!isLong) return;
  const mailed = () =>
    withClient(postgres.connectionString, async (client) => {
      const { rows } = await client.query(`select subject from dev_mail`);
      return rows.map(({ subject }) => subject);
    });
  await expect.poll(mailed, { timeout: 150_000, interval: 500 }).toEqual(['Taken']);
  // What the killed server had not told may be unknown.
  await expect.poll(told).toContain('event: missed');
});

/** Reads the stream of changes until the test ends; returns what came so far. */
async function watchChanges(origin: string, token: string): Promise<() => string> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const { body } = await fetch(`${origin}/api/events`, {
    headers: { cookie: `maina_session=${token}` },
    signal: gone.signal,
  });
  let told = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) told += decoder.decode(chunk, { stream: true });
  };
  read().catch(() => undefined);
  return () => told;
}

/** A copy of the program with one more migration, standing in for the next version. */
async function nextVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maina-next-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of ['contract', 'domain', 'locales', 'server', 'tests', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(
    join(folder, 'server/database/migrations/9999_next.sql'),
    `alter table time_entry add column note text;
     create index time_entry_note_idx on time_entry (company_id, note);
     alter table scan add column battery integer;`,
  );
  return folder;
}

it('takes scans while the next version migrates and takes over, and when it is rolled back', async () => {
  const postgres = await startPostgres();
  const settings = { DATABASE_URL: postgres.connectionString };
  const old = await startServerProcess(serverCommand, settings);
  const company = await createGateCompany(postgres.connectionString, 24);
  const behind = [old];
  let turn = 0;
  const load = startLoad(company, () => behind[turn++ % behind.length]?.origin ?? '');
  await load.progress(100);

  const next = await startServerProcess(serverCommand, settings, { cwd: await nextVersion() });
  onTestFinished(() => next.stop());
  behind.push(next);
  await load.progress(100);
  behind.shift();
  await old.stop();
  await load.progress(50);

  const lines: string[] = [];
  const rolledBack = await startServerProcess(serverCommand, settings, {
    onLine: (line) => lines.push(line),
  });
  onTestFinished(() => rolledBack.stop());
  behind.push(rolledBack);
  await load.progress(50);
  await load.stop();
  expect(load.wrong).toEqual([]);
  console.log(`${load.acknowledged.length} scans acknowledged, ${load.repeated} repeated during the upgrade`);
  expect(lines.map((line) => JSON.parse(line).unknown)).toContainEqual(['9999_next']);
  await expectWholeLedger(postgres.connectionString, company, load.acknowledged);
});
