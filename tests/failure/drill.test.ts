/* The operator's commands: back up a running product and restore it elsewhere. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { findEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts';
import { type Acknowledged, expectWholeLedger, startLoad } from '#tests/support/processes/company.ts';
import { serverCommand } from '#tests/support/processes/settings.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import { removeDataFolder, root, startServerProcess } from '#tools/bench/processes.ts';

const run = promisify(execFile);

/** Returns what the command prints; throws with its error output if it fails. */
async function command(script: 'backup' | 'restore', args: string[], settings: Record<string, string>) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...settings };
  const { stdout } = await run(process.execPath, [`tools/${script}.ts`, ...args], { cwd: root, env });
  return stdout;
}

async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maina-drill-'));
  onTestFinished(() => removeDataFolder(folder));
  return folder;
}

async function connectionTo(dataDir: string): Promise<string> {
  const database = await findEmbeddedDatabase(dataDir);
  if (!database) throw new Error('No database');
  return database.connectionString;
}

it('moves a running product from the embedded database to another one and back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maina-drill-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [whileRunning, atRest, back] = ['running', 'rest', 'back'].map((name) =>
    join(folder, `${name}.backup`),
  );
  if (!whileRunning || !atRest || !back) throw new Error('No file');
  const dataDir = await newDataFolder();
  const server = await startServerProcess(serverCommand, { DATA_DIR: dataDir });
  const source = await connectionTo(dataDir);
  const company = await createGateCompany(source, 8);
  const load = startLoad(company, () => server.origin);
  await load.progress(50);
  expect(await command('backup', [whileRunning], { DATA_DIR: dataDir })).toContain('1 companies');
  await load.progress(50);
  await load.stop();
  await expect(command('restore', [whileRunning], { DATA_DIR: dataDir })).rejects.toThrow(
    'Another Maina is already running on the data folder',
  );
  await server.stop();
  await command('backup', [atRest], { DATA_DIR: dataDir });
  await expect(command('restore', [atRest], { DATA_DIR: dataDir })).rejects.toThrow('not empty');
  const nowhere = join(folder, 'nowhere');
  await expect(command('backup', [], { DATA_DIR: nowhere })).rejects.toThrow('There is no database');

  const external = await createEmptyDatabase();
  onTestFinished(external.drop);
  const settings = { DATABASE_URL: external.connectionString };
  await command('restore', [atRest], settings);
  await expectWholeLedger(external.connectionString, company, load.acknowledged);
  const moved = await startServerProcess(serverCommand, settings);
  const again = startLoad(company, () => moved.origin);
  await again.progress(50);
  await expect(command('restore', [atRest], settings)).rejects.toThrow('A server of Maina is running');
  await again.stop();
  await moved.stop();
  expect([...load.wrong, ...again.wrong]).toEqual([]);
  const all: Acknowledged[] = [...load.acknowledged, ...again.acknowledged];
  await expectWholeLedger(external.connectionString, company, all);

  await command('backup', [back], settings);
  const home = await newDataFolder();
  await command('restore', [back], { DATA_DIR: home });
  const returned = await startServerProcess(serverCommand, { DATA_DIR: home });
  onTestFinished(() => returned.stop());
  await expectWholeLedger(await connectionTo(home), company, all);
});
