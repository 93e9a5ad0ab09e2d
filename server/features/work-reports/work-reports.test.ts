import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// 10:00 in Riga.
const start = '2026-03-05T08:00:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
});
beforeEach(() => clock.set(start));
afterAll(() => app.close());

const item = { units: 'pcs', quantity: 2.5, description: 'Durvis' };

async function worker() {
  const { client, employee } = await addEmployee(app, company);
  const location = (await company.admin.ok('listLocations'))[0] ?? (await addLocation(company));
  const checkIn = async () => (await client.ok('scan', { body: { qrCode: location.qrCode } })).timeEntry;
  return { client, employee, checkIn };
}

it('belongs to the open entry, else to the latest, else to none', async () => {
  const { client, checkIn } = await worker();
  const early = await client.ok('createWorkReports', { body: { items: [item] } });
  expect(early.timeEntryId).toBeNull();

  const entry = await checkIn();
  const working = await client.ok('createWorkReports', { body: { items: [item], generalNotes: 'Lietus' } });
  expect(working).toMatchObject({ timeEntryId: entry.id, generalNotes: 'Lietus', items: [item] });

  clock.set('2026-03-05T09:00:00.000Z');
  await client.ok('checkOut', { body: {} });
  const done = await client.ok('createWorkReports', { body: { items: [item, { ...item, units: 'm2' }] } });
  expect(done.timeEntryId).toBe(entry.id);
  expect(done.items.map((row) => row.units)).toEqual(['pcs', 'm2']);

  const query = { startDate: '2026-03-05', endDate: '2026-03-05' };
  const [reported] = await company.admin.ok('getTimeEntriesReport', { query });
  expect(reported?.workReports.map((row) => row.units)).toEqual(['pcs', 'pcs', 'm2']);
});

it('is answered as the work report of product.md §3, with all of its rows', async () => {
  const { client, employee, checkIn } = await worker();
  const entry = await checkIn();
  const items = [item, { ...item, units: 'm2' }];
  const created = await client.call('createWorkReports', { body: { items, generalNotes: 'Lietus' } });
  const row = {
    ...{ id: expect.any(String), userId: employee.id, timeEntryId: entry.id, ...item },
    ...{ generalNotes: 'Lietus', createdAt: start, correctedAt: null },
  };
  expect(created).toMatchObject({ status: 201 });
  expect(created.body).toEqual({ ...row, items: [row, { ...row, units: 'm2' }] });
  // Its id is that of a row, by which it can be corrected.
  const corrected = { ...item, quantity: 3, generalNotes: 'Lietus' };
  expect(
    await client.ok('updateWorkReport', { params: { id: created.body.id }, body: corrected }),
  ).toMatchObject({ id: created.body.items[0]?.id, quantity: 3 });
});

it('only the owner of an entry reports on it', async () => {
  const { checkIn } = await worker();
  const entry = await checkIn();
  const colleague = await worker();
  const foreign = await registerCompany(app);
  const body = { timeEntryId: entry.id, items: [item] };
  const unknown = await colleague.client.call('createWorkReports', {
    body: { ...body, timeEntryId: randomUUID() },
  });
  expect(unknown).toMatchObject({ status: 404 });
  for (const client of [colleague.client, company.admin, foreign.admin]) {
    const { status, body: answer } = await client.call('createWorkReports', { body });
    expect({ status, code: answer.code }).toEqual({ status: unknown.status, code: unknown.body.code });
  }
});

it('none is added to an entry of an approved month, named or not, until it is unlocked', async () => {
  const { client, employee, checkIn } = await worker();
  const entry = await checkIn();
  clock.set('2026-03-05T09:00:00.000Z');
  await client.ok('checkOut', { body: {} });
  clock.set('2026-04-02T08:00:00.000Z');
  const month = { month: '2026-03', userId: employee.id };
  await company.admin.ok('approveMonth', { body: month });
  for (const timeEntryId of [entry.id, undefined]) {
    expect(await client.call('createWorkReports', { body: { timeEntryId, items: [item] } })).toMatchObject({
      status: 409,
      body: { code: 'month_locked' },
    });
  }
  await company.admin.ok('unlockMonth', { body: { ...month, reason: 'Trūkst atskaites' } });
  const added = await client.ok('createWorkReports', { body: { timeEntryId: entry.id, items: [item] } });
  expect(added.timeEntryId).toBe(entry.id);
});

it('the id of a colleague’s entry tells a person nothing, wherever it can be given', async () => {
  const { checkIn, employee } = await worker();
  const entry = await checkIn();
  const colleague = await worker();
  const body = { kind: 'delete', reason: 'Nav manējais' } as const;
  const asked = async (id: string, userId: string) => {
    const answers = [
      await colleague.client.call('createWorkReports', { body: { timeEntryId: id, items: [item] } }),
      await colleague.client.call('getTimeEntryHistory', { params: { id } }),
      await colleague.client.call('createCorrectionRequest', { body: { ...body, timeEntryId: id } }),
      await colleague.client.call('explainHours', {
        query: { userId, startDate: '2026-03-05', endDate: '2026-03-05' },
      }),
    ];
    return answers.map(({ status, body }) => ({ status, code: body.code }));
  };
  const strangers = await asked(randomUUID(), randomUUID());
  expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await asked(entry.id, employee.id)).toEqual(strangers);
});

it('a month’s reports are those made in it by the company’s clock', async () => {
  const { client } = await worker();
  // Midnight in Riga is 22:00 UTC, and 21:00 once summer time has begun.
  for (const [at, description] of [
    ['2026-02-28T21:59:59Z', 'February'],
    ['2026-02-28T22:00:00Z', 'March'],
    ['2026-03-31T20:59:59Z', 'March'],
    ['2026-03-31T21:00:00Z', 'April'],
  ] as const) {
    clock.set(at);
    await client.ok('createWorkReports', { body: { items: [{ ...item, description }] } });
  }
  const described = async (month?: string) =>
    (await client.ok('listWorkReports', { query: month ? { month } : {} })).map((row) => row.description);
  expect(await described('2026-03')).toEqual(['March', 'March']);
  expect(await described('2026-04')).toEqual(['April']);
  expect(await described()).toEqual(['April', 'March', 'March', 'February']);
});

it('20 retries of one submission are one submission', async () => {
  const { client, checkIn } = await worker();
  await checkIn();
  const body = { items: [item], clientReportId: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.ok('createWorkReports', { body })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await client.ok('listWorkReports')).toHaveLength(1);
});

it.each([
  [{ items: [] }, 'Add at least one position'],
  [{ items: [{ ...item, units: '' }] }, 'Units are required'],
  [{ items: [item, { ...item, units: 'bananas' }] }, 'Choose a unit from the list'],
  [{ items: [{ ...item, quantity: -0.1 }] }, 'Quantity must be positive'],
  [{ items: [{ ...item, quantity: 1e300 }] }, 'This quantity is too large'],
  [{ items: [{ ...item, description: ' ' }] }, 'Description is required'],
])('refuses %j', async (body, message) => {
  const { client } = await worker();
  expect(await client.call('createWorkReports', { body })).toMatchObject({ status: 400, body: { message } });
  expect(await client.ok('listWorkReports')).toEqual([]);
});

it('a stored report in a unit of its own is read and corrected; a unit that is on no list is refused', async () => {
  const { client, employee, checkIn } = await worker();
  await checkIn();
  const { items } = await client.ok('createWorkReports', { body: { items: [item] } });
  const id = items[0]?.id ?? '';
  await app.services.db
    .updateTable('workReport')
    .set({ units: 'orderiņi' })
    .where('companyId', '=', employee.companyId)
    .where('id', '=', id)
    .execute();
  expect(await client.ok('listWorkReports')).toMatchObject([{ units: 'orderiņi', quantity: 2.5 }]);
  const body = { units: 'orderiņi', quantity: 3, description: 'Durvis', generalNotes: null };
  expect(await client.ok('updateWorkReport', { params: { id }, body })).toMatchObject({
    units: 'orderiņi',
    quantity: 3,
  });
  const changed = await client.call('updateWorkReport', {
    params: { id },
    body: { ...body, units: 'bananas' },
  });
  expect(changed).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'units', message: 'Choose a unit from the list' }] },
  });
});

it('its author corrects it until the end of the next day in company time; what it said is kept', async () => {
  const { client, employee, checkIn } = await worker();
  await checkIn();
  const { items } = await client.ok('createWorkReports', { body: { items: [item] } });
  const id = items[0]?.id ?? '';
  const change = { units: 'pcs', quantity: 3, description: 'Durvis', generalNotes: null };

  clock.set('2026-03-06T21:59:59.999Z');
  const corrected = await client.ok('updateWorkReport', { params: { id }, body: change });
  expect(corrected).toMatchObject({
    quantity: 3,
    correctedAt: '2026-03-06T21:59:59.999Z',
    correctableUntil: '2026-03-06T22:00:00.000Z',
    corrections: [
      { quantity: 2.5, author: { firstName: employee.firstName }, correctedAt: '2026-03-06T21:59:59.999Z' },
    ],
  });
  clock.set('2026-03-06T22:00:00.000Z');
  expect(await client.call('updateWorkReport', { params: { id }, body: change })).toMatchObject({
    status: 409,
    body: { code: 'report_closed' },
  });
  const colleague = await worker();
  for (const other of [colleague.client, company.admin]) {
    expect(await other.call('updateWorkReport', { params: { id }, body: change })).toMatchObject({
      status: 404,
    });
  }
});
