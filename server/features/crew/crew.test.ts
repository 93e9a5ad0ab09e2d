import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// A Thursday, 08:58 in Riga.
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
  const company = await registerCompany(app, { language: 'en' });
  const [juris, zane] = [
    await addEmployee(app, company, { firstName: 'Juris', lastName: 'Ozols' }),
    await addEmployee(app, company, { firstName: 'Zane', lastName: 'Liepa' }),
  ];
  const [hall, yard] = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
  return { ...company, company, juris, zane, hall, yard };
}
type World = Awaited<ReturnType<typeof newWorld>>;
type Crew = EndpointInput<'recordCrew'>['body'];
type Person = World['juris'];

const ticked = ({ employee }: Person, changes: Partial<Crew['people'][number]> = {}) => ({
  userId: employee.id,
  clientScanId: randomUUID(),
  ...changes,
});
const crewOf = (
  { hall }: Pick<World, 'hall'>,
  people: Crew['people'],
  changes: Partial<Crew> = {},
): { body: Crew } => ({ body: { locationId: hall.id, action: 'check-in', people, ...changes } });

describe('a crew', () => {
  it('is checked in by badge or by name, each by the manager, as history, explanation and own list say', async () => {
    const world = await newWorld();
    const { admin, user, juris, zane, hall } = world;
    const { badge } = await admin.ok('getBadge', { params: { id: zane.employee.id } });
    const people = [ticked(juris), { badge, clientScanId: randomUUID() }];
    const outcomes = await admin.ok('recordCrew', crewOf(world, people));
    expect(outcomes).toMatchObject([
      { clientScanId: people[0]?.clientScanId, person: { firstName: 'Juris' }, refusal: null },
      { person: { firstName: 'Zane', id: zane.employee.id }, result: { action: 'check-in' } },
    ]);
    expect(await zane.client.ok('getActiveEntry')).toMatchObject({ location: { id: hall.id } });
    const entryId = outcomes[0]?.result?.timeEntry.id ?? '';
    const [event] = await juris.client.ok('getTimeEntryHistory', { params: { id: entryId } });
    expect(event).toMatchObject({ kind: 'scan', actor: { id: user.id, firstName: user.firstName } });
    const day = { startDate: '2026-03-05', endDate: '2026-03-05' };
    const { entries } = await juris.client.ok('explainHours', { query: day });
    const madeBy = { firstName: user.firstName, lastName: user.lastName };
    expect(entries).toMatchObject([{ checkInSource: 'crew', scans: [{ source: 'crew', madeBy }] }]);
    expect((await juris.client.ok('getUserData')).scans).toMatchObject([{ isMadeByManager: true }]);
  });

  it('is checked out, and moved to another location', async () => {
    const world = await newWorld();
    const { admin, juris, zane, hall, yard } = world;
    await admin.ok('recordCrew', crewOf(world, [ticked(juris), ticked(zane)]));
    setClock(120);
    const moved = await admin.ok(
      'recordCrew',
      crewOf(world, [ticked(juris)], { locationId: yard.id, action: 'location-switch' }),
    );
    expect(moved).toMatchObject([
      {
        result: {
          action: 'location-switch',
          location: { id: yard.id },
          closedEntry: { locationId: hall.id },
        },
      },
    ]);
    setClock(480);
    const out = await admin.ok('recordCrew', crewOf(world, [ticked(zane)], { action: 'check-out' }));
    expect(out).toMatchObject([{ result: { timeEntry: { checkOut: at(480), checkOutSource: 'crew' } } }]);
  });

  it('some are refused, each in a clear sentence, while others are recorded', async () => {
    const world = await newWorld();
    const { admin, juris, zane, hall, yard, company } = world;
    const other = await newWorld();
    const [gone, resting, forgetful] = [
      await addEmployee(app, company, { firstName: 'Gone' }),
      await addEmployee(app, company, { firstName: 'Resting' }),
      await addEmployee(app, company, { firstName: 'Forgetful' }),
    ];
    await forgetful.client.ok('scan', { body: { qrCode: hall.qrCode } });
    setClock(24 * 60);
    await juris.client.ok('scan', { body: { qrCode: yard.qrCode } });
    await admin.ok('deleteEmployee', { params: { id: gone.employee.id } });
    const { badge } = await admin.ok('getBadge', { params: { id: zane.employee.id } });
    await admin.ok('renewBadge', { params: { id: zane.employee.id } });
    const { firstName, lastName, email } = resting.employee;
    await admin.ok('updateEmployee', {
      params: { id: resting.employee.id },
      body: { firstName, lastName, email, isActive: false },
    });
    const scan = () => ({ clientScanId: randomUUID() });
    const outcomes = await admin.ok(
      'recordCrew',
      crewOf(world, [
        ticked(juris),
        ticked(gone),
        ticked(resting),
        ticked(forgetful),
        ticked(other.juris),
        { badge, ...scan() },
        { badge: 'MB0000000000000000000000000A', ...scan() },
        { badge: 'https://example.test', ...scan() },
        ticked(zane),
        ticked(zane),
        ticked(zane, { scannedAt: at(-10) }),
      ]),
    );
    expect(
      outcomes.map(({ person, refusal }) => [person?.firstName, refusal?.code, refusal?.message]),
    ).toEqual([
      ['Juris', 'scan_contradicts', 'Checked in elsewhere: Yard.'],
      [undefined, 'not_found', 'This person is no longer an employee.'],
      ['Resting', 'account_inactive', 'This account isn’t active.'],
      [
        'Forgetful',
        'check_out_missing',
        'An earlier check-out is missing. The person or an administrator has to add it first.',
      ],
      [undefined, 'not_found', 'This person is no longer an employee.'],
      ['Zane', 'badge_retired', 'This badge is no longer valid. There is a newer one.'],
      [undefined, 'badge_unknown', 'Your company has no badge with this code.'],
      [undefined, 'badge_unknown', 'Your company has no badge with this code.'],
      ['Zane', undefined, undefined],
      ['Zane', 'scan_contradicts', 'Already checked in here.'],
      ['Zane', 'scan_out_of_order', 'Something later has been recorded for this person already.'],
    ]);
    const notWorking = crewOf(world, [ticked(forgetful), ticked(zane)], { action: 'check-out' });
    setClock(24 * 60 + 1);
    await zane.client.ok('checkOut', { body: {} });
    expect(await admin.ok('recordCrew', notWorking)).toMatchObject([
      { refusal: { code: 'check_out_missing' } },
      { refusal: { code: 'scan_contradicts', message: 'Not checked in.' } },
    ]);
    // The manager was told all this at once: only what a phone sent later has to be looked at.
    expect((await admin.ok('listAttention')).refusedScans).toMatchObject([{ reason: 'scan_out_of_order' }]);
  });

  it('that is sent twice counts once, also by a phone that lost the answer', async () => {
    const world = await newWorld();
    const { admin, juris, zane } = world;
    const body = crewOf(world, [ticked(juris), ticked(zane)]);
    const [first, second] = await Promise.all([admin.ok('recordCrew', body), admin.ok('recordCrew', body)]);
    expect(second).toEqual(first);
    setClock(30);
    const people = body.body.people.map((one) => ({ ...one, scannedAt: at(0) }));
    expect(await admin.ok('recordCrew', { body: { ...body.body, people } })).toEqual(first);
    const entries = await app.services.db
      .selectFrom('timeEntry')
      .where('userId', 'in', [juris.employee.id, zane.employee.id])
      .select('checkIn')
      .execute();
    expect(entries).toEqual([{ checkIn: at(0) }, { checkIn: at(0) }]);
  });

  it('without a signal is recorded when it was confirmed, and awaits approval by the same rules as other late scans', async () => {
    const world = await newWorld();
    const { admin, juris, hall } = world;
    setClock(60);
    const [late] = await admin.ok(
      'recordCrew',
      crewOf(world, [ticked(juris, { scannedAt: at(5), deviceAt: at(5) })], { deviceNow: at(60) }),
    );
    expect(late?.result?.timeEntry).toMatchObject({ checkIn: at(5), approval: null });
    setClock(9 * 60);
    const [out] = await admin.ok(
      'recordCrew',
      crewOf(world, [ticked(juris, { scannedAt: at(480) })], { action: 'check-out' }),
    );
    expect(out?.result?.timeEntry).toMatchObject({ checkOut: at(480), approval: 'pending' });
    // Neither the time without a signal nor the clock of the manager's phone is the employee's.
    expect(await juris.client.ok('listOwnFlags')).toEqual([]);
    expect(hall.isActive).toBe(true);
  });

  it('is not the manager: nobody writes their own hours, by name or badge, now or backdated', async () => {
    const world = await newWorld();
    const { admin, user, company, hall } = world;
    const changes = { role: 'manager' as const, locationIds: [hall.id] };
    const manager = await addEmployee(app, company, { firstName: 'Ilze', ...changes });
    const viewers = [
      { client: admin, id: user.id },
      { client: manager.client, id: manager.employee.id },
    ];
    setClock(11 * 60);
    for (const { client, id } of viewers) {
      const { badge } = await admin.ok('getBadge', { params: { id } });
      const people = [
        { userId: id, clientScanId: randomUUID() },
        { userId: id.toUpperCase(), clientScanId: randomUUID(), scannedAt: at(0) },
        { badge, clientScanId: randomUUID(), scannedAt: at(0) },
      ];
      const outcomes = await client.ok('recordCrew', crewOf(world, people));
      expect(outcomes.map(({ result, refusal }) => [result, refusal?.code])).toEqual(
        people.map(() => [null, 'needs_another_admin']),
      );
      expect(await client.ok('getActiveEntry')).toBeNull();
      await client.ok('scan', { body: { qrCode: hall.qrCode } });
      const crew = await client.ok('getCrew', { params: { id: hall.id } });
      expect(crew.people.map((person) => person.id)).not.toContain(id);
      const out = [{ userId: id, clientScanId: randomUUID(), scannedAt: at(11 * 60 + 5) }];
      setClock(11 * 60 + 10);
      expect(await client.ok('recordCrew', crewOf(world, out, { action: 'check-out' }))).toMatchObject([
        { refusal: { code: 'needs_another_admin' } },
      ]);
    }
  });

  it('backdated by more than two hours awaits approval, by somebody else than the manager who recorded it', async () => {
    const world = await newWorld();
    const { admin, company, zane, hall } = world;
    const changes = { role: 'manager' as const, locationIds: [hall.id] };
    const one = await addEmployee(app, company, { firstName: 'Ilze', ...changes });
    const two = await addEmployee(app, company, { firstName: 'Ieva', ...changes });
    const { badge } = await admin.ok('getBadge', { params: { id: zane.employee.id } });
    setClock(11 * 60);
    const absent = [{ badge, clientScanId: randomUUID(), scannedAt: at(0) }];
    const [outcome] = await one.client.ok('recordCrew', crewOf(world, absent));
    expect(outcome?.result?.timeEntry).toMatchObject({ checkIn: at(0), approval: 'pending' });
    const { requests } = await one.client.ok('listAttention');
    expect(requests).toMatchObject([{ kind: 'late', user: { id: zane.employee.id } }]);
    const decide = (client: typeof admin) =>
      client.call('decideCorrectionRequest', {
        params: { id: requests[0]?.id ?? '' },
        body: { decision: 'approved', reason: null },
      });
    expect(await decide(one.client)).toMatchObject({ status: 409, body: { code: 'own_record' } });
    expect((await decide(two.client)).status).toBe(200);

    // A phone that had no signal for a while is no reason to ask.
    setClock(12 * 60);
    await zane.client.ok('checkOut', { body: {} });
    setClock(15 * 60);
    const soon = [{ badge, clientScanId: randomUUID(), scannedAt: at(14 * 60) }];
    const [prompt] = await one.client.ok('recordCrew', crewOf(world, soon));
    expect(prompt?.result?.timeEntry.approval).toBeNull();
  });

  it('is bounded: 60 people at once, 1,000 an hour', async () => {
    const world = await newWorld();
    const { admin, juris } = world;
    const many = (count: number) => Array.from({ length: count }, () => ticked(juris));
    expect(await admin.call('recordCrew', crewOf(world, many(61)))).toMatchObject({ status: 400 });
    expect(await admin.call('recordCrew', crewOf(world, []))).toMatchObject({ status: 400 });
    for (let n = 0; n < 16; n += 1) await admin.ok('recordCrew', crewOf(world, many(60)));
    expect(await admin.call('recordCrew', crewOf(world, many(60)))).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
  });

  it('needs a location of the company that is active', async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    const { admin, juris, hall } = world;
    const foreign = crewOf(other, [ticked(juris)]);
    expect(await admin.call('recordCrew', foreign)).toMatchObject({ status: 404 });
    expect(await admin.call('getCrew', { params: { id: other.hall.id } })).toMatchObject({
      status: 404,
    });
    await admin.ok('updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
    expect(await admin.ok('recordCrew', crewOf(world, [ticked(juris)]))).toMatchObject([
      { refusal: { code: 'location_inactive', message: 'This location isn’t active.' } },
    ]);
  });

  it('is a manager’s at their own locations: by name their own people, by badge whoever shows one', async () => {
    const world = await newWorld();
    const { admin, company, juris, zane, hall, yard } = world;
    const changes = { role: 'manager' as const, locationIds: [hall.id] };
    const { client: manager, employee } = await addEmployee(app, company, { firstName: 'Ilze', ...changes });
    await juris.client.ok('scan', { body: { qrCode: hall.qrCode } });
    await juris.client.ok('checkOut', { body: {} });
    setClock(10);
    const { badge } = await admin.ok('getBadge', { params: { id: zane.employee.id } });
    expect(await manager.ok('recordCrew', crewOf(world, [ticked(juris), ticked(zane)]))).toMatchObject([
      { person: { firstName: 'Juris' }, result: { action: 'check-in' } },
      { person: null, refusal: { code: 'not_found' } },
    ]);
    const byBadge = crewOf(world, [{ badge, clientScanId: randomUUID() }]);
    expect(await manager.ok('recordCrew', byBadge)).toMatchObject([{ person: { firstName: 'Zane' } }]);
    const [scan] = (await zane.client.ok('getUserData')).history;
    expect(scan).toMatchObject({ kind: 'scan', by: 'other' });
    const elsewhere = crewOf(world, [ticked(juris)], { locationId: yard.id, action: 'location-switch' });
    expect(await manager.call('recordCrew', elsewhere)).toMatchObject({ status: 404 });
    expect(await manager.call('getCrew', { params: { id: yard.id } })).toMatchObject({ status: 404 });
    const { people } = await manager.ok('getCrew', { params: { id: hall.id } });
    expect(people.map(({ firstName }) => firstName)).toEqual(['Zane', 'Juris']);
    expect(people.map(({ id }) => id)).not.toContain(employee.id);
  });

  it('is not for employees, not even for themselves', async () => {
    const world = await newWorld();
    const { juris, hall } = world;
    expect(await juris.client.call('recordCrew', crewOf(world, [ticked(juris)]))).toMatchObject({
      status: 403,
    });
    expect(await juris.client.call('getCrew', { params: { id: hall.id } })).toMatchObject({
      status: 403,
    });
    expect(await juris.client.ok('getActiveEntry')).toBeNull();
  });
});

describe('whom to tick', () => {
  it('are those who were there on the last day with work, and everybody who works now', async () => {
    const world = await newWorld();
    const { admin, juris, zane, hall, yard, company } = world;
    const left = await addEmployee(app, company, { firstName: 'Left', lastName: 'Already' });
    const list = () => admin.ok('getCrew', { params: { id: hall.id } });
    expect(await list()).toEqual({ date: null, people: [] });
    for (const { client } of [juris, left]) {
      await client.ok('scan', { body: { qrCode: hall.qrCode } });
      await client.ok('checkOut', { body: {} });
    }
    // Today does not count yet.
    expect(await list()).toEqual({ date: null, people: [] });
    await admin.ok('deleteEmployee', { params: { id: left.employee.id } });
    // Monday, four days later.
    setClock(4 * 24 * 60);
    await zane.client.ok('scan', { body: { qrCode: yard.qrCode } });
    const { badge } = await admin.ok('getBadge', { params: { id: juris.employee.id } });
    const { date, people } = await list();
    expect(date).toBe('2026-03-05');
    expect(people).toMatchObject([
      {
        id: zane.employee.id,
        firstName: 'Zane',
        badgeHash: null,
        wasThere: false,
        working: { location: { name: 'Yard' }, since: at(4 * 24 * 60) },
      },
      { id: juris.employee.id, firstName: 'Juris', wasThere: true, working: null },
    ]);
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(badge));
    expect(people[1]?.badgeHash).toBe(Buffer.from(digest).toString('hex'));
  });
});
