/* Writes server/platform/database/types.ts from a freshly migrated database. */
import { execFileSync } from 'node:child_process';
import { startTestCluster } from '#server/testing/test-cluster.ts';

const cluster = await startTestCluster();
try {
  const typeMapping = { timestamptz: 'string', int8: 'number', json: 'unknown', jsonb: 'unknown' };
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      ...['--url', await cluster.createDatabase(), '--dialect', 'postgres', '--camel-case'],
      ...['--date-parser', 'string', '--numeric-parser', 'number'],
      ...['--type-mapping', JSON.stringify(typeMapping), '--out-file', 'server/platform/database/types.ts'],
    ],
    { stdio: 'inherit' },
  );
} finally {
  await cluster.stop();
}
