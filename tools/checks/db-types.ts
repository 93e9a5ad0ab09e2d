/* Writes server/generated/types.ts and server/generated/schema.sql from a freshly migrated database. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { startTestCluster } from '#tests/support/test-cluster.ts';

const cluster = await startTestCluster();
try {
  const connectionString = await cluster.createDatabase();
  writeFileSync('server/generated/schema.sql', await withClient(connectionString, describeSchema));
  const typeMapping = { timestamptz: 'string', int8: 'number', json: 'unknown', jsonb: 'unknown' };
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      ...['--url', connectionString, '--dialect', 'postgres', '--camel-case'],
      ...['--date-parser', 'string', '--numeric-parser', 'number'],
      ...['--type-mapping', JSON.stringify(typeMapping), '--out-file', 'server/generated/types.ts'],
    ],
    { stdio: 'inherit' },
  );
} finally {
  await cluster.stop();
}
