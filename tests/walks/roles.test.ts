/** What managers and accountants see and do; `contract-walk.test.ts` walks every endpoint for each role. */

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract, type EndpointName } from '#contract/index.ts';
import { policy, ROLES, reachOf } from '#contract/policy.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

let app: TestApp;
const clock = fixedClock('2026-03-02T06:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const proof = { currentPassword: password };
const reason = 'Aizmirsa';
const refused = (status: number, code: string) => ({ status, body: { code } });
const notFound = refused(404, 'not_found');
const forbidden = refused(403, 'forbidden');

type Person = Awaited<ReturnType<typeof addEmployee>>;
type Place = Awaited<ReturnType<typeof addLocation>>;

describe('a manager', () => {
  let company: Company;
  let gate: Place;
  let yard: Place;
  let manager: Person;
  let mine: Person;
  let other: Person;

  /** Two locations with one person at work at each; the manager has the first. */
  beforeEach(async () => {
    clock.set('2026-03-02T06:00:00Z');
    company = await registerCompany(app);
    [gate, yard] = [await addLocation(company, 'Vārti'), await addLocation(company, 'Pagalms')];
    const changes = { firstName: 'Vadims', role: 'manager' as const, locationIds: [gate.id] };
    manager = await addEmployee(app, company, changes);
    mine = await addEmployee(app, company, { firstName: 'Mana' });
    other = await addEmployee(app, company, { firstName: 'Cita' });
    await mine.client.ok('scan', { body: { qrCode: gate.qrCode } });
    await other.client.ok('scan', { body: { qrCode: yard.qrCode } });
  });

  let second: Person;
  /** Another manager who works at the same location. */
  const yardManager = async () => {
    const changes = { firstName: 'Cits', role: 'manager' as const, locationIds: [yard.id] };
    second = await addEmployee(app, company, changes);
    await second.client.ok('scan', { body: { qrCode: gate.qrCode } });
  };

  const namesOf = async (client: TestClient) =>
    (await client.ok('listPeople')).map(({ firstName }) => firstName).toSorted();

  it('has the people with an entry at the own locations in the last 60 days, and is told no addresses', async () => {
    expect(await namesOf(manager.client)).toEqual(['Mana', 'Vadims']);
    expect((await manager.client.ok('listPeople')).map(({ email }) => email)).toEqual([null, null]);
    clock.set('2026-03-02T14:00:00Z');
    await mine.client.ok('checkOut', { body: {} });
    clock.set('2026-05-01T13:59:00Z');
    await manager.client.ok('login', { body: { email: manager.employee.email, password } });
    expect(await namesOf(manager.client)).toEqual(['Mana', 'Vadims']);
    clock.set('2026-05-01T14:01:00Z');
    expect(await namesOf(manager.client)).toEqual(['Vadims']);
  });

  it('reaches another location, and no longer the old one, from the next request on', async () => {
    const { firstName, lastName, email, role } = manager.employee;
    const body = { firstName, lastName, email, role, locationIds: [yard.id.toUpperCase()] };
    const changed = await company.admin.ok('updateEmployee', { params: { id: manager.employee.id }, body });
    expect(changed.locationIds).toEqual([yard.id]);
    expect((await manager.client.ok('getUser')).locationIds).toEqual([yard.id]);
    expect(await namesOf(manager.client)).toEqual(['Cita', 'Vadims']);
    const board = await manager.client.ok('getDashboardLocations');
    expect(board.map(({ name }) => name)).toEqual(['Pagalms']);
    await company.admin.ok('deleteLocation', { params: { id: yard.id } });
    expect(await manager.client.ok('getUser')).toMatchObject({ role: 'manager', locationIds: [] });
    expect(await manager.client.ok('getDashboardLocations')).toEqual([]);
  });

  it('has no locations of another company, and none without the role', async () => {
    const elsewhere = await addLocation(await registerCompany(app));
    const { firstName, lastName, email } = mine.employee;
    const update = (changes: object) =>
      company.admin.call('updateEmployee', {
        params: { id: mine.employee.id },
        body: { firstName, lastName, email, ...proof, ...changes },
      });
    expect(await update({ role: 'manager', locationIds: [elsewhere.id] })).toMatchObject(notFound);
    expect((await update({ role: 'accountant', locationIds: [gate.id] })).body.locationIds).toEqual([]);
    expect((await update({ role: 'manager', locationIds: [gate.id, gate.id] })).body.locationIds).toEqual([
      gate.id,
    ]);
    expect((await update({ role: 'employee' })).body.locationIds).toEqual([]);
  });

  it('does not widen the own reach by working elsewhere, or by being worked with', async () => {
    await manager.client.ok('scan', { body: { qrCode: yard.qrCode } });
    expect(await namesOf(manager.client)).toEqual(['Mana', 'Vadims']);
    expect((await manager.client.ok('getDashboardLocations')).map(({ name }) => name)).toEqual(['Vārti']);
    const own = await manager.client.ok('listOwnMonths');
    expect(own).toHaveLength(1);
  });

  it('records that somebody is ill today, for employees of the own locations only', async () => {
    const ill = (id: string) => manager.client.call('recordIllToday', { params: { id } });
    expect(await ill(mine.employee.id)).toMatchObject({
      status: 201,
      body: {
        user: { id: mine.employee.id },
        ...{ startDate: '2026-03-02', endDate: '2026-03-02', code: 'SA', status: 'approved' },
      },
    });
    expect(await ill(mine.employee.id)).toMatchObject(refused(409, 'absence_overlaps'));
    const [told] = await app.mailsTo(mine.employee.email ?? '', 2).then((mails) => mails.slice(-1));
    expect(told?.text).toContain('SA');
    for (const id of [other.employee.id, manager.employee.id, company.user.id]) {
      expect(await ill(id)).toMatchObject(notFound);
    }
    const own = await mine.client.ok('listAbsences', {
      query: { startDate: '2026-03-01', endDate: '2026-03-31' },
    });
    expect(own.map(({ code }) => code)).toEqual(['SA']);
    // Any other absence is an administrator's.
    const body = { userId: mine.employee.id, startDate: '2026-03-03', endDate: '2026-03-03', code: 'A' };
    expect(await manager.client.call('createAbsence', { body })).toMatchObject(notFound);
  });

  it('hands out links and badges to employees of the own locations only, who are told of a link', async () => {
    await yardManager();
    const before = (await app.mailsTo(mine.employee.email ?? '', 0)).length;
    const link = await manager.client.ok('inviteEmployee', { params: { id: mine.employee.id } });
    expect(link.url).toContain('token=');
    const mails = await app.mailsTo(mine.employee.email ?? '', before + 1);
    expect(mails).toHaveLength(before + 1);
    const { badge } = await manager.client.ok('renewBadge', { params: { id: mine.employee.id } });
    const params = { id: mine.employee.id };
    expect((await manager.client.ok('getBadge', { params })).badge).toBe(badge);
    const cards = await manager.client.ok('listBadges', { body: { userIds: [mine.employee.id] } });
    expect(cards).toMatchObject([{ badge, firstName: 'Mana' }]);
    for (const id of [other.employee.id, manager.employee.id, second.employee.id, company.user.id]) {
      expect(await manager.client.call('inviteEmployee', { params: { id } })).toMatchObject(notFound);
      expect(await manager.client.call('getBadge', { params: { id } })).toMatchObject(notFound);
      expect(await manager.client.call('renewBadge', { params: { id } })).toMatchObject(notFound);
      const userIds = [mine.employee.id, id];
      expect(await manager.client.call('listBadges', { body: { userIds } })).toMatchObject(notFound);
    }
  });

  it('shows the code of the own locations only', async () => {
    const qr = (id: string) => manager.client.call('getLocationQr', { params: { id } });
    expect(await qr(gate.id)).toMatchObject({ status: 200, body: { location: { name: 'Vārti' } } });
    expect(await qr(yard.id)).toMatchObject(notFound);
  });

  it('sees the same hours today as the explanation beside them, at the own locations', async () => {
    clock.set('2026-03-02T10:00:00Z');
    const stats = await manager.client.ok('getDashboardStats', { query: {} });
    expect(stats).toMatchObject({ role: 'admin', todayHours: 4, totalLocations: 1, totalEmployees: 2 });
    const query = { startDate: '2026-03-02', endDate: '2026-03-02' };
    const { total, entries } = await manager.client.ok('explainHours', { query });
    expect(total.hours).toBe(4);
    expect(entries.map(({ userId }) => userId)).toEqual([mine.employee.id]);
  });

  it('sees the whole month of a person, also the hours at other locations, and its explanation', async () => {
    clock.set('2026-03-02T10:00:00Z');
    await mine.client.ok('scan', { body: { qrCode: yard.qrCode } });
    clock.set('2026-03-02T12:00:00Z');
    const [month, ...rest] = await manager.client
      .ok('listMonth', { query: { month: '2026-03' } })
      .then((months) => months.filter(({ user }) => user.id !== manager.employee.id));
    expect(rest).toEqual([]);
    expect(month).toMatchObject({ user: { id: mine.employee.id }, hours: 6 });
    for (const one of [{ userId: mine.employee.id }, {}]) {
      const query = { startDate: '2026-03-01', endDate: '2026-03-31', measure: 'month' as const, ...one };
      expect((await manager.client.ok('explainHours', { query })).total.hours).toBe(6);
    }
    const query = { userId: other.employee.id, startDate: '2026-03-01', endDate: '2026-03-31' };
    expect(await manager.client.call('explainHours', { query })).toMatchObject(notFound);
  });

  it('states when somebody left, and changes nothing else of an entry', async () => {
    const update = (id: string, changes: object) =>
      manager.client.call('updateTimeEntry', {
        params: { id },
        body: {
          ...{
            locationId: gate.id,
            checkIn: '2026-03-02T06:00:00Z',
            checkOut: '2026-03-02T14:00:00Z',
            reason,
          },
          ...changes,
        },
      });
    clock.set('2026-03-03T05:00:00Z');
    const { missingCheckOuts } = await manager.client.ok('listAttention');
    expect(missingCheckOuts.map(({ userId }) => userId)).toEqual([mine.employee.id]);
    const id = missingCheckOuts[0]?.id ?? '';
    for (const changes of [
      { locationId: yard.id },
      { checkIn: '2026-03-02T05:00:00Z' },
      { checkOut: null },
      { breaks: [] },
    ]) {
      expect(await update(id, changes)).toMatchObject(forbidden);
    }
    expect(await update(id, { checkOut: '2026-03-03T09:00:00Z' })).toMatchObject({ status: 409 });
    expect(await update(id, {})).toMatchObject({
      status: 200,
      body: { checkOut: '2026-03-02T14:00:00.000Z' },
    });
    expect(await update(id, { checkOut: '2026-03-02T15:00:00Z' })).toMatchObject(forbidden);
    const theirs = (await company.admin.ok('listAttention')).missingCheckOuts[0]?.id ?? '';
    expect(await update(theirs, { locationId: yard.id })).toMatchObject(notFound);
  });

  it('decides about requests that name only the own locations, and not about the own hours', async () => {
    clock.set('2026-03-02T14:00:00Z');
    await mine.client.ok('checkOut', { body: {} });
    const [entry] = await mine.client
      .ok('getDashboardStats', { query: { as: 'employee' } })
      .then(({ recentActivity }) => recentActivity);
    const ask = (client: TestClient, changes: object) =>
      client.ok('createCorrectionRequest', {
        body: { kind: 'edit', timeEntryId: entry?.id ?? '', reason, ...changes },
      });
    const add = {
      kind: 'add' as const,
      timeEntryId: undefined,
      checkIn: '2026-02-27T06:00:00Z',
      checkOut: '2026-02-27T14:00:00Z',
    };
    // Somebody who has not yet worked there, or has worked elsewhere, but names the location.
    const added = await ask(other.client, { ...add, locationId: gate.id });
    const moved = await ask(mine.client, { locationId: yard.id, checkIn: '2026-03-02T06:00:00Z' });
    const elsewhere = await ask(mine.client, { ...add, locationId: yard.id });
    const own = await ask(manager.client, { ...add, locationId: gate.id });
    const { requests } = await manager.client.ok('listAttention');
    expect(requests.map(({ id }) => id)).toEqual([added.id, own.id]);
    const decide = (id: string, body: object) =>
      manager.client.call('decideCorrectionRequest', {
        params: { id },
        body: { decision: 'approved', reason, ...body },
      });
    for (const { id } of [moved, elsewhere]) expect(await decide(id, {})).toMatchObject(notFound);
    expect(await decide(own.id, {})).toMatchObject(refused(409, 'needs_another_admin'));
    expect(await decide(added.id, { changes: { locationId: yard.id } })).toMatchObject(notFound);
    expect(await decide(added.id, {})).toMatchObject({ status: 200, body: { status: 'approved' } });
  });

  it('approves the deletion of the only entry by which somebody was theirs', async () => {
    const board = await company.admin.ok('getDashboardLocations');
    const entry = board
      .flatMap(({ activeEmployees }) => activeEmployees)
      .find(({ user }) => user.firstName === 'Mana');
    const { id } = await mine.client.ok('createCorrectionRequest', {
      body: { kind: 'delete', timeEntryId: entry?.id ?? '', reason },
    });
    const body = { decision: 'approved' as const, reason: null };
    const decided = await manager.client.ok('decideCorrectionRequest', { params: { id }, body });
    expect(decided).toMatchObject({ status: 'approved', decision: { by: { id: manager.employee.id } } });
    expect(await namesOf(manager.client)).toEqual(['Vadims']);
  });

  it('writes to the own people and locations, not to everyone, and sees who has read that only', async () => {
    const write = (to: object) =>
      manager.client.call('createMessage', { body: { subject: 'Rīt', content: 'Plkst. 7', ...to } });
    expect(await write({})).toMatchObject(forbidden);
    expect(await write({ recipientId: other.employee.id })).toMatchObject(notFound);
    expect(await write({ locationId: yard.id })).toMatchObject(notFound);
    const sent = await write({ locationId: gate.id });
    expect(sent.status).toBe(201);
    expect((await mine.client.ok('listMessages', { query: {} })).map(({ id }) => id)).toEqual([sent.body.id]);
    const body = { subject: 'Visiem', content: 'Sapulce' };
    const toAll = await company.admin.ok('createMessage', { body });
    const listed = await manager.client.ok('listMessages', { query: {} });
    expect(listed.map(({ subject }) => subject)).toEqual(['Visiem', 'Rīt']);
    const readersOf = (id: string) => manager.client.call('listMessageRecipients', { params: { id } });
    expect((await readersOf(sent.body.id)).body).toMatchObject([{ user: { firstName: 'Mana' } }]);
    expect(await readersOf(toAll.id)).toMatchObject(notFound);
  });

  it('whose role ends is signed out, and reads nothing more', async () => {
    const { firstName, lastName, email } = manager.employee;
    const params = { id: manager.employee.id };
    const body = { firstName, lastName, email, role: 'employee' as const };
    expect(await company.admin.call('updateEmployee', { params, body })).toMatchObject(
      refused(403, 'proof_required'),
    );
    await company.admin.ok('updateEmployee', { params, body: { ...body, ...proof } });
    expect(await manager.client.call('getUser')).toMatchObject(refused(401, 'unauthenticated'));
    await manager.client.ok('login', { body: { email, password } });
    expect(await manager.client.call('listAttention')).toMatchObject(forbidden);
    const kinds = (await exportLedger(company.admin))
      .map((line) => JSON.parse(line))
      .filter(({ userId }) => userId === manager.employee.id)
      .map(({ kind, body: { why } }) => ({ kind, ...why }));
    const duty = { role: 'manager', locationIds: [gate.id] };
    expect(kinds).toEqual([
      { kind: 'role-changed', before: null, after: duty },
      { kind: 'role-changed', before: duty, after: null },
    ]);
  });
});

it('a demoted administrator is signed out and is no administrator any more', async () => {
  const company = await registerCompany(app);
  const { client, employee } = await addEmployee(app, company, { role: 'admin' });
  const { firstName, lastName, email, id } = employee;
  const body = { firstName, lastName, email, role: 'accountant' as const, ...proof };
  await company.admin.ok('updateEmployee', { params: { id }, body });
  expect(await client.call('getUser')).toMatchObject(refused(401, 'unauthenticated'));
  await client.ok('login', { body: { email, password } });
  expect(await client.call('listEmployees')).toMatchObject(forbidden);
  expect(await client.call('listApiKeys')).toMatchObject(forbidden);
  expect((await client.call('listMonth', { query: { month: '2026-03' } })).status).toBe(200);
});

describe('the page of a person', () => {
  it('shows to each role what it may know, and nothing of people out of reach', async () => {
    const company = await registerCompany(app, { subscriptionPlan: 'business' });
    clock.set('2026-03-02T06:00:00Z');
    const [gate, yard] = [await addLocation(company, 'Vārti'), await addLocation(company, 'Pagalms')];
    const mine = await addEmployee(app, company, { firstName: 'Mana' });
    const other = await addEmployee(app, company, { firstName: 'Cita' });
    const { client: manager } = await addEmployee(app, company, { role: 'manager', locationIds: [gate.id] });
    const { client: accountant } = await addEmployee(app, company, { role: 'accountant' });
    await mine.client.ok('scan', { body: { qrCode: gate.qrCode } });
    await other.client.ok('scan', { body: { qrCode: yard.qrCode } });
    const sent = await company.admin.ok('createMessage', {
      body: { subject: 'Ķiveres', content: 'No rītdienas', recipientId: mine.employee.id },
    });
    await mine.client.ok('markMessageRead', { params: { id: sent.id } });
    const about = { params: { id: mine.employee.id.toUpperCase() } };
    const { firstName, lastName, email, role } = mine.employee;
    const employed = { firstName, lastName, email, role, position: 'Metinātāja' };
    await company.admin.ok('updateEmployee', { ...about, body: employed });

    const seen = await company.admin.ok('getEmployee', about);
    expect(seen).toMatchObject({
      firstName: 'Mana',
      atWork: { location: { name: 'Vārti' }, checkIn: '2026-03-02T06:00:00.000Z', needsAttention: false },
      employment: { position: 'Metinātāja' },
      account: {
        employee: { email: mine.employee.email },
        badgeSince: null,
        hasPin: false,
        devices: [{ lastUsedOn: '2026-03-02' }],
        messages: [{ subject: 'Ķiveres', readAt: '2026-03-02T06:00:00.000Z' }],
      },
    });
    expect(await manager.ok('getEmployee', about)).toEqual({ ...seen, employment: null, account: null });
    expect(await accountant.ok('getEmployee', about)).toEqual({ ...seen, account: null });
    expect(await mine.client.call('getEmployee', about)).toMatchObject(forbidden);

    const elsewhere = (await registerCompany(app)).user.id;
    const outside = [
      [manager, other.employee.id],
      [company.admin, elsewhere],
      [accountant, elsewhere],
    ] as const;
    for (const [client, id] of outside) {
      expect(await client.call('getEmployee', { params: { id } })).toMatchObject(notFound);
      expect(await client.call('listEmployeeHistory', { params: { id } })).toMatchObject(notFound);
    }
    expect(await manager.ok('listCorrectionRequests', { query: { userId: other.employee.id } })).toEqual([]);
  });

  it('has the history of changes by others; account and employment are left out for managers', async () => {
    const company = await registerCompany(app);
    clock.set('2026-03-02T06:00:00Z');
    const gate = await addLocation(company);
    const { client: manager } = await addEmployee(app, company, { role: 'manager', locationIds: [gate.id] });
    const { client, employee } = await addEmployee(app, company);
    await client.ok('scan', { body: { qrCode: gate.qrCode } });
    clock.set('2026-03-02T14:00:00Z');
    const { timeEntry } = await client.ok('checkOut', { body: {} });
    clock.set('2026-03-02T15:00:00Z');
    const { firstName, lastName, email, role } = employee;
    const params = { id: employee.id };
    await company.admin.ok('updateEmployee', {
      params,
      body: { firstName, lastName, email, role, employedFrom: '2026-03-01' },
    });
    const checkOut = '2026-03-02T13:00:00Z';
    await company.admin.ok('updateTimeEntry', {
      params: { id: timeEntry.id },
      body: { locationId: gate.id, checkIn: timeEntry.checkIn, checkOut, reason },
    });
    const kinds = async (client: TestClient) =>
      (await client.ok('listEmployeeHistory', { params })).map(({ kind }) => kind);
    expect(await kinds(company.admin)).toEqual(['entry-edited', 'employment-changed']);
    expect(await kinds(manager)).toEqual(['entry-edited']);
    const [change] = await manager.ok('listEmployeeHistory', { params });
    expect(change).toMatchObject({ actor: { id: company.user.id }, reason, timeEntryId: timeEntry.id });

    await company.admin.ok('deleteEmployee', { params });
    expect(await company.admin.ok('getEmployee', { params })).toMatchObject({
      deletedAt: '2026-03-02T15:00:00.000Z',
      account: null,
    });
  });
});

it.each(['manager', 'accountant'] as const)(
  'making somebody a %s takes proof and is announced',
  async (role) => {
    const company = await registerCompany(app);
    const person = { firstName: 'Ilze', lastName: 'Ozola', email: uniqueEmail() };
    expect(await company.admin.call('createEmployee', { body: { ...person, role } })).toMatchObject(
      refused(403, 'proof_required'),
    );
    await company.admin.ok('createEmployee', { body: { ...person, role, ...proof } });
    const [notice] = await app.mailsTo(company.user.email);
    expect(notice?.text).toContain(role === 'manager' ? 'Manager' : 'Accountant');
  },
);

it('an accountant reads everybody’s hours, files and the ledger', async () => {
  const company = await registerCompany(app, { subscriptionPlan: 'business' });
  const { qrCode } = await addLocation(company);
  clock.set('2026-03-02T06:00:00Z');
  const worker = await addEmployee(app, company);
  await worker.client.ok('scan', { body: { qrCode } });
  clock.set('2026-03-02T14:00:00Z');
  await worker.client.ok('checkOut', { body: {} });
  const { client } = await addEmployee(app, company, { role: 'accountant' });
  const period = { startDate: '2026-03-01', endDate: '2026-03-31' };
  expect(await client.ok('getTimeEntriesReport', { query: period })).toHaveLength(1);
  expect(await client.ok('getDailySummariesReport', { query: period })).toHaveLength(1);
  const params = { month: '2026-03' };
  const sheet = await client.raw({ url: '/api/months/2026-03/sheet?format=xlsx' });
  expect([sheet.statusCode, sheet.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('sheet-2026-03.xlsx'),
  ]);
  const hours = await client.ok('getMonthHours', { params, query: {} });
  expect(hours.map(({ user }) => user.id)).toContain(worker.employee.id);
  expect((await client.ok('listLedger', { query: {} })).lines.length).toBeGreaterThan(1);
  const query = { ...period, userId: worker.employee.id };
  expect((await client.ok('explainHours', { query })).total.hours).toBe(8);
  expect((await client.ok('listPeople')).every(({ email }) => email === null)).toBe(true);
});

it('docs/roles.md has the policy as it is', async () => {
  const names = Object.keys(contract) as EndpointName[];
  const rows = (Object.keys(policy) as (keyof typeof policy)[]).map((row) => {
    const reaches = ROLES.map((role) => reachOf(row, role) ?? '–');
    const paths = names
      .filter((name) => contract[name].access === row)
      .map((name) => `\`${contract[name].method} ${contract[name].path}\``);
    return `| ${[row, ...reaches, paths.join(', ')].join(' | ')} |`;
  });
  const written = await readFile(new URL('../../docs/roles.md', import.meta.url), 'utf8');
  expect(written).toContain(
    [
      `| Row | ${ROLES.join(' | ')} | Endpoints |`,
      `|---|${ROLES.map(() => '---|').join('')}---|`,
      ...rows,
    ].join('\n'),
  );
});
