import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { BackupError } from './platform/backup/archive.ts';
import {
  DataFolderInUseError,
  startEmbeddedPostgres,
} from './platform/database/embedded/embedded-postgres.ts';
import { OldDatabaseError } from './platform/database/migrate.ts';
import { createLog } from './platform/log.ts';
import { openServices } from './services.ts';

const builtWeb = fileURLToPath(new URL('../dist/web/', import.meta.url));

export type RunningServer = {
  origin: string;
  connectionString: string;
  /** Where records lie, for the person at the terminal: a folder, or whose server it is. */
  recordsIn: string;
  log: FastifyBaseLogger;
  close(): Promise<void>;
};

/**
 * The whole product: the database (our own, unless DATABASE_URL names one), the API, the jobs and, from `webDir`, the
 * web app.
 */
export async function startServer(config: Config, webDir = builtWeb): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    let connectionString = config.databaseUrl;
    let recordsIn = 'the PostgreSQL server of DATABASE_URL';
    if (!connectionString) {
      const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
      closers.push(() => database.stop());
      connectionString = database.connectionString;
      recordsIn = database.folder;
    }
    log.info({ recordsIn }, 'the database is ready');
    const opened = await openServices(config, connectionString, log);
    closers.push(() => opened.close());
    const app = await buildApp(opened.services, webDir);
    closers.push(() => app.close());
    await app.listen({ port: config.port, host: config.host });
    if (!config.smtpUrl) log.info('SMTP_URL is not set: every mail can be read at /dev/mailbox');
    const port = (app.server.address() as AddressInfo).port;
    const origin = config.publicUrl ?? `http://localhost:${port}`;
    return { origin, connectionString, recordsIn, log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Runs until Ctrl-C or SIGTERM, then lets requests and jobs finish and closes everything in order. What takes longer than
 * SHUTDOWN_SECONDS is cut off; a second signal ends it at once.
 */
export async function runServer(config: Config, start = startServer): Promise<RunningServer> {
  const server = await start(config);
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      server.log.info({ signal }, 'stopping');
      setTimeout(() => {
        server.log.error({ seconds: config.shutdownSeconds }, 'stopping took too long; ending now');
        process.exit(1);
      }, config.shutdownSeconds * 1000).unref();
      server.close().then(
        () => process.exit(0),
        (err: unknown) => {
          server.log.error({ err }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
  return server;
}

/** A sentence for the person at the terminal where we know one, else the error as it is. */
export function explain(error: unknown): unknown {
  const ours = [DataFolderInUseError, BackupError, OldDatabaseError];
  if (ours.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program. Choose another one, for example:  PORT=3001 npm start';
  }
  return error instanceof Error && error.message.startsWith('These settings') ? error.message : error;
}

if (import.meta.main) {
  await runServer(readConfig());
}
