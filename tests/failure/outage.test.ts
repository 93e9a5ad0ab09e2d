/* The database is unreachable for a while: stopped, or behind a network that drops everything. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, withClient } from '#server/platform/database/embedded/cluster.ts';
import { expectWholeLedger, startLoad } from '#tests/support/processes/company.ts';
import { startPostgres } from '#tests/support/processes/postgres.ts';
import { isLong, serverCommand } from '#tests/support/processes/settings.ts';
import { createGateCompany } from '#tools/bench/gate-company.ts';
import { startServerProcess } from '#tools/bench/processes.ts';

const outageMs = isLong ? 30_000 : 3_000;

const ask = async (origin: string, path: string, token: string) => {
  const response = await fetch(`${origin}${path}`, {
    headers: { cookie: `maina_session=${token}` },
    signal: AbortSignal.timeout(40_000),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

const mailsIn = (connectionString: string) =>
  withClient(connectionString, async (client) => (await client.query('select from dev_mail')).rows.length);

/** Goes through background jobs: one looks up the account, another sends the e-mail. */
async function forgetPassword(origin: string, userId: string): Promise<number> {
  const { status } = await fetch(`${origin}/api/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${userId}@gate.example` }),
  });
  return status;
}

/** A proxy to PostgreSQL that can go silent: it accepts data but forwards nothing and closes nothing. */
async function startLine(target: string) {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  let isSilent = false;
  const listener = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: Number(port) });
    const pairs = [
      [near, far],
      [far, near],
    ] as const;
    for (const [from, to] of pairs) {
      sockets.add(from);
      if (isSilent) silenced.add(from);
      from.on('data', (bytes) => void (silenced.has(from) || to.write(bytes)));
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!silenced.has(from)) to.destroy();
      });
    }
  });
  const ownPort = await freePort(null);
  await new Promise<void>((done) => listener.listen(ownPort, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const url = new URL(target);
  url.port = String(ownPort);
  return {
    url: url.href,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) silenced.add(socket);
    },
    /** Applies to new connections; old ones stay silent. */
    comeBack() {
      isSilent = false;
    },
  };
}

// Silence is detected by timeouts, which take too long for the short version.
it.each(isLong ? (['stopped', 'silent'] as const) : (['stopped'] as const))(
  'a database that is %s: clear answers, and all goes on by itself',
  async (kind) => {
    const postgres = await startPostgres();
    const line = await startLine(postgres.connectionString);
    const lines: string[] = [];
    const server = await startServerProcess(
      serverCommand,
      { DATABASE_URL: line.url, RATE_LIMIT_FACTOR: '1000' },
      { onLine: (text) => lines.push(text) },
    );
    onTestFinished(() => server.stop());
    const company = await createGateCompany(postgres.connectionString, 24);
    const [someone, another] = company.people;
    if (!someone || !another) throw new Error('Nobody');
    const load = startLoad(company, () => server.origin);
    await load.progress(50);

    if (kind === 'stopped') await postgres.stop();
    else line.fallSilent();
    const goneAt = Date.now();
    while (Date.now() - goneAt < outageMs) {
      const { status, headers, body } = await ask(server.origin, '/api/user', someone.token);
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(body).toEqual({ code: 'unavailable', message: expect.any(String) });
      expect((await ask(server.origin, '/readyz', '')).status).toBe(503);
      expect((await ask(server.origin, '/healthz', '')).status).toBe(200);
      expect(await forgetPassword(server.origin, someone.id)).toBe(503);
      await sleep(200);
    }
    if (kind === 'stopped') await postgres.start();
    else line.comeBack();

    const backAt = Date.now();
    await load.progress(100);
    console.log(`${kind}: scans again ${Date.now() - backAt} ms after the database`);
    await load.stop();
    expect(load.wrong).toEqual([]);
    expect(load.repeated).toBeGreaterThan(0);
    await expectWholeLedger(postgres.connectionString, company, load.acknowledged);
    expect((await ask(server.origin, '/readyz', '')).status).toBe(200);
    // The log names the reason.
    expect(lines.some((text) => text.includes('"code":"unavailable"'))).toBe(true);
    const mails = await mailsIn(postgres.connectionString);
    expect(await forgetPassword(server.origin, another.id)).toBe(200);
    await expect
      .poll(() => mailsIn(postgres.connectionString), { timeout: 120_000, interval: 200 })
      .toBe(mails + 1);
    console.log(`${kind}: jobs again ${Date.now() - backAt} ms after the database`);
  },
);
