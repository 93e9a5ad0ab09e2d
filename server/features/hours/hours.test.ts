import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { createWorkCalendar, type Terms } from '#domain/work-calendar.ts';
import { workHours } from '#domain/work-hours.ts';
import { workWarnings } from '#domain/work-warnings.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { at, company as rulesOf, ZONES } from '#tests/support/oracles/work-time.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

type CountryName = 'LV' | 'LT' | 'PL';
type Person = { id: string; client: TestClient };
type Rules = Omit<EndpointInput<'updateWorkRules'>['body'], 'country'>;

// Tuesday, 09:00 in Riga: every month of 2026 has ended.
const now = '2027-01-05T07:00:00.000Z';
const clock = fixedClock(now);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(now));

/** A company in the country with one employee, who was added at the beginning of 2026. */
async function setup(country: CountryName, rules?: Rules, terms?: Partial<Terms>) {
  clock.set('2026-01-01T07:00:00.000Z');
  const company = await registerCompany(app, { timezone: ZONES[country] });
  await app.services.db
    .updateTable('company')
    .set({ trialEndsAt: '2099-01-01T00:00:00Z' })
    .where('id', '=', company.user.company.id)
    .execute();
  const location = await addLocation(company);
  const { client, employee } = await addEmployee(app, company);
  await app.services.db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
  const { admin } = company;
  if (rules) await admin.ok('updateWorkRules', { body: { country, ...rules } });
  if (terms) {
    const { id, firstName, lastName, email, role } = employee;
    const body = { firstName, lastName, email, role, terms: [{ ...usual, ...terms }] };
    await admin.ok('updateEmployee', { params: { id }, body });
  }
  clock.set(now);
  return { company, location, worker: { id: employee.id, client }, zone: ZONES[country] };
}
type Setup = Awaited<ReturnType<typeof setup>>;

const week = (hours: number, days: number) =>
  Array.from({ length: 7 }, (_, index) => (index < days ? hours * H : 0));
const usual = { validFrom: '1970-01-01', pattern: week(8, 5), weekly: 40 * H };
const partTime = { pattern: week(4, 5), weekly: 20 * H };
const iso = (ms: number) => new Date(ms).toISOString();
const sum = (of: number[]) => of.reduce((total, ms) => total + ms, 0);

/** Records an entry of so many hours from a wall-clock time on. */
const record = ({ company, location, worker, zone }: Setup, from: string, hours: number) =>
  company.admin.ok('createTimeEntry', {
    body: {
      ...{ userId: worker.id, locationId: location.id, reason: 'Aizmirsa' },
      ...{ checkIn: iso(at(from, zone)), checkOut: iso(at(from, zone) + hours * H) },
    },
  });

async function hoursOf({ company: { admin } }: { company: Company }, { id }: Person, month: string) {
  const query = { userId: id, details: 'true' as const };
  const [found] = await admin.ok('getMonthHours', { params: { month }, query });
  if (!found?.details) throw new Error('No hours');
  return { ...found, details: found.details };
}
type Found = Awaited<ReturnType<typeof hoursOf>>;
const own = (setting: Setup, month: string) => hoursOf(setting, setting.worker, month);
const dayOf = ({ details }: Found, date: string) => details.days.find((day) => day.date === date);

/** Figures in hours, by name. */
type Row = Found | Found['details']['days'][number] | undefined;
function inHours(row: Row, ...names: (keyof NonNullable<Row> & ('total' | 'night' | 'overtime'))[]): object;
function inHours(row: Row, ...names: string[]): object;
function inHours(row: Row, ...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, Number(Reflect.get(row ?? {}, name)) / H]));
}

describe('worked examples of work-rules.md §8', () => {
  it('1 and 2: a night into Saturday, Latvia and Poland', async () => {
    const latvia = await setup('LV');
    await record(latvia, '2026-06-12 20:00', 12);
    const month = await own(latvia, '2026-06');
    const names = ['total', 'night', 'restDay', 'overtime', 'normal'];
    expect(inHours(dayOf(month, '2026-06-12'), ...names)).toEqual({
      ...{ total: 4, night: 2, restDay: 0, overtime: 0, normal: 4 },
    });
    expect(inHours(dayOf(month, '2026-06-13'), ...names)).toEqual({
      ...{ total: 8, night: 6, restDay: 8, overtime: 8, normal: 0 },
    });
    expect(month).toMatchObject({ overtime50: 0, nightWork: 8 * H, sundayHoliday: null });

    const poland = await setup('PL');
    await record(poland, '2026-06-12 20:00', 12);
    const friday = dayOf(await own(poland, '2026-06'), '2026-06-12');
    expect(inHours(friday, 'total', 'restDay', 'overtime', 'overtime50', 'overtime100')).toEqual({
      ...{ total: 12, restDay: 0, overtime: 4, overtime50: 2, overtime100: 2 },
    });
    expect(friday).toMatchObject({ nightWork: null, sundayHoliday: 0 });
    const overtime = friday?.derivation.overtime ?? [];
    expect([overtime[0]?.start, overtime.at(-1)?.end]).toEqual([
      '2026-06-13T02:00:00.000Z',
      '2026-06-13T06:00:00.000Z',
    ]);
  });

  it('3 and 4: the autumn night, and an automatic break', async () => {
    const automatic = { after: 6 * H, length: H / 2, at: 4 * H };
    const setting = await setup('LV', { breaks: { policy: 'automatic', automatic, isPaid: false } });
    await record(setting, '2026-10-24 20:00', 13);
    await record(setting, '2026-06-10 08:00', 9);
    // The break is taken from the night: 00:00 to 00:30.
    expect(inHours(await own(setting, '2026-10'), 'total', 'night', 'break')).toEqual({
      ...{ total: 12.5, night: 8.5, break: 0.5 },
    });
    const june = await own(setting, '2026-06');
    expect(inHours(june, 'total', 'break')).toEqual({ total: 8.5, break: 0.5 });
    expect(dayOf(june, '2026-06-10')?.derivation.breaks).toEqual([
      { start: '2026-06-10T09:00:00.000Z', end: '2026-06-10T09:30:00.000Z', reason: 'automatic' },
    ]);
  });

  it.each(['PL', 'LV'] as const)('5: part-time overtime of a day, %s', async (country) => {
    const setting = await setup(country, undefined, partTime);
    await record(setting, '2026-06-09 08:00', 9);
    const day = dayOf(await own(setting, '2026-06'), '2026-06-09');
    expect(inHours(day, 'normal', 'overtime')).toEqual({ normal: 8, overtime: 1 });
    expect(day?.derivation).toMatchObject({ overtimeFrom: 8 * H, overtimeOf: 9 * H });
  });

  it('6: the day before a holiday, and norms of April', async () => {
    const setting = await setup('LV');
    await record(setting, '2026-04-30 08:00', 8);
    const april = await own(setting, '2026-04');
    expect(inHours(dayOf(april, '2026-04-30'), 'plan', 'overtime')).toEqual({ plan: 7, overtime: 1 });
    expect(dayOf(april, '2026-04-30')?.derivation.plan).toEqual([
      { reason: 'pattern', ms: 8 * H },
      { reason: 'short-day', ms: 7 * H },
    ]);
    expect(inHours(april, 'norm', 'normToBeWorked', 'difference')).toEqual({
      ...{ norm: 158, normToBeWorked: 158, difference: -150 },
    });
    const lithuania = await setup('LT', undefined, partTime);
    expect(inHours(await own(lithuania, '2026-04'), 'norm')).toEqual({ norm: 83 });
  });

  it('7 and 13: Poland, a holiday on Saturday, early starts, and over a month’s end', async () => {
    const setting = await setup('PL');
    await record(setting, '2026-06-15 08:00', 8);
    await record(setting, '2026-06-16 07:00', 8);
    expect(inHours(await own(setting, '2026-08'), 'norm')).toEqual({ norm: 160 });
    const june = await own(setting, '2026-06');
    expect(inHours(dayOf(june, '2026-06-15'), 'total', 'overtime', 'normal')).toEqual({
      ...{ total: 8, overtime: 1, normal: 7 },
    });
    await record(setting, '2026-06-30 08:00', 8);
    clock.set('2027-01-05T07:01:00.000Z');
    const [answer] = await setting.company.admin.ok('approveMonth', { body: { month: '2026-06' } });
    expect(answer?.refusal).toBe(null);
    clock.set('2027-01-05T07:02:00.000Z');
    // Recorded after June was approved: June stays as it was, and the hours are July's.
    await record(setting, '2026-07-01 06:00', 10);
    const overtimes = async () =>
      (await Promise.all(['2026-06', '2026-07'].map((month) => own(setting, month)))).map(
        ({ overtime }) => overtime / H,
      );
    expect(await overtimes()).toEqual([1, 2]);
    expect(await own(setting, '2026-06')).toMatchObject({ isApproved: true });
    clock.set('2027-01-05T07:03:00.000Z');
    const month = { month: '2026-06', userId: setting.worker.id };
    await setting.company.admin.ok('unlockMonth', { body: { ...month, reason: 'kļūda' } });
    // An approval counts until it is withdrawn.
    expect(await overtimes()).toEqual([1, 2]);
    expect(await own(setting, '2026-06')).toMatchObject({ isApproved: false });
  });

  it('8 and 11: leave lowers what is to be worked, and so makes overtime of the period', async () => {
    const setting = await setup('LV', { settlementMonths: 2 }, { workTime: 'summed' });
    const leave = (startDate: string, endDate: string) =>
      setting.company.admin.ok('createAbsence', {
        body: { userId: setting.worker.id, code: 'A', startDate, endDate },
      });
    await leave('2026-03-09', '2026-03-15');
    const march = await own(setting, '2026-03');
    expect(inHours(march, 'norm', 'normToBeWorked')).toEqual({ norm: 176, normToBeWorked: 136 });
    expect(march.absences).toEqual([{ code: 'A', ms: 40 * H, days: 5 }]);
    expect(dayOf(march, '2026-03-14')?.absences).toEqual([{ code: 'A', ms: 0, days: 0 }]);

    for (let day = 1; day <= 23; day += 1) {
      await record(setting, `2026-07-${String(day).padStart(2, '0')} 08:00`, 12);
    }
    await record(setting, '2026-08-03 08:00', 2);
    await leave('2026-08-04', '2026-08-31');
    const august = await own(setting, '2026-08');
    expect(inHours(august, 'total', 'overtime', 'normal')).toEqual({ total: 2, overtime: 86, normal: -84 });
    expect(august.period).toMatchObject({ total: 278 * H, overtime: 86 * H, normToBeWorked: 192 * H });
    // The list of everybody has the same figures.
    const all = await setting.company.admin.ok('getMonthHours', { params: { month: '2026-08' }, query: {} });
    expect(all).toEqual([{ ...august, details: null }]);
  });

  it('9 and 10: a summed December, and a moved workday that keeps its short hour', async () => {
    const summed = { workTime: 'summed' as const };
    const setting = await setup('LV', { movedDays: [{ from: '2026-06-22', to: '2026-06-27' }] }, summed);
    expect(inHours(await own(setting, '2026-12'), 'norm')).toEqual({ norm: 158 });
    const june = await own(setting, '2026-06');
    expect(inHours(june, 'norm')).toEqual({ norm: 159 });
    expect(dayOf(june, '2026-06-27')).toMatchObject({
      plan: 7 * H,
      derivation: { plan: [{ ms: 0 }, { reason: 'moved-here', ms: 7 * H }], overtimeFrom: null },
    });
  });

  it('11: summed time over two months', async () => {
    const setting = await setup('LV', { settlementMonths: 2 }, { workTime: 'summed' });
    for (let day = 1; day <= 23; day += 1) {
      await record(setting, `2026-07-${String(day).padStart(2, '0')} 08:00`, 12);
    }
    await record(setting, '2026-08-03 08:00', 2);
    const august = await own(setting, '2026-08');
    expect(august.period).toMatchObject({ start: '2026-07', end: '2026-08', isOver: true, overtime: 0 });
    expect(august.period).toMatchObject({ total: 278 * H, normToBeWorked: 352 * H, difference: -74 * H });
    expect(august.runningDifference).toBe(-74 * H);
    expect(august.periodOvertime).toMatchObject([
      { reason: 'summed', date: '2026-08-31', worked: 278 * H, norm: 352 * H, counted: 0, ms: 0 },
    ]);
  });

  it('15: a planned day of ten hours', async () => {
    const setting = await setup('LV', undefined, { pattern: week(10, 3), weekly: 30 * H });
    await record(setting, '2026-06-08 08:00', 10);
    expect(inHours(await own(setting, '2026-06'), 'total', 'overtime')).toEqual({ total: 10, overtime: 0 });
  });
});

const CATEGORIES = [
  ...['plan', 'total', 'night', 'nightWork', 'holiday', 'sundayHoliday', 'restDay', 'break'],
  ...['normal', 'overtime', 'overtime50', 'overtime100'],
] as const;
const figure = (row: object, name: string) => Number(Reflect.get(row, name) ?? 0);

/** Checks that days add up to the month, and categories stay within the total. */
function checkSums(month: Found): void {
  const { days } = month.details;
  const later = sum(month.periodOvertime.map(({ reason, ms }) => (reason === 'over-contract' ? 0 : ms)));
  for (const name of CATEGORIES) {
    const extra = {
      normal: -later,
      overtime: later,
      overtime100: month.overtime50 || month.overtime100 ? later : 0,
    };
    const expected = sum(days.map((day) => figure(day, name))) + (Reflect.get(extra, name) ?? 0);
    expect(figure(month, name), name).toBe(expected);
  }
  const weeks = Map.groupBy(days, ({ date }) => Temporal.PlainDate.from(date).weekOfYear);
  expect(month.details.weeks).toEqual(
    [...weeks.values()].map((own) => ({
      startDate: own[0]?.date,
      endDate: own.at(-1)?.date,
      total: sum(own.map(({ total }) => total)),
      plan: sum(own.flatMap(({ plan, absences }) => [plan, ...absences.map(({ ms }) => -ms)])),
    })),
  );
  const { balance } = month;
  const unworked = days.filter(({ date }) => date > balance.date);
  const planned = sum(unworked.flatMap(({ plan, absences }) => [plan, ...absences.map(({ ms }) => -ms)]));
  const unsettled = sum(unworked.map(({ total }) => total));
  expect(balance.runningDifference).toBe(month.runningDifference - unsettled + planned);
  expect(balance.total).toBe(month.total - unsettled);
  expect(balance.difference).toBe(balance.total - balance.normToBeWorked);
  for (const day of days) {
    const { worked, breaks, overtime } = day.derivation;
    const length = (of: { start: string; end: string }[]) =>
      sum(of.map(({ start, end }) => Date.parse(end) - Date.parse(start)));
    expect(length(worked)).toBe(day.total);
    expect(length(worked.filter(({ isNight }) => isNight))).toBe(day.night);
    expect(length(worked.filter(({ isHoliday }) => isHoliday))).toBe(day.holiday);
    expect(length(worked.filter((slice) => slice.isSundayOrHoliday))).toBe(day.sundayHoliday ?? 0);
    expect(length(worked.filter((slice) => slice.isNightWork))).toBe(day.nightWork ?? 0);
    expect(length(breaks)).toBe(day.break);
    expect(length(overtime)).toBe(day.overtime);
    for (const name of ['night', 'holiday', 'restDay'] as const)
      expect(day[name]).toBeLessThanOrEqual(day.total);
  }
}

const names = ['2026-01', '2026-02', '2026-03'] as const;
const spans = fc.array(
  fc.record({
    person: fc.nat(1),
    day: fc.integer({ min: -3, max: 92 }),
    minute: fc.nat(24 * 60),
    length: fc.oneof(fc.integer({ min: 0, max: 15 * 60 }), fc.integer({ min: 0, max: 47 * 60 })),
  }),
  { minLength: 3, maxLength: 25 },
);

it('random months are what the domain makes of the recorded entries, and the sums are those of the month overview', async () => {
  const { db } = app.services;
  for (const country of ['LV', 'LT', 'PL'] as const) {
    const setting = await setup(country, { settlementMonths: 3 });
    const second = await addEmployee(app, setting.company);
    // As the first one, so that every month has a plan.
    const createdAt = '2026-01-01T07:00:00Z';
    await db.updateTable('users').set({ createdAt }).where('id', '=', second.employee.id).execute();
    const people: Person[] = [setting.worker, { id: second.employee.id, client: second.client }];
    const calendar = createWorkCalendar(rulesOf(country, { settlementMonths: 3 }));
    await fc.assert(
      fc.asyncProperty(spans, async (list) => {
        for (const table of ['monthApproval', 'timeEntry'] as const) {
          await db.deleteFrom(table).where('companyId', '=', setting.company.user.company.id).execute();
        }
        const recorded = people.map((): { id: string; from: number; to: number }[] => []);
        for (const { person, day, minute, length } of list) {
          const from = Date.parse('2026-01-01T00:00:00Z') + day * 24 * H + minute * 60_000;
          const worker = people[person] ?? setting.worker;
          const { status, body } = await setting.company.admin.call('createTimeEntry', {
            body: {
              ...{ userId: worker.id, locationId: setting.location.id, reason: 'Aizmirsa' },
              ...{ checkIn: iso(from), checkOut: iso(from + length * 60_000) },
            },
          });
          // Those that overlap earlier ones are refused.
          if (status === 201) recorded[person]?.push({ id: body.id, from, to: from + length * 60_000 });
        }
        const overview = await Promise.all(
          names.map((month) => setting.company.admin.ok('listMonth', { query: { month } })),
        );
        for (const [index, person] of people.entries()) {
          const input = {
            entries: (recorded[index] ?? []).map(({ id, from, to }) => ({
              ...{ id, checkIn: from, checkOut: to, recordedAt: clock.now(), marks: ['corrected' as const] },
            })),
            ...{ breaks: [], approvals: [], absences: [] },
            counting: { now: clock.now(), longestShiftHours: 14 },
            employment: { employedFrom: null, employedTo: null, terms: [rulesTerms] },
          };
          const months = await Promise.all(names.map((month) => hoursOf(setting, person, month)));
          for (const [at_, month] of months.entries()) {
            checkSums(month);
            const expected = workHours(input, names[at_] ?? '', calendar);
            for (const name of [...CATEGORIES, 'normToBeWorked', 'difference', 'runningDifference']) {
              expect(figure(month, name), name).toBe(figure(expected.month, name));
            }
            expect(month.details.warnings).toEqual(workWarnings(expected, calendar, clock.now()).warnings);
            expect(month.period).toMatchObject({ start: '2026-01', end: '2026-03', isOver: true });
            const listed = overview[at_]?.find(({ user }) => user.id === person.id);
            expect(month.total).toBe(listed?.ms);
          }
          for (const name of [...CATEGORIES, 'normToBeWorked', 'difference']) {
            const ofMonths = sum(months.map((month) => figure(month, name)));
            for (const { period } of months) expect(figure(period, name), name).toBe(ofMonths);
          }
        }
      }),
      { numRuns: samples(8) },
    );
  }
});
const rulesTerms: Terms = {
  ...{ ...usual, workTime: 'fixed', reducedNorm: false, overContractFrom: null },
  ...{ overtimeConsent: false, markedNightWork: false },
};

it('the balance has neither the plan nor the work of today and later', async () => {
  const setting = await setup('LV');
  await record(setting, '2026-06-01 08:00', 8);
  await record(setting, '2026-06-02 08:00', 9);
  await record(setting, '2026-06-04 08:00', 1);
  const balanceAt = async (instant: string) => {
    clock.set(instant);
    const { date, runningDifference: ms } = (await own(setting, '2026-06')).balance;
    return { date, ms };
  };
  expect(await balanceAt('2026-05-31T20:59:00.000Z')).toEqual({ date: '2026-05-30', ms: 0 });
  expect(await balanceAt('2026-06-02T20:59:00.000Z')).toEqual({ date: '2026-06-01', ms: 0 });
  expect(await balanceAt('2026-06-02T21:00:00.000Z')).toEqual({ date: '2026-06-02', ms: H });
  expect(await balanceAt('2026-06-04T12:00:00.000Z')).toEqual({ date: '2026-06-03', ms: -7 * H });
  const { balance, runningDifference } = await own(setting, '2026-06');
  expect(await balanceAt('2026-07-01T00:00:00.000Z')).toEqual({ date: '2026-06-30', ms: runningDifference });
  expect(balance).toMatchObject({
    isRunning: true,
    total: 17 * H,
    normToBeWorked: 24 * H,
    difference: -7 * H,
  });
});

it('a month before the account has no plan, unless hours, absences or the employment are recorded in it', async () => {
  clock.set('2026-06-15T07:00:00.000Z');
  const company = await registerCompany(app, { timezone: ZONES.LV });
  const location = await addLocation(company);
  const { client, employee } = await addEmployee(app, company);
  const { admin } = company;
  await admin.ok('updateWorkRules', { body: { country: 'LV', effectiveFrom: '1970-01-01' } });
  const setting = { company, location, worker: { id: employee.id, client }, zone: ZONES.LV };
  const isOwn = ({ user }: { user: { id: string } }) => user.id === employee.id;
  /** Norm and difference by each way to ask: one person, the own month, everybody, the norm's report, the sheet. */
  async function figures(month: string) {
    const params = { month };
    const [asked] = await admin.ok('getMonthHours', { params, query: { userId: employee.id } });
    const [own_] = await client.ok('getMonthHours', { params, query: {} });
    const listed = (await admin.ok('getMonthHours', { params, query: {} })).find(isOwn);
    const query = { startDate: `${month}-01`, endDate: `${month}-28` };
    const report = await admin.ok('getNormReport', { query: { ...query, employeeId: employee.id } });
    expect(own_).toEqual(asked);
    if (listed) expect(listed).toEqual(asked);
    expect(Boolean(listed)).toBe(asked?.norm !== 0);
    expect(Boolean(report?.current.norm)).toBe(Boolean(listed));
    return [asked?.norm, asked?.difference, asked?.runningDifference].map((ms) => (ms ?? NaN) / H);
  }
  expect(await figures('2026-05')).toEqual([0, 0, 0]);
  expect(await figures('2025-05')).toEqual([0, 0, 0]);
  expect(await figures('2026-06')).toEqual([159, -159, -159]);

  await record(setting, '2026-05-11 08:00', 8);
  expect(await figures('2026-05')).toEqual([152, -144, -144]);
  expect(await figures('2026-04')).toEqual([0, 0, 0]);
  const absence = { userId: employee.id, code: 'A', startDate: '2026-04-01', endDate: '2026-04-02' };
  await admin.ok('createAbsence', { body: absence });
  expect(await figures('2026-04')).toEqual([158, -143, -143]);
  expect(await figures('2026-03')).toEqual([0, 0, 0]);

  const { id, firstName, lastName, email, role } = employee;
  const body = { firstName, lastName, email, role, employedFrom: '2026-02-16' };
  await admin.ok('updateEmployee', { params: { id }, body });
  expect(await figures('2026-03')).toEqual([176, -176, -176]);
  expect((await figures('2026-02'))[0]).toBe(80);
  expect(await figures('2026-01')).toEqual([0, 0, 0]);
});

describe('which entries count', () => {
  it('open ones up to now, forgotten ones not at all, corrected and estimated ones with their marks', async () => {
    const setting = await setup('LV');
    const { client } = setting.worker;
    clock.set('2026-06-09T06:00:00.000Z');
    await client.ok('scan', { body: { qrCode: setting.location.qrCode } });
    clock.set('2026-06-09T09:00:00.000Z');
    const [open] = await client.ok('getMonthHours', { params: { month: '2026-06' }, query: {} });
    expect(open).toMatchObject({ total: 3 * H, isProvisional: true, isApproved: false, details: null });
    clock.set('2026-06-10T09:00:00.000Z');
    expect(await own(setting, '2026-06')).toMatchObject({ total: 0, isProvisional: false });
    const missing = await client.ok('getMissingCheckOut');
    await client.ok('answerMissingCheckOut', {
      body: { timeEntryId: missing?.timeEntryId ?? '', leftAt: '2026-06-09T14:00:00.000Z' },
    });
    const month = await own(setting, '2026-06');
    expect(month).toMatchObject({ total: 8 * H, isProvisional: true });
    expect(dayOf(month, '2026-06-09')?.marks).toEqual(['estimated', 'pending']);
    const requests = await setting.company.admin.ok('listCorrectionRequests', { query: {} });
    const id = requests[0]?.id ?? '';
    await setting.company.admin.ok('decideCorrectionRequest', {
      params: { id },
      body: { decision: 'approved' },
    });
    expect(await own(setting, '2026-06')).toMatchObject({ total: 8 * H, isProvisional: false });
  });

  it('an approved month keeps the zone of its approval, and all months hold every hour once', async () => {
    const setting = await setup('LV');
    // Over the midnight of 1 July in Riga, and an hour before Warsaw's.
    await record(setting, '2026-06-30 20:00', 8);
    await record(setting, '2026-07-31 20:00', 8);
    const { admin } = setting.company;
    await admin.ok('approveMonth', { body: { month: '2026-06', userId: setting.worker.id } });
    const totals = async () =>
      Promise.all(
        ['2026-06', '2026-07', '2026-08'].map(async (month) => {
          const hours = await own(setting, month);
          checkSums(hours);
          const listed = await admin.ok('listMonth', { query: { month } });
          expect(listed.find(({ user }) => user.id === setting.worker.id)?.ms).toBe(hours.total);
          return [hours.total / H, hours.night / H];
        }),
      );
    expect(await totals()).toEqual([
      [4, 2],
      [8, 6],
      [4, 4],
    ]);
    const { name, language, longestShiftHours, sendsDigest } = await admin.ok('getCompany');
    const settings = { name, language, longestShiftHours, sendsDigest };
    clock.set('2027-01-05T07:01:00.000Z');
    await admin.ok('updateCompany', { body: { ...settings, timezone: 'Europe/Warsaw' } });
    // July 31, 20:00 in Riga is 19:00 in Warsaw; its night begins an hour later as well.
    expect(await totals()).toEqual([
      [4, 2],
      [9, 6],
      [3, 3],
    ]);
    expect((await own(setting, '2026-06')).details.timeZone).toBe('Europe/Riga');
    expect((await own(setting, '2026-07')).details.timeZone).toBe('Europe/Warsaw');
  });
});

it('whatever is approved and unlocked while the company moves, hours and overview agree, and approved months stay', async () => {
  const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('approve' as const), month: fc.constantFrom(...months) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ what: fc.constant('unlock' as const), month: fc.constantFrom(...months) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('move' as const),
        zone: fc.constantFrom('Europe/Riga', 'Europe/Warsaw', 'Europe/Lisbon', 'America/New_York'),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const setting = await setup('LV', { attribution: 'calendar' });
      const { admin } = setting.company;
      const userId = setting.worker.id;
      // Seventeen hours over each midnight between months, wherever the company is.
      let recorded = 0;
      for (const month of [...months, '2026-12'])
        for (const [from, hours] of [
          [`${month}-01 00:00`, -9],
          [`${month}-01 00:00`, 8],
        ] as const) {
          const midnight = at(from, 'Europe/Riga');
          const [checkIn, checkOut] = [midnight, midnight + hours * H].toSorted((a, b) => a - b).map(iso);
          await admin.ok('createTimeEntry', {
            body: {
              ...{ userId, locationId: setting.location.id, reason: 'x' },
              ...{ checkIn: checkIn ?? '', checkOut: checkOut ?? '' },
            },
          });
          recorded += Math.abs(hours) * H;
        }
      const { name, language, longestShiftHours, sendsDigest } = await admin.ok('getCompany');
      const approved = new Map<string, unknown>();
      let at0 = Date.parse(now);
      for (const [index, each] of steps.entries()) {
        at0 += 60_000;
        clock.set(iso(at0));
        if (each.what === 'move') {
          const settings = { name, language, longestShiftHours, sendsDigest, timezone: each.zone };
          await admin.ok('updateCompany', { body: settings });
        } else if (each.what === 'approve') {
          await admin.ok('approveMonth', { body: { month: each.month, userId } });
        } else {
          const params = { month: each.month, userId, reason: 'x' };
          const isApproved = approved.delete(each.month);
          expect((await admin.call('unlockMonth', { body: params })).status).toBe(isApproved ? 200 : 409);
        }
        let total = 0;
        for (const month of ['2026-05', ...months, '2026-12']) {
          const found = await own(setting, month);
          checkSums(found);
          const [listed] = (await admin.ok('listMonth', { query: { month } })).filter(
            ({ user }) => user.id === userId,
          );
          expect([index, month, found.total / H]).toEqual([index, month, (listed?.ms ?? 0) / H]);
          total += found.total;
          const kept = { total: found.total, night: found.night, holiday: found.holiday };
          if (approved.has(month)) expect([month, kept]).toEqual([month, approved.get(month)]);
          if (listed?.approval) approved.set(month, kept);
        }
        expect(total).toBe(recorded);
      }
    }),
    { numRuns: samples(12) },
  );
});

describe('who is in a month', () => {
  it('whoever has hours or was employed, in the order of the overview; nobody who had left or was not there yet', async () => {
    const setting = await setup('LV');
    const { company } = setting;
    clock.set('2026-05-10T07:00:00.000Z');
    const left = await addEmployee(app, company, { lastName: 'Bergs' });
    const gone = await addEmployee(app, company, { lastName: 'Dzenis' });
    const { firstName, lastName, email, role } = left.employee;
    const body = { firstName, lastName, email, role, employedTo: '2026-06-15', isActive: false };
    clock.set('2026-06-20T07:00:00.000Z');
    await company.admin.ok('updateEmployee', { params: { id: left.employee.id }, body });
    await company.admin.ok('deleteEmployee', {
      params: { id: gone.employee.id },
      body: { currentPassword: password },
    });
    clock.set('2026-08-05T07:00:00.000Z');
    const late = await addEmployee(app, company, { lastName: 'Vītols' });
    const listed = async (month: string) =>
      (await company.admin.ok('getMonthHours', { params: { month }, query: {} })).map(({ user, norm }) => [
        user.lastName,
        norm / H,
      ]);
    expect(await listed('2026-06')).toEqual([
      ['Bergs', 88],
      ['Kalniņš', 159],
    ]);
    expect(await listed('2026-07')).toEqual([['Kalniņš', 184]]);
    expect((await listed('2026-08')).map(([name]) => name)).toEqual(['Kalniņš', late.employee.lastName]);
  });

  it('employees get their own only; another company’s people do not exist', async () => {
    const setting = await setup('LV');
    const other = await setup('LV');
    await record(setting, '2026-06-10 08:00', 8);
    const params = { month: '2026-06' };
    const { client, id } = setting.worker;
    const ask = (asker: TestClient, query: EndpointInput<'getMonthHours'>['query']) =>
      asker.call('getMonthHours', { params, query });
    const ownHours = await ask(client, {});
    expect(ownHours).toMatchObject({ status: 200, body: [{ user: { id }, total: 8 * H }] });
    expect((await ask(client, { userId: id.toUpperCase() })).body).toEqual(ownHours.body);
    for (const userId of [setting.company.user.id, other.worker.id]) {
      expect(await ask(client, { userId })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await ask(other.company.admin, { userId: id })).toMatchObject({ status: 200, body: [] });
    expect(await ask(other.company.admin, {})).not.toMatchObject({ body: [{ total: 8 * H }] });
    expect(await ask(setting.company.admin, { details: 'true' })).toMatchObject({ status: 400 });
    for (const month of ['2026-13', '1969-12', '3000-01', '2026-6', 'now']) {
      expect(await client.call('getMonthHours', { params: { month }, query: {} })).toMatchObject({
        status: 404,
      });
    }
    for (const month of ['1970-01', '2999-12']) {
      const hours = await client.ok('getMonthHours', { params: { month }, query: { details: 'true' } });
      expect(hours).toMatchObject([{ total: 0, details: { warnings: [], upcoming: null } }]);
    }
  });
});

it('requests without end are refused for a while, not those for one person', async () => {
  const setting = await setup('LV');
  const { admin, user } = setting.company;
  await app.services.throttle.take('monthHours', user.company.id, 596);
  const params = { month: '2026-06' };
  expect(await admin.call('listWarnings', { query: params })).toMatchObject({ status: 200 });
  expect(await admin.call('getMonthHours', { params, query: {} })).toMatchObject({ status: 429 });
  expect(await admin.call('listWarnings', { query: params })).toMatchObject({ status: 429 });
  const one = await admin.call('getMonthHours', { params, query: { userId: setting.worker.id } });
  expect(one).toMatchObject({ status: 200 });
});

describe('warnings', () => {
  const warningsOf = async (setting: Setup, month: string) =>
    (await setting.company.admin.ok('listWarnings', { query: { month } })).map(({ user, warnings }) => ({
      id: user.id,
      warnings: warnings.map(({ kind, date, figure: found, limit }) => [kind, date, found / H, limit / H]),
    }));

  it('stand in the person’s month and in the list of the company, by the company’s own limits', async () => {
    const setting = await setup('LV');
    expect(await warningsOf(setting, '2026-06')).toEqual([]);
    await record(setting, '2026-06-09 08:00', 11);
    await record(setting, '2026-06-10 06:00', 4);
    const expected = [
      ['missing-break', '2026-06-09', 0, 0.5],
      ['daily-rest', '2026-06-10', 11, 12],
    ];
    expect(await warningsOf(setting, '2026-06')).toEqual([{ id: setting.worker.id, warnings: expected }]);
    expect((await own(setting, '2026-06')).details.warnings.map(({ kind }) => kind)).toEqual([
      'missing-break',
      'daily-rest',
    ]);
    const { warnings } = await setting.company.admin.ok('getWorkRules');
    const body = {
      country: 'LV' as const,
      warnings: {
        ...warnings,
        missingBreak: null,
        dailyRest: { fixed: 10 * H, summed: null, afterLong: null },
      },
      effectiveFrom: '1970-01-01',
    };
    await setting.company.admin.ok('updateWorkRules', { body });
    expect(await warningsOf(setting, '2026-06')).toEqual([]);
  });

  it('are foreseen on the running day: the end of a rest, a missing break, a day that becomes too long', async () => {
    const setting = await setup('LV');
    const { client } = setting.worker;
    const upcoming = async () => {
      const query = { details: 'true' as const };
      const [hours] = await client.ok('getMonthHours', { params: { month: '2026-06' }, query });
      return hours?.details?.upcoming;
    };
    clock.set('2026-06-09T06:00:00.000Z');
    await client.ok('scan', { body: { qrCode: setting.location.qrCode } });
    clock.set('2026-06-09T08:00:00.000Z');
    expect(await upcoming()).toMatchObject({
      dailyRestUntil: null,
      breakBy: '2026-06-09T10:00:00.000Z',
      longDayAt: '2026-06-09T18:00:00.000Z',
    });
    clock.set('2026-06-09T18:40:00.000Z');
    await client.ok('checkOut', { body: {} });
    clock.set('2026-06-09T19:00:00.000Z');
    expect(await upcoming()).toMatchObject({
      dailyRestUntil: '2026-06-10T06:40:00.000Z',
      breakBy: null,
      longDayAt: null,
    });
    clock.set('2026-07-09T19:00:00.000Z');
    expect(await upcoming()).toBe(null);
  });

  it('are not for employees, whose own month has theirs', async () => {
    const { worker } = await setup('LV');
    const answer = await worker.client.call('listWarnings', { query: { month: '2026-06' } });
    expect(answer).toMatchObject({ status: 403 });
  });
});
