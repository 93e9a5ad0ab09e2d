import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { datesBetween } from '#domain/dates.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-06-10T07:00:00.000Z');
let app: TestApp;
let company: Company;
let worker: Awaited<ReturnType<typeof addEmployee>>;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await registerCompany(app);
  worker = await addEmployee(app, company);
});

type Shift = EndpointInput<'setScheduleDays'>['body']['days'][number]['shifts'][number];
const period = { startDate: '2026-07-01', endDate: '2026-08-31' };
const day: Shift = {
  ...{ starts: '07:00', ends: '15:30', breakMinutes: 30 },
  ...{ locationId: null, kindId: null, note: null },
};

async function announce(
  shiftsByDate: Record<string, Shift[]>,
  reason = 'Slimība',
  userId = worker.employee.id,
) {
  const days = Object.entries(shiftsByDate).map(([date, shifts]) => ({ userId, date, shifts }));
  await company.admin.ok('setScheduleDays', { body: { days } });
  return company.admin.call('publishSchedule', { body: { ...period, reason } });
}

/** The mails about the schedule, once there are as many. */
async function mails(count: number, email = worker.employee.email) {
  await app.settled('mail');
  const sent = (await app.mailsTo(email, 0)).filter(({ text }) =>
    LANGUAGES.some((l) => text.includes(pathFor('mySchedule', l))),
  );
  expect(sent).toHaveLength(count);
  return sent;
}

describe('a mail about an announced schedule', () => {
  it('says what is new by day, before and after, why, and where to see it', async () => {
    const { id: locationId } = await addLocation(company, 'Zāģētava');
    await announce({ '2026-07-01': [day], '2026-07-02': [day], '2026-07-03': [day] });
    await announce({
      '2026-07-01': [{ ...day, starts: '22:00', ends: '06:00', locationId }],
      '2026-07-02': [],
      '2026-07-03': [{ ...day, breakMinutes: 60, note: 'www.example.com' }],
      '2026-07-04': [day, { ...day, starts: '20:00', ends: '22:00' }],
    });
    const [first, second] = await mails(2);
    expect(first?.subject).toBe('Your work schedule has changed');
    expect(first?.text).toContain(
      'Kokaudzētava SIA has published your work schedule for 1 Jul 2026 – 31 Aug 2026.',
    );
    expect(first?.text).toContain('Wed, 1 Jul 2026: 07:00–15:30\n');
    expect(second?.text).toContain('Wed, 1 Jul 2026: 07:00–15:30 → 22:00–06:00, Zāģētava\n');
    expect(second?.text).toContain('Thu, 2 Jul 2026: 07:00–15:30 → day off\n');
    expect(second?.text).toContain(
      'Fri, 3 Jul 2026: 07:00–15:30, break 30 min → 07:00–15:30, break 60 min, …\n',
    );
    expect(second?.text).toContain('Sat, 4 Jul 2026: 07:00–15:30; 20:00–22:00\n');
    expect(second?.text).toContain('Reason: Slimība');
    expect(second?.html).toContain('/my-schedule"');
  });

  it('is in the language of its person, and lists 31 days', async () => {
    company = await registerCompany(app, { language: 'lv' });
    worker = await addEmployee(app, company);
    const dates = datesBetween({ start: '2026-07-15', end: '2026-08-19' });
    await announce(Object.fromEntries(dates.map((date) => [date, [day]])));
    const [mail] = await mails(1);
    expect(mail?.text).toContain('trešd., 15.07.2026: 07:00–15:30\n');
    expect(mail?.text).toContain('14.08.2026');
    expect(mail?.text).not.toContain('15.08.2026');
    expect(mail?.text).toContain('un vēl 5 dienas');
    // All of it is outside the notice of a month.
    expect(mail?.text).not.toContain('Slimība');
    expect(mail?.text).toContain('/lv/mans-grafiks');
  });

  it('goes neither to whoever published it, nor to people for whom nothing is new, nor more than 30 times a day', async () => {
    const colleague = await addEmployee(app, company);
    await announce({ '2026-07-01': [day] }, 'Grafiks', company.user.id);
    for (let time = 0; time < 32; time += 1) {
      await announce({ '2026-07-01': [{ ...day, note: String(time) }] });
    }
    await mails(30);
    await mails(0, colleague.employee.email);
    await mails(0, company.user.email);
    const { announcements } = await worker.client.ok('getOwnSchedule', { query: { ...period } });
    expect(announcements).toHaveLength(32);
  });

  it('waits until the owner has confirmed their address; too many that wait hinder no publication', async () => {
    const { db } = app.services;
    const companyId = company.user.company.id;
    await db.updateTable('company').set({ confirmedAt: null }).where('id', '=', companyId).execute();
    const waiting = async () => (await company.admin.ok('getConfirmation')).waiting;
    const before = await waiting();
    await announce({ '2026-07-01': [day] });
    expect(await waiting()).toBe(before + 1);
    const createdAt = clock.now().toISOString();
    const held = { companyId, recipient: 'a@b.test', sealed: Buffer.alloc(1), createdAt };
    const rows = Array.from({ length: 500 }, () => ({ id: randomUUIDv7(), ...held }));
    await db.insertInto('heldMail').values(rows).execute();
    expect(await announce({ '2026-07-02': [day] })).toMatchObject({ status: 200, body: { announced: 1 } });
    expect(await waiting()).toBe(before + 501);
    const told = await company.admin.ok('listAnnouncements', { query: { ...period } });
    expect(told.map(({ channels }) => channels)).toEqual([['app'], ['app']]);
    await mails(0);
  });

  it('is sent to nobody where the company has turned it off', async () => {
    await company.admin.ok('updateCompany', { body: { sendsSchedules: false } });
    expect((await announce({ '2026-07-01': [day] })).status).toBe(200);
    await company.admin.ok('updateCompany', { body: { sendsSchedules: true } });
    await announce({ '2026-07-02': [day] });
    await mails(1);
    const { announcements } = await worker.client.ok('getOwnSchedule', { query: { ...period } });
    expect(announcements.map(({ channels }) => channels)).toEqual([['app', 'mail'], ['app']]);
  });
});
