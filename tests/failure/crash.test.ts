/* kill -9 of the server, of PostgreSQL and of both, while people scan. */
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts';
import { expectWholeLedger, startLoad } from '#tests/support/processes/company.ts';
import { isLong, serverCommand } from '#tests/support/processes/settings.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import {
  postgresPid,
  removeDataFolder,
  type ServerProcess,
  startServerProcess,
} from '#tools/bench/processes.ts';

const rounds = isLong ? 24 : 2;

it(`no acknowledged scan is lost in ${rounds} kills of server, PostgreSQL or both`, {
  timeout: 600_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'maina-crash-'));
  onTestFinished(() => removeDataFolder(dataDir));
  const start = () => startServerProcess(serverCommand, { DATA_DIR: dataDir });
  let server: ServerProcess = await start();
  onTestFinished(() => server.stop());
  const database = await findEmbeddedDatabase(dataDir);
  if (!database) throw new Error('No database');
  const { connectionString } = database;
  const company = await createGateCompany(connectionString, 24);
  const load = startLoad(company, () => server.origin);

  for (let round = 0; round < rounds; round += 1) {
    await load.progress(randomInt(20, 200));
    const victims = isLong ? round % 3 : round;
    if (victims !== 0) process.kill(postgresPid(dataDir), 'SIGKILL');
    if (victims !== 1) {
      process.kill(server.pid, 'SIGKILL');
      expect(await server.exited).toBe('SIGKILL');
      server = await start();
    }
  }
  await load.progress(50);
  await load.stop();
  console.log(`${load.acknowledged.length} scans acknowledged, ${load.repeated} repeated, ${rounds} kills`);
  expect(load.wrong).toEqual([]);
  await expectWholeLedger(connectionString, company, load.acknowledged);
});
