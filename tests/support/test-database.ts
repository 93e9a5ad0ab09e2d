import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import type { Db } from '#server/platform/database/database.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { copyTemplate, createDatabase, dropDatabase } from './test-cluster.ts';

/** Creates a migrated, empty database for one test. `drop` disconnects everybody. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await copyTemplate(adminUrl);
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}

/** The same database through the pooler; undefined unless one is tested, and for databases of other servers. */
export function urlThroughPooler(connectionString: string): string | undefined {
  const port = inject('poolerPort');
  const url = new URL(connectionString);
  if (!port || url.port !== new URL(inject('testCluster')).port) return undefined;
  url.port = String(port);
  return url.href;
}

/** Creates a database for one test that is completely empty, without tables. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await createDatabase(adminUrl, 'template0');
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}

/** Executes it as the owner of the database could, without triggers and foreign keys; on Citus on the node of the rows. */
export async function withoutTriggers(db: Db, statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_for_transaction('session_replication_role', 'replica')`.execute(transaction);
    await statement.execute(transaction);
  });
}

const waitingHere = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;
const waitingOnNodes = `select coalesce(sum(result::int), 0) from run_command_on_workers($$${waitingHere}$$)`;

/** Waits until a statement in this database, which is no other test's, waits for a lock. */
export async function untilLockIsAwaited(connectionString: string): Promise<void> {
  const nodes = inject('engine') === 'citus' ? ` + (${waitingOnNodes})` : '';
  const query = `select (${waitingHere})${nodes} > 0 as "isAwaited"`;
  await withClient(connectionString, (client) =>
    expect.poll(async () => (await client.query(query)).rows).toEqual([{ isAwaited: true }]),
  );
}
