import { inject } from 'vitest';
import { copyTemplate, dropDatabase } from './test-cluster.ts';

/** A migrated, empty database of the test's own. `drop` ends whoever is still connected. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const adminUrl = inject('testCluster');
  const connectionString = await copyTemplate(adminUrl);
  return { connectionString, drop: () => dropDatabase(adminUrl, connectionString) };
}
