import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#server/testing/factories.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

// 06:00 in Riga.
const clock = fixedClock('2026-03-05T04:00:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

test('the board shows who is where, who has finished today, and the latest events', async () => {
  clock.set('2026-03-05T04:00:00.000Z');
  const company = await registerCompany(app);
  const [hall, yard] = [await addLocation(company, 'Hala'), await addLocation(company, 'Pagalms')];
  const people = await Promise.all(
    ['Aija', 'Berta', 'Cilda'].map((firstName) => addEmployee(app, company, { firstName })),
  );
  const [aija, berta, cilda] = people.map((person) => person.client);
  if (!aija || !berta || !cilda) throw new Error('three people');

  await aija.ok('scan', { body: { qrCode: hall.qrCode } });
  clock.set('2026-03-05T05:00:00.000Z');
  await berta.ok('scan', { body: { qrCode: hall.qrCode } });
  clock.set('2026-03-05T05:30:00.000Z');
  await berta.ok('scan', { body: { qrCode: yard.qrCode } });
  clock.set('2026-03-05T06:00:00.000Z');
  await cilda.ok('scan', { body: { qrCode: yard.qrCode } });
  await aija.ok('checkOut', { body: {} });
  clock.set('2026-03-05T07:30:00.000Z');

  const board = await company.admin.ok('getDashboardLocations');
  expect(board).toMatchObject([
    {
      id: hall.id,
      activeCount: 0,
      activeEmployees: [],
      completedEmployees: [
        { user: { firstName: 'Aija' }, totalHours: 2 },
        { user: { firstName: 'Berta' }, totalHours: 0.5 },
      ],
    },
    {
      id: yard.id,
      activeCount: 2,
      activeEmployees: [
        { user: { firstName: 'Berta' }, hoursWorked: 2 },
        { user: { firstName: 'Cilda' }, hoursWorked: 1.5 },
      ],
      completedEmployees: [],
    },
  ]);

  const stats = await company.admin.ok('getDashboardStats', { query: {} });
  expect(stats).toMatchObject({
    role: 'admin',
    totalLocations: 2,
    totalEmployees: 3,
    todayHours: 6,
    weekHours: 6,
  });
  expect(
    stats.recentActivity.map((entry) => [entry.user.firstName, entry.location.name, entry.status]),
  ).toEqual([
    expect.arrayContaining([expect.stringMatching('Aija|Cilda')]),
    expect.arrayContaining([expect.stringMatching('Aija|Cilda')]),
    expect.arrayContaining(['Berta']),
    expect.arrayContaining(['Berta']),
  ]);

  expect(await berta.ok('getDashboardStats', { query: {} })).toMatchObject({
    role: 'employee',
    todayHours: 2.5,
    weekHours: 2.5,
    weekStart: '2026-03-02',
    weekEnd: '2026-03-08',
    recentActivity: [
      { location: { name: 'Pagalms' }, status: 'working' },
      { location: { name: 'Hala' }, status: 'completed', totalHours: 0.5 },
    ],
  });
});

test('yesterday is gone from the board at midnight in the company’s zone; a night shift that ends today is on it', async () => {
  clock.set('2026-03-05T12:00:00.000Z');
  const company = await registerCompany(app, { timezone: 'Europe/Riga' });
  const hall = await addLocation(company);
  const { client: day } = await addEmployee(app, company, { firstName: 'Diena' });
  const { client: night } = await addEmployee(app, company, { firstName: 'Nakts' });
  await day.ok('scan', { body: { qrCode: hall.qrCode } });
  clock.set('2026-03-05T20:00:00.000Z');
  await day.ok('checkOut', { body: {} });
  await night.ok('scan', { body: { qrCode: hall.qrCode } });

  clock.set('2026-03-05T21:59:59.999Z');
  const [before] = await company.admin.ok('getDashboardLocations');
  expect(before?.completedEmployees).toHaveLength(1);
  clock.set('2026-03-05T22:00:00.000Z');
  const [after] = await company.admin.ok('getDashboardLocations');
  expect(after).toMatchObject({ activeCount: 1, completedEmployees: [] });

  clock.set('2026-03-06T04:00:00.000Z');
  await night.ok('checkOut', { body: {} });
  const [morning] = await company.admin.ok('getDashboardLocations');
  expect(morning?.completedEmployees).toMatchObject([{ user: { firstName: 'Nakts' }, totalHours: 8 }]);
  expect(await company.admin.ok('getDashboardStats', { query: {} })).toMatchObject({ todayHours: 6 });
});

test('an employee asks in vain for the figures of the company', async () => {
  const company = await registerCompany(app);
  const { client } = await addEmployee(app, company);
  expect(await client.ok('getDashboardStats', { query: { as: 'admin' } })).toMatchObject({
    role: 'employee',
  });
});
