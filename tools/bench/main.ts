/** `npm run bench` measures everything, `npm run bench -- scan web` only these parts. See docs/performance.md. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { debianPostgres, type Engine } from '#tests/support/test-cluster.ts';
import { ensureWebIsBuilt } from '#tools/build/build.ts';
import { type Figure, isMet, sideBySide, toTable } from './figures.ts';
import { measureGrowth } from './growth.ts';
import { measureKiosk } from './kiosk.ts';
import { measureLive } from './live.ts';
import { measureMessages } from './messages.ts';
import { measureMonths } from './months.ts';
import { root } from './processes.ts';
import { measureRehearsal } from './rehearsal.ts';
import { measureReport } from './report.ts';
import { measureScan } from './scan.ts';
import { measureSchedule } from './schedule.ts';
import { measureStart } from './start.ts';
import { measureWebBytes } from './web-bytes.ts';

/** Those that take an engine are measured on the embedded PostgreSQL and on an installed one. */
const parts: Record<string, (engine: Engine) => Figure[] | Promise<Figure[]>> = {
  web: measureWebBytes,
  start: measureStart,
  scan: measureScan,
  report: measureReport,
  months: measureMonths,
  schedule: measureSchedule,
  growth: measureGrowth,
  messages: measureMessages,
  kiosk: measureKiosk,
  live: measureLive,
  rehearsal: measureRehearsal,
};
/** Measured only if named. */
const onRequest = ['rehearsal'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const hasInstalled = existsSync(debianPostgres);
if (!hasInstalled)
  console.log(`Nothing is compared with an installed PostgreSQL: ${debianPostgres} is missing.`);

await ensureWebIsBuilt();
const figures: Record<string, Figure[]> = {};
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 ? !asked.includes(name) : onRequest.includes(name)) continue;
  const startedAt = performance.now();
  const embedded = await measure('embedded');
  figures[name] =
    measure.length > 0 && hasInstalled ? sideBySide(embedded, await measure('debian')) : embedded;
  console.log(`\n${name}, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  console.log(toTable(figures[name]));
}

const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
  node: process.version,
};
const folder = join(root, 'dist');
mkdirSync(folder, { recursive: true });
const at = new Date().toISOString();
writeFileSync(join(folder, 'bench.json'), `${JSON.stringify({ at, machine, figures }, null, 2)}\n`);
console.log(`\n${Object.values(machine).join(', ')}; also in dist/bench.json`);

const missed = Object.values(figures)
  .flat()
  .filter((figure) => !isMet(figure));
if (missed.length > 0) {
  console.error(`\nOver the limit: ${missed.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}
