import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

// 08:00 in Riga.
const start = '2026-03-05T06:00:00.000Z';
const clock = fixedClock(start);
const minute = 60_000;
const at = (minutes: number) => new Date(Date.parse(start) + minutes * minute).toISOString();
const goTo = (minutes: number) => clock.set(at(minutes));
let app: TestApp;
let company: Company;
let hall: { id: string; qrCode: string };
let client: TestClient;
let userId: string;

const automatic = { after: 6 * H, length: H / 2, at: 4 * H };
const setPolicy = (policy: 'none' | 'recorded', more: { isPaid?: boolean } = {}) =>
  company.admin.ok('updateWorkRules', {
    body: {
      country: 'LV',
      breaks: { policy, automatic, isPaid: false, ...more },
      effectiveFrom: '1970-01-01',
    },
  });

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  goTo(-24 * 60);
  company = await registerCompany(app);
  hall = await addLocation(company);
  const added = await addEmployee(app, company);
  client = added.client;
  userId = added.employee.id;
  await setPolicy('recorded');
  goTo(0);
});

const scan = (more: object = {}) => client.ok('scan', { body: { qrCode: hall.qrCode, ...more } });
const takeBreak = (action: 'start' | 'end', more: Partial<EndpointInput<'recordBreak'>['body']> = {}) =>
  client.call('recordBreak', { body: { action, ...more } });
const started = async () => {
  const { status, body } = await takeBreak('start');
  expect(status).toBe(200);
  return body;
};
const refused = (code: string, status = 409) => ({ status, body: { code } });
/** The breaks of the person's entries, newest entry first, as administrators see them. */
const reported = async () => {
  const query = { startDate: '2026-03-01', endDate: '2026-03-31', employeeId: userId };
  return (await company.admin.ok('getTimeEntriesReport', { query })).map(({ breaks }) => breaks);
};
const aBreak = (from: number, to: number | null, isPaid = false) => ({
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
  isPaid,
});

describe('a break', () => {
  it('is started and ended, and stands in the active entry, the report, the history and the own data', async () => {
    const { timeEntry } = await scan();
    expect(await client.ok('getActiveEntry')).toMatchObject({ recordsBreaks: true, breaks: [] });
    goTo(240);
    expect((await started())?.breaks).toEqual([aBreak(240, null)]);
    goTo(270);
    expect((await takeBreak('end')).body).toMatchObject({ id: timeEntry.id, breaks: [aBreak(240, 270)] });
    goTo(480);
    await client.ok('checkOut', { body: {} });
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
    const history = await company.admin.ok('getTimeEntryHistory', { params: { id: timeEntry.id } });
    expect(history.map(({ kind, break: told, actor }) => [kind, told, actor?.id])).toEqual([
      ['scan', null, userId],
      ['break', aBreak(240, null), userId],
      ['break', aBreak(240, 270), userId],
      ['scan', null, userId],
    ]);
    expect((await client.ok('getUserData')).breaks).toEqual([
      { timeEntryId: timeEntry.id, ...aBreak(240, 270) },
    ]);
    expect(await verifyLedger(await exportLedger(company.admin))).toMatchObject({ ok: true });
  });

  it('ends with the check-out, and goes on when that is undone', async () => {
    await scan();
    goTo(240);
    await started();
    goTo(300);
    const clientScanId = randomUUID();
    await client.ok('checkOut', { body: { clientScanId } });
    expect(await reported()).toEqual([[aBreak(240, 300)]]);
    expect(await client.ok('undoCheckOut', { body: { clientScanId } })).toMatchObject({
      breaks: [aBreak(240, null)],
      recordsBreaks: true,
    });
    goTo(310);
    expect((await takeBreak('end')).body?.breaks).toEqual([aBreak(240, 310)]);
    // One that the person ended stays ended.
    const again = randomUUID();
    await client.ok('checkOut', { body: { clientScanId: again } });
    expect(await client.ok('undoCheckOut', { body: { clientScanId: again } })).toMatchObject({
      breaks: [aBreak(240, 310)],
    });
  });

  it('ends with a switch of locations; the next entry begins without one', async () => {
    const yard = await addLocation(company, 'Pagalms');
    await scan();
    goTo(60);
    await started();
    goTo(90);
    await client.ok('scan', { body: { qrCode: yard.qrCode } });
    expect(await client.ok('getActiveEntry')).toMatchObject({ breaks: [] });
    expect(await reported()).toEqual([[], [aBreak(60, 90)]]);
  });

  it('ends when an administrator ends the entry, or without length when it is deleted or ended before it', async () => {
    const { timeEntry } = await scan();
    goTo(60);
    await started();
    goTo(120);
    const change = {
      params: { id: timeEntry.id },
      body: { locationId: hall.id, checkIn: start, reason: 'Aizmirsa' },
    };
    await company.admin.ok('updateTimeEntry', { ...change, body: { ...change.body, checkOut: at(30) } });
    expect(await reported()).toEqual([[aBreak(60, 60)]]);
    await scan();
    goTo(130);
    const { id = '' } = (await started()) ?? {};
    goTo(140);
    await company.admin.ok('deleteTimeEntry', { params: { id }, body: { reason: 'Kļūda' } });
    expect((await client.ok('getUserData')).breaks[0]).toMatchObject({
      timeEntryId: id,
      ...aBreak(130, 130),
    });
  });

  it('is paid by the rules when it began', async () => {
    await setPolicy('recorded', { isPaid: true });
    await scan();
    goTo(60);
    await started();
    await setPolicy('recorded');
    goTo(70);
    expect((await takeBreak('end')).body?.breaks).toEqual([aBreak(60, 70, true)]);
    goTo(80);
    expect((await started())?.breaks.at(-1)).toEqual(aBreak(80, null));
    // Nobody stays on a break because the rules change.
    await setPolicy('none');
    expect(await client.ok('getActiveEntry')).toMatchObject({ recordsBreaks: false });
    goTo(90);
    expect((await takeBreak('end')).body?.breaks.at(-1)).toEqual(aBreak(80, 90));
    expect(await takeBreak('start')).toMatchObject(refused('breaks_not_recorded'));
  });
});

describe('exactly once', () => {
  it('a repetition changes nothing, also after the other step and at the same moment', async () => {
    await scan();
    goTo(60);
    const [first, second] = [randomUUID(), randomUUID()];
    await Promise.all([1, 2, 3].map(() => takeBreak('start', { clientScanId: first })));
    goTo(75);
    const both = await Promise.all([1, 2, 3].map(() => takeBreak('end', { clientScanId: second })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    goTo(80);
    expect((await takeBreak('start', { clientScanId: first })).body?.breaks).toEqual([aBreak(60, 75)]);
    await client.ok('checkOut', { body: {} });
    expect(await takeBreak('end', { clientScanId: second })).toMatchObject({ status: 200, body: null });
    expect(await reported()).toEqual([[aBreak(60, 75)]]);
    const told = (await exportLedger(company.admin)).filter((line) => line.includes('"kind":"break"'));
    expect(told).toHaveLength(2);
  });

  it('what was already done, or cannot be, is refused', async () => {
    expect(await takeBreak('start')).toMatchObject(refused('not_checked_in'));
    await scan();
    goTo(10);
    expect(await takeBreak('end')).toMatchObject(refused('not_on_break'));
    await started();
    expect(await takeBreak('start')).toMatchObject(refused('already_on_break'));
    const { employee } = await addEmployee(app, company);
    expect(await takeBreak('end', { userId: employee.id })).toMatchObject(refused('scan_of_another_person'));
    goTo(15 * 60);
    await takeBreak('end');
    expect(await takeBreak('start')).toMatchObject(refused('check_out_missing'));
  });

  it('an entry has 50 breaks at most', async () => {
    await scan();
    for (let count = 1; count <= 50; count += 1) {
      goTo(count * 2);
      await started();
      goTo(count * 2 + 1);
      await takeBreak('end');
    }
    expect(await takeBreak('start')).toMatchObject(refused('break_limit'));
  });

  it('a person has 200 breaks within 24 hours at most, over all entries', async () => {
    await scan();
    goTo(10);
    await sql`insert into work_break (company_id, user_id, id, time_entry_id, started_at, ended_at, is_paid, start_source,
        received_at)
      select company_id, user_id, gen_random_uuid(), gen_random_uuid(), check_in - n * interval '1 minute',
        check_in - n * interval '1 minute', false, 'button', check_in
      from time_entry, generate_series(1, 199) n where user_id = ${userId}`.execute(app.services.db);
    await started();
    goTo(11);
    await takeBreak('end');
    goTo(12);
    expect(await takeBreak('start')).toMatchObject(refused('break_limit'));
    // The oldest of them began more than a day ago.
    await sql`update work_break set started_at = ${at(-30 * 60)}, ended_at = ${at(-30 * 60)}
      where user_id = ${userId} and start_source = 'button' and ended_at < ${at(0)}`.execute(app.services.db);
    await started();
  });
});

describe('without a signal', () => {
  const offline = (minutes: number) => ({
    scannedAt: at(minutes),
    deviceAt: at(minutes),
    deviceNow: clock.now().toISOString(),
  });

  it('a break has the times at which it was taken, and its end may come with the check-out', async () => {
    await scan();
    goTo(480);
    expect((await takeBreak('start', offline(200))).body?.breaks).toEqual([aBreak(200, null)]);
    expect((await takeBreak('end', offline(230))).body?.breaks).toEqual([aBreak(200, 230)]);
    expect((await takeBreak('start', offline(300))).body?.breaks.at(-1)).toEqual(aBreak(300, null));
    await client.ok('checkOut', { body: offline(330) });
    expect(await reported()).toEqual([[aBreak(200, 230), aBreak(300, 330)]]);
  });

  it('what reaches us the next morning counts as made, but nothing begins over the longest shift', async () => {
    await scan();
    goTo(26 * 60);
    const code = 'check_out_missing';
    expect(await takeBreak('start', offline(14 * 60))).toMatchObject(refused(code));
    expect((await takeBreak('start', offline(240))).status).toBe(200);
    expect((await takeBreak('end', offline(270))).status).toBe(200);
    await client.ok('checkOut', { body: offline(480) });
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
  });

  it('a phone that is wrong is put right, as for scans', async () => {
    await scan();
    goTo(480);
    // Ten hours fast when it was sent, and when the break began.
    const body = { scannedAt: at(800), deviceAt: at(800), deviceNow: at(480 + 600) };
    expect((await takeBreak('start', body)).body?.breaks).toEqual([aBreak(200, null)]);
  });

  it.each([
    ['before the check-in', -1, 'scan_out_of_order'],
    ['before the end of the break before', 55, 'scan_out_of_order'],
    ['three minutes ahead', 483, 'scan_in_future'],
    ['older than 72 hours', 480 - 72 * 60 - 1, 'scan_too_old'],
  ])('%s it is refused', async (_, minutes, code) => {
    await scan();
    goTo(480);
    await takeBreak('start', offline(50));
    await takeBreak('end', offline(60));
    expect(await takeBreak('start', { scannedAt: at(minutes) })).toMatchObject(refused(code));
    expect(await reported()).toEqual([[aBreak(50, 60)]]);
  });
});

describe('administrators', () => {
  /** A day from 08:00 to 16:00 with a break of half an hour after four hours. */
  async function workedDay() {
    const { timeEntry } = await scan();
    goTo(240);
    await started();
    goTo(270);
    await takeBreak('end');
    goTo(480);
    await client.ok('checkOut', { body: {} });
    return timeEntry;
  }
  type Body = EndpointInput<'updateTimeEntry'>['body'];
  const correct = (
    { id, locationId }: { id: string; locationId: string },
    breaks: Body['breaks'],
    more = {},
  ) =>
    company.admin.call('updateTimeEntry', {
      params: { id },
      body: { locationId, checkIn: at(0), checkOut: at(480), breaks, reason: 'Told by phone', ...more },
    });

  it('add, change and remove breaks with a reason, which the history tells', async () => {
    const entry = await workedDay();
    const wanted = [aBreak(60, 75, true), aBreak(240, 280)];
    expect((await correct(entry, wanted)).status).toBe(200);
    expect(await reported()).toEqual([wanted]);
    expect((await correct(entry, [])).status).toBe(200);
    expect(await reported()).toEqual([[]]);
    const history = await company.admin.ok('getTimeEntryHistory', { params: { id: entry.id } });
    const corrected = history.filter(({ kind, reason }) => kind === 'break' && reason === 'Told by phone');
    expect(
      corrected.map(({ break: told, isBreakRemoved, actor }) => [told, isBreakRemoved, actor?.id]),
    ).toEqual([
      [aBreak(240, 270), true, company.user.id],
      [aBreak(60, 75, true), false, company.user.id],
      [aBreak(240, 280), false, company.user.id],
      [aBreak(60, 75, true), true, company.user.id],
      [aBreak(240, 280), true, company.user.id],
    ]);
    expect(await verifyLedger(await exportLedger(company.admin))).toMatchObject({ ok: true });
  });

  it('change only what they state: absent breaks stay, and unchanged ones keep their source', async () => {
    const entry = await workedDay();
    await correct(entry, undefined, { checkOut: at(250) });
    // What lies outside the entry now does not count, and may stay.
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
    await correct(entry, [aBreak(240, 270), aBreak(10, 20)]);
    const rows = await app.services.db
      .selectFrom('workBreak')
      .where('userId', '=', userId)
      .orderBy('startedAt')
      .select('startSource')
      .execute();
    expect(rows).toEqual([{ startSource: 'admin' }, { startSource: 'button' }]);
  });

  it('end a break that lasts with its entry', async () => {
    const { timeEntry } = await scan();
    goTo(240);
    await started();
    goTo(500);
    expect((await correct(timeEntry, [aBreak(240, null)])).status).toBe(200);
    expect(await reported()).toEqual([[aBreak(240, 480)]]);
  });

  it.each([
    ['outside the entry', [aBreak(-10, 10)], 'breaks.0.startedAt'],
    ['past its end', [aBreak(470, 490)], 'breaks.0.endedAt'],
    ['that ends before it begins', [aBreak(100, 90)], 'breaks.0.endedAt'],
    ['over another', [aBreak(100, 200), aBreak(150, 160)], 'breaks.1.startedAt'],
    ['beyond 50', Array.from({ length: 51 }, (_, index) => aBreak(index * 2, index * 2 + 1)), 'breaks'],
  ])('are refused a break %s', async (_, breaks, path) => {
    const entry = await workedDay();
    expect(await correct(entry, breaks)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
  });

  it('change nothing in an approved month', async () => {
    const entry = await workedDay();
    clock.set('2026-04-02T06:00:00.000Z');
    expect(await company.admin.ok('approveMonth', { body: { month: '2026-03' } })).toEqual([
      { userId, refusal: null },
    ]);
    expect(await correct(entry, [])).toMatchObject(refused('month_locked'));
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
  });

  it('add an entry with its breaks', async () => {
    goTo(600);
    await company.admin.ok('createTimeEntry', {
      body: {
        userId,
        locationId: hall.id,
        checkIn: at(0),
        checkOut: at(480),
        breaks: [aBreak(200, 230)],
        reason: 'x',
      },
    });
    expect(await reported()).toEqual([[aBreak(200, 230)]]);
  });
});

describe('employees', () => {
  type Asked = EndpointInput<'createCorrectionRequest'>['body'];
  const taken = (from: number, to: number | null) => ({
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
  });
  /** A day from 08:00 to 16:00 with these breaks, as an administrator recorded it. */
  async function day(...breaks: ReturnType<typeof aBreak>[]) {
    goTo(600);
    const times = { checkIn: at(0), checkOut: at(480) };
    return company.admin.ok('createTimeEntry', {
      body: { userId, locationId: hall.id, ...times, breaks, reason: 'Told by phone' },
    });
  }
  const ask = (timeEntryId: string, asked: Partial<Asked>) =>
    client.call('createCorrectionRequest', {
      body: { kind: 'edit', timeEntryId, reason: 'I took it at noon', ...asked },
    });
  const asked = async (timeEntryId: string, more: Partial<Asked>) => {
    const { status, body } = await ask(timeEntryId, more);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body;
  };
  const decide = (id: string, body: Partial<EndpointInput<'decideCorrectionRequest'>['body']> = {}) =>
    company.admin.call('decideCorrectionRequest', {
      params: { id },
      body: { decision: 'approved', ...body },
    });

  it('state the breaks that they took, which an approval records and the history tells', async () => {
    const entry = await day(aBreak(100, 110), aBreak(240, 480));
    const request = await asked(entry.id, {
      breaks: [taken(100, 110), taken(240, 270), taken(300, 315)],
      knownBreaks: [at(100), at(240)],
    });
    const changes = { added: [aBreak(240, 270), aBreak(300, 315)], removed: [] };
    expect(request).toMatchObject({
      current: { breaks: [aBreak(100, 110), aBreak(240, 480)] },
      wanted: { checkIn: null, checkOut: null, location: null, breaks: changes },
    });
    expect(await reported()).toEqual([[aBreak(100, 110), aBreak(240, 480)]]);
    expect((await decide(request.id)).status).toBe(200);
    expect(await reported()).toEqual([[aBreak(100, 110), aBreak(240, 270), aBreak(300, 315)]]);
    const history = await client.ok('getTimeEntryHistory', { params: { id: entry.id } });
    expect(history.find(({ kind }) => kind === 'request')?.wanted?.breaks).toEqual(changes);
    expect(history.filter(({ kind }) => kind === 'break').map(({ actor }) => actor?.id)).toEqual(
      Array(5).fill(company.user.id),
    );
    expect((await client.ok('getUserData')).correctionRequests).toMatchObject([{ breaks: changes }]);
    await app.settled('mail');
    const mails = await app.mailsTo((await client.ok('getUser')).email ?? '', 0);
    expect(mails.at(-1)?.text).toContain('09:40–09:50, 12:00–12:30, 13:00–13:15');
    expect(await verifyLedger(await exportLedger(company.admin))).toMatchObject({ ok: true });
  });

  it('say that a recorded break was not taken; one that they did not know stays', async () => {
    const entry = await day(aBreak(100, 110), aBreak(240, 270));
    const request = await asked(entry.id, { breaks: [], knownBreaks: [at(240)] });
    expect(request.wanted.breaks).toEqual({ added: [], removed: [at(240)] });
    await decide(request.id);
    expect(await reported()).toEqual([[aBreak(100, 110)]]);
  });

  it('add a missing entry with its breaks, paid as the rules of that day say', async () => {
    await setPolicy('recorded', { isPaid: true });
    goTo(600);
    const times = { locationId: hall.id, checkIn: at(0), checkOut: at(480) };
    const { status, body } = await client.call('createCorrectionRequest', {
      body: { kind: 'add', ...times, breaks: [taken(240, 270)], reason: 'The phone was broken' },
    });
    expect(status).toBe(201);
    await decide(body.id);
    expect(await reported()).toEqual([[aBreak(240, 270, true)]]);
  });

  it('ask while they work: what happens until the decision stays', async () => {
    const { timeEntry } = await scan();
    goTo(100);
    await takeBreak('start');
    const request = await asked(timeEntry.id, {
      breaks: [taken(50, 60), taken(100, null)],
      knownBreaks: [at(100)],
    });
    expect(request.wanted.breaks).toEqual({ added: [aBreak(50, 60)], removed: [] });
    goTo(120);
    await takeBreak('end');
    goTo(200);
    await takeBreak('start');
    await decide(request.id);
    expect(await reported()).toEqual([[aBreak(50, 60), aBreak(100, 120), aBreak(200, null)]]);
    goTo(210);
    expect((await takeBreak('end')).body?.breaks.at(-1)).toEqual(aBreak(200, 210));
  });

  it('are told by a rejection, which changes nothing; an administrator may record other breaks', async () => {
    const entry = await day(aBreak(240, 270));
    const first = await asked(entry.id, { breaks: [taken(300, 330)], knownBreaks: [at(240)] });
    await decide(first.id, { decision: 'rejected', reason: 'Seen at work' });
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
    const second = await asked(entry.id, { breaks: [taken(300, 330)], knownBreaks: [] });
    const breaks = [aBreak(310, 320, true)];
    expect((await decide(second.id, { reason: 'As agreed', changes: { breaks } })).status).toBe(200);
    expect(await reported()).toEqual([breaks]);
  });

  it.each([
    ['outside the entry', [taken(-10, 10)], 'breaks.0.startedAt'],
    ['past its end', [taken(470, 490)], 'breaks.0.endedAt'],
    ['that ends before it begins', [taken(20, 30), taken(100, 90)], 'breaks.1.endedAt'],
    ['over another', [taken(100, 200), taken(150, 160)], 'breaks.1.startedAt'],
    ['without an end', [taken(100, null)], 'breaks.0.endedAt'],
    ['beyond 50', Array.from({ length: 51 }, (_, index) => taken(index * 2, index * 2 + 1)), 'breaks'],
    ['beyond 50 with recorded ones', Array.from({ length: 50 }, (_, i) => taken(i * 2, i * 2 + 1)), 'breaks'],
    ['that is recorded already', [taken(240, 270)], 'kind'],
  ])('are refused a break %s', async (_, breaks, path) => {
    const entry = await day(aBreak(240, 270));
    const more = breaks.length === 1 && path === 'kind' ? { knownBreaks: [at(240)] } : {};
    expect(await ask(entry.id, { breaks, ...more })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
    expect(await reported()).toEqual([[aBreak(240, 270)]]);
  });

  it("cannot ask about an approved month, or about another person's entry", async () => {
    const entry = await day(aBreak(240, 270));
    const other = await addEmployee(app, company);
    const body = { kind: 'edit' as const, timeEntryId: entry.id, breaks: [taken(300, 310)], reason: 'x' };
    expect(await other.client.call('createCorrectionRequest', { body })).toMatchObject({ status: 404 });
    clock.set('2026-04-02T06:00:00.000Z');
    const pending = await asked(entry.id, { breaks: [taken(300, 310)] });
    await client.ok('withdrawCorrectionRequest', { params: { id: pending.id } });
    await company.admin.ok('approveMonth', { body: { month: '2026-03' } });
    expect(await ask(entry.id, { breaks: [taken(300, 310)] })).toMatchObject(refused('month_locked'));
  });

  it('get what the entry can still have: an approval after the entry was shortened is refused', async () => {
    const entry = await day();
    const request = await asked(entry.id, { breaks: [taken(300, 330)] });
    const times = { locationId: hall.id, checkIn: at(0), checkOut: at(310) };
    await company.admin.ok('updateTimeEntry', { params: { id: entry.id }, body: { ...times, reason: 'x' } });
    expect(await decide(request.id)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'changes.breaks.0.endedAt' }] },
    });
    expect(await reported()).toEqual([[]]);
  });
});

it('any sequence of steps leaves breaks that neither overlap nor leave their entries, each told once', async () => {
  const step = fc.record({
    what: fc.constantFrom('start', 'end', 'scan', 'checkOut', 'undo'),
    minutes: fc.integer({ min: 0, max: 40 }),
    isRepeated: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      goTo(-24 * 60);
      const worker = await addEmployee(app, company);
      let now = 0;
      goTo(now);
      // The model: entries with their breaks, as minutes.
      type Span = { from: number; to: number | null; endedByHand?: boolean };
      const entries: (Span & { breaks: Span[] })[] = [];
      let undo: { id: string; at: number } | undefined;
      for (const { what, minutes, isRepeated } of steps) {
        now += minutes;
        goTo(now);
        const clientScanId = randomUUID();
        const open = entries.find(({ to }) => to === null);
        const onBreak = open?.breaks.find(({ to }) => to === null);
        let isAccepted = true;
        const leave = () => {
          if (open) open.to = now;
          if (onBreak) onBreak.to = now;
          undo = { id: clientScanId, at: now };
        };
        if (what === 'start') {
          isAccepted = Boolean(open && !onBreak);
          if (isAccepted) open?.breaks.push({ from: now, to: null });
        } else if (what === 'end') {
          isAccepted = onBreak !== undefined;
          if (onBreak) Object.assign(onBreak, { to: now, endedByHand: true });
        } else if (what === 'scan') {
          if (open) leave();
          else {
            entries.push({ from: now, to: null, breaks: [] });
            undo = undefined;
          }
        } else if (what === 'checkOut') {
          isAccepted = open !== undefined;
          if (open) leave();
        } else {
          isAccepted = undo !== undefined && now - undo.at <= 1;
          const last = entries.at(-1);
          if (isAccepted && last) {
            const taken = last.breaks.at(-1);
            if (taken && taken.to === last.to && !taken.endedByHand) taken.to = null;
            last.to = null;
          }
        }
        for (let times = 0; times <= Number(isRepeated && isAccepted); times += 1) {
          const { status } =
            what === 'scan'
              ? await worker.client.call('scan', { body: { qrCode: hall.qrCode, clientScanId } })
              : what === 'checkOut'
                ? await worker.client.call('checkOut', { body: { clientScanId } })
                : what === 'undo'
                  ? await worker.client.call('undoCheckOut', {
                      body: { clientScanId: undo?.id ?? clientScanId },
                    })
                  : await worker.client.call('recordBreak', { body: { action: what, clientScanId } });
          expect(status < 300, `${what} at ${now}: ${status}`).toBe(isAccepted);
        }
        if (what === 'undo' && isAccepted) undo = undefined;
      }
      const { breaks, timeEntries } = await worker.client.ok('getUserData');
      const spans = entries.flatMap((entry) => entry.breaks.map(({ from, to }) => aBreak(from, to)));
      const found = breaks.map(({ timeEntryId: _, ...item }) => item);
      expect(found.toSorted(byTime)).toEqual(spans.toSorted(byTime));
      expect(timeEntries).toHaveLength(entries.length);
    }),
    { numRuns: samples(12) },
  );
});

const byTime = (a: { startedAt: string; endedAt: string | null }, b: typeof a) =>
  a.startedAt.localeCompare(b.startedAt) || (a.endedAt ?? '~').localeCompare(b.endedAt ?? '~');
