import { inject } from 'vitest';
import { copyTemplate, createDatabase, dropDatabase } from './test-cluster.ts';

/** Creates a migrated, empty database for one test. `drop` disconnects everybody. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await copyTemplate(adminUrl);
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}

/** Creates a database for one test that is completely empty, without tables. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await createDatabase(adminUrl, 'template0');
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}
