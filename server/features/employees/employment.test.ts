import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangedEmployee } from '#contract/employees.ts';
import type { EndpointInput } from '#contract/index.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const now = '2026-06-10T09:00:00.000Z';
const clock = fixedClock(now);
const lines: string[] = [];
let app: TestApp;
let company: Company;
let worker: { client: TestClient; employee: ChangedEmployee };

beforeAll(async () => {
  app = await startTestApp({ clock, log: pino({}, { write: (line: string) => lines.push(line) }) });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(now);
  company = await registerCompany(app);
  worker = await addEmployee(app, company);
});

type Changes = Partial<EndpointInput<'updateEmployee'>['body']>;
const update = (changes: Changes) => {
  const { id, firstName, lastName, email, role } = worker.employee;
  const body = { firstName, lastName, email, role, ...changes };
  return company.admin.call('updateEmployee', { params: { id }, body });
};
async function change(changes: Changes): Promise<ChangedEmployee> {
  const { status, body } = await update(changes);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const week = (hours: number, days = 5) =>
  Array.from({ length: 7 }, (_, index) => (index < days ? hours * H : 0));
const partTime = { validFrom: '2026-06-01', pattern: week(4), weekly: 20 * H };
const usual = { validFrom: '1970-01-01', pattern: week(8), weekly: 40 * H };
const invalid = (key: string) => ({
  status: 400,
  body: { issues: [{ message: translator('en')(`validation:${key}`) }] },
});
const locked = { status: 409, body: { code: 'month_locked', message: expect.stringContaining('May 2026') } };

async function approveMay() {
  const { qrCode } = await addLocation(company);
  clock.set('2026-05-20T06:00:00.000Z');
  await worker.client.ok('scan', { body: { qrCode } });
  clock.set('2026-05-20T13:00:00.000Z');
  await worker.client.ok('checkOut', { body: {} });
  clock.set(now);
  const month = { month: '2026-05', userId: worker.employee.id };
  expect(await company.admin.ok('approveMonth', { body: month })).toMatchObject([{ refusal: null }]);
}

describe('what a time sheet needs of a person', () => {
  it('is optional, keeps leading zeros, stays when it is not sent, and is removed by null', async () => {
    expect(worker.employee).toMatchObject({
      ...{ payrollNo: null, position: null, employedFrom: null, employedTo: null, terms: [] },
      hasPersonalCode: false,
    });
    const given = {
      payrollNo: ' 0042 ',
      position: 'Metinātājs',
      employedFrom: '2020-02-29',
      employedTo: '2026-12-31',
    };
    const terms = [{ ...partTime, workTime: 'fixed' as const, markedNightWork: true }, usual];
    expect(await change({ ...given, terms })).toMatchObject({ ...given, payrollNo: '0042' });
    const after = await change({ firstName: 'Juris' });
    const no = { reducedNorm: false, overContractFrom: null, overtimeConsent: false, markedNightWork: false };
    expect(after).toMatchObject({ firstName: 'Juris', payrollNo: '0042', employedFrom: '2020-02-29' });
    expect(after.terms).toEqual([
      { ...usual, workTime: 'fixed', ...no },
      { ...partTime, workTime: 'fixed', ...no, markedNightWork: true },
    ]);
    expect(await change({ payrollNo: '', position: null, employedTo: null, terms: [] })).toMatchObject({
      ...{ payrollNo: null, position: null, employedFrom: '2020-02-29', employedTo: null, terms: [] },
    });
  });

  it('can be given when the person is added', async () => {
    const { firstName, lastName } = worker.employee;
    const body = { firstName, lastName, email: 'new@example.test', payrollNo: '007', terms: [partTime] };
    expect(await company.admin.ok('createEmployee', { body })).toMatchObject({
      payrollNo: '007',
      terms: [{ weekly: 20 * H, workTime: 'fixed' }],
    });
  });

  it.each([
    ['weekly hours of 0', { terms: [{ ...partTime, weekly: 0 }] }, 'weeklyHours'],
    ['weekly hours with seconds', { terms: [{ ...partTime, weekly: 20 * H + 1000 }] }, 'weeklyHours'],
    ['a week of six days', { terms: [{ ...partTime, pattern: week(4).slice(1) }] }, 'weekPattern'],
    ['two rows from one date', { terms: [partTime, partTime] }, 'dateTwice'],
    ['an end before the start', { employedFrom: '2026-02-01', employedTo: '2026-01-31' }, 'dateOrder'],
  ])('%s is refused', async (_, changes, key) => {
    expect(await update(changes)).toMatchObject(invalid(key));
  });

  it('fixed and summed time change only with a new settlement period', async () => {
    await company.admin.ok('updateWorkRules', { body: { country: 'LV', settlementMonths: 3 } });
    const summed = { ...usual, workTime: 'summed' as const };
    expect(await update({ terms: [usual, { ...summed, validFrom: '2026-05-01' }] })).toMatchObject(
      invalid('workTimeChange'),
    );
    await change({ terms: [usual, { ...summed, validFrom: '2026-07-01' }] });
    // Hours may change at any time, and a row that stands may stay.
    await company.admin.ok('updateWorkRules', {
      body: { country: 'LV', settlementMonths: 12, effectiveFrom: '2026-07-01' },
    });
    await change({
      terms: [
        usual,
        { ...summed, validFrom: '2026-07-01' },
        { ...summed, validFrom: '2026-08-10', weekly: 30 * H },
      ],
    });
  });

  it('stands in the ledger and in the person’s own data', async () => {
    await change({
      payrollNo: '0042',
      employedFrom: '2024-01-15',
      terms: [partTime],
      personalCode: '320000-00000',
    });
    const told = (await exportLedger(company.admin)).map((line) => JSON.parse(line));
    expect(told.at(-1)).toMatchObject({
      kind: 'employment-changed',
      actorId: company.user.id,
      userId: worker.employee.id,
      body: { why: { before: { employedFrom: null, terms: [] }, after: { employedFrom: '2024-01-15' } } },
    });
    expect(JSON.stringify(told)).not.toContain('320000');
    expect((await worker.client.ok('getUserData')).account).toMatchObject({
      ...{ payrollNo: '0042', employedFrom: '2024-01-15', employedTo: null, personalCode: '320000-00000' },
      terms: [{ weekly: 20 * H }],
    });
  });
});

describe('an approved month', () => {
  it('keeps the person’s plan and employment until it is unlocked', async () => {
    await approveMay();
    for (const changes of [
      { terms: [{ ...partTime, validFrom: '1970-01-01' }] },
      { terms: [usual, { ...partTime, validFrom: '2026-05-31' }] },
      { employedFrom: '2026-05-02' },
      { employedTo: '2026-05-30' },
    ]) {
      expect(await update(changes), JSON.stringify(changes)).toMatchObject(locked);
    }
    const month = { month: '2026-05', userId: worker.employee.id };
    // The company's norm said in the person's own words, later hours, and dates around the month change nothing in it.
    await change({ terms: [usual, partTime], employedFrom: '2026-05-01', employedTo: '2026-06-30' });
    await company.admin.ok('unlockMonth', { body: { ...month, reason: 'Nepilna slodze' } });
    await change({ terms: [partTime] });
  });
});

describe('the personal code', () => {
  const read = (client: TestClient) => client.call('getPersonalCode', { params: { id: worker.employee.id } });

  it('is in no list and not in the database in the clear; who reads it is logged', async () => {
    const personalCode = '320000-00001';
    const answer = await change({ personalCode });
    expect(answer.hasPersonalCode).toBe(true);
    const { id } = worker.employee;
    const shown = [answer, await company.admin.ok('listEmployees'), await company.admin.ok('listPeople')];
    const stored = await app.services.db.selectFrom('users').where('id', '=', id).selectAll().execute();
    expect(JSON.stringify([shown, stored])).not.toContain(personalCode);

    lines.length = 0;
    expect(await read(company.admin)).toMatchObject({ status: 200, body: { personalCode } });
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        ...{
          event: 'employee.personal-code-read',
          outcome: 'success',
          userId: company.user.id,
          targetId: id,
        },
      }),
    );
    expect(lines.join()).not.toContain(personalCode);
    expect(await read(worker.client)).toMatchObject({ status: 403 });
    expect(await read((await registerCompany(app)).admin)).toMatchObject({ status: 404 });
    expect((await change({ personalCode: null })).hasPersonalCode).toBe(false);
    expect((await read(company.admin)).body).toEqual({ personalCode: null });
  });

  it('ends with the account; what the records need stays', async () => {
    await change({ personalCode: '320000-00002', payrollNo: '0042', terms: [partTime] });
    const { id } = worker.employee;
    await company.admin.ok('deleteEmployee', { params: { id } });
    expect(await read(company.admin)).toMatchObject({ status: 404 });
    const stored = await app.services.db
      .selectFrom('users')
      .where('id', '=', id)
      .select(['personalCode', 'payrollNo', 'workTerms'])
      .executeTakeFirst();
    expect(stored).toMatchObject({ personalCode: null, payrollNo: '0042', workTerms: [{ weekly: 20 * H }] });
  });
});
