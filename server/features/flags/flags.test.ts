import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotatingCodeUrl } from '#domain/location-code.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';
import { checkNewScans } from './flags.service.ts';

const start = '2026-03-05T06:58:00.000Z';
const minute = 60_000;
const clock = fixedClock(start);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const at = (minutes: number) => new Date(Date.parse(start) + minutes * minute).toISOString();
const setClock = (minutes: number) => clock.set(at(minutes));

async function newWorld() {
  setClock(0);
  const company = await registerCompany(app);
  const [anna, juris] = [
    await addEmployee(app, company, { firstName: 'Anna', lastName: 'Liepa' }),
    await addEmployee(app, company, { firstName: 'Juris', lastName: 'Ozols' }),
  ];
  const [hall, yard] = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
  return { ...company, company, anna, juris, hall, yard };
}
type World = Awaited<ReturnType<typeof newWorld>>;
type Person = World['anna'];

/** The person signs in on a phone that others use too. */
async function onPhone(phone: TestClient, { employee }: Person): Promise<TestClient> {
  if (!employee.email) throw new Error('No e-mail');
  await phone.ok('login', { body: { email: employee.email, password } });
  return phone;
}

const openFlags = async ({ admin }: Pick<Company, 'admin'>) => (await admin.ok('listFlags')).open;

/** A scan by a phone whose clock is two hours ahead. */
const wrongClock = ({ qrCode }: { qrCode: string }, minutes = 0) => ({
  body: { qrCode, deviceNow: at(minutes + 120) },
});

describe('what is seen', () => {
  it('one phone for several people within minutes', async () => {
    const world = await newWorld();
    const phone = app.client();
    await (await onPhone(phone, world.anna)).ok('scan', { body: { qrCode: world.hall.qrCode } });
    await phone.ok('logout');
    setClock(4);
    await (await onPhone(phone, world.juris)).ok('scan', { body: { qrCode: world.hall.qrCode } });
    const seen = { kind: 'shared-phone', figures: { people: 2, from: at(0), to: at(4) } };
    expect(await openFlags(world)).toMatchObject([
      { user: { firstName: 'Juris' }, others: [{ firstName: 'Anna' }], at: at(4), seen },
      { user: { firstName: 'Anna' }, others: [{ firstName: 'Juris' }], location: { name: 'Hall' }, seen },
    ]);
    // The person learns how many they were, not who.
    const own = await world.anna.client.ok('listOwnFlags');
    expect(own).toMatchObject([{ at: at(0), seen, dismissed: null }]);
    expect(JSON.stringify(own)).not.toMatch(/Juris|Ozols/);
    expect(JSON.stringify(own)).not.toContain(world.juris.employee.id);
  });

  it('not: two phones, the same person again, or later than five minutes', async () => {
    const world = await newWorld();
    await world.anna.client.ok('scan', { body: { qrCode: world.hall.qrCode } });
    await world.juris.client.ok('scan', { body: { qrCode: world.hall.qrCode } });
    setClock(3);
    await world.anna.client.ok('checkOut', { body: {} });
    setClock(20);
    await (await onPhone(world.anna.client, world.juris)).ok('checkOut', { body: {} });
    expect(await openFlags(world)).toEqual([]);
  });

  it('a phone is known for 18 hours, by a random value that no script can read', async () => {
    const { anna, hall } = await newWorld();
    const first = await anna.client.call('scan', { body: { qrCode: hall.qrCode } });
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/^maina_phone=[\da-f-]{36}; Max-Age=64800; Path=\/; HttpOnly; SameSite=Lax/);
    const second = await anna.client.call('checkOut', { body: {} });
    expect(second.headers['set-cookie']).toBeUndefined();
    const stored = await app.services.db
      .selectFrom('scan')
      .where('userId', '=', anna.employee.id)
      .select('deviceId')
      .execute();
    const [value = ''] = /[\w-]{22}/.exec(cookie) ?? [];
    expect(stored).toHaveLength(2);
    expect(stored[0]?.deviceId).toEqual(stored[1]?.deviceId);
    expect(stored[0]?.deviceId).toHaveLength(32);
    expect(stored[0]?.deviceId?.toString('latin1')).not.toContain(value);
  });

  it('two locations further apart than the minutes between', async () => {
    const world = await newWorld();
    const { admin, anna, juris, hall, yard } = world;
    await admin.ok('updateDistances', { body: { distances: [{ from: hall.id, to: yard.id, minutes: 40 }] } });
    await anna.client.ok('scan', { body: { qrCode: hall.qrCode } });
    await juris.client.ok('scan', { body: { qrCode: yard.qrCode } });
    setClock(480);
    await anna.client.ok('checkOut', { body: {} });
    setClock(519);
    await anna.client.ok('scan', { body: { qrCode: yard.qrCode } });
    // Forty minutes are enough.
    setClock(520);
    await juris.client.ok('scan', { body: { qrCode: hall.qrCode } });
    setClock(530);
    await juris.client.ok('scan', { body: { qrCode: yard.qrCode } });
    const way = { from: 'Hall', needed: 40 };
    expect(await openFlags(world)).toMatchObject([
      {
        user: { firstName: 'Juris' },
        location: { name: 'Yard' },
        seen: { kind: 'too-far', figures: { ...way, leftAt: at(520), minutes: 10 } },
      },
      {
        user: { firstName: 'Anna' },
        location: { name: 'Yard' },
        seen: { kind: 'too-far', figures: { ...way, leftAt: at(480), minutes: 39 } },
      },
    ]);
  });

  it('a clock that is wrong, and one that was set before the scan arrived', async () => {
    const world = await newWorld();
    await world.anna.client.ok('scan', wrongClock(world.hall));
    setClock(60);
    await world.juris.client.ok('scan', {
      // The phone's clock was five minutes behind when it scanned, and is 45 minutes ahead now.
      body: { qrCode: world.hall.qrCode, scannedAt: at(30), deviceAt: at(25), deviceNow: at(105) },
    });
    expect(await openFlags(world)).toMatchObject([
      { user: { firstName: 'Juris' }, seen: { kind: 'clock-set', figures: { minutes: 50 } } },
      { user: { firstName: 'Anna' }, seen: { kind: 'clock-wrong', figures: { minutes: 120 } } },
    ]);
  });

  it('a check-in and check-out that both arrived late', async () => {
    const world = await newWorld();
    const { anna, hall } = world;
    setClock(500);
    await anna.client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: at(1) } });
    await anna.client.ok('checkOut', { body: { scannedAt: at(481) } });
    const figures = { checkIn: at(1), checkInArrived: at(500), checkOutArrived: at(500) };
    expect(await openFlags(world)).toMatchObject([{ at: at(481), seen: { kind: 'both-late', figures } }]);
  });
});

describe('the printed code', () => {
  /** Scans the location's screen, or what is printed. */
  async function scanCode({ client }: Person, { id, qrCode }: World['hall'], isScreen: boolean) {
    const step = Math.floor(clock.now().getTime() / 30_000);
    const { rows } = await sql<{
      code: string;
    }>`select rotating_code(rotating_secret, ${step}::bigint) as code
      from location where id = ${id}`.execute(app.services.db);
    const address = `${testOrigin}/time-tracking?code=${qrCode}`;
    const screen = rotatingCodeUrl(testOrigin, qrCode, rows[0]?.code ?? '');
    return client.ok('scan', { body: { qrCode: isScreen ? screen : address } });
  }

  it('used where most use the screen, with how many do', async () => {
    const world = await newWorld();
    const { anna, juris, hall, yard } = world;
    for (let n = 0; n < 5; n += 1) {
      setClock(n * 10);
      await scanCode(anna, hall, true);
    }
    setClock(60);
    await scanCode(juris, hall, false);
    setClock(70);
    await juris.client.ok('checkOut', { body: {} });
    // Nobody uses a screen there.
    await scanCode(juris, yard, false);
    const figures = { screen: 5, scans: 6, days: 7 };
    expect(await openFlags(world)).toMatchObject([
      { user: { firstName: 'Juris' }, location: { name: 'Hall' }, seen: { kind: 'poster', figures } },
    ]);
  });

  it('not: where as many use the poster, or the screen was used a week ago', async () => {
    const world = await newWorld();
    const { anna, juris, hall } = world;
    for (let n = 0; n < 6; n += 1) {
      setClock(n * 10);
      await scanCode(anna, hall, n < 4);
    }
    expect(await openFlags(world)).toEqual([]);
    // Five more of the screen would be most, but for their age.
    for (let n = 10; n < 15; n += 1) {
      setClock(n * 10);
      await scanCode(anna, hall, true);
    }
    await sql`update scan set received_at = ${at(-8 * 24 * 60)}
      where user_id = ${anna.employee.id}`.execute(app.services.db);
    setClock(200);
    await scanCode(juris, hall, false);
    expect(await openFlags(world)).toEqual([]);
  });
});

describe('a flag', () => {
  it('is made once, however often and by how many it is looked for', async () => {
    const world = await newWorld();
    await world.anna.client.ok('scan', wrongClock(world.hall));
    await Promise.all([
      checkNewScans(app.services),
      checkNewScans(app.services),
      openFlags(world),
      world.anna.client.ok('listOwnFlags'),
    ]);
    setClock(1);
    await checkNewScans(app.services);
    expect(await openFlags(world)).toHaveLength(1);
    // A new scan makes no flag of the old one.
    await world.juris.client.ok('scan', { body: { qrCode: world.hall.qrCode } });
    expect(await openFlags(world)).toHaveLength(1);
  });

  it('blocks nothing and changes no hours', async () => {
    const world = await newWorld();
    const { anna, hall } = world;
    const { timeEntry } = await anna.client.ok('scan', wrongClock(hall));
    expect(timeEntry).toMatchObject({ checkIn: at(0), approval: null });
    expect(await openFlags(world)).toHaveLength(1);
    expect(await anna.client.ok('getActiveEntry')).toMatchObject({ id: timeEntry.id, checkIn: at(0) });
  });

  it('stands under Needs attention until somebody dismisses it with a word, which the person reads too', async () => {
    const world = await newWorld();
    const { admin, user, anna } = world;
    await anna.client.ok('scan', wrongClock(world.hall));
    const [flag] = (await admin.ok('listAttention')).flags;
    const params = { id: flag?.id ?? '' };
    expect(await admin.call('dismissFlag', { params, body: { note: ' ' } })).toMatchObject({ status: 400 });
    setClock(10);
    await admin.ok('dismissFlag', { params, body: { note: 'Jauns telefons' } });
    // A second administrator was slower: the first note stays.
    await admin.ok('dismissFlag', { params, body: { note: 'Cits vārds' } });
    const dismissed = { note: 'Jauns telefons', at: at(10), by: { id: user.id, firstName: user.firstName } };
    expect((await admin.ok('listAttention')).flags).toEqual([]);
    expect(await admin.ok('listFlags')).toMatchObject({ open: [], dismissed: [{ ...flag, dismissed }] });
    expect(await anna.client.ok('listOwnFlags')).toMatchObject([{ id: flag?.id, dismissed }]);
    expect(await anna.client.ok('getUserData')).toMatchObject({
      flags: [{ id: flag?.id, dismissed: { note: 'Jauns telefons', by: 'other' } }],
    });
    expect((await admin.ok('getUserData')).flagDismissals).toEqual([{ at: at(10), note: 'Jauns telefons' }]);
  });

  it('is nobody else’s: neither a colleague’s nor another company’s', async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    await world.anna.client.ok('scan', wrongClock(world.hall));
    const [flag] = await openFlags(world);
    const dismissal = { params: { id: flag?.id ?? '' }, body: { note: 'Tā' } };
    expect(await other.admin.call('dismissFlag', dismissal)).toMatchObject({ status: 404 });
    expect(await openFlags(other)).toEqual([]);
    expect(await world.juris.client.ok('listOwnFlags')).toEqual([]);
    expect(await world.juris.client.call('listFlags')).toMatchObject({ status: 403 });
    expect(await world.anna.client.call('dismissFlag', dismissal)).toMatchObject({ status: 403 });
    expect(await openFlags(world)).toHaveLength(1);
  });

  it('of one kind is kept three times a day for each person', async () => {
    const world = await newWorld();
    const { anna, hall } = world;
    for (let n = 0; n < 6; n += 1) {
      setClock(n * 30);
      await anna.client.ok('scan', wrongClock(hall, n * 30));
    }
    expect(await openFlags(world)).toHaveLength(3);
    setClock(24 * 60 + 31);
    await anna.client.ok('scan', wrongClock(hall, 24 * 60 + 31));
    expect(await openFlags(world)).toHaveLength(4);
  });
});

describe('distances between locations', () => {
  it('are replaced as a whole, and name each pair once', async () => {
    const { admin, hall, yard, anna } = await newWorld();
    const [from, to] = [hall.id, yard.id];
    expect(await admin.ok('updateDistances', { body: { distances: [{ from, to, minutes: 40 }] } })).toEqual([
      { from, to, minutes: 40 },
    ]);
    const put = (distances: { from: string; to: string; minutes: number }[]) =>
      admin.call('updateDistances', { body: { distances } });
    const twice = [
      { from, to, minutes: 5 },
      { from: to, to: from, minutes: 6 },
    ];
    expect(await put(twice)).toMatchObject({ status: 400 });
    expect(await put([{ from, to: from, minutes: 5 }])).toMatchObject({ status: 400 });
    for (const minutes of [0, 1.5, 1441]) {
      expect(await put([{ from, to, minutes }])).toMatchObject({ status: 400 });
    }
    expect(await anna.client.call('listDistances')).toMatchObject({ status: 403 });
    expect(await admin.ok('listDistances')).toEqual([{ from, to, minutes: 40 }]);
    expect(await admin.ok('updateDistances', { body: { distances: [] } })).toEqual([]);
  });

  it('are of the company’s own locations that it still has', async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    const { admin, hall, yard } = world;
    const foreign = [{ from: hall.id, to: other.hall.id, minutes: 5 }];
    expect(await admin.call('updateDistances', { body: { distances: foreign } })).toMatchObject({
      status: 404,
    });
    const own = [{ from: hall.id, to: yard.id, minutes: 5 }];
    await admin.ok('updateDistances', { body: { distances: own } });
    expect(await other.admin.ok('listDistances')).toEqual([]);
    await admin.ok('deleteLocation', { params: { id: yard.id } });
    expect(await admin.ok('listDistances')).toEqual([]);
    expect(await admin.call('updateDistances', { body: { distances: own } })).toMatchObject({ status: 404 });
  });
});
