/** PgBouncer in transaction mode before a test cluster, with the settings that operators use (deploy/ha/pgbouncer.ini). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, withClient } from '#server/platform/database/embedded/cluster.ts';
import { serviceAccount } from '#server/platform/database/embedded/runtime.ts';

const program = '/usr/sbin/pgbouncer';

/** Starts it for every database of the server; returns the port. Throws if PgBouncer is not installed. */
export async function startPooler(adminUrl: string): Promise<{ port: number; stop(): Promise<void> }> {
  const { port: target, username, password } = new URL(adminUrl);
  const port = await freePort(null);
  const folder = await mkdtemp(join(tmpdir(), 'maina-pooler-'));
  const account = await serviceAccount();
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'postgresql'));
  const settings = (await readFile(new URL('../../deploy/ha/pgbouncer.ini', import.meta.url), 'utf8'))
    .replace(/^(auth_file = ).*(?=\/postgresql)/m, `$1${folder}`)
    .replace(/^maina = .*/m, `* = host=127.0.0.1 port=${target}`)
    .replace(/^listen_port = .*/m, `listen_port = ${port}`);
  const files = {
    'pgbouncer.ini': settings,
    'postgresql/pgbouncer-users.txt': `"${username}" "${password}"\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (account) await chown(join(folder, name), account.uid, account.gid);
  }
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...account,
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit').catch(() => {
    throw new Error(`The tests behind PgBouncer need ${program}: apt-get install pgbouncer`);
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = Object.assign(new URL(adminUrl), { port: String(port) }).href;
  for (let tries = 0; ; tries += 1) {
    try {
      await withClient(url, (client) => client.query('select'));
      return { port, stop };
    } catch (error) {
      if (child.exitCode !== null || !child.pid) await ended;
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
