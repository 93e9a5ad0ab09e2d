import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startMailReceiver } from '#tests/support/mail-receiver.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { mailMonth } from './approved-month-mail.jobs.ts';

// The second of March, 09:00 in Riga: February has ended.
const now = '2026-03-02T07:00:00.000Z';
const clock = fixedClock(now);
let mailServer: Awaited<ReturnType<typeof startMailReceiver>>;
let app: TestApp;
beforeAll(async () => {
  mailServer = await startMailReceiver();
  const env = { SMTP_URL: mailServer.url, PUBLIC_URL: 'http://maina.test' };
  app = await startTestApp({ clock, env });
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});
beforeEach(() => clock.set(now));

type Break = { startedAt: string; endedAt: string; isPaid: boolean };
type Person = Awaited<ReturnType<typeof addEmployee>>;
type Setup = { company: Company; people: Person[]; location: { id: string } };
/** A company with two people: 8 h on the 10th for each, and a night of 8 h over the 17th for the first. */
async function setup(changes: Parameters<typeof registerCompany>[1] = {}): Promise<Setup> {
  clock.set('2026-02-27T07:00:00.000Z');
  const company = await registerCompany(app, { subscriptionPlan: 'growth', ...changes });
  const location = await addLocation(company);
  const people = [await addEmployee(app, company), await addEmployee(app, company)];
  clock.set(now);
  const add = (userId: string, checkIn: string, checkOut: string) =>
    company.admin.ok('createTimeEntry', {
      body: { userId, locationId: location.id, checkIn, checkOut, reason: 'Aizmirsa' },
    });
  for (const { employee } of people) await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
  await add(people[0]?.employee.id ?? '', '2026-02-17T20:00:00Z', '2026-02-18T04:00:00Z');
  return { company, people, location };
}
async function number(company: Company, { employee }: Person, payrollNo: string) {
  const { firstName, lastName, email, role } = employee;
  const body = { firstName, lastName, email, role, payrollNo } as const;
  await company.admin.ok('updateEmployee', { params: { id: employee.id }, body });
}
const get = (client: TestClient, path: string) =>
  client.raw({ method: 'GET', url: `/api/months/2026-02/${path}` });
async function textOf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => (await pdf.getPage(index + 1)).getTextContent()),
  );
  return pages.flatMap(({ items }) => items.flatMap((item) => ('str' in item ? [item.str] : []))).join(' ');
}
const sheet = async (client: TestClient, userId?: string, month = '2026-02') => {
  const answers = await client.ok('getMonthSheet', {
    params: { month },
    query: { format: 'json', ...(userId && { userId }) },
  });
  if (!Array.isArray(answers)) throw new Error('Not JSON');
  return answers;
};
const preset: EndpointInput<'updateSheetSettings'>['body'] = {
  unit: null,
  approver: null,
  preparer: null,
  dayCodes: {
    restDay: null,
    scheduledOff: null,
    sunday: null,
    holiday: null,
    shortDay: null,
    restDayWork: null,
    holidayWork: null,
    notEmployed: null,
  },
  columns: [],
  lines: null,
  masks: {
    symfonia: { mask: 'NNNNNNNNNNRRRRMMDDhhmmO1000010000000', in: '1', out: '0' },
    comarch: { mask: 'RRRRMMDDggmmNNNNNNNNNNO', in: '1', out: '0' },
    enova: { mask: 'XXXNNNNNNNNMMDDhhmmOO', in: '20', out: '30' },
  },
  accountants: [],
};

describe('the sheet', () => {
  it('has everybody’s hours by day and category, and who has none', async () => {
    const { company, people } = await setup();
    clock.set('2026-02-27T07:00:00.000Z');
    await addEmployee(app, company);
    clock.set(now);
    await addEmployee(app, company);
    const [table] = await sheet(company.admin);
    expect(table).toMatchObject({
      language: 'lv',
      title: 'Darba laika uzskaites tabele par 2026. gada februāri',
    });
    const rows = table?.rows.filter(({ kind }) => kind === 'first') ?? [];
    expect(rows.length).toBe(3);
    const first = rows.find(({ cells }) => cells.total?.minutes === 16 * 60)?.cells;
    expect(first?.['2026-02-10']).toMatchObject({ text: '8:00*', minutes: 480 });
    // 22:00 to 06:00 is divided at midnight.
    expect([first?.['2026-02-17']?.minutes, first?.['2026-02-18']?.minutes]).toEqual([120, 360]);
    expect(first?.night?.minutes).toBe(480);
    expect(first?.norm?.minutes).toBe(160 * 60);
    expect(table?.rows.at(-1)?.cells.total?.minutes).toBe(24 * 60);
    expect(people.length).toBe(2);
  });

  it('is a PDF and a workbook with the same figures', async () => {
    const { company } = await setup();
    const pdf = await get(company.admin, 'sheet');
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="sheet-2026-02.pdf"',
      'cache-control': 'no-store',
    });
    const text = await textOf(pdf.rawPayload);
    for (const part of ['16:00', '24:00', '8:00*', 'Nav apstiprināts']) expect(text).toContain(part);
    const book = await get(company.admin, 'sheet?format=xlsx');
    const rows = await readSheet(book.rawPayload, 1);
    const cells = rows.flat().map((cell) => (cell instanceof Date ? cell.getTime() : cell));
    expect(cells).toContain(Date.UTC(1899, 11, 30, 24));
    expect(cells).toContain('KOPĀ');
  });

  it.each([
    ['Europe/Vilnius', 'lt', '2026 METŲ VASARIO MĖNESIO DARBO LAIKO APSKAITOS ŽINIARAŠTIS', 1],
    ['Europe/Warsaw', 'pl', 'Karta ewidencji czasu pracy za miesiąc luty 2026', 2],
  ])('in %s has the country’s form and language', async (timezone, language, title, count) => {
    const { company } = await setup({ timezone });
    const tables = await sheet(company.admin);
    expect(tables.length).toBe(count);
    expect(tables[0]).toMatchObject({ language, title });
  });

  const rowOf = async (company: Company, { employee }: Person) => {
    const [table] = await sheet(company.admin, employee.id);
    const row = table?.rows.find(({ kind }) => kind === 'first');
    if (!table || !row) throw new Error('No row');
    return { table, cells: row.cells };
  };
  const absent = (
    { admin }: Company,
    { employee }: Person,
    code: string,
    days: [string, string?],
    part?: number,
  ) =>
    admin.ok('createAbsence', {
      body: {
        userId: employee.id,
        code,
        startDate: days[0],
        endDate: days[1] ?? days[0],
        part: part ?? null,
      },
    });

  it('marks leave on planned days only, and counts its calendar days beside', async () => {
    const { company, people } = await setup();
    const [, worker] = people;
    if (!worker) throw new Error('nobody');
    // Thursday to Monday.
    await absent(company, worker, 'A', ['2026-02-12', '2026-02-16']);
    const { cells } = await rowOf(company, worker);
    const texts = ['12', '13', '14', '15', '16'].map((day) => cells[`2026-02-${day}`]?.text);
    expect(texts).toEqual(['A', 'A', 'B', 'B', 'A']);
    expect([cells.leave?.count, cells.leaveCalendar?.count]).toEqual([3, 5]);
  });

  it('leaves holidays out of the calendar days of sickness', async () => {
    const { company, people } = await setup();
    const [worker] = people;
    if (!worker) throw new Error('nobody');
    clock.set('2026-03-20T07:00:00.000Z');
    // Good Friday is 3 April, and Easter has two more holidays.
    await absent(company, worker, 'SA', ['2026-03-31', '2026-04-07']);
    clock.set('2026-04-01T07:00:00.000Z');
    const [table] = await sheet(company.admin, worker.employee.id, '2026-04');
    const cells = table?.rows.find(({ kind }) => kind === 'first')?.cells;
    expect([cells?.sickness?.count, cells?.sicknessCalendar?.count]).toEqual([3, 4]);
  });

  it('has two parts of a day with one code as one', async () => {
    const { company, people } = await setup();
    const [worker] = people;
    if (!worker) throw new Error('nobody');
    for (const hours of [2, 1]) await absent(company, worker, 'A', ['2026-02-13'], hours * 3_600_000);
    expect((await rowOf(company, worker)).cells['2026-02-13']?.text).toBe('A 3:00');
  });

  it('in Lithuania has the absent hours that were planned and not worked', async () => {
    const { company, people } = await setup({ timezone: 'Europe/Vilnius' });
    const [worker] = people;
    if (!worker) throw new Error('nobody');
    await absent(company, worker, 'A', ['2026-02-10']);
    await absent(company, worker, 'A', ['2026-02-13', '2026-02-14']);
    const { cells } = await rowOf(company, worker);
    expect([cells.absenceCode?.text, cells.absenceDays?.count, cells.absenceHours?.minutes]).toEqual([
      'A',
      1,
      480,
    ]);
    expect(cells['2026-02-14']?.text).toBe('P');
  });

  it('in Poland has the days off that are due for work on free days, until they are given', async () => {
    const { company, people, location } = await setup({ timezone: 'Europe/Warsaw' });
    const [worker] = people;
    if (!worker) throw new Error('nobody');
    for (const day of ['2026-02-14', '2026-02-15']) {
      const times = { checkIn: `${day}T07:00:00Z`, checkOut: `${day}T11:00:00Z` };
      const body = { userId: worker.employee.id, locationId: location.id, ...times, reason: 'Zapomniał' };
      await company.admin.ok('createTimeEntry', { body });
    }
    const due = async () => {
      const lines = (await rowOf(company, worker)).table.summary.filter((line) =>
        line.startsWith('Dni wolne'),
      );
      const [hours] = await company.admin.ok('getMonthHours', {
        params: { month: '2026-02' },
        query: { userId: worker.employee.id },
      });
      return [hours?.daysOffDue, lines];
    };
    const holiday = { code: 'WNŚ', days: 1 };
    const line = 'Dni wolne do udzielenia, WNŚ: 1';
    expect(await due()).toEqual([
      [{ code: 'W5', days: 1 }, holiday],
      ['Dni wolne do udzielenia, W5: 1', line],
    ]);
    await absent(company, worker, 'W5', ['2026-02-20']);
    expect(await due()).toEqual([[holiday], [line]]);
    await absent(company, worker, 'WNŚ', ['2026-02-23']);
    expect(await due()).toEqual([[], []]);
  });

  const onCall = (
    { admin }: Company,
    { employee }: Person,
    facts: { code: string; startDate: string; begins: number; hours: number; place?: string },
  ) => {
    const { startDate, hours, ...more } = facts;
    const body = { userId: employee.id, startDate, endDate: startDate, part: hours * 3_600_000, ...more };
    return admin.call('createAbsence', { body });
  };

  it('in Poland has on-call time with begin, end and place, which is neither work nor absence', async () => {
    const { company, people } = await setup({ timezone: 'Europe/Warsaw' });
    const [, worker] = people;
    if (!worker) throw new Error('nobody');
    const before = await company.admin.ok('getMonthHours', {
      params: { month: '2026-02' },
      query: { userId: worker.employee.id },
    });
    const facts = { code: 'Dyż', startDate: '2026-02-10', begins: 18 * 60, hours: 12, place: 'Dom' };
    expect(await onCall(company, worker, facts)).toMatchObject({ status: 201 });
    expect(await onCall(company, worker, { ...facts, begins: 17 * 60, hours: 0.5 })).toMatchObject({
      status: 201,
    });
    const [card] = await sheet(company.admin, worker.employee.id);
    const of = ({ cells }: NonNullable<typeof card>['rows'][number]) =>
      ['onCallFrom', 'onCallTo', 'onCallHours', 'onCallPlace'].map((key) => cells[key]?.text ?? '');
    const on = card?.rows.findIndex(({ cells }) => cells.date?.text.startsWith('10 ')) ?? -1;
    expect(card?.rows.slice(on, on + 2).map(of)).toEqual([
      ['17:00', '17:30', '0:30', 'Dom'],
      ['18:00', '06:00', '12:00', 'Dom'],
    ]);
    expect(card?.rows.at(-1)?.cells.onCallHours?.minutes).toBe(12 * 60 + 30);
    expect(card?.rows[on]?.cells.absenceCode).toBeUndefined();
    const after = await company.admin.ok('getMonthHours', {
      params: { month: '2026-02' },
      query: { userId: worker.employee.id },
    });
    expect(after).toEqual(before);
    // The approved month keeps it, and nothing of it changes.
    await company.admin.ok('approveMonth', { body: { month: '2026-02', userId: worker.employee.id } });
    const [{ id = '' } = {}] = await worker.client.ok('listAbsences', {
      query: { startDate: '2026-02-01', endDate: '2026-02-28' },
    });
    expect(await company.admin.call('deleteAbsence', { params: { id } })).toMatchObject({
      body: { code: 'month_locked' },
    });
    expect(await onCall(company, worker, { ...facts, startDate: '2026-02-20' })).toMatchObject({
      body: { code: 'month_locked' },
    });
    expect(await onCall(company, worker, { ...facts, startDate: '2026-01-20' })).toMatchObject({
      status: 201,
    });
    const [sealed] = await sheet(company.admin, worker.employee.id);
    expect(sealed?.rows.slice(on, on + 2).map(of)[1]).toEqual(['18:00', '06:00', '12:00', 'Dom']);
  });

  it('in Lithuania has columns for on-call and additional work where somebody has some', async () => {
    const { company, people, location } = await setup({ timezone: 'Europe/Vilnius' });
    const [, worker] = people;
    if (!worker) throw new Error('nobody');
    const keys = ['onCallHome', 'onCallWork', 'additional'];
    const shown = async () =>
      (await rowOf(company, worker)).table.columns.map(({ key }) => key).filter((key) => keys.includes(key));
    expect(await shown()).toEqual([]);
    const home = { code: 'BN', startDate: '2026-02-11', begins: 17 * 60, hours: 5 };
    expect(await onCall(company, worker, home)).toMatchObject({ status: 201 });
    expect(
      await onCall(company, worker, { ...home, startDate: '2026-02-12', code: 'BĮ', hours: 3 }),
    ).toMatchObject({ status: 201 });
    const add = (isAdditional: boolean) =>
      company.admin.ok('createTimeEntry', {
        body: {
          ...{ userId: worker.employee.id, locationId: location.id, reason: 'Susitarimas', isAdditional },
          ...{ checkIn: '2026-02-10T15:00:00Z', checkOut: '2026-02-10T18:00:00Z' },
        },
      });
    const hours = async () =>
      (
        await company.admin.ok('getMonthHours', {
          params: { month: '2026-02' },
          query: { userId: worker.employee.id },
        })
      )[0];
    // Three hours over the day’s eight are overtime, unless they are additional work.
    const plain = await add(false);
    expect((await hours())?.overtime).toBe(3 * 3_600_000);
    expect(plain.isAdditional).toBeUndefined();
    const { id, locationId, checkIn, checkOut } = plain;
    const body = { locationId, checkIn, checkOut, isAdditional: true, reason: 'Susitarimas' };
    expect(await company.admin.ok('updateTimeEntry', { params: { id }, body })).toMatchObject({
      isAdditional: true,
    });
    expect(await hours()).toMatchObject({ overtime: 0, total: 11 * 3_600_000, normal: 11 * 3_600_000 });
    // A change that does not name it leaves it.
    const { isAdditional: _, ...unnamed } = body;
    await company.admin.ok('updateTimeEntry', { params: { id }, body: unnamed });
    expect(await shown()).toEqual(keys);
    const { cells } = await rowOf(company, worker);
    expect(keys.map((key) => cells[key]?.text)).toEqual(['5:00', '3:00', '3:00']);
    expect(cells.total?.text).toBe('11:00');
    const csv = (await get(company.admin, 'payroll')).body;
    expect(csv).toContain(';papildomo darbo;');
    const lines = await exportLedger(company.admin);
    expect(lines.filter((line) => line.includes('"isAdditional":true'))).toHaveLength(1);
    expect(await verifyLedger(lines)).toMatchObject({ ok: true });
    // Sealed, it stays; a change of the mark is one of the month.
    const approved = { month: '2026-02', userId: worker.employee.id };
    await company.admin.ok('approveMonth', { body: approved });
    const changed = { ...body, isAdditional: false };
    expect(await company.admin.call('updateTimeEntry', { params: { id }, body: changed })).toMatchObject({
      body: { code: 'month_locked' },
    });
    expect((await rowOf(company, worker)).cells.additional?.text).toBe('3:00');
  });

  it('of an approved month prints the ledger’s record of the approval, and no warning', async () => {
    const { company, people } = await setup();
    expect((await sheet(company.admin))[0]?.warning).toBe('Nav apstiprināts');
    await company.admin.ok('approveMonth', { body: { month: '2026-02' } });
    const [table] = await sheet(company.admin);
    expect(table?.warning).toBeNull();
    const lines = (await company.admin.raw({ method: 'GET', url: '/api/ledger' })).body;
    const printed = /Žurnāla ieraksts (\d+), SHA-256 ([0-9a-f]{64})/.exec(table?.notes.join('\n') ?? '');
    expect(printed).not.toBeNull();
    expect(lines).toContain(printed?.[2]);
    // A later approval is another record.
    const id = people[1]?.employee.id ?? '';
    await company.admin.ok('unlockMonth', { body: { month: '2026-02', userId: id, reason: 'kļūda' } });
    expect((await sheet(company.admin))[0]?.warning).toBe('Nav apstiprināts');
    expect((await sheet(company.admin, people[0]?.employee.id))[0]?.warning).toBeNull();
  });

  it('is for administrators, in every plan; payroll files are not in Starter', async () => {
    const { company, people } = await setup({ subscriptionPlan: 'starter' });
    await app.services.db
      .updateTable('company')
      .set({ trialEndsAt: '2026-03-01T00:00:00Z' })
      .where('id', '=', company.user.companyId)
      .execute();
    const [worker] = people;
    for (const path of ['payroll', 'payroll?preview=true']) {
      const refused = worker && (await get(worker.client, path));
      expect([refused?.statusCode, refused?.json().code]).toEqual([403, 'forbidden']);
    }
    for (const format of ['pdf', 'xlsx', 'json']) {
      expect((await get(company.admin, `sheet?format=${format}`)).statusCode).toBe(200);
    }
    const gated = { code: 'plan_limit_reached', requiresUpgrade: true, action: 'upgrade_plan' };
    for (const path of ['payroll', 'payroll?format=xlsx', 'payroll?format=symfonia&preview=true']) {
      const refused = await get(company.admin, path);
      expect([refused.statusCode, refused.json()]).toEqual([402, expect.objectContaining(gated)]);
    }
  });

  it('of their own month is everybody’s, also of the running one, and nobody else’s', async () => {
    const { people } = await setup();
    const [first, second] = people;
    if (!first || !second) throw new Error('nobody');
    const [own] = await sheet(first.client);
    expect(own?.rows.filter(({ kind }) => kind === 'first')).toHaveLength(1);
    expect(await sheet(first.client, first.employee.id)).toEqual([own]);
    expect(own?.warning).toEqual(expect.any(String));
    expect((await get(first.client, 'sheet?format=pdf')).statusCode).toBe(200);
    const other = await get(first.client, `sheet?format=json&userId=${second.employee.id}`);
    expect(other.statusCode).toBe(404);
    expect(await sheet(first.client, undefined, '2026-03')).toHaveLength(1);
  });

  it('asked for many times at once by an employee keeps nobody else’s waiting', async () => {
    const { company, people } = await setup();
    const [worker] = people;
    if (!worker) throw new Error('nobody');
    const own = Array.from({ length: 30 }, () => get(worker.client, 'sheet?format=json'));
    expect((await get(company.admin, 'sheet?format=json')).statusCode).toBe(200);
    const statuses = (await Promise.all(own)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('of somebody in another company is none', async () => {
    const [ours, theirs] = [await setup(), await setup()];
    const id = theirs.people[0]?.employee.id ?? '';
    for (const format of ['pdf', 'xlsx', 'json']) {
      expect((await get(ours.company.admin, `sheet?format=${format}&userId=${id}`)).statusCode).toBe(404);
    }
  });
});

describe('payroll', () => {
  it('names people without a number before, and leaves nobody out unasked', async () => {
    const { company, people } = await setup({ timezone: 'Europe/Warsaw' });
    const [first, second] = people;
    if (!first || !second) throw new Error('Two people');
    await number(company, first, '007');
    const refused = await get(company.admin, 'payroll?format=symfonia');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'payroll_number_missing']);
    expect(refused.json().message).toContain(second.employee.lastName);
    const preview = (await get(company.admin, 'payroll?format=symfonia&preview=true')).json();
    expect(preview).toMatchObject({
      fileName: 'payroll-2026-02-symfonia.txt',
      people: 2,
      issues: [{ userId: second.employee.id, reason: 'missing' }],
    });
    const file = await get(company.admin, 'payroll?format=symfonia&leaveOut=true');
    expect(file.body.split('\r\n')).toEqual([
      '000000000720260210070011000010000000',
      '000000000720260210150001000010000000',
      '000000000720260217210011000010000000',
      '000000000720260218050001000010000000',
      '',
    ]);
    await number(company, second, '8');
    const all = await get(company.admin, 'payroll?format=enova');
    expect(all.body.split('\r\n').toSorted().slice(1, 3)).toEqual([
      '000000000070210070020',
      '000000000070210150030',
    ]);
    // A table has an empty cell for the number.
    const csv = (await get(company.admin, 'payroll')).body;
    expect(csv.split('\r\n').length).toBe(4);
    expect(csv).toContain(';16,00;');
    expect((await get(company.admin, 'payroll?decimals=point')).body).toContain(',16.00,');
  });

  it('leaves out unpaid breaks, and names whose lines differ from the sheet', async () => {
    const { company, people, location } = await setup();
    const [first, second] = people;
    if (!first || !second) throw new Error('Two people');
    await number(company, first, '7');
    await number(company, second, '8');
    const add = (userId: string, times: { checkIn: string; checkOut: string; breaks?: Break[] }) =>
      company.admin.ok('createTimeEntry', {
        body: { userId, locationId: location.id, reason: 'Aizmirsa', ...times },
      });
    await add(first.employee.id, {
      checkIn: '2026-02-19T06:00:00Z',
      checkOut: '2026-02-19T14:00:00Z',
      breaks: [{ startedAt: '2026-02-19T10:00:00Z', endedAt: '2026-02-19T10:30:00Z', isPaid: false }],
    });
    const lines = (await get(company.admin, 'payroll?format=enova')).body.split('\r\n');
    expect(lines.filter((line) => line.includes('00070219'))).toEqual([
      '000000000070219080020',
      '000000000070219120030',
      '000000000070219123020',
      '000000000070219160030',
    ]);
    const preview = async () => (await get(company.admin, 'payroll?format=enova&preview=true')).json();
    expect(await preview()).toMatchObject({ differences: [] });
    // 22:00 to 06:00 over the end of the month, of which the sheet has two hours.
    await add(second.employee.id, { checkIn: '2026-02-28T20:00:00Z', checkOut: '2026-03-01T04:00:00Z' });
    const hours = { inFile: 16 * 3_600_000, onSheet: 10 * 3_600_000 };
    expect(await preview()).toMatchObject({ differences: [{ userId: second.employee.id, ...hours }] });
  });

  it('goes by the company’s own mask', async () => {
    const { company, people } = await setup();
    for (const [index, person] of people.entries()) await number(company, person, `A${index}`);
    const comarch = { mask: 'NNNN;RR-MM-DD gg:mm;OOO', in: 'IN', out: 'OUT' };
    const body = { ...preset, masks: { ...preset.masks, comarch } };
    await company.admin.ok('updateSheetSettings', { body });
    expect(await company.admin.ok('getSheetSettings')).toMatchObject({ masks: { comarch } });
    const lines = (await get(company.admin, 'payroll?format=comarch')).body.split('\r\n');
    expect(lines.slice(0, 2).toSorted()).toEqual(['00A0;26-02-10 08:00;0IN', '00A1;26-02-10 08:00;0IN']);
    expect(lines).toContain('00A0;26-02-18 06:00;OUT');
    // Symfonia takes digits only.
    expect((await get(company.admin, 'payroll?format=symfonia')).statusCode).toBe(409);
    const wrong = [
      '',
      'NNNN',
      'NNNN MMDDgghhmmO',
      'NNRRRMMDDggmmO',
      'NNMMDDggmmOZ',
      'ŅNNMMDDggmmO',
      `N${'0'.repeat(42)}MMDDggmmO`,
    ];
    for (const mask of wrong) {
      const masks = { ...preset.masks, comarch: { mask, in: '1', out: '0' } };
      expect(
        await company.admin.call('updateSheetSettings', { body: { ...preset, masks } }),
        mask,
      ).toMatchObject({
        status: 400,
      });
    }
    for (const [entering, out] of [
      ['1', '1'],
      ['1', '01'],
      ['123', '0'],
      ['=', '0'],
    ] as const) {
      const masks = { ...preset.masks, enova: { ...preset.masks.enova, in: entering, out } };
      expect(await company.admin.call('updateSheetSettings', { body: { ...preset, masks } })).toMatchObject({
        status: 400,
      });
    }
  });
});

describe('settings', () => {
  it('name the columns of the payroll table, which are then the same in every month', async () => {
    const { company, people } = await setup();
    const payrollColumns = [
      { column: 'payrollNo', heading: 'TABNR' },
      { column: 'total', heading: 'STUNDAS' },
      { column: 'A:days', heading: null },
      { column: 'A:calendarDays', heading: 'ATV_KAL' },
      { column: 'overtime', heading: '=2+3' },
    ];
    await company.admin.ok('updateSheetSettings', { body: { ...preset, payrollColumns } });
    const rows = async (month: string) => {
      const { body } = await company.admin.raw({ method: 'GET', url: `/api/months/${month}/payroll` });
      return body.slice(1).split('\r\n').slice(0, -1);
    };
    const header = `TABNR;STUNDAS;A, dienas;ATV_KAL;'=2+3`;
    expect((await rows('2026-02'))[0]).toBe(header);
    expect((await rows('2026-03'))[0]).toBe(header);
    expect((await rows('2026-02')).slice(1).toSorted()).toEqual([
      ';16,00;0,00;0,00;0,00',
      ';8,00;0,00;0,00;0,00',
    ]);
    // Thursday to Monday.
    const leave = { code: 'A', startDate: '2026-02-12', endDate: '2026-02-16', part: null };
    await company.admin.ok('createAbsence', { body: { userId: people[1]?.employee.id, ...leave } });
    expect(await rows('2026-02')).toContain(';8,00;3,00;5,00;0,00');
    // A program that does not know them leaves them; without any, the table is the country’s.
    await company.admin.ok('updateSheetSettings', { body: preset });
    expect((await company.admin.ok('getSheetSettings')).payrollColumns).toEqual(payrollColumns);
    await company.admin.ok('updateSheetSettings', { body: { ...preset, payrollColumns: [] } });
    expect((await rows('2026-02'))[0]).toContain('Nostrādāts');
    const twice = { column: 'total', heading: null };
    for (const wrong of [
      [twice, twice],
      [{ column: 'wage', heading: null }],
      [{ column: 'A:weeks', heading: null }],
      [{ column: 'total', heading: 'x'.repeat(61) }],
      Array.from({ length: 61 }, (_, index) => ({ column: `A${index}:days`, heading: null })),
    ]) {
      const body = { ...preset, payrollColumns: wrong };
      expect(await company.admin.call('updateSheetSettings', { body })).toMatchObject({ status: 400 });
    }
  });

  it('change codes, columns and signatures of the sheet', async () => {
    const { company } = await setup();
    const body = {
      ...preset,
      unit: 'Metināšana',
      approver: 'Direktore A. Bērziņa',
      dayCodes: { ...preset.dayCodes, restDay: '-' },
      columns: ['name', 'payrollNo', 'days', 'total', 'night'],
    };
    await company.admin.ok('updateSheetSettings', { body });
    const [table] = await sheet(company.admin);
    expect(table?.columns.map(({ key }) => key).filter((key) => !key.startsWith('2026'))).toEqual([
      'name',
      'payrollNo',
      'total',
      'night',
    ]);
    expect(table?.rows[0]?.cells['2026-02-01']?.text).toBe('-');
    const text = await textOf((await get(company.admin, 'sheet')).rawPayload);
    for (const part of ['Metināšana', 'Direktore A. Bērziņa']) expect(text).toContain(part);
    for (const columns of [
      ['name'],
      ['name', 'days', 'total', 'total'],
      ['name', 'days', 'total', 'start'],
    ]) {
      expect(await company.admin.call('updateSheetSettings', { body: { ...preset, columns } })).toMatchObject(
        {
          status: 400,
          body: { issues: [{ path: 'columns' }] },
        },
      );
    }
  });

  it('say what can be chosen, and lines are shown as set, none included', async () => {
    const { company } = await setup();
    const { country } = await company.admin.ok('getSheetSettings');
    expect(country.kind).toBe('team');
    const keys = country.choices.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining([...country.columns, 'payrollNo', 'absenceHours']));
    expect(country.choices.filter(({ needed }) => needed).map(({ key }) => key)).toEqual([
      'name',
      'days',
      'total',
    ]);
    expect(new Set(country.choices.map(({ label }) => label)).size).toBe(keys.length);
    expect(country.dayCodes.find(({ key }) => key === 'sunday')).toMatchObject({ code: 'B' });
    // Whatever can be chosen is accepted and printed.
    const all = { ...preset, columns: keys };
    await company.admin.ok('updateSheetSettings', { body: all });
    const [full] = await sheet(company.admin);
    expect(new Set(full?.columns.map(({ key }) => (key.startsWith('2026') ? 'days' : key)))).toEqual(
      new Set(keys),
    );
    const linesOf = async (lines: typeof preset.lines) => {
      await company.admin.ok('updateSheetSettings', { body: { ...preset, lines } });
      const [table] = await sheet(company.admin);
      return table?.rows.filter(({ kind }) => kind === 'line').length;
    };
    expect(await linesOf([])).toBe(0);
    expect(await linesOf(['plan'])).toBe(2);
    expect(await linesOf(null)).toBe(1);
    const rows = (await sheet(company.admin))[0]?.rows;
    expect(rows?.filter(({ kind }) => kind === 'first')).toHaveLength(2);
  });

  it('name who gets approved months; the owner and those before are told', async () => {
    const { company } = await setup();
    const mailsTo = (address: string) => mailServer.to(address).length;
    await company.admin.ok('updateSheetSettings', { body: { ...preset, accountants: ['one@example.test'] } });
    await app.settled('mail');
    const before = mailsTo(company.user.email);
    expect(before).toBeGreaterThan(0);
    await company.admin.ok('updateSheetSettings', { body: { ...preset, accountants: [] } });
    await app.settled('mail');
    expect(mailsTo('one@example.test')).toBe(1);
    const six = Array.from({ length: 6 }, (_, index) => `a${index}@example.test`);
    for (const accountants of [six, ['a@b.lv', 'A@b.lv'], ['nobody']]) {
      expect(
        await company.admin.call('updateSheetSettings', { body: { ...preset, accountants } }),
      ).toMatchObject({ status: 400 });
    }
  });
});

describe('an approved month', () => {
  it('is mailed once everybody’s is approved, with its files; the ledger says to whom', async () => {
    const { company, people, location } = await setup();
    const to = 'gramatvede@example.test';
    await company.admin.ok('updateSheetSettings', { body: { ...preset, accountants: [to] } });
    const mails = () => mailServer.to(to);
    await company.admin.ok('approveMonth', {
      body: { month: '2026-02', userId: people[0]?.employee.id },
    });
    await mailMonth(app.services, { companyId: company.user.companyId, month: '2026-02' });
    await app.settled('mail');
    expect(mails()).toEqual([]);
    await company.admin.ok('approveMonth', { body: { month: '2026-02' } });
    // The job waits a minute for further approvals.
    await sql`update pgboss.job set start_after = now() where name = 'month-approved'`.execute(
      app.services.db,
    );
    await app.settled('month-approved');
    await app.settled('mail');
    expect(mails().length).toBe(1);
    const [{ source } = { source: '' }] = mails();
    expect(source).toContain('filename=sheet-2026-02.pdf');
    expect(source).toContain(Buffer.from('%PDF-1.7').toString('base64').slice(0, 10));
    expect(source).toContain('filename=payroll-2026-02.csv');
    const { lines } = await company.admin.ok('listLedger', { query: {} });
    const sent = lines.filter((line) => line.includes('month-sent'));
    expect(sent.length).toBe(1);
    expect(sent[0]).toContain(to);
    expect(sent[0]).toContain(now);
    // A job that runs again, even at the same time, sends nothing; a month approved anew goes out anew.
    const again = { companyId: company.user.companyId, month: '2026-02' };
    await Promise.all([mailMonth(app.services, again), mailMonth(app.services, again)]);
    await app.settled('mail');
    expect(mails().length).toBe(1);
    const change = { month: '2026-02', userId: people[0]?.employee.id ?? '' };
    await company.admin.ok('unlockMonth', { body: { ...change, reason: 'kļūda' } });
    await company.admin.ok('createTimeEntry', {
      body: {
        ...{ userId: change.userId, locationId: location.id, reason: 'Aizmirsa' },
        ...{ checkIn: '2026-02-20T06:00:00Z', checkOut: '2026-02-20T14:00:00Z' },
      },
    });
    await company.admin.ok('approveMonth', { body: change });
    await Promise.all([mailMonth(app.services, again), mailMonth(app.services, again)]);
    await app.settled('mail');
    expect(mails().length).toBe(2);
    // What it replaces, and what has changed: 16 hours before, 24 now.
    const [first, second] = mails().map(({ source: sent }) => sent);
    expect(first).not.toMatch(/Corrected[_ ]month/);
    expect(second).toMatch(/Corrected[_ ]month/);
    expect(second).toContain('16:00=C2=A0h =E2=86=92 24:00');
  });

  it('is recorded as refused where it was, and whoever approved it is told; the others get it', async () => {
    const { company } = await setup();
    const [taken, refused] = ['ilze@example.test', 'bounce@example.test'];
    mailServer.unknown.add(refused);
    await company.admin.ok('updateSheetSettings', { body: { ...preset, accountants: [taken, refused] } });
    await company.admin.ok('approveMonth', { body: { month: '2026-02' } });
    await app.settled('mail');
    const mailsBefore = mailServer.to(company.user.email).length;
    await mailMonth(app.services, { companyId: company.user.companyId, month: '2026-02' });
    await app.settled('mail');
    expect(mailServer.to(taken)).toHaveLength(1);
    const told = mailServer.to(company.user.email).slice(mailsBefore);
    expect(told).toHaveLength(1);
    expect(told[0]?.source).toContain(refused);
    const { lines } = await company.admin.ok('listLedger', { query: {} });
    const sent = lines.filter((line) => line.includes('month-sent'));
    expect(sent.filter((line) => line.includes(`"to":["${taken}"]`))).toHaveLength(1);
    expect(sent.filter((line) => line.includes(`"refused":["${refused}"]`))).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });
});
