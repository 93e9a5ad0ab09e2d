/* Fills a new, empty database (DATABASE_DIRECT_URL or DATABASE_URL, or that of DATA_DIR) from a backup. */
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { explain } from '#server/main.ts';
import { BackupError, readArchive } from '#server/platform/backup/archive.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';

try {
  const [, , file] = process.argv;
  if (!file) throw new BackupError('Name the backup file:  npm run restore -- maina-….backup');
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = readConfig();
  // Checked before a database is created for it.
  await readArchive(file);
  const database = databaseDirectUrl
    ? { connectionString: databaseDirectUrl }
    : await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
  try {
    const rows = await restore(database.connectionString, file);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(`Restored: ${rows.company ?? 0} companies, ${total} rows in all. Start Maina now.`);
  } finally {
    if ('stop' in database) await database.stop();
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
