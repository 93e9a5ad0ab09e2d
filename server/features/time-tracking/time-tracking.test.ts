import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locationCodeUrl } from '#domain/location-code.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#server/testing/factories.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#server/testing/test-app.ts';

const start = '2026-03-05T06:58:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app);
});
afterAll(() => app.close());

/** A person nobody has seen yet, two locations, and the clock at the start again. */
async function newWorker() {
  clock.set(start);
  const { client, employee } = await addEmployee(app, await companyWithRoom());
  return { client, employee, hall: await addLocation(company), yard: await addLocation(company, 'Pagalms') };
}

// The Growth plan has 5 locations and 30 people: a new company for each couple of tests.
async function companyWithRoom(): Promise<Company> {
  const locations = await company.admin.ok('listLocations');
  if (locations.length > 3) company = await registerCompany(app);
  return company;
}

const later = (minutes: number) => clock.set(new Date(Date.parse(start) + minutes * 60_000).toISOString());
const entriesOf = async (userId: string) =>
  app.services.db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .orderBy('checkOut')
    .selectAll()
    .execute();
const scan = (client: TestClient, qrCode: string, more: { clientScanId?: string; scannedAt?: string } = {}) =>
  client.call('scan', { body: { qrCode, ...more } });

describe('what a scan means', () => {
  test('checks in, switches, checks out', async () => {
    const { client, employee, hall, yard } = await newWorker();
    expect(await client.ok('getActiveEntry')).toBeNull();

    const first = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(first).toMatchObject({
      action: 'check-in',
      location: { id: hall.id, name: hall.name },
      timeEntry: { checkIn: start, checkOut: null, status: 'working', totalHours: null, userId: employee.id },
    });
    expect(first.closedEntry).toBeUndefined();
    expect(await client.ok('getActiveEntry')).toMatchObject({
      checkIn: start,
      location: { name: hall.name },
    });

    later(90);
    const second = await client.ok('scan', { body: { qrCode: yard.qrCode } });
    expect(second).toMatchObject({
      action: 'location-switch',
      location: { id: yard.id },
      timeEntry: { status: 'working' },
      closedEntry: { id: first.timeEntry.id, status: 'completed', totalHours: 1.5 },
    });

    later(100);
    const third = await client.ok('scan', { body: { qrCode: yard.qrCode } });
    expect(third).toMatchObject({
      action: 'check-out',
      location: { id: yard.id },
      timeEntry: { id: second.timeEntry.id, status: 'completed', checkOut: clock.now().toISOString() },
    });
    expect(await client.ok('getActiveEntry')).toBeNull();
    expect(await entriesOf(employee.id)).toHaveLength(2);
  });

  test.each([
    ['the URL of the poster', (code: string) => locationCodeUrl(testOrigin, code), 'qr'],
    ['a language before the path', (code: string) => `${testOrigin}/lv/time-tracking?code=${code}`, 'qr'],
    [
      'small letters, spaces and hyphens',
      (code: string) => ` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase(),
      'code',
    ],
    ['O for 0 and l for 1', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l'), 'code'],
  ])('accepts %s', async (_, write, source) => {
    const { client, hall } = await newWorker();
    const result = await client.ok('scan', { body: { qrCode: write(hall.qrCode) } });
    expect(result.timeEntry.checkInSource).toBe(source);
  });

  test('the button ends the open entry, once', async () => {
    const { client, hall } = await newWorker();
    expect(await client.call('checkOut', { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'not_checked_in' },
    });
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    later(30);
    expect(await client.ok('checkOut', { body: {} })).toMatchObject({
      action: 'check-out',
      timeEntry: { checkOutSource: 'button', totalHours: 0.5 },
    });
    expect(await client.call('checkOut', { body: {} })).toMatchObject({ status: 409 });
  });

  test('a code tells the name of its location, and records nothing', async () => {
    const { client, employee, hall } = await newWorker();
    expect(await client.ok('getLocationOfCode', { query: { code: hall.qrCode } })).toEqual({
      id: hall.id,
      name: hall.name,
    });
    expect(await entriesOf(employee.id)).toEqual([]);
  });

  test('an administrator may work as well', async () => {
    const { hall } = await newWorker();
    const result = await company.admin.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(result.action).toBe('check-in');
    await company.admin.ok('checkOut', { body: {} });
  });
});

describe('what a scan refuses, without changing anything', () => {
  test.each([
    ['no code at all', () => 'hello', 400, 'location_code_malformed'],
    [
      'one wrong character',
      (code: string) => (code.startsWith('7') ? '8' : '7') + code.slice(1),
      400,
      'location_code_mistyped',
    ],
    ['two characters swapped', (code: string) => swapFirstDifferent(code), 400, 'location_code_mistyped'],
    [
      'another site',
      (code: string) => `https://evil.test/time-tracking?code=${code}`,
      400,
      'qr_code_foreign',
    ],
    ['a Wi-Fi poster', () => 'WIFI:S:Hala;T:WPA;P:secret;;', 400, 'qr_code_foreign'],
    ['a code of nobody', () => '000000000', 404, 'location_code_unknown'],
  ])('%s', async (_, write, status, code) => {
    const { client, employee, hall } = await newWorker();
    expect(await scan(client, write(hall.qrCode))).toMatchObject({ status, body: { code } });
    expect(await entriesOf(employee.id)).toEqual([]);
  });

  test("another company's, an inactive and a deleted location", async () => {
    const { client, employee, hall, yard } = await newWorker();
    const other = await registerCompany(app);
    const foreign = await addLocation(other);
    await company.admin.ok('updateLocation', {
      params: { id: hall.id },
      body: { name: 'Closed', isActive: false },
    });
    await company.admin.ok('deleteLocation', { params: { id: yard.id } });
    for (const [code, status, error] of [
      [foreign.qrCode, 404, 'location_code_unknown'],
      [hall.qrCode, 409, 'location_inactive'],
      [yard.qrCode, 404, 'location_code_unknown'],
    ] as const) {
      const refused = await scan(client, code);
      expect(refused).toMatchObject({ status, body: { code: error } });
      // Asked before the tap, the answer is the same.
      const asked = await client.call('getLocationOfCode', { query: { code } });
      expect(asked).toMatchObject({ status, body: refused.body });
    }
    expect(await entriesOf(employee.id)).toEqual([]);
  });

  test('whoever is checked in at a location that closes can still check out by the button', async () => {
    const { client, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    await company.admin.ok('updateLocation', {
      params: { id: hall.id },
      body: { name: 'Closed', isActive: false },
    });
    expect(await client.ok('checkOut', { body: {} })).toMatchObject({ action: 'check-out' });
  });

  test('after the trial nobody checks in or switches, everybody checks out', async () => {
    const { client, hall, yard } = await newWorker();
    const { client: late } = await addEmployee(app, company);
    later(7 * 24 * 60 - 60);
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    later(7 * 24 * 60 + 60);
    const refused = {
      status: 402,
      body: { code: 'subscription_required', requiresUpgrade: true, action: 'subscribe' },
    };
    expect(await scan(late, hall.qrCode)).toMatchObject(refused);
    expect(await scan(client, yard.qrCode)).toMatchObject(refused);
    expect(await scan(client, hall.qrCode)).toMatchObject({ status: 200, body: { action: 'check-out' } });
  });
});

describe('scans made without a signal', () => {
  const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString();

  test('count from when they were made and keep both times', async () => {
    const { client, employee, hall } = await newWorker();
    const scannedAt = minutesAgo(71 * 60);
    const deviceAt = minutesAgo(68 * 60);
    const body = { qrCode: hall.qrCode, scannedAt, deviceAt, userId: employee.id };
    const result = await client.ok('scan', { body });
    expect(result.timeEntry).toMatchObject({
      checkIn: scannedAt,
      checkInSource: 'offline',
      createdAt: start,
    });
    const kept = await app.services.db
      .selectFrom('scan')
      .where('userId', '=', employee.id)
      .select(['scannedAt', 'deviceAt', 'receivedAt', 'effectiveAt'])
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ scannedAt, deviceAt, receivedAt: start, effectiveAt: scannedAt });
  });

  test('an administrator sees when they came, and that the phone was wrong; a switch counts for both entries', async () => {
    const { client, employee, hall, yard } = await newWorker();
    const offline = (qrCode: string, scannedAt: string, aheadMinutes: number) =>
      client.ok('scan', {
        body: {
          qrCode,
          scannedAt,
          deviceAt: new Date(Date.parse(scannedAt) + aheadMinutes * 60_000).toISOString(),
        },
      });
    await offline(hall.qrCode, minutesAgo(180), 180);
    await offline(yard.qrCode, minutesAgo(120), -5);
    await client.ok('checkOut', { body: {} });
    const query = { startDate: '2026-03-01', endDate: '2026-03-31', employeeId: employee.id };
    const [second, first] = await company.admin.ok('getTimeEntriesReport', { query });
    const switched = { receivedAt: start, clockAheadMs: -5 * 60_000 };
    expect(first).toMatchObject({
      offlineCheckIn: { receivedAt: start, clockAheadMs: 180 * 60_000 },
      offlineCheckOut: switched,
    });
    expect(second).toMatchObject({ offlineCheckIn: switched, offlineCheckOut: null });
    const board = await company.admin.ok('getDashboardLocations');
    const done = board.flatMap(({ completedEmployees }) => completedEmployees);
    expect(done.filter(({ user }) => user.firstName === employee.firstName)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ offlineCheckIn: switched })]),
    );
    const { recentActivity } = await client
      .ok('getDashboardStats', { query: { as: 'employee' } })
      .then((stats) => (stats.role === 'employee' ? stats : { recentActivity: [] }));
    expect(recentActivity.map(({ offlineCheckOut }) => offlineCheckOut)).toEqual([null, switched]);
  });

  test('are recorded for nobody but the person who made them', async () => {
    const { client, hall } = await newWorker();
    const other = await newWorker();
    const body = { qrCode: hall.qrCode, scannedAt: minutesAgo(5), userId: other.employee.id };
    expect(await client.call('scan', { body })).toMatchObject({
      status: 409,
      body: { code: 'scan_of_another_person' },
    });
    expect(await client.ok('getActiveEntry')).toBeNull();
  });

  test.each([
    ['exactly 72 hours old', 72 * 60, 200],
    ['a minute older than 72 hours', 72 * 60 + 1, 'scan_too_old'],
    ['two minutes ahead', -2, 200],
    ['three minutes ahead', -3, 'scan_in_future'],
  ])('%s', async (_, minutes, outcome) => {
    const { client, hall } = await newWorker();
    const answer = await scan(client, hall.qrCode, { scannedAt: minutesAgo(minutes) });
    expect(outcome === 200 ? answer.status : answer.body.code).toBe(outcome);
    if (outcome !== 200) expect(answer.status).toBe(409);
  });

  test('a clock ahead never makes an entry that begins after now', async () => {
    const { client, hall } = await newWorker();
    const result = await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(-2) } });
    expect(result.timeEntry.checkIn).toBe(start);
  });

  test('not before what is already recorded', async () => {
    const { client, employee, hall, yard } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(await scan(client, yard.qrCode, { scannedAt: minutesAgo(1) })).toMatchObject({
      status: 409,
      body: { code: 'scan_out_of_order' },
    });
    later(60);
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(await scan(client, yard.qrCode, { scannedAt: minutesAgo(1) })).toMatchObject({ status: 409 });
    expect(await entriesOf(employee.id)).toHaveLength(1);
  });
});

describe('retries and races', () => {
  test('a retry, however late, gets the first answer and changes nothing', async () => {
    const { client, employee, hall, yard } = await newWorker();
    const clientScanId = randomUUID();
    const first = await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } });
    later(60);
    await client.ok('scan', { body: { qrCode: yard.qrCode } });
    later(10 * 24 * 60);
    expect(await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } })).toEqual(first);
    expect(await entriesOf(employee.id)).toHaveLength(2);
  });

  test('the same id of two people are two scans', async () => {
    const { client, hall } = await newWorker();
    const { client: colleague } = await addEmployee(app, company);
    const clientScanId = randomUUID();
    const mine = await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } });
    const theirs = await colleague.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } });
    expect(theirs.timeEntry.id).not.toBe(mine.timeEntry.id);
  });

  test('50 simultaneous scans of one code, over two servers: each has exactly one effect', async () => {
    const { client, employee, hall } = await newWorker();
    const second = await startTestApp({ clock, connectionString: app.connectionString });
    const cookie = client.cookie();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? app : second).app.inject({
          method: 'POST',
          url: '/api/time-tracking/scan',
          headers: { cookie },
          payload: { qrCode: hall.qrCode },
        }),
      ),
    );
    await second.close();
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(50).fill(200));
    const actions = Map.groupBy(answers, (answer) => answer.json().action as string);
    expect(actions.get('check-in')).toHaveLength(25);
    expect(actions.get('check-out')).toHaveLength(25);
    const entries = await entriesOf(employee.id);
    expect(entries).toHaveLength(25);
    expect(entries.every((entry) => entry.checkOut !== null)).toBe(true);
  });

  test('50 simultaneous retries of one scan, over two servers: one entry, one answer', async () => {
    const { client, employee, hall } = await newWorker();
    const second = await startTestApp({ clock, connectionString: app.connectionString });
    const cookie = client.cookie();
    const payload = { qrCode: hall.qrCode, clientScanId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? app : second).app.inject({
          method: 'POST',
          url: '/api/time-tracking/scan',
          headers: { cookie },
          payload,
        }),
      ),
    );
    await second.close();
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await entriesOf(employee.id)).toHaveLength(1);
  });

  test('scans at three locations at once leave one open entry and no overlap', async () => {
    const { client, employee, hall, yard } = await newWorker();
    const codes = [hall.qrCode, yard.qrCode];
    await Promise.all(
      Array.from({ length: 31 }, (_, index) =>
        client.ok('scan', { body: { qrCode: codes[index % 2] ?? '' } }),
      ),
    );
    const open = (await entriesOf(employee.id)).filter((entry) => entry.checkOut === null);
    expect(open.length).toBeLessThanOrEqual(1);
  });

  test('the database itself refuses a second open and an overlapping entry', async () => {
    const { client, employee, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    const insert = (checkIn: string, checkOut: string | null) =>
      app.services.db
        .insertInto('timeEntry')
        .values({
          id: randomUUID(),
          companyId: employee.companyId,
          userId: employee.id,
          locationId: hall.id,
          checkIn,
          checkOut,
          checkInSource: 'admin',
          checkOutSource: checkOut ? 'admin' : null,
        })
        .execute();
    await expect(insert('2026-03-05T08:00:00Z', null)).rejects.toThrow('time_entry_no_overlap');
    await expect(insert('2026-03-05T06:00:00Z', '2026-03-05T07:00:00Z')).rejects.toThrow(
      'time_entry_no_overlap',
    );
    await expect(insert('2026-03-05T06:00:00Z', '2026-03-05T06:58:00Z')).resolves.toBeDefined();
  });
});

function swapFirstDifferent(code: string): string {
  const at = [...code].findIndex((character, index) => index > 0 && character !== code[index - 1]);
  return code.slice(0, at - 1) + code.charAt(at) + code.charAt(at - 1) + code.slice(at + 1);
}
