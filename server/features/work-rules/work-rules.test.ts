import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-06-10T09:00:00.000Z');
let app: TestApp;
let company: Company;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set('2026-06-10T09:00:00.000Z');
  company = await registerCompany(app);
});

const put = (body: Parameters<typeof company.admin.ok<'updateWorkRules'>>[1]) =>
  company.admin.call('updateWorkRules', body);
const set = (body: NonNullable<Parameters<typeof put>[0]>['body']) =>
  company.admin.ok('updateWorkRules', { body });
const rules = () => company.admin.ok('getWorkRules');
const invalid = (key: string) => ({
  status: 400,
  body: { issues: [{ message: translator('en')(`validation:${key}`) }] },
});
const ledgerChanges = async () =>
  (await exportLedger(company.admin))
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'work-rules-changed');

/** Approves May of somebody who worked a shift in it. */
async function approveMay() {
  clock.set('2026-05-20T05:00:00.000Z');
  const { client, employee } = await addEmployee(app, company);
  const { qrCode } = await addLocation(company);
  await client.ok('scan', { body: { qrCode } });
  clock.set('2026-05-20T13:00:00.000Z');
  await client.ok('checkOut', { body: {} });
  clock.set('2026-06-10T09:00:00.000Z');
  const [answer] = await company.admin.ok('approveMonth', { body: { month: '2026-05' } });
  expect(answer).toEqual({ userId: employee.id, refusal: null });
  return employee;
}

describe('a company that has set nothing', () => {
  it.each([
    ['Europe/Riga', 'LV'],
    ['Europe/Vilnius', 'LT'],
    ['Europe/Warsaw', 'PL'],
    ['Europe/Lisbon', 'other'],
  ])('in %s has the preset of %s', async (timezone, country) => {
    company = await registerCompany(app, { timezone });
    expect(await rules()).toMatchObject({
      isChosen: false,
      country,
      weeklyNorm: 40 * H,
      effectiveFrom: '1970-01-01',
      attribution: country === 'PL' ? 'shift' : 'calendar',
      changed: null,
    });
  });

  it('keeps that preset for an approved month when it moves to another time zone', async () => {
    await approveMay();
    const { admin } = company;
    const { name, language, longestShiftHours, sendsDigest } = await admin.ok('getCompany');
    const settings = { name, language, longestShiftHours, sendsDigest };
    await admin.ok('updateCompany', { body: { ...settings, timezone: 'Europe/Warsaw' } });
    expect(await rules()).toMatchObject({ isChosen: false, country: 'LV' });
  });
});

describe('rules from a date on', () => {
  it('the first hold from the beginning, later ones from the month in which they are set', async () => {
    expect(await set({ country: 'PL', settlementMonths: 3 })).toMatchObject({
      isChosen: true,
      country: 'PL',
      effectiveFrom: '1970-01-01',
      settlementMonths: 3,
      saturdayHolidayLowersNorm: true,
      changed: { at: clock.now().toISOString(), by: { firstName: 'Anna' } },
    });
    const changed = await set({ country: 'PL', night: { from: 21 * 60, to: 5 * 60 } });
    expect(changed).toMatchObject({ effectiveFrom: '2026-06-01', settlementMonths: 3 });
    expect(changed.history).toMatchObject([
      { effectiveFrom: '1970-01-01', night: { from: 22 * 60 } },
      { effectiveFrom: '2026-06-01', night: { from: 21 * 60 } },
    ]);
  });

  it('a future date changes nothing today; the same date again replaces it; another country brings its preset', async () => {
    await set({ country: 'LV', weeklyNorm: 35 * H });
    const breaks = {
      policy: 'recorded',
      automatic: { after: 6 * H, length: H / 2, at: 4 * H },
      isPaid: false,
    } as const;
    await set({ country: 'LV', breaks, effectiveFrom: '2026-06-12' });
    await set({ country: 'LT', effectiveFrom: '2026-06-12' });
    const now = await rules();
    expect(now).toMatchObject({ country: 'LV', weeklyNorm: 35 * H, breaks: { policy: 'none' } });
    expect(now.history).toMatchObject([
      { country: 'LV', weeklyNorm: 35 * H },
      { country: 'LT', weeklyNorm: 40 * H, breaks: { policy: 'none' }, shortDay: { fullWeekOnly: false } },
    ]);
    clock.set('2026-06-12T09:00:00.000Z');
    expect(await rules()).toMatchObject({ country: 'LT', effectiveFrom: '2026-06-12' });
  });

  it('what was answered can be sent back, and changes nothing', async () => {
    const before = await set({
      country: 'LT',
      shortDay: null,
      holidays: [{ date: '2026-07-01', name: 'Jubileja' }],
    });
    expect(await set(before)).toEqual(before);
    expect(await ledgerChanges()).toHaveLength(1);
  });

  it('each change stands in the ledger with what it was before', async () => {
    await set({
      country: 'LV',
      settlementMonths: 2,
      daysOff: [{ date: '2026-08-03', name: 'Noliktavas diena' }],
    });
    expect((await ledgerChanges()).at(-1)).toMatchObject({
      actorId: company.user.id,
      userId: null,
      body: {
        why: {
          effectiveFrom: '1970-01-01',
          before: { settlementMonths: 1, daysOff: [] },
          after: { settlementMonths: 2, daysOff: [{ date: '2026-08-03', name: 'Noliktavas diena' }] },
        },
      },
    });
  });
});

describe('what is refused', () => {
  const automatic = { after: 6 * H, length: H / 2, at: 4 * H };
  it.each([
    ['weekly hours of 0', { weeklyNorm: 0 }, 'weeklyHours'],
    ['weekly hours that are no whole minutes', { weeklyNorm: 40 * H + 1 }, 'weeklyHours'],
    ['a settlement period of 5 months', { settlementMonths: 5 as 6 }, 'invalid'],
    ['a night of 9 hours', { night: { from: 22 * 60, to: 7 * 60 } }, 'nightWindow'],
    ['a night by day', { night: { from: 8 * 60, to: 16 * 60 } }, 'nightWindow'],
    ['a night before its bounds', { night: { from: 21 * 60, to: 5 * 60 } }, 'nightWindow'],
    [
      'an automatic break that does not fit',
      { breaks: { policy: 'automatic' as const, automatic: { ...automatic, at: 6 * H }, isPaid: false } },
      'automaticBreak',
    ],
    [
      'a working day moved from a Saturday holiday',
      { movedDays: [{ from: '2026-06-24', to: '2026-06-27' }] },
      'movedFromFreeDay',
    ],
    [
      'a working day moved to a holiday',
      { movedDays: [{ from: '2026-06-22', to: '2026-06-24' }] },
      'movedToHoliday',
    ],
    [
      'a date in two moves',
      {
        movedDays: [
          { from: '2026-06-22', to: '2026-06-27' },
          { from: '2026-06-25', to: '2026-06-22' },
        ],
      },
      'dateTwice',
    ],
    [
      'a date listed twice',
      { holidays: [1, 2].map(() => ({ date: '2026-07-01', name: 'Svētki' })) },
      'dateTwice',
    ],
  ])('%s', async (_, more, message) => {
    expect(await put({ body: { country: 'LV', ...more } })).toMatchObject(invalid(message));
    expect(await rules()).toMatchObject({ isChosen: false });
  });

  it('the night of PL lies anywhere between 21:00 and 07:00', async () => {
    await set({ country: 'PL', night: { from: 23 * 60, to: 7 * 60 } });
    const night = { from: 23 * 60 + 1, to: 7 * 60 + 1 };
    expect(await put({ body: { country: 'PL', night } })).toMatchObject(invalid('nightWindow'));
  });
});

describe('an approved month keeps its rules', () => {
  const locked = { status: 409, body: { code: 'month_locked' } };

  it('the first rules hold after it; what would change it is refused until it is unlocked', async () => {
    const employee = await approveMay();
    expect(await set({ country: 'PL' })).toMatchObject({ country: 'PL', effectiveFrom: '2026-06-01' });
    for (const body of [
      { country: 'PL' as const, effectiveFrom: '2026-05-01' },
      { country: 'PL' as const, effectiveFrom: '1970-01-01' },
      { country: 'PL' as const, holidays: [{ date: '2026-05-20', name: 'Svētki' }] },
      { country: 'PL' as const, daysOff: [{ date: '2026-05-31', name: 'Brīvs' }] },
      { country: 'PL' as const, movedDays: [{ from: '2026-05-29', to: '2026-06-06' }] },
    ]) {
      expect(await put({ body }), JSON.stringify(body)).toMatchObject(locked);
    }
    await set({ country: 'PL', holidays: [{ date: '2026-06-19', name: 'Svētki' }] });
    const month = { month: '2026-05', userId: employee.id };
    await company.admin.ok('unlockMonth', { body: { ...month, reason: 'Cita valsts' } });
    expect((await set({ country: 'PL', effectiveFrom: '1970-01-01' })).history).toMatchObject([
      { country: 'PL' },
      { country: 'PL' },
    ]);
  });

  it('also where only the end of its settlement period would change', async () => {
    await set({ country: 'LV', settlementMonths: 3 });
    await approveMay();
    const shorter = { country: 'LV' as const, settlementMonths: 1 as const };
    expect(await put({ body: { ...shorter, effectiveFrom: '2026-06-01' } })).toMatchObject(locked);
    await set({ ...shorter, effectiveFrom: '2026-07-01' });
    // Part of the same period as May.
    const daysOff = [{ date: '2026-04-07', name: 'Brīvs' }];
    expect(await put({ body: { country: 'LV', daysOff } })).toMatchObject(locked);
  });
});

describe('the list of holidays', () => {
  it('has public holidays, substitute days and the company’s own days, in the language asked for', async () => {
    const own = { date: '2027-03-05', name: 'Uzņēmuma diena' };
    await set({ country: 'LV', holidays: [own], daysOff: [{ date: '2027-01-04', name: 'Brīvs' }] });
    const { client } = await addEmployee(app, company);
    const asked = await client.call('listHolidays', { query: { year: '2027' } }, { 'accept-language': 'lv' });
    expect(asked.body.slice(0, 4)).toEqual([
      { date: '2027-01-01', name: 'Jaungada diena', kind: 'holiday' },
      { date: '2027-01-04', name: 'Brīvs', kind: 'day-off' },
      { ...own, kind: 'own-holiday' },
      { date: '2027-03-26', name: 'Lielā Piektdiena', kind: 'holiday' },
    ]);
    expect(asked.body.filter(({ kind }) => kind === 'holiday')).toHaveLength(15);
    const saturday = await client.call(
      'listHolidays',
      { query: { year: '2028' } },
      { 'accept-language': 'en' },
    );
    expect(saturday.body).toContainEqual({
      date: '2028-11-20',
      name: 'Proclamation of the Republic Day',
      kind: 'substitute',
    });
  });

  it('is of each date’s country', async () => {
    await set({ country: 'LV' });
    await set({ country: 'PL', effectiveFrom: '2026-07-01' });
    const list = await company.admin.ok('listHolidays', { query: { year: '2026' } });
    const dates = list.map(({ date }) => date);
    expect(dates).toContain('2026-06-23');
    expect(dates).toContain('2026-11-11');
    expect(dates).not.toContain('2026-11-18');
    expect(dates).not.toContain('2026-01-06');
  });
});
