/** Streams of changes: how soon boards show a scan, how often they ask, and what a thousand open streams cost. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import type { Engine } from '#tests/support/test-cluster.ts';
import { type Figure, quantile } from './figures.ts';
import { openConnection, requestText } from './load.ts';
import { cpuMs, productCommand, residentMb, serverBelow, startServerProcess } from './processes.ts';
import { scanRequest, scansOf, withDurableDatabase } from './scan.ts';

const boards = 100;
/** Each has sessions for several streams. */
const administrators = 40;
const streams = 1_000;
const seconds = 60;
/** Of 200 people who check in and out for work and a break, over ten hours, twice as many as in the average minute. */
const scansPerMinute = 3;
/** A board polled every 15 s, and asks every two minutes while it hears of changes (web/call/query.ts). */
const polled = { before: 4, now: 0.5 };

/** Follows a stream; `onChange` is called for each event that says what has changed. */
async function follow(origin: string, path: string, token: string, onChange: () => void): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setEncoding('latin1');
  let isOpen = false;
  const opened = Promise.withResolvers<void>();
  socket.on('data', (chunk: string) => {
    if (!isOpen) {
      isOpen = true;
      if (chunk.startsWith('HTTP/1.1 200')) opened.resolve();
      else opened.reject(new Error(chunk));
    }
    if (chunk.includes('event: changed')) onChange();
  });
  socket.on('error', opened.reject);
  socket.write(requestText(origin, { path, token }));
  await opened.promise;
  return socket;
}

export async function measureLive(engine: Engine): Promise<Figure[]> {
  return withDurableDatabase(engine, async (connectionString, company) => {
    const locationIds = await withClient(connectionString, async (client) => {
      await client.query(`update users set role = 'admin' where company_id = $1 and id = any($2)`, [
        company.companyId,
        company.people.slice(0, administrators).map(({ id }) => id),
      ]);
      const { rows } = await client.query('select id from location where company_id = $1', [
        company.companyId,
      ]);
      return rows.map(({ id }) => id as string);
    });
    const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
    const pid = serverBelow(server.pid);
    const tokenOf = (index: number) => company.people[index]?.token ?? '';
    const sockets: Socket[] = [];
    const http = await openConnection(server.origin);
    const asking = await openConnection(server.origin);
    try {
      let asked = 0;
      let scannedAt = 0;
      let queue = Promise.resolve('');
      const shownAfterMs: number[] = [];
      for (let board = 0; board < boards; board += 1) {
        const locationId = locationIds[board % locationIds.length];
        const token = tokenOf(board % administrators);
        const onChange = () => {
          asked += 1;
          const since = scannedAt;
          queue = queue.then(() =>
            asking.send(requestText(server.origin, { path: `/api/board?locationId=${locationId}`, token })),
          );
          void queue.then(() => shownAfterMs.push(performance.now() - since));
        };
        const path = `/api/events?locationId=${locationId}`;
        sockets.push(await follow(server.origin, path, token, onChange));
      }
      const next = scansOf(company, 1);
      const scans = (scansPerMinute * seconds) / 60;
      for (let scan = 0; scan < scans; scan += 1) {
        const { person, code } = next(0);
        scannedAt = performance.now();
        await http.send(scanRequest(server.origin, person.token, code));
        await sleep((seconds * 1000) / scans);
      }
      await queue;
      const perMinute = (asked * 60) / seconds + boards * polled.now;
      const before = residentMb(pid);
      for (const socket of sockets.splice(0)) socket.destroy();
      await sleep(1_000);
      const empty = residentMb(pid);
      for (let stream = 0; stream < streams; stream += 1) {
        const token = tokenOf(stream % company.people.length);
        sockets.push(await follow(server.origin, '/api/events', token, () => undefined));
      }
      const full = residentMb(pid);
      const startedMs = cpuMs(pid);
      await sleep(seconds * 1000);
      const usedMs = cpuMs(pid) - startedMs;
      return [
        {
          name: 'A scan on a board, p95',
          value: quantile(shownAfterMs, 0.95),
          unit: 'ms',
          atMost: 1_000,
          note: `${boards} boards at ${locationIds.length} locations, ${scansPerMinute} scans a minute`,
        },
        {
          name: `Requests of ${boards} boards for polling them`,
          value: (100 * perMinute) / (boards * polled.before),
          unit: '%',
          atMost: 50,
          note: `${Math.round(perMinute)} a minute against ${boards * polled.before}`,
        },
        {
          name: `Memory of ${streams} open streams`,
          value: full - empty,
          unit: 'MB',
          note: `the server has ${Math.round(full)} MB, ${Math.round(before)} MB with ${boards}`,
        },
        {
          name: `Processor time of ${streams} idle streams`,
          value: (100 * usedMs) / (seconds * 1000),
          unit: '% of a core',
        },
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      http.close();
      asking.close();
      await server.stop();
    }
  });
}
