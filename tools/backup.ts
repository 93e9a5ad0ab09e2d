/* Writes everything in the database to one file. Servers may keep running meanwhile. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { explain } from '#server/main.ts';
import { BackupError } from '#server/platform/backup/archive.ts';
import { backUp } from '#server/platform/backup/backup.ts';
import {
  DataFolderInUseError,
  findEmbeddedDatabase,
  startEmbeddedPostgres,
} from '#server/platform/database/embedded/embedded-postgres.ts';

type Database = { connectionString: string; stop?(): Promise<void> };

/** DATABASE_DIRECT_URL or DATABASE_URL, or else the embedded database, which is started if no server is running. */
async function findDatabase({
  databaseUrl,
  databaseDirectUrl = databaseUrl,
  dataDir,
}: ReturnType<typeof readConfig>): Promise<Database> {
  if (databaseDirectUrl) return { connectionString: databaseDirectUrl };
  const running = await findEmbeddedDatabase(dataDir);
  if (!running) throw new BackupError(`There is no database in ${dataDir}. Name its folder with DATA_DIR.`);
  try {
    return await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
  } catch (error) {
    if (error instanceof DataFolderInUseError) return running;
    throw error;
  }
}

try {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = resolve(process.argv[2] ?? `maina-${now}.backup`);
  const database = await findDatabase(readConfig());
  try {
    const rows = await backUp(database.connectionString, file, version);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(`Backup written: ${file} (${rows.company ?? 0} companies, ${total} rows in all)`);
  } finally {
    await database.stop?.();
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
