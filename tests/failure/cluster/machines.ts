/** The machines of `deploy/ha`, set up from these very files. Only for the namespaces of main.ts. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serviceAccount } from '#server/platform/database/embedded/runtime.ts';
import { root } from '#tools/bench/processes.ts';

const run = promisify(execFile);

export const databaseMachines = ['db1', 'db2', 'db3'] as const;
export type Machine = (typeof databaseMachines)[number];
export const addresses: Record<Machine, string> = { db1: '10.77.0.11', db2: '10.77.0.12', db3: '10.77.0.13' };
/** Where Maina, HAProxy and PgBouncer run: the namespace of the tests. */
const here = '10.77.0.1';

export type Member = { name: Machine; role: string; state: string; timeline?: number; lag?: number };

export type Program = 'etcd' | 'patroni' | 'haproxy' | 'pgbouncer';

export type Machines = Awaited<ReturnType<typeof startMachines>>;

/** Kills a process unless it has ended meanwhile. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has.
  }
}

/** Others than the given one. */
export const otherMachines = (machine: Machine): Machine[] =>
  databaseMachines.filter((other) => other !== machine);

/** Polls until `find` returns a value; errors count as not yet. Throws after three minutes, with what was last known. */
export async function until<T>(what: string, find: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = Date.now() + 180_000;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await find();
      if (found) return found;
      last = found;
    } catch (error) {
      last = error;
    }
    await sleep(200);
  }
  throw new Error(`Never happened: ${what}`, { cause: last });
}

async function connectMachines(): Promise<void> {
  const ip = (command: string) => run('ip', command.split(' '));
  // Names of namespaces are files; these must not be left behind.
  await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  await ip('link set lo up');
  await ip('link add switch type bridge');
  await ip(`addr add ${here}/24 dev switch`);
  await ip('link set switch up');
  for (const machine of databaseMachines) {
    await ip(`netns add ${machine}`);
    await ip(`link add to-${machine} type veth peer name eth0 netns ${machine}`);
    await ip(`link set to-${machine} master switch up`);
    await ip(`-n ${machine} link set lo up`);
    await ip(`-n ${machine} addr add ${addresses[machine]}/24 dev eth0`);
    await ip(`-n ${machine} link set eth0 up`);
  }
}

const secret = () => randomBytes(18).toString('hex');

/** Starts everything but Maina and waits until it is replicated. */
export async function startMachines() {
  await connectMachines();
  const account = await serviceAccount();
  const home = mkdtempSync(join(tmpdir(), 'cluster-'));
  chmodSync(home, 0o755);
  const logs = join(home, 'logs');
  mkdirSync(logs);
  const passwords = {
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    PATRONI_PASSWORD: secret(),
    MAINA_PASSWORD: secret(),
  };
  const folderOf = (machine: Machine | 'app') => join(home, machine);

  /** Fills in a file of deploy/ha for a machine, as `envsubst` does. */
  const readConfiguration = (machine: Machine | 'app', file: string): string => {
    const values: Record<string, string> = {
      NAME: machine,
      ADDRESS: machine === 'app' ? here : addresses[machine],
      DB1: addresses.db1,
      DB2: addresses.db2,
      DB3: addresses.db3,
      NETWORK: '10.77.0.0/24',
      DATA: folderOf(machine),
      ...passwords,
    };
    return readFileSync(join(root, 'deploy/ha', file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name) => {
      if (!values[name]) throw new Error(`${file}: nothing is known of ${name}`);
      return values[name];
    });
  };
  const write = (machine: Machine | 'app', file: string, text: string): string => {
    const path = join(folderOf(machine), file);
    writeFileSync(path, text, { mode: 0o600 });
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  for (const machine of [...databaseMachines, 'app'] as const) {
    for (const folder of ['', 'etcd', 'postgresql']) {
      const path = join(folderOf(machine), folder);
      mkdirSync(path, { mode: 0o700 });
      if (account) chownSync(path, account.uid, account.gid);
    }
  }
  const patroniFile = (machine: Machine) => join(folderOf(machine), 'patroni.yml');
  for (const machine of databaseMachines)
    write(machine, 'patroni.yml', readConfiguration(machine, 'patroni.yml'));
  write('app', 'postgresql/pgbouncer-users.txt', `"maina" "${passwords.MAINA_PASSWORD}"\n`);
  const pgbouncerFile = write('app', 'pgbouncer.ini', readConfiguration('app', 'pgbouncer.ini'));
  const haproxyFile = join(home, 'haproxy.cfg');
  writeFileSync(haproxyFile, readConfiguration('app', 'haproxy.cfg'));

  const running = new Map<string, ChildProcess>();
  const asService = account
    ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
    : [];
  const inside = (machine: Machine | 'app') => (machine === 'app' ? [] : ['ip', 'netns', 'exec', machine]);
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

  const start = (machine: Machine | 'app', program: Program, command: string[], settings = {}) => {
    const [first = '', ...rest] = command;
    const log = openSync(join(logs, `${machine}-${program}.log`), 'a');
    const child = spawn(first, rest, {
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { ...env, ...settings },
    });
    child.unref();
    running.set(`${machine} ${program}`, child);
  };
  const stop = async (machine: Machine | 'app', program: Program, signal: NodeJS.Signals = 'SIGTERM') => {
    const child = running.get(`${machine} ${program}`);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const etcdSettings = (machine: Machine) =>
    Object.fromEntries(
      readConfiguration(machine, 'etcd.env')
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  /** What runs on the machine, as the service account. */
  const commandOn = async (machine: Machine, command: string[]) => {
    const [first = '', ...rest] = [...inside(machine), ...asService, ...command];
    const { stdout } = await run(first, rest, { cwd: '/', env: { ...env, HOME: folderOf(machine) } });
    return stdout;
  };
  const ask = async (machine: Machine, path: string) =>
    fetch(`http://${addresses[machine]}:8008${path}`, { signal: AbortSignal.timeout(2_000) });

  const machines = {
    startEtcd: (machine: Machine, settings: Record<string, string> = {}) =>
      start(machine, 'etcd', [...inside(machine), ...asService, 'etcd'], {
        ...etcdSettings(machine),
        ...settings,
      }),
    startPatroni: (machine: Machine) =>
      start(machine, 'patroni', [...inside(machine), ...asService, 'patroni', patroniFile(machine)]),
    startHaproxy: () => start('app', 'haproxy', ['haproxy', '-W', '-db', '-f', haproxyFile]),
    startPgbouncer: () => start('app', 'pgbouncer', [...asService, 'pgbouncer', pgbouncerFile]),
    stop,
    /** Ends PostgreSQL and Patroni without warning, as a crash of the machine does. */
    async killDatabase(machine: Machine): Promise<void> {
      const { stdout } = await run('ip', ['netns', 'pids', machine]);
      const etcd = running.get(`${machine} etcd`)?.pid;
      const pids = stdout.split('\n').filter(Boolean).map(Number);
      for (const pid of pids) if (pid !== etcd) kill(pid);
    },
    /** Cuts the machine off from all others, without a word to them; `connect` undoes it. */
    disconnect: (machine: Machine) => run('ip', ['link', 'set', `to-${machine}`, 'down']),
    connect: (machine: Machine) => run('ip', ['link', 'set', `to-${machine}`, 'up']),
    /** Cuts it off from the other database machines only: the servers still reach it. */
    async setPeers(machine: Machine, isReachable: boolean) {
      for (const other of otherMachines(machine)) {
        const route = ['route', isReachable ? 'del' : 'add', 'blackhole', `${addresses[other]}/32`];
        await run('ip', ['-n', machine, ...route]);
      }
    },
    /** Removes the files of a program, as a new disk has none. */
    removeFiles: (machine: Machine, folder: 'etcd' | 'postgresql') =>
      rmSync(join(folderOf(machine), folder, 'maina'), { recursive: true, force: true }),
    patronictl: (machine: Machine, ...args: string[]) =>
      commandOn(machine, ['patronictl', '-c', patroniFile(machine), ...args]),
    etcdctl: (machine: Machine, ...args: string[]) =>
      commandOn(machine, ['etcdctl', '--endpoints', `http://${addresses[machine]}:2379`, ...args]),
    /** What Patroni knows about itself. */
    async status(machine: Machine): Promise<Record<string, unknown>> {
      return (await (await ask(machine, '/patroni')).json()) as Record<string, unknown>;
    },
    /** The machine that is primary by its own word, which it gives only while it holds the lock. */
    primary: (exceptFor?: Machine) =>
      until('a primary', async () => {
        for (const machine of databaseMachines) {
          if (machine === exceptFor) continue;
          const answer = await ask(machine, '/primary').catch(() => null);
          if (answer?.status === 200) return machine;
        }
        return null;
      }),
    /** Waits until all three machines are in order: a primary, a synchronous standby, another one, all on one timeline. */
    settled: () =>
      until('a healthy cluster', async () => {
        for (const machine of databaseMachines) {
          const answer = await ask(machine, '/cluster').catch(() => null);
          if (!answer?.ok) continue;
          const { members } = (await answer.json()) as { members: Member[] };
          const roles = members.map(({ role }) => role).toSorted();
          const isWhole =
            roles.join() === 'leader,replica,sync_standby' &&
            members.every(({ state, lag = 0 }) => ['running', 'streaming'].includes(state) && lag < 1e6) &&
            new Set(members.map(({ timeline }) => timeline)).size === 1;
          return isWhole && members;
        }
        return null;
      }),
    urlOf: (port: 6432 | 5000 | 5001, database = 'maina') =>
      `postgresql://maina:${passwords.MAINA_PASSWORD}@127.0.0.1:${port}/${database}`,
    /** For the superuser, on the machine itself. */
    psql: (machine: Machine, ...args: string[]) =>
      commandOn(machine, [
        'psql',
        '-qAt',
        `postgresql://postgres:${passwords.SUPERUSER_PASSWORD}@127.0.0.1/postgres`,
        ...args,
      ]),
    /** Kills everything, so that nothing holds the test runner. */
    async stopAll() {
      for (const child of running.values()) child.kill('SIGKILL');
      for (const machine of databaseMachines) await machines.killDatabase(machine);
    },
    /** The last lines of every log, for a failed run. */
    lastWords: async () => (await run('sh', ['-c', `tail -n 25 ${logs}/*`])).stdout,
  };
  for (const machine of databaseMachines) machines.startEtcd(machine);
  for (const machine of databaseMachines) machines.startPatroni(machine);
  machines.startHaproxy();
  machines.startPgbouncer();
  try {
    await machines.settled();
    await machines.psql(await machines.primary(), '-c', 'create database maina owner maina');
    return machines;
  } catch (error) {
    console.error(await machines.lastWords());
    await machines.stopAll();
    throw error;
  }
}
