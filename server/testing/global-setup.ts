import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster's superuser. */
    testCluster: string;
  }
}

/** Starts the database server of a project of vitest.config.ts; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(project.name === 'debian' ? 'debian' : 'embedded');
  project.provide('testCluster', cluster.connectionString);
  return cluster.stop;
}
