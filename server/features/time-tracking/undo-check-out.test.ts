import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { day, hour, lastSundayAt1, zoneNames } from '#tests/support/oracles/eu-time-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const start = '2026-03-05T06:58:00.000Z';
const minute = 60_000;
const clock = fixedClock(start);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const setClock = (ms: number) => clock.set(new Date(ms).toISOString());
const later = (seconds: number) => setClock(clock.now().getTime() + seconds * 1000);
const rowsOf = (userId: string) =>
  app.services.db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .orderBy('checkOut')
    .selectAll()
    .execute();

type Person = { client: TestClient; employee: { id: string } };

async function checkOutOf({ client }: Person, scannedAt?: string): Promise<string> {
  const clientScanId = randomUUID();
  await client.ok('checkOut', { body: { clientScanId, scannedAt } });
  return clientScanId;
}

const undo = ({ client }: Person, clientScanId: string) =>
  client.call('undoCheckOut', { body: { clientScanId } });

async function newWorld() {
  clock.set(start);
  const company = await registerCompany(app);
  const worker = await addEmployee(app, company);
  const { client } = worker;
  const { id: userId } = worker.employee;
  const [hall, yard] = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
  await client.ok('scan', { body: { qrCode: hall.qrCode } });
  return { company, worker, client, userId, hall, yard };
}

describe('a check-out that is undone', () => {
  it('leaves the entry exactly as it was before, and both steps in its history', async () => {
    const { company, worker, client, userId } = await newWorld();
    later(600);
    await client.ok('createWorkReports', {
      body: { items: [{ units: 'pcs', quantity: 2, description: 'Doors' }] },
    });
    const [before, reports, active] = [
      await rowsOf(userId),
      await client.ok('listWorkReports'),
      await client.ok('getActiveEntry'),
    ];
    const id = await checkOutOf(worker);
    later(9);
    expect(await undo(worker, id)).toMatchObject({ status: 200, body: active });
    expect(await rowsOf(userId)).toEqual(before);
    expect(await client.ok('listWorkReports')).toEqual(reports);

    const history = await client.ok('getTimeEntryHistory', { params: { id: active?.id ?? '' } });
    expect(history.map(({ kind }) => kind)).toEqual(['scan', 'scan', 'check-out-undone']);
    expect(history.at(-1)).toMatchObject({
      at: clock.now().toISOString(),
      actor: { id: userId },
      before: { checkOutSource: 'button' },
      after: { checkOut: null, checkOutSource: null },
    });
    expect(await verifyLedger(await exportLedger(company.admin))).toMatchObject({ ok: true });
    const { scans } = await client.ok('getUserData');
    expect(scans.map(({ action, undoneAt }) => [action, undoneAt])).toEqual([
      ['check-out', clock.now().toISOString()],
      ['check-in', null],
    ]);
    later(600);
    expect(await client.ok('checkOut', { body: {} })).toMatchObject({ timeEntry: { checkIn: start } });
  });

  it('twice is once, also after the next check-out', async () => {
    const { worker, userId } = await newWorld();
    later(600);
    const id = await checkOutOf(worker);
    const answers = await Promise.all([undo(worker, id), undo(worker, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    later(600);
    await checkOutOf(worker);
    const ended = await rowsOf(userId);
    expect(await undo(worker, id)).toMatchObject({ status: 200, body: null });
    expect(await rowsOf(userId)).toEqual(ended);
  });

  it('a check-out whose answer comes a second time stays undone', async () => {
    const { worker, client, userId } = await newWorld();
    later(600);
    const open = await rowsOf(userId);
    const id = await checkOutOf(worker);
    await undo(worker, id);
    expect(await client.ok('checkOut', { body: { clientScanId: id } })).toMatchObject({
      action: 'check-out',
    });
    expect(await rowsOf(userId)).toEqual(open);
  });

  it('after a switch of locations only the last entry is open again', async () => {
    const { worker, client, userId, yard } = await newWorld();
    later(600);
    await client.ok('scan', { body: { qrCode: yard.qrCode } });
    later(600);
    const before = await rowsOf(userId);
    const id = randomUUID();
    await client.ok('scan', { body: { qrCode: yard.qrCode, clientScanId: id } });
    expect(await undo(worker, id)).toMatchObject({ body: { location: { name: 'Yard' } } });
    expect(await rowsOf(userId)).toEqual(before);
  });

  it('one made without a signal counts from when it arrived', async () => {
    const { worker, userId } = await newWorld();
    const open = await rowsOf(userId);
    later(3600);
    const id = await checkOutOf(worker, new Date(clock.now().getTime() - 1800_000).toISOString());
    later(50);
    expect(await undo(worker, id)).toMatchObject({ status: 200 });
    expect(await rowsOf(userId)).toEqual(open);
  });

  it('is possible with a lapsed subscription, at a deactivated location, and in an entry that was corrected', async () => {
    const { company, worker, userId, hall } = await newWorld();
    later(600);
    const [entry] = await rowsOf(userId);
    await company.admin.ok('updateTimeEntry', {
      params: { id: entry?.id ?? '' },
      body: {
        locationId: hall.id,
        checkIn: '2026-03-05T06:50:00Z',
        checkOut: null,
        reason: 'Queue at the gate',
      },
    });
    await company.admin.ok('updateLocation', {
      params: { id: hall.id },
      body: { name: 'Hall 2', address: '', description: '', isActive: false },
    });
    await app.services.db
      .updateTable('company')
      .set({ trialEndsAt: start })
      .where('id', '=', company.user.companyId)
      .execute();
    const before = await rowsOf(userId);
    const id = await checkOutOf(worker);
    expect(await undo(worker, id)).toMatchObject({ status: 200, body: { location: { name: 'Hall 2' } } });
    expect(await rowsOf(userId)).toEqual(before);
  });
});

describe('what undoes nothing, and changes nothing', () => {
  type World = Awaited<ReturnType<typeof newWorld>> & { entryId: string };
  const edit = (
    { company, hall, entryId }: World,
    changes: { checkIn?: string; checkOut?: string; locationId?: string },
  ) =>
    company.admin.ok('updateTimeEntry', {
      params: { id: entryId },
      body: {
        locationId: hall.id,
        checkIn: start,
        checkOut: clock.now().toISOString(),
        ...changes,
        reason: 'As it was',
      },
    });
  it.each<[string, string, (world: World) => unknown]>([
    ['more than a minute later', 'undo_too_late', () => later(61)],
    [
      'a new check-in',
      'changed_since_check_out',
      ({ client, yard }) => client.ok('scan', { body: { qrCode: yard.qrCode } }),
    ],
    [
      'an earlier start, set by an administrator',
      'changed_since_check_out',
      (world) => edit(world, { checkIn: '2026-03-05T06:50:00Z' }),
    ],
    [
      'another end, set by an administrator',
      'changed_since_check_out',
      (world) => edit(world, { checkOut: '2026-03-05T07:00:00Z' }),
    ],
    [
      'another location, set by an administrator',
      'changed_since_check_out',
      (world) => edit(world, { locationId: world.yard.id }),
    ],
    [
      'a deletion by an administrator',
      'changed_since_check_out',
      ({ company, entryId }) =>
        company.admin.ok('deleteTimeEntry', { params: { id: entryId }, body: { reason: 'Doubled' } }),
    ],
    [
      'the end of the location',
      'changed_since_check_out',
      ({ company, hall }) => company.admin.ok('deleteLocation', { params: { id: hall.id } }),
    ],
  ])('%s: %s', async (_, code, happen) => {
    const made = await newWorld();
    later(600);
    const [entry] = await rowsOf(made.userId);
    const id = await checkOutOf(made.worker);
    later(5);
    await happen({ ...made, entryId: entry?.id ?? '' });
    const before = await rowsOf(made.userId);
    expect(await undo(made.worker, id)).toMatchObject({ status: 409, body: { code } });
    expect(await rowsOf(made.userId)).toEqual(before);
    // Asked for once more it is still one trace, which does not vanish with a retry of the check-out.
    await undo(made.worker, id);
    const { refusedScans } = await made.company.admin.ok('listAttention');
    expect(refusedScans).toMatchObject([
      { user: { id: made.userId }, location: { id: made.hall.id }, reason: code, expectedAction: null },
    ]);
    const other = await registerCompany(app);
    expect((await other.admin.ok('listAttention')).refusedScans).toEqual([]);
  });

  it('more than ten of one entry: undo_too_late', async () => {
    const { worker, userId } = await newWorld();
    for (let times = 0; times < 10; times += 1) {
      later(5);
      expect(await undo(worker, await checkOutOf(worker))).toMatchObject({ status: 200 });
    }
    later(5);
    const refused = { status: 409, body: { code: 'undo_too_late' } };
    expect(await undo(worker, await checkOutOf(worker))).toMatchObject(refused);
    expect((await rowsOf(userId)).at(-1)).toMatchObject({ checkOut: expect.any(String) });
  });

  it('a month that was approved in between: month_locked', async () => {
    const { company, worker, client, userId, hall } = await newWorld();
    await app.services.db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
    setClock(Date.parse('2026-03-31T20:30:00Z'));
    await company.admin.ok('deleteTimeEntry', {
      params: { id: (await rowsOf(userId))[0]?.id ?? '' },
      body: { reason: 'A slip' },
    });
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    setClock(Date.parse('2026-03-31T21:00:10Z'));
    const id = await checkOutOf(worker);
    later(20);
    await company.admin.ok('approveMonth', { body: { month: '2026-03', userId } });
    const before = await rowsOf(userId);
    expect(await undo(worker, id)).toMatchObject({ status: 409, body: { code: 'month_locked' } });
    expect(await rowsOf(userId)).toEqual(before);
  });

  it('an end that the person stated, a check-in, a switch, a scan of a colleague, of nobody', async () => {
    const { company, worker, client, userId, hall, yard } = await newWorld();
    const [checkIn, change, stated] = [randomUUID(), randomUUID(), randomUUID()];
    const colleague = await addEmployee(app, company);
    await colleague.client.ok('scan', { body: { qrCode: hall.qrCode } });
    const theirs = await checkOutOf(colleague);
    later(20 * 3600);
    const [entry] = await rowsOf(userId);
    const previousEnd = { timeEntryId: entry?.id ?? '', leftAt: '2026-03-05T15:00:00Z' };
    await client.ok('checkOut', { body: { clientScanId: stated, previousEnd } });
    expect(await undo(worker, stated)).toMatchObject({
      status: 409,
      body: { code: 'changed_since_check_out' },
    });
    await client.ok('scan', { body: { qrCode: hall.qrCode, clientScanId: checkIn } });
    await client.ok('scan', { body: { qrCode: yard.qrCode, clientScanId: change } });
    const before = await rowsOf(userId);
    for (const id of [checkIn, change, theirs, randomUUID()]) {
      expect(await undo(worker, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(
      await client.call('undoCheckOut', { body: { clientScanId: stated, userId: colleague.employee.id } }),
    ).toMatchObject({ status: 409, body: { code: 'scan_of_another_person' } });
    expect(await rowsOf(userId)).toEqual(before);
  });
});

/*
 * Two people do the same at the same times; one of them also checks out too early every now and then and undoes it. Whatever
 * is told of the two must agree.
 */
describe('a life with undone check-outs is the same life', () => {
  const nights = [
    lastSundayAt1(2026, 2),
    lastSundayAt1(2026, 9),
    Date.UTC(2026, 4, 31, 22),
    Date.UTC(2026, 6, 8, 22),
  ];
  const step = fc.record({
    what: fc.constantFrom(
      'scan',
      'scan',
      'scan',
      'button',
      'slip',
      'slip',
      'slip',
      'double-slip',
      'late-slip',
    ),
    minutes: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 * 60 })),
    location: fc.nat(1),
    /** From the check-out to its undoing. */
    seconds: fc.integer({ min: 0, max: 60 }),
    offlineMinutes: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
  });
  const story = fc.record({
    zone: fc.nat(zoneNames.length - 1),
    night: fc.constantFrom(...nights),
    steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  });
  const begin = { what: 'scan' as const, minutes: 0, location: 0, seconds: 0, offlineMinutes: undefined };
  type Tenant = { company: Company; codes: string[]; careful: Person; careless: Person };
  let tenants: Tenant[];
  beforeAll(async () => {
    setClock(Date.UTC(2026, 0, 5));
    tenants = [];
    for (const zone of zoneNames) {
      const company = await registerCompany(app, { timezone: zone, subscriptionPlan: 'business' });
      const codes = [(await addLocation(company, 'A')).qrCode, (await addLocation(company, 'B')).qrCode];
      const [careful, careless] = [await addEmployee(app, company), await addEmployee(app, company)];
      tenants.push({ company, codes, careful, careless });
    }
    await app.services.db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
  });

  it('entries, totals, attention, ledger', async () => {
    const used = new Set<Tenant>();
    await fc.assert(
      fc.asyncProperty(story, async ({ zone, night, steps }) => {
        const tenant = tenants[zone];
        if (!tenant) return;
        used.add(tenant);
        setClock(night - day / 2);
        await app.services.db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
        const { careful, careless } = tenant;
        for (const { employee } of [careful, careless]) {
          for (const table of ['scan', 'timeEntry'] as const) {
            await app.services.db.deleteFrom(table).where('userId', '=', employee.id).execute();
          }
        }
        for (const one of [begin, ...steps]) await live(tenant, one);
        const [told, shouldBe] = [await toldOf(tenant, careless), await toldOf(tenant, careful)];
        expect(told).toEqual(shouldBe);
      }),
      { numRuns: samples(50), seed: 15 },
    );
    expect(used.size).toBeGreaterThan(0);
    for (const { company } of used) {
      expect(await verifyLedger(await exportLedger(company.admin))).toMatchObject({ ok: true });
    }
  });

  type Step = typeof story extends fc.Arbitrary<{ steps: (infer One)[] }> ? One : never;

  async function live({ codes, careful, careless }: Tenant, one: Step) {
    later(one.minutes * 60);
    const at = clock.now().getTime();
    const active = await careful.client.ok('getActiveEntry');
    // A forgotten check-out is another story.
    if (active?.needsAttention) return;
    const qrCode = codes[one.location] ?? '';
    const since = active ? Date.parse(active.checkIn) : 0;
    const offline =
      one.offlineMinutes !== undefined && at - one.offlineMinutes * minute > since
        ? new Date(at - one.offlineMinutes * minute).toISOString()
        : undefined;
    if (one.what === 'scan') {
      for (const { client } of [careful, careless]) await client.ok('scan', { body: { qrCode } });
      return;
    }
    if (one.what === 'button') {
      const codes = [careful, careless].map(
        async ({ client }) => (await client.call('checkOut', { body: {} })).status,
      );
      expect(new Set(await Promise.all(codes)).size).toBe(1);
      return;
    }
    if (!active) return;
    const id = await checkOutOf(careless, offline);
    if (one.what === 'late-slip') {
      // Too late to be undone: the other one leaves at that time too.
      await checkOutOf(careful, offline);
      later(61 + one.seconds);
      expect(await undo(careless, id)).toMatchObject({ status: 409, body: { code: 'undo_too_late' } });
      return;
    }
    later(one.seconds);
    expect(await undo(careless, id)).toMatchObject({ status: 200 });
    if (one.what === 'double-slip') expect(await undo(careless, id)).toMatchObject({ status: 200 });
  }

  /** All that is told of a person, without who it is. */
  async function toldOf({ company: { admin } }: Tenant, { client, employee: { id: userId } }: Person) {
    const nameless = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, inner) =>
          ['id', 'userId', 'timeEntryId', 'createdAt', 'receivedAt', 'user'].includes(key)
            ? undefined
            : inner,
        ),
      );
    const now = clock.now().getTime();
    const months = [now - 31 * day, now].map((ms) => new Date(ms + 3 * hour).toISOString().slice(0, 7));
    const range = { startDate: '2026-03-01', endDate: '2026-12-31', userId };
    const attention = await admin.ok('listAttention');
    return nameless({
      stored: (await rowsOf(userId)).map(({ companyId: _, ...row }) => row),
      active: await client.ok('getActiveEntry'),
      stats: await client.ok('getDashboardStats'),
      report: await admin.ok('getTimeEntriesReport', { query: range }),
      months: await Promise.all(
        months.map(async (month) =>
          (await admin.ok('listMonth', { query: { month } })).filter(({ user }) => user.id === userId),
        ),
      ),
      explained: await client.ok('explainHours', { query: range }),
      attention: attention.missingCheckOuts.filter((one) => one.userId === userId).length,
    });
  }
});
