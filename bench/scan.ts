/** The scan: over HTTP against the same statement from the driver, and its latency at a steady rate. */
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { fillDatabase, type MeasuredCompany } from './companies.ts';
import { type Figure, median, quantile } from './figures.ts';
import { closedLoop, openConnection, openLoop, requestText } from './load.ts';
import { cpuMs, productCommand, removeDataFolder, startServerProcess } from './processes.ts';

const connections = 16;
const rounds = 5;
const roundSeconds = 4;
const steadyPerSecond = 100;
const steadySeconds = 30;

/** 50,000 entries in the product's own database, safe from power cuts as in production. */
export async function withDurableDatabase<T>(
  use: (connectionString: string, company: MeasuredCompany) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'maina-bench-'));
  const database = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) });
  try {
    await migrateToLatest(database.connectionString);
    const company = await fillDatabase(database.connectionString, { companies: 1, entriesPerPerson: 250 });
    return await use(database.connectionString, company);
  } finally {
    await database.stop();
    await removeDataFolder(dataDir);
  }
}

/** Hands out scans such that no two workers ever scan for the same person at the same time. */
export function scansOf({ people, codes }: MeasuredCompany, workers: number) {
  const turns = Array.from({ length: workers }, () => 0);
  const perWorker = Math.floor(people.length / workers);
  return (worker: number) => {
    const turn = turns[worker] ?? 0;
    turns[worker] = turn + 1;
    const person = people[worker + workers * (turn % perWorker)];
    // Another place now and then, so that check-ins, check-outs and moves are all among them.
    const code = codes[Math.floor(turn / (3 * perWorker)) % codes.length];
    if (!person || !code) throw new RangeError('No such person or place');
    return { person, code };
  };
}

export function scanRequest(origin: string, token: string, code: string): string {
  const body = { qrCode: code, clientScanId: randomUUID() };
  return requestText(origin, { method: 'POST', path: '/api/time-tracking/scan', token, body });
}

export async function measureScan(): Promise<Figure[]> {
  return withDurableDatabase(async (connectionString, company) => {
    const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
    const http = await Promise.all(Array.from({ length: connections }, () => openConnection(server.origin)));
    const sql = await Promise.all(
      Array.from({ length: connections }, async () => {
        const client = new pg.Client({ connectionString });
        await client.connect();
        return client;
      }),
    );
    const nextScan = scansOf(company, connections);
    const overHttp = async (worker: number) => {
      const { person, code } = nextScan(worker);
      await http[worker]?.send(scanRequest(server.origin, person.token, code));
    };
    const overSql = async (worker: number) => {
      const { person, code } = nextScan(worker);
      await sql[worker]?.query('select record_scan($1, $2, $3, $4, $5, $6, $7, $8, $9) as outcome', [
        company.companyId,
        person.id,
        randomUUID(),
        randomUUID(),
        code,
        null,
        'code',
        true,
        null,
      ]);
    };
    try {
      await closedLoop(connections, 3, overHttp);
      await closedLoop(connections, 3, overSql);
      const perSecond: { http: number[]; sql: number[]; ratio: number[] } = { http: [], sql: [], ratio: [] };
      let serverMs = 0;
      let scans = 0;
      for (let round = 0; round < rounds; round += 1) {
        const bySql = await closedLoop(connections, roundSeconds, overSql);
        const cpuBefore = cpuMs(server.pid);
        const byHttp = await closedLoop(connections, roundSeconds, overHttp);
        serverMs += cpuMs(server.pid) - cpuBefore;
        scans += byHttp * roundSeconds;
        perSecond.sql.push(bySql);
        perSecond.http.push(byHttp);
        perSecond.ratio.push((100 * byHttp) / bySql);
      }
      const latencies = await openLoop(connections, steadyPerSecond, steadySeconds, overHttp);
      const spread = (values: number[]) =>
        `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
      return [
        {
          name: 'Scans over HTTP, 16 connections',
          value: median(perSecond.http),
          unit: '/s',
          note: spread(perSecond.http),
        },
        {
          name: 'The same statement from the driver',
          value: median(perSecond.sql),
          unit: '/s',
          note: spread(perSecond.sql),
        },
        {
          name: 'HTTP of the driver, median of pairs',
          value: median(perSecond.ratio),
          unit: '%',
          atLeast: 50,
          note: spread(perSecond.ratio),
        },
        { name: 'Processor time of the server per scan', value: (1000 * serverMs) / scans, unit: 'µs' },
        { name: 'Scan at 100/s, median', value: median(latencies), unit: 'ms' },
        { name: 'Scan at 100/s, p99', value: quantile(latencies, 0.99), unit: 'ms', atMost: 50 },
      ];
    } finally {
      for (const connection of http) connection.close();
      for (const client of sql) await client.end();
      await server.stop();
    }
  });
}
