/** Throughput of scans over HTTP compared with the same statement from the driver, and latency at a steady rate. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Engine, startTestCluster } from '#tests/support/test-cluster.ts';
import { fillDatabase, type MeasuredCompany, type Shape } from './companies.ts';
import { type Figure, median, quantile } from './figures.ts';
import { createGateCompany } from './gate-company.ts';
import { closedLoop, openConnection, openLoop, requestText } from './load.ts';
import { cpuMs, descendants, productCommand, type ServerProcess, startServerProcess } from './processes.ts';

const connections = 16;
/** Throughput is measured with so many people that none of them begins more entries than a person may within a day. */
const crowdSize = 1_000;
const rounds = 12;
const roundSeconds = 2;
const warmUpSeconds = 3;
const steadyPerSecond = 100;
const steadySeconds = 30;
const boards = 100;
const besideSeconds = 10;
/** What an open dashboard and a wall board ask for in a minute (web/features/dashboard/own-stats.ts). */
const twice = (path: string) => [path, path];
const boardRequests = [
  ...[
    '/api/dashboard/stats?as=admin',
    ...twice('/api/dashboard/locations'),
    ...twice('/api/dashboard/timeline'),
  ],
  ...[...twice('/api/board'), ...twice('/api/board')],
];

const processScan = 'select process_scan($1, $2) as outcome';

/** 50,000 entries in a database that is durable as in production. */
export async function withDurableDatabase<T>(
  engine: Engine,
  use: (connectionString: string, company: MeasuredCompany) => Promise<T>,
  shape: Partial<Shape> = {},
): Promise<T> {
  const cluster = await startTestCluster(engine, { durable: true });
  try {
    const connectionString = await cluster.createDatabase();
    const company = await fillDatabase(connectionString, { companies: 1, entriesPerPerson: 250, ...shape });
    return await use(connectionString, company);
  } finally {
    await cluster.stop();
  }
}

/** Hands out scans so that no two workers scan for the same person at once. */
export function scansOf({ people, codes }: Pick<MeasuredCompany, 'people' | 'codes'>, workers: number) {
  const turns = Array.from({ length: workers }, () => 0);
  const perWorker = Math.floor(people.length / workers);
  return (worker: number) => {
    const turn = turns[worker] ?? 0;
    turns[worker] = turn + 1;
    const person = people[worker + workers * (turn % perWorker)];
    // Changes the location now and then, so that check-ins, check-outs and switches all occur.
    const code = codes[Math.floor(turn / (3 * perWorker)) % codes.length];
    if (!person || !code) throw new RangeError('No such person or location');
    return { person, code };
  };
}

export function scanRequest(origin: string, token: string, code: string): string {
  const body = { qrCode: code, clientScanId: randomUUID() };
  return requestText(origin, { method: 'POST', path: '/api/time-tracking/scan', token, body });
}

type Step = (worker: number) => Promise<unknown>;

/** Processor time used so far by the server and by PostgreSQL, which is also our child process. */
function cpuNow(server: ServerProcess) {
  const database = descendants(process.pid).filter((pid) => pid !== process.pid && pid !== server.pid);
  return { server: cpuMs(server.pid), database: database.reduce((sum, pid) => sum + cpuMs(pid), 0) };
}

async function measureThroughput(server: ServerProcess, steps: { http: Step; sql: Step }): Promise<Figure[]> {
  const empty = () => ({ perSecond: [] as number[], scans: 0, serverMs: 0, databaseMs: 0 });
  const sums = { http: empty(), sql: empty() };
  const ratios: number[] = [];
  const measure = async (way: 'http' | 'sql') => {
    const before = cpuNow(server);
    const perSecond = await closedLoop(connections, roundSeconds, steps[way]);
    const after = cpuNow(server);
    const sum = sums[way];
    sum.perSecond.push(perSecond);
    sum.scans += perSecond * roundSeconds;
    sum.serverMs += after.server - before.server;
    sum.databaseMs += after.database - before.database;
    return perSecond;
  };
  for (const way of ['http', 'sql'] as const) await closedLoop(connections, warmUpSeconds, steps[way]);
  for (let round = 0; round < rounds; round += 1) {
    // Alternates which goes first, so that a change in the machine's load favours neither.
    const before = round % 2 === 0 ? await measure('sql') : 0;
    const byHttp = await measure('http');
    ratios.push((100 * byHttp) / (before || (await measure('sql'))));
  }
  const spread = (values: number[]) =>
    `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
  const { http, sql } = sums;
  return [
    {
      name: 'Scans over HTTP, 16 connections',
      value: median(http.perSecond),
      unit: '/s',
      note: spread(http.perSecond),
    },
    {
      name: 'The same statement from the driver',
      value: median(sql.perSecond),
      unit: '/s',
      note: spread(sql.perSecond),
    },
    {
      name: 'HTTP of the driver, median of pairs',
      value: median(ratios),
      unit: '%',
      atLeast: 55,
      note: spread(ratios),
    },
    { name: 'Processor time per scan, server', value: (1000 * http.serverMs) / http.scans, unit: 'µs' },
    {
      name: 'Processor time per scan, PostgreSQL',
      value: (1000 * http.databaseMs) / http.scans,
      unit: 'µs',
      note: `${Math.round((1000 * sql.databaseMs) / sql.scans)} µs directly`,
    },
  ];
}

export async function measureScan(engine: Engine): Promise<Figure[]> {
  return withDurableDatabase(engine, async (connectionString, company) => {
    const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
    const workers = Array.from({ length: connections });
    const http = await Promise.all(workers.map(() => openConnection(server.origin)));
    const sql = workers.map(() => new pg.Client({ connectionString }));
    await Promise.all(sql.map((client) => client.connect()));
    const crowd = await createGateCompany(connectionString, crowdSize);
    const byStaff = scansOf(company, connections);
    const byCrowd = scansOf(crowd, connections);
    const overHttp = (nextScan: typeof byStaff) => async (worker: number) => {
      const { person, code } = nextScan(worker);
      await http[worker]?.send(scanRequest(server.origin, person.token, code));
    };
    const overSql = async (worker: number) => {
      const { person, code } = byCrowd(worker);
      await sql[worker]?.query(processScan, [
        crowd.companyId,
        JSON.stringify({
          userId: person.id,
          scanId: randomUUID(),
          entryId: randomUUID(),
          code,
          source: 'code',
          mayCheckIn: true,
        }),
      ]);
    };
    try {
      await closedLoop(connections, 1, overHttp(byStaff));
      const board = await Promise.all(workers.map(() => openConnection(server.origin)));
      let asked = 0;
      const askForBoard = async (worker: number) => {
        const path = boardRequests[asked++ % boardRequests.length] ?? '';
        await board[worker]?.send(
          requestText(server.origin, { path, token: company.people[0]?.token ?? '' }),
        );
      };
      const [besideBoards] = await Promise.all([
        openLoop(connections, 2 * steadyPerSecond, besideSeconds, overHttp(byStaff)),
        openLoop(connections, (boards * boardRequests.length) / 60, besideSeconds, askForBoard),
      ]);
      for (const connection of board) connection.close();
      const throughput = await measureThroughput(server, { http: overHttp(byCrowd), sql: overSql });
      const latencies = await openLoop(connections, steadyPerSecond, steadySeconds, overHttp(byStaff));
      return [
        ...throughput,
        { name: 'Scan at 100/s, median', value: median(latencies), unit: 'ms' },
        { name: 'Scan at 100/s, p99', value: quantile(latencies, 0.99), unit: 'ms', atMost: 50 },
        {
          name: `Scan at 200/s beside ${boards} boards, p99`,
          value: quantile(besideBoards, 0.99),
          unit: 'ms',
          atMost: 25,
          note: `median ${median(besideBoards).toFixed(1)}`,
        },
      ];
    } finally {
      for (const connection of http) connection.close();
      await Promise.all(sql.map((client) => client.end()));
      await server.stop();
    }
  });
}
