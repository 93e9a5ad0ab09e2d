import { inject } from 'vitest';
import { copyTemplate, createDatabase, dropDatabase } from './test-cluster.ts';

/** A migrated, empty database of the test's own. `drop` ends whoever is still connected. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await copyTemplate(adminUrl);
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}

/** A database of the test's own in which nothing is, not even a table. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await createDatabase(adminUrl, 'template0');
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}
