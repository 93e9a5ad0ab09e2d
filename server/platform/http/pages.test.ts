import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addApiKey,
  addEmployee,
  addLocation,
  type Company,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-03-02T08:00:00Z');
const entries = '/api/reports/time-entries?startDate=2026-02-01&endDate=2026-02-28';
let app: TestApp;
let company: Company;
let locationId: string;
let workers: string[];
let authorization: string;

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app);
  locationId = (await addLocation(company)).id;
  const added = await Promise.all(Array.from({ length: 7 }, () => addEmployee(app, company)));
  workers = added.map(({ employee }) => employee.id);
  // All of a day begin at the same instant.
  for (const day of ['03', '04', '05']) for (const userId of workers) await addEntry(userId, day);
  authorization = `Bearer ${(await addApiKey(company)).key}`;
});
afterAll(() => app.close());

const addEntry = (userId: string, day: string) =>
  company.admin.ok('createTimeEntry', {
    body: {
      ...{ userId, locationId, reason: 'Forgot' },
      checkIn: `2026-02-${day}T06:00:00Z`,
      checkOut: `2026-02-${day}T14:00:00Z`,
    },
  });

const read = (url: string) => app.client().raw({ url, headers: { authorization } });
const idsOf = ({ json }: { json: () => { id: string }[] }) => json().map(({ id }) => id);
const nextOf = (link: unknown) => /^<(\/[^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1];

/** The ids on each page, as a program reads them; `between` happens after the first. */
async function pagesOf(url: string, between?: () => Promise<unknown>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = url; next; ) {
    const answer = await read(next);
    expect(answer.statusCode, answer.body).toBe(200);
    pages.push(idsOf(answer));
    next = nextOf(answer.headers.link);
    if (pages.length === 1) await between?.();
  }
  return pages;
}

describe('a list in pages', () => {
  it.each([1, 2, 4, 7, 20, 21, 22, 1000])(
    'has all entries once and in order, %i at a time',
    async (limit) => {
      const all = idsOf(await read(entries));
      expect(all).toHaveLength(21);
      const pages = await pagesOf(`${entries}&limit=${limit}`);
      expect(pages.flat()).toEqual(all);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      expect(pages.at(-1)?.length).toBeGreaterThan(0);
    },
  );

  it('goes on as a file too', async () => {
    const first = await read(`${entries}&limit=20&format=csv`);
    const second = await read(nextOf(first.headers.link) ?? '');
    const rows = ({ body }: { body: string }) => body.trim().split('\n').length - 1;
    expect([rows(first), rows(second), nextOf(second.headers.link)]).toEqual([20, 1, undefined]);
  });

  it('keeps the other parts of what was asked, and shifts nothing when rows come and go', async () => {
    const [userId = ''] = workers;
    const url = `${entries}&employeeId=${userId}&limit=1`;
    const all = idsOf(await read(`${entries}&employeeId=${userId}`));
    const added: string[] = [];
    const pages = await pagesOf(url, async () => {
      added.push((await addEntry(userId, '06')).id);
      await company.admin.ok('deleteTimeEntry', { params: { id: all[0] ?? '' }, body: { reason: 'Twice' } });
    });
    expect(pages).toEqual(all.map((id) => [id]));
    await company.admin.ok('deleteTimeEntry', { params: { id: added[0] ?? '' }, body: { reason: 'Twice' } });
    await addEntry(userId, '05');
  });

  it('has people in the order in which they were added', async () => {
    const all = idsOf(await read('/api/people'));
    expect(all).toHaveLength(8);
    expect((await pagesOf('/api/people?limit=3')).map(({ length }) => length)).toEqual([3, 3, 2]);
    expect((await pagesOf('/api/people?limit=3')).flat()).toEqual(all);
  });

  it('is refused with a size or a place that cannot be', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=1.5',
      'limit=x',
      'limit=',
      'cursor=x',
      `cursor=${'a'.repeat(201)}`,
    ]) {
      const refused = await read(`${entries}&${query}`);
      expect([refused.statusCode, refused.json().code], query).toEqual([400, 'validation_failed']);
    }
    const cursorOf = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    for (const place of [
      ['no date', randomUUID()],
      ['2026-02-03T06:00:00Z', "' or true --"],
      ['2026-02-03T06:00:00Z'],
    ]) {
      expect((await read(`${entries}&cursor=${cursorOf(...place)}`)).statusCode).toBe(400);
    }
    // Pages follow one order.
    expect((await read(`${entries}&limit=2&sort=hours`)).json().issues).toEqual([
      { path: 'sort', message: expect.any(String) },
    ]);
  });

  it('shows a company nothing of another one by its cursor', async () => {
    const other = await registerCompany(app);
    const link = nextOf((await read('/api/people?limit=1')).headers.link);
    const answer = await other.admin.raw({ url: link ?? '' });
    expect(idsOf(answer).every((id) => id === other.user.id)).toBe(true);
  });
});
