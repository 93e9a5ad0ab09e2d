import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** May 2026 has ended. Its first day, a Friday, is a holiday in all three countries; the ninth is a Saturday. */
const now = '2026-06-02T07:00:00.000Z';
const clock = fixedClock(now);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(now));

type Shift = EndpointInput<'setScheduleDays'>['body']['days'][number]['shifts'][number];
const may = (date: number) => `2026-05-${String(date).padStart(2, '0')}`;
const period = { startDate: may(1), endDate: may(31) };
const shift = (starts: string, ends: string): Shift => ({
  starts,
  ends,
  breakMinutes: 0,
  locationId: null,
  kindId: null,
  note: null,
});

/** A person with summed time who worked on the holiday, on a Saturday, in a night to a Saturday, and was on leave on one. */
async function setup(timezone: string) {
  clock.set('2026-05-29T07:00:00.000Z');
  const company = await registerCompany(app, { timezone });
  const { id: locationId } = await addLocation(company);
  const { employee } = await addEmployee(app, company);
  clock.set(now);
  const { id: userId, firstName, lastName, email, role } = employee;
  const pattern = [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * H);
  const terms = [{ validFrom: '1970-01-01', pattern, weekly: 40 * H, workTime: 'summed' as const }];
  await company.admin.ok('updateEmployee', {
    params: { id: userId },
    body: { firstName, lastName, email, role, terms },
  });
  // Riga and Vilnius are an hour before Warsaw.
  const at = (date: number, hour: number) =>
    new Date(Date.UTC(2026, 4, date, hour - (timezone === 'Europe/Warsaw' ? 2 : 3))).toISOString();
  for (const [date, from, to] of [
    [1, 7, 15],
    [9, 7, 15],
    [15, 22, 30],
  ] as const) {
    await company.admin.ok('createTimeEntry', {
      body: { userId, locationId, checkIn: at(date, from), checkOut: at(date, to), reason: 'Papīra lapa' },
    });
  }
  return { company, userId, locationId };
}

async function publish({ admin }: Company, userId: string) {
  const days = [
    { date: 1, shifts: [shift('07:00', '15:00')] },
    { date: 9, shifts: [shift('07:00', '15:00')] },
    { date: 11, shifts: [] },
    { date: 15, shifts: [shift('22:00', '06:00')] },
    { date: 23, shifts: [shift('07:00', '19:00')] },
  ].map(({ date, shifts }) => ({ userId, date: may(date), shifts }));
  await admin.ok('setScheduleDays', { body: { days } });
  await admin.ok('publishSchedule', { body: { ...period, reason: 'Pirmais' } });
}

async function sheetOf({ admin }: Company, userId: string, month = '2026-05') {
  const answer = await admin.ok('getMonthSheet', {
    params: { month },
    query: { format: 'json', userId },
  });
  const [sheet] = Array.isArray(answer) ? answer : [];
  if (!sheet) throw new Error('No sheet');
  return sheet;
}

/** The person's lines as texts by column; those below the first are named by what stands in the column of the norm. */
async function linesOf(company: Company, userId: string, month?: string) {
  const { rows } = await sheetOf(company, userId, month);
  const [first, ...lines] = rows
    .filter(({ kind }) => kind !== 'total')
    .map(({ cells }) => Object.fromEntries(Object.entries(cells).map(([key, { text }]) => [key, text])));
  return { first, lineOf: (name: string) => lines.find(({ norm }) => norm === name) };
}

/** What the payroll table says in the column. */
async function payrollOf({ admin }: Company, column: string) {
  const { body } = await admin.raw({ method: 'GET', url: '/api/months/2026-05/payroll' });
  const [header = [], row = []] = body.split('\r\n').map((line) => line.split(';'));
  return row[header.indexOf(column)];
}

/** Planned and worked: the night from Saturday, 24 October, in which the clocks go back; 22:00 to 06:00 are 9 hours. */
async function autumnNight(zone: string) {
  const { company, userId, locationId } = await setup(zone);
  clock.set('2026-11-02T07:00:00.000Z');
  await company.admin.ok('login', { body: { email: company.user.email, password } });
  const from = Date.UTC(2026, 9, 24, zone === 'Europe/Warsaw' ? 20 : 19);
  const times = { checkIn: new Date(from).toISOString(), checkOut: new Date(from + 9 * H).toISOString() };
  await company.admin.ok('createTimeEntry', { body: { userId, locationId, ...times, reason: 'Lapa' } });
  const publishNight = async () => {
    const days = [{ userId, date: '2026-10-24', shifts: [shift('22:00', '06:00')] }];
    await company.admin.ok('setScheduleDays', { body: { days } });
    const dates = { startDate: '2026-10-24', endDate: '2026-10-25' };
    await company.admin.ok('publishSchedule', { body: { ...dates, reason: 'Pirmais' } });
  };
  return { company, userId, publishNight };
}

describe.each([
  {
    zone: 'Europe/Riga',
    plan: 'plāns',
    holiday: 'DS',
    off: 'B',
    leave: 'A',
    restDay: 'Nedēļas atpūtas laikā',
  },
  {
    zone: 'Europe/Vilnius',
    plan: 'planas',
    holiday: 'DP',
    off: 'P',
    leave: 'A',
    restDay: 'Poilsio dienomis',
  },
])('the table in $zone', ({ zone, plan, holiday, off, leave, restDay }) => {
  it('has a line of what was planned, and no work on a rest day on a planned Saturday', async () => {
    const { company, userId } = await setup(zone);
    const before = await linesOf(company, userId);
    expect(before.first?.restDay).toBe('14:00');
    expect(await payrollOf(company, restDay)).toBe('14,00');
    expect(before.lineOf(plan)).toBeUndefined();
    expect(before.first?.[may(11)]).toBeUndefined();

    await publish(company, userId);
    const { first, lineOf } = await linesOf(company, userId);
    expect(first?.restDay).toBeUndefined();
    expect(await payrollOf(company, restDay)).toBe('0,00');
    expect(first?.[may(9)]).toBe('8:00*');
    expect(first?.[may(11)]).toBe(off);
    // A holiday stays one, planned or not.
    expect(first?.[may(1)]).toBe(`${holiday} 8:00*`);
    expect(first?.holiday).toBe('8:00');
    expect(lineOf(plan)).toMatchObject({
      [may(1)]: '8:00',
      [may(9)]: '8:00',
      [may(15)]: '8:00',
      [may(23)]: '12:00',
      total: '36:00',
    });
    expect(lineOf(plan)?.[may(11)]).toBeUndefined();
    expect([first?.total, first?.night?.replace(/\*/g, '')]).toEqual([
      before.first?.total,
      before.first?.night,
    ]);

    // The hours that an absence replaces are those of the shift.
    await company.admin.ok('createAbsence', {
      body: { userId, code: leave, startDate: may(23), endDate: may(23), part: null },
    });
    const absent = (await linesOf(company, userId)).first;
    expect(absent?.[may(23)]).toBe(leave);
    if (zone === 'Europe/Vilnius') expect(absent?.absenceHours).toBe('12:00');
  });

  it('counts a planned night over midnight and over the change of the clocks as planned', async () => {
    const { company, userId, publishNight } = await autumnNight(zone);
    expect((await linesOf(company, userId, '2026-10')).first).toMatchObject({ restDay: '9:00' });
    await publishNight();
    const { first, lineOf } = await linesOf(company, userId, '2026-10');
    expect(first).toMatchObject({ total: '9:00', night: '9:00' });
    expect(first?.restDay).toBeUndefined();
    expect(lineOf(plan)).toMatchObject({ '2026-10-24': '9:00' });
    expect(lineOf(plan)?.['2026-10-25']).toBeUndefined();
  });
});

it('the card in Poland has no day off due for a planned Saturday, and names planned days off', async () => {
  const { company, userId } = await setup('Europe/Warsaw');
  const dayOf = async (date: number) => {
    const { rows } = await sheetOf(company, userId);
    return rows.find(({ cells }) => cells.date?.text.startsWith(`${date} `))?.cells.dayOff?.text;
  };
  const due = async () => (await sheetOf(company, userId)).summary.filter((text) => text.includes('W5'));
  expect(await due()).toHaveLength(1);
  expect([await dayOf(11), await dayOf(30), await dayOf(31)]).toEqual([undefined, 'W', 'N']);
  await publish(company, userId);
  expect(await due()).toEqual([]);
  // A planned day off, Saturday as well; Sundays and holidays have their own title.
  expect([await dayOf(11), await dayOf(30), await dayOf(31), await dayOf(3)]).toEqual(['X', 'X', 'N', 'N']);
  expect((await sheetOf(company, userId)).notes.join()).toContain('X – dzień wolny z harmonogramu');
});

it('the card in Poland has no day off due for a planned night over the change of the clocks', async () => {
  const { company, userId, publishNight } = await autumnNight('Europe/Warsaw');
  const due = async () =>
    (await sheetOf(company, userId, '2026-10')).summary.filter((text) => /W5|WNŚ/.test(text));
  expect(await due()).toHaveLength(1);
  await publishNight();
  expect(await due()).toEqual([]);
  const { rows } = await sheetOf(company, userId, '2026-10');
  const night = rows.find(({ cells }) => cells.date?.text.startsWith('24 '))?.cells;
  expect([night?.start?.text, night?.end?.text, night?.total?.text]).toEqual(['22:00', '06:00', '9:00*']);
});

it('a person’s month says what was planned, also once it is approved, and nothing without a schedule', async () => {
  const { company, userId } = await setup('Europe/Riga');
  const hours = async () =>
    (await company.admin.ok('getMonthHours', { params: { month: '2026-05' }, query: {} })).find(
      ({ user }) => user.id === userId,
    );
  expect((await hours())?.balance.plan).toBeNull();
  await publish(company, userId);
  expect(await hours()).toMatchObject({ plan: 36 * H, total: 24 * H, balance: { plan: 36 * H } });
  // Nobody is behind by what an absence replaces, nor by what is planned from today on.
  const may23 = { userId, code: 'A', startDate: may(23), endDate: may(23), part: null };
  await company.admin.ok('createAbsence', { body: may23 });
  expect((await hours())?.balance.plan).toBe(24 * H);
  clock.set('2026-05-15T07:00:00.000Z');
  expect((await hours())?.balance).toMatchObject({ date: may(14), plan: 16 * H });
  clock.set(now);
  await company.admin.ok('approveMonth', { body: { month: '2026-05', userId } });
  expect((await hours())?.balance.plan).toBe(24 * H);
});

it('an approved month keeps the sheet of the schedule that it was approved with', async () => {
  const { company, userId } = await setup('Europe/Riga');
  await publish(company, userId);
  await company.admin.ok('approveMonth', { body: { month: '2026-05', userId } });
  const approved = await linesOf(company, userId);
  expect(approved.lineOf('plāns')).toMatchObject({ [may(9)]: '8:00' });
  await company.admin.ok('setScheduleDays', { body: { days: [{ userId, date: may(9), shifts: [] }] } });
  expect(
    await company.admin.call('publishSchedule', { body: { ...period, reason: 'Vēlreiz' } }),
  ).toMatchObject({ status: 409, body: { code: 'month_locked' } });
  const { first, lineOf } = await linesOf(company, userId);
  expect(first).toEqual(approved.first);
  expect(lineOf('plāns')).toEqual(approved.lineOf('plāns'));
});

it('an approved month keeps the lengths of its shifts where the company moves to another time zone', async () => {
  const { company, userId, locationId } = await setup('Europe/Riga');
  const { admin } = company;
  clock.set('2026-11-03T07:00:00.000Z');
  await admin.ok('login', { body: { email: company.user.email, password } });
  const october = { startDate: '2026-10-01', endDate: '2026-10-31' };
  // Nine hours in Riga, whose clock goes back from 04:00, and eight in London, whose clock does at 02:00.
  const days = [{ userId, date: '2026-10-25', shifts: [shift('02:00', '10:00')] }];
  await admin.ok('setScheduleDays', { body: { days } });
  await admin.ok('publishSchedule', { body: { ...october, reason: 'Pirmais' } });
  const planOf = async () => {
    const query = { userId, details: 'true' as const };
    const [month] = await admin.ok('getMonthHours', { params: { month: '2026-10' }, query });
    return month?.details?.days.find(({ date }) => date === '2026-10-25')?.plan;
  };
  expect(await planOf()).toBe(9 * H);
  await admin.ok('approveMonth', { body: { month: '2026-10', userId } });
  await admin.ok('updateCompany', { body: { timezone: 'Europe/London' } });
  // Nothing of it changes what was approved.
  await admin.ok('createTimeEntry', {
    body: {
      ...{ userId, locationId, reason: 'Papīra lapa' },
      ...{ checkIn: '2026-11-02T08:00:00.000Z', checkOut: '2026-11-02T16:00:00.000Z' },
    },
  });
  expect(await planOf()).toBe(9 * H);
});
