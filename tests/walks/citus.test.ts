/** What a Citus cluster must do beyond what every engine does (docs/scaling.md, step 5). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Location } from '#contract/locations.ts';
import { backUp } from '#server/platform/backup/backup.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { distribute } from '#server/platform/database/distribute.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { joinNodes } from '#tests/support/citus-cluster.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { statementsOf, widespread } from '#tests/support/statements.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { createEmptyDatabase, createTestDatabase, untilLockIsAwaited } from '#tests/support/test-database.ts';

const nodes = inject('testCluster').split(',');

/** Runs the distribution and returns what it said. */
async function distributed({ connectionString, services }: TestApp): Promise<string[]> {
  const said: string[] = [];
  await distribute(connectionString, services.log, (sentence) => said.push(sentence));
  return said;
}

describe('distributing', () => {
  it('needs Citus, its coordinator’s address and a worker', async () => {
    const database = await createEmptyDatabase();
    onTestFinished(database.drop);
    const app = await startTestApp({ connectionString: database.connectionString });
    onTestFinished(() => app.close());
    await expect(distributed(app)).rejects.toThrow('create extension citus');
    await sql`create extension citus`.execute(app.services.db);
    await expect(distributed(app)).rejects.toThrow('citus_set_coordinator_host');
    await sql`select citus_set_coordinator_host('127.0.0.1', ${Number(new URL(nodes[0] ?? '').port)})`.execute(
      app.services.db,
    );
    await expect(distributed(app)).rejects.toThrow('citus_add_node');
  });

  it('keeps the data of a database that was in use, is done once, and follows migrations', async () => {
    const { connectionString, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const before = await startTestApp({ connectionString });
    const company = await registerCompany(before);
    const { client, employee } = await addEmployee(before, company);
    const location = await addLocation(company);
    await client.ok('scan', { body: { qrCode: location.qrCode } });
    const listed = await company.admin.ok('listEmployees');
    await before.close();
    await joinNodes(nodes, new URL(connectionString).pathname.slice(1));

    const app = await startTestApp({ connectionString });
    onTestFinished(() => app.close());
    const said = await distributed(app);
    expect(said).toContain('Distributed directory by key.');
    expect(said).toContain('Distributed time_entry by company_id.');
    expect(said.at(-1)).toBe('The companies are distributed over the workers.');
    expect(await distributed(app)).toEqual(['Everything is distributed already.']);

    const admin = app.client();
    await admin.ok('login', { body: { email: company.user.email, password } });
    expect(await admin.ok('listEmployees')).toEqual(listed);
    const phone = app.client();
    await phone.ok('login', { body: { email: employee.email, password } });
    const scan = await phone.ok('scan', { body: { qrCode: location.qrCode } });
    expect(scan.action).toBe('check-out');
    const onCoordinator = await sql`select c.relname from pg_class c
      join pg_dist_partition p on p.logicalrelid = c.oid and p.partmethod = 'h'
      where pg_relation_size(c.oid) > 0`.execute(app.services.db);
    expect(onCoordinator.rows).toEqual([]);

    await sql`create table tool (company_id uuid not null references company (id), id uuid, primary key (company_id, id))`.execute(
      app.services.db,
    );
    await sql`create function count_tools(p_company_id uuid) returns bigint language plpgsql as
      $$ begin return (select count(*) from tool where company_id = p_company_id); end $$`.execute(
      app.services.db,
    );
    expect(await distributed(app)).toEqual([
      'Distributed tool by company_id.',
      'count_tools(uuid) runs on the node of its company.',
      'The companies are distributed over the workers.',
    ]);
  });
});

it('is restored from a backup into a new database, which is then distributed', async () => {
  const before = await startTestApp();
  onTestFinished(() => before.close());
  const company = await registerCompany(before);
  const { client, employee } = await addEmployee(before, company);
  const location = await addLocation(company);
  await client.ok('scan', { body: { qrCode: location.qrCode } });
  const listed = await company.admin.ok('listEmployees');
  const folder = await mkdtemp(join(tmpdir(), 'maina-citus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'cluster.backup');
  await backUp(before.connectionString, file, '0.1.0');

  const cluster = await createTestDatabase();
  onTestFinished(cluster.drop);
  await expect(restore(cluster.connectionString, file)).rejects.toThrow('distributed over a cluster');

  const { connectionString, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await joinNodes(nodes, new URL(connectionString).pathname.slice(1));
  await restore(connectionString, file);
  const app = await startTestApp({ connectionString });
  onTestFinished(() => app.close());
  expect(await distributed(app)).toContain('Distributed time_entry by company_id.');
  const admin = app.client();
  await admin.ok('login', { body: { email: company.user.email, password } });
  expect(await admin.ok('listEmployees')).toEqual(listed);
  const phone = app.client();
  await phone.ok('login', { body: { email: employee.email, password } });
  const scan = await phone.ok('scan', { body: { qrCode: location.qrCode } });
  expect(scan.action).toBe('check-out');
});

describe('a company', () => {
  let app: TestApp;
  let company: Company;
  let location: Location;
  beforeAll(async () => {
    app = await startTestApp();
    company = await registerCompany(app);
    location = await addLocation(company);
  });
  afterAll(() => app.close());

  it('is asked on one node when somebody scans', async () => {
    const { client } = await addEmployee(app, company);
    const statements = await statementsOf(() => client.ok('scan', { body: { qrCode: location.qrCode } }));
    expect(statements.map(({ text }) => text).join()).toContain('process_scan(');
    expect(statements.map(({ text }) => text).join()).toContain('find_viewer(');
    expect(await widespread(app.connectionString, statements)).toEqual([]);
    // Run on the coordinator, it would ask the node for each of its statements, and its settings would not reach the triggers.
    for (const { text, values } of statements.filter(({ text }) => /process_scan|find_viewer/.test(text))) {
      await withClient(app.connectionString, async (client) => {
        const { rows } = await client.query(`explain ${text}`, values);
        expect(JSON.stringify(rows)).toContain('Task Count: 1');
        // Prepared, it could get a plan for all companies after five times.
        for (let n = 0; n < 8; n += 1) await client.query({ name: 'prepared', text, values });
        const plans = await client.query('select custom_plans, generic_plans from pg_prepared_statements');
        expect(plans.rows).toEqual([{ custom_plans: '8', generic_plans: '0' }]);
      });
    }
    const everywhere = { text: 'select count(*) from time_entry', values: [] };
    expect(await widespread(app.connectionString, [everywhere])).toHaveLength(1);
  });

  it('waits with a scan for whoever changes the person’s entries from the coordinator', async () => {
    const { client, employee } = await addEmployee(app, company);
    let scan: Promise<unknown> | undefined;
    let isDone = false;
    await app.services.db.transaction().execute(async (transaction) => {
      await lockTimeEntriesOf(transaction, company.user.companyId, employee.id);
      scan = client.ok('scan', { body: { qrCode: location.qrCode } }).then(() => {
        isDone = true;
      });
      await untilLockIsAwaited(app.connectionString);
      expect(isDone).toBe(false);
    });
    await scan;
    expect(isDone).toBe(true);
  });

  it('waits with a change from the coordinator for a scan', async () => {
    const { employee } = await addEmployee(app, company);
    const [shard] = (
      await sql<{ port: number }>`select nodeport as port from citus_shards
        where table_name = 'users'::regclass
          and shardid = get_shard_id_for_distribution_column('users', ${company.user.companyId}::uuid)`.execute(
        app.services.db,
      )
    ).rows;
    const node = nodes.find((url) => Number(new URL(url).port) === shard?.port) ?? '';
    const url = Object.assign(new URL(node), { pathname: new URL(app.connectionString).pathname }).href;
    let lock: Promise<unknown> | undefined;
    let isDone = false;
    // A scan runs on the company's node; this is one that takes long.
    await withClient(url, async (scan) => {
      await scan.query('begin');
      await scan.query('select lock_time_entries_of($1, $2)', [company.user.companyId, employee.id]);
      lock = app.services.db
        .transaction()
        .execute((transaction) => lockTimeEntriesOf(transaction, company.user.companyId, employee.id))
        .then(() => {
          isDone = true;
        });
      await untilLockIsAwaited(app.connectionString);
      expect(isDone).toBe(false);
      await scan.query('commit');
    });
    await lock;
    expect(isDone).toBe(true);
  });

  it('moves to another node while its people scan, and nothing is lost or doubled', async () => {
    const { companyId } = company.user;
    const people: TestClient[] = [];
    for (let n = 0; n < 4; n += 1) people.push((await addEmployee(app, company)).client);
    const acknowledged = new Set<string>();
    let isMoving = true;
    const scanOn = async (client: TestClient) => {
      while (isMoving) {
        // As a phone does: the same scan until it is acknowledged.
        const clientScanId = randomUUID();
        for (;;) {
          const { status } = await client.call('scan', { body: { qrCode: location.qrCode, clientScanId } });
          if (status === 200) break;
        }
        acknowledged.add(clientScanId);
      }
    };
    const placeOf = async () => {
      const { rows } = await sql<{ port: number; shardid: number; nodename: string }>`
        select nodeport as port, nodename, shardid from citus_shards where table_name = 'company'::regclass
          and shardid = get_shard_id_for_distribution_column('company', ${companyId}::uuid)`.execute(
        app.services.db,
      );
      return rows[0];
    };
    // A shard of its own, with which no other company moves.
    await sql`select isolate_tenant_to_new_shard('company', ${companyId}::uuid, 'CASCADE', 'block_writes')`.execute(
      app.services.db,
    );
    const scanning = Promise.all(people.map(scanOn));
    try {
      const from = await placeOf();
      const target = nodes
        .slice(1)
        .map((url) => Number(new URL(url).port))
        .find((port) => port !== from?.port);
      await sql`select citus_move_shard_placement(${from?.shardid}, '127.0.0.1', ${from?.port}, '127.0.0.1', ${target},
        'force_logical')`.execute(app.services.db);
      expect((await placeOf())?.port).toBe(target);
      const soFar = acknowledged.size;
      while (acknowledged.size < soFar + 20) await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      isMoving = false;
      await scanning;
    }
    const stored = await app.services.db
      .selectFrom('scan')
      .where('companyId', '=', companyId)
      .where('id', 'in', [...acknowledged])
      .select('id')
      .execute();
    expect(stored.map(({ id }) => id).toSorted()).toEqual([...acknowledged].toSorted());
    const { rows: counts } = await sql<{ checkIns: number; entries: number }>`select
      (select count(*) from scan where company_id = ${companyId} and action = 'check-in') as check_ins,
      (select count(*) from time_entry where company_id = ${companyId}) as entries`.execute(app.services.db);
    expect(counts[0]?.entries).toBe(counts[0]?.checkIns);
    // The triggers knew on both nodes whose act each change was.
    const { rows } = await sql<{
      kind: string;
    }>`select distinct kind from ledger_pending where company_id = ${companyId}
      and time_entry_id is not null`.execute(app.services.db);
    expect(rows).toEqual([{ kind: 'scan' }]);
  });
});
