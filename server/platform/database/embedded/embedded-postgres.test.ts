import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withClient } from './cluster.ts';
import { DataFolderInUseError, startEmbeddedPostgres } from './embedded-postgres.ts';
import { type Account, serviceAccount, sharedFolder } from './runtime.ts';

const log = pino({ level: 'silent' });
const fixture = fileURLToPath(new URL('./keep-running.fixture.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

let home: string;
let dataDir: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'maina-embedded-'));
  // mkdtemp makes a private folder, like root's home.
  await chmod(home, 0o755);
  dataDir = join(home, 'data');
});

afterAll(() => rm(home, { recursive: true }));

async function start(folder = dataDir, logger: Logger = log) {
  const running = await startEmbeddedPostgres({ dataDir: folder, log: logger, durable: false });
  onTestFinished(() => running.stop());
  return running;
}

/** A log whose messages a test can wait for. */
function listeningLog() {
  const lines: { level: number; msg: string; reason?: string; folder?: string }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { logger, lines, find: (text: string) => lines.find(({ msg }) => msg.includes(text)) };
}

const clusterFolder = (folder = dataDir) => join(folder, 'postgres');

async function serverPid(folder = dataDir): Promise<number> {
  return Number.parseInt(await readFile(join(clusterFolder(folder), 'postmaster.pid'), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 60_000, interval: 20 });

async function query(url: string, sql: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat());
}

/** An app process and its first line of output: the connection string, or the error. */
function spawnApp(
  folder = dataDir,
  account: Account | null = null,
): { app: ChildProcess; line: Promise<string> } {
  const app = spawn(process.execPath, [fixture, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    ...account,
  });
  onTestFinished(async () => {
    app.kill('SIGKILL');
    const pid = await serverPid(folder).catch(() => null);
    if (!pid) return;
    if (isAlive(pid)) process.kill(pid, 'SIGINT');
    await until(() => !isAlive(pid));
  });
  const line = new Promise<string>((resolve) =>
    app.stdout?.once('data', (text) => resolve(String(text).trim())),
  );
  return { app, line };
}

async function kill(app: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGKILL');
  await gone;
}

it('keeps the data and the port over a stop and a start, and leaves no process', async () => {
  const first = await start();
  await query(first.connectionString, `create table kept as select 'ąžuols' as word`);
  const pid = await serverPid();
  await Promise.all([first.stop(), first.stop()]);
  expect(isAlive(pid)).toBe(false);

  const second = await start();
  expect(second.connectionString).toBe(first.connectionString);
  expect(await query(second.connectionString, 'select upper(word) from kept')).toEqual(['ĄŽUOLS']);
});

it('stops without a warning about a connection that is still open', async () => {
  const { logger, lines } = listeningLog();
  const running = await start(dataDir, logger);
  const client = new pg.Client(running.connectionString);
  // The driver reports the server's message and then the lost connection.
  const told = new Promise<Error>((resolve) => client.on('error', resolve));
  await client.connect();
  await running.stop();
  expect((await told).message).toContain('terminating connection');
  const info = 30;
  expect(lines.filter(({ level }) => level > info)).toEqual([]);
});

it('keeps the database inside the data folder, whatever our umask', async () => {
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const folder = join(home, 'new', 'nested', 'data');
  const first = await start(folder);
  expect(first.folder).toBe(clusterFolder(folder));
  expect(existsSync(join(first.folder, 'PG_VERSION'))).toBe(true);
  await query(first.connectionString, `create table kept as select 1 as word`);
  await first.stop();

  // Moving the data folder takes everything along.
  const moved = join(home, 'moved');
  await rename(folder, moved);
  const second = await start(moved);
  expect(second.folder).toBe(clusterFolder(moved));
  expect(await query(second.connectionString, 'select word from kept')).toEqual([1]);
});

it('hides the password from other accounts and requires it', async () => {
  const { connectionString } = await start();
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(clusterFolder())).mode & 0o777).toBe(0o700);
  const url = new URL(connectionString);
  url.password = 'guessed';
  await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
});

it('refuses a second start, in this process and in another', async () => {
  const first = await start();
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataFolderInUseError);
  expect(await spawnApp().line).toMatch(/^DataFolderInUseError: Another Maina is already running/);
  expect(await query(first.connectionString, 'select 1')).toEqual([1]);
});

it('restarts it on the same port when the server is killed', async () => {
  const { connectionString } = await start();
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await until(async () => (await query(connectionString, 'select 1').catch(() => [])).length === 1);
  expect(await serverPid()).not.toBe(pid);
  expect(await query(connectionString, 'select word from kept')).toEqual(['ąžuols']);
});

it('can be stopped while it restarts a killed server', async () => {
  const { logger, find } = listeningLog();
  const { stop } = await start(dataDir, logger);
  process.kill(await serverPid(), 'SIGKILL');
  await until(() => find('PostgreSQL ended unexpectedly') !== undefined);
  await stop();
  expect(existsSync(join(clusterFolder(), 'postmaster.pid')) && isAlive(await serverPid())).toBe(false);
});

it('adopts the server that a killed app left running, and supervises it', async () => {
  const { app, line } = spawnApp();
  await line;
  const pid = await serverPid();
  await kill(app);
  expect(isAlive(pid)).toBe(true);

  const { connectionString, stop } = await start();
  expect(connectionString).toBe(await line);
  expect(await serverPid()).toBe(pid);
  process.kill(pid, 'SIGKILL');
  await until(
    async () => (await query(connectionString, 'select word from kept').catch(() => [])).length === 1,
  );
  const successor = await serverPid();
  await stop();
  expect(isAlive(successor)).toBe(false);
});

it("is not reached by Ctrl-C in the app's terminal, and stops as an adopted server", async () => {
  const { app, line } = spawnApp();
  await line;
  const gone = new Promise((resolve) => app.once('exit', resolve));
  if (app.pid) process.kill(-app.pid, 'SIGINT');
  await gone;
  // A server that had been told to stop would reject this connection.
  expect(await query(await line, 'select 1')).toEqual([1]);
  const { stop } = await start();
  const pid = await serverPid();
  await stop();
  await until(() => !isAlive(pid));
});

it('recovers when app and server were killed at once, during work', async () => {
  const { app, line } = spawnApp();
  await query(await line, 'create table crash as select generate_series(1, 50000) as n');
  const busy = query(await line, 'select count(*) from generate_series(1, 1000000000)').catch(() => []);
  const working = `select 1 from pg_stat_activity where query like '%1000000000%' and pid <> pg_backend_pid()`;
  await until(async () => (await query(await line, working)).length > 0);
  process.kill(await serverPid(), 'SIGKILL');
  await kill(app);
  const { connectionString } = await start();
  await busy;
  expect(await query(connectionString, 'select count(*)::int from crash')).toEqual([50_000]);
});

it('is not misled by a pid file whose id belongs to another process by now', async () => {
  const { stop } = await start();
  const text = await readFile(join(clusterFolder(), 'postmaster.pid'), 'utf8');
  await stop();
  const account = await serviceAccount();
  const stranger = spawn('sleep', ['60'], { ...account });
  onTestFinished(() => void stranger.kill());
  const left = join(clusterFolder(), 'postmaster.pid');
  await writeFile(left, text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
  if (account) await chown(left, account.uid, account.gid);

  const { connectionString } = await start();
  expect(await query(connectionString, 'select word from kept')).toEqual(['ąžuols']);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

it('takes another port if the last one is in use', async () => {
  const first = await start();
  await first.stop();
  const port = Number(new URL(first.connectionString).port);
  const squatter = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  const second = await start();
  expect(new URL(second.connectionString).port).not.toBe(String(port));
  expect(await query(second.connectionString, 'select word from kept')).toEqual(['ąžuols']);
});

it('refuses a data folder of another major version, of a lost cluster, of a lost password', async () => {
  await (await start()).stop();
  const version = join(clusterFolder(), 'PG_VERSION');
  const original = await readFile(version, 'utf8');
  await writeFile(version, '17\n');
  await expect(start()).rejects.toThrow('was written by PostgreSQL 17');
  await writeFile(version, original);

  const lost = join(home, 'lost');
  await mkdir(lost);
  const state = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  const elsewhere = { ...state, instance: crypto.randomUUID() };
  await writeFile(join(lost, 'postgres.json'), JSON.stringify(elsewhere));
  await expect(start(lost)).rejects.toThrow('is missing');
  await rm(lost, { recursive: true });

  await mkdir(join(lost, 'postgres'), { recursive: true });
  await expect(start(lost)).rejects.toThrow('password, is missing');
});

describe.runIf(isRoot)('under a private folder, which the account of PostgreSQL cannot enter', () => {
  /** The data folder, and its database elsewhere, which is removed after the test. */
  async function startPrivate() {
    const privateHome = await mkdtemp(join(home, 'private-'));
    const folder = join(privateHome, 'data');
    const { logger, find } = listeningLog();
    const running = await startEmbeddedPostgres({ dataDir: folder, log: logger, durable: false });
    onTestFinished(async () => {
      await running.stop();
      await rm(dirname(running.folder), { recursive: true });
    });
    return { running, folder, privateHome, find };
  }

  it('puts the database into the shared folder, and says so at the start', async () => {
    const { running, folder, find } = await startPrivate();
    expect(dirname(dirname(running.folder))).toBe(join(sharedFolder, 'clusters'));
    const said = find('the database lies outside the data folder');
    expect(said).toMatchObject({ folder: running.folder, reason: expect.stringContaining('cannot reach') });
    await query(running.connectionString, 'create table kept as select 1 as word');
    await running.stop();
    expect(await readdir(folder)).not.toContain('postgres');

    const again = await start(folder);
    expect(again.folder).toBe(running.folder);
    expect(await query(again.connectionString, 'select word from kept')).toEqual([1]);
    await again.stop();
  });

  it('leaves it there when the data folder becomes accessible, until it is moved by hand', async () => {
    const { running, folder, privateHome } = await startPrivate();
    await query(running.connectionString, 'create table kept as select 1 as word');
    await running.stop();
    await chmod(privateHome, 0o755);

    const { logger, find } = listeningLog();
    const second = await start(folder, logger);
    expect(second.folder).toBe(running.folder);
    expect(find('the database lies outside')?.reason).toBe('an earlier start put it there');
    await second.stop();

    // As docs/operations.md says.
    execFileSync('mv', [second.folder, clusterFolder(folder)]);
    const third = await start(folder);
    expect(third.folder).toBe(clusterFolder(folder));
    expect(await query(third.connectionString, 'select word from kept')).toEqual([1]);
    await third.stop();
  });

  it('refuses to run on a copied data folder beside its original', async () => {
    const { folder, privateHome } = await startPrivate();
    const copy = join(privateHome, 'copy');
    await mkdir(copy);
    await writeFile(join(copy, 'postgres.json'), await readFile(join(folder, 'postgres.json')));
    await expect(startEmbeddedPostgres({ dataDir: copy, log })).rejects.toThrow(DataFolderInUseError);
  });
});

it('lets exactly one of two simultaneous first starts win', async () => {
  const folder = join(home, 'race');
  const lines = await Promise.all([spawnApp(folder).line, spawnApp(folder).line]);
  const [winner, ...others] = lines.filter((line) => line.startsWith('postgresql:'));
  expect(others).toEqual([]);
  expect(lines.filter((line) => line.startsWith('DataFolderInUseError:'))).toHaveLength(1);
  expect(await query(winner ?? '', 'select 1')).toEqual([1]);
});

it('starts again if the first start was killed half-way', async () => {
  const folder = join(home, 'interrupted');
  const { app } = spawnApp(folder);
  const isHalfWay = async () => {
    const draft = (await readdir(folder)).find((name) => name.startsWith('postgres.new-'));
    return draft !== undefined && existsSync(join(folder, draft, 'data/PG_VERSION'));
  };
  await until(() => isHalfWay().catch(() => false));
  await kill(app);

  const { connectionString } = await start(folder);
  expect(await query(connectionString, 'select 1')).toEqual([1]);
  expect((await readdir(folder)).filter((name) => name.includes('new'))).toEqual([]);
});

it.runIf(isRoot)('works for an ordinary account, and root takes over its folder as it is', async () => {
  const ordinary = { uid: 65_534, gid: 65_534 };
  const place = await mkdtemp(join(tmpdir(), 'maina-embedded-'));
  onTestFinished(() => rm(place, { recursive: true }));
  await chmod(place, 0o755);
  const folder = join(place, 'data');
  await mkdir(folder);
  await chown(folder, ordinary.uid, ordinary.gid);

  const { app, line } = spawnApp(folder, ordinary);
  expect(await query(await line, `create table mine as select 1; select 1`).catch(() => line)).toBeDefined();
  expect((await stat(join(folder, 'postgres'))).uid).toBe(ordinary.uid);
  const pid = await serverPid(folder);
  await kill(app);
  process.kill(pid, 'SIGINT');
  await until(() => !isAlive(pid));

  const { connectionString, stop } = await start(folder);
  expect(await query(connectionString, 'select count(*)::int from mine')).toEqual([1]);
  await stop();
});
