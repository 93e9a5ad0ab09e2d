/*
 * `npm test`: every rule, on the embedded PostgreSQL, what depends on its version also on Debian's 15, then in the browser.
 * `npm run test:full` (`--full`): the same with all random examples, everything on both, every page in three engines, coverage.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { debianPostgres } from '#tests/support/test-cluster.ts';
import { findFirefox, findWebKit, installHeadlessShell, requireBrowser } from '#tools/browser.ts';
import { olderThanCandidate } from './postgres-candidate.ts';

/** Of one suite. `named` says which tests failed. */
type Outcome = { passed: number; failed: number; named: string[] };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

const isFull = process.argv.includes('--full');
const results = 'test-results';
const root = `${import.meta.dirname}/../..`;
/** Node's compiled modules, for the many servers that the tests start. Coverage needs them compiled anew. */
const compileCache = isFull ? {} : { NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/compiled') };
/** Said at the very end, where somebody reads it. */
const closingLines: string[] = [];

/**
 * Runs one suite. A suite that fails without a failed test, because it could not start, counts as one failure, and the
 * end of its error output is named.
 */
async function run(
  title: string,
  command: string,
  args: string[],
  file: string,
  read: (report: string) => Outcome,
  env = {},
): Promise<Outcome> {
  console.log(`\n== ${title}`);
  const child = spawn(process.execPath, [`node_modules/${command}`, ...args], {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...compileCache, TEST_FULL: String(isFull), ...env },
  });
  let lastErrors = '';
  child.stderr.on('data', (text: Buffer) => {
    process.stderr.write(text);
    lastErrors = `${lastErrors}${text}`.slice(-4_000);
  });
  const [status] = await once(child, 'exit');
  // What it wrote last may come after its exit. A server it left behind may hold the stream open for ever.
  await Promise.race([once(child.stderr, 'close'), setTimeout(1_000)]);
  const outcome = existsSync(file) ? read(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, named: [] };
  return status !== 0 && outcome.failed === 0
    ? { ...outcome, failed: 1, named: [`failed: ${title}\n${briefly(lastErrors, 30)}`] }
    : outcome;
}

/** The beginning of a message, without colours: for a failed test, enough to see what it missed. */
const briefly = (message: string, lines = 12) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, lines)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');

/** The tests of vitest.config.ts on one engine. */
function onEngine(title: string, engine: 'embedded' | 'debian', args: string[]): Promise<Outcome> {
  const file = `${results}/${engine}.json`;
  return run(
    title,
    'vitest/vitest.mjs',
    [
      'run',
      ...args,
      ...(isFull ? ['--mode=long'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    file,
    (report) => {
      const { numPassedTests, numFailedTests, numFailedTestSuites, testResults }: VitestReport =
        JSON.parse(report);
      const named = testResults
        .filter(({ status }) => status === 'failed')
        .flatMap(({ name, message, assertionResults }) => [
          ...(message ? [`failed (${engine}): ${relative(root, name)}\n${briefly(message)}`] : []),
          ...assertionResults
            .filter(({ status }) => status === 'failed')
            .map(
              ({ fullName, failureMessages }) =>
                `failed (${engine}): ${relative(root, name)} › ${fullName}\n${briefly(failureMessages.join('\n'))}`,
            ),
        ]);
      return {
        passed: numPassedTests,
        failed: Math.max(numFailedTests, Math.min(numFailedTestSuites, 1)),
        named,
      };
    },
    { TEST_DATABASE: engine },
  );
}

/** Both engines at the same time: one fills the cores while the other waits. Coverage takes a fifth of the time. */
async function unitsAndServer(): Promise<Outcome[]> {
  const suites = [
    onEngine('Units and server, embedded PostgreSQL', 'embedded', isFull ? ['--coverage'] : []),
  ];
  const hasDebian = existsSync(debianPostgres);
  if (hasDebian) suites.push(onEngine('Server, PostgreSQL 15', 'debian', ['--maxWorkers=50%']));
  else
    closingLines.push('PostgreSQL 15 is not installed here: the server was tested on the embedded one only.');
  const outcomes = await Promise.all(suites);
  closingLines.push(...(isFull ? coverageLines() : []), ...(hasDebian ? olderThanCandidate() : []));
  return outcomes;
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

/** The tests of a file of browser tests, or of a group in it. */
const specsOf = ({ specs = [], suites = [] }: JSONReportSuite): JSONReportSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

async function playwright(): Promise<Outcome[]> {
  try {
    requireBrowser();
    installHeadlessShell();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [{ passed: 0, failed: 1, named: ['failed: no browser to test with'] }];
  }
  const engines = Object.entries({ Firefox: findFirefox(), WebKit: findWebKit() });
  closingLines.push(
    ...engines
      .filter(([, found]) => !found)
      .map(([name]) => `${name} is not installed here: the product was not opened in it.`),
  );
  const outcomes = [await specs('In the browser', 'tests/e2e', ['--config=tests/playwright.config.ts'])];
  if (engines.some(([, found]) => found)) {
    const args = ['--config=tests/playwright.engines.config.ts', ...(isFull ? [] : ['story'])];
    // After the others, because a slow engine beside them would wait for the processor.
    outcomes.push(await specs('In Firefox and in Safari’s engine', 'tests/e2e/engines', args));
  }
  return outcomes;
}

/** One run of Playwright over the specs of a folder, whose report is test-results/<last part of the folder>.json. */
const specs = (title: string, folder: string, args: string[]): Promise<Outcome> =>
  run(title, '@playwright/test/cli.js', ['test', ...args], `${results}/${basename(folder)}.json`, (text) => {
    const { stats, suites }: JSONReport = JSON.parse(text);
    const named = suites
      .flatMap(specsOf)
      .flatMap(({ file, line, title: name, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected')
          .map(
            ({ results: [tried] }) =>
              `failed: ${folder}/${file}:${line} › ${name}\n${briefly(tried?.error?.message ?? '')}`,
          ),
      );
    return { passed: stats.expected, failed: stats.unexpected, named };
  });

console.log(
  isFull
    ? 'Tests everything on each PostgreSQL and in each browser engine there is: about an hour and a half on two cores.'
    : 'Tests the units and the server, then the product in the browser: about 20 minutes on two cores.',
);
rmSync(results, { recursive: true, force: true });
const suites = [...(await unitsAndServer()), ...(await playwright())];
const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
const failed = suites.reduce((sum, suite) => sum + suite.failed, 0);
const named = suites.flatMap((suite) => suite.named);
console.log(`\n${[...named, ...closingLines, `tests: ${passed} passed, ${failed} failed`].join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
