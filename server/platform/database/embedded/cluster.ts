/** One PostgreSQL data folder and its server process. The caller must hold the folder's lock. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Logger } from 'pino';
import { createOpenFolder, type Runtime } from './runtime.ts';

export type Cluster = {
  runtime: Runtime;
  folder: string;
  password: string;
  durable: boolean;
  log: Logger;
  /** Instead of those that the server has otherwise. */
  settings?: Record<string, string>;
};

export type Server = {
  pid: number;
  port: number;
  exited: Promise<void>;
  hasExited: () => boolean;
  /** The last output of a server that ended. */
  lastWords: () => Promise<string>;
};

const run = promisify(execFile);
const startTimeoutMs = 5 * 60_000;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Logs only starts, stops and crashes: a failed statement is the caller's to report and may contain personal data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

const fastSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * A connection keeps up to 4 MB for its next query. Otherwise the C library gives memory back after each query, and the
 * system clears it anew for the next one: a quarter of the time of a month's overview. Bytes; glibc reads them, others don't.
 */
const keptMemory = {
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_TOP_PAD_: '262144',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

/** PostgreSQL gets none of our environment: it may contain secrets, or settings meant for other programs. */
function processOptions({ account, bin }: Runtime, env: Record<string, string> = {}) {
  return { cwd: bin, env: { LC_ALL: 'C', ...keptMemory, ...env }, windowsHide: true, ...account };
}

/** A connection string of the superuser. */
export function connectionString(
  { password }: Pick<Cluster, 'password'>,
  port: number,
  database: string,
): string {
  return `postgresql://maina:${password}@127.0.0.1:${port}/${database}`;
}

export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Returns the preferred loopback port if it is free, else another free one. */
export async function freePort(preferred: number | null): Promise<number> {
  if (preferred && (await isFree(preferred))) return preferred;
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Creates the data folder. It is built under a temporary name and renamed when complete: an interrupted attempt never
 * counts, and the next one removes it.
 */
export async function createCluster({ runtime, folder, password, durable }: Cluster): Promise<void> {
  const home = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  const remains = (await readdir(home)).filter((name) => name.startsWith(prefix));
  for (const name of remains) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });

  const draft = await mkdtemp(join(home, prefix));
  await createOpenFolder(draft);
  const target = join(draft, 'data');
  const passwordFile = join(draft, 'password');
  await mkdir(target, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runtime.account) {
    for (const path of [target, passwordFile]) await chown(path, runtime.account.uid, runtime.account.gid);
  }
  // The built-in locale is the same on every system, so an update of libc does not break an index.
  const locale =
    runtime.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  await run(
    join(runtime.bin, 'initdb'),
    [
      ...['--pgdata', target, '--username', 'maina', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', ...locale],
      ...(durable ? [] : ['--no-sync']),
    ],
    processOptions(runtime),
  );
  await rename(target, folder);
  if (durable && process.platform !== 'win32') {
    const handle = await open(home);
    await handle.sync();
    await handle.close();
  }
  await rm(draft, { recursive: true });
}

async function pidFile(folder: string): Promise<{ pid: number; port: number } | null> {
  try {
    // Lines: process id, data folder, start time, port … (src/include/utils/pidfile.h)
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The command line of a process: empty if it is gone or a zombie, null if it cannot be read. */
function commandLine(pid: number): string | null {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return process.kill(pid, 0) ? null : '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Returns whether this process is a PostgreSQL on this folder, and not a later process with the same id. */
function isServerOn(folder: string, pid: number): boolean {
  return commandLine(pid)?.includes(` -D ${folder} -c `) ?? true;
}

/** Ends the server together with our process if it exits without stopServer, after an uncaught error for instance. */
function tieToProcess(runtime: Runtime, server: Server): Server {
  const end = () => signalServer(runtime, server, 'INT');
  process.once('exit', end);
  server.exited.then(() => process.off('exit', end));
  return server;
}

/** Returns the server that an earlier process of ours left running on this folder, or null. */
export async function findServer({ folder, runtime }: Cluster): Promise<Server | null> {
  const recorded = await pidFile(folder);
  if (!recorded || !isServerOn(folder, recorded.pid)) return null;
  const { pid, port } = recorded;
  if (!port) throw new Error('PostgreSQL is only just starting');
  const hasExited = () => !isServerOn(folder, pid);
  const watch = async () => {
    while (!hasExited()) await sleep(500, undefined, { ref: false });
  };
  return tieToProcess(runtime, { pid, port, exited: watch(), hasExited, lastWords: async () => '' });
}

/** Part of the title of each of the cluster's processes. */
function clusterName(folder: string): string {
  return `maina-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}

/**
 * Ends backends left over by a killed server: a long query continues without it and blocks the next server. On systems
 * other than Linux we can only wait for its end.
 */
async function endOrphans(folder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const title = `postgres: ${clusterName(folder)}: `;
    if (commandLine(Number(entry))?.startsWith(title)) kill(Number(entry), 'SIGKILL');
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

/** Errors that connections get while we wait for the server and while we stop it, when a closed one may still be open there. */
const expectedEndings = [
  'the database system is starting up',
  'the database system is shutting down',
  'terminating connection due to administrator command',
];

/** Starts a server. In its own process group: Ctrl-C must reach it only after us, through stopServer. */
export async function launchServer(
  { runtime, folder, durable, log, settings: ownSettings }: Cluster,
  port: number,
): Promise<Server> {
  const options = Object.entries({
    ...settings,
    ...(durable ? {} : fastSettings),
    ...ownSettings,
    cluster_name: clusterName(folder),
    port: String(port),
  });
  // PostgreSQL takes any living process with the id in a leftover pid file for a server, unless it is its parent or
  // grandparent. findServer has verified that it is another program. Removing the file would skip the check of shared
  // memory.
  const recorded = await pidFile(folder);
  if (recorded) await endOrphans(folder);
  const stranger: Record<string, string> = recorded ? { PG_GRANDPARENT_PID: String(recorded.pid) } : {};
  const child = spawn(
    join(runtime.bin, 'postgres'),
    ['-D', folder, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...processOptions(runtime, stranger), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    const isFault = / (FATAL|PANIC): /.test(line) && !expectedEndings.some((ending) => line.endsWith(ending));
    if (isFault) log.warn({ source: 'postgres' }, line);
    else log.debug({ source: 'postgres' }, line);
  });
  let hasExited = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      hasExited = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      lines.push(error.message);
      end();
    });
  });
  // Output may arrive after the exit, but orphans of a killed server can hold it open for long.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lastWords = async () => {
    await Promise.race([closed, sleep(500)]);
    return lines.join('\n');
  };
  return tieToProcess(runtime, { pid: child.pid ?? 0, port, exited, hasExited: () => hasExited, lastWords });
}

/**
 * Errors after which a connection attempt is worth retrying: refused or cut off, or PostgreSQL is starting up or
 * shutting down.
 */
function mayYetAnswer(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || (error.code?.startsWith('57P') ?? false);
}

/**
 * Waits while the server starts, which takes long after a crash. Throws if it ends, if password or data folder show
 * that it is not ours, or if it does not answer within five minutes.
 */
export async function untilReady(cluster: Cluster, server: Server, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, 500)) {
    try {
      const folder = await withClient(connectionString(cluster, server.port, 'postgres'), async (client) => {
        const { rows } = await client.query<{ folder: string }>(
          `select current_setting('data_directory') folder`,
        );
        return rows[0]?.folder ?? '';
      });
      if ((await realpath(folder)) === (await realpath(cluster.folder))) return;
      throw new pg.DatabaseError(
        `Port ${server.port} belongs to another PostgreSQL, on ${folder}`,
        0,
        'error',
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (server.hasExited())
        throw new Error(`PostgreSQL ended while starting.\n${await server.lastWords()}`);
      if (!mayYetAnswer(error) || Date.now() > deadline) throw error;
    }
    await Promise.race([server.exited, sleep(pauseMs)]);
  }
}

/** Sends a signal; on Windows, which has none, through PostgreSQL's own tool. */
function signalServer({ bin }: Runtime, server: Server, name: 'INT' | 'QUIT' | 'KILL'): void {
  if (server.hasExited() || !server.pid) return;
  if (process.platform === 'win32' && name !== 'KILL') {
    execFile(join(bin, 'pg_ctl'), ['kill', name, String(server.pid)], { windowsHide: true }, () => {});
    return;
  }
  kill(server.pid, `SIG${name}`);
}

/** Stops the server: open transactions are rolled back; after 15 s it is told to disconnect everybody, then killed. */
export async function stopServer({ runtime }: Cluster, server: Server): Promise<void> {
  const steps = [
    { name: 'INT', patienceMs: 15_000 },
    { name: 'QUIT', patienceMs: 10_000 },
    { name: 'KILL', patienceMs: 10_000 },
  ] as const;
  for (const { name, patienceMs } of steps) {
    const deadline = Date.now() + patienceMs;
    signalServer(runtime, server, name);
    while (!server.hasExited() && Date.now() < deadline) await Promise.race([server.exited, sleep(100)]);
    if (server.hasExited()) return;
  }
}
