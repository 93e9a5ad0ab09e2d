/* Distributes the tables of the Citus cluster at DATABASE_URL by company; run again after an update or a new node. */
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { explain } from '#server/main.ts';
import { DistributionError, distribute } from '#server/platform/database/distribute.ts';

try {
  const { databaseUrl } = readConfig();
  if (!databaseUrl)
    throw new DistributionError('Name the coordinator of the Citus cluster with DATABASE_URL.');
  await distribute(databaseUrl, pino({ level: 'error' }), console.log);
} catch (error) {
  console.error(error instanceof DistributionError ? error.message : explain(error));
  process.exit(1);
}
