import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLocationCode } from '#domain/location-code.ts';
import { registerCompany } from '#testing/factories.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

it('the printed credentials sign in to a company at work, where one can check in', async () => {
  const { admin, employee, password, locationCode } = await seedDemo(app.connectionString);
  const owner = app.client();
  await owner.ok('login', { body: { email: admin, password } });
  const locations = await owner.ok('getDashboardLocations');
  expect(locations).toHaveLength(5);
  expect(locations.reduce((sum, location) => sum + location.activeCount, 0)).toBeGreaterThanOrEqual(5);
  const status = await owner.ok('getSubscriptionStatus');
  expect(status).toMatchObject({ status: 'active', limited: false, features: { csvExport: true } });
  expect(status.usage).toEqual({ locations: { current: 5, max: 5 }, employees: { current: 23, max: 30 } });

  const { missingCheckOuts, requests } = await owner.ok('listAttention');
  expect(missingCheckOuts).toHaveLength(1);
  for (const { timeEntryId, user } of requests) {
    const history = await owner.ok('getTimeEntryHistory', { params: { id: timeEntryId ?? '' } });
    expect(history.at(-1)).toMatchObject({ kind: 'request', actor: { id: user.id } });
  }

  const worker = app.client();
  await worker.ok('login', { body: { email: employee, password } });
  expect(parseLocationCode(locationCode).ok).toBe(true);
  await worker.ok('scan', { body: { qrCode: locationCode } });
  const { recentActivity } = await worker.ok('getDashboardStats');
  expect(recentActivity).toHaveLength(5);
  expect(await worker.ok('getUnreadCount')).toBe(3);
  expect(await owner.ok('listMessages')).toHaveLength(6);
});

it('it is recreated after half a day; other companies stay', async () => {
  const { user } = await registerCompany(app);
  const seededAt = async () => {
    const { rows } = await sql<{ id: string; createdAt: string; entries: number }>`
      select c.id, c.created_at, (select count(*)::int from time_entry e where e.company_id = c.id) as entries
      from company c order by c.created_at`.execute(app.services.db);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const before = await seededAt();
  const [demoId = ''] = [...before.keys()].filter((id) => id !== user.companyId);
  await seedDemo(app.connectionString, hours(11));
  expect(await seededAt()).toEqual(before);
  await seedDemo(app.connectionString, hours(13));
  const after = await seededAt();
  expect(after.size).toBe(2);
  expect(after.get(user.companyId)).toEqual(before.get(user.companyId));
  expect(after.get(demoId)?.createdAt).not.toBe(before.get(demoId)?.createdAt);
  expect(after.get(demoId)?.entries).toBeGreaterThan(1000);
});
