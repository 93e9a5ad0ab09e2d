import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { type Answer, startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { correctionDigestQueueName, sendCorrectionDigest } from './corrections.service.ts';

// 08:00 in Riga.
const start = '2026-03-05T06:00:00.000Z';
const clock = fixedClock(start);
const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();
const goTo = (hours: number) => clock.set(at(hours));
const reason = 'Aizmirsa noskenēt';
let app: TestApp;
let company: Company;
let second: TestClient;
let hall: { id: string; name: string; qrCode: string };
let yard: typeof hall;

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  second = (await addEmployee(app, company, { firstName: 'Otra', role: 'admin' })).client;
  [hall, yard] = [await addLocation(company, 'Hala'), await addLocation(company, 'Pagalms')];
});
afterAll(() => app.close());
beforeEach(() => clock.set(start));

/** Somebody who worked from 08:00 to 16:00; it is 17:00. */
async function worker() {
  goTo(0);
  const { client, employee } = await addEmployee(app, company);
  await client.ok('scan', { body: { qrCode: hall.qrCode } });
  goTo(8);
  const { timeEntry } = await client.ok('checkOut', { body: {} });
  goTo(9);
  return { client, employee, entryId: timeEntry.id };
}
const entriesOf = (userId: string) =>
  app.services.db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .selectAll()
    .execute();
const conflict = (code: string) => ({ status: 409, body: { code } });
type Wish = EndpointInput<'createCorrectionRequest'>['body'];
const edit = (timeEntryId: string, more: Partial<Wish> = {}): Wish => ({
  ...{ kind: 'edit', timeEntryId, checkOut: at(8.5), reason },
  ...more,
});

describe('a request', () => {
  it('changes nothing until it is approved', async () => {
    const { client, employee, entryId } = await worker();
    const request = await client.ok('createCorrectionRequest', { body: edit(entryId) });
    expect(request).toMatchObject({
      kind: 'edit',
      status: 'pending',
      user: { id: employee.id },
      current: { location: { name: 'Hala' }, checkIn: at(0), checkOut: at(8) },
      wanted: { location: null, checkIn: null, checkOut: at(8.5) },
      reason,
      decision: null,
    });
    expect(await client.ok('listOwnCorrectionRequests')).toEqual([request]);
    const { requests } = await company.admin.ok('listAttention');
    expect(requests).toContainEqual(request);
    expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: at(8), approval: null }]);

    const body = { decision: 'approved' as const };
    const decided = await company.admin.ok('decideCorrectionRequest', { params: { id: request.id }, body });
    expect(decided).toMatchObject({
      status: 'approved',
      current: { checkOut: at(8.5) },
      decision: {
        by: { id: company.user.id },
        reason: null,
        before: { location: { name: 'Hala' }, checkIn: at(0), checkOut: at(8) },
        recorded: { checkOut: at(8.5), checkIn: at(0) },
      },
    });
    const query = { startDate: '2026-03-05', endDate: '2026-03-05', employeeId: employee.id };
    expect(await company.admin.ok('getTimeEntriesReport', { query })).toMatchObject([
      {
        totalHours: 8.5,
        approval: 'approved',
        isCorrected: true,
        isEstimated: false,
        checkInSource: 'code',
        checkOutSource: 'admin',
      },
    ]);
    expect((await company.admin.ok('listAttention')).requests).not.toContainEqual(
      expect.objectContaining({ id: request.id }),
    );
  });

  it('is refused while the person has fifty pending ones; the page lists a hundred of all and counts them', async () => {
    const own = await registerCompany(app, { subscriptionPlan: 'business' });
    const gate = await addLocation(own, 'Vārti');
    const wish = (index: number): Wish => ({
      ...{ kind: 'add', locationId: gate.id, reason },
      ...{ checkIn: at(-index - 1), checkOut: at(-index - 0.5) },
    });
    const ask = (client: TestClient, index: number) =>
      client.call('createCorrectionRequest', { body: wish(index) });
    const people = [await addEmployee(app, own), await addEmployee(app, own), await addEmployee(app, own)];
    const [first, second_, third] = people.map(({ client }) => client);
    if (!first || !second_ || !third) throw new Error('Nobody');
    const absence = { code: 'A', startDate: '2026-04-01', endDate: '2026-04-01' };
    await first.ok('createAbsence', { body: absence });
    for (const client of [first, second_]) {
      const answers: Answer<'createCorrectionRequest'>[] = [];
      for (let index = 0; index < 45; index += 1) answers.push(await ask(client, index));
      // Seven calls at once cross the limit. If all 52 came at once, a busy machine would answer some with 503.
      answers.push(...(await Promise.all([45, 46, 47, 48, 49, 50, 51].map((index) => ask(client, index)))));
      const refusals = answers.filter(({ status }) => status !== 201);
      expect(refusals).toHaveLength(client === first ? 3 : 2);
      for (const refusal of refusals) expect(refusal).toMatchObject(conflict('request_limit'));
    }
    expect(await ask(third, 0)).toMatchObject({ status: 201 });
    const attention = await own.admin.ok('listAttention');
    expect(attention).toMatchObject({ requestCount: 101, absenceRequestCount: 1 });
    expect(attention.requests).toHaveLength(100);
    const isThirds = ({ user }: (typeof attention.requests)[number]) => user.id === people[2]?.employee.id;
    expect(attention.requests.filter(isThirds)).toEqual([]);

    // A decision makes room, for the person and in the list.
    const oldest = attention.requests.find(({ kind }) => kind === 'add');
    const body = { decision: 'rejected' as const, reason };
    await own.admin.ok('decideCorrectionRequest', { params: { id: oldest?.id ?? '' }, body });
    const after = await own.admin.ok('listAttention');
    expect(after.requestCount).toBe(100);
    expect(after.requests.filter(isThirds)).toHaveLength(1);
    const asker = people.find(({ employee }) => employee.id === oldest?.user.id);
    expect(await ask(asker?.client ?? third, 60)).toMatchObject({ status: 201 });
  });

  it('to add is approved with other times, and makes the entry of the id it was given', async () => {
    const { client, employee } = await worker();
    const wish = { kind: 'add' as const, locationId: yard.id, checkIn: at(-5), checkOut: at(-1), reason };
    const request = await client.ok('createCorrectionRequest', { body: wish });
    expect(request.current).toBeNull();
    const body = {
      decision: 'approved' as const,
      reason: 'Vārti slēgti 05:00',
      changes: { checkOut: at(-2) },
    };
    const decided = await company.admin.ok('decideCorrectionRequest', { params: { id: request.id }, body });
    expect(decided.decision).toMatchObject({
      before: null,
      recorded: { location: { id: yard.id }, checkOut: at(-2) },
    });
    expect(await entriesOf(employee.id)).toMatchObject([
      { id: request.timeEntryId, checkIn: at(-5), checkOut: at(-2), isCorrected: true, approval: 'approved' },
      { checkIn: at(0) },
    ]);
  });

  it('to delete takes the entry away; a scan’s retry and the work report stay', async () => {
    const { client, employee } = await worker();
    goTo(10);
    const body = { qrCode: hall.qrCode, clientScanId: '019a0000-0000-4000-8000-000000000001' };
    const scanned = await client.ok('scan', { body });
    await client.ok('createWorkReports', {
      body: { items: [{ units: 'hours', quantity: 1, description: 'Jumts' }] },
    });
    goTo(11);
    const wish = { kind: 'delete' as const, timeEntryId: scanned.timeEntry.id, reason };
    const request = await client.ok('createCorrectionRequest', { body: wish });
    const decision = { params: { id: request.id }, body: { decision: 'approved' as const } };
    expect(await company.admin.ok('decideCorrectionRequest', decision)).toMatchObject({
      current: null,
      decision: { recorded: null },
    });
    expect(await entriesOf(employee.id)).toHaveLength(1);
    expect(await client.ok('scan', { body })).toEqual(scanned);
    expect(await client.ok('listWorkReports')).toMatchObject([{ description: 'Jumts', timeEntryId: null }]);
  });

  it('is rejected with a reason, and the person may ask again', async () => {
    const { client, employee, entryId } = await worker();
    const { id } = await client.ok('createCorrectionRequest', { body: edit(entryId) });
    const again = await client.call('createCorrectionRequest', { body: edit(entryId) });
    expect(again).toMatchObject(conflict('request_pending'));
    const decide = (body: EndpointInput<'decideCorrectionRequest'>['body']) =>
      company.admin.call('decideCorrectionRequest', { params: { id }, body });
    expect(await decide({ decision: 'rejected' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await decide({ decision: 'rejected', reason: 'Kamera rāda 16:00' })).toMatchObject({
      body: { status: 'rejected', decision: { reason: 'Kamera rāda 16:00', recorded: null } },
    });
    expect(await decide({ decision: 'approved' })).toMatchObject(conflict('already_decided'));
    expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: at(8), approval: null }]);
    await client.ok('createCorrectionRequest', { body: edit(entryId) });
  });

  it('to add the same time twice is one, also both at once; once it is decided or withdrawn it may be asked again', async () => {
    const { client } = await worker();
    const { client: colleague } = await worker();
    const times = { locationId: hall.id, checkIn: at(-3), checkOut: at(-1) };
    const add = { kind: 'add' as const, ...times, reason };
    const both = await Promise.all([1, 2].map(() => client.call('createCorrectionRequest', { body: add })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const again = await client.call('createCorrectionRequest', { body: { ...add, reason: 'Otrreiz' } });
    expect(again).toMatchObject(conflict('request_pending'));
    await client.ok('createCorrectionRequest', { body: { ...add, checkOut: at(-2) } });
    await colleague.ok('createCorrectionRequest', { body: add });
    const [, first] = await client.ok('listOwnCorrectionRequests');
    await client.ok('withdrawCorrectionRequest', { params: { id: first?.id ?? '' } });
    await client.ok('createCorrectionRequest', { body: add });
  });

  it('is withdrawn by who made it while nobody has decided', async () => {
    const { client, entryId } = await worker();
    const { client: stranger } = await worker();
    const { id } = await client.ok('createCorrectionRequest', { body: edit(entryId) });
    expect(await stranger.call('withdrawCorrectionRequest', { params: { id } })).toMatchObject({
      status: 404,
    });
    await client.ok('withdrawCorrectionRequest', { params: { id } });
    expect(await client.ok('listOwnCorrectionRequests')).toEqual([]);
    const body = { decision: 'approved' as const };
    expect(await company.admin.call('decideCorrectionRequest', { params: { id }, body })).toMatchObject({
      status: 404,
    });
    const { id: next } = await client.ok('createCorrectionRequest', { body: edit(entryId) });
    await company.admin.ok('decideCorrectionRequest', { params: { id: next }, body });
    expect(await client.call('withdrawCorrectionRequest', { params: { id: next } })).toMatchObject(
      conflict('already_decided'),
    );
  });

  it.each([
    ['an overlap', () => ({ checkIn: at(-2), checkOut: at(1) }), 'entry_overlaps'],
    ['the future', () => ({ checkIn: at(8), checkOut: at(9.1) }), 'entry_in_future'],
  ])('refuses %s', async (_, times, code) => {
    const { client, employee } = await worker();
    const wish = { kind: 'add' as const, locationId: hall.id, reason, ...times() };
    expect(await client.call('createCorrectionRequest', { body: wish })).toMatchObject(conflict(code));
    const body = { userId: employee.id, locationId: hall.id, reason, ...times() };
    expect(await company.admin.call('createTimeEntry', { body })).toMatchObject(conflict(code));
    expect(await entriesOf(employee.id)).toHaveLength(1);
  });

  it('refuses what lies more than ten years before the company’s account, and loses no day by it', async () => {
    const { client, employee } = await worker();
    const around = (checkIn: string) => ({
      checkIn,
      checkOut: new Date(Date.parse(checkIn) + 60 * 60_000).toISOString(),
    });
    const today = new Date();
    const tooEarly = new Date(
      Date.UTC(today.getUTCFullYear() - 10, today.getUTCMonth(), today.getUTCDate() - 1),
    );
    for (const checkIn of ['0226-03-02T08:00:00.000Z', '1969-12-31T22:00:00.000Z', tooEarly.toISOString()]) {
      const times = { locationId: hall.id, reason, ...around(checkIn) };
      const refused = { status: 400, body: { code: 'validation_failed', issues: [{ path: 'checkIn' }] } };
      const wish = { kind: 'add' as const, ...times };
      expect(await client.call('createCorrectionRequest', { body: wish })).toMatchObject(refused);
      const body = { userId: employee.id, ...times };
      expect(await company.admin.call('createTimeEntry', { body })).toMatchObject(refused);
    }
    const early = new Date(Date.UTC(today.getUTCFullYear() - 9, 0, 5, 8)).toISOString();
    const body = { userId: employee.id, locationId: hall.id, reason, ...around(early) };
    await company.admin.ok('createTimeEntry', { body });
    const date = early.slice(0, 10);
    expect(
      await company.admin.ok('getDailySummariesReport', { query: { startDate: date, endDate: date } }),
    ).toMatchObject([{ date, totalHours: 1 }]);
  });

  it.each([
    ['as long as the longest shift', 14, true],
    ['longer than it', 14.2, true],
    ['of 48 hours', 48, true],
    ['of more than 48 hours', 48.001, false],
  ])('%s is taken or refused, as an administrator’s entry is', async (_, hours, isAccepted) => {
    const { client, employee } = await worker();
    const given = { locationId: hall.id, checkIn: at(-60), checkOut: at(-60 + hours), reason };
    const answers = [
      await client.call('createCorrectionRequest', { body: { kind: 'add', ...given } }),
      await company.admin.call('createTimeEntry', { body: { userId: employee.id, ...given } }),
    ];
    const refused = { status: 400, body: { code: 'validation_failed', issues: [{ path: 'checkOut' }] } };
    for (const answer of answers) expect(answer).toMatchObject(isAccepted ? { status: 201 } : refused);
    expect(await entriesOf(employee.id)).toHaveLength(isAccepted ? 2 : 1);
  });

  it('about a shift over the longest is approved as it is, or with other times', async () => {
    const { client, employee, entryId } = await worker();
    goTo(40);
    const wish = edit(entryId, { checkOut: at(30) });
    const { id } = await client.ok('createCorrectionRequest', { body: wish });
    await company.admin.ok('decideCorrectionRequest', { params: { id }, body: { decision: 'approved' } });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: at(30), approval: 'approved' }]);
    const { id: next } = await client.ok('createCorrectionRequest', { body: wish });
    const body = { decision: 'approved' as const, reason, changes: { checkOut: at(17) } };
    await company.admin.ok('decideCorrectionRequest', { params: { id: next }, body });
    expect(await entriesOf(employee.id)).toMatchObject([{ checkOut: at(17) }]);
  });

  it('refuses somebody else’s entry, an end before its start, and too little', async () => {
    const { client, entryId } = await worker();
    const { client: stranger } = await worker();
    expect(await stranger.call('createCorrectionRequest', { body: edit(entryId) })).toMatchObject({
      status: 404,
    });
    const backwards = edit(entryId, { checkOut: at(-1) });
    for (const body of [backwards, edit(entryId, { checkOut: null }), edit(entryId, { reason: ' ' })]) {
      expect(await client.call('createCorrectionRequest', { body })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });

  it('that has become impossible is refused when it is decided, and stays', async () => {
    const { client, employee, entryId } = await worker();
    const { id } = await client.ok('createCorrectionRequest', { body: edit(entryId) });
    const between = { userId: employee.id, locationId: yard.id, checkIn: at(8.2), checkOut: at(8.4), reason };
    await company.admin.ok('createTimeEntry', { body: between });
    const decision = { params: { id }, body: { decision: 'approved' as const } };
    expect(await company.admin.call('decideCorrectionRequest', decision)).toMatchObject(
      conflict('entry_overlaps'),
    );
    expect(await client.ok('listOwnCorrectionRequests')).toMatchObject([{ id, status: 'pending' }]);
  });

  it('has one decision though two administrators decide at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client, entryId, employee } = await worker();
      const { id } = await client.ok('createCorrectionRequest', { body: edit(entryId) });
      const answers = await Promise.all([
        company.admin.call('decideCorrectionRequest', { params: { id }, body: { decision: 'approved' } }),
        second.call('decideCorrectionRequest', { params: { id }, body: { decision: 'rejected', reason } }),
        company.admin.call('decideCorrectionRequest', {
          params: { id },
          body: { decision: 'rejected', reason },
        }),
        second.call('decideCorrectionRequest', { params: { id }, body: { decision: 'approved' } }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      expect(answers.filter(({ body }) => body.code === 'already_decided')).toHaveLength(3);
      const [request] = await client.ok('listOwnCorrectionRequests');
      const [entry] = await entriesOf(employee.id);
      expect(entry?.checkOut).toBe(request?.status === 'approved' ? at(8.5) : at(8));
    }
  });
});

describe('an estimated end', () => {
  async function estimated() {
    goTo(0);
    const { client, employee } = await addEmployee(app, company);
    const { timeEntry } = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    goTo(23);
    await client.ok('answerMissingCheckOut', { body: { timeEntryId: timeEntry.id, leftAt: at(9) } });
    const [request] = await client.ok('listOwnCorrectionRequests');
    if (!request) throw new Error('an estimate without a request');
    const decide = (body: EndpointInput<'decideCorrectionRequest'>['body']) =>
      company.admin.ok('decideCorrectionRequest', { params: { id: request.id }, body });
    const stored = async () => (await entriesOf(employee.id))[0];
    return { client, employee, request, decide, stored };
  }

  it('is approved as it is', async () => {
    const { decide, stored } = await estimated();
    expect(await decide({ decision: 'approved' })).toMatchObject({ kind: 'estimate', status: 'approved' });
    expect(await stored()).toMatchObject({
      checkOut: at(9),
      checkOutSource: 'estimate',
      approval: 'approved',
      isCorrected: false,
    });
  });

  it('is approved with another time', async () => {
    const { decide, stored } = await estimated();
    await decide({ decision: 'approved', reason, changes: { checkOut: at(8) } });
    expect(await stored()).toMatchObject({
      checkOut: at(8),
      checkOutSource: 'admin',
      approval: 'approved',
      isCorrected: true,
    });
  });

  it('is rejected and leaves no hours, until it is corrected', async () => {
    const { client, employee, decide, stored, request } = await estimated();
    await decide({ decision: 'rejected', reason });
    expect(await stored()).toMatchObject({ checkIn: at(0), checkOut: at(0), approval: 'rejected' });
    const query = { startDate: '2026-03-01', endDate: '2026-03-31', employeeId: employee.id };
    expect(await company.admin.ok('getTimeEntriesReport', { query })).toMatchObject([
      { totalHours: 0, approval: 'rejected', needsAttention: false },
    ]);
    const wish = edit(request.timeEntryId ?? '', { checkOut: at(7) });
    const { id } = await client.ok('createCorrectionRequest', { body: wish });
    await company.admin.ok('decideCorrectionRequest', { params: { id }, body: { decision: 'approved' } });
    expect(await stored()).toMatchObject({ checkOut: at(7), approval: 'approved' });
  });

  it('is settled by an administrator’s own change, and cannot be withdrawn', async () => {
    const { client, request, stored } = await estimated();
    expect(await client.call('withdrawCorrectionRequest', { params: { id: request.id } })).toMatchObject({
      status: 404,
    });
    const body = { locationId: hall.id, checkIn: at(0), checkOut: at(6), reason };
    await company.admin.ok('updateTimeEntry', { params: { id: request.timeEntryId ?? '' }, body });
    expect(await stored()).toMatchObject({ checkOut: at(6), approval: 'approved', isCorrected: true });
    expect(await client.ok('listOwnCorrectionRequests')).toMatchObject([
      { id: request.id, status: 'approved', decision: { recorded: { checkOut: at(6) } } },
    ]);
  });
});

describe('an administrator', () => {
  it('adds, changes and deletes with a reason', async () => {
    const { employee, entryId, client } = await worker();
    const added = await company.admin.ok('createTimeEntry', {
      body: { userId: employee.id, locationId: yard.id, checkIn: at(-4), checkOut: at(-1), reason },
    });
    expect(added).toMatchObject({ totalHours: 3, isCorrected: true, approval: null, checkInSource: 'admin' });
    const params = { id: added.id };
    const body = { locationId: hall.id, checkIn: at(-4), checkOut: at(-2), reason };
    expect(await company.admin.ok('updateTimeEntry', { params, body })).toMatchObject({
      locationId: hall.id,
      totalHours: 2,
    });
    const { id } = await client.ok('createCorrectionRequest', { body: edit(added.id, { checkOut: at(-3) }) });
    await company.admin.ok('deleteTimeEntry', { params, body: { reason } });
    expect((await entriesOf(employee.id)).map((entry) => entry.id)).toEqual([entryId]);
    expect(await client.ok('listOwnCorrectionRequests')).toMatchObject([{ id, status: 'rejected' }]);
    expect(await company.admin.call('deleteTimeEntry', { params, body: { reason } })).toMatchObject({
      status: 404,
    });
  });

  it('still changes an entry that is over a longest shift lowered since', async () => {
    const own = await registerCompany(app);
    const location = await addLocation(own);
    const { employee } = await addEmployee(app, own);
    const given = { locationId: location.id, reason };
    const { id } = await own.admin.ok('createTimeEntry', {
      body: { userId: employee.id, checkIn: at(-13), checkOut: at(-1), ...given },
    });
    const settings = await own.admin.ok('getCompany');
    await own.admin.ok('updateCompany', { body: { ...settings, longestShiftHours: 6 } });
    const body = { checkIn: at(-13), checkOut: at(-0.5), ...given };
    expect(await own.admin.ok('updateTimeEntry', { params: { id }, body })).toMatchObject({
      totalHours: 12.5,
    });
    // One that is longer than any can be recorded now keeps its length, or gets shorter.
    await app.services.db
      .updateTable('timeEntry')
      .set({ checkIn: at(-60) })
      .where('id', '=', id)
      .execute();
    const change = (hours: number) =>
      own.admin.call('updateTimeEntry', {
        params: { id },
        body: { checkIn: at(-60), checkOut: at(hours), ...given },
      });
    expect(await change(-0.4)).toMatchObject({ status: 400 });
    expect(await change(-0.5)).toMatchObject({ status: 200 });
    expect(await change(-5)).toMatchObject({ status: 200 });
  });

  it('adds the missing hours of a person who was deleted, until their records are erased', async () => {
    const { employee } = await worker();
    const { employee: staying } = await worker();
    await company.admin.ok('deleteEmployee', { params: { id: employee.id } });
    const former = await company.admin.ok('listFormerEmployees');
    expect(former.find(({ id }) => id === employee.id)).toEqual({
      id: employee.id,
      firstName: 'Jānis',
      lastName: 'Kalniņš',
      deletedAt: at(9),
    });
    expect(former.some(({ id }) => id === staying.id)).toBe(false);
    const mailsBefore = await app.mailsTo(employee.email, 0);
    const body = { userId: employee.id, locationId: hall.id, checkIn: at(-4), checkOut: at(-1), reason };
    await company.admin.ok('createTimeEntry', { body });
    expect(await entriesOf(employee.id)).toHaveLength(2);
    await app.settled('mail');
    expect(await app.mailsTo(employee.email, 0)).toHaveLength(mailsBefore.length);

    await app.services.db
      .updateTable('users')
      .set({ erasedAt: at(9) })
      .where('id', '=', employee.id)
      .execute();
    const later = { ...body, checkIn: at(-8), checkOut: at(-6) };
    expect(await company.admin.call('createTimeEntry', { body: later })).toMatchObject({ status: 404 });
    expect((await company.admin.ok('listFormerEmployees')).some(({ id }) => id === employee.id)).toBe(false);
  });

  it('who moves an entry to another location brings its person the messages of that location', async () => {
    const { client, entryId } = await worker();
    const message = { subject: 'Vārti', content: 'Kods mainīts', recipientType: 'location' as const };
    await company.admin.ok('createMessage', { body: { ...message, locationId: yard.id } });
    expect(await client.ok('getUnreadCount')).toBe(0);
    const body = { locationId: yard.id, checkIn: at(0), checkOut: at(8), reason };
    await company.admin.ok('updateTimeEntry', { params: { id: entryId }, body });
    expect(await client.ok('getUnreadCount')).toBe(1);
  });

  it('corrects the check-in of who is at work, who stays at work', async () => {
    const { client } = await addEmployee(app, company);
    const { timeEntry } = await client.ok('scan', { body: { qrCode: hall.qrCode } });
    goTo(2);
    const params = { id: timeEntry.id };
    const body = { locationId: hall.id, checkIn: at(-1), checkOut: null, reason };
    expect(await company.admin.ok('updateTimeEntry', { params, body })).toMatchObject({ status: 'working' });
    goTo(3);
    expect(await client.ok('checkOut', { body: {} })).toMatchObject({ timeEntry: { totalHours: 4 } });
    expect(await company.admin.call('updateTimeEntry', { params, body })).toMatchObject({ status: 400 });
  });

  it('settles nobody’s hours but those of others, while there is another one', async () => {
    goTo(0);
    await company.admin.ok('scan', { body: { qrCode: hall.qrCode } });
    goTo(8);
    const { timeEntry } = await company.admin.ok('checkOut', { body: {} });
    goTo(9);
    const { id } = await company.admin.ok('createCorrectionRequest', { body: edit(timeEntry.id) });
    const params = { id: timeEntry.id };
    const body = { locationId: hall.id, checkIn: at(0), checkOut: at(8.5), reason };
    const refused = conflict('needs_another_admin');
    const decision = { params: { id }, body: { decision: 'approved' as const } };
    expect(await company.admin.call('decideCorrectionRequest', decision)).toMatchObject(refused);
    expect(await company.admin.call('updateTimeEntry', { params, body })).toMatchObject(refused);
    expect(await company.admin.call('deleteTimeEntry', { params, body: { reason } })).toMatchObject(refused);
    const mine = { ...body, userId: company.user.id, checkIn: at(-3), checkOut: at(-2) };
    expect(await company.admin.call('createTimeEntry', { body: mine })).toMatchObject(refused);
    expect(await second.ok('decideCorrectionRequest', decision)).toMatchObject({ status: 'approved' });
  });

  it('who is alone settles their own', async () => {
    const alone = await registerCompany(app);
    const location = await addLocation(alone);
    const body = {
      userId: alone.user.id,
      locationId: location.id,
      checkIn: at(-3),
      checkOut: at(-2),
      reason,
    };
    const entry = await alone.admin.ok('createTimeEntry', { body });
    const { id } = await alone.admin.ok('createCorrectionRequest', {
      body: edit(entry.id, { checkOut: at(-1) }),
    });
    const decision = { params: { id }, body: { decision: 'approved' as const } };
    expect(await alone.admin.ok('decideCorrectionRequest', decision)).toMatchObject({ status: 'approved' });
  });
});

describe('the mails', () => {
  const mailsAbout = async (address: string, word: string) => {
    await app.settled('mail');
    return (await app.mailsTo(address, 0)).filter(({ subject }) => subject.includes(word));
  };

  /** As when no request was made for an hour. */
  const afterQuietHour = () =>
    sql`delete from pgboss.job where name = ${correctionDigestQueueName.name}`.execute(app.services.db);

  it('tell the administrators of the first request at once, and of those that follow together', async () => {
    await afterQuietHour();
    const since = clock.now().toISOString();
    const before = (await mailsAbout(company.user.email, 'orrection request')).length;
    for (let index = 0; index < 5; index += 1) {
      const { client, entryId } = await worker();
      clock.set(new Date(clock.now().getTime() + 1000).toISOString());
      await client.ok('createCorrectionRequest', { body: edit(entryId) });
    }
    expect(await mailsAbout(company.user.email, 'orrection request')).toHaveLength(before + 1);
    const { companyId } = company.user;
    await sendCorrectionDigest(app.services, { companyId, since });
    const mails = await mailsAbout(company.user.email, 'orrection request');
    expect(mails).toHaveLength(before + 2);
    expect(mails.at(-1)?.subject).toMatch(/^Correction requests waiting: \d+$/);
    await sendCorrectionDigest(app.services, { companyId, since: clock.now().toISOString() });
    expect(await mailsAbout(company.user.email, 'orrection request')).toHaveLength(before + 2);
  });

  it('tell managers of what they may decide on: nothing of other locations, and not their own requests', async () => {
    const add = (locationIds: string[]) => addEmployee(app, company, { role: 'manager', locationIds });
    const [own, foreign] = [await add([hall.id]), await add([yard.id])];
    await own.client.ok('updateUser', { body: { language: 'lv' } });
    await afterQuietHour();
    const { client, entryId } = await worker();
    const { companyId } = company.user;
    const since = clock.now().toISOString();
    await client.ok('createCorrectionRequest', { body: edit(entryId, { reason: 'Slēdzene' }) });
    const told = await mailsAbout(own.employee.email, '');
    expect(told.filter(({ text }) => text.includes('Slēdzene'))).toHaveLength(1);
    expect(told.at(-1)?.text).toMatch(/Darbinieks|darbiniek/);
    expect(told.at(-1)?.text).toContain('/lv/corrections');
    const ofOthers = async () =>
      (await mailsAbout(foreign.employee.email, '')).filter(({ text }) => text.includes('/corrections'));
    expect(await ofOthers()).toEqual([]);

    // An absence names no location: the person has to belong to the manager.
    clock.set(new Date(clock.now().getTime() + 1000).toISOString());
    await client.ok('createAbsence', { body: { startDate: '2026-03-20', endDate: '2026-03-20', code: 'A' } });
    const count = (await mailsAbout(own.employee.email, '')).length;
    await sendCorrectionDigest(app.services, { companyId, since });
    const digests = (await mailsAbout(own.employee.email, '')).slice(count);
    expect(digests.map(({ text }) => text)).toEqual([expect.stringContaining('/lv/corrections')]);
    expect(await ofOthers()).toEqual([]);

    // The manager's own: told to the administrators, and to no manager.
    await afterQuietHour();
    const askedAt = clock.now().toISOString();
    clock.set(new Date(clock.now().getTime() + 1000).toISOString());
    const before = (await mailsAbout(own.employee.email, '')).length;
    await own.client.ok('createCorrectionRequest', {
      body: { kind: 'add', locationId: hall.id, checkIn: at(1), checkOut: at(2), reason: 'Paša' },
    });
    await sendCorrectionDigest(app.services, { companyId, since: askedAt });
    expect(await mailsAbout(own.employee.email, '')).toHaveLength(before);
    expect((await mailsAbout(company.user.email, '')).some(({ text }) => text.includes('Paša'))).toBe(true);
  });

  it('tell the two hours apart that the clock shows in the autumn night', async () => {
    const { employee } = await worker();
    // An hour long.
    const own = { checkIn: '2025-10-26T00:30:00Z', checkOut: '2025-10-26T01:30:00Z' };
    await company.admin.ok('createTimeEntry', {
      body: { userId: employee.id, locationId: hall.id, reason, ...own },
    });
    await app.settled('mail');
    const texts = (await app.mailsTo(employee.email, 0)).map(({ text }) => text);
    expect(texts).toContainEqual(
      expect.stringContaining('Hala, 26 Oct 2025 03:30 (summer time) – 03:30 (winter time)'),
    );
  });

  it('tell the administrators of a request and the person of the decision', async () => {
    await afterQuietHour();
    const { client, employee, entryId } = await worker();
    const { id } = await client.ok('createCorrectionRequest', {
      body: edit(entryId, { reason: 'Vārti bija ciet' }),
    });
    const asked = (await mailsAbout(company.user.email, 'awaits')).filter(({ text }) =>
      text.includes('Vārti'),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain('Hala, 5 Mar 2026 08:00');
    expect(asked[0]?.text).toContain('16:30');
    await client.ok('updateUser', { body: { language: 'lv' } });
    const body = { decision: 'rejected' as const, reason: 'Kamera' };
    await company.admin.ok('decideCorrectionRequest', { params: { id }, body });
    const [told] = await mailsAbout(employee.email, 'noraidīts');
    expect(told?.text).toContain('Iemesls: Kamera');
    expect(told?.text).toMatch(/Hala, 05\.03\.2026 08:00 – 16:00: administrators noraidīja jūsu labojumu/);
    expect(told?.text).toMatch(/Pieprasīts: Hala, .*16:30/);
    expect(told?.text).toMatch(/Reģistrēts: Hala, .*16:00/);
    expect(told?.text).toContain('/lv/manas-stundas/2026-03?date=2026-03-05');
    expect(told?.text).not.toContain('Darbinieks:');
  });

  it('say once what was recorded as requested, and which entry was deleted', async () => {
    const { client, employee, entryId } = await worker();
    const askAndApprove = async (body: Wish) => {
      const { id } = await client.ok('createCorrectionRequest', { body });
      await company.admin.ok('decideCorrectionRequest', { params: { id }, body: { decision: 'approved' } });
    };
    await askAndApprove(edit(entryId));
    const [told] = await mailsAbout(employee.email, 'was approved');
    expect(told?.text).toContain(
      'Hala, 5 Mar 2026 08:00 – 16:30: an administrator approved your correction.',
    );
    expect(told?.text).not.toMatch(/Requested|Recorded/);

    await askAndApprove({ kind: 'delete', timeEntryId: entryId, reason });
    const deleted = (await mailsAbout(employee.email, 'was approved')).at(-1);
    expect(deleted?.text).toContain('Hala, 5 Mar 2026 08:00 – 16:30: an administrator approved');
    expect(deleted?.text).toContain('Recorded: no time entry');
    expect(deleted?.text).not.toContain('Requested');
  });

  it('tell the person of a change', async () => {
    const { employee, entryId } = await worker();
    const body = { locationId: yard.id, checkIn: at(0), checkOut: at(7), reason };
    await company.admin.ok('updateTimeEntry', { params: { id: entryId }, body });
    const [told] = await mailsAbout(employee.email, 'was changed');
    expect(told?.text).toContain('Before: Hala, 5 Mar 2026 08:00');
    expect(told?.text).toContain('After: Pagalms, 5 Mar 2026 08:00');
  });
});

it('one’s own data hold the requests', async () => {
  const { client, entryId } = await worker();
  await client.ok('createCorrectionRequest', { body: edit(entryId) });
  expect(await client.ok('getUserData')).toMatchObject({
    timeEntries: [{ approval: null, isCorrected: false }],
    correctionRequests: [
      { kind: 'edit', timeEntryId: entryId, checkOut: at(8.5), reason, status: 'pending' },
    ],
    months: [],
    monthAnswers: [],
  });
});
