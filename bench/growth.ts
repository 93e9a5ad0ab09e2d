/** What a request costs at 5,000,000 stored entries against 50,000, in a company of the same size. */
import { startTestCluster } from '#server/testing/test-cluster.ts';
import { fillDatabase, type MeasuredCompany, type Shape } from './companies.ts';
import { type Figure, median } from './figures.ts';
import { openConnection, requestText } from './load.ts';
import { productCommand, startServerProcess } from './processes.ts';
import { scanRequest, scansOf } from './scan.ts';

const warmUps = 50;
const repetitions = 400;

const shapes = {
  few: { companies: 1, entriesPerPerson: 250 },
  manyCompanies: { companies: 100, entriesPerPerson: 250 },
  longHistory: { companies: 1, entriesPerPerson: 25_000 },
} as const satisfies Record<string, Shape>;
type ShapeName = keyof typeof shapes;
const names = Object.keys(shapes) as ShapeName[];

type Operation = () => string;

function operationsOn(origin: string, company: MeasuredCompany): Record<string, Operation> {
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
    'Dashboard places': () => requestText(origin, { path: '/api/dashboard/locations', token: admin.token }),
  };
}

export async function measureGrowth(): Promise<Figure[]> {
  // Reads mostly, and the same for all three: this one need not be safe from power cuts.
  const cluster = await startTestCluster('embedded');
  const closers: (() => Promise<void>)[] = [cluster.stop];
  try {
    const open = async (name: ShapeName) => {
      const connectionString = await cluster.createDatabase();
      const company = await fillDatabase(connectionString, shapes[name]);
      const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
      closers.push(server.stop);
      return { origin: server.origin, operations: operationsOn(server.origin, company) };
    };
    const opened = {
      few: await open('few'),
      manyCompanies: await open('manyCompanies'),
      longHistory: await open('longHistory'),
    };
    // Only now: a server closes a connection that is not used for a minute.
    const connections = {
      few: await openConnection(opened.few.origin),
      manyCompanies: await openConnection(opened.manyCompanies.origin),
      longHistory: await openConnection(opened.longHistory.origin),
    };
    const figures: Figure[] = [];
    for (const operation of Object.keys(opened.few.operations)) {
      const tookMs: Record<ShapeName, number[]> = { few: [], manyCompanies: [], longHistory: [] };
      for (let repetition = -warmUps; repetition < repetitions; repetition += 1) {
        // The order changes, so that none is always the one after a slow one.
        for (const position of names.keys()) {
          const name = names[(position + repetition + warmUps) % names.length] ?? 'few';
          const request = opened[name].operations[operation]?.() ?? '';
          const startedAt = performance.now();
          await connections[name].send(request);
          if (repetition >= 0) tookMs[name].push(performance.now() - startedAt);
        }
      }
      const base = median(tookMs.few);
      const ratio = (name: ShapeName, what: string): Figure => ({
        name: `${operation}: ${what}`,
        value: median(tookMs[name]) / base,
        unit: '×',
        atMost: 1.3,
        note: `${median(tookMs[name]).toFixed(2)} ms against ${base.toFixed(2)} ms`,
      });
      figures.push(
        ratio('manyCompanies', '5 M entries in 100 companies'),
        ratio('longHistory', '5 M entries in one company'),
      );
    }
    for (const connection of Object.values(connections)) connection.close();
    return figures;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
