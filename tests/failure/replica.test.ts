/* Reads from a streaming replica that is in step, behind, silent, killed and promoted: every answer has what was just written. */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { ScanResult, TimeEntry } from '#contract/time-tracking.ts';
import {
  type Cluster,
  connectionString,
  freePort,
  launchServer,
  type Server,
  stopServer,
  untilReady,
  withClient,
} from '#server/platform/database/embedded/cluster.ts';
import { addEmployee, addLocation, password, registerCompany } from '#tests/support/factories.ts';
import { type Postgres, startPostgres } from '#tests/support/processes/postgres.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const query = <Row extends object>(url: string, text: string) =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);

/** A streaming replica of the server, made by PostgreSQL's low-level backup: the embedded one has no pg_basebackup. */
async function startReplica({ connectionString: primary, runtime }: Postgres) {
  const home = await mkdtemp(join(tmpdir(), 'maina-replica-'));
  await promisify(execFile)('chmod', ['755', home]);
  const folder = join(home, 'postgres');
  const { password: secret, port: primaryPort } = new URL(primary);
  const cluster: Cluster = {
    runtime,
    folder,
    password: secret,
    durable: true,
    log: pino({ level: 'silent' }),
  };
  await withClient(primary, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    const { rows } = await client.query<{ source: string }>(
      `select current_setting('data_directory') as source`,
    );
    await promisify(execFile)('cp', ['-a', rows[0]?.source ?? '', folder]);
    await rm(join(folder, 'postmaster.pid'));
    const { rows: ended } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop()',
    );
    const files = {
      backup_label: ended[0]?.label ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=maina password=${secret}'\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
      if (runtime.account) await chown(join(folder, name), runtime.account.uid, runtime.account.gid);
    }
  });
  const port = await freePort(null);
  let server: Server;
  const start = async () => {
    server = await launchServer(cluster, port);
    await untilReady(cluster, server);
  };
  onTestFinished(async () => {
    await stopServer(cluster, server);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  await start();
  return {
    url: connectionString(cluster, port, 'maina'),
    start,
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
  };
}

/** A server that accepts connections and says nothing, as one behind a firewall. */
async function startSilence(): Promise<string> {
  const silence = createServer(() => {});
  await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silence.close());
  const address = silence.address();
  return `postgresql://maina@127.0.0.1:${typeof address === 'object' && address?.port}/maina`;
}

/** How many reads the replica and the primary answered. */
async function servedBy({ services }: TestApp) {
  const text = await services.metrics.text();
  const count = (from: string) =>
    Number(text.match(`maina_replica_reads_total{from="${from}"} (\\d+)`)?.[1] ?? 0);
  return { replica: count('replica'), primary: count('primary') };
}

it('answers from a replica what was just written through another server, whatever the replica does', async () => {
  const primary = await startPostgres();
  const replica = await startReplica(primary);
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const open = async (replicaUrl: string) => {
    const env = { DATABASE_REPLICA_URL: replicaUrl };
    const app = await startTestApp({ connectionString: primary.connectionString, env, log });
    onTestFinished(() => app.close());
    return app;
  };
  const [writing, reading] = [await open(replica.url), await open(replica.url)];
  const company = await registerCompany(writing);
  const hall = await addLocation(company);
  const { client: worker } = await addEmployee(writing, company);
  const admin = reading.client();
  await admin.ok('login', { body: { email: company.user.email, password } });
  const { key } = await company.admin.ok('createApiKey', {
    body: { name: 'Payroll', expiresInDays: 30, password },
  });
  const program = reading.client();
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const period = { startDate: dayFromNow(-1), endDate: dayFromNow(1) };

  let scans = 0;
  let last: ScanResult['timeEntry'];
  const expectEverything = (entries: TimeEntry[]) => {
    expect(entries).toHaveLength(Math.ceil(scans / 2));
    expect(entries.find(({ id }) => id === last.id)).toMatchObject({ checkOut: last.checkOut });
  };
  /** Scans through one server, and asks the other for everything that is then known. */
  async function scanAndRead() {
    last = (await worker.ok('scan', { body: { qrCode: hall.qrCode } })).timeEntry;
    scans += 1;
    expectEverything(await admin.ok('getTimeEntriesReport', { query: period }));
  }
  /** Goes on until the replica, or the primary, has answered a read. */
  async function untilServedBy(source: 'replica' | 'primary') {
    const before = await servedBy(reading);
    do await scanAndRead();
    while ((await servedBy(reading))[source] === before[source]);
    // Not each time: a key has 120 requests in a minute.
    const { status, body } = await program.call(
      'getTimeEntriesReport',
      { query: period },
      { authorization: `Bearer ${key}` },
    );
    expect(status).toBe(200);
    expectEverything(body);
  }
  const late = 'the replica is late or failed; reads go to the primary';
  const again = 'the replica answers reads again';

  await untilServedBy('replica');
  await query(replica.url, 'select pg_wal_replay_pause()');
  await untilServedBy('primary');
  expect(logged).toContain(late);
  await query(replica.url, 'select pg_wal_replay_resume()');
  await untilServedBy('replica');
  expect(logged).toContain(again);

  // Killed during reads.
  let isOver = false;
  const reads = Array.from({ length: 4 }, async () => {
    while (!isOver) await admin.ok('getTimeEntriesReport', { query: period });
  });
  await replica.kill();
  await untilServedBy('primary');
  isOver = true;
  await Promise.all(reads);
  await replica.start();
  await untilServedBy('replica');

  // Promoted, it lives on with a history of its own.
  await query(replica.url, 'select pg_promote()');
  await query(replica.url, 'set session_replication_role = replica; truncate time_entry cascade');
  const before = await servedBy(reading);
  for (let turn = 0; turn < 3; turn += 1) await scanAndRead();
  expect((await servedBy(reading)).replica).toBe(before.replica);

  const beside = await open(await startSilence());
  const client = beside.client();
  await client.ok('login', { body: { email: company.user.email, password } });
  expect(await client.ok('getTimeEntriesReport', { query: period })).toHaveLength(Math.ceil(scans / 2));
  expect(await servedBy(beside)).toEqual({ replica: 0, primary: 1 });
});
