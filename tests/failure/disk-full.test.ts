/* The database's disk is full: simulated by a small in-memory file system, which only root can mount. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts';
import { sharedFolder } from '#server/platform/database/embedded/runtime.ts';
import { expectWholeLedger, startLoad } from '#tests/support/processes/company.ts';
import { isLong, serverCommand } from '#tests/support/processes/settings.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import { removeDataFolder, startServerProcess } from '#tools/bench/processes.ts';

/** A data folder whose cluster gets its own file system; null if none can be mounted. */
async function smallDisk(): Promise<{ dataDir: string; disk: string } | null> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return null;
  const dataDir = await mkdtemp(join(tmpdir(), 'maina-full-'));
  const state = {
    instance: randomUUID(),
    password: randomBytes(18).toString('hex'),
    port: null,
    isCreated: false,
  };
  await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(state), { mode: 0o600 });
  const disk = join(sharedFolder, 'clusters', state.instance);
  await mkdir(disk, { recursive: true });
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'none', disk]).status === 0;
  onTestFinished(async () => {
    if (isMounted) execFileSync('umount', [disk]);
    await removeDataFolder(dataDir);
  });
  return isMounted ? { dataDir, disk } : null;
}

it('a full disk is reported clearly, loses nothing, and service resumes once there is room', async ({
  skip,
}) => {
  const volume = await smallDisk();
  if (!volume) return skip('no file system can be mounted here');
  const { dataDir, disk } = volume;
  const server = await startServerProcess(serverCommand, { DATA_DIR: dataDir });
  onTestFinished(() => server.stop());
  const database = await findEmbeddedDatabase(dataDir);
  if (!database) throw new Error('No database');
  const company = await createGateCompany(database.connectionString, 24);
  const load = startLoad(company, () => server.origin);
  await load.progress(100);

  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 1024 * 1024));
  const before = load.repeated;
  await expect.poll(() => load.repeated).toBeGreaterThan(before + (isLong ? 1_000 : 40));
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);

  rmSync(filler);
  const freedAt = Date.now();
  await load.progress(100);
  console.log(`scans again ${Date.now() - freedAt} ms after there was room`);
  await load.stop();
  expect(load.wrong).toEqual([]);
  await expectWholeLedger(database.connectionString, company, load.acknowledged);
});
