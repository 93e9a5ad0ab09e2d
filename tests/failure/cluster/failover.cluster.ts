/* Scans at 200 a second while machines of a whole cluster are killed, cut off and restarted. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import { createPool, openDatabase } from '#server/platform/database/database.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { replayLedger, storedEntries } from '#tests/support/ledger-export.ts';
import { expectWholeLedger } from '#tests/support/processes/company.ts';
import { serverCommand } from '#tests/support/processes/settings.ts';
import { createGateCompany, type GateCompany } from '#tools/bench/gate-company.ts';
import { root, type ServerProcess, startServerProcess } from '#tools/bench/processes.ts';
import {
  addresses,
  databaseMachines,
  kill,
  type Machine,
  type Machines,
  otherMachines,
  startMachines,
  until,
} from './machines.ts';
import { type Phones, startPhones } from './phones.ts';

const run = promisify(execFile);
const perSecond = 200;
const people = 400;

/** Tries until it succeeds: the machine is busy, and the cluster may be between two primaries. */
const untilDone = (what: string, act: () => Promise<unknown>) => until(what, async () => [await act()]);

/** Jobs that are due in some seconds, as an e-mail that waits for its time. */
async function sendJobs(url: string, title: string, count: number, seconds: number): Promise<string[]> {
  const subjects = Array.from({ length: count }, (_, index) => `${title} ${index}`);
  await untilDone(`jobs of: ${title}`, () =>
    withClient(url, (client) =>
      client.query(
        `insert into pgboss.job (id, name, data, start_after, heartbeat_seconds, policy, retry_limit, expire_seconds,
          deletion_seconds, keep_until)
        select md5(subject)::uuid, 'mail', jsonb_build_object('to', 'somebody@gate.example', 'subject', subject, 'html', '', 'text', ''),
          now() + $2 * interval '1 second', 30, 'standard', 20, 900, 1, now() + interval '1 day'
        from unnest($1::text[]) subject on conflict do nothing`,
        [subjects, seconds],
      ),
    ),
  );
  return subjects;
}

const mailsIn = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query('select subject from dev_mail order by subject');
    return rows.map(({ subject }) => subject);
  });

/** Each scan did what the person's scans before it make of it, and the ledger tells the same story as the entries. */
async function expectRightEntries(
  url: string,
  origin: string,
  company: GateCompany,
  { acknowledged }: Phones,
): Promise<void> {
  for (const [userId, scans] of Map.groupBy(acknowledged, (scan) => scan.userId)) {
    let open: string | null = null;
    for (const { code, action } of scans) {
      const expected: string = open === null ? 'check-in' : open === code ? 'check-out' : 'location-switch';
      expect({ userId, action }).toEqual({ userId, action: expected });
      open = expected === 'check-out' ? null : code;
    }
  }
  const lines: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const response = await fetch(`${origin}/api/ledger?after=${after}`, {
      headers: { cookie: `maina_session=${company.people[0]?.token}` },
    });
    const page = (await response.json()) as { lines: string[]; nextAfter: number | null };
    expect(response.status, JSON.stringify(page)).toBe(200);
    lines.push(...page.lines);
    after = page.nextAfter;
  }
  expect(await verifyLedger(lines)).toMatchObject({ ok: true });
  const db = openDatabase(createPool(url, 1));
  try {
    expect(replayLedger(lines)).toEqual(await storedEntries(db, company.companyId));
  } finally {
    await db.destroy();
  }
}

const rows: Record<string, string>[] = [];
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

it('loses and doubles no acknowledged scan, and goes on by itself', async () => {
  const machines = await startMachines();
  const wrong: string[] = [];
  const servers: ServerProcess[] = [];
  onTestFinished(async () => {
    for (const { pid } of servers) kill(pid);
    await machines.stopAll();
  });
  onTestFailed(async () => console.error(await machines.lastWords(), wrong.slice(0, 5).join('\n')));
  const onLine = (line: string) => void (line.includes('"code":"internal"') && wrong.push(line));
  const url = machines.urlOf(5000);
  const settings = {
    DATABASE_URL: machines.urlOf(6432),
    DATABASE_DIRECT_URL: url,
    SECRET_KEY: randomBytes(24).toString('hex'),
  };
  // Both migrate the new database at the same time, through PgBouncer.
  servers.push(
    ...(await Promise.all([
      startServerProcess(serverCommand, settings, { onLine }),
      startServerProcess(serverCommand, settings, { onLine }),
    ])),
  );
  const company = await createGateCompany(url, people);
  await withClient(url, (client) =>
    client.query(`update users set role = 'admin', is_owner = true where id = $1`, [company.people[0]?.id]),
  );
  let turn = 0;
  const phones = startPhones(company, perSecond, () => servers[turn++ % servers.length]?.origin ?? '');
  const mails: string[] = [];

  /** Does something to the cluster under load, waits until scans are taken again, and notes how long they were not. */
  const phase = async (title: string, act: () => Promise<unknown>) => {
    const since = performance.now();
    const repeated = phones.repeated;
    mails.push(...(await sendJobs(url, title, 5, 5)));
    await act();
    await phones.progress(2 * perSecond);
    await until('all jobs of this phase done', async () => (await mailsIn(url)).length >= mails.length);
    const { scans, pauseMs, slowestMs } = phones.summary(since);
    rows.push({
      what: title,
      'scans taken': String(scans),
      'without writes': seconds(pauseMs),
      'slowest scan': seconds(slowestMs),
      repeated: String(phones.repeated - repeated),
    });
    console.log(`${seconds(performance.now() - since)}: ${JSON.stringify(rows.at(-1))}`);
  };
  /** What happens to the primary; another one takes over, and the old one follows it afterwards. */
  const failOver = async (
    title: string,
    harm: (machine: Machine) => unknown,
    undo: (machine: Machine) => unknown,
  ) => {
    const old = await machines.primary();
    await phase(title, async () => {
      await harm(old);
      await machines.primary(old);
    });
    await undo(old);
    await machines.settled();
    expect(await machines.primary()).not.toBe(old);
  };

  await phase('nothing', () => phones.progress(10 * perSecond));
  await failOver('the primary is killed', machines.killDatabase, async (old) => {
    await machines.stop(old, 'patroni');
    machines.startPatroni(old);
  });
  await failOver('the primary is cut off from everybody', machines.disconnect, machines.connect);
  await failOver(
    'the primary is cut off from the other databases',
    (machine) => machines.setPeers(machine, false),
    (machine) => machines.setPeers(machine, true),
  );

  const synchronous = (await machines.settled()).find(({ role }) => role === 'sync_standby')?.name ?? 'db1';
  await phase('the synchronous standby is cut off', () => machines.disconnect(synchronous));
  await machines.connect(synchronous);
  await machines.settled();

  await phase('etcd is gone', async () => {
    const primary = await machines.primary();
    for (const machine of databaseMachines) await machines.stop(machine, 'etcd', 'SIGKILL');
    await until('failsafe mode', async () => (await machines.status(primary)).failsafe_mode_is_active);
    expect(await machines.primary()).toBe(primary);
  });
  for (const machine of databaseMachines) machines.startEtcd(machine);
  await machines.settled();

  await phase('both standbys are gone, then commits no longer wait for them', async () => {
    const primary = await machines.primary();
    const standbys = otherMachines(primary);
    const setSynchronous = (value: string) =>
      untilDone('the new setting', () =>
        machines.patronictl(primary, 'edit-config', '-s', `synchronous_mode=${value}`, '--force', 'maina'),
      );
    for (const machine of standbys) await machines.stop(machine, 'patroni');
    await until('commits that wait for a standby', async () =>
      Number(
        await machines.psql(
          primary,
          '-c',
          `select count(*) from pg_stat_activity where wait_event = 'SyncRep'`,
        ),
      ),
    );
    await setSynchronous('false');
    await phones.progress(perSecond);
    for (const machine of standbys) machines.startPatroni(machine);
    await setSynchronous('true');
    await machines.settled();
  });

  await phase('a machine is replaced by an empty one', () => replaceMachine(machines));
  await phase('the power fails on all machines at once', async () => {
    for (const machine of databaseMachines) await machines.killDatabase(machine);
    for (const machine of databaseMachines) await machines.stop(machine, 'etcd', 'SIGKILL');
    for (const machine of databaseMachines) await machines.stop(machine, 'patroni');
    for (const machine of databaseMachines) machines.startEtcd(machine);
    for (const machine of databaseMachines) machines.startPatroni(machine);
  });
  await machines.settled();

  await phase('everything is restarted, one after another', () => restartAll(machines, servers, settings));

  await until('two connections that listen for jobs', async () => {
    const listening = await withClient(url, (client) =>
      client.query(
        `select from pg_stat_activity where application_name = 'maina jobs' and query ~* 'listen'`,
      ),
    );
    return listening.rowCount === servers.length;
  });
  const replica = await withClient(machines.urlOf(5001), (client) =>
    client.query('select pg_is_in_recovery() as "isReplica"'),
  );
  expect(replica.rows).toEqual([{ isReplica: true }]);
  await phones.stop();
  expect(phones.wrong).toEqual([]);
  console.table(rows);
  await expectWholeLedger(
    url,
    company,
    phones.acknowledged.map(({ scanId, userId, action, entryId }) => ({ scanId, userId, action, entryId })),
  );
  await expectRightEntries(url, servers[0]?.origin ?? '', company, phones);
  expect(await mailsIn(url)).toEqual(mails.toSorted());
  console.log(
    `${phones.acknowledged.length} scans acknowledged, ${phones.repeated} attempts repeated, ${phones.skipped} not made because 15 of the same phone waited`,
  );
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await restoreBackup(machines, url);

  // The last resort of docs/operations.md: the primary and its synchronous standby are lost for good.
  const [left = 'db1'] = (await machines.settled()).flatMap(({ name, role }) =>
    role === 'replica' ? [name] : [],
  );
  for (const machine of otherMachines(left)) await machines.killDatabase(machine);
  await until(
    'the lock to expire',
    async () => !(await machines.patronictl(left, 'list')).includes('Leader'),
  );
  await untilDone('the last resort', () =>
    machines.patronictl(left, 'failover', 'maina', '--candidate', left, '--force'),
  );
  expect(await machines.primary()).toBe(left);
});

/** A standby's disk is lost: its etcd joins again as a new member, and Patroni copies the database. */
async function replaceMachine(machines: Machines) {
  const primary = await machines.primary();
  const [lost = 'db1'] = otherMachines(primary);
  await machines.killDatabase(lost);
  await machines.stop(lost, 'patroni');
  await machines.stop(lost, 'etcd', 'SIGKILL');
  machines.removeFiles(lost, 'etcd');
  machines.removeFiles(lost, 'postgresql');
  const peer = `http://${addresses[lost]}:2380`;
  const findMember = async () => {
    const list = await machines.etcdctl(primary, 'member', 'list');
    return list.split('\n').find((line) => line.includes(peer));
  };
  await until('the lost member to be removed', async () => {
    const [id] = (await findMember())?.split(',') ?? [];
    if (id) await machines.etcdctl(primary, 'member', 'remove', id);
    return !id;
  });
  await until('the new member to be added', async () => {
    const isThere = await findMember();
    if (!isThere) await machines.etcdctl(primary, 'member', 'add', lost, `--peer-urls=${peer}`);
    return isThere;
  });
  machines.startEtcd(lost, { ETCD_INITIAL_CLUSTER_STATE: 'existing' });
  machines.startPatroni(lost);
  await machines.settled();
  // And a copy that is asked for, of a standby that is there.
  await untilDone('a new copy', () =>
    machines.patronictl(primary, 'reinit', 'maina', lost, '--force', '--wait'),
  );
  await machines.settled();
}

/** A backup taken through the cluster is restored into a new database beside the old one. */
async function restoreBackup(machines: Machines, url: string) {
  const primary = await machines.primary();
  const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'maina.backup');
  const command = (script: string) =>
    run(process.execPath, [`tools/${script}.ts`, file], {
      cwd: root,
      env: { PATH: '/usr/bin:/bin', DATABASE_URL: machines.urlOf(6432), DATABASE_DIRECT_URL: url },
    });
  await command('backup');
  await machines.stop('app', 'pgbouncer');
  await machines.psql(primary, '-c', 'alter database maina rename to maina_before');
  await machines.psql(primary, '-c', 'create database maina owner maina');
  const { stdout } = await command('restore');
  expect(stdout).toContain('Restored: 1 companies');
}

/** As an operator upgrades: standbys first, then the primary after a switchover; then what runs beside Maina, and Maina. */
async function restartAll(machines: Machines, servers: ServerProcess[], settings: Record<string, string>) {
  const restartDatabase = async (machine: Machine) => {
    await machines.stop(machine, 'patroni');
    machines.startPatroni(machine);
    await machines.settled();
  };
  const primary = await machines.primary();
  for (const machine of otherMachines(primary)) await restartDatabase(machine);
  const next = (await machines.settled()).find(({ role }) => role === 'sync_standby')?.name ?? primary;
  await until('the switchover', async () => {
    if ((await machines.primary()) === next) return true;
    await machines.patronictl(
      primary,
      'switchover',
      'maina',
      '--leader',
      primary,
      '--candidate',
      next,
      '--force',
    );
    return false;
  });
  await machines.settled();
  await restartDatabase(primary);
  for (const machine of databaseMachines) {
    await machines.stop(machine, 'etcd');
    machines.startEtcd(machine);
    await untilDone('etcd to be well', () => machines.etcdctl(machine, 'endpoint', 'health'));
  }
  await machines.stop('app', 'haproxy');
  machines.startHaproxy();
  await machines.stop('app', 'pgbouncer');
  machines.startPgbouncer();
  for (const [index, server] of servers.entries()) {
    await server.stop();
    servers[index] = await startServerProcess(serverCommand, settings);
  }
}
