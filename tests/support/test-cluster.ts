/**
 * A PostgreSQL for tests, benchmarks and trials: fast instead of safe, deleted at the end. Independent of the test
 * runner.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import {
  type Cluster,
  connectionString,
  createCluster,
  findServer,
  freePort,
  launchServer,
  stopServer,
  untilReady,
  withClient,
} from '#server/platform/database/embedded/cluster.ts';
import { lockFolder } from '#server/platform/database/embedded/folder-lock.ts';
import { embeddedRuntime, type Runtime, serviceAccount } from '#server/platform/database/embedded/runtime.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';

export type Engine = 'embedded' | 'debian';

/** The oldest PostgreSQL that Maina supports, as Debian 12 has it. */
export const debianPostgres = '/usr/lib/postgresql/15/bin';

const folderPrefix = 'maina-test-cluster-';
export const template = 'template_maina';

async function runtimeOf(engine: Engine, folder: string): Promise<Runtime> {
  if (engine === 'embedded') return embeddedRuntime(folder);
  if (!existsSync(debianPostgres)) {
    throw new Error(`The tests on Debian's PostgreSQL need ${debianPostgres}: apt-get install postgresql-15`);
  }
  return { bin: debianPostgres, major: 15, account: await serviceAccount() };
}

function clusterIn(folder: string, runtime: Runtime, durable = false): Cluster {
  return {
    runtime,
    folder: join(folder, 'postgres'),
    password: randomBytes(18).toString('base64url'),
    durable,
    log: pino({ level: 'silent' }),
  };
}

/**
 * Stops and removes a cluster in a folder, unless somebody holds its lock. Never throws: another test run may be removing
 * the same folder at this moment, and what stays is removed by the next one.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  try {
    const release = lockFolder(folder);
    if (!release) return;
    const cluster = clusterIn(folder, { bin: '', major: 0, account: null });
    const server = await findServer(cluster).catch(() => null);
    if (server) await stopServer(cluster, server);
    release();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The lock and the files go while another run removes the folder.
  }
}

/** Stops and removes the clusters of test runs that were killed: their locks died with them. */
export async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    // A cluster that is just starting may not be locked yet.
    const isNew = found && Date.now() - found.birthtimeMs < 60_000;
    const isOurs = found && (!process.getuid || found.uid === process.getuid());
    if (!isNew && isOurs) await removeAbandoned(folder);
  }
}

/**
 * Creates a copy of a database, on the same server as the one in the connection string. Of a Citus cluster, whose connection
 * strings are separated by commas, each node gets a copy of the same name, since a node finds the others' by its own.
 */
export async function createDatabase(adminUrls: string, from: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const create = (url: string) =>
    withClient(url, (admin) => admin.query(`create database ${name} template ${from}`));
  const [first = '', ...others] = adminUrls.split(',');
  await Promise.all([first, ...others].map(create));
  const url = new URL(first);
  url.pathname = name;
  return url.href;
}

/** Creates a fresh copy of the migrated database. */
export const copyTemplate = (adminUrl: string) => createDatabase(adminUrl, template);

export async function dropDatabase(adminUrls: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const urls = adminUrls.split(',');
  const drop = (url: string) =>
    withClient(url, (admin) => admin.query(`drop database if exists ${name} with (force)`));
  for (const url of urls) {
    // Citus' maintenance may connect again while its database is being dropped.
    await drop(url).catch((error) => (urls.length > 1 ? drop(url) : Promise.reject(error)));
  }
}

export type TestServer = {
  port: number;
  /** A connection string of the superuser. */
  url(database: string): string;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts an empty server in a temporary folder. Throws if the engine is not installed. */
export async function startTestServer(
  engine: Engine,
  {
    durable = false,
    ...given
  }: { durable?: boolean; settings?: Record<string, string>; password?: string } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  const release = lockFolder(folder);
  await chmod(folder, 0o755);
  const cluster = { ...clusterIn(folder, await runtimeOf(engine, folder), durable), ...given };
  await createCluster(cluster);
  const port = await freePort(null);
  let server = await launchServer(cluster, port);
  let stopped: Promise<void> | null = null;
  const end = async () => {
    await stopServer(cluster, server);
    release?.();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = () => {
    stopped ??= end();
    return stopped;
  };
  try {
    await untilReady(cluster, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    url: (database) => connectionString(cluster, port, database),
    async restart() {
      await stopServer(cluster, server);
      server = await launchServer(cluster, port);
      await untilReady(cluster, server);
    },
    stop,
  };
}

export type TestCluster = {
  connectionString: string;
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts a server in a temporary folder, with a migrated template to copy. Throws if the engine is not installed.
 * `durable` makes it safe from power cuts, at the cost of speed.
 */
export async function startTestCluster(
  engine: Engine = 'embedded',
  options: { durable?: boolean } = {},
): Promise<TestCluster> {
  await sweep();
  const server = await startTestServer(engine, options);
  try {
    const adminUrl = server.url('postgres');
    await withClient(adminUrl, (admin) => admin.query(`create database ${template}`));
    await migrateToLatest(server.url(template));
    return { connectionString: adminUrl, createDatabase: () => copyTemplate(adminUrl), stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
