/*
 * `npm run test:times`: measures the processor time of each test file of `npm test`, one after another, and writes the
 * table of docs/testing.md. Takes about an hour on a machine that does nothing else; `-- vitest` or `-- playwright`
 * measures one of the two again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ProcessorTime } from './processor-time-reporter.ts';

const page = 'docs/testing.md';
const reporter = './tools/checks/processor-time-reporter.ts';
const START = '<!-- Written by npm run test:times -->';
const SUITES = {
  vitest: ['vitest/vitest.mjs', 'run', '--maxWorkers=1', `--reporter=${reporter}`],
  playwright: [
    '@playwright/test/cli.js',
    'test',
    '--config=tests/playwright.config.ts',
    '--workers=1',
    `--reporter=${reporter}`,
  ],
};
const fileOf = (suite: string) => `test-results/processor-times-${suite}.jsonl`;

const asked = process.argv.slice(2);
mkdirSync('test-results', { recursive: true });
for (const [suite, [command, ...args]] of Object.entries(SUITES)) {
  if (asked.length > 0 && !asked.includes(suite)) continue;
  rmSync(fileOf(suite), { force: true });
  const { status } = spawnSync(process.execPath, [`node_modules/${command}`, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PROCESSOR_TIMES: fileOf(suite) },
  });
  if (status !== 0) console.error(`${suite} failed: the table counts what it ran.`);
}

/** In seconds. Files below it stand in one row. */
const least = 1;
const sumOf = (rows: { tests: number; seconds: number }[], key: 'tests' | 'seconds') =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** What a suite cost: a table by file, and its most expensive tests where they were measured one by one. */
function sectionOf(suite: string): string {
  const lines = readFileSync(fileOf(suite), 'utf8')
    .trim()
    .split('\n')
    .map((line): ProcessorTime => JSON.parse(line));
  const rows = [...Map.groupBy(lines, ({ file }) => file)]
    .map(([file, of]) => ({ file, tests: sumOf(of, 'tests'), seconds: sumOf(of, 'seconds') }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const small = rows.filter(({ seconds }) => seconds < least);
  const slowest = lines
    .filter(({ title }) => title)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 20);
  return [
    `### ${suite}, ${new Date().toISOString().slice(0, 10)}`,
    '',
    '| File | Tests | Processor time, s |',
    '|---|---:|---:|',
    ...rows
      .filter(({ seconds }) => seconds >= least)
      .map(({ file, tests, seconds }) => `| \`${file}\` | ${tests} | ${seconds.toFixed(1)} |`),
    ...(small.length > 0
      ? [
          `| ${small.length} others, each below ${least} s | ${sumOf(small, 'tests')} | ${sumOf(small, 'seconds').toFixed(1)} |`,
        ]
      : []),
    `| **All** | **${sumOf(rows, 'tests')}** | **${sumOf(rows, 'seconds').toFixed(0)}** |`,
    ...(slowest.length > 0 ? ['', '| The tests that take most | s |', '|---|---:|'] : []),
    ...slowest.map(
      ({ file, title, seconds }) => `| \`${file}\` ${title.replaceAll('|', '\\|')} | ${seconds.toFixed(1)} |`,
    ),
  ].join('\n');
}

const [text = '', written = ''] = readFileSync(page, 'utf8').split(START);
/** A suite that was not measured now keeps what is written of it. */
const sections = Object.keys(SUITES).flatMap((suite) => {
  if (existsSync(fileOf(suite))) return sectionOf(suite);
  const known = written.split(/^(?=### )/m).find((part) => part.startsWith(`### ${suite},`));
  return known ? known.trim() : [];
});
writeFileSync(page, `${[`${text}${START}`, ...sections].join('\n\n')}\n`);
