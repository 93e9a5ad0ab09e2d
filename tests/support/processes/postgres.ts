/** A durable PostgreSQL that can be stopped and restarted on the same port. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import {
  type Cluster,
  connectionString,
  createCluster,
  freePort,
  launchServer,
  type Server,
  stopServer,
  untilReady,
  withClient,
} from '#server/platform/database/embedded/cluster.ts';
import { embeddedRuntime, type Runtime } from '#server/platform/database/embedded/runtime.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';

export type Postgres = {
  connectionString: string;
  runtime: Runtime;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts one in the given folder, else in a temporary one that is removed after the test. */
export async function startPostgres(folder?: string): Promise<Postgres> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'maina-failure-')));
  await chmod(home, 0o755);
  const cluster: Cluster = {
    runtime: await embeddedRuntime(home),
    folder: join(home, 'postgres'),
    password: randomBytes(18).toString('base64url'),
    durable: true,
    log: pino({ level: 'silent' }),
  };
  await createCluster(cluster);
  const port = await freePort(null);
  let server: Server | null = null;
  const postgres: Postgres = {
    connectionString: connectionString(cluster, port, 'maina'),
    runtime: cluster.runtime,
    async start() {
      server = await launchServer(cluster, port);
      await untilReady(cluster, server);
    },
    async stop() {
      if (server) await stopServer(cluster, server);
      server = null;
    },
  };
  onTestFinished(async () => {
    await postgres.stop();
    if (!folder) await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  await postgres.start();
  await withClient(connectionString(cluster, port, 'postgres'), (client) =>
    client.query('create database maina'),
  );
  await migrateToLatest(postgres.connectionString);
  return postgres;
}
