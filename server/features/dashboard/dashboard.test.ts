import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// 06:00 in Riga.
const clock = fixedClock('2026-03-05T04:00:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

it('the board shows who is where, who has finished today, and the latest events', async () => {
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

it('yesterday is gone from the board at midnight in the company’s zone; a night shift that ends today is on it', async () => {
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

it('an employee asks in vain for the figures of the company', async () => {
  const company = await registerCompany(app);
  const { client } = await addEmployee(app, company);
  expect(await client.ok('getDashboardStats', { query: { as: 'admin' } })).toMatchObject({
    role: 'employee',
  });
});

it('the timeline shows the parts of a day with breaks, what was forgotten and what arrived late', async () => {
  clock.set('2026-03-02T05:00:00.000Z');
  const company = await registerCompany(app);
  const rules = await company.admin.ok('getWorkRules');
  const breaks = { ...rules.breaks, policy: 'recorded' as const };
  await company.admin.ok('updateWorkRules', { body: { country: 'LV', breaks } });
  const [hall, yard] = [await addLocation(company, 'Hala'), await addLocation(company, 'Pagalms')];
  const people = await Promise.all(
    ['Aija', 'Berta', 'Cilda'].map((firstName) => addEmployee(app, company, { firstName })),
  );
  const [aija, berta, cilda] = people;
  if (!aija || !berta || !cilda) throw new Error('three people');
  const scan = (person: typeof aija, qrCode: string, more = {}) =>
    person.client.ok('scan', { body: { qrCode, ...more } });
  clock.set('2026-03-04T06:00:00.000Z');
  await scan(cilda, hall.qrCode);
  // Over midnight in Riga.
  clock.set('2026-03-04T20:00:00.000Z');
  await scan(aija, hall.qrCode);
  clock.set('2026-03-05T00:00:00.000Z');
  await aija.client.ok('recordBreak', {
    body: { action: 'start', clientScanId: '0198a1de-0000-7000-8000-000000000001' },
  });
  clock.set('2026-03-05T02:00:00.000Z');
  // Made an hour before it arrives.
  await scan(berta, yard.qrCode, {
    clientScanId: '0198a1de-0000-7000-8000-000000000002',
    scannedAt: '2026-03-05T01:00:00.000Z',
  });
  const timeline = await company.admin.ok('getTimeline', { query: {} });
  expect(timeline).toMatchObject({
    date: '2026-03-05',
    startsAt: '2026-03-04T22:00:00.000Z',
    endsAt: '2026-03-05T22:00:00.000Z',
    now: '2026-03-05T02:00:00.000Z',
    locations: [
      {
        name: 'Hala',
        entries: [
          {
            user: { id: aija.employee.id, firstName: 'Aija' },
            checkIn: '2026-03-04T20:00:00.000Z',
            checkOut: null,
            from: '2026-03-04T22:00:00.000Z',
            to: '2026-03-05T02:00:00.000Z',
            breaks: [{ startedAt: '2026-03-05T00:00:00.000Z', endedAt: null }],
            needsAttention: false,
            isLate: false,
          },
        ],
      },
      { name: 'Pagalms', entries: [{ user: { firstName: 'Berta' }, isLate: true }] },
    ],
  });
  const [before] = (await company.admin.ok('getTimeline', { query: { date: '2026-03-04' } })).locations;
  expect(before?.entries).toMatchObject([
    // Nobody works longer than 14 hours.
    { user: { firstName: 'Cilda' }, needsAttention: true, to: '2026-03-04T20:00:00.000Z' },
    { user: { firstName: 'Aija' }, to: '2026-03-04T22:00:00.000Z', breaks: [] },
  ]);

  const { client: manager } = await addEmployee(app, company, { role: 'manager', locationIds: [yard.id] });
  const names = (answer: { locations: { name: string }[] }) => answer.locations.map(({ name }) => name);
  expect(names(await manager.ok('getTimeline', { query: {} }))).toEqual(['Pagalms']);

  // The screen in the hall shows initials until the company wants names, and no times.
  const { code } = await company.admin.ok('createKioskPairingCode', {
    body: { locationId: hall.id, name: 'Ekrāns' },
  });
  const screen = app.client();
  await screen.ok('pairKiosk', { body: { code } });
  const board = await screen.ok('getKioskBoard');
  const present = [{ name: 'AK', isOnBreak: true }];
  expect(board.locations).toEqual([{ id: hall.id, name: 'Hala', people: present, notHere: 0 }]);
  expect(JSON.stringify(board)).not.toMatch(/Aija|Kalniņš|20:00/);
  const { name, timezone, language, longestShiftHours, sendsDigest } = await company.admin.ok('getCompany');
  await company.admin.ok('updateCompany', {
    body: { name, timezone, language, longestShiftHours, sendsDigest, boardNames: 'names' },
  });
  const shown = await company.admin.ok('getBoard', { query: {} });
  expect(shown.locations.map((location) => location.people)).toEqual([
    [{ name: 'Aija Kalniņš', isOnBreak: true }],
    [{ name: 'Berta Kalniņš', isOnBreak: false }],
  ]);
  expect(names(await manager.ok('getBoard', { query: {} }))).toEqual(['Pagalms']);
  const foreign = await manager.call('getBoard', { query: { locationId: hall.id } });
  expect(foreign.body.code).toBe('not_found');
  expect((await aija.client.call('getBoard', { query: {} })).status).toBe(403);
});

it('the wall view counts who is planned there now and has not checked in, and names nobody', async () => {
  clock.set('2026-03-05T05:00:00.000Z');
  const company = await registerCompany(app);
  const hall = await addLocation(company, 'Hala');
  const [here, away, ill] = [
    await addEmployee(app, company, { firstName: 'Aija' }),
    await addEmployee(app, company, { firstName: 'Berta' }),
    await addEmployee(app, company, { firstName: 'Cilda' }),
  ];
  const date = '2026-03-05';
  // 08:00 to 16:00 in Riga.
  const shift = {
    starts: '08:00',
    ends: '16:00',
    breakMinutes: 0,
    locationId: hall.id,
    kindId: null,
    note: null,
  };
  const days = [here, away, ill].map(({ employee }) => ({ userId: employee.id, date, shifts: [shift] }));
  await company.admin.ok('setScheduleDays', { body: { days } });
  await company.admin.ok('publishSchedule', { body: { startDate: date, endDate: date, reason: 'Jauns' } });
  await company.admin.ok('createAbsence', {
    body: { userId: ill.employee.id, startDate: date, endDate: date, code: 'A' },
  });
  await here.client.ok('scan', { body: { qrCode: hall.qrCode } });
  const notHereAt = async (at: string) => {
    clock.set(`${date}T${at}Z`);
    const board = await company.admin.ok('getBoard', { query: {} });
    expect(JSON.stringify(board)).not.toMatch(/Berta|BK|08:00|late|missing/);
    return board.locations.map(({ notHere }) => notHere);
  };
  expect(await notHereAt('05:59:59')).toEqual([0]);
  expect(await notHereAt('06:00:00')).toEqual([1]);
  expect(await notHereAt('13:59:59')).toEqual([1]);
  expect(await notHereAt('14:00:00')).toEqual([0]);
});
