import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const all = ['{contract,domain,server,web,scripts,locales,failure}/**/*.test.{ts,tsx}', '*.test.ts'];

/** What another version of PostgreSQL may answer otherwise: every test with a database, but those of HTTP itself. */
const dependsOnEngine = () =>
  globSync('server/**/*.test.ts', {
    exclude: [
      'server/platform/{http/**,log.test.ts}',
      // Mostly what is refused before a statement is sent; test-cluster.test.ts starts each engine itself.
      'server/testing/{contract-walk,threats,test-cluster}.test.ts',
    ],
  }).filter((file) => /\b(startTestApp|create(Test|Empty)Database)\b/.test(readFileSync(file, 'utf8')));

const suites = {
  embedded: () => all,
  /** Debian's PostgreSQL, the oldest version that Maina supports. */
  debian: dependsOnEngine,
};
const isSuite = (name: string): name is keyof typeof suites => name in suites;

/** TEST_DATABASE names the engines to run on: `embedded` (unless said), `debian`, or `embedded,debian`. */
const engines = (process.env.TEST_DATABASE ?? 'embedded').split(',').filter(isSuite);

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: '100%',
    // With --coverage. Every file counts, also one that no test loads.
    coverage: {
      include: ['{server,domain}/**/*.ts'],
      exclude: ['**/testing/**', '**/*.{test,fixture}.ts', 'server/platform/database/types.ts'],
      reporter: ['json-summary'],
      reportOnFailure: true,
      reportsDirectory: 'test-results/coverage',
    },
    projects: engines.map((name) => ({
      extends: true,
      test: { name, include: suites[name](), globalSetup: ['server/testing/global-setup.ts'] },
    })),
  },
});
