import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChangedEmployee } from '#contract/employees.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

// The second of March, 09:00 in Riga: February has ended.
const start = '2026-03-02T07:00:00.000Z';
const clock = fixedClock(start);
const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();
const goTo = (hours: number) => clock.set(at(hours));
const reason = 'Aizmirsa';
const proof = { currentPassword: password };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(start));

type World = Company & { locationId: string; entryId: string };

/** An administrator, the owner, with hours of their own in February. */
async function world(): Promise<World> {
  goTo(-100);
  const company = await registerCompany(app);
  const { id: locationId } = await addLocation(company);
  const entry = await company.admin.ok('createTimeEntry', {
    body: {
      userId: company.user.id,
      locationId,
      checkIn: '2026-02-10T06:00:00Z',
      checkOut: '2026-02-10T14:00:00Z',
      reason,
    },
  });
  clock.set(start);
  return { ...company, locationId, entryId: entry.id };
}

/** Whether the last thing that happened to the owner's entry is marked: in its history and in the ledger alike. */
async function isLastMarked({ admin, entryId }: World): Promise<boolean | undefined> {
  const history = await admin.ok('getTimeEntryHistory', { params: { id: entryId } });
  const lines = await exportLedger(admin);
  expect(await verifyLedger(lines)).toMatchObject({ ok: true });
  const records = lines.map((line) => JSON.parse(line)).filter(({ timeEntryId }) => timeEntryId === entryId);
  expect(records.at(-1)?.body.actorIsNew === true).toBe(history.at(-1)?.actorIsNew);
  return history.at(-1)?.actorIsNew;
}

let minutes = 0;
const change = (by: TestClient, { entryId, locationId }: World) =>
  by.ok('updateTimeEntry', {
    params: { id: entryId },
    body: {
      locationId,
      checkIn: '2026-02-10T06:00:00Z',
      checkOut: new Date(Date.parse('2026-02-10T15:00:00Z') + ++minutes * 60_000).toISOString(),
      reason,
    },
  });

it('marks every decision of an account that the person made less than 24 hours before', async () => {
  const own = await world();
  const { admin, user, entryId } = own;
  const { client: puppet } = await addEmployee(app, own, { role: 'admin' });
  goTo(23.9);
  await change(puppet, own);
  expect(await isLastMarked(own)).toBe(true);

  const wish = { kind: 'edit' as const, timeEntryId: entryId, checkOut: '2026-02-10T17:00:00Z', reason };
  for (const decision of ['approved', 'rejected'] as const) {
    const { id } = await admin.ok('createCorrectionRequest', { body: wish });
    expect(await isLastMarked(own)).toBe(false);
    const decided = await puppet.ok('decideCorrectionRequest', {
      params: { id },
      body: { decision, reason },
    });
    expect(decided.decision).toMatchObject({ actorIsNew: true });
    expect(await isLastMarked(own)).toBe(true);
    wish.checkOut = '2026-02-10T18:00:00Z';
  }

  await puppet.ok('approveMonth', { body: { month: '2026-02', userId: user.id } });
  const months = await admin.ok('listMonth', { query: { month: '2026-02' } });
  expect(months.find((month) => month.user.id === user.id)?.approval).toMatchObject({ actorIsNew: true });
  expect((await admin.ok('listOwnMonths')).at(-1)?.approval).toMatchObject({ actorIsNew: true });
  await puppet.ok('unlockMonth', { body: { month: '2026-02', userId: user.id, reason } });
  const records = (await exportLedger(admin)).map((line) => JSON.parse(line));
  const ofMonth = records.filter(({ kind }) => kind.startsWith('month-'));
  expect(ofMonth.map(({ kind, body }) => [kind, body.actorIsNew])).toEqual([
    ['month-approved', true],
    ['month-unlocked', true],
  ]);

  await puppet.ok('deleteTimeEntry', { params: { id: entryId }, body: { reason } });
  expect(await isLastMarked(own)).toBe(true);
});

it('marks the approval of an estimated end, which the person stated', async () => {
  const own = await world();
  const { admin, user } = own;
  const { qrCode } = await addLocation(own);
  await admin.ok('scan', { body: { qrCode } });
  goTo(20);
  const missing = await admin.ok('getMissingCheckOut');
  const timeEntryId = missing?.timeEntryId ?? '';
  await admin.ok('answerMissingCheckOut', { body: { timeEntryId, leftAt: at(8) } });
  const { client: puppet } = await addEmployee(app, own, { role: 'admin' });
  const [estimate] = (await puppet.ok('listAttention')).requests;
  expect(estimate).toMatchObject({ kind: 'estimate', user: { id: user.id } });
  const params = { id: estimate?.id ?? '' };
  const decided = await puppet.ok('decideCorrectionRequest', { params, body: { decision: 'approved' } });
  expect(decided.decision).toMatchObject({ actorIsNew: true });
  expect(await isLastMarked({ ...own, entryId: timeEntryId })).toBe(true);
});

it('does not mark the decisions of others, nor those a day later', async () => {
  const own = await world();
  const { client: puppet } = await addEmployee(app, own, { role: 'admin' });
  const { employee } = await addEmployee(app, own);
  // About somebody else's hours.
  const entry = await puppet.ok('createTimeEntry', {
    body: {
      userId: employee.id,
      locationId: own.locationId,
      checkIn: '2026-02-11T06:00:00Z',
      checkOut: '2026-02-11T14:00:00Z',
      reason,
    },
  });
  expect(await isLastMarked({ ...own, entryId: entry.id })).toBe(false);
  goTo(24);
  await change(puppet, own);
  expect(await isLastMarked(own)).toBe(false);
  // An administrator whom somebody else made.
  const { client: independent } = await addEmployee(app, { ...own, admin: puppet }, { role: 'admin' });
  await change(independent, own);
  expect(await isLastMarked(own)).toBe(false);
});

it('marks an account that was made by another one of the person’s new accounts', async () => {
  const own = await world();
  const { client: first } = await addEmployee(app, own, { role: 'admin' });
  const { client: second, employee } = await addEmployee(app, { ...own, admin: first }, { role: 'admin' });
  await change(second, own);
  expect(await isLastMarked(own)).toBe(true);
  // Each of them in the hands of the other: the search ends all the same.
  const before = (await own.admin.ok('listEmployees')).find(
    ({ role, isOwner }) => role === 'admin' && !isOwner,
  );
  expect(before?.id).not.toBe(employee.id);
  await second.ok('updateEmployee', {
    params: { id: before?.id ?? '' },
    body: bodyOf(before, { password: 'another-password' }),
  });
  await change(second, own);
  expect(await isLastMarked(own)).toBe(true);
});

const bodyOf = (person: ChangedEmployee | undefined, changes: object) => {
  if (!person) throw new Error('nobody there');
  const { firstName, lastName, email, role } = person;
  return { firstName, lastName, email, role, ...proof, ...changes };
};

it.each<[string, (own: World, employee: ChangedEmployee) => Promise<TestClient>]>([
  [
    'was made an administrator',
    async (own, employee) => {
      const params = { id: employee.id };
      await own.admin.ok('updateEmployee', { params, body: bodyOf(employee, { role: 'admin' }) });
      return signIn(employee.email);
    },
  ],
  [
    'was activated again',
    async (own, employee) => {
      const params = { id: employee.id };
      const admin = { ...employee, role: 'admin' as const };
      goTo(-48);
      await own.admin.ok('updateEmployee', { params, body: bodyOf(admin, { isActive: false }) });
      goTo(0);
      await own.admin.ok('updateEmployee', { params, body: bodyOf(admin, { isActive: true }) });
      return signIn(employee.email);
    },
  ],
  [
    'was given a password',
    async (own, employee) => {
      goTo(-48);
      const params = { id: employee.id };
      await own.admin.ok('updateEmployee', { params, body: bodyOf(employee, { role: 'admin' }) });
      goTo(0);
      const body = bodyOf({ ...employee, role: 'admin' }, { password: 'chosen-by-another' });
      await own.admin.ok('updateEmployee', { params, body });
      return signIn(employee.email, 'chosen-by-another');
    },
  ],
  [
    'was given an e-mail address, confirmed days later',
    async (own, employee) => {
      goTo(-48);
      const params = { id: employee.id };
      const email = uniqueEmail('moved');
      await own.admin.ok('updateEmployee', { params, body: bodyOf(employee, { role: 'admin', email }) });
      goTo(0);
      await app.settled('mail');
      const token = linkTokenIn((await app.mailsTo(email)).at(-1)?.text);
      await app.client().ok('confirmEmail', { body: { token } });
      return signIn(email);
    },
  ],
  [
    'has had its second factor reset',
    async (own, employee) => {
      goTo(-48);
      const params = { id: employee.id };
      await own.admin.ok('updateEmployee', { params, body: bodyOf(employee, { role: 'admin' }) });
      goTo(0);
      await own.admin.ok('resetSecondFactor', { params, body: proof });
      return signIn(employee.email);
    },
  ],
])('marks an old account that %s by the person', async (_, give) => {
  const own = await world();
  goTo(-72);
  const { employee } = await addEmployee(app, own);
  goTo(0);
  await change(await give(own, employee), own);
  expect(await isLastMarked(own)).toBe(true);
});

async function signIn(email: string | null, given = password): Promise<TestClient> {
  const client = app.client();
  const { mustChangePassword } = await client.ok('login', { body: { email: email ?? '', password: given } });
  if (mustChangePassword) {
    const newPassword = 'a password of one’s own';
    await client.ok('changePassword', {
      body: { currentPassword: given, newPassword, confirmPassword: newPassword },
    });
  }
  return client;
}
