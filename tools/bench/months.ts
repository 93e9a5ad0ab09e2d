/** The month overview, a person's month sheet and the overview page, in a company of 200 people with five years of history. */
import { join } from 'node:path';
import { addDays, monthOf, previousMonthOf } from '#domain/dates.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { type Engine, startTestCluster } from '#tests/support/test-cluster.ts';
import { fillDatabase, type MeasuredCompany, type Shape } from './companies.ts';
import { compareCosts, type MeasuredServer } from './compare.ts';
import { type Figure, median } from './figures.ts';
import { closedLoop, openConnection, requestText } from './load.ts';
import { cpuMs, descendants, productCommand, residentMb, startServerProcess } from './processes.ts';

/** Two entries a week: 104,000 in five years. */
const hoursBetween = (7 * 24) / 2;
const shapes = {
  quarter: { companies: 1, entriesPerPerson: 13 * 2, hoursBetween },
  daily: { companies: 1, entriesPerPerson: 62, hoursBetween: 24 },
  year: { companies: 1, entriesPerPerson: 365, hoursBetween: 24 },
  fiveYears: { companies: 1, entriesPerPerson: 5 * 52 * 2, hoursBetween },
} as const satisfies Record<string, Shape>;

const connections = 4;
const rounds = 5;
const roundSeconds = 2;
/** The month overview of Odoo 18 on the same two cores, 83 a second, three times. */
const monthsPerSecond = 250;

const overviews = { requests: 15, atMostMs: 500 };
/** What is in use is read after these numbers of files; the caches are full at the first. */
const sheets = { readAfter: [8, 16, 32], atMostMs: 2000, atMostMb: 5 };
/** A company that has chosen no rules has those of the country of its time zone. */
const zones = { LV: 'Europe/Riga', LT: 'Europe/Vilnius', PL: 'Europe/Warsaw' };

/** Everybody's finished months are approved and confirmed. */
async function approveMonths(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`
      begin;
      create temp table finished on commit drop as
        select company_id, user_id, date_trunc('month', check_in, 'UTC') as starts_at, count(*) as entries,
          sum(extract(epoch from check_out - check_in)) * 1000 as ms
        from time_entry where check_in < date_trunc('month', now(), 'UTC') group by 1, 2, 3;
      insert into month_approval (company_id, id, user_id, month, starts_at, ends_at, ms, entries, approved_by, approved_at)
        select company_id, uuidv7(), user_id, to_char(starts_at, 'YYYY-MM'), starts_at, starts_at + interval '1 month',
          ms, entries, user_id, now() from finished;
      insert into month_answer (company_id, user_id, month, answer, ms, answered_at)
        select company_id, user_id, to_char(starts_at, 'YYYY-MM'), 'confirmed', 0, now() from finished;
      commit`);
    await client.query('vacuum (analyze)');
  });
}

function operationsOn(
  origin: string,
  { people }: MeasuredCompany,
): MeasuredServer & { sheetOfAll: () => string } {
  const [admin, ...others] = people;
  let turn = 0;
  const get = (path: string, token = '') => requestText(origin, { path, token });
  const anyone = () => others[++turn % others.length]?.token;
  const today = new Date().toISOString().slice(0, 10);
  const { start, end } = previousMonthOf(monthOf(today).start);
  return {
    origin,
    sheetOfAll: () => get(`/api/months/${start.slice(0, 7)}/sheet`, admin?.token),
    operations: {
      'Month overview': () => get(`/api/months?month=${start.slice(0, 7)}`, admin?.token),
      'Own months': () => get('/api/months/own', anyone()),
      'Month sheet': () => get(`/api/hours/explanation?startDate=${start}&endDate=${end}`, anyone()),
      Overview: () => get('/api/dashboard/stats', admin?.token),
    },
  };
}

/** Requests per second of each operation, four at a time, with the processor time of the server and of PostgreSQL. */
async function measureRates({ origin, operations }: MeasuredServer, serverPid: number): Promise<Figure[]> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)));
  const cpuNow = () => {
    const all = descendants(process.pid).filter((pid) => pid !== process.pid);
    return all.reduce((sum, pid) => sum + cpuMs(pid), 0);
  };
  const figures: Figure[] = [];
  for (const [name, operation] of Object.entries(operations)) {
    const run = () =>
      closedLoop(connections, roundSeconds, async (worker) => open[worker]?.send(operation()));
    await run();
    const [cpuBefore, serverBefore] = [cpuNow(), cpuMs(serverPid)];
    const perSecond: number[] = [];
    for (let round = 0; round < rounds; round += 1) perSecond.push(await run());
    const requests = perSecond.reduce((sum, rate) => sum + rate * roundSeconds, 0);
    const serverMs = (cpuMs(serverPid) - serverBefore) / requests;
    const databaseMs = (cpuNow() - cpuBefore) / requests - serverMs;
    figures.push({
      name: `${name}, five years`,
      value: median(perSecond),
      unit: '/s',
      ...(name === 'Month overview' && { atLeast: monthsPerSecond }),
      note: `processor: server ${serverMs.toFixed(2)} ms, PostgreSQL ${databaseMs.toFixed(2)} ms`,
    });
  }
  for (const connection of open) connection.close();
  return figures;
}

type SheetServer = Awaited<ReturnType<typeof startSheetServer>>;

/** A server that prints, when asked, how many bytes it uses after a garbage collection. */
async function startSheetServer(connectionString: string, company: MeasuredCompany) {
  let heard: (mb: number) => void = () => {};
  const server = await startServerProcess(
    productCommand,
    {
      DATABASE_URL: connectionString,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'heap-report.ts')}`,
    },
    {
      onLine: (line) => {
        // Its other lines are the server's own.
        if (line.startsWith('{"bytesInUse"')) heard(JSON.parse(line).bytesInUse / 1e6);
      },
    },
  );
  return {
    ...operationsOn(server.origin, company),
    connectionString,
    pid: server.pid,
    stop: server.stop,
    mbInUse: () =>
      new Promise<number>((resolve) => {
        heard = resolve;
        process.kill(server.pid, 'SIGUSR2');
      }),
  };
}

/**
 * The month's sheet of 200 people in PDF, for each country: the server's processor time, and what it uses more after many
 * files. Its resident memory says little about that: it goes up and down by hundreds of MB, as garbage is collected.
 */
async function measureSheets(server: SheetServer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [country, zone] of Object.entries(zones)) {
    await withClient(server.connectionString, (client) =>
      client.query('update company set timezone = $1', [zone]),
    );
    figures.push(...(await measureSheet(country, server)));
  }
  return figures;
}

async function measureSheet(
  country: string,
  { origin, sheetOfAll: request, pid: serverPid, mbInUse }: SheetServer,
): Promise<Figure[]> {
  const connection = await openConnection(origin);
  const times: number[] = [];
  const [inUse, resident]: [number[], number[]] = [[], []];
  for (const files of sheets.readAfter) {
    while (times.length < files) {
      const before = cpuMs(serverPid);
      await connection.send(request());
      times.push(cpuMs(serverPid) - before);
    }
    resident.push(residentMb(serverPid));
    inUse.push(await mbInUse());
  }
  connection.close();
  const list = (figures: number[], digits: number) => figures.map((mb) => mb.toFixed(digits)).join(', ');
  return [
    {
      name: `Sheet of 200 people in PDF (${country}), processor`,
      value: median(times),
      unit: 'ms',
      atMost: sheets.atMostMs,
      note: `the first ${times[0]?.toFixed(0)} ms`,
    },
    {
      name: `In use after more of these files (${country})`,
      value: (inUse.at(-1) ?? Number.NaN) - (inUse[0] ?? Number.NaN),
      unit: 'MB',
      atMost: sheets.atMostMb,
      note: `after ${sheets.readAfter.join(', ')} files: ${list(inUse, 1)} MB; resident before collecting garbage: ${list(resident, 0)} MB`,
    },
  ];
}

/** The overview of the last year of 200 people with an entry a day, and of the one before it, to the last byte. */
async function measureOverview(cluster: Awaited<ReturnType<typeof startTestCluster>>): Promise<Figure[]> {
  const connectionString = await cluster.createDatabase();
  const { people } = await fillDatabase(connectionString, shapes.year);
  await withClient(connectionString, (client) => client.query('vacuum (analyze)'));
  const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
  try {
    const today = new Date().toISOString().slice(0, 10);
    const path = `/api/reports/overview?startDate=${addDays(today, -365)}&endDate=${today}`;
    const connection = await openConnection(server.origin);
    const times: number[] = [];
    for (let request = 0; request < overviews.requests; request += 1) {
      const from = performance.now();
      await connection.send(requestText(server.origin, { path, token: people[0]?.token ?? '' }));
      times.push(performance.now() - from);
    }
    connection.close();
    return [
      {
        name: 'Overview of a year, 200 people',
        value: median(times),
        unit: 'ms',
        atMost: overviews.atMostMs,
        note: `the first ${times[0]?.toFixed(0)} ms`,
      },
    ];
  } finally {
    await server.stop();
  }
}

export async function measureMonths(engine: Engine): Promise<Figure[]> {
  // Reads only: this one need not be safe from power cuts.
  const cluster = await startTestCluster(engine);
  const closers: (() => Promise<void>)[] = [cluster.stop];
  try {
    const fill = async (shape: Shape) => {
      const connectionString = await cluster.createDatabase();
      const company = await fillDatabase(connectionString, shape);
      await approveMonths(connectionString);
      return { connectionString, company };
    };
    const open = async (shape: Shape) => {
      const { connectionString, company } = await fill(shape);
      const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
      closers.push(server.stop);
      return { ...operationsOn(server.origin, company), pid: server.pid };
    };
    const daily = await fill(shapes.daily);
    const sheetServer = await startSheetServer(daily.connectionString, daily.company);
    closers.push(sheetServer.stop);
    const quarter = await open(shapes.quarter);
    const history = await open(shapes.fiveYears);
    // Whoever has worked for years has more months to be shown.
    const { 'Own months': _, ...operations } = quarter.operations;
    return [
      ...(await measureOverview(cluster)),
      ...(await measureSheets(sheetServer)),
      ...(await measureRates(history, history.pid)),
      ...(await compareCosts(
        { ...quarter, operations },
        { 'five years against a quarter of one': history },
        1.3,
      )),
    ];
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
