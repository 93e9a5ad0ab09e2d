import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

// The second of March, 09:00 in Riga: February has ended.
const now = '2026-03-02T07:00:00.000Z';
const clock = fixedClock(now);
const reason = 'Aizmirsa';
let app: TestApp;
let company: Company;
let second: TestClient;
let location: { id: string; qrCode: string };

beforeAll(async () => {
  app = await startTestApp({ clock });
  clock.set('2026-02-27T07:00:00.000Z');
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  second = (await addEmployee(app, company, { role: 'admin' })).client;
  location = await addLocation(company);
});
afterAll(() => app.close());
beforeEach(() => clock.set(now));

const worker = () => addEmployee(app, company);
const add = (userId: string, checkIn: string, checkOut: string) =>
  company.admin.ok('createTimeEntry', {
    body: { userId, locationId: location.id, checkIn, checkOut, reason },
  });
const february = (userId: string) => ({ body: { month: '2026-02', userId } });
async function monthOf(userId: string, month = '2026-02') {
  const people = await company.admin.ok('listMonth', { query: { month } });
  return people.find(({ user }) => user.id === userId);
}
const locked = {
  status: 409,
  body: { code: 'month_locked', message: expect.stringContaining('February 2026') },
};

describe('the figures', () => {
  it('are split at the midnights of the month in company time, and add up', async () => {
    const { client, employee } = await worker();
    // 22:00 to 06:00 over the end of January, a day in between, and over the end of February.
    await add(employee.id, '2026-01-31T20:00:00Z', '2026-02-01T04:00:00Z');
    await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:30:00Z');
    await add(employee.id, '2026-02-28T20:00:00Z', '2026-03-01T04:00:00Z');
    expect(await monthOf(employee.id)).toMatchObject({
      month: '2026-02',
      hasEnded: true,
      ms: (6 + 8.5 + 2) * 3_600_000,
      hours: 16.5,
      entries: 2,
      openQuestions: { openEntries: 0, estimates: 0, requests: 0 },
      approval: null,
      answer: null,
    });
    const own = await client.ok('listOwnMonths');
    expect(own.map(({ month, hours, hasEnded }) => [month, hours, hasEnded])).toEqual([
      ['2026-03', 6, false],
      ['2026-02', 16.5, true],
      ['2026-01', 2, true],
    ]);
  });

  it('of nobody’s first day are none', async () => {
    const { client, employee } = await worker();
    expect(await client.ok('listOwnMonths')).toEqual([]);
    expect(await monthOf(employee.id)).toBeUndefined();
    expect(await monthOf(employee.id, '2026-03')).toMatchObject({ hours: 0, entries: 0 });
  });
});

describe('an approval', () => {
  it('locks every entry with a part in the month, in the database itself', async () => {
    const { client, employee } = await worker();
    const before = await add(employee.id, '2026-01-31T20:00:00Z', '2026-02-01T04:00:00Z');
    const inside = await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    const after = await add(employee.id, '2026-03-01T06:00:00Z', '2026-03-01T08:00:00Z');
    expect(await company.admin.ok('approveMonth', february(employee.id))).toEqual([
      { userId: employee.id, refusal: null },
    ]);
    expect(await monthOf(employee.id)).toMatchObject({ approval: { by: { id: company.user.id }, at: now } });

    const change = (id: string, checkIn: string, checkOut: string) =>
      company.admin.call('updateTimeEntry', {
        params: { id },
        body: { locationId: location.id, checkIn, checkOut, reason },
      });
    for (const { id, checkIn } of [before, inside]) {
      const end = new Date(Date.parse(checkIn) + 3_600_000).toISOString();
      expect(await change(id, checkIn, end)).toMatchObject(locked);
      expect(await company.admin.call('deleteTimeEntry', { params: { id }, body: { reason } })).toMatchObject(
        locked,
      );
      const wish = { kind: 'delete' as const, timeEntryId: id, reason };
      expect(await client.call('createCorrectionRequest', { body: wish })).toMatchObject(locked);
      const { db } = app.services;
      const raw = db.updateTable('timeEntry').set({ checkOut: end }).where('id', '=', id).execute();
      await expect(raw).rejects.toThrow('approved');
      await expect(db.deleteFrom('timeEntry').where('id', '=', id).execute()).rejects.toThrow('approved');
    }
    const moved = await change(after.id, '2026-02-28T21:00:00Z', '2026-02-28T22:30:00Z');
    expect(moved).toMatchObject(locked);
    // Up to midnight in Riga is not a part of the month after it.
    expect(await change(after.id, '2026-02-28T22:00:00Z', '2026-02-28T23:00:00Z')).toMatchObject({
      status: 200,
    });
    const body = { userId: employee.id, locationId: location.id, reason };
    const late = { ...body, checkIn: '2026-02-20T06:00:00Z', checkOut: '2026-02-20T07:00:00Z' };
    expect(await company.admin.call('createTimeEntry', { body: late })).toMatchObject(locked);
  });

  it('lets the person ask for missing hours, which are recorded once it is unlocked', async () => {
    const { client, employee } = await worker();
    await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    await company.admin.ok('approveMonth', february(employee.id));
    const times = { checkIn: '2026-02-11T06:00:00Z', checkOut: '2026-02-11T14:00:00Z' };
    const body = { kind: 'add' as const, locationId: location.id, ...times, reason };
    const { id } = await client.ok('createCorrectionRequest', { body });
    const approve = { params: { id }, body: { decision: 'approved' as const } };
    expect(await company.admin.call('decideCorrectionRequest', approve)).toMatchObject(locked);
    expect(await monthOf(employee.id)).toMatchObject({ hours: 8 });
    await company.admin.ok('unlockMonth', { body: { ...february(employee.id).body, reason } });
    await company.admin.ok('decideCorrectionRequest', approve);
    expect(await monthOf(employee.id)).toMatchObject({ hours: 16 });
    // What is locked otherwise stays so: an entry that is in the month, and times that overlap it.
    await company.admin.ok('approveMonth', february(employee.id));
    expect(await client.call('createCorrectionRequest', { body })).toMatchObject({
      status: 409,
      body: { code: 'entry_overlaps' },
    });
  });

  it('keeps out scans that come late from a phone without a signal', async () => {
    clock.set('2026-02-27T07:00:00.000Z');
    const { client, employee } = await worker();
    clock.set(now);
    await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    await company.admin.ok('approveMonth', february(employee.id));
    const scan = { qrCode: location.qrCode, clientScanId: randomUUID(), scannedAt: '2026-02-28T10:00:00Z' };
    expect(await client.call('scan', { body: scan })).toMatchObject(locked);
    expect(await client.ok('getActiveEntry')).toBeNull();
    expect(await client.call('scan', { body: { ...scan, scannedAt: '2026-03-01T10:00:00Z' } })).toMatchObject(
      {
        status: 200,
      },
    );
  });

  it('waits for the end of the month and for the answers to open questions', async () => {
    const { client, employee } = await worker();
    expect(await company.admin.call('approveMonth', { body: { month: '2026-03' } })).toMatchObject({
      status: 409,
      body: { code: 'month_not_ended' },
    });
    const entry = await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    const wish = { kind: 'edit' as const, timeEntryId: entry.id, checkOut: '2026-02-10T15:00:00Z', reason };
    const { id } = await client.ok('createCorrectionRequest', { body: wish });
    const refused = [{ userId: employee.id, refusal: 'open_questions' }];
    expect(await company.admin.ok('approveMonth', february(employee.id))).toEqual(refused);
    expect(await monthOf(employee.id)).toMatchObject({ openQuestions: { requests: 1 } });
    await company.admin.ok('decideCorrectionRequest', { params: { id }, body: { decision: 'approved' } });

    clock.set('2026-02-28T15:00:00Z');
    const { timeEntry } = await client.ok('scan', { body: { qrCode: location.qrCode } });
    // At work in a running month: nothing to settle.
    expect(await monthOf(employee.id)).toMatchObject({ hours: 9, openQuestions: { openEntries: 0 } });
    clock.set(now);
    expect(await monthOf(employee.id)).toMatchObject({ hours: 9, openQuestions: { openEntries: 1 } });
    expect(await company.admin.ok('approveMonth', february(employee.id))).toEqual(refused);
    const answer = { timeEntryId: timeEntry.id, leftAt: '2026-02-28T20:00:00Z' };
    await client.ok('answerMissingCheckOut', { body: answer });
    expect(await monthOf(employee.id)).toMatchObject({
      hours: 14,
      openQuestions: { openEntries: 0, estimates: 1 },
    });
    expect(await company.admin.ok('approveMonth', february(employee.id))).toEqual(refused);
    const [estimate] = await client.ok('listOwnCorrectionRequests');
    const decision = { params: { id: estimate?.id ?? '' }, body: { decision: 'approved' as const } };
    await company.admin.ok('decideCorrectionRequest', decision);
    expect(await company.admin.ok('approveMonth', february(employee.id))).toMatchObject([{ refusal: null }]);
    expect(await company.admin.ok('approveMonth', february(employee.id))).toMatchObject([
      { refusal: 'already_approved' },
    ]);
  });

  it('of everybody leaves out who cannot be approved, and one’s own', async () => {
    const { employee: ready } = await worker();
    const { client, employee: asking } = await worker();
    const { employee: idle } = await worker();
    await add(ready.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    const entry = await add(asking.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    const wish = { kind: 'delete' as const, timeEntryId: entry.id, reason };
    await client.ok('createCorrectionRequest', { body: wish });
    await second.ok('createTimeEntry', {
      body: {
        ...{ userId: company.user.id, locationId: location.id, reason },
        ...{ checkIn: '2026-02-11T06:00:00Z', checkOut: '2026-02-11T14:00:00Z' },
      },
    });
    const answers = await company.admin.ok('approveMonth', { body: { month: '2026-02' } });
    const of = (id: string) => answers.find(({ userId }) => userId === id);
    expect(of(ready.id)).toMatchObject({ refusal: null });
    expect(of(asking.id)).toMatchObject({ refusal: 'open_questions' });
    expect(of(company.user.id)).toMatchObject({ refusal: 'needs_another_admin' });
    expect(of(idle.id)).toBeUndefined();
    expect(await second.ok('approveMonth', february(company.user.id))).toMatchObject([{ refusal: null }]);
  });

  it('and changes at the same moment: no hours change after it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { employee } = await worker();
      const entry = await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
      const body = {
        locationId: location.id,
        checkIn: entry.checkIn,
        checkOut: '2026-02-10T12:00:00Z',
        reason,
      };
      const [, changed] = await Promise.all([
        company.admin.ok('approveMonth', february(employee.id)),
        second.call('updateTimeEntry', { params: { id: entry.id }, body }),
      ]);
      const told = (await exportLedger(company.admin)).map((line) => JSON.parse(line));
      const { why } = told.find((one) => one.kind === 'month-approved' && one.userId === employee.id).body;
      expect(why.ms).toBe((changed.status === 200 ? 6 : 8) * 3_600_000);
      expect(await monthOf(employee.id)).toMatchObject({ ms: why.ms });
    }
  });

  it('is undone with a reason, and can be given again', async () => {
    const { employee } = await worker();
    const entry = await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    const unlock = { body: { month: '2026-02', userId: employee.id, reason: 'Kļūda' } };
    expect(await company.admin.call('unlockMonth', unlock)).toMatchObject({
      status: 409,
      body: { code: 'month_not_approved' },
    });
    await company.admin.ok('approveMonth', february(employee.id));
    expect(await company.admin.ok('unlockMonth', unlock)).toMatchObject({ approval: null });
    await company.admin.ok('deleteTimeEntry', { params: { id: entry.id }, body: { reason } });
    expect(await company.admin.ok('approveMonth', february(employee.id))).toMatchObject([{ refusal: null }]);
    const told = (await exportLedger(company.admin)).map((line) => JSON.parse(line));
    const kept = told.filter(({ kind, userId }) => userId === employee.id && kind.startsWith('month-'));
    expect(kept.map(({ kind }) => kind)).toEqual(['month-approved', 'month-unlocked', 'month-approved']);
    expect(kept[1].body).toEqual({ why: { month: '2026-02', reason: 'Kļūda' } });
  });
});

describe('the person', () => {
  it('confirms or disputes their own month; the last word counts', async () => {
    const { client, employee } = await worker();
    await add(employee.id, '2026-02-10T06:00:00Z', '2026-02-10T14:00:00Z');
    const answer = (body: { month: string; answer: 'confirmed' | 'disputed'; text?: string }) =>
      client.call('answerOwnMonth', { body });
    expect(await answer({ month: '2026-02', answer: 'disputed' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await answer({ month: '2026-02', answer: 'disputed', text: 'Trūkst 3. februāra' })).toMatchObject({
      body: { answer: { answer: 'disputed', text: 'Trūkst 3. februāra', hours: 8, at: now } },
    });
    expect((await answer({ month: '2026-02', answer: 'confirmed' })).body.answer).toEqual({
      answer: 'confirmed',
      text: null,
      hours: 8,
      at: now,
    });
    expect(await monthOf(employee.id)).toMatchObject({ answer: { answer: 'confirmed' } });
    expect(await answer({ month: '2026-03', answer: 'confirmed' })).toMatchObject({
      status: 409,
      body: { code: 'month_not_ended' },
    });
    expect(await client.ok('getUserData')).toMatchObject({
      monthAnswers: [{ month: '2026-02', answer: 'confirmed' }],
    });
  });
});
