import type { TestProject } from 'vitest/node';
import { startCitusCluster } from './citus-cluster.ts';
import { startPooler } from './pooler.ts';
import { type Engine, startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster's superuser; of each node of Citus, separated by commas. */
    testCluster: string;
    engine: Engine | 'citus';
    /** True under `npm run test:full`. */
    isFull: boolean;
    /** The port of PgBouncer, through which the test apps reach the cluster; undefined unless it is tested. */
    poolerPort?: number;
  }
}

/** Starts the database server of a project of vitest.config.ts; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.name === 'debian' || project.name === 'citus' ? project.name : 'embedded';
  const cluster = engine === 'citus' ? await startCitusCluster() : await startTestCluster(engine);
  project.provide('engine', engine);
  project.provide('isFull', project.vite.config.mode === 'long');
  project.provide('testCluster', cluster.connectionString);
  if (project.name !== 'pgbouncer') return cluster.stop;
  const pooler = await startPooler(cluster.connectionString);
  project.provide('poolerPort', pooler.port);
  return async () => {
    await pooler.stop();
    await cluster.stop();
  };
}
