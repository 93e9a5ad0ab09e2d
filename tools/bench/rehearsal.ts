/**
 * The morning of many companies, open loop: everybody opens the app and scans once, in three waves one after another, as three
 * shifts or time zones. People arrive by a normal distribution whose peak has 20 times the average rate of four scans a person
 * and day (docs/scaling.md). `COMPRESS` says how many times faster than in reality they come; the phones' own timing is not
 * compressed. `COMPANIES` of 50 people, with each of `SERVERS` in turn.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startTestCluster } from '#tests/support/test-cluster.ts';
import { PATIENCE_MS, retryDelayMs, TIMEOUT_MS } from '#web/call/retry.ts';
import { fillDatabase, signInEverybody } from './companies.ts';
import { type Figure, median, quantile } from './figures.ts';
import { openConnection, requestText } from './load.ts';
import { cpuMs, descendants, productCommand, type ServerProcess, startServerProcess } from './processes.ts';

const { COMPANIES = '2000', COMPRESS = '8', SERVERS = '1,2' } = process.env;
const people = 50;
const waves = 3;
/** Standard deviation of a wave. */
const deviationMs = (1000 * 86_400) / (waves * 4 * 20 * Math.sqrt(2 * Math.PI)) / Number(COMPRESS);
/** How far a wave reaches from its middle, in standard deviations. */
const reach = 3;
const METRICS_TOKEN = randomUUID();

/** Milliseconds from the start at which each arrives. */
function arrivals(count: number): number[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  const at = (wave: number) => reach + Math.max(-reach, Math.min(reach, normal())) + 2 * reach * wave;
  return Array.from({ length: count }, (_, index) => deviationMs * at(index % waves));
}

const totals = { sent: 0, answered: 0, retries: 0 };

/** Opens the app and scans, on a connection of the phone's own; sends the scan again as web/recording/outbox-runner.ts does. */
async function morningOf({ token, code }: { token: string; code: string }, origin: string, dueAt: number) {
  await sleep(Math.max(0, dueAt - performance.now()));
  const made = new Date().toISOString();
  const clientScanId = randomUUID();
  const send = async (asked: Omit<Parameters<typeof requestText>[1], 'token'>[]) => {
    const connection = await openConnection(origin);
    for (const one of asked) {
      const limit = setTimeout(connection.close, TIMEOUT_MS);
      totals.sent += 1;
      await connection.send(requestText(origin, { token, ...one })).finally(() => {
        totals.answered += 1;
        clearTimeout(limit);
      });
    }
    connection.close();
  };
  const reads = ['/api/user', '/api/time-tracking/active'].map((path) => ({ path }));
  for (let retries = 0; ; retries += 1) {
    // Nobody waits for its answer any more, so it counts from when it was made.
    const late = performance.now() - dueAt > PATIENCE_MS && { scannedAt: made, deviceAt: made };
    const timing = { deviceNow: new Date().toISOString(), ...late };
    const body = { qrCode: code, clientScanId, expectedAction: 'check-in', ...timing };
    const scan = { method: 'POST', path: '/api/time-tracking/scan', body };
    const failure = await send(retries === 0 ? [...reads, scan] : [scan]).catch((error: Error) => error);
    if (!failure) return { tookMs: performance.now() - dueAt, doneAt: performance.now() };
    // A request whose end the server did not see in time, or too many of them: as isRefusal in web/queue/outbox.ts says.
    if (/^HTTP\/1.1 4(?!08|29)/.test(failure.message)) throw failure;
    totals.retries += 1;
    const retryAfter = /retry-after: (\d+)/i.exec(String(failure.cause))?.[1];
    await sleep(retryDelayMs(retries, retryAfter ? Number(retryAfter) : undefined));
  }
}

/** Where requests are at this moment, and the processor time used so far. */
async function look(servers: ServerProcess[], database: pg.Client) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const pages = servers.map(async ({ origin }) => (await fetch(`${origin}/metrics`, { headers })).text());
  const texts = await Promise.all(pages);
  const metric = (name: string) =>
    texts.map((text) => Number(text.split(`\n${name} `)[1]?.split('\n')[0] ?? 0));
  const { rows } = await database.query<{ running: number; flushing: number }>(`
    select count(*)::int as running, (count(*) filter (where wait_event ~* 'wal'))::int as flushing
      from pg_stat_activity where application_name = 'maina' and state <> 'idle'`);
  const pids = servers.map(({ pid }) => pid);
  const ofDatabase = descendants(process.pid).filter((pid) => pid !== process.pid && !pids.includes(pid));
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  return {
    at: performance.now(),
    running: 0,
    flushing: 0,
    ...totals,
    ...rows[0],
    waiting: sum(metric('maina_database_pool_connections{state="waiting"}')),
    lagMs: 1000 * Math.max(...metric('nodejs_eventloop_lag_p99_seconds')),
    serverMs: sum(pids.map(cpuMs)),
    databaseMs: sum(ofDatabase.map(cpuMs)),
    idleMs: sum(cpus().map(({ times }) => times.idle)),
  };
}
type Look = Awaited<ReturnType<typeof look>>;

/** What the looks say of the fifth of the time with the most answers: the middle of each wave. */
function peakOf(looks: Look[], serverCount: number) {
  const steps = looks.slice(1).map((now, index) => ({ from: looks[index] ?? now, now }));
  const rate = ({ from, now }: (typeof steps)[0]) => (now.answered - from.answered) / (now.at - from.at);
  const peak = steps.toSorted((a, b) => rate(b) - rate(a)).slice(0, Math.ceil(steps.length / 5));
  const average = (count: (now: Look) => number) =>
    peak.reduce((sum, { now }) => sum + count(now), 0) / peak.length;
  const gained = (key: keyof Look) => peak.reduce((sum, { from, now }) => sum + now[key] - from[key], 0);
  const perMs = (key: keyof Look) => gained(key) / gained('at');
  const limits = {
    'the event loop of a server': perMs('serverMs') / serverCount > 0.9,
    'the processors of the machine': perMs('idleMs') < 0.1 * availableParallelism(),
    'the flush to the disk': average((now) => now.flushing) > Math.max(1, average((now) => now.running) / 2),
    'the pool': average((now) => now.waiting) > 1,
  };
  const reached = Object.entries(limits).filter(([, isReached]) => isReached);
  return {
    perMs,
    average,
    atLimit: reached.map(([name]) => name).join(', ') || 'nothing',
    /** Little's law: how many are in a stage, divided by the rate, is how long each is there. */
    stage: (count: (now: Look) => number) => average(count) / perMs('answered'),
  };
}

async function rehearse(serverCount: number): Promise<Figure[]> {
  const cluster = await startTestCluster('embedded', { durable: true });
  const DATABASE_URL = await cluster.createDatabase();
  const database = new pg.Client({ connectionString: DATABASE_URL });
  const servers: ServerProcess[] = [];
  try {
    const shape = { companies: Number(COMPANIES), people, entriesPerPerson: 1, nobodyAtWork: true };
    await fillDatabase(DATABASE_URL, shape);
    const phones = await signInEverybody(DATABASE_URL);
    await database.connect();
    while (servers.length < serverCount)
      servers.push(await startServerProcess(productCommand, { DATABASE_URL, METRICS_TOKEN }));
    const startsAt = performance.now() + 100;
    const dueAt = arrivals(phones.length).map((ms) => startsAt + ms);
    const mornings = Promise.all(
      phones.map((phone, n) => morningOf(phone, servers[n % serverCount]?.origin ?? '', dueAt[n] ?? 0)),
    );
    let isOver = false;
    const over = mornings.finally(() => (isOver = true));
    const looks: Look[] = [];
    for (; !isOver; await Promise.race([over, sleep(250)])) looks.push(await look(servers, database));
    const done = await mornings;

    const tookMs = done.map((one) => one.tookMs);
    const { perMs, average, stage, atLimit } = peakOf(looks, serverCount);
    const { rows } = await database.query<{ persons: number; scans: number; entries: number }>(`
      select count(distinct user_id)::int as persons, count(*)::int as scans,
        (select count(*)::int from time_entry) - ${phones.length} as entries from scan`);
    const { persons = 0, scans = 0, entries = 0 } = rows[0] ?? {};
    const drainedMs =
      quantile(
        done.map(({ doneAt }) => doneAt),
        1,
      ) - quantile(dueAt, 1);
    const figures: [name: string, value: number, unit: string, note?: string, atMost?: number][] = [
      ['scans', done.length, '', `${COMPANIES} companies, ${COMPRESS} times faster than in reality`],
      ['requests answered at the peak', 1000 * perMs('answered'), '/s', `at its limit: ${atLimit}`],
      ['arrival to recorded scan, median', median(tookMs), 'ms'],
      ['the same, p99', quantile(tookMs, 0.99), 'ms', `longest ${Math.round(quantile(tookMs, 1))}`],
      [
        'scans kept on phones',
        tookMs.filter((ms) => ms > PATIENCE_MS).length,
        '',
        `${totals.retries} retries`,
      ],
      ['last one recorded after the last arrival', drainedMs, 'ms'],
      ['a request waits for the pool', stage((now) => now.waiting), 'ms'],
      [
        'is in PostgreSQL',
        stage((now) => now.running),
        'ms',
        `flush ${stage((now) => now.flushing).toFixed(2)}`,
      ],
      [
        'is elsewhere',
        stage((now) => now.sent - now.answered - now.waiting - now.running),
        'ms',
        `event loop p99 ${average((now) => now.lagMs).toFixed(1)}`,
      ],
      [
        'processors used by servers',
        perMs('serverMs'),
        '',
        `PostgreSQL ${perMs('databaseMs').toFixed(2)}, idle ${perMs('idleMs').toFixed(2)}`,
      ],
      ['scans lost', phones.length - persons, '', '', 0],
      ['scans and entries doubled', scans + entries - 2 * persons, '', '', 0],
    ];
    return figures.map(([name, value, unit, note = '', atMost]) => ({
      name: `${name}, servers: ${serverCount}`,
      value,
      unit,
      note,
      ...(atMost !== undefined && { atMost }),
    }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.end();
    await cluster.stop();
  }
}

export async function measureRehearsal(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of SERVERS.split(',')) {
    Object.assign(totals, { sent: 0, answered: 0, retries: 0 });
    figures.push(...(await rehearse(Number(count))));
  }
  return figures;
}
