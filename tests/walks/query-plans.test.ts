/**
 * The rows read by the queries behind every page and list, in a company with five years of data beside another one of
 * its size.
 */

import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { addLocation, registerCompany } from '#tests/support/factories.ts';
import {
  type FiveYears,
  inputsOf,
  listed,
  now,
  seedHistory,
  startFiveYears,
} from '#tests/support/five-years.ts';
import { type Statement, statementsOf, widespread } from '#tests/support/statements.ts';
import { startTestApp, type TestClient } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

/** The most rows of a table that a query may read for each row that it uses. */
const readPerUsed = 3;
/** Reading a few pages costs almost nothing, and PostgreSQL correctly reads all of a small table. */
const alwaysAllowed = 200;

/** `people`: in addition to those who are registered. */
const history = { people: 15, entriesPerWeek: 5 };

type PlanNode = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Alias?: string;
  'Total Cost': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};
type Scan = { relation: string; read: number; used: number };

const emitted = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops'];

/**
 * Every scan of a table below the node: the rows that it read, and the rows used, which are those that came out of the
 * joins around it: as the result of the statement or a subquery, or as the input of an aggregate.
 */
function scansIn(node: PlanNode, used = emitted(node)): Scan[] {
  const isAggregate = /^(Aggregate|Group|WindowAgg|Unique)$/.test(node['Node Type']);
  const inner = (node.Plans ?? []).flatMap((child) => {
    const isBlock = isAggregate || /InitPlan|SubPlan|Subquery/.test(child['Parent Relationship'] ?? '');
    return scansIn(child, isBlock ? emitted(child) : used);
  });
  const relation = node['Relation Name'];
  if (!relation) return inner;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [...inner, { relation, read: emitted(node) + removed * node['Actual Loops'], used }];
}

const isWasteful = ({ read, used }: Scan) => read > Math.max(alwaysAllowed, readPerUsed * used);

/** Queries that may read more, and why. */
const exceptions: { [K in EndpointName]?: string[] } = {
  // Reads the period's entries of all locations: an index by location would cost every check-in more than it saves
  // here.
  getTimeEntriesReport: ['time_entry'],
  getOverviewReport: ['time_entry'],
  getSchedule: ['time_entry'],
  // Reads each person's last 60 days, to find whether one of them was at the location.
  listKioskPeople: ['time_entry'],
  // Reads the period's entries, of which some have no work report.
  getOutputReport: ['time_entry'],
};

let company: FiveYears;

beforeAll(async () => {
  company = await startFiveYears(async (app, { company: { admin }, worker, qrCode }) => {
    const other = await registerCompany(app, { subscriptionPlan: 'business' });
    await addLocation(other);
    if (isCitus) await seedDay(worker.client, admin, qrCode);
    else await seedHistory(app.connectionString, history);
  });
});
afterAll(() => company.app.close());

/** On Citus each query must go to one node, whatever it reads there. */
const isCitus = inject('engine') === 'citus';

async function seedDay(worker: TestClient, admin: TestClient, qrCode: string): Promise<void> {
  await worker.ok('scan', { body: { qrCode } });
  await admin.ok('createMessage', { body: { subject: 'Hello', content: 'to all' } });
}

/** Adds the plan of each statement that the client sends, also inside functions, to `plans`. */
async function explainAll(client: pg.Client, plans: PlanNode[]): Promise<void> {
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = 'json';
    set auto_explain.log_level = 'notice'`);
  client.on('notice', ({ message = '' }) => {
    if (message.startsWith('duration')) plans.push(JSON.parse(message.slice(message.indexOf('{'))).Plan);
  });
}

const nodesIn = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

async function wastefulScans(statements: Statement[], excepted: string[] = []): Promise<string[]> {
  return withClient(company.app.connectionString, async (client) => {
    const found: string[] = [];
    // A table of people or locations is read whole for each join with it, and does not grow over the years.
    const { rows: small } = await client.query<{ name: string }>(
      'select relname as name from pg_class where reltuples between 0 and $1',
      [alwaysAllowed],
    );
    const skipped = [...excepted, ...small.map(({ name }) => name)];
    const plans: PlanNode[] = [];
    await explainAll(client, plans);
    for (const { text, values } of statements) {
      plans.length = 0;
      await client.query(text, values);
      expect(plans.length).toBeGreaterThan(0);
      for (const scan of plans.flatMap((plan) => scansIn(plan))) {
        if (!isWasteful(scan) || skipped.includes(scan.relation)) continue;
        found.push(`reads ${scan.read} rows of ${scan.relation} to use ${scan.used}: ${text}`);
      }
    }
    return found;
  });
}

it.each(listed)('%s reads what it uses, on one node', async (name) => {
  const { app, admin, worker, kiosk, ids } = company;
  const { access }: Endpoint = contract[name];
  const signedIn = reachOf(access, 'employee') ? [admin, worker] : [admin];
  for (const viewer of access === 'kiosk' ? [kiosk] : signedIn) {
    for (const input of inputsOf(name, ids, { readsAll: viewer === admin })) {
      const statements = await statementsOf(() => viewer.ok(name, input));
      const found = isCitus
        ? await widespread(app.connectionString, statements)
        : await wastefulScans(statements, exceptions[name]);
      expect(found, JSON.stringify(input)).toEqual([]);
    }
  }
});

it.skipIf(isCitus)('detects statements, and one that reads too much, also inside a function', async () => {
  const { app, admin } = company;
  const textsOf = async (act: () => Promise<unknown>) =>
    (await statementsOf(act)).map(({ text }) => text).join();
  const month = await textsOf(() => admin.ok('listMonth', { query: { month: '2026-02' } }));
  expect(month).toContain('list_months_of_all');
  expect(month).toContain('find_viewer');
  const count = `select count(*) from time_entry where company_id = (select id from company limit 1)
    and check_in + interval '0' > `;
  expect(await wastefulScans([{ text: `${count} $1`, values: [now] }])).toHaveLength(1);
  await withClient(app.connectionString, (client) =>
    client.query(`create function count_late() returns bigint language plpgsql as
      $$ begin return (${count} '${now}'); end $$`),
  );
  expect(await wastefulScans([{ text: 'select count_late()', values: [] }])).toHaveLength(1);
});

/** Plans of scans that check somebody in and out, in a company whose tables were analysed while they were empty. */
async function plansOfScans(): Promise<{ first: PlanNode[]; kept: PlanNode[] }> {
  const empty = await startTestApp({ isOwn: true });
  onTestFinished(() => empty.close());
  const company = await registerCompany(empty);
  const { qrCode } = await addLocation(company);
  return withClient(empty.connectionString, async (client) => {
    await client.query('analyze');
    const plans: PlanNode[] = [];
    await explainAll(client, plans);
    const values = [company.user.company.id, company.user.id, qrCode];
    const scan = () =>
      client.query(
        `select process_scan($1, jsonb_build_object('userId', $2::uuid, 'code', $3::text, 'source', 'qr',
          'mayCheckIn', true, 'scanId', gen_random_uuid(), 'entryId', gen_random_uuid()))`,
        values,
      );
    // PostgreSQL keeps a plan from the sixth time on; each of the two kinds of scan has statements of its own.
    for (let i = 0; i < 14; i += 1) await scan();
    const first = plans.splice(0);
    for (let i = 0; i < 2; i += 1) await scan();
    return { first, kept: plans };
  });
}

it.skipIf(isCitus)('a scan is looked for by its id, also by plans made while no scan was known', async () => {
  const { kept } = await plansOfScans();
  const indexes = kept.flatMap(nodesIn).filter((node) => node['Relation Name'] === 'scan');
  expect(new Set(indexes.map((node) => node['Index Name']))).toEqual(new Set([undefined, 'scan_pkey']));
  expect(new Set(indexes.map((node) => node['Node Type']))).toEqual(new Set(['Index Scan', 'ModifyTable']));
});

const daysWorked = 100;

it.skipIf(isCitus)(
  'among many companies a person is known to have as many entries as there are',
  async () => {
    const { connectionString, drop } = await createTestDatabase();
    onTestFinished(drop);
    const planned = await withClient(connectionString, async (client) => {
      await client.query(`
      set session_replication_role = replica;
      insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source)
        select md5('c' || c)::uuid, gen_random_uuid(), md5(c || '.' || p)::uuid, md5('l' || c)::uuid,
          now() - day * interval '1 day', now() - day * interval '1 day' + interval '8 hours', 'qr', 'qr'
        from generate_series(1, 40) c, generate_series(1, 5) p, generate_series(1, ${daysWorked}) day;
      analyze time_entry`);
      const { rows } = await client.query(`explain (format json) select from time_entry
      where company_id = md5('c7')::uuid and user_id = md5('7.3')::uuid`);
      return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
    });
    // If PostgreSQL expects fewer, a scan takes the index against overlaps, and reads all of a person's entries.
    expect(planned).toBeGreaterThan(daysWorked / 2);
    expect(planned).toBeLessThan(daysWorked * 2);
  },
);

it.skipIf(isCitus)('no plan of a scan costs so much that PostgreSQL would compile it', async () => {
  const { first, kept } = await plansOfScans();
  const mostExpensive = Math.max(...[...first, ...kept].map((plan) => plan['Total Cost']));
  // PostgreSQL's jit_above_cost.
  expect(mostExpensive).toBeLessThan(100_000);
});
