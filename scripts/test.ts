/* Runs all tests: unit and server tests (also on Debian's PostgreSQL 15 if it is installed), then browser tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { debianPostgres } from '#server/testing/test-cluster.ts';
import { requireBrowser } from './browser.ts';

type Counts = { passed: number; failed: number };

const results = 'test-results';
rmSync(results, { recursive: true, force: true });

/** Runs one suite. A suite that fails without a failed test, because it could not start, counts as one failure. */
function run(
  title: string,
  command: string,
  args: string[],
  file: string,
  count: (report: string) => Counts,
  env = {},
) {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(process.execPath, [`node_modules/${command}`, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function vitest(title: string, name: string, filters: string[], env = {}): Counts {
  const file = `${results}/${name}.json`;
  const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return run(
    title,
    'vitest/vitest.mjs',
    args,
    file,
    (report) => {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(report);
      return { passed: numPassedTests, failed: Math.max(numFailedTests, Math.min(numFailedTestSuites, 1)) };
    },
    env,
  );
}

function playwright(): Counts {
  try {
    requireBrowser();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
  return run('In the browser', '@playwright/test/cli.js', ['test'], `${results}/e2e.json`, (report) => {
    const { stats } = JSON.parse(report);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

const suites = [vitest('Units and server, embedded PostgreSQL', 'embedded', [])];
if (existsSync(debianPostgres)) {
  suites.push(
    vitest(
      'Server, PostgreSQL 15',
      'debian',
      ['server/features', 'server/testing', 'server/platform/backup'],
      {
        TEST_DATABASE: 'debian',
      },
    ),
  );
} else {
  console.log('\nPostgreSQL 15 is not installed here: the server suite ran on the embedded one only.');
}
suites.push(playwright());

const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
const failed = suites.reduce((sum, suite) => sum + suite.failed, 0);
console.log(`\ntests: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
