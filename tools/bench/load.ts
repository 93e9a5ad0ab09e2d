/** A minimal HTTP client: on two cores, the client's own work would distort the measurement. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Connection = { send(request: string): Promise<string>; close(): void };

/** A raw request with the headers that a browser sends and the server reads. */
export function requestText(
  origin: string,
  { method = 'GET', path, token, body }: { method?: string; path: string; token: string; body?: unknown },
): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `cookie: maina_session=${token}`,
    `origin: ${origin}`,
    'sec-fetch-site: same-origin',
    'accept: application/json',
    'accept-language: lv-LV,lv;q=0.9,en;q=0.8',
    ...(payload ? ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`] : []),
    '',
    payload,
  ].join('\r\n');
}

/** A keep-alive connection, one request at a time; rejects on any status but 200. */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let received = '';
  let waiting: PromiseWithResolvers<string> | null = null;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0 || !waiting) return;
    const head = received.slice(0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return waiting.reject(new Error(`No length: ${head}`));
    const body = received.slice(headEnd + 4);
    if (body.length < Number(length)) return;
    received = '';
    const { resolve, reject } = waiting;
    waiting = null;
    if (head.startsWith('HTTP/1.1 200 ')) resolve(body);
    else reject(new Error(`${head.split('\r\n')[0]} ${body}`, { cause: head }));
  });
  await new Promise<void>((connected, failed) => socket.once('connect', connected).once('error', failed));
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')));
  return {
    async send(request) {
      if (socket.closed) throw new Error('The server closed the connection');
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

type Step = (worker: number) => Promise<unknown>;

/** Runs the workers in closed loops; returns operations per second of all of them together. */
export async function closedLoop(workers: number, seconds: number, step: Step): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const work = async (worker: number) => {
    while (performance.now() - startedAt < seconds * 1000) {
      await step(worker);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return count / ((performance.now() - startedAt) / 1000);
}

/**
 * Starts operations at a fixed rate, whether or not earlier ones have finished. Returns the milliseconds from when each was
 * due to when it finished, including the wait for a free worker (no coordinated omission).
 */
export async function openLoop(
  workers: number,
  perSecond: number,
  seconds: number,
  step: Step,
): Promise<number[]> {
  const startsAt = performance.now() + 100;
  const latencies: number[] = [];
  let next = 0;
  const work = async (worker: number) => {
    while (next < Math.round(perSecond * seconds)) {
      const dueAt = startsAt + (next++ * 1000) / perSecond;
      const earlyMs = dueAt - performance.now();
      if (earlyMs > 0) await sleep(earlyMs);
      await step(worker);
      latencies.push(performance.now() - dueAt);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return latencies;
}
