import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countedEnd, needsAttention } from '#domain/shifts.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { sendMissingCheckOutMails } from './missing-check-outs.service.ts';

// 08:00 in Riga, a Thursday.
const start = '2026-03-05T06:00:00.000Z';
const clock = fixedClock(start);
const hourMs = 3_600_000;
const at = (hours: number) => new Date(Date.parse(start) + hours * hourMs).toISOString();
const goTo = (hours: number) => clock.set(at(hours));
let app: TestApp;
let company: Company;
let hall: { id: string; name: string; qrCode: string };
let yard: typeof hall;

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  [hall, yard] = [await addLocation(company, 'Hala'), await addLocation(company, 'Pagalms')];
});
afterAll(() => app.close());
beforeEach(() => clock.set(start));

const addWorker = () => addEmployee(app, company);
/** Somebody who checked in at 08:00 and went home without a word; it is 07:00 of the next day. */
async function forgetful() {
  goTo(0);
  const worker = await addWorker();
  const { timeEntry } = await worker.client.ok('scan', { body: { qrCode: hall.qrCode } });
  goTo(23);
  return { ...worker, entryId: timeEntry.id };
}
const entriesOf = (userId: string) =>
  app.services.db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .selectAll()
    .execute();
const refusal = (code: string) => ({ status: 409, body: { code } });
const scan = (client: TestClient, qrCode: string, more: object = {}) =>
  client.call('scan', { body: { qrCode, ...more } });

it('from the longest shift on an entry needs attention and counts nowhere', async () => {
  const { client, employee } = await addWorker();
  const own = await registerCompany(app);
  const location = await addLocation(own);
  const { client: alone } = await addEmployee(app, own);
  await alone.ok('scan', { body: { qrCode: location.qrCode } });
  await client.ok('scan', { body: { qrCode: hall.qrCode } });
  const figures = async () => {
    const query = { startDate: '2026-03-01', endDate: '2026-03-31' };
    const [board] = await own.admin.ok('getDashboardLocations');
    const answer = await own.admin.call('askPreset', { body: { preset: 'hoursByPersonThisWeek' } });
    const onSite = await own.admin.ok('askPreset', { body: { preset: 'onSiteNow' } });
    return {
      own: await alone.ok('getDashboardStats', { query: {} }),
      company: await own.admin.ok('getDashboardStats', { query: {} }),
      summaries: await own.admin.ok('getDailySummariesReport', { query }),
      board,
      asked: answer.body.results.flatMap(({ rows }) => rows),
      onSite: onSite.results.flatMap(({ rows }) => rows),
    };
  };
  goTo(13.999);
  expect(await alone.ok('getActiveEntry')).toMatchObject({ needsAttention: false, needsAttentionAt: at(14) });
  expect(await alone.ok('getMissingCheckOut')).toBeNull();
  const before = await figures();
  expect(before.own).toMatchObject({ todayHours: 13.999, weekHours: 13.999 });
  expect(before.summaries).toMatchObject([{ totalHours: 13.999, uniqueEmployees: 1 }]);
  expect(before.board).toMatchObject({ activeCount: 1, activeEmployees: [{ hoursWorked: 13.999 }] });
  expect(before.asked).toHaveLength(1);
  expect(before.onSite).toHaveLength(1);

  goTo(14);
  expect(await alone.ok('getActiveEntry')).toMatchObject({ needsAttention: true, totalHours: null });
  const after = await figures();
  expect(after.own).toMatchObject({ todayHours: 0, weekHours: 0 });
  expect(after.company).toMatchObject({ todayHours: 0, weekHours: 0 });
  expect(after.summaries).toEqual([]);
  expect(after.board).toMatchObject({
    activeCount: 0,
    activeEmployees: [{ hoursWorked: 0, needsAttention: true }],
  });
  expect(after.asked).toEqual([]);
  expect(after.onSite).toEqual([]);
  const report = await own.admin.ok('createAiReport', {
    params: { id: location.id },
    body: { date: '2026-03-05' },
  });
  expect(report.report).not.toMatch(/1[34]([.,]\d)?\s*h/);
  expect(await own.admin.ok('listAttention')).toMatchObject({
    missingCheckOuts: [{ status: 'working', totalHours: null, needsAttention: true }],
    requests: [],
  });
  await client.ok('answerMissingCheckOut', {
    body: { timeEntryId: (await entriesOf(employee.id))[0]?.id ?? '', leftAt: at(8) },
  });
});

it('the rule is the same in SQL and in TypeScript', async () => {
  const instant = fc.integer({ min: 0, max: 60 * hourMs });
  const entry = fc.record({
    checkIn: fc.oneof(instant, fc.constant(0)),
    now: fc.oneof(instant, fc.constantFrom(6 * hourMs, 14 * hourMs, 14 * hourMs - 1, 24 * hourMs)),
    length: fc.option(instant),
    longestShiftHours: fc.integer({ min: 6, max: 24 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 50, maxLength: 50 }), async (given) => {
      // The night of the changed clocks lies inside.
      const night = Date.parse('2026-10-24T20:00:00Z');
      const rows = given.map(({ checkIn, now, length, longestShiftHours }) => ({
        checkIn: new Date(night + checkIn).toISOString(),
        checkOut: length === null ? null : new Date(night + checkIn + length).toISOString(),
        now: new Date(night + now),
        longestShiftHours,
      }));
      const found = await sql<{ needs: boolean; counted: string }>`
        select needs_attention(check_in, check_out, now, hours) as needs,
          counted_end(check_in, check_out, now, hours) as counted
        from unnest(${rows.map((row) => row.checkIn)}::timestamptz[], ${rows.map((row) => row.checkOut)}::timestamptz[],
          ${rows.map((row) => row.now.toISOString())}::timestamptz[], ${rows.map((row) => row.longestShiftHours)}::int[])
          as t (check_in, check_out, now, hours)`.execute(app.services.db);
      expect(found.rows).toEqual(
        rows.map((row) => ({
          needs: needsAttention(row, row),
          counted: new Date(countedEnd(row, row)).toISOString(),
        })),
      );
    }),
    { numRuns: samples(20) },
  );
});

describe('the next scan', () => {
  it('asks when the person left, changing nothing, and with the answer checks in', async () => {
    const { client, employee, entryId } = await forgetful();
    expect(await scan(client, yard.qrCode)).toMatchObject(refusal('check_out_missing'));
    expect(await scan(client, hall.qrCode)).toMatchObject(refusal('check_out_missing'));
    expect(await client.call('checkOut', { body: {} })).toMatchObject(refusal('check_out_missing'));
    expect(await entriesOf(employee.id)).toMatchObject([{ id: entryId, checkOut: null }]);

    const body = {
      qrCode: hall.qrCode,
      clientScanId: randomUUID(),
      previousEnd: { timeEntryId: entryId, leftAt: at(8.5) },
    };
    const answer = await client.ok('scan', { body });
    expect(answer).toMatchObject({
      action: 'check-in',
      location: { id: hall.id },
      timeEntry: { checkIn: at(23), status: 'working', needsAttention: false, approval: null },
      closedEntry: {
        id: entryId,
        checkOut: at(8.5),
        totalHours: 8.5,
        checkOutSource: 'estimate',
        isEstimated: true,
        approval: 'pending',
      },
    });
    goTo(30);
    expect(await client.ok('scan', { body })).toEqual(answer);
    expect(await entriesOf(employee.id)).toHaveLength(2);
    const { requests } = await company.admin.ok('listAttention');
    expect(requests.filter(({ timeEntryId }) => timeEntryId === entryId)).toMatchObject([
      { kind: 'estimate', status: 'pending', reason: null, wanted: { checkOut: at(8.5) } },
    ]);
  });

  it.each([
    ['before the check-in', 0, 'left_before_check_in'],
    ['a moment after it', 0.001, null],
    ['at the longest shift', 14, null],
    ['after the longest shift', 17.5, null],
    ['a day later', 24, null],
    ['more than a day later', 24.001, 'left_beyond_longest_shift'],
    ['after the scan', 30.001, 'left_beyond_longest_shift'],
  ])('takes an end %s or refuses it', async (_, hours, code) => {
    const { client, employee, entryId } = await forgetful();
    goTo(30);
    const previousEnd = { timeEntryId: entryId, leftAt: at(hours) };
    const answer = await scan(client, yard.qrCode, { previousEnd });
    if (code === null) expect(answer.status).toBe(200);
    else {
      expect(answer).toMatchObject(refusal(code));
      expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: null }]);
    }
  });

  it('made without a signal is judged by when it was made', async () => {
    const { client, entryId } = await forgetful();
    goTo(40);
    expect(await scan(client, yard.qrCode, { scannedAt: at(13.9) })).toMatchObject({
      body: {
        action: 'location-switch',
        closedEntry: { id: entryId, checkOut: at(13.9), isEstimated: false },
      },
    });
    const open = await client.ok('getActiveEntry');
    const previousEnd = { timeEntryId: open?.id ?? '', leftAt: at(20) };
    expect(await scan(client, hall.qrCode, { scannedAt: at(30), previousEnd })).toMatchObject({
      status: 200,
      body: { action: 'check-in', timeEntry: { checkIn: at(30), checkInSource: 'offline' } },
    });
  });

  it('needs no answer that has been given elsewhere, and takes none for an entry that is still right', async () => {
    const { client, entryId } = await forgetful();
    const previousEnd = { timeEntryId: entryId, leftAt: at(9) };
    await client.ok('answerMissingCheckOut', { body: previousEnd });
    expect(await scan(client, yard.qrCode, { previousEnd })).toMatchObject({ body: { action: 'check-in' } });
    const { id } = (await client.ok('getActiveEntry')) ?? { id: '' };
    const wrong = { previousEnd: { timeEntryId: id, leftAt: at(23.1) } };
    goTo(24);
    expect(await scan(client, yard.qrCode, wrong)).toMatchObject(refusal('check_out_not_missing'));
    for (const timeEntryId of [id, entryId]) {
      const body = { previousEnd: { timeEntryId, leftAt: at(23.1) } };
      expect(await client.call('checkOut', { body })).toMatchObject(refusal('check_out_not_missing'));
    }
  });

  it('is recorded once, however often it comes at the same moment', async () => {
    const { client, employee, entryId } = await forgetful();
    const previousEnd = { timeEntryId: entryId, leftAt: at(9) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        scan(client, hall.qrCode, { previousEnd, clientScanId: randomUUID() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const entries = await entriesOf(employee.id);
    expect(entries.filter(({ checkOutSource }) => checkOutSource === 'estimate')).toHaveLength(1);
    expect(entries).toHaveLength(11);
  });
});

describe('a shift over the longest', () => {
  /** Somebody who has been at work since 08:00; the longest shift is 14 hours. */
  async function tireless(hours: number) {
    goTo(0);
    const worker = await addWorker();
    const { timeEntry } = await worker.client.ok('scan', { body: { qrCode: hall.qrCode } });
    goTo(hours);
    return { ...worker, entryId: timeEntry.id };
  }
  const requestOf = async (entryId: string) =>
    (await company.admin.ok('listAttention')).requests.find(({ timeEntryId }) => timeEntryId === entryId);
  const day = { startDate: '2026-03-05', endDate: '2026-03-06' };

  it.each([
    ['ten minutes after it', 14 + 1 / 6],
    ['at the last moment', 15.999],
  ])('ends by the scan %s and awaits approval', async (_, hours) => {
    const { client, employee, entryId } = await tireless(hours);
    const answer = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    expect(answer).toMatchObject({
      action: 'check-out',
      timeEntry: { id: entryId, checkOut: at(hours), approval: 'pending', isEstimated: false },
    });
    expect(await entriesOf(employee.id)).toHaveLength(1);
    const request = await requestOf(entryId);
    expect(request).toMatchObject({ kind: 'overlong', reason: null, wanted: { checkOut: at(hours) } });
    // It counts meanwhile, as an estimate does.
    expect(await client.ok('explainHours', { query: day })).toMatchObject({
      total: { hours: expect.closeTo(hours) },
    });

    const params = { id: request?.id ?? '' };
    expect(await client.call('withdrawCorrectionRequest', { params })).toMatchObject({ status: 404 });
    await company.admin.ok('decideCorrectionRequest', { params, body: { decision: 'approved' } });
    expect(await entriesOf(employee.id)).toMatchObject([
      { checkOut: at(hours), checkOutSource: 'code', approval: 'approved', isCorrected: false },
    ]);
  });

  it('ends two hours after it by an answer only', async () => {
    const { client } = await tireless(16);
    expect(await client.call('scan', { body: { qrCode: hall.qrCode } })).toMatchObject({
      status: 409,
      body: { code: 'check_out_missing' },
    });
  });

  it('ends by the button, by a scan elsewhere, and by one made without a signal', async () => {
    const one = await tireless(15);
    expect(await one.client.ok('checkOut', { body: {} })).toMatchObject({
      action: 'check-out',
      timeEntry: { approval: 'pending' },
    });
    const other = await tireless(15);
    expect(await other.client.ok('scan', { body: { qrCode: yard.qrCode } })).toMatchObject({
      action: 'location-switch',
      timeEntry: { checkIn: at(15), approval: null },
      closedEntry: { id: other.entryId, checkOut: at(15), approval: 'pending' },
    });
    const third = await tireless(40);
    expect(await third.client.ok('scan', { body: { qrCode: hall.qrCode, scannedAt: at(15) } })).toMatchObject(
      {
        action: 'check-out',
        timeEntry: { checkOut: at(15), checkOutSource: 'offline', approval: 'pending' },
      },
    );
  });

  it('is not ended by the answer to another question', async () => {
    const { client, entryId } = await forgetful();
    await client.ok('answerMissingCheckOut', { body: { timeEntryId: entryId, leftAt: at(8) } });
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    goTo(38);
    const previousEnd = { timeEntryId: entryId, leftAt: at(9) };
    expect(await client.call('checkOut', { body: { previousEnd } })).toMatchObject(
      refusal('check_out_not_missing'),
    );
    expect(await client.ok('getActiveEntry')).toMatchObject({ needsAttention: true });
    // A scan that waited for that answer is recorded all the same.
    expect(await scan(client, hall.qrCode, { previousEnd })).toMatchObject({ body: { action: 'check-out' } });
  });

  it.each([
    ['the same', () => hall],
    ['another', () => yard],
  ])('later ends by a scan at %s location if the person says that they leave just now', async (_, where) => {
    const { client, employee, entryId } = await tireless(18);
    const { qrCode } = where();
    expect(await scan(client, qrCode)).toMatchObject(refusal('check_out_missing'));
    const previousEnd = { timeEntryId: entryId, leftAt: at(18 - 1 / 60) };
    expect(await scan(client, qrCode, { previousEnd })).toMatchObject({
      body: {
        action: 'check-out',
        location: { name: 'Hala' },
        timeEntry: { id: entryId, checkOut: at(18), checkOutSource: 'code', approval: 'pending' },
      },
    });
    expect(await entriesOf(employee.id)).toHaveLength(1);
    expect(await requestOf(entryId)).toMatchObject({ kind: 'overlong' });
  });

  it('is stated truly afterwards', async () => {
    const { client, employee, entryId } = await tireless(30);
    expect(await client.ok('getMissingCheckOut')).toMatchObject({ latestEnd: at(24) });
    await client.ok('answerMissingCheckOut', { body: { timeEntryId: entryId, leftAt: at(17) } });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: at(17), approval: 'pending' }]);
    expect(await requestOf(entryId)).toMatchObject({ kind: 'estimate' });
  });

  it('rejected leaves no hours', async () => {
    const { client, employee, entryId } = await tireless(15);
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    const params = { id: (await requestOf(entryId))?.id ?? '' };
    const body = { decision: 'rejected' as const, reason: 'Vārti slēgti 20:00' };
    await company.admin.ok('decideCorrectionRequest', { params, body });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: at(0), approval: 'rejected' }]);
    expect(await client.ok('explainHours', { query: day })).toMatchObject({
      total: { ms: 0 },
      entries: [{ notCounted: 'rejected' }],
    });
  });

  it('keeps its month from being approved before it is itself', async () => {
    const { client, employee, entryId } = await tireless(15);
    await client.ok('scan', { body: { qrCode: hall.qrCode } });
    clock.set('2026-04-01T06:00:00Z');
    const month = { body: { month: '2026-03', userId: employee.id } };
    expect(await company.admin.ok('approveMonth', month)).toMatchObject([{ refusal: 'open_questions' }]);
    const params = { id: (await requestOf(entryId))?.id ?? '' };
    await company.admin.ok('decideCorrectionRequest', { params, body: { decision: 'approved' } });
    expect(await company.admin.ok('approveMonth', month)).toMatchObject([{ refusal: null }]);
  });

  it('is not written into an approved month', async () => {
    const { client, employee } = await tireless(15);
    // No month with an open entry can be approved; the database refuses the change all the same.
    await app.services.db
      .insertInto('monthApproval')
      .values({
        ...{ companyId: company.user.companyId, id: randomUUID(), userId: employee.id, month: '2026-03' },
        ...{ startsAt: at(-100), endsAt: at(10), approvedBy: company.user.id, approvedAt: at(10) },
      })
      .execute();
    expect(await scan(client, hall.qrCode)).toMatchObject(refusal('month_locked'));
    expect(await client.ok('getActiveEntry')).not.toBeNull();
  });
});

describe('the answer without a scan', () => {
  it('ends the entry and nothing else, once', async () => {
    const { client, employee, entryId } = await forgetful();
    const body = { timeEntryId: entryId, leftAt: at(8) };
    const entry = await client.ok('answerMissingCheckOut', { body });
    expect(entry).toMatchObject({ id: entryId, checkOut: at(8), isEstimated: true, approval: 'pending' });
    expect(await client.ok('answerMissingCheckOut', { body })).toEqual(entry);
    expect(await client.call('answerMissingCheckOut', { body: { ...body, leftAt: at(9) } })).toMatchObject(
      refusal('check_out_not_missing'),
    );
    expect(await entriesOf(employee.id)).toHaveLength(1);
    expect(await client.ok('getMissingCheckOut')).toBeNull();
  });

  it('is for one’s own entry', async () => {
    const { entryId } = await forgetful();
    const { client } = await addWorker();
    const body = { timeEntryId: entryId, leftAt: at(8) };
    expect(await client.call('answerMissingCheckOut', { body })).toMatchObject({ status: 404 });
  });

  it('by the button ends the entry as well', async () => {
    const { client, employee, entryId } = await forgetful();
    const body = { previousEnd: { timeEntryId: entryId, leftAt: at(8) } };
    expect(await client.ok('checkOut', { body })).toMatchObject({
      action: 'check-out',
      timeEntry: { id: entryId, checkOut: at(8), isEstimated: true },
    });
    expect(await entriesOf(employee.id)).toHaveLength(1);
  });
});

describe('the proposals', () => {
  it('are the last work report, the usual end of that weekday and the colleagues’ end', async () => {
    const own = await registerCompany(app);
    const [location, other] = [await addLocation(own, 'A'), await addLocation(own, 'B')];
    const { client, employee } = await addEmployee(app, own);
    const { employee: colleague } = await addEmployee(app, own);
    const { employee: early } = await addEmployee(app, own);
    const worked = (userId: string, locationId: string, from: number, to: number) =>
      app.services.db
        .insertInto('timeEntry')
        .values({
          ...{ companyId: own.user.companyId, id: randomUUID(), userId, locationId },
          ...{ checkIn: at(from), checkOut: at(to), checkInSource: 'qr', checkOutSource: 'qr' },
        })
        .execute();
    const day = 24;
    for (const [weeks, end] of [
      [1, 9],
      [2, 9.5],
      [3, 8],
    ] as const) {
      await worked(employee.id, location.id, -7 * day * weeks, -7 * day * weeks + 4);
      await worked(employee.id, other.id, -7 * day * weeks + 4, -7 * day * weeks + end);
      await worked(employee.id, location.id, -7 * day * weeks + day, -7 * day * weeks + day + 3);
    }
    goTo(0);
    const { timeEntry } = await client.ok('scan', { body: { qrCode: location.qrCode } });
    goTo(5);
    await client.ok('createWorkReports', {
      body: { items: [{ units: 'hours', quantity: 1, description: 'x' }] },
    });
    await worked(colleague.id, location.id, 1, 8.75);
    await worked(early.id, location.id, -1, 2);
    await worked(early.id, location.id, 3, 4.5);
    await worked(early.id, other.id, 5, 9.75);
    goTo(15);
    expect(await client.ok('getMissingCheckOut')).toEqual({
      timeEntryId: timeEntry.id,
      checkIn: at(0),
      location: { id: location.id, name: 'A' },
      latestEnd: at(24),
      proposals: [
        { kind: 'work-report', at: at(5) },
        { kind: 'usual', at: at(9) },
        { kind: 'colleagues', at: at(4.5) },
      ],
    });
    const params = { id: timeEntry.id };
    const found = await client.ok('getMissingCheckOut');
    expect(await own.admin.ok('listEndProposals', { params })).toEqual(found?.proposals);
    expect(await client.call('listEndProposals', { params })).toMatchObject({ status: 403 });
    const { admin } = await registerCompany(app);
    expect(await admin.call('listEndProposals', { params })).toMatchObject({ status: 404 });
    await client.ok('answerMissingCheckOut', { body: { timeEntryId: timeEntry.id, leftAt: at(9) } });
    expect(await own.admin.ok('listEndProposals', { params })).toEqual([]);
  });

  it('begin with the end of the planned shift, once it is published', async () => {
    const own = await registerCompany(app, { timezone: 'UTC' });
    const { client, employee } = await addEmployee(app, own);
    const location = await addLocation(own);
    goTo(0);
    const checkIn = new Date(at(0));
    const clockAfter = (hours: number) =>
      new Date(checkIn.getTime() + hours * 3_600_000).toISOString().slice(11, 16);
    const date = at(0).slice(0, 10);
    const shift = { starts: clockAfter(1), ends: clockAfter(7), breakMinutes: 0, locationId: null };
    await own.admin.ok('setScheduleDays', {
      body: { days: [{ userId: employee.id, date, shifts: [{ ...shift, kindId: null, note: null }] }] },
    });
    await client.ok('scan', { body: { qrCode: location.qrCode } });
    goTo(15);
    const proposed = async () => (await client.ok('getMissingCheckOut'))?.proposals;
    expect(await proposed()).toEqual([]);
    const body = { startDate: date, endDate: date, reason: 'Late' };
    await own.admin.ok('publishSchedule', { body });
    expect(await proposed()).toEqual([{ kind: 'schedule', at: `${at(7).slice(0, 16)}:00.000Z` }]);
  });

  it('leave out what would be refused', async () => {
    const { client } = await forgetful();
    const found = await client.ok('getMissingCheckOut');
    expect(found?.proposals.filter(({ kind }) => kind !== 'colleagues')).toEqual([]);
  });
});

describe('the mail', () => {
  const asked = mailTranslator('en')('mail:missingCheckOutSubject');

  it('goes out once for each entry after three days without the job', async () => {
    const people: Awaited<ReturnType<typeof addWorker>>[] = [];
    for (const hours of [0, 30, 55]) {
      const worker = await addWorker();
      goTo(hours);
      await worker.client.ok('scan', { body: { qrCode: yard.qrCode } });
      people.push(worker);
    }
    const subjects = async ({ employee }: (typeof people)[number]) =>
      (await app.mailsTo(employee.email, 0)).map(({ subject }) => subject).filter((one) => one === asked);
    goTo(68.99);
    await Promise.all([sendMissingCheckOutMails(app.services), sendMissingCheckOutMails(app.services)]);
    await app.settled('mail');
    expect(await Promise.all(people.map(subjects))).toEqual([[asked], [asked], []]);
    goTo(72);
    await sendMissingCheckOutMails(app.services);
    await sendMissingCheckOutMails(app.services);
    await app.settled('mail');
    expect((await Promise.all(people.map(subjects))).map((mails) => mails.length)).toEqual([1, 1, 1]);
  });

  it('spares who has answered', async () => {
    const { client, employee, entryId } = await forgetful();
    await client.ok('answerMissingCheckOut', { body: { timeEntryId: entryId, leftAt: at(8) } });
    await sendMissingCheckOutMails(app.services);
    await app.settled('mail');
    expect((await app.mailsTo(employee.email, 0)).filter(({ subject }) => subject === asked)).toEqual([]);
  });

  it.each([
    ['lv', '05.03.2026 08:00'],
    ['lt', '2026-03-05 08:00'],
    ['pl', '05.03.2026 08:00'],
  ] as const)('is in the person’s language: %s', async (language, date) => {
    const subject = mailTranslator(language)('mail:missingCheckOutSubject');
    const { client, employee } = await forgetful();
    await client.ok('updateUser', { body: { language } });
    await sendMissingCheckOutMails(app.services);
    await app.settled('mail');
    const mail = (await app.mailsTo(employee.email)).find((one) => one.subject === subject);
    expect(mail?.text).toContain(date);
    expect(mail?.text).toContain('Hala');
    expect(mail?.text).toContain(`/${language}/employee`);
  });
});

it('whoever leaves, and a location that closes, make no hours of a forgotten check-out', async () => {
  const { employee } = await forgetful();
  const location = await addLocation(company, 'Vecā noliktava');
  goTo(0);
  const { client, employee: other } = await addWorker();
  await client.ok('scan', { body: { qrCode: location.qrCode } });
  goTo(23);
  await company.admin.ok('deleteEmployee', { params: { id: employee.id } });
  await company.admin.ok('deleteLocation', { params: { id: location.id } });
  for (const { id } of [employee, other]) {
    expect(await entriesOf(id)).toMatchObject([{ checkIn: at(0), checkOut: at(0), checkOutSource: 'admin' }]);
  }
});
