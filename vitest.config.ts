import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests with mocks do not share their modules with others: a mock has to be there before anything loads the module. */
const hasMock = (file: string) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8'));
/** Needs a cluster. */
const citusTest = 'tests/walks/citus.test.ts';
const sharingTests = globSync(
  '{contract,domain,locales,server,tests/{programs,support,walks}}/**/*.test.ts',
).filter((file) => !hasMock(file) && file !== citusTest);

const everythingElse = () =>
  globSync('{contract,domain,server,web,tools,locales,tests}/**/*.test.{ts,tsx}', {
    exclude: [...sharingTests, citusTest],
  });

/** What another version of PostgreSQL may answer otherwise: every test with a database, but those of HTTP itself. */
const dependsOnEngine = () =>
  sharingTests.filter(
    (file) =>
      !matchesGlob(file, 'server/platform/{http/**,log.test.ts}') &&
      // Mostly what is refused before a statement is sent; test-cluster.test.ts starts each engine itself.
      !matchesGlob(file, '{tests/walks/{contract-walk,threats},tests/support/test-cluster}.test.ts') &&
      /\b(startTestApp|create(Test|Empty)Database)\b/.test(readFileSync(file, 'utf8')),
  );

/** What depends most on the version: the schema, plans of queries, SQL with rules in it, and tools around the database. */
const speaksToEngine = () =>
  globSync([
    'tests/walks/{schema,query-plans,stored-database,directory}.test.ts',
    'server/features/time-tracking/{time-tracking,breaks,undo-check-out}.test.ts',
    'server/features/{absences/absences,hours/hours,ledger/ledger,months/months-sums}.test.ts',
    'server/platform/{backup/backup,database/touches}.test.ts',
  ]);

/**
 * Loading the whole server for each file would take a third of the time. The tests of a worker share one copy, because
 * its modules keep no state but the cost of a hash, which every test app sets. Those of contract and domain keep none.
 */
const shared = { isolate: false };

/** Of the tests that depend on the engine, those that say nothing of Citus. */
const notOnCitus = [
  // Make tables and keys that Citus refuses before the rule that is tested sees them.
  'tests/walks/company-bound.test.ts',
  // Reads the catalog, in which Citus has triggers, sequences and schemas of its own, and migrates databases without Citus.
  'tests/walks/schema.test.ts',
];
const onCitus = () => [citusTest, ...dependsOnEngine().filter((file) => !notOnCitus.includes(file))];
const hasCitus = existsSync('/usr/lib/postgresql/15/lib/citus.so');

/** The projects by the engine of TEST_DATABASE. */
const suitesOf = (isFull: boolean) => ({
  embedded: [
    { name: 'embedded', include: sharingTests, ...shared },
    { name: 'units', include: everythingElse() },
  ],
  /** Debian's PostgreSQL, the oldest version that Maina supports. */
  debian: [{ name: 'debian', include: isFull ? dependsOnEngine() : speaksToEngine(), ...shared }],
  citus: [{ name: 'citus', include: onCitus(), ...shared }],
  /** The embedded one, with PgBouncer in transaction mode before it. */
  pgbouncer: [{ name: 'pgbouncer', include: dependsOnEngine(), ...shared }],
});
type Suite = keyof ReturnType<typeof suitesOf>;
const isSuite = (name: string): name is Suite => name in suitesOf(true);

/** TEST_DATABASE names the engines to run on: `embedded` (unless said), `debian`, `pgbouncer`, `citus`, or several of them with commas. */
const named = (process.env.TEST_DATABASE ?? 'embedded').split(',').filter(isSuite);
if (named.includes('citus') && !hasCitus) {
  process.stdout.write(
    'Citus is not installed for PostgreSQL 15 (docs/operations.md): its tests are skipped.\n',
  );
}
const engines = named.filter((name) => name !== 'citus' || hasCitus);

export default defineConfig(({ mode }) => ({
  test: {
    // Only a failed test waits that long; a busy machine needs several times what an idle one does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The same for what is polled: as a rule it is there at once.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: '100%',
    // With --coverage. Every file counts, also one that no test loads.
    coverage: {
      include: ['{server,domain}/**/*.ts'],
      exclude: ['**/testing/**', '**/*.{test,fixture}.ts', 'server/generated/types.ts'],
      reporter: ['json-summary'],
      reportOnFailure: true,
      reportsDirectory: 'test-results/coverage',
    },
    passWithNoTests: engines.length === 0,
    // Node's localStorage prints a warning when it is first read. No test uses it.
    execArgv: ['--no-webstorage'],
    projects: engines
      .flatMap((engine) => suitesOf(mode === 'long')[engine])
      .map((test) => ({ extends: true, test: { ...test, globalSetup: ['tests/support/global-setup.ts'] } })),
  },
}));
