/* Runs all tests: unit and server tests (the server also on Debian's PostgreSQL 15 if it is installed), then browser tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { debianPostgres } from '#server/testing/test-cluster.ts';
import { requireBrowser } from './browser.ts';
import { olderThanCandidate } from './postgres-candidate.ts';

type Counts = { passed: number; failed: number };

const results = 'test-results';
const root = `${import.meta.dirname}/..`;
/** Said at the very end, where somebody reads it. */
const closingLines: string[] = [];

/** Runs one suite. A suite that fails without a failed test, because it could not start, counts as one failure. */
function run(
  title: string,
  command: string,
  args: string[],
  file: string,
  count: (report: string) => Counts,
  env = {},
): Counts {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(process.execPath, [`node_modules/${command}`, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Both engines in one run: one fills the cores while the other waits for its last long test. */
function unitsAndServer(): Counts {
  const hasDebian = existsSync(debianPostgres);
  if (!hasDebian) {
    closingLines.push('PostgreSQL 15 is not installed here: the server was tested on the embedded one only.');
  }
  const file = `${results}/vitest.json`;
  const counts = run(
    `Units and server, embedded PostgreSQL${hasDebian ? ' and PostgreSQL 15' : ''}`,
    'vitest/vitest.mjs',
    ['run', '--coverage', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    file,
    (report) => {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(report);
      return { passed: numPassedTests, failed: Math.max(numFailedTests, Math.min(numFailedTestSuites, 1)) };
    },
    { TEST_DATABASE: hasDebian ? 'embedded,debian' : 'embedded' },
  );
  closingLines.push(...coverageLines(), ...(hasDebian ? olderThanCandidate() : []));
  return counts;
}

/** How many lines of server and domain the tests ran through. */
function coverageLines(): string[] {
  const file = `${results}/coverage/coverage-summary.json`;
  if (!existsSync(file)) return [];
  const summary: Record<string, { lines: { total: number; covered: number } }> = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return ['server', 'domain'].map((folder) => {
    const files = Object.entries(summary).filter(([path]) => relative(root, path).startsWith(`${folder}/`));
    const sum = (key: 'total' | 'covered') => files.reduce((all, [, { lines }]) => all + lines[key], 0);
    const percent = (100 * sum('covered')) / Math.max(1, sum('total'));
    return `coverage of ${folder}: ${percent.toFixed(1)} % of ${sum('total')} lines`;
  });
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

rmSync(results, { recursive: true, force: true });
const suites = [unitsAndServer(), playwright()];
const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
const failed = suites.reduce((sum, suite) => sum + suite.failed, 0);
console.log(`\n${[...closingLines, `tests: ${passed} passed, ${failed} failed`].join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
