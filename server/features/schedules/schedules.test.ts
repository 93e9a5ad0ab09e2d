import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { addDays, datesBetween } from '#domain/dates.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { lockTimeEntriesOf } from '#server/platform/database/database.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { untilLockIsAwaited } from '#tests/support/test-database.ts';

// A Wednesday; 10:00 in Riga.
const now = '2026-06-10T07:00:00.000Z';
const clock = fixedClock(now);
let app: TestApp;
let company: Company;
let worker: Awaited<ReturnType<typeof addEmployee>>;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(now);
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  worker = await addEmployee(app, company);
});

type Kind = EndpointInput<'createShiftKind'>['body'];
type Days = EndpointInput<'setScheduleDays'>['body']['days'];
type Shift = Days[number]['shifts'][number];

const shift = (starts: string, ends: string, more: Partial<Shift> = {}): Shift => ({
  ...{ starts, ends, breakMinutes: 0, locationId: null, kindId: null, note: null },
  ...more,
});
const day = shift('07:00', '15:30', { breakMinutes: 30 });
const night = shift('22:00', '06:00');
const july = (date: number) => `2026-07-${String(date).padStart(2, '0')}`;
const period = { startDate: '2026-07-01', endDate: '2026-07-31' };
const refused = (status: number, code: string) => ({ status, body: { code } });

const addKind = (more: Partial<Kind> = {}, { admin } = company) =>
  admin.ok('createShiftKind', {
    body: {
      name: 'Rīta maiņa',
      code: 'R',
      starts: '07:00',
      ends: '15:30',
      breakMinutes: 30,
      locationId: null,
      ...more,
    },
  });
const plan = (shiftsByDate: Record<number, Shift[]>, userId = worker.employee.id): Days =>
  Object.entries(shiftsByDate).map(([date, shifts]) => ({ userId, date: july(Number(date)), shifts }));
const set = (days: Days, ifVersion?: number) =>
  company.admin.call('setScheduleDays', { body: { days, ...(ifVersion !== undefined && { ifVersion }) } });
const setOk = async (shiftsByDate: Record<number, Shift[]>) =>
  company.admin.ok('setScheduleDays', { body: { days: plan(shiftsByDate) } });
const read = (more = {}) => company.admin.ok('getSchedule', { query: { ...period, ...more } });
const ofWorker = async (more = {}) =>
  (await read(more)).people.find(({ user }) => user.id === worker.employee.id);
const publish = (more = {}) =>
  company.admin.call('publishSchedule', { body: { ...period, reason: 'Pirmais', ...more } });
const own = () => worker.client.ok('getOwnSchedule', { query: period });
const setTerms = async (workTime: 'fixed' | 'summed') => {
  const { id, firstName, lastName, email, role } = worker.employee;
  const pattern = [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * H);
  const terms = [{ validFrom: '1970-01-01', pattern, weekly: 40 * H, workTime }];
  await company.admin.ok('updateEmployee', {
    params: { id },
    body: { firstName, lastName, email, role, terms },
  });
};

describe('shift kinds', () => {
  it('are added, changed and deleted; a code is one kind’s, and what was planned keeps its times', async () => {
    const kind = await addKind();
    expect(await company.admin.call('createShiftKind', { body: { ...kind, code: 'r' } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'code' }] },
    });
    await setOk({ 1: [shift('07:00', '15:30', { kindId: kind.id })] });
    const body = { ...kind, starts: '08:00', isActive: false };
    expect(await company.admin.ok('updateShiftKind', { params: { id: kind.id }, body })).toMatchObject({
      starts: '08:00',
      isActive: false,
    });
    await company.admin.ok('deleteShiftKind', { params: { id: kind.id } });
    expect(await company.admin.ok('listShiftKinds')).toEqual([]);
    expect((await ofWorker())?.days).toMatchObject([{ shifts: [{ starts: '07:00', kindId: null }] }]);
  });

  it.each([
    ['ΑΣ', 'ασ'],
    ['İ', 'i'],
    ['Ņ', 'ņ'],
  ])('have codes that are told apart as the database does: %s and %s', async (code, same) => {
    await addKind({ code });
    await addKind({ code: 'Cits' });
    const answer = await company.admin.call('createShiftKind', {
      body: { name: 'A', starts: '07:00', ends: '15:00', breakMinutes: 0, locationId: null, code: same },
    });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } });
  });

  it('of a deleted location are inactive, and can be given another one', async () => {
    const { id: locationId } = await addLocation(company);
    const kind = await addKind({ locationId });
    await company.admin.ok('deleteLocation', { params: { id: locationId } });
    expect(await company.admin.ok('listShiftKinds')).toMatchObject([{ id: kind.id, isActive: false }]);
    const params = { id: kind.id };
    const change = (more: Partial<Kind>) =>
      company.admin.ok('updateShiftKind', { params, body: { ...kind, ...more } });
    expect(await change({ name: 'Agrā maiņa' })).toMatchObject({ name: 'Agrā maiņa', locationId });
    await change({ locationId: null });
    expect(await company.admin.ok('listShiftKinds')).toMatchObject([{ isActive: true, locationId: null }]);
  });

  it.each([
    [{ code: 'ABCDE' }, 'code'],
    [{ starts: '24:00' }, 'starts'],
    [{ starts: '07:00', ends: '07:30', breakMinutes: 30 }, 'breakMinutes'],
    [{ name: ' ' }, 'name'],
  ])('refuses %j', async (more, path) => {
    const body = {
      name: 'A',
      code: 'A',
      starts: '07:00',
      ends: '15:00',
      breakMinutes: 0,
      locationId: null,
      ...more,
    };
    expect(await company.admin.call('createShiftKind', { body })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
  });
});

describe('the draft', () => {
  it('is set by whole days, repeated without a change, and no employee sees it', async () => {
    const first = await set(plan({ 1: [day], 2: [night], 3: [] }));
    expect(first).toMatchObject({ status: 200, body: { version: 1 } });
    expect((await set(plan({ 1: [day], 2: [night], 3: [] }))).body).toMatchObject({ version: 1 });
    expect(await ofWorker()).toMatchObject({
      days: [
        { date: july(1), shifts: [day] },
        { date: july(2), shifts: [night] },
      ],
      plannedMs: 16 * H,
      isChanged: true,
      coveredDates: [],
    });
    expect((await ofWorker({ plan: 'published' }))?.days).toEqual([]);
    expect(await own()).toEqual({ days: [], coveredDates: [], hasFeed: false, announcements: [] });
    expect(await worker.client.call('getSchedule', { query: period })).toMatchObject({ status: 403 });
  });

  it('says what a change replaced, so that it can be taken back', async () => {
    await setOk({ 1: [day] });
    const changed = await setOk({ 1: [night], 4: [day] });
    expect(changed.before).toMatchObject([
      { date: july(1), shifts: [day] },
      { date: july(4), shifts: [] },
    ]);
    await company.admin.ok('setScheduleDays', { body: { days: changed.before } });
    expect((await ofWorker())?.days).toMatchObject([{ date: july(1), shifts: [day] }]);
  });

  it.each<[string, Record<number, Shift[]>]>([
    ['on one date', { 1: [day, shift('15:00', '18:00')] }],
    ['across midnight', { 1: [night], 2: [shift('05:00', '09:00')] }],
    ['across midnight with what is there', { 9: [night] }],
    ['with the day before that is there', { 11: [shift('05:30', '09:00')] }],
  ])('refuses shifts that overlap %s, all of them', async (_where, shifts) => {
    await setOk({ 10: [shift('05:00', '13:00'), night] });
    const answer = await set(plan({ ...shifts, 20: [day] }));
    expect(answer).toMatchObject(refused(409, 'schedule_overlaps'));
    expect(answer.body.message).toContain('Jānis Kalniņš');
    expect((await ofWorker())?.days).toHaveLength(1);
  });

  it('takes shifts that only touch', async () => {
    expect(await set(plan({ 1: [night], 2: [shift('06:00', '12:00')] }))).toMatchObject({ status: 200 });
  });

  it('refuses days that somebody else has changed since, unless they are the same', async () => {
    const { version } = await read();
    await setOk({ 1: [day] });
    expect(await set(plan({ 1: [night] }), version)).toMatchObject(refused(409, 'schedule_changed'));
    expect(await set(plan({ 1: [day] }), version)).toMatchObject({ status: 200 });
    expect(await set(plan({ 2: [day] }), version)).toMatchObject({ status: 200 });
    expect(await set(plan({ 1: [night] }), (await read()).version)).toMatchObject({ status: 200 });
  });

  it('of two planners at once one is refused, and nothing is lost', async () => {
    const { version } = await read();
    const answers = await Promise.all([set(plan({ 1: [day] }), version), set(plan({ 1: [night] }), version)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is never older than the version with which it is answered', async () => {
    for (let hour = 10; hour < 24; hour += 1) {
      const typed = shift('07:00', `${hour}:00`);
      const [seen, saved] = await Promise.all([read(), setOk({ 1: [typed] })]);
      const [found] = seen.people.flatMap(({ days }) => days);
      if (seen.version >= saved.version) expect(found?.shifts).toEqual([typed]);
    }
  });

  it('of more planners than the database has connections each is answered', async () => {
    const { version } = await read();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        set(plan({ [1 + (index % 30)]: [shift(index < 30 ? '07:00' : '08:00', '15:00')] }), version),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(30);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(30);
  });

  it.each<[string, Days | (() => Days)]>([
    ['too far ahead', () => [{ userId: worker.employee.id, date: '2029-01-01', shifts: [day] }]],
    ['four shifts', () => plan({ 1: [0, 3, 6, 9].map((hour) => shift(`0${hour}:00`, `0${hour}:30`)) })],
    ['a date twice', () => [...plan({ 1: [day] }), ...plan({ 1: [night] })]],
  ])('refuses %s', async (_what, days) => {
    const body = { days: typeof days === 'function' ? days() : days };
    expect(await company.admin.call('setScheduleDays', { body })).toMatchObject({ status: 400 });
  });

  it('takes no person, kind or location of another company', async () => {
    const other = await registerCompany(app);
    const stranger = await addEmployee(app, other);
    const place = await addLocation(other);
    const kind = await addKind({}, other);
    for (const days of [
      plan({ 1: [day] }, stranger.employee.id),
      plan({ 1: [{ ...day, locationId: place.id }] }),
      plan({ 1: [{ ...day, kindId: kind.id }] }),
    ]) {
      expect(await set(days)).toMatchObject(refused(404, 'not_found'));
    }
    const query = { ...period, locationId: place.id };
    expect(await company.admin.call('getSchedule', { query })).toMatchObject(refused(404, 'not_found'));
  });

  it('is copied, and filled by a rotation in which each person has a place', async () => {
    const early = await addKind();
    const late = await addKind({ code: 'V', starts: '15:00', ends: '23:00', breakMinutes: 0 });
    const colleague = await addEmployee(app, company, { firstName: 'Ilze' });
    const userIds = [worker.employee.id, colleague.employee.id];
    const filled = await company.admin.ok('fillSchedule', {
      body: {
        ...{ startDate: '2026-07-01', endDate: '2026-07-07', userIds, rotation: [early.id, late.id, null] },
        firstDay: { [colleague.employee.id]: 2 },
      },
    });
    expect(filled.after).toHaveLength(14);
    const starts = async (userId: string, more = {}) => {
      const found = (await read(more)).people.find(({ user }) => user.id === userId);
      return found?.days.map(({ date, shifts }) => `${date.slice(8)} ${shifts[0]?.starts}`);
    };
    expect(await starts(worker.employee.id)).toEqual([
      '01 07:00',
      '02 15:00',
      '04 07:00',
      '05 15:00',
      '07 07:00',
    ]);
    expect(await starts(colleague.employee.id)).toEqual(['02 07:00', '03 15:00', '05 07:00', '06 15:00']);
    await company.admin.ok('copySchedule', {
      body: {
        startDate: '2026-07-01',
        endDate: '2026-07-03',
        toDate: '2026-07-29',
        userIds: [worker.employee.id],
      },
    });
    expect((await starts(worker.employee.id))?.slice(5)).toEqual(['29 07:00', '30 15:00']);
  });

  it('is warned of together with what was really worked, as that changes', async () => {
    const today = { startDate: '2026-06-10', endDate: '2026-06-10' };
    const days = [{ userId: worker.employee.id, date: today.startDate, shifts: [shift('12:00', '20:00')] }];
    await company.admin.ok('setScheduleDays', { body: { days } });
    const rests = async () =>
      (await read(today)).warnings.flatMap(({ kind, ms }) => (kind === 'daily-rest' ? [ms / H] : []));
    expect(await rests()).toEqual([]);
    const { id: locationId } = await addLocation(company);
    // Until 06:00 in Riga.
    const entry = await company.admin.ok('createTimeEntry', {
      body: {
        ...{ userId: worker.employee.id, locationId, reason: 'Aizmirsa' },
        ...{ checkIn: '2026-06-09T19:00:00Z', checkOut: '2026-06-10T03:00:00Z' },
      },
    });
    expect(await rests()).toEqual([6]);
    await company.admin.ok('deleteTimeEntry', { params: { id: entry.id }, body: { reason: 'Kļūda' } });
    expect(await rests()).toEqual([]);
  });

  it('is warned of with the whole settlement period so far, months to come included', async () => {
    await setTerms('summed');
    await company.admin.ok('updateWorkRules', { body: { country: 'LV', settlementMonths: 3 } });
    const userId = worker.employee.id;
    const long = datesBetween({ start: '2026-07-01', end: '2026-07-31' });
    const days = long.map((date) => ({ userId, date, shifts: [shift('07:00', '22:00')] }));
    const rest = datesBetween({ start: '2026-08-01', end: '2026-09-30' });
    days.push(...rest.map((date) => ({ userId, date, shifts: [shift('07:00', '12:00')] })));
    await company.admin.ok('setScheduleDays', { body: { days } });
    const { warnings } = await company.admin.ok('getSchedule', {
      query: { startDate: '2026-09-01', endDate: '2026-09-30' },
    });
    const hours = (31 * 15 + 61 * 5) * 7;
    expect(warnings.filter(({ kind }) => kind === 'average-week')).toMatchObject([
      { date: '2026-09-30', ms: Math.floor((hours * H) / 92), limitMs: 48 * H },
    ]);
  });

  it('is compared with the norm that it would leave, as its warning is', async () => {
    await setTerms('summed');
    const absence = { startDate: july(14), endDate: july(15), code: 'A' };
    await company.admin.ok('createAbsence', { body: { userId: worker.employee.id, ...absence } });
    expect(await ofWorker()).toMatchObject({ normMs: 168 * H });
    await setOk({ 14: [shift('07:00', '19:00')], 20: [day] });
    for (const plan of ['draft', 'published'] as const) {
      if (plan === 'published') await publish();
      const { warnings } = await read({ plan });
      expect(warnings.find(({ kind }) => kind === 'differs-from-norm')).toMatchObject({ limitMs: 164 * H });
      expect(await ofWorker({ plan })).toMatchObject({ normMs: 164 * H });
    }
  });

  it('of a rotation leaves out holidays where asked', async () => {
    const { id } = await addKind();
    const filled = await company.admin.ok('fillSchedule', {
      // 23 and 24 June are public holidays.
      body: {
        ...{ startDate: '2026-06-22', endDate: '2026-06-25', userIds: [worker.employee.id], rotation: [id] },
        skipHolidays: true,
      },
    });
    expect(filled.after.map(({ date }) => date)).toEqual(['2026-06-22', '2026-06-25']);
  });
});

it('says where the law wants a schedule to cover a month', async () => {
  const polish = await registerCompany(app, { timezone: 'Europe/Warsaw' });
  expect((await read()).coversMonth).toBe(false);
  expect((await polish.admin.ok('getSchedule', { query: period })).coversMonth).toBe(true);
});

describe('publishing', () => {
  it('announces to each person what changed, once, and they say that they have seen it', async () => {
    const kind = await addKind();
    const place = await addLocation(company, 'Zāģētava');
    await setOk({ 13: [{ ...day, kindId: kind.id, locationId: place.id }], 14: [night] });
    expect(await publish()).toMatchObject({ status: 200, body: { announced: 1, within: [] } });
    expect((await publish()).body).toEqual({ announced: 0, within: [] });
    const seen = await own();
    expect(seen.days).toMatchObject([
      { date: july(13), shifts: [{ starts: '07:00', name: 'Rīta maiņa', locationName: 'Zāģētava' }] },
      { date: july(14), shifts: [{ starts: '22:00' }] },
    ]);
    expect(seen.coveredDates).toHaveLength(31);
    expect(seen.announcements).toMatchObject([
      {
        reason: null,
        days: [
          { date: july(13), before: [], after: [{ starts: '07:00', kindId: kind.id }] },
          { date: july(14), after: [night] },
        ],
        seenAt: null,
      },
    ]);
    const announcementIds = seen.announcements.map(({ id }) => id);
    for (const _ of [1, 2]) {
      await worker.client.ok('acknowledgeSchedule', { body: { announcementIds } });
    }
    expect((await own()).announcements).toEqual([]);
    expect(await company.admin.ok('listAnnouncements', { query: period })).toMatchObject([
      {
        user: { id: worker.employee.id },
        announcedBy: { id: company.user.id },
        ...{ channels: ['app', 'mail'], changedDays: 2, seenAt: now },
      },
    ]);
    const ledger = (await exportLedger(company.admin)).map((line) => JSON.parse(line));
    expect(ledger.filter(({ kind: each }) => each.startsWith('schedule'))).toMatchObject([
      {
        kind: 'schedule-announced',
        actorId: company.user.id,
        userId: worker.employee.id,
        body: {
          why: {
            days: [
              { after: [{ times: '07:00–15:30', breakMinutes: 30, locationId: place.id }] },
              { after: [{ times: '22:00–06:00', breakMinutes: 0, locationId: null }] },
            ],
          },
        },
      },
      {
        kind: 'schedule-seen',
        actorId: worker.employee.id,
        body: { why: { announcementId: announcementIds[0] } },
      },
    ]);
  });

  it('nobody acknowledges what was announced to somebody else', async () => {
    await setOk({ 13: [day] });
    await publish();
    const { announcements } = await own();
    const colleague = await addEmployee(app, company);
    const body = { announcementIds: announcements.map(({ id }) => id) };
    for (const client of [colleague.client, company.admin]) {
      expect(await client.call('acknowledgeSchedule', { body })).toMatchObject(refused(404, 'not_found'));
    }
    expect((await own()).announcements).toHaveLength(1);
  });

  it('within the notice takes a reason, which stands in the announcement', async () => {
    await setOk({ 9: [day], 10: [day] });
    // One month in Latvia from 10 June.
    expect(await publish({ reason: undefined })).toMatchObject(refused(409, 'notice_needs_reason'));
    expect((await own()).days).toEqual([]);
    expect((await read()).warnings.filter(({ kind }) => kind === 'notice')).toMatchObject([
      { date: july(9) },
    ]);
    expect((await publish({ reason: 'Slimība' })).body).toMatchObject({
      announced: 1,
      within: [{ userId: worker.employee.id, date: july(9) }],
    });
    expect((await own()).announcements).toMatchObject([{ reason: 'Slimība' }]);
  });

  it('leaves out who was never planned, and announces a day off that was a shift', async () => {
    const colleague = await addEmployee(app, company, { firstName: 'Ilze' });
    await setOk({ 13: [day] });
    await publish();
    expect(await colleague.client.ok('getOwnSchedule', { query: period })).toEqual({
      days: [],
      coveredDates: [],
      hasFeed: false,
      announcements: [],
    });
    await setOk({ 13: [] });
    expect((await publish()).body).toMatchObject({ announced: 1 });
    const { days, announcements } = await own();
    expect(days).toEqual([]);
    expect(announcements[0]?.days).toMatchObject([{ date: july(13), before: [day], after: [] }]);
  });

  it('refuses a part of the draft that overlaps what is published beside it', async () => {
    await setOk({ 13: [night] });
    await publish();
    await setOk({ 13: [day], 14: [shift('05:00', '09:00')] });
    const part = { startDate: july(14), endDate: july(14) };
    expect(await publish(part)).toMatchObject(refused(409, 'schedule_overlaps'));
    expect((await own()).days).toMatchObject([{ date: july(13), shifts: [night] }]);
    expect(await publish({ startDate: july(13), endDate: july(14) })).toMatchObject({ status: 200 });
  });

  it('makes no month of days off of a slip of the planner, and one of who is named', async () => {
    await setOk({ 13: [day] });
    await setOk({ 13: [] });
    expect((await publish()).body).toEqual({ announced: 0, within: [] });
    expect((await own()).coveredDates).toEqual([]);
    expect((await publish({ userIds: [worker.employee.id] })).body).toMatchObject({ announced: 1 });
    expect(await own()).toMatchObject({ days: [], announcements: [{ days: [] }] });
    expect((await own()).coveredDates).toHaveLength(31);
  });

  it('tells nobody of a date that is left to an absence since', async () => {
    await setOk({ 13: [day] });
    await publish();
    const userId = worker.employee.id;
    await company.admin.ok('createAbsence', {
      body: { userId, startDate: july(20), endDate: july(20), code: 'A' },
    });
    expect((await publish()).body).toEqual({ announced: 0, within: [] });
    const { announcements, coveredDates } = await own();
    expect(announcements).toHaveLength(1);
    expect(coveredDates).not.toContain(july(20));
  });

  it('of who has left counts up to their last day, and again should they stay', async () => {
    await setOk({ 13: [day], 20: [day] });
    await publish();
    const { id, firstName, lastName, email, role } = worker.employee;
    const leave = (employedTo: string | null) =>
      company.admin.ok('updateEmployee', {
        params: { id },
        body: { firstName, lastName, email, role, employedTo },
      });
    await leave(july(19));
    expect((await own()).days).toMatchObject([{ date: july(13) }]);
    expect((await own()).coveredDates.at(-1)).toBe(july(19));
    // There is nothing to publish.
    expect(await read()).toMatchObject({ changed: 0, people: [{ changedDates: [] }, {}] });
    expect((await read()).warnings).toContainEqual(
      expect.objectContaining({ date: july(20), kind: 'not-employed' }),
    );
    await leave(null);
    expect((await own()).days).toMatchObject([{ date: july(13) }, { date: july(20) }]);
  });

  it('still shows what was published of who has closed their account since, and plans them no more', async () => {
    await setOk({ 13: [day], 20: [day] });
    await publish();
    const { id, firstName, lastName, email, role } = worker.employee;
    const close = (isActive: boolean) =>
      company.admin.ok('updateEmployee', {
        params: { id },
        body: { firstName, lastName, email, role, isActive },
      });
    // A month before the first shift.
    await close(false);
    expect(await ofWorker({ plan: 'published' })).toBeUndefined();
    await close(true);
    clock.set('2026-07-14T07:00:00.000Z');
    await company.admin.ok('login', { body: { email: company.user.email, password } });
    await close(false);
    expect((await ofWorker({ plan: 'published' }))?.days).toMatchObject([{ date: july(13) }, {}]);
    expect(await ofWorker()).toBeUndefined();
    expect(await set(plan({ 21: [day] }))).toMatchObject(refused(404, 'not_found'));
    expect((await company.admin.ok('getExpected', { query: { date: july(20) } })).locations).toEqual([]);
  });

  it('waits for an approval under way, unless it is of months to come', async () => {
    const june = { startDate: '2026-06-12', endDate: '2026-06-12' };
    const days = [{ userId: worker.employee.id, date: june.startDate, shifts: [day] }];
    await company.admin.ok('setScheduleDays', { body: { days } });
    await setOk({ 13: [day] });
    const { publishing } = await app.services.db.transaction().execute(async (transaction) => {
      await lockTimeEntriesOf(transaction, company.user.company.id, worker.employee.id);
      expect(await publish()).toMatchObject({ status: 200 });
      const waiting = publish(june);
      await untilLockIsAwaited(app.connectionString);
      return { publishing: waiting };
    });
    expect(await publishing).toMatchObject({ status: 200, body: { announced: 1 } });
  });

  it('refuses a change in an approved month, and leaves everything as it is', async () => {
    const { qrCode } = await addLocation(company);
    clock.set('2026-05-20T05:00:00.000Z');
    await worker.client.ok('scan', { body: { qrCode } });
    clock.set('2026-05-20T13:00:00.000Z');
    await worker.client.ok('checkOut', { body: {} });
    clock.set(now);
    await company.admin.ok('approveMonth', { body: { month: '2026-05', userId: worker.employee.id } });
    await company.admin.ok('setScheduleDays', {
      body: { days: [{ userId: worker.employee.id, date: '2026-05-21', shifts: [day] }] },
    });
    const may = { startDate: '2026-05-01', endDate: '2026-05-31' };
    expect(await publish(may)).toMatchObject(refused(409, 'month_locked'));
    expect(await worker.client.ok('getOwnSchedule', { query: may })).toMatchObject({
      days: [],
      coveredDates: [],
    });
  });

  it('is the plan of people with summed time: rest days and replaced hours follow it, the norm stays', async () => {
    await setTerms('summed');
    const july2026 = {
      params: { month: '2026-07' },
      query: { userId: worker.employee.id, details: 'true' as const },
    };
    const [before] = await company.admin.ok('getMonthHours', july2026);
    // Saturday 4 July is planned, Monday 6 July is off.
    await setOk({ 4: [shift('08:00', '20:00')], 6: [] });
    await publish();
    const [after] = await company.admin.ok('getMonthHours', july2026);
    const planOf = (date: string) => after?.details?.days.find((each) => each.date === date);
    expect(planOf(july(4))).toMatchObject({
      plan: 12 * H,
      derivation: { plan: [{ reason: 'schedule', ms: 12 * H }] },
    });
    expect(planOf(july(6))?.plan).toBe(0);
    expect(after?.plan).toBe(12 * H);
    expect(after?.norm).toBe(before?.norm);
  });

  it('of people with fixed time leaves the plan to the pattern and warns of the difference', async () => {
    await setTerms('fixed');
    await setOk({ 6: [shift('08:00', '20:00')] });
    expect(
      (await read()).warnings.filter(({ kind, date }) => kind === 'differs-from-pattern' && date === july(6)),
    ).toEqual([
      { userId: worker.employee.id, date: july(6), kind: 'differs-from-pattern', ms: 12 * H, limitMs: 8 * H },
    ]);
    await publish();
    const [month] = await company.admin.ok('getMonthHours', {
      params: { month: '2026-07' },
      query: { userId: worker.employee.id, details: 'true' },
    });
    expect(month?.details?.days.find(({ date }) => date === july(6))?.plan).toBe(8 * H);
  });
});

describe('who is expected', () => {
  // Two days ahead, so that everybody is still signed in.
  const friday = '2026-06-12';
  const june = { startDate: friday, endDate: '2026-06-13' };
  const setJune = (shifts: Shift[]) =>
    company.admin.ok('setScheduleDays', {
      body: { days: [{ userId: worker.employee.id, date: friday, shifts }] },
    });
  const expected = async (date = friday) => {
    const { locations, unplanned } = await company.admin.ok('getExpected', { query: { date } });
    return {
      shifts: locations.flatMap(({ location, shifts }) =>
        shifts.map(({ user, state, cameAt }) => [location?.name ?? null, user.lastName, state, cameAt]),
      ),
      unplanned: unplanned.map(({ user }) => user.lastName),
    };
  };

  it('is coming, late from the grace on, missing after an hour, and late where they came late', async () => {
    const place = await addLocation(company, 'Zāģētava');
    await setJune([{ ...day, locationId: place.id }]);
    // A draft expects nobody.
    expect(await expected()).toEqual({ shifts: [], unplanned: [] });
    await publish(june);
    // 07:00 in Riga is 04:00 UTC.
    for (const [at, state] of [
      ['04:04:59', 'coming'],
      ['04:05:00', 'late'],
      ['05:00:00', 'missing'],
    ] as const) {
      clock.set(`2026-06-12T${at}Z`);
      expect(await expected()).toEqual({ shifts: [['Zāģētava', 'Kalniņš', state, null]], unplanned: [] });
    }
    await worker.client.ok('scan', { body: { qrCode: place.qrCode } });
    expect(await expected()).toEqual({
      shifts: [['Zāģētava', 'Kalniņš', 'late', '2026-06-12T05:00:00.000Z']],
      unplanned: [],
    });
  });

  it('is not who is absent; who is there on a day off is unplanned', async () => {
    await setJune([day]);
    await publish(june);
    const place = await addLocation(company);
    clock.set('2026-06-13T06:00:00Z');
    await worker.client.ok('scan', { body: { qrCode: place.qrCode } });
    expect(await expected('2026-06-13')).toEqual({ shifts: [], unplanned: ['Kalniņš'] });
    await company.admin.ok('createAbsence', {
      body: { userId: worker.employee.id, startDate: friday, endDate: friday, code: 'A' },
    });
    expect((await expected()).shifts).toEqual([[null, 'Kalniņš', 'absent', null]]);
    expect(await worker.client.call('getExpected', { query: { date: friday } })).toMatchObject({
      status: 403,
    });
  });
});

describe('managers and accountants', () => {
  it('a manager plans and reads the people of their locations only, an accountant reads', async () => {
    const [hall, yard] = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
    const { client: manager } = await addEmployee(app, company, { role: 'manager', locationIds: [hall.id] });
    const outside = await addEmployee(app, company, { firstName: 'Ilze' });
    await worker.client.ok('scan', { body: { qrCode: hall.qrCode } });
    await outside.client.ok('scan', { body: { qrCode: yard.qrCode } });
    const sent = (days: Days) => manager.call('setScheduleDays', { body: { days } });
    expect(await sent(plan({ 1: [{ ...day, locationId: hall.id }] }))).toMatchObject({ status: 200 });
    expect(await sent(plan({ 2: [{ ...day, locationId: yard.id }] }))).toMatchObject(
      refused(404, 'not_found'),
    );
    expect(await sent(plan({ 1: [day] }, outside.employee.id))).toMatchObject(refused(404, 'not_found'));
    // What an administrator has planned elsewhere may stay where a manager changes the day.
    const yardKind = await addKind({ code: 'Y', locationId: yard.id });
    const elsewhere = { ...day, kindId: yardKind.id, locationId: yard.id };
    expect(await sent(plan({ 3: [elsewhere] }))).toMatchObject(refused(404, 'not_found'));
    await setOk({ 3: [elsewhere] });
    expect(await sent(plan({ 3: [{ ...elsewhere, note: 'Atslēga' }] }))).toMatchObject({ status: 200 });
    await company.admin.ok('deleteShiftKind', { params: { id: yardKind.id } });
    await company.admin.ok('setScheduleDays', { body: { days: plan({ 1: [day] }, outside.employee.id) } });
    const { people } = await manager.ok('getSchedule', { query: period });
    expect(people.map(({ user }) => user.id)).not.toContain(outside.employee.id);
    expect((await manager.ok('publishSchedule', { body: { ...period, reason: 'Grafiks' } })).announced).toBe(
      1,
    );
    expect((await outside.client.ok('getOwnSchedule', { query: period })).days).toEqual([]);

    const { client: accountant } = await addEmployee(app, company, { role: 'accountant' });
    expect(await accountant.call('getSchedule', { query: period })).toMatchObject({ status: 200 });
    const kindOf = (locationId: string | null) => ({
      body: { name: 'Vakars', code: 'V', starts: '15:00', ends: '23:00', breakMinutes: 0, locationId },
    });
    const general = await company.admin.ok('createShiftKind', kindOf(null));
    expect(await manager.call('createShiftKind', kindOf(null))).toMatchObject({ status: 400 });
    expect(await manager.call('createShiftKind', kindOf(yard.id))).toMatchObject(refused(404, 'not_found'));
    const params = { id: general.id };
    expect(await manager.call('deleteShiftKind', { params })).toMatchObject(refused(404, 'not_found'));
    expect(await manager.ok('listShiftKinds')).toMatchObject([{ id: general.id }]);
    expect(await accountant.call('publishSchedule', { body: period })).toMatchObject({ status: 403 });
    expect(await accountant.call('setScheduleDays', { body: { days: plan({ 1: [day] }) } })).toMatchObject({
      status: 403,
    });
  });
});

it('a period has at most 92 days, and an end after its start', async () => {
  const startDate = '2026-07-01';
  for (const endDate of [addDays(startDate, 92), addDays(startDate, -1)]) {
    expect(await company.admin.call('getSchedule', { query: { startDate, endDate } })).toMatchObject({
      status: 400,
    });
  }
  expect(
    await company.admin.call('getSchedule', { query: { startDate, endDate: addDays(startDate, 91) } }),
  ).toMatchObject({
    status: 200,
  });
});
