/** A process that only keeps a database running: the tests kill it in various ways. */
import { argv, stdout } from 'node:process';
import pino from 'pino';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

try {
  const [, , dataDir = ''] = argv;
  const log = pino({ level: 'silent' });
  const { connectionString } = await startEmbeddedPostgres({ dataDir, log });
  stdout.write(`${connectionString}\n`);
} catch (error) {
  stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`);
}
