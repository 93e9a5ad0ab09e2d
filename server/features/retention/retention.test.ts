import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { type Verdict, verifyLedger } from '#server/platform/ledger/verify.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import {
  day,
  hour,
  oracleDate,
  oracleMidnight,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { personColumns } from '#tests/support/person-columns.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { withoutTriggers } from '#tests/support/test-database.ts';
import { otherTables } from './retention.queries.ts';
import { eraseExpiredRecords } from './retention.service.ts';

const signUp = '2026-03-02T07:00:00.000Z';
const clock = fixedClock(signUp);
const reason = 'Aizmirsa';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(signUp));

const runAt = async (instant: string | number) => {
  clock.set(new Date(instant).toISOString());
  await eraseExpiredRecords(app.services);
};
/** Sessions are over after so many years. */
async function signedIn(email: string): Promise<TestClient> {
  const client = app.client();
  await client.ok('login', { body: { email, password } });
  return client;
}
const ever = { startDate: '2000-01-01', endDate: '2099-12-31' };
const entriesOf = async (admin: TestClient) =>
  (await admin.ok('getTimeEntriesReport', { query: ever })).map(({ id }) => id);

async function setRetention(
  { admin }: Pick<Company, 'admin'>,
  changes: { retentionYears?: number; retentionFrom?: 'record' | 'departure' },
) {
  const { erasureNotBefore: _, ...settings } = await admin.ok('getCompany');
  return admin.ok('updateCompany', { body: { ...settings, ...changes } });
}

type Person = Awaited<ReturnType<typeof addEmployee>>['employee'];

/** A company in 2026 with one of everything that is recorded of an employee. */
async function companyWithWork(zone: Zone = 'Europe/Riga') {
  clock.set(signUp);
  const company = await registerCompany(app, { timezone: zone });
  const { employee: colleague } = await addEmployee(app, company, { firstName: 'Ilze' });
  const worker = await addEmployee(app, company, { firstName: 'Gunārs', lastName: 'Ozoliņš' });
  const location = await addLocation(company);
  const automatic = { after: 6 * hour, length: hour / 2, at: 4 * hour };
  const breaks = { policy: 'recorded' as const, automatic, isPaid: false };
  await company.admin.ok('updateWorkRules', { body: { country: 'LV', breaks } });
  // The phone's clock is wrong, which makes a flag.
  await worker.client.ok('scan', { body: { qrCode: location.qrCode, deviceNow: '2026-03-02T04:00:00Z' } });
  expect(await worker.client.ok('listOwnFlags')).toHaveLength(1);
  await worker.client.ok('recordBreak', { body: { action: 'start' } });
  clock.set('2026-03-02T15:00:00Z');
  const { timeEntry } = await worker.client.ok('checkOut', { body: {} });
  const item = { units: 'm2', quantity: 3, description: 'Jumts' };
  const {
    items: [report],
  } = await worker.client.ok('createWorkReports', { body: { items: [item] } });
  await worker.client.ok('updateWorkReport', {
    params: { id: report?.id ?? '' },
    body: { ...item, quantity: 4 },
  });
  const body = { kind: 'edit' as const, timeEntryId: timeEntry.id, checkOut: '2026-03-02T14:00:00Z', reason };
  const request = await worker.client.ok('createCorrectionRequest', { body });
  const decision = { decision: 'approved' as const, reason };
  await company.admin.ok('decideCorrectionRequest', { params: { id: request.id }, body: decision });
  const message = await company.admin.ok('createMessage', {
    body: { recipientType: 'all', subject: 'Rīt', content: 'Sākam agrāk', isAnnouncement: true },
  });
  await worker.client.ok('markMessageRead', { params: { id: message.id } });
  await company.admin.ok('createAiReport', { params: { id: location.id }, body: { date: '2026-03-02' } });
  clock.set('2026-04-01T07:00:00Z');
  const client = await signedIn(worker.employee.email);
  const admin = await signedIn(company.user.email);
  await client.call('scan', { body: { qrCode: '000000000' } });
  await client.ok('answerOwnMonth', { body: { month: '2026-03', answer: 'confirmed' } });
  await admin.ok('approveMonth', { body: { month: '2026-03', userId: worker.employee.id } });
  return { ...company, admin, worker: { ...worker, client }, location, colleague, entryId: timeEntry.id };
}

/** Tables that the retention leaves alone: accounts, settings, the ledger, and what other jobs remove. */
const others = [
  ...['users', 'directory', 'session', 'invitation', 'location'],
  ...['work_rules', 'former_time_zone', 'flag_check', 'ledger_record'],
];
/** How many rows each table has of what is recorded in the company. */
async function rowsOf({ user }: Company): Promise<Record<string, number>> {
  const { db } = app.services;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' and table_name <> all (${others})`.execute(
    db,
  );
  const counts = tables.map(
    ({ name }) => sql<{ name: string; n: number }>`
      select ${name}::text as name, count(*)::int as n from ${sql.table(name)} where company_id = ${user.companyId}`,
  );
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}
/** The tables that have any, in order. */
const tablesOf = async (company: Company) =>
  Object.entries(await rowsOf(company))
    .flatMap(([name, n]) => (n > 0 ? [name] : []))
    .toSorted();
/** All that `companyWithWork` records. */
const recorded = [
  ...['account_access', 'ai_report', 'correction_request', 'entry_hours', 'flag', 'message'],
  ...['message_recipient', 'month_answer', 'month_approval', 'month_seal', 'refused_scan'],
  ...['scan', 'time_entry', 'work_break', 'work_report', 'work_report_correction'],
];

async function erasuresOf(lines: string[]) {
  const verdict = await verifyLedger(lines);
  if (!verdict.ok) throw new Error(verdict.problem);
  return verdict.erasures;
}

describe('what is recorded', () => {
  it('goes in the first hour of the year after the last one it is kept for, all of it, and the ledger stays whole', async () => {
    const company = await companyWithWork();
    const before = await rowsOf(company);
    expect(await tablesOf(company)).toEqual(recorded);
    const lines = await exportLedger(company.admin);
    // 23:59 and 00:00 in Riga.
    await runAt('2036-12-31T21:59:00Z');
    expect(await rowsOf(company)).toEqual(before);
    await runAt('2036-12-31T22:00:00Z');
    expect(await tablesOf(company)).toEqual([]);

    const admin = await signedIn(company.user.email);
    const left = await exportLedger(admin);
    expect(await erasuresOf(left)).toEqual([
      {
        seq: lines.length + 1,
        at: '2036-12-31T22:00:00.000Z',
        before: '2026-12-31T22:00:00.000Z',
        retentionYears: 10,
        records: lines.length,
      },
    ]);
    expect(left.slice(0, -1).join('')).not.toContain(company.worker.employee.id);
    const old = JSON.parse(lines.at(-1) ?? '');
    expect(await verifyLedger(left, old)).toMatchObject({ ok: true });
    expect(await verifyLedger(left, { seq: 3, hash: old.hash })).toMatchObject({ ok: false, line: 3 });
    // The people are still there.
    expect(await admin.ok('listEmployees')).toMatchObject([{}, {}, { firstName: 'Gunārs' }]);
  });

  it('goes with the hours computed from it, also where its month was approved in another time zone', async () => {
    const company = await companyWithWork();
    const { admin, worker, location } = company;
    const change = async (timezone: string) =>
      admin.ok('updateCompany', { body: { ...(await admin.ok('getCompany')), timezone } });
    // On 1 April in Riga, and on 31 March where the month is approved.
    const times = { checkIn: '2026-04-01T02:00:00Z', checkOut: '2026-04-01T05:00:00Z' };
    const { id: userId } = worker.employee;
    await admin.ok('unlockMonth', { body: { month: '2026-03', userId, reason } });
    await admin.ok('createTimeEntry', { body: { userId, locationId: location.id, ...times, reason } });
    await change('Pacific/Pago_Pago');
    clock.set('2026-04-02T12:00:00Z');
    await admin.ok('approveMonth', { body: { month: '2026-03', userId } });
    await change('Europe/Riga');
    await runAt('2036-12-31T22:00:00Z');
    expect(await tablesOf(company)).toEqual([]);
  });

  it('is looked for in every table that names a person', async () => {
    const erased = new Set<string>(otherTables);
    const left = (await personColumns(app.services.db)).filter(({ table }) => !erased.has(table));
    expect([...new Set(left.map(({ table }) => table))].toSorted()).toEqual(
      [
        // Devices, programs and settings of the company, named with their maker.
        ...['api_key', 'kiosk', 'single_sign_on', 'work_rules'],
        // They end by themselves, within days.
        ...['email_change', 'kiosk_pairing'],
        // They go with their time entry or work report.
        ...['entry_hours', 'time_entry', 'unsettled_hours', 'work_report_correction'],
        // The ledger has a way of its own.
        ...['ledger_pending', 'ledger_record'],
      ].toSorted(),
    );
  });

  describe('of a shift over New Year stays whole, and', () => {
    const newYear = '2036-12-31T22:00:00Z';
    /** A company that pays and somebody in it; in Latvia with half an hour of break in shifts of more than six hours. */
    async function nightCompany(timezone = 'Europe/Riga') {
      clock.set(signUp);
      const company = await registerCompany(app, { timezone });
      await sql`update company set trial_ends_at = '2099-01-01' where id = ${company.user.companyId}`.execute(
        app.services.db,
      );
      const { employee } = await addEmployee(app, company);
      const location = await addLocation(company);
      const automatic = { after: 6 * hour, length: hour / 2, at: 4 * hour };
      const breaks = { policy: 'automatic' as const, automatic, isPaid: false };
      if (timezone === 'Europe/Riga') {
        await company.admin.ok('updateWorkRules', { body: { country: 'LV', breaks } });
      }
      clock.set('2027-02-02T07:00:00Z');
      const admin = await signedIn(company.user.email);
      const add = (checkIn: string, checkOut: string) =>
        admin.ok('createTimeEntry', {
          body: { userId: employee.id, locationId: location.id, checkIn, checkOut, reason },
        });
      return { ...company, admin, employee, add };
    }
    async function hoursOf(admin: TestClient, { id }: { id: string }) {
      const months = ['2026-12', '2027-01'].map((month) => admin.ok('listMonth', { query: { month } }));
      const own = (await Promise.all(months)).map((all) => all.find(({ user }) => user.id === id));
      return own.map((month) => (month?.ms ?? 0) / hour);
    }
    async function plannedDates(companyId: string) {
      const { rows } = await sql<{ date: string }>`
        select p.date::text from planned_shift p join schedule_day d on d.company_id = p.company_id
          and d.user_id = p.user_id and d.date = p.date
        where p.company_id = ${companyId} order by p.date`.execute(app.services.db);
      return rows.map(({ date }) => date);
    }
    const change = (admin: TestClient, { id, email, firstName, lastName }: Person, more: object) =>
      admin.call('updateEmployee', {
        params: { id },
        body: { email, firstName, lastName, role: 'employee', ...more },
      });

    it('keeps its breaks and its hours', async () => {
      const { user, admin, employee, add } = await nightCompany();
      await add('2026-12-31T10:00:00Z', '2026-12-31T11:00:00Z');
      await add('2026-12-31T16:00:00Z', '2026-12-31T19:00:00Z');
      await add('2026-12-31T19:00:00Z', '2027-01-01T02:00:00Z');
      const shift = {
        starts: '17:00',
        ends: '04:00',
        breakMinutes: 30,
        locationId: null,
        kindId: null,
        note: null,
      };
      const days = ['2026-12-30', '2026-12-31'].map((date) => ({
        ...{ userId: employee.id, date, shifts: [shift] },
      }));
      await admin.ok('setScheduleDays', { body: { days } });
      // Half an hour of break after the fourth.
      expect(await hoursOf(admin, employee)).toEqual([6.5, 4]);
      await runAt(newYear);
      const again = await signedIn(user.email);
      expect(await entriesOf(again)).toHaveLength(2);
      // The plan by which it counts is there as well.
      expect(await plannedDates(user.companyId)).toEqual(['2026-12-31']);
      // Without the hour of the morning, which was another shift.
      expect(await hoursOf(again, employee)).toEqual([5.5, 4]);
      await runAt('2037-12-31T22:00:00Z');
      expect(await entriesOf(await signedIn(user.email))).toEqual([]);
    });

    it('does not move to January where its pause is at midnight', async () => {
      const { user, admin, employee, add } = await nightCompany('Europe/Warsaw');
      await setRetention({ admin }, { retentionFrom: 'record' });
      await add('2026-12-31T17:00:00Z', '2026-12-31T22:45:00Z');
      await add('2026-12-31T23:15:00Z', '2027-01-01T03:00:00Z');
      const before = await hoursOf(admin, employee);
      expect(before[1]).toBe(0);
      await runAt('2036-12-31T23:00:00Z');
      expect(await hoursOf(await signedIn(user.email), employee)).toEqual(before);
    });

    it('keeps its recorded breaks', async () => {
      const company = await companyWithWork();
      const { worker, location } = company;
      await sql`update company set trial_ends_at = '2027-02-01' where id = ${company.user.companyId}`.execute(
        app.services.db,
      );
      clock.set('2026-12-31T16:00:00Z');
      const client = await signedIn(worker.employee.email);
      await client.ok('scan', { body: { qrCode: location.qrCode } });
      clock.set('2026-12-31T19:00:00Z');
      await client.ok('recordBreak', { body: { action: 'start' } });
      clock.set('2026-12-31T20:00:00Z');
      await client.ok('recordBreak', { body: { action: 'end' } });
      clock.set('2027-01-01T00:00:00Z');
      const { timeEntry } = await client.ok('checkOut', { body: {} });
      await runAt(newYear);
      expect(await rowsOf(company)).toMatchObject({ time_entry: 1, work_break: 1 });
      const admin = await signedIn(company.user.email);
      const [december = 0, january = 0] = await hoursOf(admin, worker.employee);
      // Eight hours less the break.
      expect(december + january).toBe(7);
      await admin.ok('deleteTimeEntry', { params: { id: timeEntry.id }, body: { reason } });
      await runAt('2037-12-31T22:00:00Z');
      expect(await tablesOf(company)).toEqual([]);
    });

    it('so does what an approved January holds, in whatever zone it was approved', async () => {
      const { user, admin, employee, add } = await nightCompany('Pacific/Auckland');
      // On 1 January in Auckland, on 31 December in Riga.
      const { id } = await add('2026-12-31T12:00:00Z', '2026-12-31T15:00:00Z');
      await admin.ok('approveMonth', { body: { month: '2027-01', userId: employee.id } });
      await admin.ok('updateCompany', {
        body: { ...(await admin.ok('getCompany')), timezone: 'Europe/Riga' },
      });
      await runAt(newYear);
      const again = await signedIn(user.email);
      expect(await entriesOf(again)).toEqual([id]);
      expect(await hoursOf(again, employee)).toEqual([0, 3]);
    });

    it('an approved January does not stand in the way of later changes of the employment', async () => {
      const { user, admin, employee, add } = await nightCompany();
      const pattern = [6, 6, 6, 6, 6, 0, 0].map((hours) => hours * hour);
      const terms = {
        ...{ validFrom: '2026-01-01', pattern, weekly: 30 * hour, workTime: 'fixed', reducedNorm: false },
        ...{ overContractFrom: null, overtimeConsent: false, markedNightWork: false },
      };
      expect(await change(admin, employee, { terms: [terms] })).toMatchObject({ status: 200 });
      // A week with more than 30 hours, of which the last days are January's.
      for (const date of ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-02'])
        await add(`${date}T07:00:00Z`, `${date}T15:00:00Z`);
      await admin.ok('approveMonth', { body: { month: '2027-01', userId: employee.id } });
      expect(await change(admin, employee, { employedTo: '2037-12-31' })).toMatchObject({ status: 200 });
      await runAt(newYear);
      const again = await signedIn(user.email);
      expect(await change(again, employee, { employedTo: '2037-06-30' })).toMatchObject({ status: 200 });
      // Nobody is in a month of which nothing is left, so that it is not approved again.
      expect(await again.ok('listMonth', { query: { month: '2026-12' } })).toEqual([]);
      const body = { month: '2026-12', userId: employee.id };
      expect(await again.call('approveMonth', { body })).toMatchObject({ status: 404 });
    });
  });

  it('is not looked through again, and what fails for one company does not hold up another', async () => {
    const [broken, company] = [await companyWithWork(), await companyWithWork()];
    await sql`update company set timezone = 'Nowhere' where id = ${broken.user.companyId}`.execute(
      app.services.db,
    );
    await runAt('2037-06-01T00:00:00Z');
    expect(await tablesOf(company)).toEqual([]);
    const lines = await exportLedger(await signedIn(company.user.email));
    await runAt('2037-06-02T00:00:00Z');
    expect(await exportLedger(await signedIn(company.user.email))).toEqual(lines);
    await sql`update company set timezone = 'Europe/Riga' where id = ${broken.user.companyId}`.execute(
      app.services.db,
    );
    await runAt('2038-06-01T00:00:00Z');
    expect(await tablesOf(broken)).toEqual([]);
  });

  it('by two servers at the same moment is erased once', async () => {
    const company = await companyWithWork();
    clock.set('2037-01-01T12:00:00Z');
    await Promise.all([eraseExpiredRecords(app.services), eraseExpiredRecords(app.services)]);
    expect(await tablesOf(company)).toEqual([]);
    const lines = await exportLedger(await signedIn(company.user.email));
    expect(await erasuresOf(lines)).toHaveLength(1);
  });

  it('is kept while the company waits for its deletion', async () => {
    const company = await companyWithWork();
    const before = await rowsOf(company);
    await company.admin.ok('deleteCompany', { body: { companyName: 'Kokaudzētava SIA', password } });
    await runAt('2037-01-01T12:00:00Z');
    expect(await rowsOf(company)).toEqual(before);
  });

  it('is kept by the years of the company’s own zone, to the millisecond', async () => {
    const company = await registerCompany(app);
    const { employee } = await addEmployee(app, company);
    const location = await addLocation(company);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zoneNames),
        fc.integer({ min: 3, max: 8 }),
        fc.integer({ min: 2031, max: 2034 }),
        // Around the New Year that decides, in milliseconds.
        fc.uniqueArray(fc.integer({ min: -3 * day, max: 3 * day }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(365 * day),
        async (zone, years, year, offsets, minutes, later) => {
          clock.set('2031-01-01T00:00:00Z');
          const admin = await signedIn(company.user.email);
          await sql`update company set timezone = ${zone}, retention_years = ${years}, erased_before = null
            where id = ${company.user.companyId}`.execute(app.services.db);
          const firstKept = oracleMidnight(`${year - years}-01-01`, zone);
          const made: { id: string; end: number; ms: number }[] = [];
          let free = Number.NEGATIVE_INFINITY;
          for (const offset of offsets.toSorted((a, b) => a - b)) {
            const checkIn = Math.max(firstKept + offset, free + 1);
            const end = checkIn + minutes * (hour / 60);
            free = end;
            const times = { checkIn: new Date(checkIn).toISOString(), checkOut: new Date(end).toISOString() };
            if (end > clock.now().getTime()) continue;
            const body = { userId: employee.id, locationId: location.id, ...times, reason };
            made.push({ id: (await admin.ok('createTimeEntry', { body })).id, end, ms: end - checkIn });
          }
          const runs = oracleMidnight(`${year}-01-01`, zone) + later;
          await runAt(runs);
          const again = await signedIn(company.user.email);
          const runYear = Number(oracleDate(runs, zone).slice(0, 4));
          const expected = made.filter(
            ({ end }) => Number(oracleDate(end, zone).slice(0, 4)) >= runYear - years,
          );
          const found = await entriesOf(again);
          expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
          const stored = await app.services.db
            .selectFrom('entryHours')
            .where('companyId', '=', company.user.companyId)
            .select(({ fn }) => fn.sum<number>('ms').as('ms'))
            .executeTakeFirstOrThrow();
          expect(Number(stored.ms)).toBe(expected.reduce((sum, { ms }) => sum + ms, 0));
          // Before the first entry there is no record, and an empty file is not a ledger.
          const lines = await exportLedger(again);
          if (lines.length > 0) expect(await verifyLedger(lines)).toMatchObject({ ok: true });
          for (const id of found) await again.ok('deleteTimeEntry', { params: { id }, body: { reason } });
        },
      ),
      { numRuns: samples(25) },
    );
  });
});

describe('a shorter retention', () => {
  it('erases nothing for 30 days, and not at all if it is made longer again', async () => {
    const company = await companyWithWork();
    const before = await rowsOf(company);
    clock.set('2031-05-01T07:00:00Z');
    const admin = await signedIn(company.user.email);
    expect(await setRetention({ admin }, { retentionYears: 4 })).toMatchObject({
      retentionYears: 4,
      erasureNotBefore: '2031-05-31T07:00:00.000Z',
    });
    await app.settled('mail');
    const mail = (await app.mailsTo(company.user.email)).at(-1);
    expect(mail?.subject).toBe('Kokaudzētava SIA: records will be kept for a shorter time');
    expect(mail?.text).toMatch(/Anna Bērziņa changed[\s\S]*31 May 2031/);
    const line = JSON.parse((await exportLedger(admin)).at(-1) ?? '');
    expect(line).toMatchObject({ kind: 'settings-changed', body: { why: { after: { retentionYears: 4 } } } });
    await runAt('2031-05-31T06:59:00Z');
    expect(await rowsOf(company)).toEqual(before);
    await setRetention({ admin: await signedIn(company.user.email) }, { retentionYears: 10 });
    await runAt('2031-06-30T07:00:00Z');
    expect(await rowsOf(company)).toEqual(before);
    await setRetention({ admin: await signedIn(company.user.email) }, { retentionYears: 4 });
    await runAt('2031-07-30T07:00:00Z');
    expect(await tablesOf(company)).toEqual([]);
  });

  it('is what an older page leaves alone', async () => {
    const company = await registerCompany(app);
    await setRetention(company, { retentionYears: 12 });
    const { retentionYears: _, retentionFrom: __, ...older } = await company.admin.ok('getCompany');
    expect(await company.admin.ok('updateCompany', { body: older })).toMatchObject({ retentionYears: 12 });
  });
});

describe('people who have left', () => {
  it('lose what the record does not need at once, and the rest with the retention', async () => {
    const company = await companyWithWork();
    const { employee } = company.worker;
    const { email, firstName, lastName, role } = employee;
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { email, firstName, lastName, role, payrollNo: '0042', position: 'Jumiķis', personalCode: '1' },
    });
    await app.services.db
      .updateTable('users')
      .set({ notice: 'pinSet', noticedAt: signUp })
      .where('id', '=', employee.id)
      .execute();
    await company.admin.ok('deleteEmployee', { params: { id: employee.id } });
    const stored = () =>
      app.services.db
        .selectFrom('users')
        .where('id', '=', employee.id)
        .select([
          'email',
          'passwordHash',
          'firstName',
          'lastName',
          'payrollNo',
          'position',
          'personalCode',
          'notice',
        ])
        .executeTakeFirstOrThrow();
    const removed = { email: null, passwordHash: null, personalCode: null, notice: null };
    const kept = { payrollNo: '0042', position: 'Jumiķis' };
    expect(await stored()).toEqual({ ...removed, ...kept, firstName: 'Gunārs', lastName: 'Ozoliņš' });
    expect(await company.admin.ok('getTimeEntriesReport', { query: ever })).toMatchObject([
      { user: { firstName: 'Gunārs' } },
    ]);
    await runAt('2036-12-31T22:00:00Z');
    expect(await stored()).toEqual({
      ...removed,
      ...{ payrollNo: null, position: null },
      firstName: 'Former employee',
      lastName: employee.id.slice(-4),
    });
  });

  it('who were only deactivated are erased as well; whoever came back is not', async () => {
    const company = await companyWithWork();
    const { worker, colleague: other } = company;
    const change = (admin: TestClient, { id, email, firstName, lastName }: typeof other, isActive: boolean) =>
      admin.ok('updateEmployee', {
        params: { id },
        body: { email, firstName, lastName, role: 'employee', isActive },
      });
    await change(company.admin, worker.employee, false);
    await change(company.admin, other, false);
    clock.set('2030-01-02T07:00:00Z');
    await change(await signedIn(company.user.email), other, true);
    await runAt('2036-12-31T22:00:00Z');
    const admin = await signedIn(company.user.email);
    expect((await admin.ok('listEmployees')).map(({ firstName }) => firstName)).toEqual(['Anna', 'Ilze']);
    expect(
      await app.client().call('login', { body: { email: worker.employee.email, password } }),
    ).toMatchObject({ status: 401 });
  });

  it('where the years count from leaving: everything is kept while they are here, and goes years after', async () => {
    // What the law of Poland asks for is what a company there begins with.
    const company = await companyWithWork('Europe/Warsaw');
    expect(await company.admin.ok('getCompany')).toMatchObject({ retentionFrom: 'departure' });
    const times = { checkIn: '2026-03-03T07:00:00Z', checkOut: '2026-03-03T15:00:00Z' };
    const kept = await company.admin.ok('createTimeEntry', {
      body: { userId: company.colleague.id, locationId: company.location.id, ...times, reason },
    });
    await runAt('2040-07-01T00:00:00Z');
    let admin = await signedIn(company.user.email);
    expect((await entriesOf(admin)).toSorted()).toEqual([company.entryId, kept.id].toSorted());
    expect(await rowsOf(company)).toMatchObject({ message: 0, ai_report: 0, scan: 2, work_report: 1 });

    await admin.ok('deleteEmployee', { params: { id: company.worker.employee.id } });
    await runAt('2050-12-31T22:59:00Z');
    expect(await entriesOf(await signedIn(company.user.email))).toHaveLength(2);
    // Midnight in Warsaw.
    await runAt('2050-12-31T23:00:00Z');
    admin = await signedIn(company.user.email);
    expect(await entriesOf(admin)).toEqual([kept.id]);
    expect(await rowsOf(company)).toMatchObject({ scan: 0, work_report: 0, month_approval: 0 });
    const lines = await exportLedger(admin);
    expect(lines.filter((line) => line.includes(`"userId":"${company.worker.employee.id}"`))).toEqual([]);
    expect(lines.filter((line) => line.includes(`"userId":"${company.colleague.id}"`))).toHaveLength(1);
    // The record of the company's settings goes when it is old enough, whoever is still there.
    expect(await erasuresOf(lines)).toMatchObject([
      { at: '2040-07-01T00:00:00.000Z', records: 1 },
      { at: '2050-12-31T23:00:00.000Z' },
    ]);
  });

  it('and worked afterwards, as it says there, are kept as long as that', async () => {
    const company = await companyWithWork();
    const { employee } = company.worker;
    const { email, firstName, lastName } = employee;
    const body = { email, firstName, lastName, role: 'employee' as const, isActive: false };
    await company.admin.ok('updateEmployee', { params: { id: employee.id }, body });
    clock.set('2027-02-01T07:00:00Z');
    const times = { checkIn: '2027-01-04T07:00:00Z', checkOut: '2027-01-04T15:00:00Z' };
    await (await signedIn(company.user.email)).ok('createTimeEntry', {
      body: { userId: employee.id, locationId: company.location.id, ...times, reason },
    });
    await runAt('2037-01-01T12:00:00Z');
    const admin = await signedIn(company.user.email);
    expect(await admin.ok('getTimeEntriesReport', { query: ever })).toMatchObject([
      { checkIn: '2027-01-04T07:00:00.000Z', user: { firstName: 'Gunārs' } },
    ]);
  });
});

describe('the ledger', () => {
  /** One person has left and is erased, the other has stayed: erased records between records. */
  async function erasedBetween() {
    const company = await companyWithWork('Europe/Warsaw');
    await company.admin.ok('deleteEmployee', { params: { id: company.worker.employee.id } });
    const times = { checkIn: '2026-03-03T07:00:00Z', checkOut: '2026-03-03T15:00:00Z' };
    const body = { userId: company.colleague.id, locationId: company.location.id, ...times, reason };
    await company.admin.ok('createTimeEntry', { body });
    await runAt('2037-01-01T12:00:00Z');
    return { ...company, lines: await exportLedger(await signedIn(company.user.email)) };
  }

  it('shows every changed byte, also of what was erased', async () => {
    const { lines } = await erasedBetween();
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    expect(await erasuresOf(lines)).toHaveLength(1);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), async (position, mask) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(bytes.readUInt8(position) ^ mask, position);
        expect(await verifyLedger(changed.toString('utf8').split('\n').slice(0, -1))).toMatchObject({
          ok: false,
        });
      }),
      { numRuns: samples(400) },
    );
  });

  it('shows an erasure that no record tells of, and one that was put into another’s', async () => {
    const { lines, user } = await erasedBetween();
    const { db } = app.services;
    const erasure = lines.findIndex((line) => line.includes('"kind":"erasure"')) + 1;
    const alive = lines.findIndex((line) => !line.includes('"erasedBy"')) + 1;
    const problemAfter = async (erasedBy: number): Promise<Verdict> => {
      await withoutTriggers(
        db,
        sql`update ledger_record set erased_by = ${erasedBy}, at = null, kind = null, actor_id = null, user_id = null,
          time_entry_id = null, body = null where company_id = ${user.companyId} and seq = ${alive}`,
      );
      return verifyLedger(await exportLedger(await signedIn(user.email)));
    };
    expect(alive).toBeLessThan(erasure);
    expect(await problemAfter(erasure)).toMatchObject({
      ok: false,
      problem: `record ${erasure} tells of the erasure of other records than those that were erased`,
    });
    expect(await problemAfter(erasure + 1)).toMatchObject({
      ok: false,
      problem: `record ${erasure + 1} has to tell of an erasure, and does not`,
    });
  });

  it('can be erased by nothing else, and nothing of it but what it says', async () => {
    const { user } = await companyWithWork();
    const { db } = app.services;
    await exportLedger(await signedIn(user.email));
    const refused = [
      sql`update ledger_record set body = null, erased_by = 99 where company_id = ${user.companyId}`,
      sql`select set_for_transaction('maina.redacts', ${user.companyId});
        update ledger_record set hash = prev_hash where company_id = ${user.companyId}`,
      sql`select set_for_transaction('maina.redacts', ${user.companyId});
        update ledger_record set erased_by = 99 where company_id = ${user.companyId}`,
    ];
    for (const [index, statement] of refused.entries()) {
      const text = statement.compile(db).sql.replaceAll(/\$\d/g, `'${user.companyId}'`);
      const expected = index === 2 ? /ledger_record_check/ : /only ever added to/;
      await expect(
        db.transaction().execute((transaction) => sql.raw(text).execute(transaction)),
      ).rejects.toThrow(expected);
    }
  });
});
