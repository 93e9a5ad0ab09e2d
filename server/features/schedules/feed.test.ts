import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  feedTokenIn,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// The clocks of Riga go back in the night to 25 October 2026.
const clock = fixedClock('2026-10-20T07:00:00.000Z');
let app: TestApp;
let company: Company;
let worker: Awaited<ReturnType<typeof addEmployee>>;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set('2026-10-20T07:00:00.000Z');
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  worker = await addEmployee(app, company);
});

type Shift = EndpointInput<'setScheduleDays'>['body']['days'][number]['shifts'][number];
const shift = (starts: string, ends: string, more: Partial<Shift> = {}): Shift => ({
  starts,
  ends,
  breakMinutes: 0,
  locationId: null,
  kindId: null,
  note: null,
  ...more,
});

async function publish(shifts: Record<string, Shift[]>, userId = worker.employee.id) {
  const dates = Object.keys(shifts).toSorted();
  const days = dates.map((date) => ({ userId, date, shifts: shifts[date] ?? [] }));
  await company.admin.ok('setScheduleDays', { body: { days } });
  const period = { startDate: dates[0] ?? '', endDate: dates.at(-1) ?? '' };
  await company.admin.ok('publishSchedule', { body: { ...period, reason: 'Pirmais' } });
}

const addressOf = async ({ client } = worker) => (await client.ok('createScheduleFeed')).url;
/** As a calendar reads it: without a session. */
const read = (url: string) => app.client().raw({ method: 'GET', url: new URL(url).pathname });
async function eventsOf(url: string) {
  const { statusCode, body, headers } = await read(url);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const calendar = new ICAL.Component(ICAL.parse(body));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone?.tzid,
    };
  });
}

it('has the published shifts with their places, by the clock of the company, and no draft', async () => {
  const location = await addLocation(company, 'Zāģētava; Ogre, 2');
  const other = await addEmployee(app, company);
  await publish({ '2026-10-22': [shift('07:00', '15:30')] }, other.employee.id);
  // Nine hours between the clocks, ten of them elapsed.
  await publish({
    '2026-10-23': [shift('08:00', '12:00'), shift('13:00', '17:00')],
    '2026-10-24': [shift('22:00', '07:00', { locationId: location.id, note: 'Atslēga\\n; "sargs"' })],
  });
  await company.admin.ok('setScheduleDays', {
    body: { days: [{ userId: worker.employee.id, date: '2026-10-27', shifts: [shift('07:00', '15:00')] }] },
  });
  const url = await addressOf();
  const events = await eventsOf(url);
  expect(events).toMatchObject([
    { start: '2026-10-23T05:00:00.000Z', end: '2026-10-23T09:00:00.000Z', zone: 'Europe/Riga' },
    { start: '2026-10-23T10:00:00.000Z', end: '2026-10-23T14:00:00.000Z' },
    {
      start: '2026-10-24T19:00:00.000Z',
      end: '2026-10-25T05:00:00.000Z',
      location: 'Zāģētava; Ogre, 2',
      description: 'Atslēga\\n; "sargs"',
    },
  ]);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
  // A shift keeps its name for calendars while it ends at another time.
  await publish({ '2026-10-24': [shift('22:00', '05:00')] });
  expect((await eventsOf(url))[2]).toMatchObject({
    uid: events[2]?.uid,
    end: '2026-10-25T03:00:00.000Z',
  });
});

it('has the hour less of the night in spring, and folds long texts between their letters', async () => {
  clock.set('2027-03-20T07:00:00.000Z');
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  worker = await addEmployee(app, company);
  // The clocks go forward in the night to 28 March 2027.
  const note = `${'ž'.repeat(99)}${'😀'.repeat(50)}`;
  await publish({
    '2027-03-27': [shift('22:00', '06:00', { note })],
    '2027-03-28': [shift('22:00', '06:00')],
  });
  const url = await addressOf();
  expect(await eventsOf(url)).toMatchObject([
    { start: '2027-03-27T20:00:00.000Z', end: '2027-03-28T03:00:00.000Z', description: note },
    { start: '2027-03-28T19:00:00.000Z', end: '2027-03-29T03:00:00.000Z' },
  ]);
  const { body } = await read(url);
  const lines = body.split('\r\n');
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n\ufffd]/);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
});

it('ends with a company that is being deleted', async () => {
  const url = await addressOf();
  await app.services.db
    .updateTable('company')
    .set({ deletionDueAt: '2026-11-20T07:00:00.000Z' })
    .where('id', '=', company.user.companyId)
    .execute();
  expect((await read(url)).statusCode).toBe(404);
});

it('reaches from a month back to three ahead', async () => {
  const at = (date: string) => ({ [date]: [shift('07:00', '15:00')] });
  for (const date of ['2026-09-18', '2026-09-19', '2027-01-20', '2027-01-21']) await publish(at(date));
  expect((await eventsOf(await addressOf())).map(({ start }) => start.slice(0, 10))).toEqual([
    '2026-09-19',
    '2027-01-20',
  ]);
});

it('ends when it is replaced or ended, and with the account', async () => {
  const hasFeed = async () => {
    const period = { startDate: '2026-10-20', endDate: '2026-10-20' };
    return (await worker.client.ok('getOwnSchedule', { query: period })).hasFeed;
  };
  expect(await hasFeed()).toBe(false);
  const first = await addressOf();
  expect(await hasFeed()).toBe(true);
  const second = await addressOf();
  expect((await read(first)).statusCode).toBe(404);
  expect((await read(second)).statusCode).toBe(200);
  await worker.client.ok('deleteScheduleFeed');
  expect((await read(second)).statusCode).toBe(404);
  expect(await hasFeed()).toBe(false);

  const third = await addressOf();
  await company.admin.ok('deactivateEmployees', { body: { userIds: [worker.employee.id] } });
  expect((await read(third)).statusCode).toBe(404);
});

it('is nobody else’s: another company’s secret, a changed and a made-up one are unknown', async () => {
  const token = feedTokenIn(await addressOf());
  const stranger = await registerCompany(app);
  const foreign = feedTokenIn((await stranger.admin.ok('createScheduleFeed')).url);
  // The end of a secret says whose company it is.
  const mixed = token.slice(0, 43) + foreign.slice(43);
  for (const made of [mixed, token.slice(0, -1), `${token}A`, 'x', '%00', '..%2F..%2Fusers']) {
    const { statusCode } = await app.client().raw({ method: 'GET', url: `/api/schedule/feed/${made}` });
    expect(statusCode, made).toBe(404);
  }
});
