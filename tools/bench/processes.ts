/** Runs the server as a separate process and reads its resource usage from /proc (Linux only). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/platform/database/embedded/cluster.ts';
import { sharedFolder } from '#server/platform/database/embedded/runtime.ts';

export const root = join(import.meta.dirname, '../..');

export type ServerProcess = {
  origin: string;
  pid: number;
  /** The exit code, or the signal that killed it. */
  exited: Promise<number | NodeJS.Signals>;
  stop(): Promise<void>;
};

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/**
 * Starts a command that serves on the given PORT and waits for its /readyz. Log lines go to `onLine` or are dropped; the
 * command writes them either way.
 */
export async function startServerProcess(
  [command, ...args]: [string, ...string[]],
  settings: Record<string, string>,
  { cwd = root, onLine }: { cwd?: string; onLine?: (line: string) => void } = {},
): Promise<ServerProcess> {
  const port = await freePort(null);
  const origin = `http://127.0.0.1:${port}`;
  // Many requests of few people: what is measured is not the limits.
  const load = { RATE_LIMIT_FACTOR: '1000' };
  const env = { PATH, HOME, NODE_COMPILE_CACHE, PORT: String(port), HOST: '127.0.0.1', ...load, ...settings };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'inherit'] });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  const exited = once(child, 'exit').then(([code, signal]): number | NodeJS.Signals => signal ?? code);
  const { pid } = child;
  if (!pid) throw new Error(`${command} did not start`);
  const stop = async () => {
    // npm forwards signals to a shell, which does not; so the signal goes to the server, the last in the chain.
    process.kill(serverBelow(pid), 'SIGTERM');
    await exited;
  };
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}`);
    await sleep(20);
  }
  return { origin, pid, exited, stop };
}

export const productCommand: [string, ...string[]] = [process.execPath, 'server/main.ts'];

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
/** As `read`, but empty for a process that has ended meanwhile. */
function readIfRunning(pid: number, file: string): string {
  try {
    return read(pid, file);
  } catch {
    return '';
  }
}

const isServer = (pid: number) =>
  /^[^\0]*node\0(tools|server|tests\/support\/processes)\/\w+\.ts\0/.test(readIfRunning(pid, 'cmdline'));

/** The process and its descendants, parents first. */
export function descendants(pid: number): number[] {
  const children = readIfRunning(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(descendants)];
}

/** The server's own process below a command such as npm. */
export function serverBelow(pid: number): number {
  if (process.platform !== 'linux') return pid;
  const found = descendants(pid).find(isServer);
  if (!found) throw new Error('No server process');
  return found;
}

const megabytes = (text: string, field: string) =>
  Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024;

/** Resident megabytes (2^20 bytes). */
export const residentMb = (pid: number) => megabytes(read(pid, 'status'), 'VmRSS');

/** Proportional megabytes: shared memory is divided among the processes that share it. */
export const proportionalMb = (pid: number) => megabytes(read(pid, 'smaps_rollup'), 'Pss');

/** Milliseconds of processor time used so far. */
export function cpuMs(pid: number): number {
  // Fields after the name in parentheses; 14 and 15 of proc_pid_stat(5), in hundredths of a second.
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The cluster's folder, which is outside the data folder if root started it and PostgreSQL's account cannot reach it. */
function clusterHome(dataDir: string): string {
  if (existsSync(join(dataDir, 'postgres'))) return dataDir;
  const { instance } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  return join(sharedFolder, 'clusters', instance);
}

/** The process id of the PostgreSQL that runs on a data folder. */
export const postgresPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(clusterHome(dataDir), 'postgres/postmaster.pid'), 'utf8'), 10);

/** Removes a data folder with its cluster. */
export async function removeDataFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgres.json'))) {
    await rm(clusterHome(folder), { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
