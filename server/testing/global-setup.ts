import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test cluster's superuser. */
    testCluster: string;
  }
}

/** Starts the one database server of a test run; returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('testCluster', cluster.connectionString);
  return cluster.stop;
}
