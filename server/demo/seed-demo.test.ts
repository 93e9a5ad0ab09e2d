import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, addMonths, dateIn, monthOf } from '#domain/dates.ts';
import { parseLocationCode } from '#domain/location-code.ts';
import { registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

it('the printed credentials sign in to a company at work, where one can check in', async () => {
  const [{ admin, employee, password, locationCode }] = await seedDemo(app.connectionString);
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

it('has a schedule of two months, with a change that was announced late and one that is not published', async () => {
  const [{ admin, employee, password }] = await seedDemo(app.connectionString);
  const owner = app.client();
  await owner.ok('login', { body: { email: admin, password } });
  const today = dateIn(new Date(), 'Europe/Riga');
  for (const [months, changed] of [
    [0, 0],
    [1, 1],
  ] as const) {
    const { start: startDate, end: endDate } = monthOf(`${addMonths(today.slice(0, 7), months)}-01`);
    const schedule = await owner.ok('getSchedule', { query: { startDate, endDate } });
    expect(schedule.changed).toBe(changed);
    expect(schedule.people.filter(({ plannedMs }) => plannedMs > 0).length).toBeGreaterThan(15);
    expect(schedule.people.filter(({ coveredDates }) => coveredDates.length > 20).length).toBeGreaterThan(15);
  }
  expect(await owner.ok('listShiftKinds')).toHaveLength(4);
  expect(await owner.ok('getExpected', { query: { date: today } })).toHaveProperty('unplanned');
  const worker = app.client();
  await worker.ok('login', { body: { email: employee, password } });
  const query = { startDate: today, endDate: addDays(today, 40) };
  const { days, announcements } = await worker.ok('getOwnSchedule', { query });
  expect(days.length).toBeGreaterThan(15);
  expect(announcements.filter(({ reason }) => reason !== null)).toMatchObject([
    { days: [{ before: [{ starts: '08:00' }], after: [{ starts: '06:00', ends: '14:00' }] }] },
  ]);
});

it.each([
  [0, 'lv', 'team', 'Darba laika uzskaites tabele'],
  [1, 'lt', 'team', 'DARBO LAIKO APSKAITOS ŽINIARAŠTIS'],
  [2, 'pl', 'card', 'Karta ewidencji czasu pracy'],
] as const)(
  'company %d has a finished month: sealed for everybody, on the sheet of its country',
  async (index, language, kind, title) => {
    const signIn = (await seedDemo(app.connectionString))[index];
    const owner = app.client();
    await owner.ok('login', { body: { email: signIn.admin, password: signIn.password } });
    const month = addMonths(new Date().toISOString().slice(0, 7), -2);
    const people = await owner.ok('listMonth', { query: { month } });
    expect(people.length).toBeGreaterThan(5);
    expect(people.filter(({ approval }) => !approval)).toEqual([]);
    const sheets = await owner.ok('getMonthSheet', {
      params: { month: month },
      query: { format: 'json' },
    });
    if (!Array.isArray(sheets)) throw new Error('Not JSON');
    expect(sheets[0]).toMatchObject({ language, warning: null });
    expect(sheets[0]?.title).toContain(title);
    expect(sheets[0]?.notes.join()).toMatch(/[0-9a-f]{64}/);
    expect(sheets).toHaveLength(kind === 'card' ? people.length : 1);
    // What is sealed cannot change.
    const entries = await owner.ok('getTimeEntriesReport', {
      query: { startDate: `${month}-01`, endDate: `${month}-28` },
    });
    const id = entries[0]?.id ?? '';
    expect(await owner.call('deleteTimeEntry', { params: { id }, body: { reason: 'Tests' } })).toMatchObject({
      status: 409,
    });
  },
);

it('it is recreated after half a day; other companies stay', async () => {
  const { user } = await registerCompany(app);
  const seededAt = async () => {
    const { rows } = await sql<{ id: string; createdAt: string; entries: number }>`
      select c.id, c.created_at, (select count(*)::int from time_entry e where e.company_id = c.id) as entries
      from company c order by c.created_at`.execute(app.services.db);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const before = await seededAt();
  const demoIds = [...before.keys()].filter((id) => id !== user.companyId);
  expect(demoIds).toHaveLength(3);
  await seedDemo(app.connectionString, hours(11));
  expect(await seededAt()).toEqual(before);
  await seedDemo(app.connectionString, hours(13));
  const after = await seededAt();
  expect(after.size).toBe(4);
  expect(after.get(user.companyId)).toEqual(before.get(user.companyId));
  for (const id of demoIds) {
    expect(after.get(id)?.createdAt).not.toBe(before.get(id)?.createdAt);
    expect(after.get(id)?.entries).toBeGreaterThan(300);
  }
});
