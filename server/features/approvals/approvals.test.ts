import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { Seal } from '../hours/month-seal.ts';
import { digestOf } from './approvals.service.ts';

// Every month of the tests has ended.
const now = '2027-01-05T09:00:00.000Z';
const clock = fixedClock(now);
const reason = 'Late paper sheet';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(now));

type World = Company & { locationId: string };

/** Sessions end while the clock moves on. */
const signIn = ({ admin, user }: Company) => admin.ok('login', { body: { email: user.email, password } });

async function newWorld(
  timezone: string,
  rules: Partial<EndpointInput<'updateWorkRules'>['body']> = {},
): Promise<World> {
  const company = await registerCompany(app, { timezone, subscriptionPlan: 'business' });
  const { id: locationId } = await addLocation(company);
  const country = timezone === 'Europe/Warsaw' ? 'PL' : 'LV';
  await company.admin.ok('updateWorkRules', { body: { country, effectiveFrom: '2026-01-01', ...rules } });
  return { ...company, locationId };
}

type Terms = NonNullable<EndpointInput<'createEmployee'>['body']['terms']>[number];
const fullTime: Terms = {
  validFrom: '2026-01-01',
  pattern: [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * MS_PER_HOUR),
  weekly: 40 * MS_PER_HOUR,
  workTime: 'fixed',
  reducedNorm: false,
  overContractFrom: null,
  overtimeConsent: false,
  markedNightWork: false,
};
let counter = 0;

/** Somebody employed since the new year. */
async function newPerson({ admin }: World, terms: Partial<Terms> = {}): Promise<string> {
  counter += 1;
  const { id } = await admin.ok('createEmployee', {
    body: {
      ...{ firstName: 'Jan', lastName: `Nowak ${counter}`, employedFrom: '2026-01-01' },
      terms: [{ ...fullTime, ...terms }],
    },
  });
  return id;
}

const entryBody = ({ locationId }: World, userId: string, checkIn: string, checkOut: string) => ({
  body: { userId, locationId, checkIn, checkOut, reason },
});
const add = (world: World, ...entry: [userId: string, checkIn: string, checkOut: string]) =>
  world.admin.call('createTimeEntry', entryBody(world, ...entry));
async function mustAdd(world: World, ...entry: [userId: string, checkIn: string, checkOut: string]) {
  return world.admin.ok('createTimeEntry', entryBody(world, ...entry));
}

async function approve({ admin }: World, userId: string, ...months: string[]) {
  for (const month of months) {
    expect(await admin.ok('approveMonth', { body: { month, userId } })).toEqual([{ userId, refusal: null }]);
  }
}
const unlock = ({ admin }: World, userId: string, month: string, withLater = false) =>
  admin.ok('unlockMonth', { body: { month, userId, reason, withLater } });

/** What the month says of the person. */
async function hoursOf({ admin }: World, userId: string, month: string) {
  const query = { userId, details: 'true' as const };
  const [hours] = await admin.ok('getMonthHours', { params: { month }, query });
  if (!hours) throw new Error('nobody');
  return hours;
}

const locks = (month: string) => ({
  status: 409,
  body: { code: 'month_locked', message: expect.stringContaining(month) },
});

describe('a correction in an earlier month that would change an approved one', () => {
  it('by a night shift over the month’s end (PL) is refused, and names it', async () => {
    const world = await newWorld('Europe/Warsaw');
    const userId = await newPerson(world);
    // 00:30 to 06:30 on the first of October, and a day.
    await mustAdd(world, userId, '2026-09-30T22:30:00Z', '2026-10-01T04:30:00Z');
    await mustAdd(world, userId, '2026-10-02T06:00:00Z', '2026-10-02T14:00:00Z');
    await approve(world, userId, '2026-09', '2026-10');
    const sealed = await hoursOf(world, userId, '2026-10');
    expect(sealed).toMatchObject({ total: 14 * MS_PER_HOUR, night: 5.5 * MS_PER_HOUR });
    expect(await world.admin.ok('listDependentMonths', { query: { month: '2026-09', userId } })).toEqual([
      '2026-10',
    ]);

    await unlock(world, userId, '2026-09');
    const evening = [userId, '2026-09-30T18:00:00Z', '2026-09-30T21:30:00Z'] as const;
    expect(await add(world, ...evening)).toMatchObject(locks('October 2026'));
    expect(await hoursOf(world, userId, '2026-09')).toMatchObject({ total: 0 });
    expect(await hoursOf(world, userId, '2026-10')).toEqual(sealed);
    // The day before, it changes nothing in October.
    expect(await add(world, userId, '2026-09-29T14:00:00Z', '2026-09-29T18:00:00Z')).toMatchObject({
      status: 201,
    });

    await approve(world, userId, '2026-09');
    await unlock(world, userId, '2026-09', true);
    expect(await add(world, userId, '2026-09-30T18:30:00Z', '2026-09-30T21:30:00Z')).toMatchObject({
      status: 201,
    });
    // The whole night is one shift of September now, and counts there only.
    expect(await hoursOf(world, userId, '2026-09')).toMatchObject({ total: 13 * MS_PER_HOUR });
    expect(await hoursOf(world, userId, '2026-10')).toMatchObject({ total: 8 * MS_PER_HOUR });
  });

  it('by the 24 hours of a working day (PL doba) is refused', async () => {
    const world = await newWorld('Europe/Warsaw');
    const userId = await newPerson(world);
    // 06:00 to 16:00 on the first: two hours of overtime.
    await mustAdd(world, userId, '2026-10-01T04:00:00Z', '2026-10-01T14:00:00Z');
    await approve(world, userId, '2026-10');
    const sealed = await hoursOf(world, userId, '2026-10');
    expect(sealed).toMatchObject({ overtime: 2 * MS_PER_HOUR });
    // 08:00 to 16:00 the day before: its 24 hours would take the first two of October.
    expect(await add(world, userId, '2026-09-30T06:00:00Z', '2026-09-30T14:00:00Z')).toMatchObject(
      locks('October 2026'),
    );
    expect(await add(world, userId, '2026-09-29T06:00:00Z', '2026-09-29T14:00:00Z')).toMatchObject({
      status: 201,
    });
    expect(await hoursOf(world, userId, '2026-10')).toEqual(sealed);
  });

  it('by the week of a part-time contract (LV) is refused', async () => {
    const world = await newWorld('Europe/Riga');
    const userId = await newPerson(world, { weekly: 30 * MS_PER_HOUR });
    for (const day of ['01', '02', '03', '04'])
      await mustAdd(world, userId, `2026-10-${day}T05:00:00Z`, `2026-10-${day}T13:00:00Z`);
    await mustAdd(world, userId, '2026-09-28T05:00:00Z', '2026-09-28T13:00:00Z');
    await approve(world, userId, '2026-10');
    const sealed = await hoursOf(world, userId, '2026-10');
    expect(sealed).toMatchObject({ overtime: 0 });
    // Forty hours are worked; what comes on top is overtime of the week that ends on the fourth.
    expect(await add(world, userId, '2026-09-29T05:00:00Z', '2026-09-29T13:00:00Z')).toMatchObject(
      locks('October 2026'),
    );
    expect(await add(world, userId, '2026-09-25T05:00:00Z', '2026-09-25T13:00:00Z')).toMatchObject({
      status: 201,
    });
    expect(await hoursOf(world, userId, '2026-10')).toEqual(sealed);
  });

  it('by an automatic break (LV) is refused', async () => {
    const automatic = { after: 6 * MS_PER_HOUR, length: MS_PER_HOUR / 2, at: 4 * MS_PER_HOUR };
    const world = await newWorld('Europe/Riga', {
      breaks: { policy: 'automatic', automatic, isPaid: false },
    });
    const userId = await newPerson(world);
    // 20:00 to 23:00 in September, and 23:20 to 04:00: seven and a half hours, with a gap of 20 minutes.
    await mustAdd(world, userId, '2026-09-30T17:00:00Z', '2026-09-30T20:00:00Z');
    await mustAdd(world, userId, '2026-09-30T21:00:00Z', '2026-10-01T01:00:00Z');
    await approve(world, userId, '2026-10');
    const sealed = await hoursOf(world, userId, '2026-10');
    // Its gap of an hour is break enough; without the first part there would be no long shift either.
    const before = await world.admin.ok('getTimeEntriesReport', {
      query: { startDate: '2026-09-30', endDate: '2026-09-30', format: 'json' },
    });
    const first = (before as { id: string; checkIn: string }[]).find(({ checkIn }) =>
      checkIn.includes('T17'),
    );
    const moved = {
      params: { id: first?.id ?? '' },
      body: {
        locationId: world.locationId,
        checkIn: '2026-09-30T17:00:00Z',
        checkOut: '2026-09-30T20:59:00Z',
        reason,
      },
    };
    expect(await world.admin.call('updateTimeEntry', moved)).toMatchObject(locks('October 2026'));
    expect(await hoursOf(world, userId, '2026-10')).toEqual(sealed);
  });

  it('by the settlement period of summed time is refused', async () => {
    const world = await newWorld('Europe/Riga', { settlementMonths: 3 });
    const userId = await newPerson(world, { workTime: 'summed' });
    for (let day = 1; day <= 30; day += 1) {
      const date = `2026-09-${String(day).padStart(2, '0')}`;
      await mustAdd(world, userId, `${date}T03:00:00Z`, `${date}T21:00:00Z`);
    }
    await approve(world, userId, '2026-09');
    const sealed = await hoursOf(world, userId, '2026-09');
    expect(await add(world, userId, '2026-07-30T06:00:00Z', '2026-07-30T16:00:00Z')).toMatchObject(
      locks('September 2026'),
    );
    expect(await add(world, userId, '2026-06-30T06:00:00Z', '2026-06-30T16:00:00Z')).toMatchObject({
      status: 201,
    });
    expect(await hoursOf(world, userId, '2026-09')).toEqual(sealed);
  });

  it('by a request, an absence or a deletion is refused alike', async () => {
    const world = await newWorld('Europe/Riga', { settlementMonths: 3 });
    const { client, employee } = await addEmployee(app, world);
    const userId = employee.id;
    await world.admin.ok('updateEmployee', {
      params: { id: userId },
      body: {
        ...{ firstName: 'Jānis', lastName: 'Kalniņš', email: employee.email, employedFrom: '2026-01-01' },
        terms: [{ ...fullTime, workTime: 'summed' }],
        currentPassword: password,
      },
    });
    const july = await mustAdd(world, userId, '2026-07-30T06:00:00Z', '2026-07-30T16:00:00Z');
    await mustAdd(world, userId, '2026-09-30T06:00:00Z', '2026-09-30T16:00:00Z');
    const { id } = await client.ok('createCorrectionRequest', {
      body: { kind: 'edit', timeEntryId: july.id, checkOut: '2026-07-30T15:00:00Z', reason },
    });
    await approve(world, userId, '2026-09');
    const decision = { params: { id }, body: { decision: 'approved' as const } };
    expect(await world.admin.call('decideCorrectionRequest', decision)).toMatchObject(
      locks('September 2026'),
    );
    const gone = { params: { id: july.id }, body: { reason } };
    expect(await world.admin.call('deleteTimeEntry', gone)).toMatchObject(locks('September 2026'));
    const leave = { userId, startDate: '2026-07-01', endDate: '2026-07-03', code: 'A' };
    expect(await world.admin.call('createAbsence', { body: leave })).toMatchObject(locks('September 2026'));
  });
});

describe('an approval', () => {
  it('waits for an open shift that began in its month, where shifts stand on their date (PL)', async () => {
    clock.set('2026-12-31T09:00:00.000Z');
    const world = await newWorld('Europe/Warsaw');
    const { client, employee } = await addEmployee(app, world);
    const locations = await world.admin.ok('listLocations');
    clock.set('2027-01-01T00:30:00Z');
    await mustAdd(world, employee.id, '2026-12-31T19:00:00Z', '2026-12-31T22:00:00Z');
    await client.ok('scan', { body: { qrCode: locations[0]?.qrCode ?? '' } });
    clock.set('2027-01-01T00:40:00Z');
    const body = { month: '2026-12', userId: employee.id };
    expect(await world.admin.ok('approveMonth', { body })).toMatchObject([{ refusal: 'open_questions' }]);
    clock.set('2027-01-01T04:30:00Z');
    await client.ok('checkOut', { body: {} });
    expect(await world.admin.ok('approveMonth', { body })).toMatchObject([{ refusal: null }]);
    expect(await hoursOf(world, employee.id, '2026-12')).toMatchObject({ total: 7 * MS_PER_HOUR });
  });

  it('holds everybody who is in the month, with hours or without, as they are then', async () => {
    const world = await newWorld('Europe/Riga');
    const [working, away] = [await newPerson(world), await newPerson(world)];
    await mustAdd(world, working, '2026-10-05T06:00:00Z', '2026-10-05T14:00:00Z');
    const leave = { userId: away, startDate: '2026-10-01', endDate: '2026-10-31', code: 'A' };
    const { id } = await world.admin.ok('createAbsence', { body: leave });
    const answers = await world.admin.ok('approveMonth', { body: { month: '2026-10' } });
    expect(answers.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))).toEqual(
      [working, away].toSorted().map((userId) => ({ userId, refusal: null })),
    );
    const sheet = () =>
      world.admin.ok('getMonthSheet', { params: { month: '2026-10' }, query: { format: 'json' } });
    const printed = await sheet();
    expect(printed).toMatchObject([{ warning: null }]);

    const shorter = { params: { id }, body: { ...leave, endDate: '2026-10-20' } };
    expect(await world.admin.call('updateAbsence', shorter)).toMatchObject(locks('October 2026'));
    await world.admin.ok('deactivateEmployees', { body: { userIds: [away] } });
    clock.set('2027-01-06T09:00:00.000Z');
    await signIn(world);
    const late = await newPerson(world);
    expect(await sheet()).toEqual(printed);
    // Who has worked in it after all is, and has to be approved.
    await mustAdd(world, late, '2026-10-06T06:00:00Z', '2026-10-06T14:00:00Z');
    expect(await sheet()).toMatchObject([{ warning: expect.any(String) }]);
  });

  it('is printed years later as it was, whatever the company and the person are called then', async () => {
    const world = await newWorld('Europe/Riga');
    const userId = await newPerson(world);
    await mustAdd(world, userId, '2026-10-05T06:00:00Z', '2026-10-05T15:00:00Z');
    await approve(world, userId, '2026-10');
    const files = async () => [
      await world.admin.ok('getMonthSheet', { params: { month: '2026-10' }, query: { format: 'json' } }),
      (await world.admin.raw({ url: '/api/months/2026-10/payroll?format=csv' })).body,
      await hoursOf(world, userId, '2026-10'),
    ];
    const printed = await files();
    clock.set('2029-03-01T09:00:00.000Z');
    await app.services.db.updateTable('company').set({ trialEndsAt: '2030-01-01' }).execute();
    await signIn(world);
    const employee = {
      ...{ firstName: 'Janina', lastName: 'Other', position: 'Director', payrollNo: '77' },
      ...{ employedFrom: '2026-01-01', terms: [fullTime] },
    };
    await world.admin.ok('updateEmployee', { params: { id: userId }, body: employee });
    const settings = await world.admin.ok('getSheetSettings');
    const { country: _, ...own } = settings;
    const changed = { ...own, unit: 'New unit', approver: 'Somebody else' };
    await world.admin.ok('updateSheetSettings', { body: changed });
    await app.services.db.updateTable('company').set({ name: 'Another name SIA' }).execute();
    const [sheet, payroll, hours] = await files();
    expect(sheet).toEqual(printed[0]);
    expect(payroll).toEqual(printed[1]);
    expect(hours).toMatchObject({ ...(printed[2] as object), user: { lastName: 'Other' } });
  });

  it('stands in the ledger with its figures and the digest of what is kept', async () => {
    const world = await newWorld('Europe/Riga');
    const userId = await newPerson(world);
    await mustAdd(world, userId, '2026-10-05T06:00:00Z', '2026-10-05T15:00:00Z');
    await approve(world, userId, '2026-10');
    const lines = (await exportLedger(world.admin)).map((line) => JSON.parse(line));
    const { why } = lines.find(({ kind }) => kind === 'month-approved').body;
    expect(why).toMatchObject({ month: '2026-10', ms: 9 * MS_PER_HOUR, overtime: MS_PER_HOUR });
    const [kept] = await app.services.db
      .selectFrom('monthSeal')
      .where('companyId', '=', world.user.company.id)
      .select('content')
      .execute();
    expect(digestOf(kept?.content as unknown as Seal)).toBe(why.seal);
  });
});

it('sealed months stay as they were sealed, and every worked millisecond is in exactly one month', async () => {
  const world = await newWorld('Europe/Warsaw');
  const months = ['2026-08', '2026-09', '2026-10'];
  const step = fc.oneof(
    // Around the ends of the months, in half hours.
    fc.record({
      act: fc.constant('add' as const),
      end: fc.constantFrom('2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z'),
      from: fc.integer({ min: -60, max: 60 }),
      length: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({ act: fc.constant('delete' as const), index: fc.nat(5) }),
    fc.record({
      act: fc.constantFrom('approve' as const, 'unlock' as const),
      month: fc.constantFrom(...months),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const userId = await newPerson(world);
      const sealed = new Map<string, unknown>();
      const entries = new Map<string, number>();
      for (const one of steps) {
        if (one.act === 'add') {
          const from = Date.parse(one.end) + one.from * (MS_PER_HOUR / 2);
          const ms = one.length * (MS_PER_HOUR / 2);
          const [checkIn, checkOut] = [from, from + ms].map((at) => new Date(at).toISOString());
          const { status, body } = await add(world, userId, checkIn ?? '', checkOut ?? '');
          expect([201, 409]).toContain(status);
          if (status === 201) entries.set(body.id, ms);
        } else if (one.act === 'delete') {
          const id = [...entries.keys()][one.index];
          if (!id) continue;
          const { status } = await world.admin.call('deleteTimeEntry', { params: { id }, body: { reason } });
          expect([204, 200, 409]).toContain(status);
          if (status < 300) entries.delete(id);
        } else if (one.act === 'approve') {
          await world.admin.ok('approveMonth', { body: { month: one.month, userId } });
          sealed.set(one.month, await hoursOf(world, userId, one.month));
        } else {
          await world.admin.call('unlockMonth', { body: { month: one.month, userId, reason } });
          sealed.delete(one.month);
        }
        let total = 0;
        for (const month of months) {
          const hours = await hoursOf(world, userId, month);
          total += hours.total;
          if (sealed.has(month))
            expect({ ...hours, period: null }).toEqual({ ...(sealed.get(month) as object), period: null });
        }
        expect(total).toBe([...entries.values()].reduce((sum, ms) => sum + ms, 0));
      }
    }),
    { numRuns: samples(60) },
  );
});

describe('the closing of a month', () => {
  const closing = ({ admin }: Company, month?: string) =>
    admin.ok('getMonthClosing', { query: month ? { month } : {} });

  it('is to be done from the last working day until a week after everybody is approved', async () => {
    // Friday, 30 October 2026, is the last working day; All Saints is a Sunday.
    clock.set('2026-10-29T09:00:00.000Z');
    const world = await newWorld('Europe/Warsaw');
    const [first, second] = [await newPerson(world), await newPerson(world)];
    expect(await closing(world)).toBeNull();
    await mustAdd(world, first, '2026-10-05T05:00:00Z', '2026-10-05T13:00:00Z');
    expect(await closing(world)).toBeNull();
    expect(await closing(world, '2026-09')).toMatchObject({ people: 2, approved: 0 });
    expect(await closing(world, '2025-12')).toBeNull();
    clock.set('2026-10-30T09:00:00.000Z');
    await signIn(world);
    const running = { month: '2026-10', hasEnded: false, approved: 0, closed: null, mailedAt: null };
    expect(await closing(world)).toMatchObject({ ...running, people: 2, withQuestions: 0 });

    clock.set('2026-11-02T09:00:00.000Z');
    await signIn(world);
    await approve(world, second, '2026-10');
    expect(await closing(world)).toMatchObject({ hasEnded: true, approved: 1, needsAnotherAdmin: false });
    await world.admin.ok('approveMonth', { body: { month: '2026-10' } });
    const closed = await closing(world);
    const [last] = (await exportLedger(world.admin)).slice(-1).map((line) => JSON.parse(line));
    expect(closed).toMatchObject({
      approved: 2,
      closed: { at: '2026-11-02T09:00:00.000Z', record: { seq: last.seq, hash: last.hash } },
    });

    clock.set('2026-11-08T09:00:00.000Z');
    await signIn(world);
    expect(await closing(world)).toEqual(closed);
    clock.set('2026-11-10T09:00:00.000Z');
    await signIn(world);
    expect(await closing(world)).toBeNull();
    expect(await closing(world, '2026-10')).toEqual(closed);
    await unlock(world, first, '2026-10');
    expect(await closing(world)).toMatchObject({ approved: 1, closed: null });
  });

  it('counts people with questions, and tells an administrator whose own month another has to approve', async () => {
    const world = await newWorld('Europe/Riga');
    const { client } = await addEmployee(app, world);
    const userId = (await client.ok('getUser')).id;
    await mustAdd(world, world.user.id, '2026-12-01T05:00:00Z', '2026-12-01T13:00:00Z');
    const entry = await mustAdd(world, userId, '2026-12-01T05:00:00Z', '2026-12-01T13:00:00Z');
    await client.ok('createCorrectionRequest', {
      body: { kind: 'delete', timeEntryId: entry.id, reason },
    });
    expect(await closing(world)).toMatchObject({ month: '2026-12', people: 2, withQuestions: 1 });
    await addEmployee(app, world, { role: 'admin' });
    expect(await closing(world)).toMatchObject({ needsAnotherAdmin: true });
  });
});
