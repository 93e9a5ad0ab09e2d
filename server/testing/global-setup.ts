import type { TestProject } from 'vitest/node';
import { type Engine, startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster's superuser. */
    testCluster: string;
  }
}

/**
 * Starts the database server of a project of vitest.config.ts, which is named after the engine; returns the function
 * that stops it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(project.name as Engine);
  project.provide('testCluster', cluster.connectionString);
  return cluster.stop;
}
