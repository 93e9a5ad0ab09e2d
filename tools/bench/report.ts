/** A month's report of the largest company: 200 people, 31 days, three entries a day. */
import { request } from 'node:http';
import { addDays, dateIn } from '#domain/dates.ts';
import type { Engine } from '#tests/support/test-cluster.ts';
import { type Figure, median } from './figures.ts';
import { productCommand, residentMb, startServerProcess } from './processes.ts';
import { withDurableDatabase } from './scan.ts';

const calls = 20;

type Answer = { tookMs: number; bytes: number; text: string };

function get(url: string, token: string, acceptEncoding: string): Promise<Answer> {
  const startedAt = performance.now();
  const headers = { cookie: `maina_session=${token}`, 'accept-encoding': acceptEncoding };
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const tookMs = performance.now() - startedAt;
        const body = Buffer.concat(chunks);
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} ${body}`));
        resolve({ tookMs, bytes: body.length, text: acceptEncoding === 'identity' ? body.toString() : '' });
      });
    })
      .on('error', reject)
      .end();
  });
}

export async function measureReport(engine: Engine): Promise<Figure[]> {
  return withDurableDatabase(engine, async (connectionString, { people }) => {
    const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
    try {
      const token = people[0]?.token ?? '';
      const yesterday = addDays(dateIn(new Date(), 'UTC'), -1);
      const period = `startDate=${addDays(yesterday, -30)}&endDate=${yesterday}`;
      const url = `${server.origin}/api/reports/time-entries?${period}`;
      const plain = await get(url, token, 'identity');
      const rows: unknown[] = JSON.parse(plain.text);

      const repeat = async (acceptEncoding: string) => {
        const answers: Answer[] = [];
        for (let call = 0; call < calls; call += 1) answers.push(await get(url, token, acceptEncoding));
        return answers;
      };
      // The first rounds let the heap reach its steady size.
      await repeat('identity');
      await repeat('gzip, deflate, br');
      const before = residentMb(server.pid);
      const uncompressed = await repeat('identity');
      const between = residentMb(server.pid);
      const compressed = await repeat('gzip, deflate, br');
      const after = residentMb(server.pid);
      const summaries = await get(
        `${server.origin}/api/reports/daily-summaries?${period}`,
        token,
        'gzip, deflate, br',
      );
      return [
        { name: 'Month’s report, rows', value: rows.length, unit: '', atLeast: 18_600 },
        {
          name: 'Month’s report, uncompressed, to the last byte',
          value: median(uncompressed.map((a) => a.tookMs)),
          unit: 'ms',
        },
        { name: 'Month’s report, uncompressed', value: plain.bytes / 1e6, unit: 'MB' },
        {
          name: 'Month’s report, as a browser asks, to the last byte',
          value: median(compressed.map((a) => a.tookMs)),
          unit: 'ms',
        },
        {
          name: 'Month’s report, as a browser asks',
          value: (compressed[0]?.bytes ?? Number.NaN) / 1e6,
          unit: 'MB',
        },
        { name: 'Month’s summaries by day', value: summaries.tookMs, unit: 'ms' },
        {
          name: 'Memory after 80 calls of it, of that after 40',
          value: after / before,
          unit: '×',
          atMost: 1.1,
          note: `${before.toFixed(0)}, ${between.toFixed(0)} after 60, ${after.toFixed(0)} MB`,
        },
      ];
    } finally {
      await server.stop();
    }
  });
}
