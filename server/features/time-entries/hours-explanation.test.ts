import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleOffset,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-03-05T06:00:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
const iso = (ms: number) => new Date(ms).toISOString();

it('leads from a total down to the scans', async () => {
  clock.set('2026-03-05T19:30:00.000Z');
  const company = await registerCompany(app);
  const [hall, yard] = [await addLocation(company, 'Hala'), await addLocation(company, 'Pagalms')];
  const { client, employee } = await addEmployee(app, company);
  const { timeEntry: first } = await client.ok('scan', { body: { qrCode: hall.qrCode } });
  clock.set('2026-03-05T23:00:00.000Z');
  const offline = { scannedAt: '2026-03-05T22:30:00.123Z', deviceAt: '2026-03-05T22:41:00.000Z' };
  const { timeEntry: second } = await client.ok('scan', { body: { qrCode: yard.qrCode, ...offline } });
  clock.set('2026-03-06T01:00:00.000Z');

  const query = { startDate: '2026-03-06', endDate: '2026-03-06', userId: employee.id };
  const explained = await client.ok('explainHours', { query });
  const ms = 30 * 60_000 + 123 + (2.5 * hour - 123);
  expect(explained).toMatchObject({
    timeZone: 'Europe/Riga',
    countedUpTo: '2026-03-06T01:00:00.000Z',
    total: { ms, hours: 3, oneDecimal: 3, twoDecimals: 3 },
    days: [
      {
        date: '2026-03-06',
        dayMs: day,
        parts: [
          {
            timeEntryId: first.id,
            start: '2026-03-05T22:00:00.000Z',
            end: '2026-03-05T22:30:00.123Z',
            startOffset: '+02:00',
            beganEarlier: true,
            wentOn: false,
          },
          { timeEntryId: second.id, end: '2026-03-06T01:00:00.000Z', beganEarlier: false },
        ],
      },
    ],
  });
  const [one, two] = explained.entries;
  expect(one?.scans).toMatchObject([
    { action: 'check-in', source: 'code', location: { name: 'Hala' }, scannedAt: null, deviceAt: null },
    {
      action: 'location-switch',
      source: 'offline',
      location: { name: 'Pagalms' },
      effectiveAt: '2026-03-05T22:30:00.123Z',
      receivedAt: '2026-03-05T23:00:00.000Z',
      ...offline,
    },
  ]);
  expect(two?.scans).toHaveLength(1);
  expect(await company.admin.ok('explainHours', { query })).toEqual(explained);
  const { userId: _, ...everybody } = query;
  expect(await company.admin.ok('explainHours', { query: everybody })).toEqual(explained);
  expect(await client.ok('explainHours', { query: everybody })).toEqual(explained);
  const here = await client.ok('explainHours', { query: { ...query, locationId: hall.id } });
  expect(here.total.ms).toBe(30 * 60_000 + 123);
});

it('shows why nothing of an entry counts', async () => {
  clock.set('2026-03-05T06:00:00.000Z');
  const company = await registerCompany(app);
  const location = await addLocation(company);
  const { client } = await addEmployee(app, company);
  await client.ok('scan', { body: { qrCode: location.qrCode } });
  clock.set('2026-03-06T06:00:00.000Z');
  const query = { startDate: '2026-03-05', endDate: '2026-03-06' };
  expect(await client.ok('explainHours', { query })).toMatchObject({
    total: { ms: 0 },
    days: [],
    entries: [{ notCounted: 'needs-attention', scans: [{ action: 'check-in' }] }],
  });
  // On a day that it did not begin on, there is nothing to tell of it.
  expect(await client.ok('explainHours', { query: { ...query, startDate: '2026-03-06' } })).toMatchObject({
    entries: [],
  });
});

it('is for oneself and for administrators', async () => {
  const company = await registerCompany(app);
  const [one, other] = [await addEmployee(app, company), await addEmployee(app, company)];
  const query = { startDate: '2026-03-05', endDate: '2026-03-05', userId: other.employee.id };
  expect(await one.client.call('explainHours', { query })).toMatchObject({ status: 404 });
});

it('is a file of one’s own hours, whatever the plan, and of nobody else’s', async () => {
  clock.set('2026-03-05T06:00:00.000Z');
  const company = await registerCompany(app, { subscriptionPlan: 'starter' });
  const location = await addLocation(company, 'Hala');
  const { client, employee } = await addEmployee(app, company);
  await client.ok('scan', { body: { qrCode: location.qrCode } });
  clock.set('2026-03-05T14:30:00.000Z');
  await client.ok('checkOut', { body: {} });
  clock.set('2026-05-05T06:00:00.000Z');
  await app.services.db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
  const month = { startDate: '2026-03-01', endDate: '2026-03-31', measure: 'month', format: 'csv' };
  const ask = (of: typeof client, more = {}) =>
    of.raw({
      url: `/api/hours/explanation?${new URLSearchParams({ ...month, ...more })}`,
      headers: { 'accept-language': 'lv' },
    });
  const file = await ask(client);
  expect(file.headers['content-disposition']).toBe('attachment; filename="manas-stundas-2026-03.csv"');
  const [, row, total] = file.body.split('\r\n');
  expect([row, total]).toEqual([
    '2026-03-05;Hala;2026-03-05 08:00:00;2026-03-05 16:30:00;0,00;8,50;;30600',
    'Kopā;;;;0,00;8,50;;30600',
  ]);
  expect((await ask(client, { measure: 'days' })).headers['content-disposition']).toContain(
    'manas-stundas-2026-03-01-2026-03-31.csv',
  );
  expect((await ask(company.admin, { userId: employee.id })).statusCode).toBe(404);
  expect((await ask(company.admin)).statusCode).toBe(404);
  // As many files an hour as of all own data.
  for (let files = 2; files < 60; files += 1) await app.services.throttle.take('ownData', employee.id);
  expect((await ask(client)).statusCode).toBe(429);
});

it.each(zoneNames)('its sum is what reports and dashboards show, to the millisecond: %s', async (zone) => {
  const company = await registerCompany(app, { timezone: zone });
  const locations = [await addLocation(company, 'A'), await addLocation(company, 'B')];
  const { companyId, id: userId } = company.user;
  const spans = fc.array(
    fc.record({ gap: fc.nat(9 * hour), length: fc.integer({ min: 1, max: 14 * hour }), location: fc.nat(1) }),
    { minLength: 1, maxLength: 8 },
  );
  const nights = fc.constantFrom(lastSundayAt1(2026, 2), lastSundayAt1(2026, 9), Date.UTC(2026, 4, 31, 22));
  await fc.assert(
    fc.asyncProperty(spans, nights, fc.boolean(), async (given, night, isOpen) => {
      await app.services.db.deleteFrom('timeEntry').where('companyId', '=', companyId).execute();
      let from = night - 30 * hour;
      for (const [index, { gap, length, location }] of given.entries()) {
        const checkIn = from + gap;
        from = checkIn + length;
        const isLast = isOpen && index === given.length - 1;
        await app.services.db
          .insertInto('timeEntry')
          .values({
            ...{
              companyId,
              id: randomUUID(),
              userId,
              locationId: locations[location]?.id ?? '',
              checkInSource: 'qr',
            },
            checkIn: iso(checkIn),
            checkOut: isLast ? null : iso(from),
            checkOutSource: isLast ? null : 'qr',
          })
          .execute();
      }
      clock.set(iso(from));
      const session = { expiresAt: '2099-01-01T00:00:00Z' };
      await app.services.db.updateTable('session').set(session).where('companyId', '=', companyId).execute();
      const query = { startDate: oracleDate(night - 3 * day, zone), endDate: oracleDate(from, zone) };
      const explained = await company.admin.ok('explainHours', { query });

      const summaries = await company.admin.ok('getDailySummariesReport', { query });
      const byDate = Map.groupBy(summaries, ({ date }) => date);
      const reported = new Map(
        [...byDate].map(([date, all]) => [
          date,
          Math.round(all.reduce((sum, { totalHours }) => sum + totalHours * hour, 0)),
        ]),
      );
      expect(new Map(explained.days.map(({ date, ms }) => [date, ms]))).toEqual(
        new Map([...reported].filter(([, ms]) => ms > 0)),
      );
      const parts = explained.days.flatMap((one) => one.parts);
      expect(explained.total.ms).toBe(parts.reduce((sum, { ms }) => sum + ms, 0));
      for (const { start, end, ms, startOffset, endOffset } of parts) {
        expect(Date.parse(end) - Date.parse(start)).toBe(ms);
        for (const [instant, offset] of [
          [start, startOffset],
          [end, endOffset],
        ] as const) {
          expect(offset).toBe(`+0${oracleOffset(Date.parse(instant), zone) / hour}:00`);
        }
      }
      const today = oracleDate(from, zone);
      const stats = await company.admin.ok('getDashboardStats', { query: {} });
      expect(Math.round(stats.todayHours * hour)).toBe(
        explained.days.find(({ date }) => date === today)?.ms ?? 0,
      );
    }),
    { numRuns: samples(30) },
  );
});
