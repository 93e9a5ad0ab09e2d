/** Each total that has an explanation beside it on screen, and what the explanation adds up to. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { monthOf } from '#domain/dates.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { day, hour, lastSundayAt1, oracleDate } from '#tests/support/oracles/eu-time-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const zone = 'Europe/Riga';
const clock = fixedClock('2025-12-01T08:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const sum = (of: number[]) => of.reduce((total, ms) => total + ms, 0);
let app: TestApp;
let company: Company;
let people: { id: string; client: TestClient }[];
let locations: { id: string }[];

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { timezone: zone });
  locations = [await addLocation(company, 'A'), await addLocation(company, 'B')];
  const { client, employee } = await addEmployee(app, company);
  people = [
    { id: company.user.id, client: company.admin },
    { id: employee.id, client },
  ];
  const { db } = app.services;
  await db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
  await db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
});
afterAll(() => app.close());

/** The instant around which everything happens ends a day, a week and a month, or is in the night of the changed clocks. */
const turns = [
  Date.UTC(2026, 4, 31, 21),
  Date.UTC(2026, 7, 31, 21),
  lastSundayAt1(2026, 2),
  lastSundayAt1(2026, 9),
];
const histories = fc.record({
  turn: fc.constantFrom(...turns),
  spans: fc.array(
    fc.record({
      person: fc.nat(1),
      location: fc.nat(1),
      gap: fc.nat(12 * hour),
      length: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 14 * hour }),
        fc.integer({ min: 15 * hour, max: 48 * hour }),
      ),
      isRejected: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  isOpen: fc.boolean(),
  sinceLast: fc.constantFrom(0, hour, 13 * hour, 30 * hour),
  /** The month before the turn is approved, and the company moves afterwards. */
  movesTo: fc.constantFrom(null, null, 'Europe/Warsaw', 'Pacific/Kiritimati'),
});

type Explained = Omit<EndpointInput<'explainHours'>['query'], 'measure'> & {
  measure?: 'days' | 'month';
};
async function explained(client: TestClient, query: Explained): Promise<number> {
  const { total, days } = await client.ok('explainHours', { query });
  expect(sum(days.flatMap(({ parts }) => parts.map(({ ms }) => ms)))).toBe(total.ms);
  expect(sum(days.map(({ ms }) => ms))).toBe(total.ms);
  return total.ms;
}
const msOf = (hours: number) => Math.round(hours * hour);

it('a total and its explanation are the same figure, on every screen', async () => {
  const { db } = app.services;
  const { companyId } = company.user;
  const settings = await company.admin.ok('getCompany');
  await fc.assert(
    fc.asyncProperty(histories, async ({ turn, spans, isOpen, sinceLast, movesTo }) => {
      for (const table of ['monthApproval', 'timeEntry', 'formerTimeZone'] as const) {
        await db.deleteFrom(table).where('companyId', '=', companyId).execute();
      }
      const ends = [turn - 30 * hour, turn - 40 * hour];
      const rows = spans.map(({ person, location, gap, length, isRejected }, index) => {
        const checkIn = (ends[person] ?? 0) + gap;
        const isLast = isOpen && index === spans.length - 1;
        const checkOut = isRejected ? checkIn : checkIn + length;
        ends[person] = checkOut;
        return {
          ...{ companyId, id: randomUUID(), userId: people[person]?.id ?? '' },
          ...{
            locationId: locations[location]?.id ?? '',
            checkIn: iso(checkIn),
            checkInSource: 'qr' as const,
          },
          checkOut: isLast ? null : iso(checkOut),
          checkOutSource: isLast ? null : ('qr' as const),
          approval: isRejected && !isLast ? ('rejected' as const) : null,
        };
      });
      await db.insertInto('timeEntry').values(rows).execute();
      const now = Math.max(...ends, turn + hour) + sinceLast;
      clock.set(iso(now));
      await company.admin.ok('updateCompany', { body: { ...settings, timezone: zone } });
      const month = oracleDate(turn - day, zone).slice(0, 7);
      if (movesTo) {
        await company.admin.call('approveMonth', { body: { month, userId: people[1]?.id ?? '' } });
        clock.set(iso(now + 1));
        await company.admin.ok('updateCompany', { body: { ...settings, timezone: movesTo } });
      }

      // The dashboards.
      const stats = await company.admin.ok('getDashboardStats', { query: {} });
      if (stats.role !== 'admin') throw new TypeError('not the administrator’s figures');
      for (const { id, client } of people) {
        const own = await client.ok('getDashboardStats', { query: { as: 'employee' } });
        if (own.role !== 'employee') throw new TypeError('not the employee’s figures');
        const { today, weekStart, weekEnd } = own;
        const ofToday = { startDate: today, endDate: today };
        const ofWeek = { startDate: weekStart, endDate: weekEnd };
        expect(await explained(client, { ...ofToday, userId: id })).toBe(msOf(own.todayHours));
        expect(await explained(client, { ...ofWeek, userId: id })).toBe(msOf(own.weekHours));
        expect(await explained(company.admin, ofToday)).toBe(msOf(stats.todayHours));
        expect(await explained(company.admin, ofWeek)).toBe(msOf(stats.weekHours));
      }

      // The reports: a period that ends in the middle of it all.
      const period = { startDate: oracleDate(turn - 2 * day, zone), endDate: oracleDate(turn - hour, zone) };
      const whole = { ...monthOf(oracleDate(turn, zone)) };
      for (const query of [period, { startDate: whole.start, endDate: whole.end }]) {
        for (const employee of [{}, { employeeId: people[1]?.id ?? '' }]) {
          for (const at of [{}, { locationId: locations[0]?.id ?? '' }]) {
            const entries = await company.admin.ok('getTimeEntriesReport', {
              query: { ...query, ...employee, ...at, select: 'overlapping' },
            });
            const shown = entries.map(({ countedMs }) => countedMs);
            const who = 'employeeId' in employee ? { userId: employee.employeeId } : {};
            const asked = { ...query, ...who, ...at };
            expect(await explained(company.admin, asked)).toBe(sum(shown));
          }
        }
        const summaries = await company.admin.ok('getDailySummariesReport', { query });
        for (const { date, locationId, totalHours } of summaries) {
          const asked = { startDate: date, endDate: date, locationId };
          expect(await explained(company.admin, asked)).toBe(msOf(totalHours));
        }
        expect(await explained(company.admin, query)).toBe(
          sum(summaries.map(({ totalHours }) => msOf(totalHours))),
        );
      }

      // The months of everybody and one's own.
      for (const name of new Set([month, oracleDate(turn + day, zone).slice(0, 7)])) {
        const { start, end } = monthOf(`${name}-01`);
        const asked = { startDate: start, endDate: end, measure: 'month' as const };
        const listed = await company.admin.ok('listMonth', { query: { month: name } });
        for (const { user, ms } of listed) {
          expect(await explained(company.admin, { ...asked, userId: user.id })).toBe(ms);
        }
        expect(await explained(company.admin, asked)).toBe(sum(listed.map(({ ms }) => ms)));
        for (const { id, client } of people) {
          const own = (await client.ok('listOwnMonths')).find((one) => one.month === name);
          expect(await explained(client, { ...asked, userId: id })).toBe(own?.ms ?? 0);
        }
      }
    }),
    { numRuns: samples(60) },
  );
});

it('the explanation of a month is of one month', async () => {
  const own = await registerCompany(app);
  const location = await addLocation(own);
  clock.set('2026-06-30T19:00:00Z');
  const { db } = app.services;
  await db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
  await db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
  await own.admin.ok('scan', { body: { qrCode: location.qrCode } });
  clock.set('2026-06-30T23:00:00Z');
  const june = { startDate: '2026-06-01', endDate: '2026-06-30' };
  const ask = (measure: 'days' | 'month', period = june) =>
    own.admin.call('explainHours', { query: { ...period, measure } });
  // It is 02:00 in Riga: two hours of it lie in June.
  expect(await ask('days')).toMatchObject({ body: { total: { hours: 2 } } });
  expect(await ask('month')).toMatchObject({ body: { total: { hours: 2 } } });
  for (const period of [
    { startDate: '2026-06-02', endDate: '2026-06-30' },
    { startDate: '2026-06-01', endDate: '2026-07-31' },
  ]) {
    expect(await ask('month', period)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  }
});
