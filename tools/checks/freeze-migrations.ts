/*
 * Records the hash of each new migration in server/database/migrations.json: from then on it must not be edited. With
 * `--again` it records edited ones too, for a migration that no release has had yet.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { findChangedMigrations, knownMigrations } from '#server/platform/database/migrate.ts';

const file = new URL('../../server/database/migrations.json', import.meta.url);
const recorded = JSON.parse(await readFile(file, 'utf8'));
const known = await knownMigrations();
const isAgain = process.argv.includes('--again');
const faults = isAgain ? [] : await findChangedMigrations({ ...known, ...recorded });
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
await writeFile(file, `${JSON.stringify(known, null, 2)}\n`);
console.log(`Recorded: ${Object.keys(known).join(', ')}`);
