import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleDayAfter,
  oracleMinutes,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withoutTriggers } from '#tests/support/test-database.ts';

const minute = 60_000;
const clock = fixedClock('2026-03-01T00:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

type Span = { worker: number; location: number; from: number; to: number | null };

async function companyIn(timezone: string) {
  clock.set('2026-03-01T00:00:00Z');
  const company = await registerCompany(app, { timezone });
  const workers = [company.user.id, (await addEmployee(app, company)).employee.id];
  const locations = [(await addLocation(company, 'A')).id, (await addLocation(company, 'B')).id];
  return { company, workers, locations };
}

async function store({ company, workers, locations }: Awaited<ReturnType<typeof companyIn>>, spans: Span[]) {
  await app.services.db.deleteFrom('timeEntry').where('companyId', '=', company.user.companyId).execute();
  for (const span of spans) {
    await app.services.db
      .insertInto('timeEntry')
      .values({
        id: randomUUID(),
        companyId: company.user.companyId,
        userId: workers[span.worker] ?? '',
        locationId: locations[span.location] ?? '',
        checkIn: new Date(span.from).toISOString(),
        checkOut: span.to === null ? null : new Date(span.to).toISOString(),
        checkInSource: 'qr',
        checkOutSource: span.to === null ? null : 'qr',
      })
      .execute();
  }
}

/** Minutes by date and location, counted one by one: independent of ranges, splitting and the database. */
function walkMinutes(spans: Span[], zone: Zone, now: number) {
  const days = new Map<string, { minutes: number; workers: Set<number> }>();
  for (const { span, date } of oracleMinutes(spans, zone, now)) {
    const key = `${date} ${span.location}`;
    const found = days.get(key) ?? { minutes: 0, workers: new Set() };
    found.minutes += 1;
    found.workers.add(span.worker);
    days.set(key, found);
  }
  return days;
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
      { minLength: 1, maxLength: 8 },
    )
    .chain((parts) =>
      fc.boolean().map((isOpen) => {
        const ends = [around - 2 * day, around - 2 * day];
        const spans = parts.map(({ worker, location, pause, minutes }): Span => {
          const from = (ends[worker] ?? 0) + pause * minute;
          ends[worker] = from + minutes * minute;
          return { worker, location, from, to: ends[worker] };
        });
        const now = Math.max(...ends) + hour;
        const last = spans.at(-1);
        if (isOpen && last) last.to = null;
        return { spans, now };
      }),
    );

const nights = [
  ['the spring night', lastSundayAt1(2025, 2)],
  ['the autumn night', lastSundayAt1(2025, 9)],
  ['a month end', Date.UTC(2025, 0, 31, 23)],
  ['the turn of the year', Date.UTC(2024, 11, 31, 23)],
] as const;

for (const zone of zoneNames) {
  it.each(nights)(`days, weeks and totals in ${zone} around %s`, async (_, around) => {
    const tenant = await companyIn(zone);
    const { admin } = tenant.company;
    await fc.assert(
      fc.asyncProperty(shifts(around), async ({ spans, now }) => {
        await store(tenant, spans);
        clock.set(new Date(now).toISOString());
        const expected = walkMinutes(spans, zone, now);

        const startDate = oracleDate(around - 4 * day, zone);
        const endDate = oracleDate(around + 20 * day, zone);
        const summaries = await admin.ok('getDailySummariesReport', { query: { startDate, endDate } });
        const found = new Map(
          summaries.map((summary) => [
            `${summary.date} ${tenant.locations.indexOf(summary.locationId)}`,
            [Math.round(summary.totalHours * 60 * 1e6) / 1e6, summary.uniqueEmployees],
          ]),
        );
        const wanted = new Map([...expected].map(([key, sum]) => [key, [sum.minutes, sum.workers.size]]));
        expect(found).toEqual(wanted);

        // The dashboards split the same way: the current day and its ISO week.
        const today = oracleDate(now, zone);
        const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
        const monday = new Date(Date.parse(today) - weekday * day).toISOString().slice(0, 10);
        const minutesFrom = (date: string) =>
          [...expected].reduce(
            (sum, [key, { minutes }]) => (key.slice(0, 10) >= date ? sum + minutes : sum),
            0,
          );
        const stats = await admin.ok('getDashboardStats', { query: {} });
        expect(stats.today).toBe(today);
        expect(stats.todayHours * 60).toBeCloseTo(minutesFrom(today), 6);
        expect(stats.weekHours * 60).toBeCloseTo(minutesFrom(monday), 6);

        const own = walkMinutes(
          spans.filter((span) => span.worker === 0),
          zone,
          now,
        );
        const mine = await admin.ok('getDashboardStats', { query: { as: 'employee' } });
        const ownToday = [...own].reduce(
          (sum, [key, { minutes }]) => (key.startsWith(today) ? sum + minutes : sum),
          0,
        );
        expect(mine.todayHours * 60).toBeCloseTo(ownToday, 6);
        expect(mine).toMatchObject({
          weekStart: monday,
          weekEnd: new Date(Date.parse(monday) + 6 * day).toISOString().slice(0, 10),
        });

        // The whole entry belongs to the day of its check-in.
        for (const date of [oracleDate(around, zone), oracleDayAfter(oracleDate(around, zone))]) {
          const entries = await admin.ok('getTimeEntriesReport', {
            query: { startDate: date, endDate: date },
          });
          const wantedIns = spans
            .filter((span) => oracleDate(span.from, zone) === date)
            .map((span) => span.from);
          expect(entries.map((entry) => Date.parse(entry.checkIn)).toSorted()).toEqual(wantedIns.toSorted());
        }
      }),
      { numRuns: samples(12) },
    );
  });
}

it('filters by person and location, newest first, with exact totals', async () => {
  const tenant = await companyIn('Europe/Riga');
  const { admin } = tenant.company;
  const at = Date.UTC(2026, 2, 5, 6);
  await store(tenant, [
    { worker: 0, location: 0, from: at, to: at + 90 * minute },
    { worker: 0, location: 1, from: at + 90 * minute, to: at + 100 * minute },
    { worker: 1, location: 0, from: at + 5 * minute, to: null },
  ]);
  clock.set(new Date(at + 2 * hour).toISOString());
  const period = { startDate: '2026-03-05', endDate: '2026-03-05' };
  const all = await admin.ok('getTimeEntriesReport', { query: period });
  expect(
    all.map((entry) => [entry.status, entry.totalHours && Math.round(entry.totalHours * 6000) / 100]),
  ).toEqual([
    ['completed', 10],
    ['working', null],
    ['completed', 90],
  ]);
  const sorted = { ...period, sort: 'checkOut', direction: 'descending' } as const;
  const ids = [all[1], all[0], all[2]].map((entry) => entry?.id);
  expect((await admin.ok('getTimeEntriesReport', { query: sorted })).map(({ id }) => id)).toEqual(ids);
  const [worker = ''] = tenant.workers;
  const [location = ''] = tenant.locations;
  const query = { ...period, employeeId: worker, locationId: location };
  expect(await admin.ok('getTimeEntriesReport', { query })).toMatchObject([
    { userId: worker, locationId: location },
  ]);
  expect(await admin.ok('getTimeEntriesReport', { query: { ...period, employeeId: randomUUID() } })).toEqual(
    [],
  );
});

it.each([
  [{ startDate: '2026-02-30', endDate: '2026-03-01' }, 'startDate'],
  [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'endDate'],
  [{ startDate: '2026-03-02', endDate: "2026-03-01' or 1=1" }, 'endDate'],
  [{ startDate: '2026-03-01', endDate: '2026-03-02', employeeId: 'x' }, 'employeeId'],
])('refuses the period %j', async (query, path) => {
  const { company } = await companyIn('Europe/Riga');
  for (const name of ['getTimeEntriesReport', 'getDailySummariesReport'] as const) {
    if (name === 'getDailySummariesReport' && path === 'employeeId') continue;
    const answer = await company.admin.call(name, { query });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body).toHaveProperty('issues.0.path', path);
  }
});

it('a period of a thousand years costs no more than the days with entries', async () => {
  const tenant = await companyIn('Europe/Riga');
  const at = Date.UTC(2026, 2, 5, 6);
  await store(tenant, [{ worker: 0, location: 0, from: at, to: at + hour }]);
  clock.set(new Date(at + day).toISOString());
  const query = { startDate: '1970-01-01', endDate: '2999-12-31' };
  expect(await tenant.company.admin.ok('getDailySummariesReport', { query })).toMatchObject([
    { date: '2026-03-05', totalHours: 1 },
  ]);
});

it('an entry over the edge of a period is listed where it began, or wherever it has time, with the hours inside', async () => {
  const tenant = await companyIn('Europe/Riga');
  const { admin } = tenant.company;
  // 22:00 to 06:00 over the end of January, and an open entry that needs attention since December.
  const from = Date.UTC(2025, 0, 31, 20);
  const forgotten = { worker: 1, location: 0, from: Date.UTC(2024, 11, 30, 8), to: null };
  await store(tenant, [{ worker: 0, location: 0, from, to: from + 8 * hour }, forgotten]);
  clock.set('2025-02-10T08:00:00Z');
  const report = async (startDate: string, endDate: string, select?: 'begun' | 'overlapping') => {
    const query = { startDate, endDate, ...(select && { select }) };
    const found = await admin.ok('getTimeEntriesReport', { query });
    return found.map(({ totalHours, countedMs }) => ({ totalHours, hours: countedMs / hour }));
  };
  expect(await report('2025-01-01', '2025-01-31')).toEqual([{ totalHours: 8, hours: 2 }]);
  expect(await report('2025-02-01', '2025-02-28')).toEqual([]);
  expect(await report('2025-01-01', '2025-01-31', 'overlapping')).toEqual([{ totalHours: 8, hours: 2 }]);
  expect(await report('2025-02-01', '2025-02-28', 'overlapping')).toEqual([{ totalHours: 8, hours: 6 }]);
  expect(await report('2024-12-01', '2024-12-31')).toEqual([{ totalHours: null, hours: 0 }]);
  const refused = await admin.call('getTimeEntriesReport', {
    query: { startDate: '2025-01-01', endDate: '2025-01-31', select: 'all' as 'begun' },
  });
  expect(refused).toMatchObject({ status: 400 });
});
it('a report of more than an answer may hold is refused, and one of a part of it is not', async () => {
  const { company, workers, locations } = await companyIn('Europe/Riga');
  const { db } = app.services;
  const [userId = '', otherId = ''] = workers;
  const [locationId = ''] = locations;
  const { companyId } = company.user;
  clock.set('2026-03-30T00:00:00Z');
  await sql`insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source)
    select ${companyId}, gen_random_uuid(), u, ${locationId}, at, at + interval '1 hour', 'qr', 'qr'
    from unnest(${[userId, otherId]}::uuid[]) u, generate_series('2026-03-02T08:00:00Z'::timestamptz, '2026-03-21T08:00:00Z', '1 day') at`.execute(
    db,
  );
  const ask = (query: object = {}) =>
    company.admin.call('getTimeEntriesReport', {
      query: { startDate: '2026-03-01', endDate: '2026-03-31', ...query },
    });
  expect((await ask()).body).toHaveLength(40);
  await sql`insert into work_report (company_id, id, user_id, time_entry_id, submission_id, units, quantity, description)
    select company_id, gen_random_uuid(), user_id, id, gen_random_uuid(), 'm2', 1, repeat('x', 600000)
    from time_entry where company_id = ${companyId} and user_id = ${userId}`.execute(db);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'report_too_large' } });
  expect(await ask({ employeeId: userId })).toMatchObject({ status: 409 });
  expect((await ask({ employeeId: otherId })).body).toHaveLength(20);
  expect((await ask({ startDate: '2026-03-02', endDate: '2026-03-02' })).body).toHaveLength(2);
  await sql`delete from work_report where company_id = ${companyId}`.execute(db);
  await withoutTriggers(
    db,
    sql`insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source)
      select ${companyId}, gen_random_uuid(), ${userId}, ${locationId}, at, at + interval '30 seconds', 'qr', 'qr'
      from generate_series('2026-01-01T00:00:00Z'::timestamptz, '2026-02-05T00:00:00Z', '1 minute') at`,
  );
  expect(await ask({ startDate: '2026-01-01' })).toMatchObject({
    status: 409,
    body: { code: 'report_too_large' },
  });
  expect((await ask()).body).toHaveLength(40);
});
