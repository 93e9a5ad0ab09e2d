import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests with mocks do not share their modules with others: a mock has to be there before anything loads the module. */
const hasMock = (file: string) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8'));
const serverTests = globSync('server/**/*.test.ts').filter((file) => !hasMock(file));

const everythingElse = () =>
  globSync(['{contract,domain,server,web,scripts,locales,failure}/**/*.test.{ts,tsx}', '*.test.ts'], {
    exclude: serverTests,
  });

/** What another version of PostgreSQL may answer otherwise: every test with a database, but those of HTTP itself. */
const dependsOnEngine = () =>
  serverTests.filter(
    (file) =>
      !matchesGlob(file, 'server/platform/{http/**,log.test.ts}') &&
      // Mostly what is refused before a statement is sent; test-cluster.test.ts starts each engine itself.
      !matchesGlob(file, 'server/testing/{contract-walk,threats,test-cluster}.test.ts') &&
      /\b(startTestApp|create(Test|Empty)Database)\b/.test(readFileSync(file, 'utf8')),
  );

/**
 * Loading the whole server for each file would take a third of the time. The tests of a worker share one copy, because
 * its modules keep no state but the cost of a hash, which every test app sets.
 */
const shared = { isolate: false };

/** The projects by the engine of TEST_DATABASE. */
const suites = {
  embedded: [
    { name: 'embedded', include: serverTests, ...shared },
    { name: 'units', include: everythingElse() },
  ],
  /** Debian's PostgreSQL, the oldest version that Maina supports. */
  debian: [{ name: 'debian', include: dependsOnEngine(), ...shared }],
};
const isSuite = (name: string): name is keyof typeof suites => name in suites;

/** TEST_DATABASE names the engines to run on: `embedded` (unless said), `debian`, or `embedded,debian`. */
const engines = (process.env.TEST_DATABASE ?? 'embedded').split(',').filter(isSuite);

export default defineConfig({
  test: {
    // Only a failed test waits that long; a busy machine needs several times what an idle one does.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    maxWorkers: '100%',
    // With --coverage. Every file counts, also one that no test loads.
    coverage: {
      include: ['{server,domain}/**/*.ts'],
      exclude: ['**/testing/**', '**/*.{test,fixture}.ts', 'server/platform/database/types.ts'],
      reporter: ['json-summary'],
      reportOnFailure: true,
      reportsDirectory: 'test-results/coverage',
    },
    projects: engines
      .flatMap((engine) => suites[engine])
      .map((test) => ({ extends: true, test: { ...test, globalSetup: ['server/testing/global-setup.ts'] } })),
  },
});
