/** A person's hours are one figure wherever they are read: against an oracle that shares no code with the product. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HUNDREDTH_MS, MINUTE_MS, roundedSteps } from '#domain/apportion.ts';
import { parseCsv } from '#domain/csv.fixture.ts';
import { addDays, datesBetween, monthOf, weekOf } from '#domain/dates.ts';
import { MS_PER_HOUR as H, msFromHours } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { oracleMidnight } from '#tests/support/oracles/eu-time-oracle.ts';
import {
  COUNTRIES,
  type CountryName,
  oracle,
  type Row,
  recorded,
  type Scenario,
  scenarios,
} from '#tests/support/oracles/month-oracle.ts';
import { company as rulesOf, ZONES } from '#tests/support/oracles/work-time.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const start = '2025-12-01T08:00:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
const worlds = new Map<CountryName, Awaited<ReturnType<typeof newWorld>>>();
beforeAll(async () => {
  app = await startTestApp({ clock });
  for (const country of COUNTRIES) worlds.set(country, await newWorld(country));
  await app.services.db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
  await app.services.db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
});
afterAll(() => app.close());

const PEOPLE = 3;

async function newWorld(country: CountryName) {
  const company = await registerCompany(app, { timezone: ZONES[country], subscriptionPlan: 'business' });
  const people: Awaited<ReturnType<typeof addEmployee>>[] = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await addEmployee(app, company));
  const locations = [await addLocation(company, 'A'), await addLocation(company, 'B')];
  return { company, people, locations };
}
type World = Awaited<ReturnType<typeof newWorld>>;

/** Stores what each person's scenario records in place of everything before, a person's entries at two locations in turn. */
async function store({ company, people, locations }: World, list: Scenario[]): Promise<void> {
  const { db } = app.services;
  const { companyId } = company.user;
  for (const table of ['monthApproval', 'monthAnswer', 'workBreak', 'timeEntry'] as const) {
    await db.deleteFrom(table).where('companyId', '=', companyId).execute();
  }
  for (const [index, scenario] of list.entries()) {
    const userId = people[index]?.employee.id ?? '';
    const { entries, breaks } = recorded(scenario);
    const stored = entries.map((entry, at) => ({
      ...{ id: randomUUID(), companyId, userId, locationId: locations[at % 2]?.id ?? '' },
      checkIn: new Date(entry.checkIn).toISOString(),
      checkOut: new Date(entry.checkOut ?? entry.checkIn).toISOString(),
      createdAt: new Date(entry.recordedAt).toISOString(),
      ...{ checkInSource: 'qr' as const, checkOutSource: 'qr' as const },
    }));
    await db.insertInto('timeEntry').values(stored).execute();
    const taken = breaks.map(({ from, to, isPaid }) => ({
      ...{ companyId, userId, id: randomUUID(), endId: randomUUID(), isPaid },
      timeEntryId: stored[0]?.id ?? '',
      startedAt: new Date(from).toISOString(),
      endedAt: new Date(to ?? from).toISOString(),
      receivedAt: new Date(from).toISOString(),
      ...{ startSource: 'qr' as const, endSource: 'qr' as const },
    }));
    if (taken.length > 0) await db.insertInto('workBreak').values(taken).execute();
  }
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** Of one person: what the oracle finds on each date. */
type Expected = { userId: string; rows: Map<string, Row> };
const inRange = ({ rows }: Expected, from: string, to: string, name: 'total' | 'break' = 'total') =>
  sumOf([...rows].filter(([date]) => from <= date && date <= to).map(([, row]) => row[name]));

/** Every place that says a person's hours of the month, or what they add up to. */
async function expectOneFigure({ company, people }: World, month: string, expected: Expected[]) {
  const { admin } = company;
  const { start: startDate, end: endDate } = monthOf(`${month}-01`);
  const period = { startDate, endDate };
  const whole = (one: Expected) => inRange(one, startDate, endDate);
  const all = sumOf(expected.map(whole));
  const find = <T extends { user: { id: string } }>(list: T[], userId: string) =>
    list.find(({ user }) => user.id === userId);

  const listed = await admin.ok('listMonth', { query: { month } });
  const hours = await admin.ok('getMonthHours', { params: { month }, query: {} });
  const overview = (await admin.ok('getOverviewReport', { query: period })).current;
  const entries = await admin.ok('getTimeEntriesReport', { query: { ...period, select: 'overlapping' } });
  for (const [index, one] of expected.entries()) {
    const { userId } = one;
    const { client } = people[index] ?? {};
    if (!client) throw new RangeError('nobody');
    const ms = whole(one);
    expect(find(listed, userId)?.ms ?? 0, 'list of the month').toBe(ms);
    expect(find(hours, userId)?.total ?? 0, 'hours of the month').toBe(ms);
    const query = { userId, details: 'true' } as const;
    const [own] = await client.ok('getMonthHours', { params: { month }, query });
    expect(own?.total, 'own hours').toBe(ms);
    expect(own?.break, 'own breaks').toBe(inRange(one, startDate, endDate, 'break'));
    for (const day of own?.details?.days ?? []) {
      const found = { total: day.total, break: day.break };
      const { total = 0, break: unpaid = 0 } = one.rows.get(day.date) ?? {};
      expect({ date: day.date, ...found }).toEqual({ date: day.date, total, break: unpaid });
    }
    const asked = { ...period, userId, measure: 'month' as const };
    const explanation = await client.ok('explainHours', { query: asked });
    expect(explanation.total, 'explanation').toMatchObject({
      ms,
      breakMs: inRange(one, startDate, endDate, 'break'),
    });
    for (const { date, ms: ofDay, parts } of explanation.days) {
      expect(ofDay, `explanation of ${date}`).toBe(one.rows.get(date)?.total ?? 0);
      expect(sumOf(parts.map((part) => part.ms))).toBe(ofDay);
    }
    const months = await client.ok('listOwnMonths');
    expect(months.find((each) => each.month === month)?.ms ?? 0, 'own months').toBe(ms);
    expect(overview.people.find((each) => each.userId === userId)?.ms ?? 0, 'overview').toBe(ms);
    const ofPerson = entries.filter((entry) => entry.userId === userId);
    expect(sumOf(ofPerson.map(({ countedMs }) => countedMs)), 'time entries').toBe(ms);
    for (const { checkIn, checkOut, workedMs, breakMs } of ofPerson) {
      expect(workedMs + breakMs).toBe(Date.parse(checkOut ?? checkIn) - Date.parse(checkIn));
    }
    const [norm] = [await admin.ok('getNormReport', { query: { ...period, employeeId: userId } })];
    expect(norm?.current.worked, 'norm').toBe(ms);
  }
  expect(overview.total.ms).toBe(all);
  expect(sumOf(overview.hoursOfDay.map(({ ms }) => ms)), 'hours of the day').toBe(all);
  const onDate = (date: string) => sumOf(expected.map((one) => one.rows.get(date)?.total ?? 0));
  for (const bar of overview.bars) expect(bar.ms, bar.startDate).toBe(onDate(bar.startDate));
  const summaries = await admin.ok('getDailySummariesReport', { query: period });
  for (const date of datesBetween({ start: startDate, end: endDate })) {
    const ofDate = summaries.filter((summary) => summary.date === date);
    expect(sumOf(ofDate.map(({ totalHours }) => msFromHours(totalHours))), date).toBe(onDate(date));
  }

  // Rounded once, alone: to minutes on the sheet, to hundredths in the payroll table.
  const { body: text } = await admin.raw({ url: `/api/months/${month}/payroll?format=csv` });
  const hundredths = expected.map((one) => roundedSteps(whole(one), HUNDREDTH_MS) / 100);
  const cells = parseCsv(text.replace(/^\uFEFF/, ''), text.includes(';') ? ';' : ',').flat();
  for (const figure of hundredths.filter(Boolean)) {
    const printed = [figure.toFixed(2), figure.toFixed(2).replace('.', ',')];
    expect(
      cells.some((cell) => printed.includes(cell)),
      `payroll ${figure}`,
    ).toBe(true);
  }
  const sheets = await admin.ok('getMonthSheet', { params: { month }, query: { format: 'json' } });
  const minutes = expected.map((one) => roundedSteps(whole(one), MINUTE_MS));
  const printed = sheets
    .flatMap(({ rows }) => rows)
    .flatMap(({ cells: of }) => Object.values(of).map((cell) => cell.minutes));
  for (const figure of minutes.filter(Boolean)) expect(printed, 'sheet').toContain(figure);
  // In Poland everybody has a card of their own.
  if (sheets.length === 1) expect(printed, 'total of the sheet').toContain(sumOf(minutes));
}

/** What the current day and week say on a date of the month, and the assistant about the week before. */
async function expectRunning({ company, people }: World, month: string, expected: Expected[], zone: string) {
  const date = `${month}-20`;
  const week = weekOf(date);
  clock.set(new Date(oracleMidnight(addDays(date, 1), zone as 'Europe/Riga') - 1).toISOString());
  const stats = await company.admin.ok('getDashboardStats', { query: { as: 'admin' } });
  const total = (from: string, to: string) => sumOf(expected.map((one) => inRange(one, from, to)));
  expect(msFromHours(stats.weekHours), 'week').toBe(total(week.start, week.end));
  expect(msFromHours(stats.todayHours), 'today').toBe(total(date, date));
  for (const [index, one] of expected.entries()) {
    const own = await people[index]?.client.ok('getDashboardStats', { query: { as: 'employee' } });
    expect(msFromHours(own?.weekHours ?? -1), 'own week').toBe(inRange(one, week.start, week.end));
    expect(msFromHours(own?.todayHours ?? -1), 'own day').toBe(inRange(one, date, date));
  }
  const answer = await company.admin.ok('askPreset', { body: { preset: 'hoursByPersonLastWeek' } });
  const last = weekOf(addDays(date, -7));
  const rounded = expected.map((one) => roundedSteps(inRange(one, last.start, last.end), MINUTE_MS));
  const shown = (answer.results[0]?.rows ?? []).map((row) => row[1] ?? '');
  for (const minute of rounded.filter(Boolean)) {
    expect(shown).toContain(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`);
  }
}

it('is the same in every list, total, chart, file and answer, before and after the approval', async () => {
  const list = fc.array(scenarios, { minLength: PEOPLE, maxLength: PEOPLE });
  await fc.assert(
    fc.asyncProperty(list, async (found) => {
      const [first] = found;
      if (!first) return;
      const { country, month, attribution, policy } = first;
      const zone = ZONES[country];
      const own = found.map(
        (each): Scenario => ({ ...each, country, month, attribution, policy, newZone: zone, planned: [] }),
      );
      const world = worlds.get(country);
      if (!world) throw new RangeError(country);
      clock.set('2028-06-01T09:00:00.000Z');
      // All examples lie in one day, for which sheets and files are limited.
      await app.services.db.deleteFrom('rateLimit').execute();
      await store(world, own);
      const [preset] = rulesOf(country).rules;
      if (!preset) throw new RangeError(country);
      const { paid: _, ...breaks } = preset.breaks;
      const body = { country, attribution, breaks: { ...breaks, policy }, effectiveFrom: '1970-01-01' };
      await world.company.admin.ok('updateWorkRules', { body });
      const expected = own.map((each, index) => ({
        userId: world.people[index]?.employee.id ?? '',
        rows: oracle(each),
      }));
      await expectOneFigure(world, month, expected);
      await expectRunning(world, month, expected, zone);
      clock.set('2028-06-01T09:00:00.000Z');
      await world.company.admin.ok('approveMonth', { body: { month } });
      await expectOneFigure(world, month, expected);
    }),
    { numRuns: samples(334) },
  );
}, 1_800_000);

it('is computed anew whatever changes, and kept while it is approved', async () => {
  const { db } = app.services;
  const world = await newWorld('LV');
  const { company, people, locations } = world;
  const { admin } = company;
  const [person] = people;
  if (!person) throw new RangeError('nobody');
  const { id: userId } = person.employee;
  clock.set('2026-03-10T15:00:00.000Z');
  await db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
  await db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
  const times = { checkIn: '2026-02-10T06:00:00.000Z', checkOut: '2026-02-10T15:00:00.000Z' };
  const reason = 'Aizmirsa';
  const { id } = await admin.ok('createTimeEntry', {
    body: { userId, locationId: locations[0]?.id ?? '', ...times, reason },
  });
  const hours = async () => {
    const listed = await admin.ok('listMonth', { query: { month: '2026-02' } });
    return (listed.find(({ user }) => user.id === userId)?.ms ?? 0) / H;
  };
  expect(await hours()).toBe(9);
  const changed = { locationId: locations[1]?.id ?? '', ...times, checkOut: '2026-02-10T14:00:00.000Z' };
  await admin.ok('updateTimeEntry', { params: { id }, body: { ...changed, reason } });
  expect(await hours()).toBe(8);
  const [summary] = await admin.ok('getDailySummariesReport', {
    query: { startDate: '2026-02-10', endDate: '2026-02-10' },
  });
  expect(summary).toMatchObject({ locationId: locations[1]?.id, totalHours: 8 });
  const [preset] = rulesOf('LV').rules;
  if (!preset) throw new RangeError('LV');
  const { paid: _, ...breaks } = preset.breaks;
  const withBreak = { country: 'LV' as const, breaks: { ...breaks, policy: 'automatic' as const } };
  await admin.ok('updateWorkRules', { body: { ...withBreak, effectiveFrom: '1970-01-01' } });
  expect(await hours()).toBe(7.5);
  await admin.ok('approveMonth', { body: { month: '2026-02', userId } });
  // Not by anything we do, but by whoever has the database: an approved month says what was approved.
  await db.deleteFrom('workRules').where('companyId', '=', company.user.companyId).execute();
  await sql`insert into unsettled_hours (company_id, since) values (${company.user.companyId}, '-infinity')`.execute(
    db,
  );
  expect(await hours()).toBe(7.5);
  await admin.ok('unlockMonth', { body: { month: '2026-02', userId, reason } });
  expect(await hours()).toBe(8);
  await admin.ok('deleteTimeEntry', { params: { id }, body: { reason } });
  expect(await hours()).toBe(0);
  const { rows } = await sql`select from entry_hours where company_id = ${company.user.companyId}`.execute(
    db,
  );
  expect(rows).toHaveLength(0);
});
