/** A Citus cluster for tests: a coordinator and workers on loopback, with a distributed template to copy. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { distribute, nodeSettings } from '#server/platform/database/distribute.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { copyTemplate, startTestServer, sweep, type TestCluster, template } from './test-cluster.ts';

/** Citus for Debian's PostgreSQL, which is no package of Debian's (docs/operations.md says how to get it). */
const hasCitus = existsSync('/usr/lib/postgresql/15/lib/citus.so');

const password = randomBytes(18).toString('base64url');

const settings = {
  // A copy does not inherit them from the template.
  ...nodeSettings,
  shared_preload_libraries: 'citus',
  // Connections of the tests to the coordinator, and of the coordinator to a worker for each of them.
  max_connections: '300',
  max_prepared_transactions: '300',
  // A daemon of Citus for each database.
  max_worker_processes: '100',
  wal_level: 'logical',
  max_wal_senders: '10',
  max_replication_slots: '20',
  max_logical_replication_workers: '10',
  output_plugin_libraries: 'pgoutput, citus',
  shared_buffers: '64MB',
  'citus.shard_count': '4',
  'citus.stat_statements_track': 'none',
  'citus.enable_statistics_collection': 'off',
};

/** Makes the databases of this name, one on each node, a cluster. The first URL is the coordinator's. */
export async function joinNodes(adminUrls: string[], database: string): Promise<void> {
  const urls = adminUrls.map((url) => Object.assign(new URL(url), { pathname: database }));
  for (const { href, password } of urls) {
    await withClient(href, async (client) => {
      await client.query('create extension citus');
      // For all nodes, and for itself.
      await client.query(
        `insert into pg_dist_authinfo select node, 'maina', $1 from unnest(array[0, -1]) node`,
        [`password=${password}`],
      );
    });
  }
  const [coordinator, ...workers] = urls;
  await withClient(coordinator?.href ?? '', async (client) => {
    await client.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator?.port]);
    for (const { port } of workers) await client.query(`select citus_add_node('127.0.0.1', $1)`, [port]);
  });
}

/** Starts the cluster. Throws if Citus is not installed. */
export async function startCitusCluster(workers = 2): Promise<TestCluster> {
  if (!hasCitus) throw new Error('Citus is not installed for PostgreSQL 15 (docs/operations.md)');
  await sweep();
  const nodes = await Promise.all(
    Array.from({ length: workers + 1 }, () => startTestServer('debian', { settings, password })),
  );
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    const adminUrls = nodes.map((node) => node.url('postgres'));
    for (const url of adminUrls)
      await withClient(url, (client) => client.query(`create database ${template}`));
    await joinNodes(adminUrls, template);
    await distribute(nodes[0]?.url(template) ?? '', pino({ level: 'silent' }), () => {});
    // Ends the daemons of Citus, which hold the template.
    for (const node of nodes) await node.restart();
    const connectionString = adminUrls.join(',');
    return { connectionString, createDatabase: () => copyTemplate(connectionString), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
