import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CSV, XLSX } from '#domain/media-types.ts';
import { type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { hostileFiles } from './hostile-files.fixture.ts';
import { runTableReader } from './run-table-reader.ts';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());

const query = { dryRun: 'true' } as const;
const upload = (content: string | Buffer<ArrayBuffer>, { admin } = company) => {
  const isZip = typeof content !== 'string' && content[0] === 0x50;
  return admin.call('importLocations', { query, file: new Blob([content], { type: isZip ? XLSX : CSV }) });
};

it.each(Object.entries(hostileFiles))(
  '%s: refused in words, while others are answered',
  async (_, [make, code]) => {
    const content = make();
    let isAnswered = false;
    const answer = upload(content).finally(() => {
      isAnswered = true;
    });
    let others = 0;
    while (!isAnswered) {
      expect((await app.client().raw({ url: '/healthz' })).statusCode).toBe(200);
      others += 1;
      await setTimeout(5);
    }
    expect(await answer).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(code), message: expect.stringMatching(/\.$/) },
    });
    // A file read on the event loop would let one or two through: before it, and with its answer.
    expect(others).toBeGreaterThan(3);
  },
);

it('a packed body is unpacked no further than a plain one may be long', async () => {
  const send = (bytes: number) =>
    company.admin.raw({
      method: 'POST',
      url: '/api/locations/import?dryRun=true',
      headers: { 'content-type': CSV, 'content-encoding': 'gzip' },
      payload: gzipSync(Buffer.alloc(bytes, 0xff)),
    });
  expect((await send(7_900_000)).json()).toMatchObject({ code: 'file_too_long' });
  expect((await send(200_000_000)).json()).toMatchObject({ code: 'payload_too_large' });
});

it('a file that takes too long is given up', async () => {
  const file = Buffer.from('Name\nHall');
  const options = { known: ['name'], language: 'en' as const };
  expect((await runTableReader(file, options)).lines).toHaveLength(1);
  await expect(runTableReader(file, options, 1)).rejects.toMatchObject({ code: 'file_too_complex' });
});

it('one company’s files wait for each other, and never keep out those of another', async () => {
  const other = await registerCompany(app);
  const slow = hostileFiles['one cell']?.[0]() as Buffer<ArrayBuffer>;
  const [own, others] = await Promise.all([
    Promise.all([1, 2, 3, 4].map(() => upload(slow))),
    Promise.all([1, 2].map(() => upload('Name\nHall', other))),
  ]);
  expect(own.map(({ body }) => body.code).toSorted()).toEqual([
    ...['file_too_long', 'file_too_long', 'too_many_requests', 'too_many_requests'],
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
});
