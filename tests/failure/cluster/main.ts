/*
 * Runs the tests on a whole cluster (`npm run test:cluster`): three database machines with etcd, Patroni and PostgreSQL, and
 * one with HAProxy, PgBouncer and Maina. Each machine is a network namespace, so that it can be cut off by taking its link
 * down, as a broken switch would. All of it lives in namespaces of its own, which end with the run however it ends, and
 * uses the ports and addresses of the configuration without touching those of this computer.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { root } from '#tools/bench/processes.ts';

const needed = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/etcdctl': 'etcd-client',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};
const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** What this computer lacks for the run, as a sentence; null if nothing. */
function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux with network namespaces';
  const missing = Object.entries(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) return `these Debian packages are missing: apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) return 'network namespaces need root (PostgreSQL itself never runs as root)';
  try {
    execFileSync('unshare', [...namespaces, 'ip', 'link', 'add', 'test', 'type', 'bridge'], {
      stdio: 'pipe',
    });
    return null;
  } catch (error) {
    return `this computer does not allow network namespaces: ${error instanceof Error ? error.message : error}`;
  }
}

if (process.argv[2] === '--inside') {
  await startVitest('test', [], {
    config: false,
    watch: false,
    root,
    include: ['tests/failure/cluster/*.cluster.ts'],
    testTimeout: 40 * 60_000,
  });
  // Ends everything else in here.
  process.exit();
} else {
  const obstacle = findObstacle();
  if (obstacle) console.log(`Skipped, since ${obstacle}.`);
  else {
    const folder = mkdtempSync(join(tmpdir(), 'maina-machines-'));
    // PostgreSQL's account must reach it.
    chmodSync(folder, 0o755);
    // The shell is the first process there, and waits for orphans, which Node does not.
    const inside = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, import.meta.filename, '--inside'];
    const child = spawn('env', [`TMPDIR=${folder}`, 'unshare', ...namespaces, ...inside], {
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'));
    const [status] = await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exitCode = status ?? 1;
  }
}
