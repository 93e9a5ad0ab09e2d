/** Cost of a request with 5,000,000 stored entries compared with 50,000, in a company of the same size. */
import { setTimeout } from 'node:timers/promises';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { type Engine, startTestCluster } from '#tests/support/test-cluster.ts';
import { fillDatabase, type MeasuredCompany, type Shape } from './companies.ts';
import { compareCosts, type Operations } from './compare.ts';
import type { Figure } from './figures.ts';
import { requestText } from './load.ts';
import { productCommand, startServerProcess } from './processes.ts';
import { scanRequest, scansOf } from './scan.ts';

/** People rest between their shifts. */
const hoursBetween = 12;
const shapes = {
  few: { companies: 1, entriesPerPerson: 250, hoursBetween },
  manyCompanies: { companies: 100, entriesPerPerson: 250, hoursBetween },
  longHistory: { companies: 1, entriesPerPerson: 25_000, hoursBetween },
} as const satisfies Record<string, Shape>;
type ShapeName = keyof typeof shapes;

function operationsOn(origin: string, company: MeasuredCompany): Operations {
  const [admin] = company.people;
  if (!admin) throw new Error('No people');
  const nextScan = scansOf(company, 1);
  let turn = 0;
  const anyone = () => company.people[++turn % company.people.length] ?? admin;
  return {
    Scan: () => {
      const { person, code } = nextScan(0);
      return scanRequest(origin, person.token, code);
    },
    'Active entry': () => requestText(origin, { path: '/api/time-tracking/active', token: anyone().token }),
    'Dashboard figures, employee': () =>
      requestText(origin, { path: '/api/dashboard/stats?as=employee', token: anyone().token }),
    'Dashboard figures, administrator': () =>
      requestText(origin, { path: '/api/dashboard/stats', token: admin.token }),
    'Dashboard locations': () =>
      requestText(origin, { path: '/api/dashboard/locations', token: admin.token }),
  };
}

/** Waits until the server has computed the hours of all entries, which it does once for what was never counted. */
const hoursAreSettled = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    for (;;) {
      const { rows } = await client.query('select from unsettled_hours limit 1');
      if (rows.length === 0) break;
      await setTimeout(1_000);
    }
    // Five years of hours were written at once: the statistics that PostgreSQL gathers by itself may be of the first minute.
    await client.query('vacuum (analyze)');
  });

export async function measureGrowth(engine: Engine): Promise<Figure[]> {
  // Mostly reads, and equal for all three, so this database need not be durable.
  const cluster = await startTestCluster(engine);
  const closers: (() => Promise<void>)[] = [cluster.stop];
  try {
    const open = async (name: ShapeName) => {
      const connectionString = await cluster.createDatabase();
      const company = await fillDatabase(connectionString, shapes[name]);
      const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
      closers.push(server.stop);
      await hoursAreSettled(connectionString);
      return { origin: server.origin, operations: operationsOn(server.origin, company) };
    };
    const opened = {
      few: await open('few'),
      manyCompanies: await open('manyCompanies'),
      longHistory: await open('longHistory'),
    };
    // Connections are opened only now, because a server closes those idle for a minute.
    return await compareCosts(
      opened.few,
      {
        '5 M entries in 100 companies': opened.manyCompanies,
        '5 M entries in one company': opened.longHistory,
      },
      1.3,
    );
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
