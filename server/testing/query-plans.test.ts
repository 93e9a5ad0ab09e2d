/**
 * The rows read by the queries behind every page and list, in a company with five years of data beside another one of
 * its size.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { ASK_PRESETS } from '#contract/ask.ts';
import type { EndpointInput } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { type Endpoint, type EndpointName, table } from '#contract/table.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { fillDirectory } from '#server/platform/database/directory.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { addEmployee, addLocation, linkTokenIn, registerCompany } from './factories.ts';
import { type Statement, statementsOf, widespread } from './statements.ts';
import { startTestApp, type TestApp, type TestClient } from './test-app.ts';

/** The most rows of a table that a query may read for each row that it uses. */
const readPerUsed = 3;
/** Reading a few pages costs almost nothing, and PostgreSQL correctly reads all of a small table. */
const alwaysAllowed = 200;

const now = '2026-03-16T09:00:00.000Z';
/** In addition to those who are registered. */
const people = 15;
const weeks = 5 * 52;
const entriesPerWeek = 5;

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
  // Reads the period's entries, of which some have no work report.
  getOutputReport: ['time_entry'],
};

let app: TestApp;
let admin: TestClient;
let worker: TestClient;
let kiosk: TestClient;
let ids: {
  worker: string;
  location: string;
  code: string;
  entry: string;
  message: string;
  invitation: string;
};

beforeAll(async () => {
  app = await startTestApp({ clock: fixedClock(now) });
  const company = await registerCompany(app, { subscriptionPlan: 'business' });
  const other = await registerCompany(app, { subscriptionPlan: 'business' });
  const { client, employee } = await addEmployee(app, company);
  const location = await addLocation(company);
  await addLocation(other);
  const { code } = await company.admin.ok('createKioskPairingCode', {
    body: { locationId: location.id, name: 'Gate' },
  });
  kiosk = app.client();
  await kiosk.ok('pairKiosk', { body: { code } });
  if (isCitus) await seedDay(client, company.admin, location.qrCode);
  else await seedHistory(app.connectionString);
  admin = company.admin;
  worker = client;
  const { db } = app.services;
  await fillDirectory(db);
  const entry = await db
    .selectFrom('timeEntry')
    .where('userId', '=', employee.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const message = await db
    .selectFrom('messageRecipient')
    .where('userId', '=', employee.id)
    .select('messageId')
    .executeTakeFirstOrThrow();
  const invited = await company.admin.ok('createEmployee', {
    body: { firstName: 'Ilze', lastName: 'Ozola' },
  });
  const invitation = await company.admin.ok('inviteEmployee', { params: { id: invited.id } });
  ids = {
    worker: employee.id,
    location: location.id,
    code: location.qrCode,
    entry: entry.id,
    message: message.messageId,
    invitation: linkTokenIn(invitation.url),
  };
});
afterAll(() => app.close());

/** On Citus each query must go to one node, whatever it reads there. */
const isCitus = inject('engine') === 'citus';

async function seedDay(worker: TestClient, admin: TestClient, qrCode: string): Promise<void> {
  await worker.ok('scan', { body: { qrCode } });
  await admin.ok('createMessage', { body: { subject: 'Hello', content: 'to all' } });
}

/** Five years of data in each company: without triggers and checks, since these rows are valid by construction. */
async function seedHistory(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`
      begin;
      set local session_replication_role = replica;
      set local timezone = 'UTC';
      insert into users (company_id, id, email, password_hash, first_name, last_name)
        select id, gen_random_uuid(), n || '.' || id || '@example.test', '', 'Person', n::text
        from company, generate_series(1, ${people}) n;
      insert into location (company_id, id, name, qr_code)
        select id, gen_random_uuid(), 'Location ' || n, id || '-' || n from company, generate_series(1, 9) n;
      insert into badge (company_id, code_hash, user_id, sealed, created_at, retired_at)
        select company_id, uuid_send(gen_random_uuid()), id, '', '${now}', case when n > 1 then '${now}'::timestamptz end
        from users, generate_series(1, 3) n;
      create temp table person on commit drop as
        select company_id, id, row_number() over (partition by company_id order by id) as n from users;
      create temp table spot on commit drop as
        select company_id, id, row_number() over (partition by company_id order by id) as n from location;

      insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source,
          created_at)
        select p.company_id, gen_random_uuid(), p.id, l.id, check_in, check_out, 'qr',
          case when check_out is not null then 'qr'::event_source end, check_in
        from generate_series(${weeks * entriesPerWeek} - 1, 0, -1) i
        cross join person p
        cross join lateral (select '${now}'::timestamptz - i * interval '1 week' / ${entriesPerWeek}
          - (60 + p.n) * interval '1 minute') a (check_in)
        cross join lateral (select case when i > 0 then check_in + interval '8 hours'
          when p.n % 2 = 0 then check_in + interval '1 minute' end) b (check_out)
        join spot l on l.company_id = p.company_id and l.n = 1 + (p.n + i) % 10;
      insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, received_at)
        select company_id, user_id, gen_random_uuid(), location_id, id, action::scan_action, 'qr', at, at
        from time_entry cross join lateral (values ('check-in', check_in), ('check-out', check_out)) v (action, at)
        where at is not null;
      insert into flag (company_id, id, user_id, scan_id, kind, location_id, at, figures, others, created_at, dismissed_by,
          dismissed_at, note)
        select company_id, gen_random_uuid(), user_id, id, 'clock-wrong', location_id, effective_at, '{"minutes": 20}', '{}',
          effective_at, case when not is_new then user_id end, case when not is_new then effective_at end,
          case when not is_new then 'New phone' end
        from scan cross join lateral (select effective_at > '${now}'::timestamptz - interval '20 days') v (is_new)
        where hashtext(id::text) % 5 = 0;
      insert into work_report (company_id, id, user_id, time_entry_id, submission_id, units, quantity, description, created_at)
        select company_id, gen_random_uuid(), user_id, id, gen_random_uuid(), 'm2', 12.5, 'Wall panels mounted', check_in
        from time_entry where hashtext(id::text) % 3 = 0;
      insert into correction_request (company_id, id, user_id, kind, time_entry_id, check_in, reason, status, created_at,
          decided_by, decided_at)
        select company_id, gen_random_uuid(), user_id, 'edit', id, check_in - interval '5 minutes', 'Forgot',
          case when is_new then 'pending' else 'approved' end::approval_status, check_in + interval '1 day',
          case when not is_new then user_id end, case when not is_new then check_in + interval '2 days' end
        from time_entry cross join lateral (select check_in > '${now}'::timestamptz - interval '20 days') v (is_new)
        where hashtext(id::text) % 5 = 0;
      insert into correction_request (company_id, id, user_id, kind, check_in, check_out, absence_code, absence_start,
          absence_end, status, created_at, decided_by, decided_at)
        select company_id, gen_random_uuid(), id, 'absence', day, day + interval '5 days', 'A', day::date, day::date + 4,
          'approved', day, id, day
        from person, generate_series('2021-03-01'::timestamptz, '2026-02-01', interval '3 months') day;
      insert into absence (company_id, id, user_id, code, paid, lowers_norm, is_for_holiday_work, start_date, end_date,
          created_at)
        select company_id, id, user_id, 'A', true, true, false, absence_start, absence_end, created_at
        from correction_request where kind = 'absence';
      create temp table finished on commit drop as
        select company_id, id as user_id, to_char(month, 'YYYY-MM') as month, month as starts_at,
          month + interval '1 month' as ends_at
        from person, generate_series('2021-03-01'::timestamptz, '2026-02-01', interval '1 month') month;
      insert into month_approval (company_id, id, user_id, month, starts_at, ends_at, approved_by, approved_at)
        select company_id, gen_random_uuid(), user_id, month, starts_at, ends_at, user_id, ends_at from finished;
      insert into month_answer (company_id, user_id, month, answer, ms, answered_at)
        select company_id, user_id, month, 'confirmed', 0, ends_at from finished;
      insert into message (company_id, id, sender_id, subject, content, created_at)
        select company_id, gen_random_uuid(), id, 'Notice', 'Helmets from tomorrow on.', at
        from person, generate_series('${now}'::timestamptz - interval '5 years', '${now}', interval '12 hours') at where n = 1;
      insert into message_recipient (company_id, user_id, message_id, read_at)
        select m.company_id, p.id, m.id, case when created_at < '${now}'::timestamptz - interval '5 days' then created_at end
        from message m join person p using (company_id) where p.n <= 8;
      insert into ledger_record (company_id, seq, at, kind, actor_id, user_id, time_entry_id, body, prev_hash, hash)
        select company_id, row_number() over (partition by company_id order by check_in) + 1000, check_in, 'scan',
          user_id, user_id, id, '{}', '', ''
        from time_entry;
      commit;
      analyze`);
  });
}

type ReadingEndpoint = {
  [K in EndpointName]: (typeof table)[K]['method'] extends 'GET' ? K : never;
}[EndpointName];

const yesterday = { startDate: '2026-03-15', endDate: '2026-03-15' };
const february = { startDate: '2026-02-01', endDate: '2026-02-28' };

/** Inputs of endpoints that require parameters, and of those that accept filters. */
const inputs: { [K in EndpointName]?: () => EndpointInput<K>[] } = {
  getLocationOfCode: () => [{ query: { code: ids.code } }],
  getInvitation: () => [{ params: { token: ids.invitation } }],
  getCrew: () => [{ params: { id: ids.location } }],
  getLocationQr: () => [{ params: { id: ids.location } }],
  getTimeEntryHistory: () => [{ params: { id: ids.entry } }],
  getEmployee: () => [{ params: { id: ids.worker } }],
  listEmployeeHistory: () => [{ params: { id: ids.worker } }],
  listFlags: () => [{ query: {} }, { query: { userId: ids.worker } }],
  getMessage: () => [{ params: { id: ids.message } }],
  listMessageRecipients: () => [{ params: { id: ids.message } }],
  listMessages: () => [{ query: {} }, { query: { before: ids.message } }],
  listMonth: () => [{ query: { month: '2026-02' } }, { query: { month: '2022-02' } }],
  listCorrectionRequests: () => [
    { query: {} },
    { query: { status: 'pending' } },
    { query: { userId: ids.worker } },
  ],
  listLedger: () => [{ query: { after: '0' } }, { query: { after: '5000' } }],
  getDashboardStats: () => [{ query: {} }, { query: { as: 'employee' } }],
  explainHours: () => [
    { query: { ...february, userId: ids.worker } },
    { query: { ...yesterday, userId: ids.worker } },
  ],
  getMonthHours: () => [
    { params: { month: '2026-02' }, query: { userId: ids.worker } },
    { params: { month: '2022-02' }, query: { userId: ids.worker, details: 'true' } },
  ],
  getMonthSheet: () => [
    { params: { month: '2026-02' }, query: { format: 'json' } },
    { params: { month: '2022-02' }, query: { format: 'json', userId: ids.worker } },
  ],
  getMonthPayroll: () => [{ params: { month: '2026-02' }, query: { preview: 'true' } }],
  listWarnings: () => [{ query: { month: '2025-12' } }],
  getTimeEntriesReport: () => [
    { query: february },
    { query: { ...february, select: 'overlapping' } },
    { query: { ...february, employeeId: ids.worker } },
    { query: { ...february, locationId: ids.location } },
  ],
  getDailySummariesReport: () => [{ query: february }, { query: yesterday }],
  getTimeline: () => [{ query: {} }, { query: { date: '2022-02-10' } }],
  getBoard: () => [{ query: {} }, { query: { locationId: ids.location } }],
  getOverviewReport: () => [
    { query: february },
    { query: { ...february, employeeId: ids.worker } },
    { query: { ...february, locationId: ids.location } },
    { query: { startDate: '2025-01-01', endDate: '2025-12-31' } },
  ],
  getNormReport: () => [{ query: february }, { query: { ...february, employeeId: ids.worker } }],
  getOutputReport: () => [{ query: february }, { query: { ...february, by: 'job' } }],
  createAiReport: () => [{ params: { id: ids.location }, body: { date: '2026-03-13' } }],
  getBadge: () => [{ params: { id: ids.worker } }],
  listBadges: () => [{ body: { userIds: [ids.worker] } }],
  getPersonalCode: () => [{ params: { id: ids.worker } }],
  listHolidays: () => [{ query: { year: '2026' } }],
  listAbsences: () => [{ query: february }, { query: { ...february, userId: ids.worker } }],
  askPreset: () => ASK_PRESETS.map((preset) => ({ body: { preset } })),
};
const everybodysHours = [{ params: { month: '2026-02' }, query: {} }];
const explainedForAll = [{ query: february }, { query: yesterday }];

/** Lists shown on a page although they are requested with a body. */
const alsoReading = ['createAiReport', 'askPreset', 'listBadges'] as const satisfies EndpointName[];
type Listed = ReadingEndpoint | (typeof alsoReading)[number];
const isListed = (name: EndpointName): name is Listed =>
  table[name].method === 'GET' || alsoReading.some((also) => also === name);
const listed = (Object.keys(table) as EndpointName[]).filter(isListed);

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
  return withClient(app.connectionString, async (client) => {
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

const inputsOf = (name: Listed, viewer: TestClient): EndpointInput<Listed>[] => {
  if (name === 'explainHours' && viewer === admin)
    return [...(inputs.explainHours?.() ?? []), ...explainedForAll];
  if (name === 'getMonthHours' && viewer === admin)
    return [...(inputs.getMonthHours?.() ?? []), ...everybodysHours];
  return inputs[name]?.() ?? [{}];
};

it.each(listed)('%s reads what it uses, on one node', async (name) => {
  const { access }: Endpoint = table[name];
  const signedIn = reachOf(access, 'employee') ? [admin, worker] : [admin];
  for (const viewer of access === 'kiosk' ? [kiosk] : signedIn) {
    for (const input of inputsOf(name, viewer)) {
      const statements = await statementsOf(() => viewer.ok(name, input));
      const found = isCitus
        ? await widespread(app.connectionString, statements)
        : await wastefulScans(statements, exceptions[name]);
      expect(found, JSON.stringify(input)).toEqual([]);
    }
  }
});

it.skipIf(isCitus)('detects statements, and one that reads too much, also inside a function', async () => {
  const textsOf = async (act: () => Promise<unknown>) =>
    (await statementsOf(act)).map(({ text }) => text).join();
  const month = await textsOf(() => admin.ok('listMonth', { query: { month: '2026-02' } }));
  expect(month).toContain('list_months_of_all');
  // Reads that a replica may answer are for the viewer as they are now; others confirm the one just read.
  expect(month).toContain('find_viewer');
  expect(await textsOf(() => admin.ok('getUser'))).toContain('confirm_viewer');
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
  const empty = await startTestApp();
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
        `select record_scan($1, $2, gen_random_uuid(), gen_random_uuid(), $3, null, 'qr', true)`,
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

it.skipIf(isCitus)('no plan of a scan costs so much that PostgreSQL would compile it', async () => {
  const { first, kept } = await plansOfScans();
  const mostExpensive = Math.max(...[...first, ...kept].map((plan) => plan['Total Cost']));
  // PostgreSQL's jit_above_cost.
  expect(mostExpensive).toBeLessThan(100_000);
});
