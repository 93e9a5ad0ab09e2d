/* The image of `deploy/Dockerfile`, built and run without Docker: see container.ts. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { freePort } from '#server/platform/database/embedded/cluster.ts';
import {
  buildImage,
  type Container,
  type Image,
  runInImage,
  startContainer,
} from '#tests/support/processes/container.ts';
import { isLong } from '#tests/support/processes/settings.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { root } from '#tools/bench/processes.ts';

/** Undefined, or why no image can be built here. */
function missing(): string | undefined {
  if (!isLong) return 'takes minutes: npm run test:failure';
  if (process.getuid?.() !== 0) return 'needs root, to mount overlays';
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']);
  return status === 0 ? undefined : 'needs namespaces of mounts and processes (unshare)';
}

/** Debian packages of debian:bookworm-slim (the required ones and apt), these, and what they depend on. */
function packagesWith(added: string[]): Set<string> {
  const fields = ['Package', 'Priority', 'Essential', 'Depends'].map((name) => `\${${name}}\t`).join('');
  const { stdout } = spawnSync('dpkg-query', ['--show', `--showformat=${fields}\n`], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.split('\t'));
  const needs = new Map(
    rows.map(([name = '', , , depends = '']) => [
      name,
      depends.split(',').map((each) => each.trim().split(/[ :|]/)[0] ?? ''),
    ]),
  );
  const found = new Set<string>();
  const waiting = [
    ...added,
    'apt',
    ...rows
      .filter(([, priority, essential]) => priority === 'required' || essential === 'yes')
      .map(([name = '']) => name),
  ];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const depends = needs.get(name);
    if (!depends || found.has(name)) continue;
    found.add(name);
    waiting.push(...depends);
  }
  return found;
}

const reason = missing();

describe.skipIf(reason)(`the container image${reason ? ` (${reason})` : ''}`, { timeout: 600_000 }, () => {
  const { services } = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'));
  const graceMs = Number.parseInt(services.maina.stop_grace_period, 10) * 1000;
  let image: Image;
  let remove: () => void;
  beforeAll(async () => {
    ({ image, remove } = await buildImage());
  }, 1_800_000);
  afterAll(() => remove?.());

  const production = {
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://time.example.com',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SECRET_KEY: 'the key of a test, which is no secret',
  };
  /** Starts it on a free port and waits for its own health check. */
  async function start(settings: Record<string, string>) {
    const port = await freePort(null);
    const container = await startContainer(image, { ...production, ...settings, PORT: String(port) });
    const check = image.healthcheck.map((word) => word.replace(':3000/', `:${port}/`));
    expect(check).not.toEqual(image.healthcheck);
    let hasExited = false;
    container.exited.then(() => {
      hasExited = true;
    });
    while ((await container.exec(check)) !== 0) {
      if (hasExited) throw new Error('The container ended');
      await sleep(200);
    }
    return { ...container, origin: `http://127.0.0.1:${port}` };
  }
  async function stop({ pid, exited }: Container) {
    process.kill(pid, 'SIGTERM');
    const timer = setTimeout(() => process.kill(pid, 'SIGKILL'), graceMs);
    const [code] = await exited;
    clearTimeout(timer);
    expect(code).toBe(0);
  }

  it('has the port of the settings, an unprivileged user, and nothing that only development needs', () => {
    expect(image.ports).toEqual([readConfig({}).port]);
    expect(image.user).not.toBe('root');
    expect(image.volumes).toEqual(['/data']);
    const has = (path: string) => existsSync(join(image.changes, image.workdir, path, 'package.json'));
    expect(has('node_modules/fastify')).toBe(true);
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const ofDevelopment = Object.entries<{ dev?: true }>(packages).filter(([, { dev }]) => dev);
    expect(ofDevelopment.length).toBeGreaterThan(100);
    expect(ofDevelopment.map(([path]) => path).filter(has)).toEqual([]);
  });

  it('finds its shared libraries in the packages of the base image', async () => {
    const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM debian:bookworm-slim'));
    const added = [...last.matchAll(/apt-get install((?: [\w.+-]+)+)/g)].flatMap(([, names = '']) =>
      names.trim().split(' '),
    );
    const packages = packagesWith(added);
    const listed = await runInImage(
      image,
      `find ${image.workdir}/node_modules -type f '(' -name '*.node' -o -perm -u+x ')' -exec ldd {} + 2>/dev/null || true`,
    );
    expect(listed).toContain('libstdc++.so');
    const paths = [
      ...new Set(
        [...listed.matchAll(/^\t(\S+) => (not found|\/(?!app\/)\S+)/gm)].map(([, name = '']) => name),
      ),
    ];
    const absent = paths.filter((name) => {
      const { stdout } = spawnSync('dpkg-query', ['--search', `*/${name}`], { encoding: 'utf8' });
      return !stdout.split('\n').some((line) => packages.has(line.split(':')[0] ?? ''));
    });
    expect(absent).toEqual([]);
  });

  it('serves the product with a database of its own, writes nothing, makes a backup, and stops in time', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const container = await start({ DATABASE_URL: connectionString });
    const page = await fetch(`${container.origin}/auth`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
    const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(await container.exec(['touch', `${image.workdir}/server/written`])).not.toBe(0);
    // docs/operations.md, "With containers".
    const file = '/data/maina.backup';
    expect(await container.exec(['node_modules/.bin/node', 'tools/backup.ts', file])).toBe(0);
    expect(await container.exec(['cat', file])).toBe(0);
    expect(await container.exec(['rm', file])).toBe(0);
    await stop(container);
    expect(readdirSync(container.volume('/data'))).toEqual([]);
    await drop();
  });

  it('runs with the embedded database in its volume as well', async () => {
    const container = await start({});
    await stop(container);
    expect(readdirSync(container.volume('/data')).toSorted()).toContain('postgres');
    expect(readdirSync(join(container.volume('/data'), 'postgres'))).not.toContain('postmaster.pid');
  });
});
