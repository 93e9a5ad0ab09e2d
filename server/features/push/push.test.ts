import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { PUSH_KINDS } from '#contract/push.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { newPushKeys, startPushService } from '#tests/support/push-service.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { forgetOldNews } from './push.jobs.ts';
import { tellCompany } from './tell.service.ts';

// A Wednesday at 13:00 in Riga.
const now = '2026-06-10T10:00:00.000Z';
const clock = fixedClock(now);
const env = { AI_PRIVATE_ENDPOINTS: 'true' };
let service: Awaited<ReturnType<typeof startPushService>>;
let app: TestApp;
let company: Company;
let hall: Awaited<ReturnType<typeof addLocation>>;
type Person = Awaited<ReturnType<typeof addEmployee>>;
let worker: Person;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({ clock, env });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  clock.set(now);
  service.answers(() => undefined);
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  hall = await addLocation(company, 'Zāģētava');
  worker = await addEmployee(app, company);
});

async function subscribe(client: TestClient) {
  const { endpoint, keys, ...browser } = service.subscribe();
  await client.ok('subscribeToPush', { body: { endpoint, keys } });
  await app.settled('push');
  return { ...browser, endpoint, keys, ...browserOf(browser.messages) };
}
/** What the browser was shown since the last time, without the first that only says that it works. */
const browserOf = (messages: { tag: string; title: string; body: string }[]) => ({
  async shown() {
    await tellCompany(app.services, company.user.company.id);
    await app.settled('push');
    return messages.splice(0).filter(({ tag }) => tag !== 'works');
  },
});
const at = (instant: string) => clock.set(instant);
const checkIn = (person = worker) => person.client.ok('scan', { body: { qrCode: hall.qrCode } });
const write = (subject = 'Sapulce') =>
  company.admin.ok('createMessage', {
    body: { recipientId: worker.employee.id, subject, content: 'Rīt 8:00', isAnnouncement: false },
  });
const choose = (client: TestClient, body: Partial<EndpointInput<'updatePush'>['body']>) =>
  client.ok('updatePush', { body: { offKinds: [], whenOffDuty: false, showsDetails: false, ...body } });

describe('a subscription', () => {
  it('shows at once that it works, in the language of the page; a second time nothing', async () => {
    const { endpoint, keys, messages } = service.subscribe();
    const body = { endpoint, keys };
    const settings = await worker.client.ok('subscribeToPush', { body });
    expect(settings).toMatchObject({ isSubscribed: true, whenOffDuty: false, showsDetails: false });
    await worker.client.ok('subscribeToPush', { body });
    await app.settled('push');
    expect(messages).toEqual([
      expect.objectContaining({
        title: 'Notifications work',
        tag: 'works',
        path: '/account',
        lang: 'en',
      }),
    ]);
  });

  it('ends with its session, and by its button', async () => {
    const browser = await subscribe(worker.client);
    await checkIn();
    await write();
    await worker.client.ok('unsubscribeFromPush');
    expect((await worker.client.ok('getPush')).isSubscribed).toBe(false);
    expect(await browser.shown()).toEqual([]);
    at('2026-06-10T10:00:01.000Z');
    const second = await subscribe(worker.client);
    at('2026-06-10T10:00:02.000Z');
    await write();
    await worker.client.ok('logout');
    expect(await second.shown()).toEqual([]);
  });

  it('of a shared phone tells the next person nothing of the one before, nor the other way round', async () => {
    const { endpoint, keys, messages } = await subscribe(worker.client);
    const other = await addEmployee(app, company, { firstName: 'Ilze' });
    await other.client.ok('subscribeToPush', { body: { endpoint, keys } });
    await app.settled('push');
    messages.length = 0;
    await checkIn();
    await write();
    expect(await browserOf(messages).shown()).toEqual([]);
    expect((await worker.client.ok('getPush')).isSubscribed).toBe(false);
  });

  it('is forgotten when the push service says that it is gone, and tried again while it only fails', async () => {
    await subscribe(worker.client);
    await checkIn();
    let failures = 0;
    service.answers(() => (failures++ === 0 ? 503 : undefined));
    await write();
    await tellCompany(app.services, company.user.company.id);
    const { db } = app.services;
    const waiting = () => sql`select from pgboss.job where name = 'push' and state = 'retry'`.execute(db);
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    await sql`delete from pgboss.job where name = 'push'`.execute(db);
    expect((await worker.client.ok('getPush')).isSubscribed).toBe(true);
    service.answers(() => 410);
    await write('Vēl viena');
    await tellCompany(app.services, company.user.company.id);
    await expect.poll(async () => (await worker.client.ok('getPush')).isSubscribed).toBe(false);
  });

  it('is refused with an address that is none of a push service', async () => {
    const strict = await startTestApp({ clock, isOwn: true });
    try {
      const { admin } = await registerCompany(strict);
      for (const endpoint of [
        'http://push.example.com/x',
        'https://169.254.169.254/latest',
        'https://[::ffff:10.0.0.1]/x',
        'https://localhost/x',
        'https://push.example.com:22/x',
        'ftp://push.example.com/x',
        `https://push.example.com/${'x'.repeat(1000)}`,
        'not a URL',
      ]) {
        const answer = await admin.call('subscribeToPush', { body: { endpoint, keys: newPushKeys().keys } });
        expect(answer, endpoint).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      }
    } finally {
      await strict.close();
    }
  });

  it('is made 20 times an hour at most: each time our server writes to the address', async () => {
    const strict = await startTestApp({ clock, env: { ...env, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { admin } = await registerCompany(strict);
      const again = () => {
        const { endpoint, keys } = service.subscribe();
        return admin.call('subscribeToPush', { body: { endpoint, keys } });
      };
      for (let time = 0; time < 20; time += 1) expect((await again()).status).toBe(200);
      expect(await again()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    } finally {
      await strict.close();
    }
  });

  it('is refused with keys that are none', async () => {
    const { endpoint } = service.subscribe();
    const { auth } = newPushKeys().keys;
    // The last one is not on the curve.
    const offCurve = Buffer.alloc(65, 4).toString('base64url');
    for (const p256dh of ['short', 'A'.repeat(5000), offCurve]) {
      const body = { endpoint, keys: { p256dh, auth } };
      expect((await worker.client.call('subscribeToPush', { body })).status, p256dh).toBe(400);
    }
  });
});

describe('news', () => {
  it('is told once, at work, without names and subjects; what was read meanwhile is not', async () => {
    const browser = await subscribe(worker.client);
    await write();
    expect(await browser.shown()).toEqual([]);
    await checkIn();
    expect(await browser.shown()).toEqual([
      { title: 'New message', body: '', tag: 'message', path: '/messages', lang: 'en' },
    ]);
    expect(await browser.shown()).toEqual([]);
    const { id } = await write('Lasīta');
    await worker.client.ok('markMessageRead', { params: { id } });
    await choose(worker.client, { offKinds: ['message'] });
    await write('A');
    await write('B');
    await choose(worker.client, {});
    expect(await browser.shown()).toMatchObject([{ title: 'New messages: 2' }]);
  });

  it('from before the subscription is none', async () => {
    await write();
    await checkIn();
    at('2026-06-10T10:00:01.000Z');
    expect(await (await subscribe(worker.client)).shown()).toEqual([]);
  });

  it('is told off duty to who has chosen it, with details to who has chosen them, and not in quiet hours', async () => {
    const browser = await subscribe(worker.client);
    await choose(worker.client, { whenOffDuty: true, showsDetails: true });
    // 21:00 in Riga, then 05:59 and 06:00.
    at('2026-06-10T18:00:00.000Z');
    await write();
    expect(await browser.shown()).toEqual([]);
    at('2026-06-11T02:59:00.000Z');
    expect(await browser.shown()).toEqual([]);
    at('2026-06-11T03:00:00.000Z');
    expect(await browser.shown()).toMatchObject([{ title: 'New message', body: 'Anna Bērziņa: Sapulce' }]);
    await company.admin.ok('updateCompany', { body: { quietFrom: '06:00', quietTo: '06:00' } });
    await write();
    expect(await browser.shown()).toHaveLength(1);
    await company.admin.ok('updateCompany', { body: { quietFrom: '05:00', quietTo: '07:00' } });
    await write();
    expect(await browser.shown()).toEqual([]);
  });

  it('is told at night to who is at work then', async () => {
    const browser = await subscribe(worker.client);
    at('2026-06-10T20:00:00.000Z');
    await checkIn();
    await write();
    expect(await browser.shown()).toHaveLength(1);
  });

  it('of a kind that is switched off is not told, also not later', async () => {
    const browser = await subscribe(worker.client);
    await choose(worker.client, { offKinds: ['message'] });
    await checkIn();
    await write();
    expect(await browser.shown()).toEqual([]);
  });

  it('comes to each of a person’s browsers, in the person’s language', async () => {
    const phone = await subscribe(worker.client);
    const laptop = app.client();
    await laptop.ok('login', { body: { email: worker.employee.email, password } });
    const second = await subscribe(laptop);
    await worker.client.ok('updateUser', { body: { language: 'lv' } });
    await checkIn();
    await write();
    expect(await phone.shown()).toMatchObject([{ title: 'Jauna ziņa', path: '/lv/messages' }]);
    expect(second.messages.filter(({ tag }) => tag === 'message')).toHaveLength(1);
  });

  it('is told once by two servers at the same time', async () => {
    const browser = await subscribe(worker.client);
    await checkIn();
    await write();
    const id = company.user.company.id;
    await Promise.all([tellCompany(app.services, id), tellCompany(app.services, id)]);
    expect(await browser.shown()).toHaveLength(1);
  });

  it('is not told to somebody who has been deactivated', async () => {
    const browser = await subscribe(worker.client);
    await checkIn();
    await write();
    const { id, firstName, lastName, email } = worker.employee;
    const body = { firstName, lastName, email, isActive: false, currentPassword: password };
    await company.admin.ok('updateEmployee', { params: { id }, body });
    expect(await browser.shown()).toEqual([]);
  });
});

describe('what is told', () => {
  it('of long work: an hour before the longest shift ends, then the missing check-out, also off duty', async () => {
    const browser = await subscribe(worker.client);
    await choose(worker.client, { showsDetails: true });
    at('2026-06-10T04:00:00.000Z');
    await checkIn();
    at('2026-06-10T16:59:00.000Z');
    expect(await browser.shown()).toEqual([]);
    at('2026-06-10T17:00:00.000Z');
    expect(await browser.shown()).toMatchObject([
      { tag: 'longest-shift', body: 'Zāģētava\nRemember to check out when you leave.' },
    ]);
    // In quiet hours nobody is asked when they left; in the morning they are.
    at('2026-06-10T18:01:00.000Z');
    expect(await browser.shown()).toEqual([]);
    at('2026-06-11T05:00:00.000Z');
    expect(await browser.shown()).toMatchObject([{ tag: 'missing-check-out', path: '/time-tracking' }]);
    expect(await browser.shown()).toEqual([]);
  });

  it('of a request: the decision of somebody else', async () => {
    const browser = await subscribe(worker.client);
    const { id } = await worker.client.ok('createCorrectionRequest', {
      body: {
        kind: 'add',
        reason: 'Telefons izlādējās',
        locationId: hall.id,
        checkIn: '2026-06-09T05:00:00.000Z',
        checkOut: '2026-06-09T13:00:00.000Z',
      },
    });
    await checkIn();
    expect(await browser.shown()).toEqual([]);
    await company.admin.ok('decideCorrectionRequest', {
      params: { id },
      body: { decision: 'rejected', reason: 'Nebija' },
    });
    expect(await browser.shown()).toMatchObject([{ tag: 'request-decided', body: '' }]);
  });

  it('of the last month: on its first ten days, unless it is confirmed', async () => {
    await checkIn();
    await worker.client.ok('checkOut', { body: {} });
    const browser = await subscribe(worker.client);
    await choose(worker.client, { whenOffDuty: true, showsDetails: true });
    // Who has not worked, and who has confirmed it.
    const others = [await addEmployee(app, company), await addEmployee(app, company)] as const;
    const [idle, confirmed] = [await subscribe(others[0].client), await subscribe(others[1].client)];
    for (const { client } of others) await choose(client, { whenOffDuty: true });
    await checkIn(others[1]);
    await others[1].client.ok('checkOut', { body: {} });
    at('2026-06-30T20:59:00.000Z');
    expect(await browser.shown()).toEqual([]);
    // Midnight in Riga, in quiet hours; then the morning.
    at('2026-06-30T21:00:00.000Z');
    expect(await browser.shown()).toEqual([]);
    await others[1].client.ok('answerOwnMonth', { body: { month: '2026-06', answer: 'confirmed' } });
    at('2026-07-01T06:00:00.000Z');
    expect(await browser.shown()).toMatchObject([
      { tag: 'month-to-confirm', title: 'Please confirm June 2026', body: '' },
    ]);
    expect(await browser.shown()).toEqual([]);
    expect(await idle.shown()).toEqual([]);
    expect(await confirmed.shown()).toEqual([]);
    at('2026-07-11T06:00:00.000Z');
    await app.services.db.deleteFrom('pushTold').execute();
    expect(await browser.shown()).toEqual([]);
  });

  it('is remembered for 40 days, also where nobody is subscribed any more', async () => {
    const { db } = app.services;
    const toldAt = clock.now().toISOString();
    const { companyId, id: userId } = company.user;
    const isRemembered = async () => {
      await forgetOldNews(app.services);
      const rows = await db.selectFrom('pushTold').where('companyId', '=', companyId).select('key').execute();
      return rows.length > 0;
    };
    await db.insertInto('pushTold').values({ companyId, userId, key: 'message:x', toldAt }).execute();
    at(new Date(Date.parse(toldAt) + 40 * 24 * 3_600_000).toISOString());
    expect(await isRemembered()).toBe(true);
    at(new Date(Date.parse(toldAt) + 40 * 24 * 3_600_000 + 1).toISOString());
    expect(await isRemembered()).toBe(false);
  });

  const shift = {
    starts: '13:00',
    ends: '21:00',
    breakMinutes: 30,
    locationId: null,
    kindId: null,
    note: null,
  };
  const plan = async (date = '2026-06-10') => {
    const days = [{ userId: worker.employee.id, date, shifts: [shift] }];
    await company.admin.ok('setScheduleDays', { body: { days } });
    await company.admin.ok('publishSchedule', { body: { startDate: date, endDate: date, reason: 'Jauns' } });
  };

  it('of a schedule: what was published, and the list of who was told says so', async () => {
    const browser = await subscribe(worker.client);
    await plan('2026-06-20');
    await checkIn();
    expect(await browser.shown()).toMatchObject([{ tag: 'schedule', path: '/my-schedule' }]);
    const told = await company.admin.ok('listAnnouncements', {
      query: { startDate: '2026-06-01', endDate: '2026-06-30' },
    });
    expect(told.map(({ channels }) => channels)).toEqual([['app', 'mail', 'push']]);
  });

  it('of a shift that began 15 minutes ago: its person, who is not there; after an hour those who look after them', async () => {
    const browser = await subscribe(worker.client);
    const owner = await subscribe(company.admin);
    await choose(company.admin, { whenOffDuty: true, showsDetails: true });
    await plan();
    await choose(worker.client, { offKinds: ['schedule'] });
    at('2026-06-10T10:14:00.000Z');
    expect(await browser.shown()).toEqual([]);
    at('2026-06-10T10:15:00.000Z');
    expect(await browser.shown()).toMatchObject([{ tag: 'shift-began', body: 'You aren’t checked in yet.' }]);
    expect(await owner.shown()).toEqual([]);
    at('2026-06-10T11:00:00.000Z');
    expect(await owner.shown()).toMatchObject([
      { tag: 'missing-people', body: 'Jānis Kalniņš', path: '/dashboard' },
    ]);
    expect(await owner.shown()).toEqual([]);
    expect(await browser.shown()).toEqual([]);
  });

  it('of what needs attention: at most once an hour, to managers what is at their locations', async () => {
    const owner = await subscribe(company.admin);
    const elsewhere = await addEmployee(app, company, {
      role: 'manager',
      locationIds: [(await addLocation(company, 'Pagalms')).id],
    });
    const manager = await subscribe(elsewhere.client);
    const ask = (reason: string, hour: number) =>
      worker.client.ok('createCorrectionRequest', {
        body: {
          ...({ kind: 'add', reason, locationId: hall.id } as const),
          checkIn: `2026-06-09T0${hour}:00:00.000Z`,
          checkOut: `2026-06-09T0${hour}:30:00.000Z`,
        },
      });
    at('2026-06-10T10:01:00.000Z');
    await ask('Viens', 5);
    expect(await owner.shown()).toMatchObject([{ tag: 'attention', path: '/corrections' }]);
    at('2026-06-10T10:30:00.000Z');
    await ask('Divi', 6);
    expect(await owner.shown()).toEqual([]);
    at('2026-06-10T11:02:00.000Z');
    // By two servers, whose clocks are never the same.
    const late = { ...app.services, clock: fixedClock('2026-06-10T11:02:00.001Z') };
    await Promise.all([app.services, late].map((each) => tellCompany(each, company.user.company.id)));
    expect(await owner.shown()).toHaveLength(1);
    at('2026-06-10T13:00:00.000Z');
    expect(await owner.shown()).toEqual([]);
    expect(await manager.shown()).toEqual([]);
  });
});

it('kinds are those of the role, and another’s choice is none of one’s own', async () => {
  const own = await worker.client.ok('getPush');
  expect(own.kinds.map(({ kind }) => kind)).toEqual(PUSH_KINDS.slice(0, 7));
  const owners = await company.admin.ok('getPush');
  expect(owners.kinds.map(({ kind }) => kind)).toEqual([...PUSH_KINDS]);
  expect(owners.whenOffDuty).toBe(true);
  await choose(worker.client, { offKinds: ['schedule'], showsDetails: true });
  expect(await company.admin.ok('getPush')).toEqual(owners);
});

it('keys are made once and survive a restart', async () => {
  const { connectionString } = app;
  const second = await startTestApp({ clock, env, connectionString });
  try {
    expect(second.services.push.publicKey).toBe(app.services.push.publicKey);
  } finally {
    await second.close();
  }
});
