import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as z from 'zod';
import { appConnectionString, ensureAppDatabase } from './app-role.ts';
import {
  type Cluster,
  createCluster,
  findServer,
  freePort,
  launchServer,
  type Server,
  stopServer,
  untilReady,
} from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import {
  type Account,
  canKeepFilesIn,
  createOpenFolder,
  embeddedRuntime,
  type Runtime,
  sharedFolder,
} from './runtime.ts';

const startAttemptsMs = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000];

const stateSchema = z.object({
  instance: z.uuid(),
  password: z.string(),
  port: z.number().nullable(),
  /** Set once the cluster exists: from then on a missing cluster is a loss and not a first start. */
  isCreated: z.boolean(),
});
type State = z.infer<typeof stateSchema>;

export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another Maina is already running on the data folder ${folder}. ` +
        'Stop it first, or give this one a folder of its own with DATA_DIR.',
    );
    this.name = 'DataFolderInUseError';
  }
}

async function readState(file: string): Promise<State | null> {
  if (!existsSync(file)) return null;
  return stateSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

async function writeState(file: string, state: State): Promise<void> {
  const draft = await open(`${file}.new`, 'w', 0o600);
  await draft.writeFile(`${JSON.stringify(state, null, 2)}\n`);
  await draft.sync();
  await draft.close();
  await rename(`${file}.new`, file);
}

/** Throws if another major version of PostgreSQL wrote the folder. */
async function refuseOtherMajor({ folder, runtime }: Cluster): Promise<void> {
  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (Number(major) === runtime.major) return;
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${major}, and this version of Maina brings PostgreSQL ` +
      `${runtime.major}, which cannot read it. Start the earlier version of Maina, export the data, and restore them.`,
  );
}

/** As root, an existing cluster keeps the account that owns it: Maina may have run as that user before. */
async function ownerOf(folder: string, runtime: Runtime): Promise<Runtime> {
  if (!runtime.account) return runtime;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? runtime : { ...runtime, account: { uid, gid } };
}

/**
 * Adopts the server that runs on the cluster, or starts one. Retries for about half a minute: leftovers of a killed
 * server (its last processes, shared memory, the port) may take a moment to disappear.
 */
async function bringUp(
  cluster: Cluster,
  choosePort: () => Promise<number>,
  signal: AbortSignal,
): Promise<Server> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    let server: Server | null = null;
    let isFound = false;
    try {
      server = await findServer(cluster);
      isFound = server !== null;
      server ??= await launchServer(cluster, await choosePort());
      await untilReady(cluster, server, signal);
      if (isFound) cluster.log.info({ pid: server.pid }, 'took over the PostgreSQL that an earlier run left');
      return server;
    } catch (error) {
      if (server && !isFound) await stopServer(cluster, server);
      const pauseMs = startAttemptsMs[attempt];
      if (signal.aborted || pauseMs === undefined) throw error;
      cluster.log.warn({ err: error, attempt }, 'PostgreSQL did not start, trying again');
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Keeps a server running on the same port until told to stop; then no server is left. */
function supervise(cluster: Cluster, first: Server): () => Promise<void> {
  const stopping = new AbortController();
  const stopRequested = new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done()));
  let server = first;

  const watch = async () => {
    while (!stopping.signal.aborted) {
      await Promise.race([server.exited, stopRequested]);
      if (stopping.signal.aborted) break;
      cluster.log.error(
        { lastWords: await server.lastWords() },
        'PostgreSQL ended unexpectedly, starting it again',
      );
      try {
        server = await bringUp(cluster, async () => first.port, stopping.signal);
        cluster.log.info({ port: server.port }, 'PostgreSQL runs again');
      } catch (error) {
        if (!stopping.signal.aborted)
          cluster.log.error({ err: error }, 'PostgreSQL could not be started again');
      }
    }
    await stopServer(cluster, server);
  };
  const watching = watch();
  return () => {
    stopping.abort();
    return watching;
  };
}

/** Reads the state of the data folder; a new one is written to disk before the cluster that needs its password. */
async function loadState(stateFile: string, isClusterBeside: boolean): Promise<State> {
  const known = await readState(stateFile);
  if (known) return known;
  if (isClusterBeside) {
    throw new Error(
      `${stateFile}, which holds the database's password, is missing. Restore it from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const state: State = { instance: randomUUID(), password, port: null, isCreated: false };
  await writeState(stateFile, state);
  return state;
}

/** Returns the cluster, creates it on the first start, and checks that this PostgreSQL can run it. */
async function openCluster(draft: Cluster, state: State, stateFile: string): Promise<Cluster> {
  if (!existsSync(draft.folder)) {
    if (state.isCreated) {
      throw new Error(
        `The database is missing: it was in ${draft.folder} or, if root started Maina, perhaps in ` +
          `${clusterElsewhere(state)}. Bring it back, or remove ${stateFile} to begin with an empty one.`,
      );
    }
    draft.log.info({ folder: draft.folder }, 'creating the database');
    await createCluster(draft);
  }
  const cluster = { ...draft, runtime: await ownerOf(draft.folder, draft.runtime) };
  await refuseOtherMajor(cluster);
  return cluster;
}

/** The cluster's location if PostgreSQL's account cannot reach the data folder. */
const clusterElsewhere = ({ instance }: State) => join(sharedFolder, 'clusters', instance, 'postgres');

/**
 * Returns where the cluster is or is to be created: in the data folder. When started by root, PostgreSQL runs as
 * another account; if that account cannot reach the data folder, or an earlier start has already put the cluster there,
 * it is in the shared folder. It is never moved: only one of the two exists.
 */
async function chooseFolder(
  root: string,
  state: State,
  account: Account | null,
  log: Logger,
): Promise<string> {
  const inside = join(root, 'postgres');
  const elsewhere = clusterElsewhere(state);
  if (!account || existsSync(inside)) return inside;
  const isReachable = await canKeepFilesIn(root, account);
  if (isReachable && !existsSync(dirname(elsewhere))) return inside;
  const reason = isReachable
    ? 'an earlier start put it there'
    : `PostgreSQL does not run as root, and its account (uid ${account.uid}) cannot reach the data folder`;
  log.warn({ folder: elsewhere, dataDir: root, reason }, 'the database lies outside the data folder');
  return elsewhere;
}

/** Folders created by root are open to PostgreSQL's account; secrets in them have their own mode. */
async function createDataFolder(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  if (process.getuid?.() === 0) await createOpenFolder(dataDir);
  else await mkdir(dataDir, { recursive: true, mode: 0o700 });
}

async function start(dataDir: string, log: Logger, durable: boolean, locks: (() => void)[]) {
  await createDataFolder(dataDir);
  const root = await realpath(dataDir);
  const takeLock = (folder: string) => {
    const release = lockFolder(folder);
    if (!release) throw new DataFolderInUseError(root);
    locks.push(release);
  };
  takeLock(root);

  const runtime = await embeddedRuntime(root);
  const stateFile = join(root, 'postgres.json');
  const state = await loadState(stateFile, existsSync(join(root, 'postgres')));
  const folder = await chooseFolder(root, state, runtime.account, log);
  const home = dirname(folder);
  if (home !== root) {
    await createOpenFolder(home);
    // A copy of the data folder refers to the same cluster.
    takeLock(home);
  }
  const { password } = state;
  const cluster = await openCluster({ runtime, folder, password, durable, log }, state, stateFile);

  const server = await bringUp(cluster, () => freePort(state.port), new AbortController().signal);
  const stop = supervise(cluster, server);
  try {
    await ensureAppDatabase(cluster, server.port);
    if (!state.isCreated || state.port !== server.port) {
      await writeState(stateFile, { ...state, port: server.port, isCreated: true });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString: appConnectionString(cluster, server.port), folder, stop };
}

/** Returns the database of the data folder, kept running by another process, or null if there is none yet. */
export async function findEmbeddedDatabase(dataDir: string): Promise<{ connectionString: string } | null> {
  const state = await readState(join(dataDir, 'postgres.json'));
  if (!state?.isCreated || !state.port) return null;
  return { connectionString: appConnectionString(state, state.port) };
}

/**
 * Runs PostgreSQL on the data folder, on loopback, and keeps it running until `stop`, which may be called more than
 * once. `folder` is where its files are. Throws DataFolderInUseError if another process does so already, and a readable
 * error if the database cannot be used. `durable: false` trades safety from power cuts for speed.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  durable?: boolean;
}): Promise<{ connectionString: string; folder: string; stop(): Promise<void> }> {
  const locks: (() => void)[] = [];
  const unlock = () => {
    for (const release of locks) release();
  };
  try {
    const running = await start(options.dataDir, options.log, options.durable ?? true, locks);
    return {
      ...running,
      stop: () => running.stop().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
