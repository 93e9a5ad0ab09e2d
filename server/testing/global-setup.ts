import type { TestProject } from 'vitest/node';
import { type Engine, startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster's superuser. */
    testCluster: string;
    engine: Engine;
  }
}

/** Starts the database server of a project of vitest.config.ts; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.name === 'debian' ? 'debian' : 'embedded';
  const cluster = await startTestCluster(engine);
  project.provide('engine', engine);
  project.provide('testCluster', cluster.connectionString);
  return cluster.stop;
}
