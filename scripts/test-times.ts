/*
 * `npm run test:times`: measures the processor time of each test file of `npm test`, one after another, and writes the
 * table of docs/testing.md. Takes about an hour on a machine that does nothing else; `-- vitest` or `-- playwright`
 * measures one of the two again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ProcessorTime } from './processor-time-reporter.ts';

const page = 'docs/testing.md';
const reporter = './scripts/processor-time-reporter.ts';
const START = '<!-- Written by npm run test:times -->';
const SUITES = {
  vitest: ['vitest/vitest.mjs', 'run', '--maxWorkers=1', `--reporter=${reporter}`],
  playwright: ['@playwright/test/cli.js', 'test', '--workers=1', `--reporter=${reporter}`],
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

const measured = Object.keys(SUITES).filter((suite) => existsSync(fileOf(suite)));
const lines = measured.flatMap((suite) =>
  readFileSync(fileOf(suite), 'utf8')
    .trim()
    .split('\n')
    .map((line): ProcessorTime => JSON.parse(line)),
);
const files = new Map<string, { tests: number; seconds: number }>();
for (const { file, tests, seconds } of lines) {
  const sum = files.get(file) ?? { tests: 0, seconds: 0 };
  files.set(file, { tests: sum.tests + tests, seconds: sum.seconds + seconds });
}
const rows = [...files].toSorted(([, a], [, b]) => b.seconds - a.seconds);
const total = rows.reduce((sum, [, { seconds }]) => sum + seconds, 0);
/** In seconds. Files below it stand in one row. */
const least = 1;
const small = rows.filter(([, { seconds }]) => seconds < least);
const table = [
  '| File | Tests | Processor time, s |',
  '|---|---:|---:|',
  ...rows
    .filter(([, { seconds }]) => seconds >= least)
    .map(([file, { tests, seconds }]) => `| \`${file}\` | ${tests} | ${seconds.toFixed(1)} |`),
  `| ${small.length} others, each below ${least} s | ${small.reduce((sum, [, { tests }]) => sum + tests, 0)} | ${small.reduce((sum, [, { seconds }]) => sum + seconds, 0).toFixed(1)} |`,
  `| **All** | **${lines.reduce((sum, { tests }) => sum + tests, 0)}** | **${total.toFixed(0)}** |`,
];
const slowest = lines
  .filter(({ title }) => title)
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, 20)
  .map(
    ({ file, title, seconds }) => `| \`${file}\` ${title.replaceAll('|', '\\|')} | ${seconds.toFixed(1)} |`,
  );
const [text = ''] = readFileSync(page, 'utf8').split(START);
writeFileSync(
  page,
  [
    `${text}${START}`,
    '',
    `Measured with ${measured.join(' and ')} on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    ...table,
    '',
    ...(slowest.length > 0
      ? [
          '## The browser tests that take most',
          '',
          '| Test | Processor time, s |',
          '|---|---:|',
          ...slowest,
          '',
        ]
      : []),
  ].join('\n'),
);
