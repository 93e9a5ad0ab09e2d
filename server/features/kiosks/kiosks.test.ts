import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { deleteExpiredPairings } from './kiosks.queries.ts';

const start = '2026-03-16T06:00:00.000Z';
const clock = fixedClock(start);
const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();

let app: TestApp;
let company: Company;
let location: { id: string; name: string; qrCode: string };
let kiosk: TestClient;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(start);
  await app.services.db.deleteFrom('rateLimit').execute();
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  location = await addLocation(company);
  kiosk = await pair(company, location.id);
});

const codeFor = (
  { admin }: Company,
  locationId: string,
  more: Partial<EndpointInput<'createKioskPairingCode'>['body']> = {},
) => admin.ok('createKioskPairingCode', { body: { locationId, name: 'Vārti', ...more } });

async function pair(
  of: Company,
  locationId: string,
  more?: Partial<EndpointInput<'createKioskPairingCode'>['body']>,
): Promise<TestClient> {
  const client = app.client();
  const { code } = await codeFor(of, locationId, more);
  await client.ok('pairKiosk', { body: { code } });
  return client;
}

/** Somebody with a badge. */
async function addPerson(of: Company = company, firstName = 'Jānis') {
  const { client, employee } = await addEmployee(app, of, { firstName });
  const { badge } = await of.admin.ok('getBadge', { params: { id: employee.id } });
  return { client, id: employee.id, badge, employee };
}

type ScanBody = EndpointInput<'scanAtKiosk'>['body'];
const scan = (body: Partial<ScanBody>, at = kiosk, headers = {}) =>
  at.call('scanAtKiosk', { body: { clientScanId: randomUUID(), ...body } }, headers);

async function entriesOf(userId: string) {
  return app.services.db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .select(['locationId', 'checkIn', 'checkOut', 'checkInSource', 'checkOutSource'])
    .execute();
}

const setTrialEnd = (trialEndsAt: string) =>
  app.services.db
    .updateTable('company')
    .set({ trialEndsAt })
    .where('id', '=', company.user.companyId)
    .execute();

const attention = async () => (await company.admin.ok('listAttention')).refusedScans;

describe('pairing', () => {
  it('takes a code once, however it is typed, and sets a cookie for the kiosk’s endpoints only', async () => {
    const { code, expiresAt } = await codeFor(company, location.id, { leavePin: '4682' });
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(expiresAt).toBe(at(10));
    const device = app.client();
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o')} `;
    const answer = await device.raw({ method: 'POST', url: '/api/kiosk/pair', payload: { code: typed } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      name: 'Vārti',
      companyName: company.user.company.name,
      location: { id: location.id, name: location.name },
      timeZone: 'Europe/Riga',
      recordsBreaks: false,
      asksWorkReport: false,
      canLeaveByPin: true,
    });
    expect(answer.cookies).toEqual([
      expect.objectContaining({
        name: 'kiosk',
        path: '/api/kiosk',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 400 * 24 * 3600,
      }),
    ]);
    for (const again of [code, code.replace(/.$/, 'Z'), '', 'no code', 'Ā'.repeat(100)]) {
      expect((await app.client().call('pairKiosk', { body: { code: again } })).body.code).toBe(
        'pairing_code_invalid',
      );
    }
  });

  it('takes no code that has expired, and forgets it', async () => {
    const { code } = await codeFor(company, location.id);
    clock.set(at(10));
    expect(await app.client().call('pairKiosk', { body: { code } })).toMatchObject({
      status: 400,
      body: { code: 'pairing_code_invalid' },
    });
    await codeFor(company, location.id);
    clock.set(at(25));
    await deleteExpiredPairings(app.services.db, clock.now());
    expect(await app.services.db.selectFrom('kioskPairing').selectAll().execute()).toEqual([]);
  });

  it('of two devices with one code, one becomes the kiosk', async () => {
    const { code } = await codeFor(company, location.id);
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.client().call('pairKiosk', { body: { code } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('limits guesses by address', async () => {
    const strict = await startTestApp({ clock, env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const statuses = [];
      for (let guess = 0; guess < 21; guess += 1) {
        statuses.push((await strict.client().call('pairKiosk', { body: { code: 'AAAA-AAAA' } })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
    } finally {
      await strict.close();
    }
  });

  it('is for a location of one’s own that is in use', async () => {
    const other = await registerCompany(app);
    const foreign = await addLocation(other);
    const body = { name: 'Vārti' };
    const ask = (locationId: string) =>
      company.admin.call('createKioskPairingCode', { body: { ...body, locationId } });
    expect((await ask(foreign.id)).body.code).toBe('not_found');
    await company.admin.ok('updateLocation', {
      params: { id: location.id },
      body: { name: location.name, isActive: false },
    });
    expect((await ask(location.id)).body.code).toBe('location_inactive');
  });

  it('is a manager’s for the own locations, and nobody’s below', async () => {
    const hall = await addLocation(company, 'Halle');
    const { client: manager } = await addEmployee(app, company, { role: 'manager', locationIds: [hall.id] });
    const { client: worker } = await addEmployee(app, company);
    const { client: accountant } = await addEmployee(app, company, { role: 'accountant' });
    const ask = (client: TestClient, locationId: string) =>
      client.call('createKioskPairingCode', { body: { locationId, name: 'Halle' } });
    expect((await ask(manager, location.id)).body.code).toBe('not_found');
    for (const client of [worker, accountant]) expect((await ask(client, hall.id)).status).toBe(403);
    const { body } = await ask(manager, hall.id);
    const device = app.client();
    const { id } = await device.ok('pairKiosk', { body: { code: body.code } });
    expect((await manager.ok('listKiosks')).map((one) => one.id)).toEqual([id]);
    const [vartiId = ''] = (await company.admin.ok('listKiosks'))
      .filter((one) => one.id !== id)
      .map((one) => one.id);
    expect((await manager.call('revokeKiosk', { params: { id: vartiId } })).status).toBe(404);
    expect((await manager.call('revokeKiosk', { params: { id } })).status).toBe(204);
    expect((await device.call('getKiosk', { query: {} })).status).toBe(401);
    expect((await kiosk.call('getKiosk', { query: {} })).status).toBe(200);
  });

  it('signs out whoever paired the device in this browser', async () => {
    const { code } = await codeFor(company, location.id);
    await company.admin.ok('pairKiosk', { body: { code } });
    expect((await company.admin.call('getUser')).status).toBe(401);
    expect((await company.admin.call('getKiosk', { query: {} })).status).toBe(200);
  });

  it('lists kiosks with what they reported, and one that is revoked is locked out at once', async () => {
    clock.set(at(3));
    await kiosk.ok('getKiosk', { query: { queueLength: '7', release: '2026.3' } });
    const [listed] = await company.admin.ok('listKiosks');
    expect(listed).toMatchObject({
      name: 'Vārti',
      location: { id: location.id, name: location.name },
      pairedBy: { firstName: 'Anna' },
      pairedAt: start,
      lastSeenAt: at(3),
      queueLength: 7,
      release: '2026.3',
    });
    for (const query of [
      { queueLength: '-1' },
      { queueLength: '1.5' },
      { release: '<b>' },
      { release: '' },
    ]) {
      expect((await kiosk.call('getKiosk', { query })).status).toBe(400);
    }
    const params = { id: listed?.id ?? '' };
    const other = await registerCompany(app);
    expect((await other.admin.call('revokeKiosk', { params })).status).toBe(404);
    await company.admin.ok('revokeKiosk', { params });
    for (const ask of [
      () => kiosk.call('getKiosk', { query: {} }),
      () => kiosk.call('listKioskPeople'),
      () => kiosk.call('getKioskCode'),
      () => scan({ badge: 'MB' }),
    ]) {
      expect(await ask()).toMatchObject({ status: 401, body: { code: 'kiosk_not_paired' } });
    }
    expect(await company.admin.ok('listKiosks')).toEqual([]);
    expect((await company.admin.call('revokeKiosk', { params })).status).toBe(404);
  });

  it('ends with the location, or with the company', async () => {
    await company.admin.ok('deleteLocation', { params: { id: location.id } });
    expect((await kiosk.call('getKiosk', { query: {} })).status).toBe(401);
    const other = await registerCompany(app);
    const theirs = await pair(other, (await addLocation(other)).id);
    await other.admin.ok('deleteCompany', { body: { companyName: other.user.company.name, password } });
    // Until its deletion cannot be undone any more, the kiosk keeps what it has to send.
    const refusal = { status: 403, body: { code: 'company_deletion_pending' } };
    expect(await theirs.call('getKiosk', { query: {} })).toMatchObject(refusal);
    await sql`update company set deletion_due_at = null where id = ${other.user.companyId}`.execute(
      app.services.db,
    );
    await theirs.ok('getKiosk', { query: {} });
    await sql`select erase_company(${other.user.companyId})`.execute(app.services.db);
    expect((await theirs.call('getKiosk', { query: {} })).status).toBe(401);
  });

  it('ends on the device with the PIN that was given, and not without one', async () => {
    const leaves = await pair(company, location.id, { leavePin: '4682' });
    expect((await leaves.call('leaveKiosk', { body: { pin: '4683' } })).body.code).toBe('pin_wrong');
    expect(
      (await leaves.raw({ method: 'POST', url: '/api/kiosk/leave', payload: { pin: '4682' } })).cookies,
    ).toEqual([expect.objectContaining({ name: 'kiosk', value: '', path: '/api/kiosk' })]);
    expect((await leaves.call('getKiosk', { query: {} })).status).toBe(401);
    expect((await kiosk.ok('getKiosk', { query: {} })).canLeaveByPin).toBe(false);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await kiosk.call('leaveKiosk', { body: { pin: '' } })).body.code).toBe('pin_wrong');
    }
    expect((await kiosk.call('leaveKiosk', { body: { pin: '4682' } })).status).toBe(429);
  });

  it('has an end: at most 200 kiosks of a company', async () => {
    await sql`insert into kiosk (company_id, id, location_id, name, credential_hash, paired_by, paired_at)
      select ${company.user.companyId}, gen_random_uuid(), ${location.id}, 'Vārti', uuid_send(gen_random_uuid()),
        ${company.user.id}, ${start}::timestamptz from generate_series(2, 200)`.execute(app.services.db);
    const body = { locationId: location.id, name: 'Vārti' };
    expect((await company.admin.call('createKioskPairingCode', { body })).body.code).toBe('too_many_kiosks');
  });
});

describe('a badge', () => {
  it('checks in, out and over, and tells whose it is', async () => {
    const { id, badge, client } = await addPerson();
    await client.ok('updateUser', { body: { language: 'lt' } });
    const arrived = await scan({ badge, expectedAction: 'check-in' });
    expect(arrived).toMatchObject({
      status: 200,
      body: {
        action: 'check-in',
        location: { id: location.id },
        person: { id, firstName: 'Jānis', language: 'lt' },
        refusedScans: [],
        timeEntry: { checkInSource: 'badge', checkIn: start },
      },
    });
    const hall = await addLocation(company, 'Halle');
    const other = await pair(company, hall.id);
    clock.set(at(60));
    expect((await scan({ badge: badge.toLowerCase() }, other)).body).toMatchObject({
      action: 'location-switch',
    });
    clock.set(at(120));
    expect((await scan({ badge }, other)).body).toMatchObject({
      action: 'check-out',
      location: { id: hall.id },
    });
    expect(await entriesOf(id)).toMatchObject([
      { locationId: location.id, checkOut: at(60), checkInSource: 'badge', checkOutSource: 'badge' },
      { locationId: hall.id, checkIn: at(60), checkOut: at(120) },
    ]);
  });

  it('is in the ledger with the kiosk, and only by ids', async () => {
    const { id, badge } = await addPerson();
    const clientScanId = randomUUID();
    await scan({ badge, clientScanId });
    const { rows } = await sql<{ body: string; kind: string }>`
      select body, kind from ledger_pending where user_id = ${id} and kind = 'scan'`.execute(app.services.db);
    const [listed] = await company.admin.ok('listKiosks');
    expect(rows.map(({ body }) => JSON.parse(body).why)).toEqual([
      { deviceAt: null, deviceNow: null, kioskId: listed?.id, scanId: clientScanId, scannedAt: null },
    ]);
    // Canonical: its keys are sorted.
    expect(Object.keys(JSON.parse(rows[0]?.body ?? '{}').why)).toEqual([
      'deviceAt',
      'deviceNow',
      'kioskId',
      'scanId',
      'scannedAt',
    ]);
  });

  it('is recorded once, however often the kiosk repeats it, also by several at once', async () => {
    const { id, badge } = await addPerson();
    const body = { badge, clientScanId: randomUUID() };
    const answers = await Promise.all([scan(body), scan(body), scan(body)]);
    clock.set(at(300));
    answers.push(await scan(body));
    for (const answer of answers) expect(answer.body).toMatchObject({ action: 'check-in' });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('shown again within a minute is asked about, at whichever kiosk of the location, and only if the kiosk can ask', async () => {
    const { id, badge, client } = await addPerson();
    const second = await pair(company, location.id);
    const hall = await addLocation(company, 'Halle');
    const inHall = await pair(company, hall.id);
    const asking = (device = kiosk, more: Partial<ScanBody> = {}) =>
      scan({ badge, asksIfRepeated: true, ...more }, device);
    const person = { id, firstName: 'Jānis', initial: 'K', language: 'en' };
    expect((await kiosk.ok('getKioskLastScan', { body: { badge } })).last).toBeNull();
    const clientScanId = randomUUID();
    expect((await asking(kiosk, { clientScanId })).body).toMatchObject({ action: 'check-in', person });
    clock.set(at(59 / 60));
    for (const device of [kiosk, second]) {
      expect(await asking(device)).toMatchObject({ status: 409, body: { code: 'scan_repeated' } });
      expect(await device.ok('getKioskLastScan', { body: { badge } })).toEqual({
        person,
        last: { action: 'check-out', at: start },
      });
    }
    expect(await entriesOf(id)).toMatchObject([{ checkOut: null }]);
    expect(await attention()).toEqual([]);
    // A repetition of the request is no second scan.
    expect((await asking(kiosk, { clientScanId })).body.action).toBe('check-in');
    // The person wants it.
    expect((await scan({ badge, expectedAction: 'check-out' }, second)).body.action).toBe('check-out');
    clock.set(at(1.5));
    expect((await asking()).body.code).toBe('scan_repeated');
    expect((await kiosk.ok('getKioskLastScan', { body: { badge } })).last).toEqual({
      action: 'check-in',
      at: at(59 / 60),
    });
    // Elsewhere it is no repetition, nor is it a minute later.
    expect((await asking(inHall)).body).toMatchObject({ action: 'check-in', location: { id: hall.id } });
    expect((await kiosk.ok('getKioskLastScan', { body: { badge } })).last).toBeNull();
    expect((await asking()).body.action).toBe('location-switch');
    clock.set(at(2.5));
    expect((await asking()).body.action).toBe('check-out');
    // What the phone recorded counts as well.
    await client.ok('scan', { body: { qrCode: location.qrCode } });
    expect((await asking()).body.code).toBe('scan_repeated');
  });

  it('is found by either reading of what a reader has typed', async () => {
    const { id, badge } = await addPerson();
    const swapped = badge.replace(/[YZ]/g, (letter) => (letter === 'Y' ? 'Z' : 'Y'));
    const wrong = swapped === badge ? `MB${'0'.repeat(26)}` : swapped;
    expect((await scan({ badge: wrong })).body.code).toBe('badge_unknown');
    expect((await scan({ badge: wrong, otherReading: wrong })).body.code).toBe('badge_unknown');
    expect((await scan({ badge: wrong, otherReading: badge })).body).toMatchObject({ person: { id } });
    const pin = { pin: '4682', badge: wrong };
    expect((await kiosk.call('setPinAtKiosk', { body: pin })).body.code).toBe('badge_unknown');
    const { personalNumber, person } = await kiosk.ok('setPinAtKiosk', {
      body: { ...pin, otherReading: badge },
    });
    expect(person).toEqual({ id, firstName: 'Jānis', initial: 'K', language: 'en' });
    // Nobody types number and PIN by accident.
    const typed = await scan({ personalNumber: personalNumber ?? '', pin: '4682', asksIfRepeated: true });
    expect(typed.body).toMatchObject({ action: 'check-out', timeEntry: { checkOutSource: 'pin' } });
  });

  it('at two kiosks at once is one check-in and one check-out, or a switch, and never two entries at a time', async () => {
    const { id, badge } = await addPerson();
    const hall = await pair(company, (await addLocation(company, 'Halle')).id);
    const answers = await Promise.all([scan({ badge }), scan({ badge }, hall)]);
    expect(answers.map(({ body }) => body.action).toSorted()).toEqual(['check-in', 'location-switch']);
    const stricter = await addPerson();
    const expected = await Promise.all(
      [kiosk, hall].map((one) => scan({ badge: stricter.badge, expectedAction: 'check-in' }, one)),
    );
    expect(expected.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const open = (await entriesOf(id)).filter(({ checkOut }) => checkOut === null);
    expect(open).toHaveLength(1);
    expect(await entriesOf(stricter.id)).toHaveLength(1);
  });

  it('30 people within a minute are checked in through one kiosk', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => addPerson()));
    const answers = await Promise.all(people.map(({ badge }) => scan({ badge })));
    expect(answers.map(({ body }) => body.person.id)).toEqual(people.map(({ id }) => id));
    expect(new Set(answers.map(({ body }) => body.action))).toEqual(new Set(['check-in']));
    expect(await kiosk.ok('listKioskPeople')).toHaveLength(30);
  });

  it('that is unknown, of another company or no badge at all is refused alike, and nothing is kept', async () => {
    const other = await registerCompany(app);
    const theirs = await addPerson(other);
    const unknown = `MB${'0'.repeat(26)}`;
    const texts = [theirs.badge, unknown, 'https://example.test', location.qrCode, 'x'.repeat(500)];
    for (const badge of texts) {
      const answer = await scan({ badge, scannedAt: start });
      expect(answer).toMatchObject({ status: 404, body: { code: 'badge_unknown' } });
    }
    expect(await attention()).toEqual([]);
    expect(await entriesOf(theirs.id)).toEqual([]);
    expect((await scan({})).status).toBe(400);
    expect((await scan({ personalNumber: '7' })).status).toBe(400);
  });

  it('that was renewed is refused in the language of its owner; the new one works', async () => {
    const { id, badge, client } = await addPerson();
    await client.ok('updateUser', { body: { language: 'pl' } });
    const renewed = await company.admin.ok('renewBadge', { params: { id } });
    expect(renewed.badge).not.toBe(badge);
    expect(await company.admin.ok('getBadge', { params: { id } })).toEqual(renewed);
    const refused = await scan({ badge }, kiosk, { 'accept-language': 'lv' });
    expect(refused).toMatchObject({
      status: 410,
      body: { code: 'badge_retired', message: translator('pl')('errors:badge_retired') },
    });
    expect((await scan({ badge: renewed.badge })).body).toMatchObject({ action: 'check-in' });
    expect(await attention()).toEqual([]);
  });

  it('of somebody who was deactivated or deleted does nothing', async () => {
    const [idle, gone] = [await addPerson(), await addPerson()];
    const { firstName, lastName, email, role } = idle.employee;
    await company.admin.ok('updateEmployee', {
      params: { id: idle.id },
      body: { firstName, lastName, email, role, isActive: false },
    });
    await company.admin.ok('deleteEmployee', { params: { id: gone.id } });
    expect((await scan({ badge: idle.badge })).body.code).toBe('account_inactive');
    expect((await scan({ badge: gone.badge })).body.code).toBe('badge_retired');
    expect((await company.admin.call('getBadge', { params: { id: gone.id } })).status).toBe(404);
    expect(await entriesOf(idle.id)).toEqual([]);
  });

  it('is printed for many at once, each their own, and none is in the database in the clear', async () => {
    const people = [await addPerson(), await addPerson()];
    const third = await addEmployee(app, company);
    const userIds = [third.employee.id, ...people.map(({ id }) => id).reverse()];
    const printed = await company.admin.ok('listBadges', { body: { userIds } });
    expect(printed.map(({ userId }) => userId)).toEqual(userIds);
    const names = { firstName: 'Jānis', lastName: 'Kalniņš' };
    expect(printed[2]).toMatchObject({ badge: people[0]?.badge, ...names, personalNumber: null });
    const numbered = await company.admin.ok('createEmployee', { body: { ...names, personalNumber: '4711' } });
    const [card] = await company.admin.ok('listBadges', { body: { userIds: [numbered.id] } });
    expect(card).toMatchObject({ ...names, personalNumber: '4711' });
    for (const { badge, qrCode } of printed) {
      expect(badge).toMatch(/^MB[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
      const { rows } = await sql`select from badge b where b::text like ${`%${badge}%`}`.execute(
        app.services.db,
      );
      expect(rows).toEqual([]);
    }
    const theirs = await addPerson(await registerCompany(app));
    for (const id of [theirs.id, randomUUID()]) {
      expect((await company.admin.call('listBadges', { body: { userIds: [...userIds, id] } })).status).toBe(
        404,
      );
      expect((await company.admin.call('renewBadge', { params: { id } })).status).toBe(404);
    }
    const answers = await Promise.all(
      [1, 2, 3].map(async () => {
        const { employee } = third;
        return company.admin.ok('getBadge', { params: { id: employee.id } });
      }),
    );
    expect(new Set(answers.map(({ badge }) => badge))).toEqual(new Set([printed[0]?.badge]));
  });
});

describe('an employee number and PIN', () => {
  const numbered = async () => {
    const person = await addPerson();
    const { personalNumber } = await kiosk.ok('setPinAtKiosk', {
      body: { badge: person.badge, pin: '4682' },
    });
    return { ...person, personalNumber: personalNumber ?? '' };
  };

  it('check in without badge, phone and e-mail; the first PIN gives a number', async () => {
    const [first, second] = [await numbered(), await numbered()];
    expect([first.personalNumber, second.personalNumber]).toEqual(['101', '102']);
    const answer = await scan({ personalNumber: '102', pin: '4682' });
    expect(answer.body).toMatchObject({ person: { id: second.id }, timeEntry: { checkInSource: 'pin' } });
    expect(await company.admin.ok('listEmployees')).toContainEqual(
      expect.objectContaining({ id: first.id, personalNumber: '101' }),
    );
  });

  it('are set by the person, with the password on the phone, and not if the PIN is easy', async () => {
    const { client, id } = await addPerson();
    const set = (pin: string, currentPassword?: string) =>
      client.call('setPin', { body: { pin, ...(currentPassword && { currentPassword }) } });
    expect((await set('4682')).body.code).toBe('proof_required');
    expect((await set('4682', 'wrong')).body.code).toBe('wrong_password');
    expect((await set('1234', password)).body.code).toBe('pin_weak');
    for (const pin of ['123', '1234567', '12a4', '']) expect((await set(pin, password)).status).toBe(400);
    const { body } = await set('4682', password);
    expect((await scan({ personalNumber: body.personalNumber, pin: '4682' })).body.person.id).toBe(id);
    const stored = await app.services.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('pinHash')
      .executeTakeFirst();
    expect(stored?.pinHash).toMatch(/^\$argon2id\$/);
  });

  it('wait 5 minutes after five wrong ones, on this device, and nobody else does', async () => {
    const { personalNumber, id } = await numbered();
    const colleague = await numbered();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await scan({ personalNumber, pin: '9999' })).body.code).toBe('pin_wrong');
    }
    const refused = await scan({ personalNumber, pin: '4682' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(240);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect((await scan({ personalNumber: colleague.personalNumber, pin: '4682' })).status).toBe(200);
    const other = await pair(company, location.id);
    expect((await scan({ personalNumber, pin: '4682' }, other)).body.person.id).toBe(id);
  });

  it('that are right count nowhere; wrong ones count over all devices and for the company', async () => {
    const { personalNumber } = await numbered();
    for (let time = 0; time < 8; time += 1) {
      expect((await scan({ personalNumber, pin: '4682' })).status).toBe(200);
    }
    const codes = [];
    for (let device = 0; device < 7; device += 1) {
      const other = await pair(company, location.id);
      for (let guess = 0; guess < 5; guess += 1) {
        codes.push((await scan({ personalNumber, pin: '9999' }, other)).body.code);
      }
    }
    // From the thirty-first on, one attempt in a time that doubles.
    expect(codes.slice(0, 31)).toEqual(Array.from({ length: 31 }, () => 'pin_wrong'));
    expect(codes.slice(31)).toEqual(Array.from({ length: 4 }, () => 'too_many_requests'));
  });

  it('of nobody are answered as wrong ones, in words that tell nothing', async () => {
    const { personalNumber, client } = await numbered();
    await client.ok('updateUser', { body: { language: 'pl' } });
    const answers = [];
    for (const number of [personalNumber, '999999']) {
      answers.push(await scan({ personalNumber: number, pin: '9999' }, kiosk, { 'accept-language': 'lv' }));
    }
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]).toMatchObject({
      status: 401,
      body: { message: translator('lv')('errors:pin_wrong') },
    });
  });

  it('belong to one company: the same number elsewhere is somebody else’s', async () => {
    const { personalNumber } = await numbered();
    const other = await registerCompany(app);
    const theirs = await pair(other, (await addLocation(other)).id);
    expect((await scan({ personalNumber, pin: '4682' }, theirs)).body.code).toBe('pin_wrong');
  });

  it('an administrator gives the number, nobody twice; a new badge ends the PIN', async () => {
    const [one, two] = [await numbered(), await numbered()];
    const { firstName, lastName, email, role } = two.employee;
    const change = (personalNumber: string | null) =>
      company.admin.call('updateEmployee', {
        params: { id: two.id },
        body: { firstName, lastName, email, role, personalNumber },
      });
    expect(await change(one.personalNumber)).toMatchObject({
      status: 409,
      body: { code: 'personal_number_taken' },
    });
    expect((await change('12345678901')).status).toBe(400);
    expect((await change('0042')).body.personalNumber).toBe('0042');
    expect((await scan({ personalNumber: '0042', pin: '4682' })).status).toBe(200);
    await company.admin.ok('renewBadge', { params: { id: two.id } });
    expect((await scan({ personalNumber: '0042', pin: '4682' })).body.code).toBe('pin_wrong');
  });
});

describe('offline', () => {
  const offline = (minutes: number, more: Partial<ScanBody> = {}) => ({
    scannedAt: at(minutes),
    deviceAt: at(minutes),
    deviceNow: clock.now().toISOString(),
    ...more,
  });

  it('counts from when the badge was shown, in the order of the person’s scans', async () => {
    const { id, badge } = await addPerson();
    clock.set(at(120));
    await scan({ badge, ...offline(0) });
    await scan({ badge, ...offline(90) });
    expect(await entriesOf(id)).toMatchObject([
      { checkIn: at(0), checkOut: at(90), checkInSource: 'offline', checkOutSource: 'offline' },
    ]);
  });

  it('a kiosk whose clock was wrong is set right by the server’s comparison', async () => {
    const { id, badge } = await addPerson();
    clock.set(at(60));
    const ahead = (minutes: number) => at(minutes + 45);
    await scan({ badge, scannedAt: ahead(30), deviceAt: ahead(30), deviceNow: ahead(60) });
    expect(await entriesOf(id)).toMatchObject([{ checkIn: at(30) }]);
  });

  it('what is refused is kept, told at the next badge, and settled by an administrator', async () => {
    const { id, badge } = await addPerson();
    clock.set(at(60));
    expect((await scan({ badge })).status).toBe(200);
    const early = randomUUID();
    expect((await scan({ badge, clientScanId: early, ...offline(30) })).body.code).toBe('scan_out_of_order');
    // Sent again, it is still one.
    await scan({ badge, clientScanId: early, ...offline(30) });
    expect(await attention()).toMatchObject([
      { user: { id }, location: { id: location.id }, isButton: false, reason: 'scan_out_of_order' },
    ]);
    clock.set(at(200));
    const next = await scan({ badge });
    expect(next.body.refusedScans).toEqual([
      { scannedAt: at(30), receivedAt: at(60), reason: 'scan_out_of_order' },
    ]);
    const [refused] = await attention();
    await company.admin.ok('settleRefusedScan', { params: { id: refused?.id ?? '' } });
    expect((await scan({ badge })).body.refusedScans).toEqual([]);
  });

  it('keeps a question that nobody could be asked; with the answer it is recorded after all', async () => {
    const { id, badge } = await addPerson();
    const arrived = await scan({ badge });
    clock.set(at(24 * 60));
    expect((await scan({ badge })).body.code).toBe('check_out_missing');
    expect(await attention()).toEqual([]);
    clock.set(at(25 * 60));
    const clientScanId = randomUUID();
    const late = offline(24 * 60 + 30, { badge, clientScanId });
    expect((await scan(late)).body.code).toBe('check_out_missing');
    expect(await attention()).toMatchObject([{ user: { id }, reason: 'check_out_missing' }]);
    expect(await kiosk.ok('getKioskMissingCheckOut', { body: { badge } })).toMatchObject({
      timeEntryId: arrived.body.timeEntry.id,
    });
    const previousEnd = { timeEntryId: arrived.body.timeEntry.id, leftAt: at(8 * 60) };
    expect((await scan({ ...late, previousEnd })).body).toMatchObject({
      action: 'check-in',
      closedEntry: { checkOut: at(8 * 60), checkOutSource: 'estimate' },
    });
    expect(await attention()).toEqual([]);
  });

  it('a badge or PIN that no longer counts, or an account that is closed, is kept if the person is known', async () => {
    const person = await addPerson();
    const { personalNumber } = await kiosk.ok('setPinAtKiosk', {
      body: { badge: person.badge, pin: '4682' },
    });
    const idle = await addPerson();
    const { firstName, lastName, email, role } = idle.employee;
    await company.admin.ok('updateEmployee', {
      params: { id: idle.id },
      body: { firstName, lastName, email, role, isActive: false },
    });
    await company.admin.ok('renewBadge', { params: { id: person.id } });
    clock.set(at(60));
    expect((await scan({ badge: person.badge, ...offline(30) })).status).toBe(410);
    expect((await scan({ personalNumber: personalNumber ?? '', pin: '4682', ...offline(40) })).status).toBe(
      401,
    );
    expect((await scan({ badge: idle.badge, ...offline(50) })).status).toBe(403);
    expect((await attention()).map(({ user, reason }) => [user.id, reason]).toSorted()).toEqual(
      [
        [person.id, 'badge_retired'],
        [person.id, 'pin_wrong'],
        [idle.id, 'account_inactive'],
      ].toSorted(),
    );
    // Made with the button, nothing is kept: whoever stands there reads why.
    expect((await scan({ badge: person.badge })).status).toBe(410);
    expect(await attention()).toHaveLength(3);
  });

  const approvalsOf = async (id: string) => {
    const entries = await app.services.db
      .selectFrom('timeEntry')
      .where('userId', '=', id)
      .selectAll()
      .execute();
    return entries.map(({ checkOut, approval }) => [checkOut, approval]);
  };

  it('where it showed nothing, what a scan ends awaits approval only after one that was refused', async () => {
    const [plain, turned] = [await addPerson(company, 'Dace'), await addPerson(company, 'Edgars')];
    const unseen = (minutes: number) => offline(minutes, { expectedAction: null });
    for (const { badge } of [plain, turned]) await scan({ badge });
    clock.set(at(60));
    const early = { ...unseen(0), scannedAt: at(-30), deviceAt: at(-30) };
    expect((await scan({ badge: turned.badge, ...early })).body.code).toBe('scan_out_of_order');
    for (const { badge } of [plain, turned]) await scan({ badge, ...unseen(50) });
    expect(await approvalsOf(plain.id)).toEqual([[at(50), null]]);
    expect(await approvalsOf(turned.id)).toEqual([[at(50), 'pending']]);
  });

  it('a kiosk that knows its clock to be wrong has its scans approved', async () => {
    const { id, badge } = await addPerson();
    clock.set(at(60));
    await scan({ badge, ...offline(30, { deviceAt: '1970-01-01T00:00:00Z', isUncertain: true }) });
    expect(await approvalsOf(id)).toEqual([[null, 'pending']]);
  });

  it('does nothing but what was shown', async () => {
    const { id, badge } = await addPerson();
    await scan({ badge });
    clock.set(at(60));
    expect((await scan({ badge, ...offline(50, { expectedAction: 'check-in' }) })).body.code).toBe(
      'scan_contradicts',
    );
    expect(await entriesOf(id)).toMatchObject([{ checkOut: null }]);
    expect((await attention()).map(({ expectedAction }) => expectedAction)).toEqual(['check-in']);
  });
});

describe('the people whom a kiosk knows', () => {
  it('are those of its location in the last 60 days, with hashes, and where they work now', async () => {
    const hall = await addLocation(company, 'Halle');
    const inHall = await pair(company, hall.id);
    const [here, there, never, former] = [
      await addPerson(company, 'Anna'),
      await addPerson(company, 'Berta'),
      await addPerson(company, 'Cilda'),
      await addPerson(company, 'Dace'),
    ];
    await scan({ badge: former.badge });
    clock.set(at(30));
    await scan({ badge: former.badge });
    await setTrialEnd(at(100 * 24 * 60));
    clock.set(at(60 * 24 * 60 + 40));
    await scan({ badge: here.badge });
    await scan({ badge: there.badge });
    await scan({ badge: there.badge }, inHall);
    const people = await kiosk.ok('listKioskPeople');
    const hashOf = (badge: string) => createHash('sha256').update(badge).digest('hex');
    const since = clock.now().toISOString();
    const needsAttentionAt = new Date(clock.now().getTime() + 14 * 3_600_000).toISOString();
    const now = { since, onBreakSince: null, needsAttentionAt };
    expect(people).toEqual([
      {
        ...{ id: here.id, firstName: 'Anna', initial: 'K', badgeHash: hashOf(here.badge), language: 'en' },
        working: { locationId: location.id, locationName: location.name, ...now },
      },
      {
        ...{ id: there.id, firstName: 'Berta', initial: 'K', badgeHash: hashOf(there.badge), language: 'en' },
        working: { locationId: hall.id, locationName: 'Halle', ...now },
      },
    ]);
    expect(people.map(({ id }) => id)).not.toContain(never.id);
    expect(people.map(({ id }) => id)).not.toContain(former.id);
    expect((await inHall.ok('listKioskPeople')).map(({ id }) => id)).toEqual([there.id]);
    const other = await registerCompany(app);
    expect(await (await pair(other, (await addLocation(other)).id)).ok('listKioskPeople')).toEqual([]);
  });
});

describe('the rest of a shift', () => {
  it('has breaks, if the rules record them', async () => {
    const { id, badge } = await addPerson();
    const automatic = { after: 6 * 3_600_000, length: 1_800_000, at: 4 * 3_600_000 };
    await scan({ badge });
    const press = (action: 'start' | 'end', body: object = { badge }) =>
      kiosk.call('recordKioskBreak', { body: { ...body, action, clientScanId: randomUUID() } });
    clock.set(at(60));
    expect((await press('start')).body.code).toBe('breaks_not_recorded');
    await company.admin.ok('updateWorkRules', {
      body: { country: 'LV', breaks: { policy: 'recorded', isPaid: false, automatic } },
    });
    expect((await kiosk.ok('getKiosk', { query: {} })).recordsBreaks).toBe(true);
    expect((await press('start')).body).toMatchObject({
      person: { id, firstName: 'Jānis', initial: 'K' },
      breaks: [{ startedAt: at(60), endedAt: null }],
    });
    const [person] = await kiosk.ok('listKioskPeople');
    expect(person?.working?.onBreakSince).toBe(at(60));
    clock.set(at(90));
    expect((await press('end')).body).toMatchObject({ breaks: [{ startedAt: at(60), endedAt: at(90) }] });
    const { rows } =
      await sql`select start_source, end_source from work_break where received_at = ${at(60)}`.execute(
        app.services.db,
      );
    expect(rows).toEqual([{ startSource: 'badge', endSource: 'badge' }]);
    expect((await press('start', { badge: `MB${'1'.repeat(26)}` })).status).toBe(404);
  });

  it('can end with a work report about it, from this kiosk and soon', async () => {
    const { id, badge, client } = await addPerson();
    const clientScanId = randomUUID();
    const { body: arrived } = await scan({ badge, clientScanId });
    const other = await pair(company, location.id);
    const stranger = await addPerson();
    const report = { units: 'm2', quantity: 12.5, description: 'Siena', clientReportId: randomUUID() };
    const write = (at: TestClient, more: object = {}) =>
      at.call('createKioskWorkReport', { body: { personId: id, clientScanId, ...report, ...more } });
    expect(await write(kiosk)).toMatchObject({
      status: 201,
      body: { timeEntryId: arrived.timeEntry.id, userId: id, items: [{ units: 'm2', quantity: 12.5 }] },
    });
    await write(kiosk);
    expect(await client.ok('listWorkReports')).toHaveLength(1);
    expect((await write(other)).status).toBe(404);
    expect((await write(kiosk, { personId: stranger.id })).status).toBe(404);
    clock.set(at(16));
    expect((await write(kiosk, { clientReportId: randomUUID() })).status).toBe(404);
  });

  it('can be taken back within a minute by the kiosk that ended it', async () => {
    const { id, badge } = await addPerson();
    await scan({ badge });
    clock.set(at(60));
    const clientScanId = randomUUID();
    await scan({ badge, clientScanId });
    const undo = (at: TestClient) => at.call('undoKioskCheckOut', { body: { personId: id, clientScanId } });
    expect((await undo(await pair(company, location.id))).status).toBe(404);
    expect((await undo(kiosk)).body).toMatchObject({ checkIn: start, checkOut: null });
    expect((await undo(kiosk)).status).toBe(200);
    expect(await entriesOf(id)).toMatchObject([{ checkOut: null }]);
    const again = randomUUID();
    await scan({ badge, clientScanId: again });
    clock.set(at(62));
    expect(
      (await kiosk.call('undoKioskCheckOut', { body: { personId: id, clientScanId: again } })).body.code,
    ).toBe('undo_too_late');
  });

  it('is not begun where the location is closed or the subscription has ended', async () => {
    const { badge } = await addPerson();
    await company.admin.ok('updateLocation', {
      params: { id: location.id },
      body: { name: location.name, isActive: false },
    });
    expect((await scan({ badge })).body.code).toBe('location_inactive');
    expect((await kiosk.call('getKioskCode')).body.code).toBe('location_inactive');
    await company.admin.ok('updateLocation', {
      params: { id: location.id },
      body: { name: location.name, isActive: true },
    });
    await setTrialEnd(start);
    expect((await scan({ badge })).body.code).toBe('subscription_required');
  });
});
