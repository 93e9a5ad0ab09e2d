import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { SMTPServer } from 'smtp-server';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PeriodOverview } from '#contract/reports.ts';
import { parseCsv } from '#domain/csv.fixture.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleDayAfter,
  oracleMinutes,
  wallClock,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { mailReport, queueReports } from './reports.jobs.ts';

const minute = 60_000;
// A Monday.
const start = '2026-03-02T04:00:00.000Z';
const clock = fixedClock(start);
const received: { to: string[]; source: string }[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  async onData(stream, { envelope }, done) {
    const source = Buffer.concat(await Array.fromAsync(stream)).toString('latin1');
    received.push({ to: envelope.rcptTo.map(({ address }) => address), source });
    done();
  },
});
let app: TestApp;
beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    const listener = mailServer.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  app = await startTestApp({ clock, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

type Span = { worker: number; location: number; from: number; to: number | null };
type Tenant = Awaited<ReturnType<typeof setUp>>;

/** A company on a paid plan, with an administrator, two people and two locations. */
async function setUp(people = 2, changes: Parameters<typeof registerCompany>[1] = {}) {
  clock.set(start);
  const company = await registerCompany(app, changes);
  const { companyId } = company.user;
  await app.services.db
    .updateTable('company')
    .set({ subscriptionStatus: 'active' })
    .where('id', '=', companyId)
    .execute();
  const staff: Awaited<ReturnType<typeof addEmployee>>[] = [];
  for (let index = 0; index < people; index += 1) {
    staff.push(await addEmployee(app, company, { firstName: ['Žanis', 'Āris', 'Čikste', 'Bruno'][index] }));
  }
  const locations = [(await addLocation(company, 'Vārti')).id, (await addLocation(company, 'Ābele')).id];
  return { company, companyId, staff, workers: staff.map(({ employee }) => employee.id), locations };
}

/** Stores entries in place of all others; returns their ids. */
async function store({ companyId, workers, locations }: Tenant, spans: Span[]): Promise<string[]> {
  const { db } = app.services;
  await db.deleteFrom('workReport').where('companyId', '=', companyId).execute();
  await db.deleteFrom('timeEntry').where('companyId', '=', companyId).execute();
  const ids = spans.map(() => randomUUID());
  const values = spans.map(({ worker, location, from, to }, index) => ({
    id: ids[index] ?? '',
    companyId,
    userId: workers[worker] ?? '',
    locationId: locations[location] ?? '',
    checkIn: new Date(from).toISOString(),
    checkOut: to === null ? null : new Date(to).toISOString(),
    checkInSource: 'qr' as const,
    checkOutSource: to === null ? null : ('qr' as const),
  }));
  if (values.length > 0) await db.insertInto('timeEntry').values(values).execute();
  return ids;
}

/** Each counted minute of the spans with the date on which it stands and the hour of the zone's clock. */
const minutesOf = (spans: Span[], zone: Zone, now: number) =>
  [...oracleMinutes(spans, zone, now)].map(({ span: { worker, location }, at, date }) => ({
    ...{ worker, location, date },
    hour: Number(wallClock(at, zone).slice(11, 13)),
  }));

/** Every figure of a period with the filter that lists its entries. */
const figuresOf = ({ total, bars, locations, people }: PeriodOverview) => [
  total,
  ...bars,
  ...bars.flatMap((bar) => bar.locations),
  ...locations,
  ...people,
];

async function expectDrillDown(admin: TestClient, figures: ReturnType<typeof figuresOf>) {
  for (const { ms, filter } of figures) {
    const entries = await admin.ok('getTimeEntriesReport', { query: { ...filter, select: 'overlapping' } });
    const sum = entries.reduce((all, { countedMs }) => all + countedMs, 0);
    expect(sum, JSON.stringify(filter)).toBe(ms);
  }
}

/** Entries of two people around an instant, one after the other, the last one perhaps open. */
const shifts = (around: number) =>
  fc
    .array(
      fc.record({
        worker: fc.nat(1),
        location: fc.nat(1),
        pause: fc.integer({ min: 0, max: 20 * 60 }),
        minutes: fc.integer({ min: 1, max: 30 * 60 }),
      }),
      { minLength: 1, maxLength: 7 },
    )
    .chain((parts) =>
      fc.record({ isOpen: fc.boolean(), later: fc.integer({ min: 0, max: 20 * 60 }) }).map((more) => {
        const ends = [around - 2 * day, around - 2 * day];
        const spans = parts.map(({ worker, location, pause, minutes }): Span => {
          const from = (ends[worker] ?? 0) + pause * minute;
          ends[worker] = from + minutes * minute;
          return { worker, location, from, to: ends[worker] };
        });
        const last = spans.at(-1);
        if (more.isOpen && last) last.to = null;
        return { spans, now: Math.max(...ends) + more.later * minute };
      }),
    );

describe('the overview', () => {
  it('adds up to the minutes of every day, hour, place and person, and each figure to its entries', async () => {
    const tenant = await setUp();
    const { admin } = tenant.company;
    const nights = [lastSundayAt1(2025, 2), lastSundayAt1(2025, 9), Date.UTC(2025, 0, 31, 23)];
    const input = fc.record({
      zone: fc.constantFrom(...zoneNames),
      night: fc.constantFrom(...nights).chain((around) => fc.tuple(fc.constant(around), shifts(around))),
      length: fc.integer({ min: 0, max: 9 }),
      offset: fc.integer({ min: -4, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ zone, night: [around, { spans, now }], length, offset }) => {
        // The company moves: every midnight does, past ones included.
        await app.services.db
          .updateTable('company')
          .set({ timezone: zone })
          .where('id', '=', tenant.companyId)
          .execute();
        await store(tenant, spans);
        clock.set(new Date(now).toISOString());
        const startDate = oracleDate(around + offset * day, zone);
        let endDate = startDate;
        for (let step = 0; step < length; step += 1) endDate = oracleDayAfter(endDate);
        const { current } = await admin.ok('getOverviewReport', { query: { startDate, endDate } });
        const all = minutesOf(spans, zone, now).filter(({ date }) => startDate <= date && date <= endDate);
        const msOf = (test: (one: (typeof all)[number]) => boolean) => all.filter(test).length * minute;

        expect(current.total.ms).toBe(msOf(() => true));
        expect(current.bars.map(({ startDate: date }) => date)).toHaveLength(length + 1);
        for (const bar of current.bars) {
          expect(bar.ms).toBe(msOf(({ date }) => date === bar.startDate));
          for (const { locationId, ms } of bar.locations) {
            const place = tenant.locations.indexOf(locationId);
            expect(ms).toBe(msOf(({ date, location }) => date === bar.startDate && location === place));
          }
          expect(bar.locations.reduce((sum, { ms }) => sum + ms, 0)).toBe(bar.ms);
        }
        for (const { userId, ms } of current.people) {
          expect(ms).toBe(msOf(({ worker }) => tenant.workers[worker] === userId));
        }
        expect(current.people).toHaveLength(new Set(all.map(({ worker }) => worker)).size);
        for (const each of current.hoursOfDay) expect(each.ms).toBe(msOf((one) => one.hour === each.hour));
        await expectDrillDown(admin, figuresOf(current));
      }),
      { numRuns: 15 },
    );
  });

  it('counts people by the hour, leaves the missing hour out and the doubled one in', async () => {
    const tenant = await setUp();
    const { admin } = tenant.company;
    for (const [date, month, third] of [
      ['2025-03-30', 2, 0],
      ['2025-10-26', 9, 4],
    ] as const) {
      const from = lastSundayAt1(2025, month) - 4 * hour;
      await store(
        tenant,
        [0, 1].map((worker) => ({ worker, location: 0, from, to: from + 12 * hour })),
      );
      const { current } = await admin.ok('getOverviewReport', { query: { startDate: date, endDate: date } });
      const at = (one: number) => current.hoursOfDay.find((each) => each.hour === one);
      expect(at(3)).toEqual({ hour: 3, ms: third * hour, averagePeople: third === 0 ? 0 : 2 });
      expect(at(5)).toEqual({ hour: 5, ms: 2 * hour, averagePeople: 2 });
      expect(current.hoursOfDay.reduce((sum, { ms }) => sum + ms, 0)).toBe(current.total.ms);
    }
  });

  it('groups long periods, compares with the months or days before, and sorts by name unless asked', async () => {
    const tenant = await setUp();
    const { admin } = tenant.company;
    const at = Date.UTC(2026, 0, 31, 21);
    const spans = [
      { worker: 0, location: 0, from: at, to: at + 3 * hour },
      { worker: 1, location: 1, from: at, to: at + 2 * hour },
      { worker: 1, location: 0, from: at - 40 * day, to: at - 40 * day + hour },
    ];
    await store(tenant, spans);
    // Whoever has left still has the hours.
    const [first = '', second = ''] = tenant.workers;
    await admin.ok('deleteEmployee', { params: { id: first } });
    const ask = (startDate: string, endDate: string, more = {}) =>
      admin.ok('getOverviewReport', { query: { startDate, endDate, ...more } });
    const january = await ask('2026-01-01', '2026-01-31');
    // Up to midnight in Riga.
    expect([january.current.total.ms, january.previous.total.ms]).toEqual([2 * hour, hour]);
    expect(january.previous).toMatchObject({ startDate: '2025-12-01', endDate: '2025-12-31' });
    expect((await ask('2026-02-01', '2026-02-28')).previous).toEqual(january.current);
    expect((await ask('2026-02-01', '2026-02-10')).previous).toMatchObject({
      startDate: '2026-01-22',
      endDate: '2026-01-31',
    });
    const year = await ask('2025-02-10', '2026-02-09');
    expect([year.current.grain, year.current.bars.length]).toEqual(['month', 13]);
    expect(year.current.bars.at(-1)).toMatchObject({ startDate: '2026-02-01', endDate: '2026-02-09' });
    expect(year.current.people.map(({ userId }) => userId)).toEqual([second, first]);
    const sorted = await ask('2026-02-01', '2026-02-28', { sort: 'hours' });
    expect(sorted.current.people.map(({ ms }) => ms)).toEqual([2 * hour, hour]);
    const half = await ask('2025-12-10', '2026-03-31');
    expect([half.current.grain, half.current.bars[0]?.endDate]).toEqual(['week', '2025-12-14']);
    for (const { current } of [year, half]) await expectDrillDown(admin, figuresOf(current));
    const onlyOne = await ask('2025-02-10', '2026-02-09', {
      locationId: tenant.locations[0],
      employeeId: second,
    });
    expect(onlyOne.current.total.ms).toBe(hour);
    await expectDrillDown(admin, figuresOf(onlyOne.current));
    const tooLong = { query: { startDate: '2025-01-01', endDate: '2026-01-02' } };
    expect((await admin.call('getOverviewReport', tooLong)).body.code).toBe('validation_failed');
    for (const unknown of [{ locationId: randomUUID() }, { employeeId: randomUUID() }]) {
      const query = { startDate: '2026-01-01', endDate: '2026-01-31', ...unknown };
      expect((await admin.call('getOverviewReport', { query })).body.code).toBe('not_found');
    }
  });

  it('of a manager is that of the own locations, whoever worked there', async () => {
    const tenant = await setUp();
    const [gate = '', yard = ''] = tenant.locations;
    const { client } = await addEmployee(app, tenant.company, { role: 'manager', locationIds: [gate] });
    const at = Date.UTC(2026, 1, 10, 6);
    await store(tenant, [
      { worker: 0, location: 0, from: at, to: at + hour },
      { worker: 0, location: 1, from: at + hour, to: at + 3 * hour },
      { worker: 1, location: 1, from: at, to: at + 4 * hour },
    ]);
    const query = { startDate: '2026-02-01', endDate: '2026-02-28' };
    const { current } = await client.ok('getOverviewReport', { query });
    expect(current.total).toMatchObject({ ms: hour, people: 1 });
    expect(JSON.stringify(current)).not.toContain(yard);
    expect(JSON.stringify(current)).not.toContain(tenant.workers[1]);
    await expectDrillDown(client, figuresOf(current));
    for (const foreign of [{ locationId: yard }, { employeeId: tenant.workers[1] }]) {
      const answer = await client.call('getOverviewReport', { query: { ...query, ...foreign } });
      expect(answer.body.code).toBe('not_found');
    }
    expect((await client.call('getDailySummariesReport', { query })).status).toBe(403);
    expect(await client.ok('getTimeEntriesReport', { query: { ...query, locationId: yard } })).toEqual([]);
  });

  it('says the same in CSV, in a workbook and in the answer, and is told as part of a plan', async () => {
    const tenant = await setUp(2, { language: 'lv' });
    const { admin } = tenant.company;
    const at = Date.UTC(2026, 1, 10, 6);
    await app.services.db
      .updateTable('users')
      .set({ lastName: '=HYPERLINK("x")', firstName: '=1+1' })
      .where('id', '=', tenant.workers[0] ?? '')
      .execute();
    await store(tenant, [
      { worker: 0, location: 0, from: at, to: at + hour + 1234 },
      { worker: 1, location: 1, from: at, to: at + 4 * hour + 1 },
      { worker: 1, location: 0, from: at + day, to: at + day + 20 * minute },
    ]);
    const period = { startDate: '2026-02-01', endDate: '2026-02-28' };
    const { current } = await admin.ok('getOverviewReport', { query: period });
    const bytesOf = async (path: string, more = '') => {
      const query = new URLSearchParams(period);
      const response = await admin.raw({ url: `/api/reports/${path}?${query}${more}` });
      expect(response.statusCode, response.body).toBe(200);
      return response.rawPayload;
    };
    const csvOf = async (path: string, more = '') =>
      parseCsv((await bytesOf(path, `&format=csv${more}`)).toString().slice(1), ';').slice(1);
    const expected = {
      bars: current.bars.flatMap(({ locations }) => locations.map(({ ms }) => ms)),
      people: current.people.map(({ ms }) => ms),
      hoursOfDay: current.hoursOfDay.map(({ ms }) => ms),
    };
    const columns = { bars: 4, people: 2, hoursOfDay: 2 };
    const book = await bytesOf('overview', '&format=xlsx');
    for (const [index, table] of (['bars', 'people', 'hoursOfDay'] as const).entries()) {
      const [column, rows] = [columns[table], (await readSheet(book, index + 1)).slice(1)];
      const csv = await csvOf('overview', `&table=${table}`);
      const secondsIn = (text: unknown) => Math.round(Number(String(text).replace(',', '.')) * 1000);
      expect(csv.map((row) => secondsIn(row[column]))).toEqual(expected[table]);
      expect(rows.map((row) => secondsIn(row[column]))).toEqual(expected[table]);
      const hoursIn = (cell: unknown) => Number(String(cell).replace(',', '.'));
      for (const [at, row] of rows.entries()) {
        expect(typeof row[column - 1]).toBe('number');
        expect(hoursIn(row[column - 1]) * hour).toBeCloseTo(expected[table][at] ?? Number.NaN, 3);
        expect(Math.abs(hoursIn(csv[at]?.[column - 1]) - hoursIn(row[column - 1]))).toBeLessThan(0.01);
      }
      // Hours to two decimals add up as printed.
      const sum = csv.reduce((all, row) => all + hoursIn(row[column - 1]), 0);
      expect(sum).toBeCloseTo(Math.round((current.total.ms / hour) * 100) / 100, 9);
    }
    const [bar] = (await readSheet(book, 1)).slice(1);
    expect(bar?.[0]).toEqual(new Date('2026-02-10T00:00:00Z'));
    expect((await csvOf('overview', '&table=people')).map(([name]) => name)).toContain(
      `'=1+1 =HYPERLINK("x")`,
    );
    expect((await readSheet(book, 2)).map(([name]) => name)).toContain('=1+1 =HYPERLINK("x")');

    const entries = await admin.ok('getTimeEntriesReport', { query: period });
    const rows = (await readSheet(await bytesOf('time-entries', '&format=xlsx'))).slice(1);
    expect(rows.map((row) => Math.round(Number(row[7]) * 1000))).toEqual(entries.map((one) => one.countedMs));
    const checkIn = rows.at(-1)?.[2];
    // Days as a binary fraction.
    expect(checkIn instanceof Date && Math.round(checkIn.getTime() / 1000)).toBe(
      Date.parse('2026-02-10T08:00:00Z') / 1000,
    );
    const days = await csvOf('daily-summaries');
    // The database orders the names.
    expect(days.map((row) => row.slice(0, 2).join(' ')).toSorted()).toEqual([
      '2026-02-10 Vārti',
      '2026-02-10 Ābele',
      '2026-02-11 Vārti',
    ]);

    const pdf = await getDocumentProxy(new Uint8Array(await bytesOf('overview', '&format=pdf')));
    const page = await (await pdf.getPage(1)).getTextContent();
    const text = page.items.map((item) => ('str' in item ? item.str : '')).join(' ');
    expect(text).toContain('5:20');
    // The total and what it is compared with come first, and four tables share the pages.
    expect(text).toMatch(/5:20\s+h/);
    expect(text).toContain('iepriekšējā periodā');
    expect(pdf.numPages).toBeLessThan(4);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });

    await app.services.db
      .updateTable('company')
      .set({ subscriptionPlan: 'starter', trialEndsAt: start })
      .where('id', '=', tenant.companyId)
      .execute();
    for (const path of ['overview', 'norm', 'output', 'time-entries', 'daily-summaries']) {
      for (const format of ['csv', 'xlsx']) {
        const url = `/api/reports/${path}?${new URLSearchParams({ ...period, format })}`;
        expect((await admin.raw({ url })).statusCode).toBe(402);
      }
    }
    expect((await bytesOf('overview', '&format=pdf')).subarray(0, 4).toString()).toBe('%PDF');
  });
});

describe('the norm', () => {
  it('is unknown until rules are chosen, and then that of the months', async () => {
    const tenant = await setUp();
    const { admin } = tenant.company;
    const at = Date.UTC(2026, 1, 10, 6);
    await store(tenant, [{ worker: 0, location: 0, from: at, to: at + 11 * hour }]);
    const query = { startDate: '2026-01-15', endDate: '2026-02-28' };
    expect(await admin.ok('getNormReport', { query })).toBeNull();
    await admin.ok('updateWorkRules', { body: { country: 'LV' } });
    const [user = ''] = tenant.workers;
    await app.services.db
      .updateTable('users')
      .set({ createdAt: '2025-01-01T00:00:00Z' })
      .where('companyId', '=', tenant.companyId)
      .execute();
    const body = { userId: user, startDate: '2026-02-16', endDate: '2026-02-17', code: 'A' };
    await admin.ok('createAbsence', { body });
    const report = await admin.ok('getNormReport', { query });
    const february = await admin.ok('getMonthHours', { params: { month: '2026-02' }, query: {} });
    const sum = (figure: 'norm' | 'total' | 'overtime') =>
      february.reduce((all, person) => all + person[figure], 0);
    expect(report?.current.months[1]).toEqual({
      startDate: '2026-02-01',
      endDate: '2026-02-28',
      ...{ norm: sum('norm'), worked: 11 * hour, overtime: sum('overtime'), absence: 16 * hour },
    });
    expect(sum('overtime')).toBe(3 * hour);
    expect(report?.current.months[0]).toMatchObject({ startDate: '2026-01-15', endDate: '2026-01-31' });
    expect(report?.current.absences).toEqual([{ code: 'A', ms: 16 * hour, days: 2 }]);
    // Twelve working days from the 15th to the end of January.
    const one = await admin.ok('getNormReport', { query: { ...query, employeeId: user } });
    expect(one?.current.months[0]?.norm).toBe(12 * 8 * hour);
    const tooLong = { query: { startDate: '2026-01-01', endDate: '2026-04-03' } };
    expect((await admin.call('getNormReport', tooLong)).body.code).toBe('validation_failed');
  });
});

describe('the output', () => {
  type Report = { entry: number; quantity: number; unit?: string; description?: string };
  async function report({ companyId }: Tenant, spans: Span[], ids: string[], tenant: Tenant, list: Report[]) {
    const values = list.map(({ entry, quantity, unit = 'm2', description = 'Krāso' }) => ({
      id: randomUUID(),
      companyId,
      userId: tenant.workers[spans[entry]?.worker ?? 0] ?? '',
      timeEntryId: ids[entry] ?? null,
      submissionId: randomUUID(),
      units: unit,
      quantity,
      description,
    }));
    await app.services.db.insertInto('workReport').values(values).execute();
  }
  const query = { startDate: '2026-02-01', endDate: '2026-02-28' };
  const at = Date.UTC(2026, 1, 10, 6);
  const shift = (worker: number, location = 0, days = 0): Span => {
    const from = at + days * day;
    return { worker, location, from, to: from + 4 * hour };
  };

  it('is per hour and unit, of whole days of at least three people only, beside the target', async () => {
    const tenant = await setUp(4);
    const { admin } = tenant.company;
    const [gate = '', yard = ''] = tenant.locations;
    const spans = [shift(0), shift(1), shift(2), shift(0, 0, 1), shift(1, 0, 1), shift(3, 1)];
    const ids = await store(tenant, spans);
    await report(tenant, spans, ids, tenant, [
      ...[0, 1, 2].map((entry) => ({ entry, quantity: 10.1 })),
      { entry: 0, quantity: 5 },
      ...[3, 4, 5].map((entry) => ({ entry, quantity: 777 })),
    ]);
    const targets = [
      { locationId: gate, unit: 'm2', perHour: 3.5 },
      { locationId: yard, unit: 'kg', perHour: 1 },
    ];
    const stored = await admin.ok('updateOutputTargets', { body: { targets } });
    expect(stored.toSorted((a, b) => b.perHour - a.perHour)).toEqual(targets);
    const { groups } = await admin.ok('getOutputReport', { query });
    expect(groups).toEqual([
      {
        ...{ key: yard, name: 'Ābele', unit: 'm2', quantity: null, ms: null, perHour: null, target: null },
        ...{ hidden: 'too_few_people', isPartial: false },
      },
      {
        ...{ key: gate, name: 'Vārti', unit: 'm2', quantity: 35.3, ms: 12 * hour, perHour: 35.3 / 12 },
        ...{ target: 3.5, hidden: null, isPartial: true },
      },
    ]);
    const by = async (group: 'day' | 'week', more = {}) =>
      (await admin.ok('getOutputReport', { query: { ...query, by: group, ...more } })).groups.map(
        ({ key, quantity, target }) => [key, quantity, target],
      );
    expect(await by('day')).toEqual([
      ['2026-02-10', 35.3, null],
      ['2026-02-11', null, null],
    ]);
    expect(await by('week', { locationId: gate })).toEqual([['2026-02-09', 35.3, 3.5]]);
    // No choice of days or locations tells what the few did.
    const answers = [
      await admin.ok('getOutputReport', { query: { ...query, locationId: yard } }),
      await admin.ok('getOutputReport', { query: { ...query, startDate: '2026-02-11' } }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/\b777\b/);
    const unknown = { targets: [{ locationId: randomUUID(), unit: 'm2', perHour: 1 }] };
    expect((await admin.call('updateOutputTargets', { body: unknown })).body.code).toBe('not_found');
    expect(await admin.ok('listOutputTargets')).toHaveLength(2);
    const twice = { targets: [targets[0], targets[0]].flatMap((one) => one ?? []) };
    expect((await admin.call('updateOutputTargets', { body: twice })).body.code).toBe('validation_failed');
    const file = await admin.raw({
      url: `/api/reports/output?${new URLSearchParams({ ...query, format: 'xlsx' })}`,
    });
    const [, hidden, shown] = await readSheet(file.rawPayload);
    expect(hidden?.slice(2, 6)).toEqual([null, null, null, null]);
    expect(shown?.slice(2, 5)).toEqual([35.3, 12, 43_200]);
  });

  it('tells jobs apart by their words, and hides one that would follow from the others', async () => {
    const tenant = await setUp(4);
    const { admin } = tenant.company;
    const spans = [0, 1, 2, 3].map((worker) => shift(worker));
    const ids = await store(tenant, spans);
    const paint = ['Krāso sienu', 'krāso  SIENU.', 'Kraso sienu'];
    const painters = paint.map((description, entry) => ({ entry, quantity: 4, description }));
    await report(tenant, spans, ids, tenant, painters);
    const ask = async () => (await admin.ok('getOutputReport', { query: { ...query, by: 'job' } })).groups;
    expect(await ask()).toMatchObject([{ key: 'kraso sienu', quantity: 12, ms: 12 * hour, hidden: null }]);
    // The whole of the day is shown, so what is left of it would be one person's.
    const only = { entry: 3, quantity: 999, description: 'Jānis mūrē' };
    await report(tenant, spans, ids, tenant, [only]);
    const hidden = { key: null, name: null, quantity: null, ms: null, hidden: 'too_few_people' };
    expect(await ask()).toMatchObject([hidden]);
    expect(JSON.stringify(await ask())).not.toMatch(/999|Jānis/);
    const others = [0, 1].map((entry) => ({ entry, quantity: 1, description: `Darbs ${entry}` }));
    await report(tenant, spans, ids, tenant, others);
    expect(await ask()).toMatchObject([{ key: 'kraso sienu', quantity: 12 }, hidden]);
  });
});

describe('reports by mail', () => {
  /** The reports, by the name of their file. */
  const sentTo = (email: string) =>
    received.filter(({ to, source }) => to.includes(email) && source.includes('overview-'));
  /** Everything that is due is mailed twice at the same time, as two servers would. */
  async function run(at: string) {
    clock.set(at);
    await Promise.all([queueReports(app.services), queueReports(app.services)]);
    await app.settled('report-mail');
    await app.settled('mail');
  }
  const monday = '2026-03-09T05:00:00.000Z';
  async function subscribed(changes: Parameters<typeof registerCompany>[1] = {}) {
    const tenant = await setUp(2, changes);
    const at = Date.UTC(2026, 2, 3, 6);
    await store(tenant, [
      { worker: 0, location: 0, from: at, to: at + 3 * hour },
      { worker: 1, location: 1, from: at, to: at + 5 * hour },
    ]);
    await tenant.company.admin.ok('updateReportSubscription', { body: { frequency: 'weekly' } });
    return { ...tenant, email: tenant.company.user.email };
  }
  const tokenOf = (source = '') =>
    /one-click\?token=([\w-]+)/.exec(source.replace(/\r\n\s+/g, ''))?.[1] ?? '';

  it('go out once on Monday morning of the company, with the figures and a PDF, and stop by their link', async () => {
    const { company, email } = await subscribed({ language: 'pl' });
    await run('2026-03-09T04:59:00.000Z');
    expect(sentTo(email)).toHaveLength(0);
    await run(monday);
    await run('2026-03-09T09:00:00.000Z');
    const [mail, ...more] = sentTo(email);
    expect(more).toEqual([]);
    expect(mail?.source).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i);
    expect(mail?.source).toContain('overview-2026-03-02-2026-03-08.pdf');
    expect(mail?.source).toMatch(/8:00/);
    const token = tokenOf(mail?.source);
    const oneClick = (secret: string) =>
      app.client().raw({
        method: 'POST',
        url: `/api/report-subscriptions/one-click?token=${secret}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await oneClick('guess')).statusCode).toBe(400);
    expect((await oneClick([...token].reverse().join(''))).statusCode).toBe(200);
    expect(await company.admin.ok('getReportSubscription')).toEqual({ frequency: 'weekly' });
    expect((await oneClick(token)).statusCode).toBe(200);
    expect(await company.admin.ok('getReportSubscription')).toEqual({ frequency: 'none' });
    await app.client().ok('stopReportSubscription', { body: { token } });
    await run('2026-03-16T05:00:00.000Z');
    expect(sentTo(email)).toHaveLength(1);
  });

  it('of a manager are of the own locations at that time, and end with the role', async () => {
    const tenant = await subscribed();
    const { admin } = tenant.company;
    const [, yard = ''] = tenant.locations;
    const { client, employee } = await addEmployee(app, tenant.company, {
      role: 'manager',
      locationIds: [tenant.locations[0] ?? ''],
    });
    await client.ok('updateReportSubscription', { body: { frequency: 'monthly' } });
    const { firstName, lastName, email } = employee;
    const change = async (role: 'manager' | 'employee', locationIds: string[]) =>
      admin.ok('updateEmployee', {
        params: { id: employee.id },
        body: { firstName, lastName, email, role, locationIds, currentPassword: 'correct horse' },
      });
    await change('manager', [yard]);
    // Summer time since Sunday: seven in the morning is 04:00 UTC.
    await run('2026-04-01T03:59:00.000Z');
    expect(sentTo(email)).toHaveLength(0);
    await run('2026-04-01T04:00:00.000Z');
    const mails = () => sentTo(email);
    expect(mails()).toHaveLength(1);
    const text =
      mails()[0]
        ?.source.replace(/=\r\n/g, '')
        .replace(/=C4=80/g, 'Ā') ?? '';
    expect(text).toContain('Ābele: 5:00');
    expect(text).not.toMatch(/V=C4=81rti|3:00/);
    await tenant.company.admin.ok('login', {
      body: { email: tenant.company.user.email, password: 'correct horse' },
    });
    await change('employee', []);
    await run('2026-05-01T04:00:00.000Z');
    expect(mails()).toHaveLength(1);
    const left = await app.services.db
      .selectFrom('reportSubscription')
      .where('userId', '=', employee.id)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });

  it.each<[string, object]>([
    ['an inactive person', { table: 'users', set: { isActive: false } }],
    ['a company that is not confirmed', { table: 'company', set: { confirmedAt: null } }],
    ['a company that is being deleted', { table: 'company', set: { deletionDueAt: monday } }],
    [
      'a lapsed subscription',
      { table: 'company', set: { subscriptionStatus: 'past_due', trialEndsAt: start } },
    ],
  ])('do not go to %s', async (_, change) => {
    const { companyId, email, company } = await subscribed();
    const { table, set } = change as { table: 'users' | 'company'; set: object };
    await app.services.db
      .updateTable(table)
      .set(set)
      .where('id', '=', table === 'users' ? company.user.id : companyId)
      .execute();
    await run(monday);
    clock.set(monday);
    await mailReport(app.services, { companyId, userId: company.user.id });
    await app.settled('mail');
    expect(sentTo(email)).toEqual([]);
  });

  it('that an outage delayed for days are left out, and the next ones come', async () => {
    const { email, company } = await subscribed();
    await run('2026-03-12T05:00:00.000Z');
    const mails = () => sentTo(email);
    expect(mails()).toHaveLength(0);
    await run('2026-03-17T05:00:00.000Z');
    expect(mails().map(({ source }) => source.includes('overview-2026-03-09-2026-03-15.pdf'))).toEqual([
      true,
    ]);
    // Chosen again in the same week, it sends the same week no second time.
    await login(company);
    await company.admin.ok('updateReportSubscription', { body: { frequency: 'weekly' } });
    await run('2026-03-17T06:00:00.000Z');
    expect(mails()).toHaveLength(1);
  });
  const login = ({ admin, user }: Company) =>
    admin.ok('login', { body: { email: user.email, password: 'correct horse' } });
});
