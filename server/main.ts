import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback, ownOrigin } from '#server/platform/http/own-origin.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { whenNpmEnds } from './npm-parent.ts';
import { BackupError } from './platform/backup/archive.ts';
import { freePort } from './platform/database/embedded/cluster.ts';
import {
  DataFolderInUseError,
  startEmbeddedPostgres,
} from './platform/database/embedded/embedded-postgres.ts';
import { OldDatabaseError } from './platform/database/migrate.ts';
import { warnIfSlow } from './platform/database/speed.ts';
import { createLog } from './platform/log.ts';
import { mailboxUrl } from './platform/mail/dev-mailbox.ts';
import { openServices } from './services.ts';

const builtWeb = fileURLToPath(new URL('../dist/web/', import.meta.url));

export type RunningServer = {
  origin: string;
  /** Where mails can be read that are not sent, with the key where one is asked for: for the terminal, not for the log. */
  mailbox: string | null;
  /** Only this computer can reach the server, and no proxy is known to lead there. */
  isLocal: boolean;
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
export async function startServer(settings: Config, webDir = builtWeb): Promise<RunningServer> {
  const log = createLog(settings.logLevel);
  // Known before anything runs, since links in mails are made of it.
  const config = { ...settings, port: settings.port || (await freePort(null)) };
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
    await warnIfSlow(opened.services.db, log);
    const app = await buildApp(opened.services, webDir);
    closers.push(() => app.close());
    await app.listen({ port: config.port, host: config.host });
    return {
      origin: ownOrigin(config),
      mailbox: config.smtpUrl ? null : mailboxUrl(opened.services),
      isLocal: isLoopback(config.host) && !config.publicUrl,
      connectionString,
      recordsIn,
      log,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Runs until Ctrl-C or SIGTERM, or until the npm that started it has ended, then lets requests and jobs finish and closes everything in order. What takes longer than
 * SHUTDOWN_SECONDS is cut off; a second signal ends it at once.
 */
export async function runServer(config: Config, start = startServer): Promise<RunningServer> {
  const server = await start(config);
  let isClosing = false;
  const stop = (signal: string) => {
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
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      stop(signal);
    });
  }
  if (config.isBelowNpm) {
    whenNpmEnds(() => {
      if (!isClosing) stop('npm has ended');
    });
  }
  return server;
}

/** How to reach a server that has started, for the person at the terminal. */
export const describeServer = ({ mailbox, isLocal, recordsIn }: RunningServer): string[] => [
  ...(mailbox ? [`  E-mails are not sent, since SMTP_URL is not set. Read them at:  ${mailbox}`] : []),
  ...(isLocal
    ? [
        '  Only this computer can reach it. For phones in your network, stop it and start it with HOST=0.0.0.0',
      ]
    : []),
  `  Records lie in:  ${recordsIn}`,
];

/** The same, and what to try next, unless the server is in production. */
export const describeStart = (server: RunningServer, { isProduction }: Pick<Config, 'isProduction'>) => [
  ...describeServer(server),
  ...(isProduction ? [] : ['  To see it with a company at work, stop it (Ctrl-C) and run:  npm run demo']),
];

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
  const server = await runServer(readConfig());
  if (server.mailbox) process.stdout.write(`${describeServer(server).join('\n')}\n`);
}
