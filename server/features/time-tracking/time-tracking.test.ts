import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import type { ScanResult } from '#contract/time-tracking.ts';
import { locationCodeUrl } from '#domain/location-code.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';
import { withoutTriggers } from '#tests/support/test-database.ts';

const start = '2026-03-05T06:58:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app);
});
afterAll(() => app.close());

/** A person nobody has seen yet and two locations, added four days ago, and the clock at the start again. */
async function newWorker() {
  clock.set(start);
  const room = await companyWithRoom();
  later(-4 * 24 * 60);
  const { client, employee } = await addEmployee(app, room);
  const [hall, yard] = [await addLocation(room), await addLocation(room, 'Pagalms')];
  clock.set(start);
  return { client, employee, hall, yard };
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

describe('the entries in an answer', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ units: 'pcs', quantity: index, description: 'Durvis' }));

  it('hold the newest three of their work reports, and how many there are', async () => {
    const { client, employee, hall, yard } = await newWorker();
    const first = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(first.timeEntry).toMatchObject({ workReports: [], workReportCount: 0 });
    await client.ok('createWorkReports', { body: { items: items(5), generalNotes: 'Lietus' } });
    later(60);
    const { timeEntry, closedEntry } = await client.ok('scan', { body: { qrCode: yard.qrCode } });
    expect(timeEntry).toMatchObject({ workReports: [], workReportCount: 0 });
    expect(closedEntry).toMatchObject({ id: first.timeEntry.id, workReportCount: 5 });
    expect(closedEntry?.workReports).toEqual(
      [2, 3, 4].map((quantity) => ({
        ...{ id: expect.any(String), userId: employee.id, timeEntryId: first.timeEntry.id, quantity },
        ...{
          units: 'pcs',
          description: 'Durvis',
          generalNotes: 'Lietus',
          createdAt: start,
          correctedAt: null,
        },
      })),
    );
    await client.ok('createWorkReports', { body: { items: items(1) } });
    later(120);
    const left = await client.ok('checkOut', { body: {} });
    expect(left.timeEntry).toMatchObject({ workReports: [{ quantity: 0 }], workReportCount: 1 });
    const [reported] = await company.admin.ok('getTimeEntriesReport', {
      query: { startDate: '2026-03-05', endDate: '2026-03-05', employeeId: employee.id },
    });
    expect(left.timeEntry.workReports).toEqual(reported?.workReports);
  });

  it('are in a late retry what they were in the first answer', async () => {
    const { client, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    await client.ok('createWorkReports', { body: { items: items(1) } });
    later(60);
    const retried = { qrCode: hall.qrCode, clientScanId: randomUUID() };
    const first = await client.ok('scan', { body: retried });
    expect(first.timeEntry.workReportCount).toBe(1);
    later(61);
    await client.ok('createWorkReports', { body: { timeEntryId: first.timeEntry.id, items: items(2) } });
    expect(await client.ok('scan', { body: retried })).toEqual(first);
  });
});

describe('what a scan means', () => {
  it('checks in, switches, checks out', async () => {
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

  it.each([
    ['the URL of the poster', (code: string) => locationCodeUrl(testOrigin, code), 'qr'],
    ['a language before the path', (code: string) => `${testOrigin}/lv/time-tracking?code=${code}`, 'qr'],
    ['capitals', (code: string) => locationCodeUrl(testOrigin, code).toUpperCase(), 'qr'],
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

  it('the button ends the open entry, once', async () => {
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

  it('a code tells the name of its location, and records nothing', async () => {
    const { client, employee, hall } = await newWorker();
    expect(await client.ok('getLocationOfCode', { query: { code: hall.qrCode } })).toEqual({
      id: hall.id,
      name: hall.name,
    });
    expect(await entriesOf(employee.id)).toEqual([]);
  });

  it('an administrator may work as well', async () => {
    const { hall } = await newWorker();
    const result = await company.admin.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(result.action).toBe('check-in');
    await company.admin.ok('checkOut', { body: {} });
  });
});

describe('what a scan refuses, without changing anything', () => {
  it.each([
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

  it("another company's, an inactive and a deleted location", async () => {
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

  it('whoever is checked in at a location that closes can still check out by the button', async () => {
    const { client, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    await company.admin.ok('updateLocation', {
      params: { id: hall.id },
      body: { name: 'Closed', isActive: false },
    });
    expect(await client.ok('checkOut', { body: {} })).toMatchObject({ action: 'check-out' });
  });

  it('after the trial nobody checks in or switches, everybody checks out', async () => {
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

  it('count from when they were made and keep both times', async () => {
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

  it('an administrator sees when they came, and that the phone was wrong; a switch counts for both entries', async () => {
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
    const switched = { receivedAt: start, clockAheadMs: -5 * 60_000, isUncertain: false };
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

  it('are recorded for nobody but the person who made them', async () => {
    const { client, hall } = await newWorker();
    const other = await newWorker();
    const body = { qrCode: hall.qrCode, scannedAt: minutesAgo(5), userId: other.employee.id };
    expect(await client.call('scan', { body })).toMatchObject({
      status: 409,
      body: { code: 'scan_of_another_person' },
    });
    expect(await client.ok('getActiveEntry')).toBeNull();
  });

  it.each([
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

  it('a clock ahead never makes an entry that begins after now', async () => {
    const { client, hall } = await newWorker();
    const result = await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(-2) } });
    expect(result.timeEntry.checkIn).toBe(start);
  });

  it('not before the account or the location existed', async () => {
    const { hall } = await newWorker();
    const { client: newcomer, employee } = await addEmployee(app, company);
    const tooOld = { status: 409, body: { code: 'scan_too_old' } };
    expect(await scan(newcomer, hall.qrCode, { scannedAt: minutesAgo(1) })).toMatchObject(tooOld);
    expect(await entriesOf(employee.id)).toEqual([]);
    expect(await scan(newcomer, hall.qrCode, { scannedAt: minutesAgo(0) })).toMatchObject({ status: 200 });

    const { client } = await newWorker();
    const built = await addLocation(company, 'Jauns objekts');
    expect(await scan(client, built.qrCode, { scannedAt: minutesAgo(1) })).toMatchObject(tooOld);
    expect(await client.ok('getActiveEntry')).toBeNull();
  });

  it('not before what is already recorded', async () => {
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

describe('scans that arrive late', () => {
  const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString();
  const pendingOf = async (userId: string) => {
    const { requests } = await company.admin.ok('listAttention');
    return requests.filter(({ user }) => user.id === userId);
  };
  const decide = (id: string, decision: 'approved' | 'rejected') =>
    company.admin.ok('decideCorrectionRequest', { params: { id }, body: { decision, reason: 'Asked' } });

  it('one late check-in or check-out within the limit counts as any other', async () => {
    const { client, employee, hall } = await newWorker();
    // Checked in without a signal; it is back hours later, and the check-out is made with it.
    const came = await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(4 * 60) } });
    expect(came.timeEntry.approval).toBeNull();
    const left = await client.ok('checkOut', { body: { scannedAt: minutesAgo(15) } });
    expect(left.timeEntry).toMatchObject({ approval: null, totalHours: 3.75 });
    const again = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    later(9 * 60);
    await client.ok('checkOut', { body: { scannedAt: minutesAgo(60) } });
    expect(await entriesOf(employee.id)).toMatchObject([{}, { id: again.timeEntry.id, approval: null }]);
    expect(await pendingOf(employee.id)).toEqual([]);
  });

  it('a check-in more than four hours late awaits approval, as both late do, and the check-out is in time', async () => {
    const { client, employee, hall } = await newWorker();
    const scannedAt = minutesAgo(11 * 60);
    const came = await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt } });
    expect(came.timeEntry.approval).toBe('pending');
    const left = await client.ok('checkOut', { body: {} });
    expect(left.timeEntry).toMatchObject({ approval: 'pending', totalHours: 11 });
    const [request, ...others] = await pendingOf(employee.id);
    expect(request).toMatchObject({ kind: 'late', timeEntryId: left.timeEntry.id });
    expect(others).toEqual([]);
  });

  it('several late check-ins within a day are one claim, however the day is divided', async () => {
    const { client, employee, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(3 * 60) } });
    await client.ok('checkOut', { body: {} });
    later(90);
    const again = await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(80) } });
    expect(again.timeEntry.approval).toBe('pending');
    await client.ok('checkOut', { body: {} });
    const [request] = await pendingOf(employee.id);
    await decide(request?.id ?? '', 'approved');
    // What an administrator has approved is no longer a claim, nor is the morning of the day before.
    later(24 * 60);
    const next = await client.ok('scan', {
      body: { qrCode: hall.qrCode, scannedAt: minutesAgo(3 * 60 + 30) },
    });
    expect(next.timeEntry.approval).toBeNull();
    expect(await entriesOf(employee.id)).toMatchObject([
      { approval: null },
      { approval: 'approved' },
      { approval: null },
    ]);
  });

  it('a late check-in and a late check-out await approval and count until they are rejected', async () => {
    const { client, employee, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(8 * 60) } });
    const left = await client.ok('checkOut', { body: { scannedAt: minutesAgo(16) } });
    expect(left.timeEntry.approval).toBe('pending');
    const [request, ...others] = await pendingOf(employee.id);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      kind: 'late',
      timeEntryId: left.timeEntry.id,
      current: { checkIn: minutesAgo(8 * 60), checkOut: minutesAgo(16) },
      reason: null,
    });
    // As an estimate, it is not the person's to withdraw.
    const withdrawn = await client.call('withdrawCorrectionRequest', { params: { id: request?.id ?? '' } });
    expect(withdrawn.status).toBe(404);
    // The person's own request about the entry stands beside it.
    const own = {
      kind: 'edit' as const,
      timeEntryId: left.timeEntry.id,
      checkOut: minutesAgo(20),
      reason: 'Oops',
    };
    await client.ok('createCorrectionRequest', { body: own });
    await decide(request?.id ?? '', 'rejected');
    expect(await entriesOf(employee.id)).toMatchObject([
      { approval: 'rejected', checkOut: minutesAgo(8 * 60) },
    ]);
  });

  it('both entries of a switch are judged by themselves', async () => {
    const { client, employee, hall, yard } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(300) } });
    const switched = await client.ok('scan', { body: { qrCode: yard.qrCode, scannedAt: minutesAgo(200) } });
    expect(switched.closedEntry?.approval).toBe('pending');
    expect(switched.timeEntry.approval).toBeNull();
    await client.ok('checkOut', { body: {} });
    const [request, ...others] = await pendingOf(employee.id);
    expect(others).toEqual([]);
    await decide(request?.id ?? '', 'approved');
    expect(await entriesOf(employee.id)).toMatchObject([{ approval: 'approved' }, { approval: null }]);
  });

  it('later than the company allows: awaits approval even alone, once, whatever comes after', async () => {
    const { client, employee, hall } = await newWorker();
    const came = await client.ok('scan', {
      body: { qrCode: hall.qrCode, scannedAt: minutesAgo(12 * 60 + 1) },
    });
    expect(came.timeEntry).toMatchObject({ approval: 'pending', status: 'working' });
    await client.ok('checkOut', { body: { scannedAt: minutesAgo(60) } });
    const [request, ...others] = await pendingOf(employee.id);
    expect(others).toEqual([]);
    await decide(request?.id ?? '', 'approved');
    expect(await entriesOf(employee.id)).toMatchObject([{ approval: 'approved', checkOut: minutesAgo(60) }]);
  });

  it('rejected while the person works: the entry ends without hours, and the next scan is a check-in', async () => {
    const { client, employee, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: minutesAgo(13 * 60) } });
    const [request] = await pendingOf(employee.id);
    await decide(request?.id ?? '', 'rejected');
    expect(await client.ok('getActiveEntry')).toBeNull();
    const next = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(next).toMatchObject({ action: 'check-in', timeEntry: { approval: null } });
    expect(await entriesOf(employee.id)).toMatchObject([
      {
        approval: 'rejected',
        checkIn: minutesAgo(13 * 60),
        checkOut: minutesAgo(13 * 60),
        checkOutSource: 'admin',
      },
      { checkOut: null },
    ]);
  });

  it('a forgotten check-out of an entry that awaits approval is one question, not two', async () => {
    const { client, employee, hall } = await newWorker();
    const { timeEntry } = await client.ok('scan', {
      body: { qrCode: hall.qrCode, scannedAt: minutesAgo(13 * 60) },
    });
    later(26 * 60);
    const leftAt = new Date(Date.parse(timeEntry.checkIn) + 8 * 3_600_000).toISOString();
    await client.ok('answerMissingCheckOut', { body: { timeEntryId: timeEntry.id, leftAt } });
    expect(await pendingOf(employee.id)).toMatchObject([{ kind: 'estimate', current: { checkOut: leftAt } }]);
  });

  it('the company sets the limit', async () => {
    const { client, employee, hall } = await newWorker();
    const settings = await company.admin.ok('getCompany');
    expect(settings.lateScanHours).toBe(12);
    const save = (lateScanHours: number) =>
      company.admin.call('updateCompany', { body: { ...settings, lateScanHours } });
    expect(await save(2)).toMatchObject({ status: 200, body: { lateScanHours: 2 } });
    const { lateScanHours: _, ...others } = settings;
    expect(await company.admin.ok('updateCompany', { body: others })).toMatchObject({ lateScanHours: 2 });
    await scan(client, hall.qrCode, { scannedAt: minutesAgo(2 * 60 + 1) });
    expect(await entriesOf(employee.id)).toMatchObject([{ approval: 'pending' }]);
    await save(12);
  });
});

describe('a location with a new code', () => {
  const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString();
  const renew = ({ id }: { id: string }) => company.admin.ok('renewLocationCode', { params: { id } });
  const retired = { status: 410, body: { code: 'location_code_retired' } };

  it('takes its new code, refuses the old one, and takes scans of the old one made before', async () => {
    const { client, employee, hall } = await newWorker();
    const renewed = await renew(hall);
    expect(renewed).toEqual({ ...hall, qrCode: renewed.qrCode });
    expect(renewed.qrCode).not.toBe(hall.qrCode);
    later(30);
    expect(await scan(client, hall.qrCode)).toMatchObject(retired);
    expect(await scan(client, hall.qrCode, { scannedAt: start })).toMatchObject(retired);
    expect(await scan(client, hall.qrCode, { scannedAt: minutesAgo(10) })).toMatchObject(retired);
    expect(await entriesOf(employee.id)).toEqual([]);
    expect(await scan(client, hall.qrCode, { scannedAt: minutesAgo(31) })).toMatchObject({
      status: 200,
      body: { action: 'check-in', location: { id: hall.id } },
    });
    // It is the same location: the new poster checks out.
    expect(await scan(client, renewed.qrCode)).toMatchObject({ status: 200, body: { action: 'check-out' } });
  });

  it('renewed twice, both old codes are out of date; of a deleted location they are unknown', async () => {
    const { client, hall, yard } = await newWorker();
    const second = await renew(yard);
    const third = await renew(yard);
    later(1);
    for (const { qrCode } of [yard, second]) expect(await scan(client, qrCode)).toMatchObject(retired);
    expect(await scan(client, third.qrCode)).toMatchObject({ status: 200 });
    await client.ok('checkOut', { body: {} });
    const old = hall.qrCode;
    await renew(hall);
    await company.admin.ok('deleteLocation', { params: { id: hall.id } });
    expect(await scan(client, old)).toMatchObject({ status: 404, body: { code: 'location_code_unknown' } });
  });

  it('only by an administrator of its company', async () => {
    const { client, hall } = await newWorker();
    const params = { id: hall.id };
    expect(await client.call('renewLocationCode', { params })).toMatchObject({ status: 403 });
    const other = await registerCompany(app);
    expect(await other.admin.call('renewLocationCode', { params })).toMatchObject({ status: 404 });
    // A foreign old code is as unknown as any.
    const old = hall.qrCode;
    await renew(hall);
    expect(await scan(other.admin, old)).toMatchObject({ status: 404 });
  });

  it('200 times a day in a company', async () => {
    company = await registerCompany(app);
    const { hall } = await newWorker();
    const params = { id: hall.id };
    // By new administrators, so that none has used up the requests of a minute.
    const { client: first } = await addEmployee(app, company, { role: 'admin' });
    const { client: second } = await addEmployee(app, company, { role: 'admin' });
    for (let count = 0; count < 100; count += 1) {
      for (const admin of [first, second]) await admin.ok('renewLocationCode', { params });
    }
    expect(await second.call('renewLocationCode', { params })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    company = await registerCompany(app);
  });

  it('the old code stays taken, for every company', async () => {
    const { hall } = await newWorker();
    const { qrCode } = await renew(hall);
    const { rows } = await sql<{ key: string; companyId: string }>`
      select key, company_id from directory where key in (${hall.qrCode}, ${qrCode})`.execute(
      app.services.db,
    );
    expect(rows).toHaveLength(2);
  });
});

describe('what the person was shown', () => {
  const contradicts = { status: 409, body: { code: 'scan_contradicts' } };
  const send = (
    client: TestClient,
    qrCode: string,
    expectedAction: ScanResult['action'],
    scannedAt?: string,
  ) => client.call('scan', { body: { qrCode, expectedAction, scannedAt } });
  const press = (client: TestClient, expectedAction: ScanResult['action'], scannedAt?: string) =>
    client.call('checkOut', { body: { expectedAction, scannedAt } });

  it('is done, and anything else is refused and changes nothing', async () => {
    const { client, employee, hall, yard } = await newWorker();
    for (const action of ['check-out', 'location-switch'] as const) {
      expect(await send(client, hall.qrCode, action)).toMatchObject(contradicts);
    }
    expect(await press(client, 'check-out')).toMatchObject(contradicts);
    expect(await entriesOf(employee.id)).toEqual([]);
    expect(await send(client, hall.qrCode, 'check-in')).toMatchObject({ status: 200 });
    for (const action of ['check-in', 'location-switch'] as const) {
      expect(await send(client, hall.qrCode, action)).toMatchObject(contradicts);
    }
    for (const action of ['check-in', 'check-out'] as const) {
      expect(await send(client, yard.qrCode, action)).toMatchObject(contradicts);
    }
    for (const action of ['check-in', 'location-switch'] as const) {
      expect(await press(client, action)).toMatchObject(contradicts);
    }
    expect(await entriesOf(employee.id)).toMatchObject([{ locationId: hall.id, checkOut: null }]);
    expect(await send(client, yard.qrCode, 'location-switch')).toMatchObject({ status: 200 });
    expect(await send(client, yard.qrCode, 'check-out')).toMatchObject({ status: 200 });
    const wrong = await client.raw({
      method: 'POST',
      url: '/api/time-tracking/scan',
      payload: { qrCode: hall.qrCode, expectedAction: 'lunch' },
    });
    expect(wrong.statusCode).toBe(400);
  });

  it('where it was nothing, an entry that the scan ends awaits approval; one that it begins does not', async () => {
    const minutesAgo = (count: number) => new Date(clock.now().getTime() - count * 60_000).toISOString();
    for (const [expectedAction, isOffline, approval] of [
      [null, true, 'pending'],
      // Who waits for the answer sees it.
      [null, false, null],
      [undefined, true, null],
    ] as const) {
      const { client, employee, hall, yard } = await newWorker();
      const make = ({ qrCode }: typeof hall) =>
        client.ok('scan', {
          body: { qrCode, expectedAction, ...(isOffline && { scannedAt: minutesAgo(1) }) },
        });
      const came = await make(hall);
      expect(came.timeEntry.approval).toBeNull();
      later(60);
      const switched = await make(yard);
      expect([switched.closedEntry?.approval, switched.timeEntry.approval]).toEqual([approval, null]);
      later(120);
      const left = await make(yard);
      expect([left.action, left.timeEntry.approval]).toEqual(['check-out', approval]);
      const { requests } = await company.admin.ok('listAttention');
      const own = requests.filter(({ user }) => user.id === employee.id);
      expect(own.map(({ kind }) => kind)).toEqual(approval ? ['late', 'late'] : []);
    }
  });

  it('a retry of what was done gets its answer, whatever was expected', async () => {
    const { client, hall } = await newWorker();
    const body = { qrCode: hall.qrCode, clientScanId: randomUUID(), expectedAction: 'check-in' as const };
    const first = await client.ok('scan', { body });
    expect(await client.ok('scan', { body })).toEqual(first);
  });

  it('a check-in refused for its age does not turn the lunch into work', async () => {
    const { client, employee, hall } = await newWorker();
    const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();
    later((72 + 2) * 60);
    expect(await send(client, hall.qrCode, 'check-in', at(0))).toMatchObject({
      body: { code: 'scan_too_old' },
    });
    expect(await send(client, hall.qrCode, 'check-out', at(4))).toMatchObject(contradicts);
    expect(await send(client, hall.qrCode, 'check-in', at(4.5))).toMatchObject({ status: 200 });
    expect(await press(client, 'check-out', at(8.5))).toMatchObject({ status: 200 });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkIn: at(4.5), checkOut: at(8.5) }]);
  });

  it('nor does one refused because its month is approved', async () => {
    await newWorker();
    clock.set('2026-02-27T07:00:00.000Z');
    const { client, employee } = await addEmployee(app, company);
    const hall = await addLocation(company);
    clock.set('2026-03-01T09:00:00.000Z');
    await company.admin.ok('approveMonth', { body: { month: '2026-02', userId: employee.id } });
    // In Riga February ends at 22:00 UTC.
    const at = (hours: number) => new Date(Date.UTC(2026, 1, 28, 18) + hours * 3_600_000).toISOString();
    const locked = { status: 409, body: { code: 'month_locked' } };
    expect(await send(client, hall.qrCode, 'check-in', at(0))).toMatchObject(locked);
    expect(await send(client, hall.qrCode, 'check-out', at(4))).toMatchObject(contradicts);
    expect(await send(client, hall.qrCode, 'check-in', at(4.5))).toMatchObject({ status: 200 });
    expect(await send(client, hall.qrCode, 'check-out', at(8.5))).toMatchObject({ status: 200 });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkIn: at(4.5), checkOut: at(8.5) }]);
  });
});

describe('a phone whose clock was set', () => {
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString();
  /** A scan `madeHoursAgo`: what the phone believed then, and by how much its clock was off then and is off now, in hours. */
  const send = (
    client: TestClient,
    qrCode: string,
    made: number,
    off: { believed: number; atScan: number; now: number },
  ) =>
    client.call('scan', {
      body: {
        qrCode,
        scannedAt: hoursAgo(made - off.believed),
        deviceAt: hoursAgo(made - off.atScan),
        deviceNow: hoursAgo(-off.now),
      },
    });

  it.each([
    [
      'set back 3 h while the app was closed: the scan is not 3 h early',
      2,
      { believed: -3, atScan: -3, now: -3 },
    ],
    ['set forward 1 h while the app was closed', 2, { believed: 1, atScan: 1, now: 1 }],
    ['set forward 3 h: the scan is not in the future', 2, { believed: 3, atScan: 3, now: 3 }],
    ['wrong all the time, as the phone knows', 2, { believed: 0, atScan: -3, now: -3 }],
    ['right all the time', 2, { believed: 0, atScan: 0, now: 0 }],
  ])('%s', async (_, made, off) => {
    const { client, employee, hall } = await newWorker();
    expect(await send(client, hall.qrCode, made, off)).toMatchObject({ status: 200 });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkIn: hoursAgo(made), approval: null }]);
    const query = { startDate: '2026-03-01', endDate: '2026-03-31', employeeId: employee.id };
    const [entry] = await company.admin.ok('getTimeEntriesReport', { query });
    expect(entry?.offlineCheckIn).toEqual({
      receivedAt: start,
      clockAheadMs: off.atScan * 3_600_000,
      isUncertain: false,
    });
  });

  it.each([
    ['set right after the scan, as the phone knew', 2, { believed: 0, atScan: -3, now: 0 }],
    ['set back after the scan', 1, { believed: 0, atScan: 0, now: -3 }],
    ['set from one wrong time to another', 5, { believed: 0, atScan: -2, now: 3 }],
  ])('%s: counts as the phone said, awaits approval and is marked', async (_, made, off) => {
    const { client, employee, hall } = await newWorker();
    expect(await send(client, hall.qrCode, made, off)).toMatchObject({ status: 200 });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkIn: hoursAgo(made), approval: 'pending' }]);
    const { requests } = await company.admin.ok('listAttention');
    expect(requests.filter(({ user }) => user.id === employee.id)).toMatchObject([{ kind: 'late' }]);
    const query = { startDate: '2026-03-01', endDate: '2026-03-31', employeeId: employee.id };
    const [entry] = await company.admin.ok('getTimeEntriesReport', { query });
    expect(entry?.offlineCheckIn).toMatchObject({ isUncertain: true });
  });

  /** What the phone says of a scan made `hoursAgo`, when it knew that its clock cannot be right. */
  const uncertain = (client: TestClient, qrCode: string, scannedAt: string, deviceAt: string, off: number) =>
    client.call('scan', {
      body: {
        qrCode,
        scannedAt,
        deviceAt,
        deviceNow: hoursAgo(-off),
        isUncertain: true,
        expectedAction: null,
      },
    });

  it.each([
    ['put right before sending: counts from the earliest time that is possible', 0, 2],
    ['still wrong: counts by the difference', -3, 1],
    ['in another century: counts from the earliest time that is possible', 200_000, 2],
  ])('a clock that the phone knows to be wrong, %s, and awaits approval', async (_, off, counted) => {
    const { client, employee, hall } = await newWorker();
    // Made an hour ago with a clock three hours behind; two hours ago the phone last heard from the server.
    expect(await uncertain(client, hall.qrCode, hoursAgo(2), hoursAgo(4), off)).toMatchObject({
      status: 200,
    });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkIn: hoursAgo(counted), approval: 'pending' }]);
    const query = { startDate: '2026-03-01', endDate: '2026-03-31', employeeId: employee.id };
    const [entry] = await company.admin.ok('getTimeEntriesReport', { query });
    expect(entry?.offlineCheckIn).toMatchObject({ isUncertain: true });
    const left = await uncertain(client, hall.qrCode, hoursAgo(0.5), hoursAgo(0.5), 0);
    expect(left.body).toMatchObject({ action: 'check-out', timeEntry: { approval: 'pending' } });
    const { requests } = await company.admin.ok('listAttention');
    expect(requests.filter(({ user }) => user.id === employee.id)).toMatchObject([{ kind: 'late' }]);
  });

  it('the order of what is recorded tells which time is right', async () => {
    const { client, employee, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: hoursAgo(3) } });
    // By the phone's idea it was made before the check-in.
    await send(client, hall.qrCode, 1, { believed: -3, atScan: -2, now: -2 });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkIn: hoursAgo(3), checkOut: hoursAgo(1) }]);
  });
});

describe('refused scans', () => {
  const refusalsOf = async (userId: string) => {
    const { refusedScans } = await company.admin.ok('listAttention');
    return refusedScans.filter(({ user }) => user.id === userId);
  };

  it('are kept with who, where, when and why, listed and settled', async () => {
    const { client, employee, hall } = await newWorker();
    const scannedAt = new Date(Date.parse(start) - 73 * 3_600_000).toISOString();
    const deviceAt = new Date(Date.parse(start) - 70 * 3_600_000).toISOString();
    const clientScanId = randomUUID();
    const body = {
      qrCode: hall.qrCode,
      scannedAt,
      deviceAt,
      clientScanId,
      expectedAction: 'check-in' as const,
    };
    await client.call('scan', { body });
    later(1);
    await client.call('scan', { body });
    const [refused, ...others] = await refusalsOf(employee.id);
    expect(others).toEqual([]);
    expect(refused).toEqual({
      id: expect.any(String),
      user: { id: employee.id, firstName: employee.firstName, lastName: employee.lastName },
      location: { id: hall.id, name: hall.name },
      expectedAction: 'check-in',
      isButton: false,
      scannedAt,
      deviceAt,
      receivedAt: clock.now().toISOString(),
      reason: 'scan_too_old',
    });
    expect((await client.ok('getUserData')).refusedScans).toMatchObject([
      { location: hall.name, scannedAt, reason: 'scan_too_old', settledAt: null },
    ]);
    const params = { id: refused?.id ?? '' };
    expect(await client.call('settleRefusedScan', { params })).toMatchObject({ status: 403 });
    const other = await registerCompany(app);
    expect(await other.admin.call('settleRefusedScan', { params })).toMatchObject({ status: 404 });
    expect((await other.admin.ok('listAttention')).refusedScans).toEqual([]);
    await company.admin.ok('settleRefusedScan', { params });
    expect(await refusalsOf(employee.id)).toEqual([]);
    expect(await company.admin.call('settleRefusedScan', { params })).toMatchObject({ status: 404 });
  });

  it.each(['with a signal', 'without'])(
    'made %s leave the list when they are recorded after all',
    async (how) => {
      const { client, employee, hall } = await newWorker();
      const setActive = (isActive: boolean) =>
        company.admin.ok('updateLocation', { params: { id: hall.id }, body: { name: hall.name, isActive } });
      const body = {
        qrCode: hall.qrCode,
        clientScanId: randomUUID(),
        ...(how === 'without' && { scannedAt: start }),
      };
      await setActive(false);
      expect(await client.call('scan', { body })).toMatchObject({ body: { code: 'location_inactive' } });
      expect(await refusalsOf(employee.id)).toMatchObject([{ reason: 'location_inactive' }]);
      await setActive(true);
      await client.ok('scan', { body });
      expect(await refusalsOf(employee.id)).toEqual([]);
    },
  );

  it('of a retired, an inactive and an unknown code, and of the button, say where', async () => {
    const { client, employee, hall, yard } = await newWorker();
    await company.admin.ok('renewLocationCode', { params: { id: hall.id } });
    const body = { name: yard.name, isActive: false };
    await company.admin.ok('updateLocation', { params: { id: yard.id }, body });
    const other = await registerCompany(app);
    const foreign = await addLocation(other);
    for (const { qrCode } of [hall, yard, foreign]) await scan(client, qrCode);
    await client.call('checkOut', { body: {} });
    expect(await refusalsOf(employee.id)).toMatchObject([
      { reason: 'location_code_retired', location: { id: hall.id }, isButton: false },
      { reason: 'location_inactive', location: { id: yard.id } },
      { reason: 'location_code_unknown', location: null },
      { reason: 'not_checked_in', location: null, isButton: true },
    ]);
  });

  it('what the phone asks the person about is not kept, nor what is no code of ours', async () => {
    const { client, employee, hall } = await newWorker();
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    later(26 * 60);
    expect(await scan(client, hall.qrCode)).toMatchObject({ body: { code: 'check_out_missing' } });
    await scan(client, 'hello');
    expect(await refusalsOf(employee.id)).toEqual([]);
  });

  it('20 of a person in 24 hours, and not those of others', async () => {
    const { client, employee } = await newWorker();
    const { client: colleague, employee: them } = await addEmployee(app, company);
    for (let count = 0; count < 23; count += 1) await scan(client, '000000000');
    await scan(colleague, '000000000');
    expect(await refusalsOf(employee.id)).toHaveLength(20);
    expect(await refusalsOf(them.id)).toHaveLength(1);
    later(24 * 60 + 1);
    await scan(client, '000000000');
    expect(await refusalsOf(employee.id)).toHaveLength(21);
  });
});

describe('200 entries of a person begin within 24 hours', () => {
  const minuteMs = 60_000;
  const refusal = { status: 429, body: { code: 'entry_limit' } };

  /** Somebody who has begun so many entries with the phone, one a minute from 198 minutes before the start on. */
  async function withEntries(entries: number) {
    const world = await newWorker();
    const values = [company.user.company.id, world.employee.id, world.hall.id, entries, start];
    const query = sql.join(values.map((value) => sql.val(value)));
    await sql`
      with given (company_id, user_id, location_id, entries, start) as (
        select a::uuid, b::uuid, c::uuid, d::integer, e::timestamptz from (values (${query})) v (a, b, c, d, e)),
      made as (
        insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source,
          check_out_source, created_at)
        select company_id, gen_random_uuid(), user_id, location_id, at, at + interval '30 seconds', 'qr', 'qr', at
        from given cross join generate_series(1, entries) n
          cross join lateral (select start + (n - 199) * interval '1 minute') a (at)
        returning *)
      insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, received_at)
      select company_id, user_id, gen_random_uuid(), location_id, id, 'check-in', 'qr', check_in, check_in
      from made`.execute(app.services.db);
    return world;
  }
  const minutesAgo = (minutes: number) => new Date(Date.parse(start) - minutes * minuteMs).toISOString();

  it('the next scan is refused and told, a check-out never; a colleague and the next day are free', async () => {
    const { client, employee, hall, yard } = await withEntries(198);
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    later(1);
    expect(await client.ok('scan', { body: { qrCode: yard.qrCode } })).toMatchObject({
      action: 'location-switch',
    });
    later(2);
    expect(await scan(client, hall.qrCode)).toMatchObject(refusal);
    later(3);
    expect(await client.ok('checkOut', { body: {} })).toMatchObject({ location: { id: yard.id } });
    for (const minute of [4, 5]) {
      later(minute);
      expect(await scan(client, hall.qrCode)).toMatchObject(refusal);
    }
    // Sent later than it was made: refused for good as well.
    const offline = { qrCode: hall.qrCode, clientScanId: randomUUID(), scannedAt: clock.now().toISOString() };
    later(30);
    expect(await client.call('scan', { body: offline })).toMatchObject(refusal);
    expect(await entriesOf(employee.id)).toHaveLength(200);

    const { refusedScans, flags } = await company.admin.ok('listAttention');
    const own = refusedScans.filter(({ user }) => user.id === employee.id);
    expect(own.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'entry_limit'));
    expect(flags.filter(({ user }) => user.id === employee.id)).toMatchObject([
      { seen: { kind: 'full-day', figures: { entries: 200 } }, location: { id: yard.id } },
    ]);

    const colleague = await addEmployee(app, company);
    await colleague.client.ok('scan', { body: { qrCode: hall.qrCode } });
    later(24 * 60 + 30);
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
  });

  it('by no other way more: administrators, requests and their approval, a moved check-in, a crew', async () => {
    const { client, employee, hall } = await withEntries(199);
    // Its 24 hours end with the 200 entries, which began after it.
    const early = { checkIn: minutesAgo(23 * 60), checkOut: minutesAgo(23 * 60 - 5) };
    const { admin } = company;
    const reason = 'Aizmirsa';
    const body = { userId: employee.id, locationId: hall.id, reason };
    const add = (times: { checkIn: string; checkOut: string }) =>
      admin.call('createTimeEntry', { body: { ...body, ...times } });
    const wish = { kind: 'add' as const, locationId: hall.id, reason, ...early };
    const request = await client.ok('createCorrectionRequest', { body: wish });
    expect(await add({ checkIn: minutesAgo(300), checkOut: minutesAgo(299) })).toMatchObject({ status: 201 });
    expect(await add(early)).toMatchObject(refusal);
    expect(await client.call('createCorrectionRequest', { body: wish })).toMatchObject(refusal);
    const decision = { params: { id: request.id }, body: { decision: 'approved' as const } };
    expect(await admin.call('decideCorrectionRequest', decision)).toMatchObject(refusal);
    const old = await admin.ok('createTimeEntry', {
      body: { ...body, checkIn: minutesAgo(48 * 60), checkOut: minutesAgo(48 * 60 - 5) },
    });
    expect(
      await admin.call('updateTimeEntry', {
        params: { id: old.id },
        body: { locationId: hall.id, reason, ...early },
      }),
    ).toMatchObject(refusal);
    const ended = { locationId: hall.id, reason, checkIn: old.checkIn, checkOut: minutesAgo(48 * 60 - 9) };
    expect(await admin.call('updateTimeEntry', { params: { id: old.id }, body: ended })).toMatchObject({
      status: 200,
    });
    const people = [{ userId: employee.id, clientScanId: randomUUID() }];
    const crew = { locationId: hall.id, action: 'check-in' as const, people };
    expect(await admin.ok('recordCrew', { body: crew })).toMatchObject([
      { result: null, refusal: { code: 'entry_limit' } },
    ]);
  });
});

describe('retries and races', () => {
  it('a retry, however late, gets the first answer and changes nothing', async () => {
    const { client, employee, hall, yard } = await newWorker();
    const clientScanId = randomUUID();
    const first = await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } });
    later(60);
    await client.ok('scan', { body: { qrCode: yard.qrCode } });
    later(10 * 24 * 60);
    expect(await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } })).toEqual(first);
    expect(await entriesOf(employee.id)).toHaveLength(2);
  });

  it('a retry gets the first answer whatever has become of the entries, before and after the ledger is sealed', async () => {
    const { client, employee, hall, yard } = await newWorker();
    const { admin } = company;
    const sent: { body: EndpointInput<'scan'>['body']; answer: ScanResult }[] = [];
    const send = async (minutes: number, qrCode: string, scannedMinutesAgo?: number) => {
      later(minutes);
      const scannedAt = scannedMinutesAgo && clock.now().getTime() - scannedMinutesAgo * 60_000;
      const body = {
        qrCode,
        clientScanId: randomUUID(),
        ...(scannedAt && { scannedAt: new Date(scannedAt).toISOString() }),
      };
      sent.push({ body, answer: await client.ok('scan', { body }) });
    };
    const retry = async () => {
      const before = await entriesOf(employee.id);
      for (const { body, answer } of sent) expect(await client.ok('scan', { body })).toEqual(answer);
      expect(await entriesOf(employee.id)).toEqual(before);
    };
    // Moves twice and leaves; then both scans of an entry arrive late, which awaits approval.
    await send(0, hall.qrCode);
    await client.ok('createWorkReports', {
      body: { items: [{ units: 'pcs', quantity: 2, description: 'Durvis' }] },
    });
    await send(60, yard.qrCode);
    await send(120, hall.qrCode);
    await send(180.5, hall.qrCode);
    await send(480, yard.qrCode, 240);
    await send(490, yard.qrCode, 120);
    expect(sent.map(({ answer }) => [answer.action, answer.timeEntry.approval])).toEqual([
      ['check-in', null],
      ['location-switch', null],
      ['location-switch', null],
      ['check-out', null],
      ['check-in', null],
      ['check-out', 'pending'],
    ]);
    await retry();

    const [first, second, third] = await entriesOf(employee.id);
    if (!first || !second || !third) throw new Error('Three entries were expected');
    later(600);
    const checkIn = new Date(Date.parse(start) + 600_000).toISOString();
    const edited = { locationId: yard.id, checkIn, checkOut: first.checkOut, reason: 'Forgot' };
    await admin.ok('updateTimeEntry', { params: { id: first.id }, body: edited });
    await admin.ok('deleteTimeEntry', { params: { id: second.id }, body: { reason: 'Twice' } });
    await admin.ok('deleteTimeEntry', { params: { id: third.id }, body: { reason: 'Twice' } });
    const decision = { decision: 'rejected', reason: 'Not there' } as const;
    for (const { id } of await admin.ok('listCorrectionRequests', { query: { status: 'pending' } })) {
      await admin.ok('decideCorrectionRequest', { params: { id }, body: decision });
    }
    await retry();
    await admin.ok('getLedgerDigest');
    later(10 * 24 * 60);
    await retry();
  });

  it('a retry of a scan that the ledger does not know is told of its entry as it is now, or refused', async () => {
    const { client, employee, hall } = await newWorker();
    const body = { qrCode: hall.qrCode, clientScanId: randomUUID() };
    const { timeEntry } = await client.ok('scan', { body });
    // As if the scan were older than the ledger.
    const forgetLedger = () =>
      withoutTriggers(app.services.db, sql`delete from ledger_pending where user_id = ${employee.id}`);
    later(60);
    await client.ok('checkOut', { body: {} });
    await forgetLedger();
    const entry = {
      id: timeEntry.id,
      checkIn: start,
      checkOut: clock.now().toISOString(),
      status: 'completed',
    };
    expect(await client.ok('scan', { body })).toMatchObject({ action: 'check-in', timeEntry: entry });
    await company.admin.ok('deleteTimeEntry', { params: { id: timeEntry.id }, body: { reason: 'Twice' } });
    await forgetLedger();
    expect(await client.call('scan', { body })).toMatchObject({ body: { code: 'scan_too_old' } });
    expect(await entriesOf(employee.id)).toEqual([]);
  });

  it('the same id of two people are two scans', async () => {
    const { client, hall } = await newWorker();
    const { client: colleague } = await addEmployee(app, company);
    const clientScanId = randomUUID();
    const mine = await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } });
    const theirs = await colleague.ok('scan', { body: { qrCode: hall.qrCode, clientScanId } });
    expect(theirs.timeEntry.id).not.toBe(mine.timeEntry.id);
  });

  it('50 simultaneous scans of one code, over two servers: each has exactly one effect', async () => {
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

  it('50 simultaneous retries of one scan, over two servers: one entry, one answer', async () => {
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

  it('scans at three locations at once leave one open entry and no overlap', async () => {
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

  it('the database itself refuses a second open and an overlapping entry', async () => {
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
