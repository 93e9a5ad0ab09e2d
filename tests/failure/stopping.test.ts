/* How a server stops: gracefully, immediately on a second signal, and never later than its limit. */
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { serverCommand } from '#tests/support/processes/settings.ts';
import { createTestDatabase, untilLockIsAwaited } from '#tests/support/test-database.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import { openConnection, requestText } from '#tools/bench/load.ts';
import { startServerProcess } from '#tools/bench/processes.ts';

/** A server with one scan blocked by a lock that the test holds. */
async function withHangingScan(settings: Record<string, string> = {}) {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const lines: string[] = [];
  const server = await startServerProcess(
    serverCommand,
    { DATABASE_URL: connectionString, ...settings },
    { onLine: (line) => lines.push(line) },
  );
  onTestFinished(() => {
    if (isRunning) process.kill(server.pid, 'SIGKILL');
  });
  let isRunning = true;
  server.exited.then(() => {
    isRunning = false;
  });
  const company = await createGateCompany(connectionString, 1);
  const [person] = company.people;
  if (!person) throw new Error('Nobody');
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select lock_time_entries_of($1, $2)', [company.companyId, person.id]);
  const connection = await openConnection(server.origin);
  const body = { qrCode: company.codes[0] };
  const scan = connection.send(
    requestText(server.origin, {
      method: 'POST',
      path: '/api/time-tracking/scan',
      token: person.token,
      body,
    }),
  );
  await untilLockIsAwaited(connectionString);
  return { server, scan, connection, lines, release: () => holder.query('commit'), connectionString };
}

const refuses = async (origin: string) => {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const [result] = await Promise.race([once(socket, 'connect').then(() => ['open']), once(socket, 'error')]);
  socket.destroy();
  return result !== 'open';
};

it('finishes what is under way, accepts nothing new, and exits', async () => {
  const { server, scan, release, lines } = await withHangingScan();
  const idle = connect({ host: '127.0.0.1', port: Number(new URL(server.origin).port) });
  await once(idle, 'connect');
  idle.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await once(idle, 'data');
  const isClosed = once(idle, 'close');
  process.kill(server.pid, 'SIGTERM');
  await isClosed;
  await expect.poll(() => refuses(server.origin)).toBe(true);
  await release();
  expect(JSON.parse(await scan)).toMatchObject({ action: 'check-in' });
  expect(await server.exited).toBe(0);
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('stopping');
});

it('exits at once on the second signal', async () => {
  const { server, scan } = await withHangingScan();
  scan.catch(() => undefined);
  process.kill(server.pid, 'SIGINT');
  await expect.poll(() => refuses(server.origin)).toBe(true);
  process.kill(server.pid, 'SIGINT');
  expect(await server.exited).toBe(1);
  await expect(scan).rejects.toThrow();
});

it('exits when its time limit is over, and says so', async () => {
  const { server, scan, lines } = await withHangingScan({ SHUTDOWN_SECONDS: '1' });
  scan.catch(() => undefined);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.exited).toBe(1);
  await expect
    .poll(() => lines.map((line) => JSON.parse(line).msg))
    .toContain('stopping took too long; ending now');
});

/** As npm starts it: a shell in between, which passes on no signal. */
const belowNpm: [string, ...string[]] = [
  process.execPath,
  '-e',
  `require('node:child_process').spawn('sh', ['-c', '"$0" tests/support/processes/server.ts; exit', process.execPath], { stdio: 'inherit' });
   process.on('SIGTERM', () => process.exit(143));`,
];

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'ends when the npm that started it is ended by %s',
  async (signal) => {
    const { connectionString, drop } = await createTestDatabase();
    onTestFinished(drop);
    const server = await startServerProcess(belowNpm, {
      DATABASE_URL: connectionString,
      npm_lifecycle_event: 'start',
    });
    process.kill(server.pid, signal);
    await server.exited;
    await expect.poll(() => refuses(server.origin)).toBe(true);
  },
);
