import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { addDays } from '#domain/dates.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { listAbsencesOf } from './absences.queries.ts';

const clock = fixedClock('2026-06-10T09:00:00.000Z');
let app: TestApp;
let company: Company;
let worker: Awaited<ReturnType<typeof addEmployee>>;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set('2026-06-10T09:00:00.000Z');
  company = await registerCompany(app);
  worker = await addEmployee(app, company);
});

type Body = EndpointInput<'createAbsence'>['body'];
const july = (from: number, to = from) => ({
  startDate: `2026-07-${String(from).padStart(2, '0')}`,
  endDate: `2026-07-${String(to).padStart(2, '0')}`,
});
const year = { startDate: '2026-01-01', endDate: '2026-12-31' };
const record = (body: Omit<Body, 'userId' | 'code'> & Partial<Body>) =>
  company.admin.call('createAbsence', { body: { userId: worker.employee.id, code: 'A', ...body } });
const ask = (body: Omit<Body, 'code'> & Partial<Body>) =>
  worker.client.call('createAbsence', { body: { code: 'A', ...body } });
const asked = (body: Omit<Body, 'code'> & Partial<Body>) =>
  worker.client.ok('createAbsence', { body: { code: 'A', ...body } });
const decide = (id: string, decision: 'approved' | 'rejected' = 'approved') =>
  company.admin.call('decideCorrectionRequest', {
    params: { id },
    body: { decision, ...(decision === 'rejected' && { reason: 'Pilna brigāde' }) },
  });
const listed = (client = company.admin) => client.ok('listAbsences', { query: year });
const refused = (status: number, code: string) => ({ status, body: { code } });
const ledger = async () => (await exportLedger(company.admin)).map((line) => JSON.parse(line));

/** Approves May and so locks it; the person worked a shift in it. */
async function approveMay() {
  clock.set('2026-05-20T05:00:00.000Z');
  const { qrCode } = await addLocation(company);
  await worker.client.ok('scan', { body: { qrCode } });
  clock.set('2026-05-20T13:00:00.000Z');
  await worker.client.ok('checkOut', { body: {} });
  clock.set('2026-06-10T09:00:00.000Z');
  const body = { month: '2026-05', userId: worker.employee.id };
  expect(await company.admin.ok('approveMonth', { body })).toMatchObject([{ refusal: null }]);
}

describe('on-call time', () => {
  const night = { ...july(6), code: 'Dyż', begins: 20 * 60, part: 10 * H, place: 'Zāģētava' };
  beforeEach(async () => {
    company = await registerCompany(app, { timezone: 'Europe/Warsaw' });
    worker = await addEmployee(app, company);
  });

  it('is recorded with begin and place, and told to its person, the ledger and the own data', async () => {
    const { body } = await record(night);
    expect(body).toMatchObject({ code: 'Dyż', begins: 1200, part: 10 * H, place: 'Zāģētava' });
    expect(await listed(worker.client)).toMatchObject([{ begins: 1200, place: 'Zāģētava' }]);
    await app.settled('mail');
    expect((await app.mailsTo(worker.employee.email ?? '')).at(-1)?.text).toContain(
      '6 Jul 2026, 20:00–06:00, 10:00\u00a0h, Zāģētava',
    );
    const [added] = (await ledger()).filter(({ kind }) => kind === 'absence-added');
    expect(added.body.why.after).toMatchObject({ begins: 1200, place: 'Zāģētava' });
    const data = await worker.client.ok('getUserData');
    expect(data.absences).toMatchObject([{ code: 'Dyż', begins: 1200, place: 'Zāģētava' }]);
    const { id } = body as { id: string };
    const moved = { ...july(7), code: 'Dyż', begins: 21 * 60, part: 9 * H, place: '' };
    expect(await company.admin.ok('updateAbsence', { params: { id }, body: moved })).toMatchObject({
      ...{ begins: 1260, place: null },
    });
  });

  it('is recorded by administrators only, whole, and never on leave', async () => {
    expect(await ask(night)).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } });
    const { begins: _, place: __, ...bare } = night;
    expect(await ask(bare)).toMatchObject({ status: 400, body: { issues: [{ path: 'begins' }] } });
    for (const [facts, path] of [
      [bare, 'begins'],
      [{ ...night, begins: 1440 }, 'begins'],
      [{ ...night, begins: 0.5 }, 'begins'],
      [{ ...night, part: null }, 'part'],
      [{ ...night, ...july(6, 7) }, 'endDate'],
      [{ ...night, code: 'UW' }, 'code'],
      [{ ...july(6), code: 'UW', place: 'Māja' }, 'code'],
    ] as const) {
      expect(await record(facts), path).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    }
    await record({ ...july(6, 10), code: 'UW' });
    expect(await record(night)).toMatchObject(refused(409, 'absence_overlaps'));
  });

  it('counts once: other on-call time in the same minutes is refused, also after midnight', async () => {
    const { body } = await record(night);
    expect(await record(night)).toMatchObject(refused(409, 'absence_overlaps'));
    const early = { ...night, ...july(7), begins: 5 * 60 + 59, part: H };
    expect(await record(early)).toMatchObject(refused(409, 'absence_overlaps'));
    expect(await record({ ...early, begins: 6 * 60 })).toMatchObject({ status: 201 });
    // It may lie in its own minutes, and not grow into the other's.
    const params = { id: (body as { id: string }).id };
    const grown = (part: number) => company.admin.call('updateAbsence', { params, body: { ...night, part } });
    expect(await grown(9 * H)).toMatchObject({ status: 200 });
    expect(await grown(11 * H)).toMatchObject(refused(409, 'absence_overlaps'));
  });
});

describe('an administrator', () => {
  it('records, changes and deletes an absence, which the ledger and the person learn of', async () => {
    const { body } = await record({ ...july(6, 10), note: 'Līguma 4. punkts' });
    expect(body).toMatchObject({
      ...july(6, 10),
      code: 'A',
      part: null,
      status: 'approved',
      note: 'Līguma 4. punkts',
    });
    const { id } = body as { id: string };
    const params = { id };
    const changed = { ...july(7, 8), code: 'AN' };
    expect(await company.admin.ok('updateAbsence', { params, body: changed })).toMatchObject(changed);
    expect(await listed()).toMatchObject([{ id, ...changed, user: { id: worker.employee.id } }]);
    expect(await listed(worker.client)).toMatchObject([{ id, ...changed }]);
    await company.admin.ok('deleteAbsence', { params });
    expect(await listed()).toEqual([]);
    expect(await company.admin.call('deleteAbsence', { params })).toMatchObject(refused(404, 'not_found'));

    const records = (await ledger()).filter(({ kind }) => kind.startsWith('absence-'));
    expect(records.map(({ kind, userId }) => [kind, userId])).toEqual(
      ['absence-added', 'absence-changed', 'absence-deleted'].map((kind) => [kind, worker.employee.id]),
    );
    expect(records[1].body.why).toMatchObject({ absenceId: id, before: july(6, 10), after: changed });
    await app.settled('mail');
    const texts = (await app.mailsTo(worker.employee.email, 0)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('A (Annual leave), 6 Jul 2026 – 10 Jul 2026'))).toHaveLength(
      2,
    );
    expect(texts.some((text) => text.includes('After: no absence'))).toBe(true);
  });

  it('cannot record one that overlaps another, however the requests race', async () => {
    await record(july(6, 10));
    for (const dates of [july(10, 12), july(6), july(1, 31), july(8, 9)]) {
      expect(await record(dates)).toMatchObject(refused(409, 'absence_overlaps'));
      expect(await record({ ...dates, endDate: dates.startDate, part: H })).toMatchObject(
        dates.startDate < '2026-07-06' ? { status: 201 } : refused(409, 'absence_overlaps'),
      );
    }
    const other = await addEmployee(app, company);
    expect(await record({ ...july(6, 10), userId: other.employee.id })).toMatchObject({ status: 201 });
    const answers = await Promise.all([1, 2, 3].map(() => record(july(20, 21))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { id } = (await listed())[0] ?? { id: '' };
    const body = { ...july(21, 22), code: 'A' };
    expect(await company.admin.call('updateAbsence', { params: { id }, body })).toMatchObject(
      refused(409, 'absence_overlaps'),
    );
  });

  it('records several parts of one day, which the hours read in their order', async () => {
    for (const part of [2 * H, H, 3 * H])
      expect(await record({ ...july(7), part })).toMatchObject({ status: 201 });
    expect(await record(july(6, 8))).toMatchObject(refused(409, 'absence_overlaps'));
    await record({ ...july(8), code: 'AN' });
    const { companyId } = company.user;
    const of = { companyId, userIds: [worker.employee.id], from: '2026-07-07', to: '2026-07-07' };
    const code = { code: 'A', paid: true, lowersNorm: true, isForHolidayWork: false };
    const day = { code, start: '2026-07-07', end: '2026-07-07', userId: worker.employee.id };
    expect(await listAbsencesOf(app.services.db, of)).toEqual([
      { ...day, part: 2 * H },
      { ...day, part: H },
      { ...day, part: 3 * H },
    ]);
    const [all] = [await listAbsencesOf(app.services.db, { ...of, to: '2026-07-31' })];
    expect(all?.at(-1)).toMatchObject({ code: { code: 'AN', paid: false, lowersNorm: true }, part: null });
    expect(await listAbsencesOf(app.services.db, { ...of, companyId: worker.employee.id })).toEqual([]);
  });

  it('cannot change the figures of an approved month', async () => {
    const { body } = await record({ startDate: '2026-05-28', endDate: '2026-06-02' });
    await approveMay();
    const params = { id: (body as { id: string }).id };
    const locked = refused(409, 'month_locked');
    expect(await record({ startDate: '2026-05-04', endDate: '2026-05-04' })).toMatchObject(locked);
    expect(await record({ startDate: '2026-05-04', endDate: '2026-05-04', part: H })).toMatchObject(locked);
    expect(await company.admin.call('deleteAbsence', { params })).toMatchObject(locked);
    const change = (to: Omit<EndpointInput<'updateAbsence'>['body'], 'code'>, code = 'A') =>
      company.admin.call('updateAbsence', { params, body: { code, ...to } });
    expect(await change({ startDate: '2026-05-29', endDate: '2026-06-02' })).toMatchObject(locked);
    expect(await change({ startDate: '2026-05-28', endDate: '2026-06-02' }, 'AN')).toMatchObject(locked);
    // What lies after the month is free, and a note changes no figure.
    expect(await change({ startDate: '2026-05-28', endDate: '2026-06-05', note: 'Garāk' })).toMatchObject({
      status: 200,
    });
    expect(await record({ startDate: '2026-06-08', endDate: '2026-06-08' })).toMatchObject({ status: 201 });
    await company.admin.ok('unlockMonth', {
      body: { month: '2026-05', userId: worker.employee.id, reason: 'Slimības lapa' },
    });
    expect(await record({ startDate: '2026-05-04', endDate: '2026-05-04' })).toMatchObject({ status: 201 });
  });

  it('cannot change the settlement period of an approved month up to then', async () => {
    await company.admin.ok('updateWorkRules', { body: { country: 'LV', settlementMonths: 3 } });
    await approveMay();
    const day = (date: string) => record({ startDate: date, endDate: date });
    expect(await day('2026-04-01')).toMatchObject(refused(409, 'month_locked'));
    expect(await day('2026-03-31')).toMatchObject({ status: 201 });
    expect(await day('2026-06-01')).toMatchObject({ status: 201 });
  });

  it('sees which whole days overlap with work, which is not refused', async () => {
    await approveMay();
    await company.admin.ok('unlockMonth', {
      body: { month: '2026-05', userId: worker.employee.id, reason: 'Slimības lapa' },
    });
    const day = (date: string, part: number | null = null) =>
      record({ startDate: date, endDate: date, part });
    expect(await day('2026-05-19')).toMatchObject({ status: 201, body: { overlapsWork: false } });
    expect(await day('2026-05-20')).toMatchObject({ status: 201, body: { overlapsWork: true } });
    expect(await day('2026-05-21', H)).toMatchObject({ status: 201 });
    expect((await listed()).map(({ overlapsWork }) => overlapsWork)).toEqual([false, true, false]);
  });

  it('records one of a person who was deleted, until their records are erased', async () => {
    await company.admin.ok('deleteEmployee', { params: { id: worker.employee.id } });
    expect(await record(july(6))).toMatchObject({ status: 201 });
    const { db } = app.services;
    await db
      .updateTable('users')
      .set({ erasedAt: clock.now().toISOString() })
      .where('id', '=', worker.employee.id)
      .execute();
    expect(await record(july(7))).toMatchObject(refused(404, 'not_found'));
  });

  it('records no own one while another administrator can', async () => {
    const own = { ...july(6), userId: company.user.id };
    const { client } = await addEmployee(app, company, { role: 'admin' });
    expect(await record(own)).toMatchObject(refused(409, 'needs_another_admin'));
    const { id } = await company.admin.ok('createAbsence', { body: { ...july(6), code: 'A' } });
    expect(await decide(id)).toMatchObject(refused(409, 'needs_another_admin'));
    const params = { id };
    await client.ok('decideCorrectionRequest', { params, body: { decision: 'approved' } });
    expect(await company.admin.call('deleteAbsence', { params })).toMatchObject(
      refused(409, 'needs_another_admin'),
    );
    await client.ok('deleteAbsence', { params });
  });

  it('refuses what cannot be', async () => {
    const huge = 'x'.repeat(501);
    const wrong: [Omit<Body, 'code'> & Partial<Body>, string][] = [
      [{ startDate: '2026-07-10', endDate: '2026-07-09' }, 'endDate'],
      [{ startDate: '2026-02-30', endDate: '2026-07-09' }, 'startDate'],
      [{ startDate: '2026-07-10', endDate: addDays('2026-07-10', 1100) }, 'endDate'],
      [{ startDate: '2016-01-01', endDate: '2016-01-01' }, 'startDate'],
      [{ startDate: '2032-01-01', endDate: '2032-01-01' }, 'endDate'],
      [{ ...july(6, 7), part: H }, 'endDate'],
      [{ ...july(6), part: 0 }, 'part'],
      [{ ...july(6), part: -H }, 'part'],
      [{ ...july(6), part: 90_500 }, 'part'],
      [{ ...july(6), part: 24 * H + 60_000 }, 'part'],
      [{ ...july(6), code: 'ZZZ' }, 'code'],
      [{ ...july(6), code: 'A\u0000' }, 'code'],
      [{ ...july(6), code: '' }, 'code'],
      [{ ...july(6), note: huge }, 'note'],
      [{ ...july(6), userId: 'nobody' }, 'userId'],
    ];
    for (const [body, path] of wrong) {
      const answer = await record(body);
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    }
    expect(await record({ ...july(6), part: 24 * H })).toMatchObject({ status: 201 });
    const list = (query: EndpointInput<'listAbsences'>['query']) =>
      company.admin.call('listAbsences', { query });
    expect(await list({ startDate: '2026-01-01', endDate: '2027-01-03' })).toMatchObject({ status: 400 });
    expect(await list({ startDate: '2026-01-02', endDate: '2026-01-01' })).toMatchObject({ status: 400 });
  });
});

describe('an employee', () => {
  it('asks, an administrator approves, and it counts', async () => {
    const request = await asked({ ...july(6, 17), note: 'Jūra' });
    expect(request).toMatchObject({ ...july(6, 17), status: 'pending', note: 'Jūra' });
    expect((await company.admin.ok('listAttention')).requests).toMatchObject([
      {
        id: request.id,
        kind: 'absence',
        absence: { code: 'A', ...july(6, 17) },
        reason: 'Jūra',
        timeEntryId: null,
      },
    ]);
    expect(await decide(request.id)).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await listed(worker.client)).toMatchObject([{ id: request.id, status: 'approved', note: 'Jūra' }]);
    expect(await worker.client.ok('listOwnCorrectionRequests')).toMatchObject([{ status: 'approved' }]);
    expect(await worker.client.ok('getUserData')).toMatchObject({
      absences: [{ id: request.id, code: 'A', paid: true }],
      correctionRequests: [{ kind: 'absence', absenceStart: '2026-07-06' }],
    });
    const decisions = (await ledger()).filter(({ kind }) => kind === 'decision');
    expect(decisions).toMatchObject([
      {
        userId: worker.employee.id,
        body: { why: { decision: 'approved', absence: { code: 'A', ...july(6, 17) } } },
      },
    ]);
    await app.settled('mail');
    const subjects = async (address: string) => (await app.mailsTo(address, 0)).map(({ subject }) => subject);
    expect(await subjects(company.user.email)).toContain('A request for absence awaits your decision');
    expect(await subjects(worker.employee.email)).toContain('Your absence was approved');
  });

  it('sees why it was rejected, and may ask again', async () => {
    const { id } = await asked(july(6, 7));
    await decide(id, 'rejected');
    expect(await listed(worker.client)).toMatchObject([
      { id, status: 'rejected', decisionReason: 'Pilna brigāde' },
    ]);
    expect(await ask(july(6, 7))).toMatchObject({ status: 201 });
  });

  it('withdraws an own pending request, and only that', async () => {
    const { id } = await asked(july(6));
    const other = await addEmployee(app, company);
    const params = { id };
    expect(await other.client.call('deleteAbsence', { params })).toMatchObject(refused(404, 'not_found'));
    await worker.client.ok('deleteAbsence', { params });
    expect(await listed()).toEqual([]);
    expect(await decide(id)).toMatchObject(refused(404, 'not_found'));
    const { id: approved } = await asked(july(7));
    await decide(approved);
    expect(await worker.client.call('deleteAbsence', { params: { id: approved } })).toMatchObject(
      refused(409, 'already_decided'),
    );
    const { body } = await record(july(8));
    expect(
      await worker.client.call('deleteAbsence', { params: { id: (body as { id: string }).id } }),
    ).toMatchObject(refused(404, 'not_found'));
    expect(await listed()).toHaveLength(2);
  });

  it('neither sees nor asks for anything of somebody else, nor records', async () => {
    const other = await addEmployee(app, company);
    await record({ ...july(6), userId: other.employee.id });
    const [forbidden, unknown] = [refused(403, 'forbidden'), refused(404, 'not_found')];
    expect(await ask({ ...july(6), userId: other.employee.id })).toMatchObject(unknown);
    const query = { ...year, userId: other.employee.id };
    expect(await worker.client.call('listAbsences', { query })).toMatchObject(unknown);
    expect(await listed(worker.client)).toEqual([]);
    const { id } = await asked({ ...july(6), userId: worker.employee.id });
    const params = { id };
    const body = { ...july(7), code: 'A' };
    expect(await worker.client.call('updateAbsence', { params, body })).toMatchObject(forbidden);
    expect(await worker.client.call('updateAbsenceCodes', { body: { codes: [] } })).toMatchObject(forbidden);
    const stranger = await registerCompany(app);
    expect(
      await stranger.admin.call('decideCorrectionRequest', { params, body: { decision: 'approved' } }),
    ).toMatchObject(refused(404, 'not_found'));
    const theirs = { ...july(8), code: 'A', userId: worker.employee.id };
    expect(await stranger.admin.call('createAbsence', { body: theirs })).toMatchObject(
      refused(404, 'not_found'),
    );
    expect(await listed(stranger.admin)).toEqual([]);
  });

  it('cannot ask twice for a day, nor for one that is taken', async () => {
    await record(july(6, 7));
    expect(await ask(july(7, 9))).toMatchObject(refused(409, 'absence_overlaps'));
    await asked(july(8, 9));
    expect(await ask(july(9, 10))).toMatchObject(refused(409, 'request_pending'));
    expect(await ask({ ...july(9), part: H })).toMatchObject(refused(409, 'request_pending'));
    const twice = await Promise.all([ask(july(20)), ask(july(20))]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('has no more than fifty open requests', async () => {
    const answers = [];
    for (let day = 0; day <= 50; day += 1) {
      const date = addDays('2026-08-01', day);
      answers.push(await ask({ startDate: date, endDate: date }));
    }
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.at(-1)).toMatchObject(refused(409, 'request_limit'));
  });

  it('may ask for days of an approved month, which an administrator unlocks first', async () => {
    await approveMay();
    const { id } = await asked({ startDate: '2026-05-04', endDate: '2026-05-05' });
    expect(await decide(id)).toMatchObject(refused(409, 'month_locked'));
    expect((await company.admin.ok('listAttention')).requests).toHaveLength(1);
    const body = { month: '2026-05', userId: worker.employee.id };
    await company.admin.ok('unlockMonth', { body: { ...body, reason: 'Slimības lapa' } });
    expect(await company.admin.ok('approveMonth', { body })).toMatchObject([{ refusal: 'open_questions' }]);
    expect(await decide(id)).toMatchObject({ status: 200 });
    expect(await company.admin.ok('approveMonth', { body })).toMatchObject([{ refusal: null }]);
  });
});

describe('a change of an approved absence', () => {
  type Kept = EndpointInput<'requestAbsenceChange'>['body']['kept'];
  const recorded = async (dates = july(6, 10), part?: number) =>
    ((await record({ ...dates, part: part ?? null })).body as { id: string }).id;
  const change = (id: string, kept: Kept, client = worker.client) =>
    client.call('requestAbsenceChange', { params: { id }, body: { kept, reason: 'Atgriezos agrāk' } });
  const requestOf = (answer: { body: unknown }) =>
    (answer.body as { change: { requestId: string } }).change.requestId;

  it('shortens it once it is approved; until then it stays, and the request is an open question', async () => {
    const id = await recorded();
    const asked = await change(id, july(6, 7));
    expect(asked).toMatchObject({
      status: 201,
      body: { id, ...july(6, 10), status: 'approved', change: { kept: july(6, 7) } },
    });
    expect(await listed()).toMatchObject([{ id, ...july(6, 10), change: { kept: july(6, 7) } }]);
    const { requests, absenceRequestCount } = await company.admin.ok('listAttention');
    expect([requests.length, absenceRequestCount]).toEqual([1, 1]);
    expect(requests[0]).toMatchObject({
      kind: 'absence',
      absence: { ...july(6, 10), code: 'A', change: { kept: july(6, 7) } },
      reason: 'Atgriezos agrāk',
    });
    const query = { month: '2026-07' };
    const [person] = (await company.admin.ok('listMonth', { query })).filter(
      ({ user }) => user.id === worker.employee.id,
    );
    expect(person).toMatchObject({ openQuestions: { requests: 1 } });

    expect(await decide(requestOf(asked))).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await listed()).toMatchObject([{ id, ...july(6, 7), change: null }]);
    expect(await decide(requestOf(asked))).toMatchObject(refused(409, 'already_decided'));
    const why = (await ledger()).filter(({ kind }) => kind === 'decision').at(-1)?.body.why;
    expect(why).toMatchObject({ absenceId: id, before: july(6, 10), after: july(6, 7) });
    const params = { id: worker.employee.id };
    const history = await company.admin.ok('listEmployeeHistory', { params });
    const states = { before: { code: 'A', part: null, ...july(6, 10) }, after: july(6, 7) };
    expect(history.slice(0, 3)).toMatchObject([
      { kind: 'decision', absence: states },
      { kind: 'request', absence: states },
      { kind: 'absence-added', absence: { before: null, after: july(6, 10) } },
    ]);
    await app.settled('mail');
    const mails = await app.mailsTo(worker.employee.email, 0);
    expect(mails.at(-1)?.subject).toContain('Your absence was changed as you asked');
    expect(mails.at(-1)?.text).toContain('Requested: A (Annual leave), 6 Jul 2026 – 7 Jul 2026');
  });

  it('cancels it, also a part of a day', async () => {
    for (const id of [await recorded(), await recorded(july(20), H)]) {
      const asked = await change(id, null);
      expect(asked).toMatchObject({ status: 201, body: { change: { kept: null } } });
      await decide(requestOf(asked));
    }
    expect(await listed()).toEqual([]);
    await app.settled('mail');
    const mails = await app.mailsTo(worker.employee.email, 0);
    expect(mails.at(-1)?.text).toContain('Requested: no absence');
  });

  it('leaves it as it is when rejected or withdrawn, and can be asked again', async () => {
    const id = await recorded();
    await decide(requestOf(await change(id, null)), 'rejected');
    expect(await listed(worker.client)).toMatchObject([{ id, ...july(6, 10), change: null }]);
    const [rejected] = await worker.client.ok('listOwnCorrectionRequests');
    expect(rejected).toMatchObject({ status: 'rejected', absence: { change: { kept: null } } });
    const requestId = requestOf(await change(id, july(8, 10)));
    await worker.client.ok('withdrawCorrectionRequest', { params: { id: requestId } });
    expect(await listed()).toMatchObject([{ id, ...july(6, 10), change: null }]);
    expect(await change(id, july(8, 10))).toMatchObject({ status: 201 });
    expect(await change(id, null)).toMatchObject(refused(409, 'request_pending'));
  });

  it('is asked of one’s own only, and for fewer days of it', async () => {
    const id = await recorded();
    for (const kept of [july(6, 10), july(5, 9), july(6, 11), july(11, 12), july(1, 31)])
      expect(await change(id, kept), JSON.stringify(kept)).toMatchObject(refused(400, 'validation_failed'));
    const other = await addEmployee(app, company);
    for (const client of [other.client, company.admin])
      expect(await change(id, null, client)).toMatchObject(refused(404, 'not_found'));
    const { body } = await ask(july(20));
    expect(await change((body as { id: string }).id, null)).toMatchObject(refused(404, 'not_found'));
    expect((await listed()).every((absence) => absence.change === null)).toBe(true);
  });

  it('is rejected when an administrator moves or deletes the absence otherwise', async () => {
    const id = await recorded();
    const requestId = requestOf(await change(id, null));
    const params = { id };
    const note = { ...july(6, 10), code: 'A', note: 'Līguma 4. punkts' };
    await company.admin.ok('updateAbsence', { params, body: note });
    expect(await listed()).toMatchObject([{ change: { requestId } }]);
    await company.admin.ok('updateAbsence', { params, body: { ...july(7, 9), code: 'A' } });
    expect(await decide(requestId)).toMatchObject(refused(409, 'already_decided'));
    expect(await listed()).toMatchObject([{ ...july(7, 9), change: null }]);
    const second = requestOf(await change(id, july(7)));
    await company.admin.ok('deleteAbsence', { params });
    expect(await decide(second)).toMatchObject(refused(409, 'already_decided'));
    const own = await worker.client.ok('listOwnCorrectionRequests');
    expect(own.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('of days in an approved month waits until it is unlocked', async () => {
    const { body } = await record({ startDate: '2026-05-28', endDate: '2026-06-02' });
    const { id } = body as { id: string };
    await approveMay();
    const requestId = requestOf(await change(id, null));
    expect(await decide(requestId)).toMatchObject(refused(409, 'month_locked'));
    const unlock = { month: '2026-05', userId: worker.employee.id, reason: 'Darbinieks strādāja' };
    await company.admin.ok('unlockMonth', { body: unlock });
    expect(await decide(requestId)).toMatchObject({ status: 200 });
    expect(await listed()).toEqual([]);
  });
});

it('a request is decided once, and not over an absence recorded since', async () => {
  const { id } = await asked(july(6, 7));
  const answers = await Promise.all([decide(id), decide(id), decide(id, 'rejected')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { id: second } = await asked(july(20, 21));
  await record(july(21));
  expect(await decide(second)).toMatchObject(refused(409, 'absence_overlaps'));
  expect(await decide(second, 'rejected')).toMatchObject({ status: 200 });
  const { id: third } = await asked(july(24));
  const changes = { checkIn: '2026-07-24T06:00:00Z' };
  const body = { decision: 'approved' as const, reason: 'Citādi', changes };
  expect(await company.admin.call('decideCorrectionRequest', { params: { id: third }, body })).toMatchObject({
    status: 400,
  });
});

describe('the codes', () => {
  type Codes = EndpointInput<'updateAbsenceCodes'>['body']['codes'];
  const codes = () => company.admin.ok('listAbsenceCodes');
  const set = (list: Codes) => company.admin.call('updateAbsenceCodes', { body: { codes: list } });
  const inputOf = (list: Awaited<ReturnType<typeof codes>>): Codes =>
    list.map(({ code, ownName, paid, lowersNorm, isActive }) => ({
      code,
      ownName,
      paid,
      lowersNorm,
      isActive,
    }));
  const own = (code: string, more: Partial<Codes[number]> = {}) => ({
    ...{ code, ownName: 'Talka', paid: true, lowersNorm: false, isActive: true, ...more },
  });

  it.each([
    ['Europe/Riga', 'A', 'Annual leave'],
    ['Europe/Vilnius', 'A', 'Annual leave'],
    ['Europe/Warsaw', 'UW', 'Annual leave'],
    ['Europe/Lisbon', 'A', 'Annual leave'],
  ])('of a company in %s have a name for each', async (timezone, code, name) => {
    company = await registerCompany(app, { timezone });
    const list = await codes();
    expect(list[0]).toMatchObject({ code, name, isPreset: true, isActive: true });
    for (const each of list) expect(each.name, each.code).not.toContain('absence-codes');
  });

  it('are changed from then on, and what was recorded stays as it was', async () => {
    await record(july(6));
    const before = await codes();
    const changed = inputOf(before).map((code) =>
      code.code === 'A' ? { ...code, ownName: 'Leave', paid: false, lowersNorm: false } : code,
    );
    const { status, body } = await set([...changed, own('TA')]);
    expect(status).toBe(200);
    expect(body).toHaveLength(before.length + 1);
    await record(july(7));
    await record({ ...july(8), code: 'TA' });
    const of = {
      companyId: company.user.companyId,
      userIds: [worker.employee.id],
      from: '2026-07-01',
      to: '2026-07-31',
    };
    expect(
      (await listAbsencesOf(app.services.db, of)).map(({ code }) => [code.code, code.paid, code.lowersNorm]),
    ).toEqual([
      ['A', true, true],
      ['A', false, false],
      ['TA', true, false],
    ]);
    const [record_] = (await ledger()).filter(({ kind }) => kind === 'work-rules-changed');
    expect(record_.body.why.absenceCodes.after).toMatchObject([
      { code: 'A', ownName: 'Leave' },
      { code: 'TA' },
    ]);
  });

  it('in use become inactive, where others go; an inactive one is refused, but approved where it was asked for', async () => {
    const preset = inputOf(await codes());
    await set([...preset, own('T1'), own('T2'), own('T3')]);
    await record({ ...july(6), code: 'T1' });
    const { id } = await asked({ ...july(7), code: 'T2' });
    await set(preset.filter(({ code }) => code !== 'AM'));
    const after = await codes();
    const stateOf = (wanted: string) => after.find(({ code }) => code === wanted)?.isActive;
    expect(['T1', 'T2', 'T3', 'AM', 'A'].map(stateOf)).toEqual([false, false, undefined, false, true]);
    for (const code of ['T1', 'T3', 'AM']) {
      expect(await ask({ ...july(9), code })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'code' }] },
      });
    }
    expect(await decide(id)).toMatchObject({ status: 200 });
    await set(preset);
    expect((await codes()).find(({ code }) => code === 'AM')?.isActive).toBe(true);
  });

  it('refuse what cannot be', async () => {
    for (const list of [
      [own('TA'), own('ta')],
      [own('TOOLONG')],
      [own('A B')],
      [own('TA', { ownName: null })],
      [own('TA', { ownName: 'x'.repeat(101) })],
      Array.from({ length: 101 }, (_, index) => own(`T${index}`)),
    ]) {
      expect(await set(list)).toMatchObject({ status: 400 });
    }
  });
});
