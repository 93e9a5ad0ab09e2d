import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { debianPostgres, removeAbandoned, startTestCluster } from './test-cluster.ts';
import { createTestDatabase } from './test-database.ts';

function names(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
    return rows.map((row) => row.name);
  });
}

function encoding(url: string): Promise<unknown> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_encoding') as encoding, upper('žąė') as upper, 'č' < 'd' collate "lt-x-icu" as sorted`,
    );
    return rows[0];
  });
}

describe.each([
  { engine: 'embedded', isInstalled: true },
  { engine: 'debian', isInstalled: existsSync(debianPostgres) },
] as const)('the $engine engine', ({ engine, isInstalled }) => {
  it.runIf(isInstalled)('runs the migrations and makes independent copies', async () => {
    const cluster = await startTestCluster(engine);
    onTestFinished(() => cluster.stop());
    const [one, other] = await Promise.all([cluster.createDatabase(), cluster.createDatabase()]);
    expect(await names(one)).toContain('0001_baseline');
    await withClient(one, (client) => client.query('delete from kysely_migration'));
    expect(await names(other)).toContain('0001_baseline');
    expect(await encoding(one)).toEqual({ encoding: 'UTF8', upper: 'ŽĄĖ', sorted: true });
  });
});

it('gives a test its own database in the cluster of the run', async () => {
  const database = await createTestDatabase();
  expect(await names(database.connectionString)).toContain('0001_baseline');
  await database.drop();
  await expect(names(database.connectionString)).rejects.toThrow('does not exist');
});

it('removes the cluster of a test run that was killed', async () => {
  const module = new URL('./test-cluster.ts', import.meta.url).href;
  const script = `
    import { startTestCluster } from ${JSON.stringify(module)};
    console.log((await startTestCluster('embedded')).connectionString);
  `;
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    killed.stdout.once('data', (text) => resolve(String(text).trim()));
  });
  const folder = await withClient(url, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    return rows[0]?.folder ?? '';
  });
  const gone = new Promise((resolve) => killed.once('exit', resolve));
  killed.kill('SIGKILL');
  await gone;
  expect(existsSync(folder)).toBe(true);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  onTestFinished(() => void vi.useRealTimers());
  const next = await startTestCluster('embedded');
  await next.createDatabase();
  await next.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(withClient(url, (client) => client.query('select 1'))).rejects.toThrow('ECONNREFUSED');
});

it('does not fail when another test run removes the same abandoned cluster', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maina-abandoned-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'postgres'), '');
  await Promise.all([removeAbandoned(folder), removeAbandoned(folder), removeAbandoned(folder)]);
  expect(existsSync(folder)).toBe(false);
  await removeAbandoned(folder);
});
