/* Runs all tests: unit and server tests (the server also on Debian's PostgreSQL 15 if it is installed), then browser tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { debianPostgres } from '#server/testing/test-cluster.ts';
import { installHeadlessShell, requireBrowser } from './browser.ts';
import { olderThanCandidate } from './postgres-candidate.ts';

type Counts = { passed: number; failed: number };

const results = 'test-results';
const root = `${import.meta.dirname}/..`;
/** Said at the very end, where somebody reads it. */
const closingLines: string[] = [];

/** Runs one suite. A suite that fails without a failed test, because it could not start, counts as one failure. */
async function run(
  title: string,
  command: string,
  args: string[],
  file: string,
  count: (report: string) => Counts,
  env = {},
): Promise<Counts> {
  console.log(`\n== ${title}`);
  const child = spawn(process.execPath, [`node_modules/${command}`, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, 'exit');
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The tests of vitest.config.ts on one engine. */
function onEngine(title: string, engine: 'embedded' | 'debian', args: string[]): Promise<Counts> {
  const file = `${results}/${engine}.json`;
  return run(
    title,
    'vitest/vitest.mjs',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    file,
    (report) => {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(report);
      return { passed: numPassedTests, failed: Math.max(numFailedTests, Math.min(numFailedTestSuites, 1)) };
    },
    { TEST_DATABASE: engine },
  );
}

/**
 * Both engines at the same time: one fills the cores while the other waits. Only the first measures coverage, which
 * takes a fifth of its time.
 */
async function unitsAndServer(): Promise<Counts[]> {
  const suites = [onEngine('Units and server, embedded PostgreSQL', 'embedded', ['--coverage'])];
  const hasDebian = existsSync(debianPostgres);
  if (hasDebian) suites.push(onEngine('Server, PostgreSQL 15', 'debian', ['--maxWorkers=50%']));
  else
    closingLines.push('PostgreSQL 15 is not installed here: the server was tested on the embedded one only.');
  const counts = await Promise.all(suites);
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

async function playwright(): Promise<Counts> {
  try {
    requireBrowser();
    installHeadlessShell();
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
const suites = [...(await unitsAndServer()), await playwright()];
const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
const failed = suites.reduce((sum, suite) => sum + suite.failed, 0);
console.log(`\n${[...closingLines, `tests: ${passed} passed, ${failed} failed`].join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
