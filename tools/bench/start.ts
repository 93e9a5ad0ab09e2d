/** Startup time of `npm start` on a new and on an existing data folder, and memory when idle. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figures.ts';
import {
  descendants,
  proportionalMb,
  removeDataFolder,
  residentMb,
  serverBelow,
  startServerProcess,
} from './processes.ts';

const idleSeconds = 20;

export async function measureStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'maina-bench-'));
  const start = async () => {
    const startedAt = performance.now();
    const server = await startServerProcess(['npm', 'start'], { DATA_DIR: dataDir });
    return { server, seconds: (performance.now() - startedAt) / 1000 };
  };
  try {
    const first = await start();
    await first.server.stop();
    const second = await start();
    await sleep(idleSeconds * 1000);
    const pid = serverBelow(second.server.pid);
    const serverMb = residentMb(pid);
    const databaseMb = descendants(pid)
      .slice(1)
      .reduce((sum, child) => sum + proportionalMb(child), 0);
    await second.server.stop();
    return [
      { name: 'npm start to ready, new data folder', value: first.seconds, unit: 's', note: 'web app built' },
      { name: 'npm start to ready, second time', value: second.seconds, unit: 's' },
      { name: `Server after ${idleSeconds} s idle, resident`, value: serverMb, unit: 'MB' },
      { name: 'Its PostgreSQL, all processes, proportional', value: databaseMb, unit: 'MB' },
    ];
  } finally {
    await removeDataFolder(dataDir);
  }
}
