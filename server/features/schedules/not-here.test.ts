import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sendNotHereMails } from './not-here.service.ts';

// A Wednesday; the shifts are two days later, so that everybody is still signed in. Riga is three hours ahead of UTC.
const now = '2026-06-10T06:00:00.000Z';
const friday = '2026-06-12';
const clock = fixedClock(now);
let app: TestApp;
let company: Company;
let hall: Awaited<ReturnType<typeof addLocation>>;
type Person = Awaited<ReturnType<typeof addEmployee>>;
let worker: Person;
let manager: Person;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(now);
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  hall = await addLocation(company, 'Zāģētava');
  manager = await addManager();
  worker = await addWorker('Jānis');
});

const addManager = (locationIds = [hall.id]) =>
  addEmployee(app, company, { firstName: 'Marta', role: 'manager', locationIds });
/** Somebody who has worked in the hall, and so is the manager's. */
async function addWorker(firstName: string) {
  const added = await addEmployee(app, company, { firstName });
  await added.client.ok('scan', { body: { qrCode: hall.qrCode } });
  await added.client.ok('checkOut', { body: {} });
  return added;
}

type Shift = EndpointInput<'setScheduleDays'>['body']['days'][number]['shifts'][number];
const day = (more: Partial<Shift> = {}): Shift => ({
  ...{ starts: '07:00', ends: '15:30', breakMinutes: 30, locationId: hall.id, kindId: null, note: null },
  ...more,
});
async function publish(shifts: Shift[], { people = [worker], date = friday } = {}) {
  const days = people.map(({ employee }) => ({ userId: employee.id, date, shifts }));
  await company.admin.ok('setScheduleDays', { body: { days } });
  await company.admin.ok('publishSchedule', { body: { startDate: date, endDate: date, reason: 'Jauns' } });
}
async function runAt(time: string) {
  clock.set(time.includes('T') ? time : `${friday}T${time}Z`);
  await sendNotHereMails(app.services);
}
/** What the reader was mailed of people who have not come. */
async function mails({ email }: { email: string }) {
  await app.settled('mail');
  const starts = LANGUAGES.map((l) => mailTranslator(l, {})('mail:notHereSubject', { number: '' }));
  return (await app.mailsTo(email, 0)).filter(({ subject }) => starts.some((s) => subject.startsWith(s)));
}
const toManager = () => mails(manager.employee);
const toAdmin = () => mails({ email: company.user.email });

describe('who has not come', () => {
  it('is mailed to the manager an hour after the start, once, whatever is published or run again', async () => {
    await publish([day(), day({ starts: '16:00', ends: '20:00' })]);
    await runAt('04:59:59');
    expect(await toManager()).toEqual([]);
    await runAt('05:00:00');
    const [mail, ...more] = await toManager();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Planned, not here yet: 1');
    expect(mail?.text).toContain('at 08:00');
    expect(mail?.text).toContain(`Jānis ${worker.employee.lastName}: 07:00–15:30, Zāģētava`);
    await runAt('05:05:00');
    await publish([day({ starts: '07:30' })]);
    await runAt('06:00:00');
    await publish([day(), day({ starts: '16:00', ends: '20:00' })]);
    // The second shift of the date.
    await runAt('14:30:00');
    expect(await toManager()).toHaveLength(1);
    expect(await toAdmin()).toEqual([]);
    // Another date.
    await publish([day()], { date: '2026-06-13' });
    await runAt('2026-06-13T05:00:00Z');
    expect(await toManager()).toHaveLength(2);
  });

  it('is one mail for many, to each of several managers, also with two servers at once', async () => {
    const second = await addManager();
    const elsewhere = await addManager([(await addLocation(company, 'Pagalms')).id]);
    const people = [worker, await addWorker('Ilze'), await addWorker('Līga')];
    await publish([day()], { people });
    clock.set(`${friday}T05:10:00Z`);
    await Promise.all([sendNotHereMails(app.services), sendNotHereMails(app.services)]);
    for (const { employee } of [manager, second]) {
      const sent = await mails(employee);
      expect(sent.map(({ subject }) => subject)).toEqual(['Planned, not here yet: 3']);
      for (const name of ['Jānis', 'Ilze', 'Līga']) expect(sent[0]?.text).toContain(name);
    }
    expect(await mails(elsewhere.employee)).toEqual([]);
  });

  it('is nobody who has checked in, is absent or has left, whose shift is over, and nobody by a draft', async () => {
    const [absent, over, drafted, gone] = [
      await addWorker('Ilze'),
      await addWorker('Zane'),
      await addWorker('Aija'),
      await addWorker('Baiba'),
    ];
    await publish([day()], { people: [worker, absent, gone] });
    const { id, firstName, lastName, email, role } = gone.employee;
    await company.admin.ok('updateEmployee', {
      params: { id },
      body: { firstName, lastName, email, role, employedTo: '2026-06-11' },
    });
    await publish([day({ starts: '05:00', ends: '06:30' })], { people: [over] });
    const days = [{ userId: drafted.employee.id, date: friday, shifts: [day()] }];
    await company.admin.ok('setScheduleDays', { body: { days } });
    const absence = { userId: absent.employee.id, startDate: friday, endDate: friday, code: 'A' };
    await company.admin.ok('createAbsence', { body: absence });
    clock.set(`${friday}T04:59:00Z`);
    await worker.client.ok('scan', { body: { qrCode: hall.qrCode } });
    await runAt('05:30:00');
    expect(await toManager()).toEqual([]);
    expect(await toAdmin()).toEqual([]);
  });

  it('is mailed to administrators where no manager may see them, and to nobody about themselves', async () => {
    // They have not worked in the hall yet.
    const newcomer = await addEmployee(app, company, { firstName: 'Ieva' });
    const { id } = await addLocation(company, 'Pagalms');
    await publish([day()], { people: [newcomer, manager] });
    await publish([day({ locationId: id })]);
    await runAt('05:00:00');
    expect(await toManager()).toEqual([]);
    const [mail] = await toAdmin();
    expect(mail?.subject).toBe('Planned, not here yet: 3');
    expect(mail?.text).toContain('07:00–15:30, Pagalms');
  });

  it('is mailed in other companies where one cannot be read', async () => {
    await publish([day()]);
    const broken = company;
    company = await registerCompany(app, { timezone: 'Europe/Riga' });
    worker = await addEmployee(app, company);
    await publish([day({ locationId: null })]);
    const { db } = app.services;
    await db
      .updateTable('company')
      .set({ timezone: 'Europe/Nowhere' })
      .where('id', '=', broken.user.company.id)
      .execute();
    await runAt('05:00:00');
    expect(await toAdmin()).toHaveLength(1);
    await db.deleteFrom('plannedShift').where('companyId', '=', broken.user.company.id).execute();
  });

  it('of a shift that names no location is mailed to the person’s managers', async () => {
    await publish([day({ locationId: null })]);
    await runAt('05:00:00');
    expect((await toManager())[0]?.text).toContain('07:00–15:30\n');
    expect(await toAdmin()).toEqual([]);
  });

  it('is mailed to nobody where the company has turned it off, and of nobody afterwards whose shift is over', async () => {
    await publish([day()]);
    expect(await company.admin.ok('getCompany')).toMatchObject({ sendsNotHere: true });
    await company.admin.ok('updateCompany', { body: { sendsNotHere: false } });
    await runAt('05:00:00');
    await company.admin.ok('updateCompany', { body: { sendsNotHere: true } });
    await runAt('12:30:00');
    expect(await toManager()).toEqual([]);
  });

  it.each([
    ['the first of two 03:30', '2026-10-25', '00:30', '01:30'],
    ['the 03:30 that is skipped', '2027-03-28', '01:30', '02:30'],
    ['a night shift from the day before', '2026-10-24', '20:30', '21:30'],
  ])('on the night of the changed clocks: %s', async (name, date, start, due) => {
    clock.set(`${date}T00:00:00Z`);
    const own = await registerCompany(app, { timezone: 'Europe/Riga' });
    const added = await addEmployee(app, own);
    const starts = name.startsWith('a night') ? '23:30' : '03:30';
    const shifts = [day({ starts, ends: '09:00', locationId: null })];
    await own.admin.ok('setScheduleDays', { body: { days: [{ userId: added.employee.id, date, shifts }] } });
    await own.admin.ok('publishSchedule', { body: { startDate: date, endDate: date, reason: 'Jauns' } });
    await runAt(new Date(Date.parse(`${date}T${start}:00Z`) + 59 * 60_000).toISOString());
    expect(await mails({ email: own.user.email })).toEqual([]);
    await runAt(`${date}T${due}:00Z`);
    expect(await mails({ email: own.user.email })).toHaveLength(1);
  });
});
