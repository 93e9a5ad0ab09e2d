import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { type KyselyPlugin, sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WEBHOOK_EVENTS, webhookData } from '#contract/webhooks.ts';
import type { Services } from '#server/context.ts';
import { fixedClock } from '#server/platform/clock.ts';
import {
  addEmployee,
  addLocation,
  addWebhook,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sendEvents } from './sending.service.ts';
import { removeOldDeliveries } from './webhooks.jobs.ts';

const start = '2026-03-02T08:00:00.000Z';
/** The server's clock stays at the start, when these webhooks rest, so that its own jobs leave them to the tests. */
const held = '2026-03-02T09:00:00.000Z';
const serverClock = fixedClock(start);
const clock = fixedClock(held);
let app: TestApp;
let services: Services;
let company: Company;

type Received = { headers: IncomingHttpHeaders; body: string; data: { type: string; timestamp: string } };
/** Of each receiver in this file: what came, in order, and how it answers. */
let received: Received[] = [];
let answer: (response: ServerResponse, got: Received) => unknown;
const accept = (response: ServerResponse) => response.writeHead(204).end();
const fail =
  (status: number, headers = {}, text = '') =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(text);

const receiver = createServer(async (request, response) => {
  const body = await readText(request);
  const got = { headers: request.headers, body, data: JSON.parse(body) };
  received.push(got);
  answer(response, got);
});
const url = () => `http://localhost:${(receiver.address() as AddressInfo).port}/events?of=maina`;

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  app = await startTestApp({ clock: serverClock, env: { AI_PRIVATE_ENDPOINTS: 'true' } });
  services = { ...app.services, clock };
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await app.close();
});
beforeEach(async () => {
  serverClock.set(start);
  clock.set(held);
  received = [];
  answer = accept;
  company = await registerCompany(app, { subscriptionPlan: 'business' });
});
afterEach(() => vi.restoreAllMocks());

const keyOf = (id: string, { user } = company) => ({ companyId: user.companyId, id });

/** A webhook that only the tests send to. */
async function addHeldWebhook(changes: Parameters<typeof addWebhook>[1] = {}) {
  const webhook = await addWebhook(company, { url: url(), ...changes });
  await hold(webhook.id);
  return webhook;
}
const hold = (id: string) =>
  app.services.db.updateTable('webhook').set({ restsUntil: held }).where('id', '=', id).execute();

/** Notes an event as a trigger does. */
const happen = (aboutId: string, at = start) =>
  sql`select tell_webhooks(${company.user.companyId}, 'person.changed', ${aboutId}, ${at}, '{}')`.execute(
    app.services.db,
  );
const send = (id: string, tryMs?: number) => sendEvents(services, keyOf(id), tryMs);
const deliveries = (id: string) => company.admin.ok('listWebhookDeliveries', { params: { id }, query: {} });
const idsReceived = () => received.map(({ headers }) => headers['webhook-id']);
const pass = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString());

/** What the independent implementation of Standard Webhooks says of it, at the time of the try. */
function verify(secret: string, { body, headers }: Received) {
  vi.spyOn(Date, 'now').mockReturnValue(clock.now().getTime());
  return new Verifier(secret).verify(body, headers as Record<string, string>);
}

describe('what is sent', () => {
  it('is signed by the standard, in a stable shape, once for each webhook that wants it', async () => {
    const { secret, id } = await addHeldWebhook({ events: ['location.changed'] });
    const other = await addHeldWebhook({ events: ['person.changed'] });
    const location = await addLocation(company, 'Skanste');
    await send(id);
    await send(other.id);
    expect(received).toHaveLength(1);
    const [got] = received as [Received];
    expect(verify(secret, got)).toEqual({
      type: 'location.changed',
      timestamp: expect.any(String),
      data: { location: { id: location.id, name: 'Skanste', isActive: true, isDeleted: false } },
    });
    expect(() => verify(other.secret, got)).toThrow();
    expect(() => verify(secret, { ...got, body: `${got.body} ` })).toThrow();
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Maina-Webhooks/1',
    });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await deliveries(id)).toMatchObject([
      { type: 'location.changed', isWaiting: false, tries: 1, lastAnswer: { at: held, status: 204 } },
    ]);
    expect(await send(id)).toBe(false);
    expect(received).toHaveLength(1);
  });

  it('tells of work, decisions, months, schedules, people and places, without reasons and notes', async () => {
    const { id } = await addHeldWebhook();
    const location = await addLocation(company);
    const worker = await addEmployee(app, company);
    const { id: personId } = worker.employee;
    await worker.client.ok('scan', { body: { qrCode: location.qrCode } });
    serverClock.set('2026-03-02T08:30:00.000Z');
    const { timeEntry } = await worker.client.ok('scan', { body: { qrCode: location.qrCode } });
    const request = await worker.client.ok('createCorrectionRequest', {
      body: {
        kind: 'edit',
        timeEntryId: timeEntry.id,
        checkIn: '2026-03-02T07:45:00.000Z',
        reason: 'Secret reason',
      },
    });
    const decide = (requestId: string) =>
      company.admin.ok('decideCorrectionRequest', {
        params: { id: requestId },
        body: { decision: 'approved', reason: 'Secret answer' },
      });
    await decide(request.id);
    const absence = { startDate: '2026-03-16', endDate: '2026-03-17', code: 'A', note: 'Secret note' };
    await decide((await worker.client.ok('createAbsence', { body: absence })).id);
    const month = { month: '2026-02', userId: personId };
    await company.admin.ok('approveMonth', { body: month });
    await company.admin.ok('unlockMonth', { body: { ...month, reason: 'Secret unlocking' } });
    const shift = { starts: '07:00', ends: '15:30', breakMinutes: 30, locationId: null, kindId: null };
    await company.admin.ok('setScheduleDays', {
      body: {
        days: [{ userId: personId, date: '2026-04-01', shifts: [{ ...shift, note: 'Secret shift' }] }],
      },
    });
    await company.admin.ok('publishSchedule', {
      body: { startDate: '2026-04-01', endDate: '2026-04-30', reason: 'Secret plan' },
    });
    await company.admin.ok('deleteLocation', { params: { id: location.id } });
    await send(id);

    const types = received.map(({ data }) => data.type);
    expect(new Set(types)).toEqual(new Set(WEBHOOK_EVENTS));
    for (const { body, data } of received) {
      const shape = webhookData[data.type as keyof typeof webhookData];
      const sent = JSON.parse(body);
      expect(shape.parse(sent.data)).toEqual(sent.data);
      expect(body).not.toMatch(/Secret|@example|"A"/);
    }
    const ofType = (type: string) =>
      received.filter(({ data }) => data.type === type).map(({ data }) => data);
    const person = { id: personId, firstName: 'Jānis', lastName: 'Kalniņš' };
    const before = {
      location: { id: location.id, name: location.name },
      ...{ checkIn: start, checkOut: null, checkInSource: 'code', checkOutSource: null, approval: null },
    };
    const out = { ...before, checkOut: '2026-03-02T08:30:00.000Z', checkOutSource: 'code' };
    const scanned = { person, action: 'scan', actorId: personId, timeEntryId: timeEntry.id, break: null };
    expect(ofType('time_entry.checked_in')).toEqual([
      { type: 'time_entry.checked_in', timestamp: start, data: { ...scanned, before: null, after: before } },
    ]);
    expect(ofType('time_entry.checked_out')).toMatchObject([{ data: { ...scanned, before, after: out } }]);
    const edited = { action: 'decision', after: { checkIn: '2026-03-02T07:45:00.000Z' } };
    expect(ofType('time_entry.changed')).toMatchObject([{ data: edited }]);
    const decision = { person, decision: 'approved', actorId: company.user.id };
    expect(ofType('request.decided')).toMatchObject([
      { data: { ...decision, request: 'edit', requestId: request.id, timeEntryId: timeEntry.id } },
      { data: { ...decision, request: 'absence', timeEntryId: null } },
    ]);
    expect(ofType('month.approved')).toMatchObject([{ data: { person, month: '2026-02' } }]);
    expect(ofType('schedule.published')).toMatchObject([
      { data: { person, startDate: '2026-04-01', endDate: '2026-04-30' } },
    ]);
    expect(ofType('person.changed')[0]).toMatchObject({
      data: { person: { ...person, role: 'employee', isActive: true, isDeleted: false } },
    });
    expect(ofType('location.changed').at(-1)).toMatchObject({ data: { location: { isDeleted: true } } });
  });

  it('arrives by itself after a change, in order for each person', async () => {
    const location = await addLocation(company);
    const people = [await addEmployee(app, company), await addEmployee(app, company)];
    const events = ['time_entry.checked_in' as const, 'time_entry.checked_out' as const];
    await addWebhook(company, { url: url(), events });
    for (let scans = 0; scans < 4; scans += 1) {
      serverClock.set(`2026-03-02T08:0${scans * 2}:00.000Z`);
      await Promise.all(people.map(({ client }) => client.ok('scan', { body: { qrCode: location.qrCode } })));
    }
    await expect.poll(() => received).toHaveLength(8);
    for (const { employee } of people) {
      const own = received.filter(({ body }) => body.includes(employee.id)).map(({ data }) => data.type);
      expect(own).toEqual([...events, ...events]);
    }
    expect(new Set(idsReceived()).size).toBe(8);
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await addHeldWebhook();
    const { secret } = await company.admin.ok('rotateWebhookSecret', { params: { id }, body: { password } });
    await happen(company.user.id);
    await send(id);
    serverClock.set('2026-03-03T07:00:00.000Z');
    clock.set('2026-03-03T08:00:00.001Z');
    await happen(company.user.id);
    await send(id);
    const [first, second] = received as [Received, Received];
    clock.set(held);
    for (const each of [old, secret]) expect(verify(each, first)).toBeTruthy();
    clock.set('2026-03-03T08:00:00.001Z');
    expect(verify(secret, second)).toBeTruthy();
    expect(() => verify(old, second)).toThrow();
  });
});

describe('what is not accepted', () => {
  const people = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  beforeEach(async () => {
    for (const id of people) {
      await app.services.db
        .insertInto('users')
        .values({ companyId: company.user.companyId, id, firstName: 'Ieva', lastName: id.slice(-1) })
        .execute();
    }
  });
  const [one = '', two = ''] = people;
  const about = (id: string) => received.filter(({ body }) => body.includes(id)).length;

  it('is tried again with the same id, holds back its person alone, and then goes on in order', async () => {
    const { id } = await addHeldWebhook();
    for (const person of [one, one, two]) await happen(person);
    answer = (response, { body }) =>
      body.includes(one) ? fail(500, {}, 'no room')(response) : accept(response);
    await send(id);
    expect([about(one), about(two)]).toEqual([1, 1]);
    expect((await deliveries(id)).map(({ isWaiting, tries }) => [isWaiting, tries])).toEqual([
      [false, 1],
      [true, 0],
      [true, 1],
    ]);
    expect((await deliveries(id))[2]).toMatchObject({ answerText: 'no room', lastAnswer: { status: 500 } });
    await send(id);
    expect(about(one)).toBe(1);
    pass(60);
    answer = accept;
    await send(id);
    const ids = idsReceived();
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(3);
    expect(received.at(-1)?.headers['webhook-id']).toBe((await deliveries(id))[1]?.id);
    expect((await company.admin.ok('listWebhooks'))[0]).toMatchObject({ waiting: 0, isOn: true });
  });

  it('turns the webhook off after three days, with a mail; what was waiting is sent when it is on again', async () => {
    const { id } = await addHeldWebhook();
    await happen(one);
    await happen(one);
    answer = fail(503);
    const listed = async () => (await company.admin.ok('listWebhooks'))[0];
    const waits: number[] = [];
    for (;;) {
      await send(id);
      if (!(await listed())?.isOn) break;
      const { rows } = await sql<{ dueAt: string }>`
        select max(due_at) as due_at from webhook_delivery where webhook_id = ${id}`.execute(app.services.db);
      const wait = (Date.parse(rows[0]?.dueAt ?? '') - clock.now().getTime()) / 1000;
      waits.push(wait / 60);
      pass(wait - 1);
      await send(id);
      expect(received).toHaveLength(waits.length);
      pass(1);
    }
    expect(waits).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1200]);
    expect(await listed()).toMatchObject({ offReason: 'failing', waiting: 2 });
    const mails = await app.mailsTo(company.user.email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual(['Webhook set up', 'Webhook turned off']);
    expect(mails[1]?.text).toContain('localhost');
    expect(mails[1]?.text).not.toContain('of=maina');
    await happen(one);
    await send(id);
    expect(received).toHaveLength(10);
    received = [];
    answer = accept;
    const body = { url: url(), events: [...WEBHOOK_EVENTS], isOn: true };
    const on = await company.admin.ok('updateWebhook', { params: { id }, body });
    expect(on).toMatchObject({ isOn: true, offReason: null });
    await hold(id);
    await send(id);
    expect(received).toHaveLength(2);
  });

  it('is sent at once to a new address, also while the webhook rests from the old one', async () => {
    const { id } = await addHeldWebhook();
    await happen(one);
    answer = fail(500);
    await send(id);
    received = [];
    answer = accept;
    const body = { url: `${url()}&moved`, events: [...WEBHOOK_EVENTS], isOn: true, password };
    await company.admin.ok('updateWebhook', { params: { id }, body });
    await expect.poll(() => received.length).toBe(1);
  });

  it('a receiver that answers 410 is turned off at once, with a mail', async () => {
    const { id } = await addHeldWebhook();
    await happen(one);
    answer = fail(410);
    await send(id);
    expect((await company.admin.ok('listWebhooks'))[0]).toMatchObject({ isOn: false, offReason: 'gone' });
    expect((await app.mailsTo(company.user.email, 2))[1]?.text).toContain('410');
  });

  it('a receiver that accepts nothing gets one event at a time, so that it costs others little', async () => {
    const { id } = await addHeldWebhook();
    for (let index = 3; index < 9; index += 1) await happen(index < 6 ? one : two);
    answer = fail(500);
    await send(id);
    expect(received).toHaveLength(2);
    pass(60);
    await send(id);
    expect(received).toHaveLength(3);
    pass(120);
    await send(id);
    expect(received).toHaveLength(3);
  });

  it.each<[string, (response: ServerResponse) => unknown, object]>([
    ['redirects inward', fail(307, { location: 'http://169.254.169.254/' }), { fault: 'redirected' }],
    ['redirects to itself', fail(302, { location: '/inner' }), { fault: 'redirected' }],
    ['says nothing', () => undefined, { fault: 'timeout' }],
    ['tears the connection', (response) => response.destroy(), { fault: 'unreachable' }],
    ['does not speak HTTP', (response) => response.socket?.end('220 smtp\r\n'), { fault: 'unreachable' }],
  ])('a receiver that %s', async (_, how, outcome) => {
    const { id } = await addHeldWebhook();
    await happen(one);
    answer = how;
    await send(id, 500);
    expect(received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([
      { isWaiting: true, lastAnswer: { status: null, ...outcome } },
    ]);
  });

  it('of an endless answer only the beginning is read', async () => {
    const { id } = await addHeldWebhook();
    await happen(one);
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    answer = (response) => {
      const chunk = `\0${'x'.repeat(65_535)}`;
      const flood = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('close', closed.resolve).on('drain', flood);
      flood();
    };
    await send(id);
    await closed.promise;
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ isWaiting: false, lastAnswer: { status: 200 } });
    expect(delivery?.answerText).toBe('x'.repeat(999));
  });

  it('is sent again with the same id when the server was killed before it noted the answer', async () => {
    const { id } = await addHeldWebhook();
    await happen(one);
    await happen(one);
    const dies: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"webhook_delivery"')) {
          throw new Error('killed');
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const killed = { ...services, db: app.services.db.withPlugin(dies) };
    await expect(sendEvents(killed, keyOf(id))).rejects.toThrow('killed');
    // Until then it may still be at work.
    pass(59);
    await send(id);
    expect(received).toHaveLength(1);
    pass(1);
    await send(id);
    const ids = idsReceived();
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('the webhook may be deleted or moved while an event is on its way', async () => {
    const { id } = await addHeldWebhook();
    await happen(one);
    await happen(one);
    answer = async (response) => {
      await company.admin.ok('deleteWebhook', { params: { id } });
      accept(response);
    };
    expect(await send(id)).toBe(false);
    expect(received).toHaveLength(1);
    const { rows } = await sql`select from webhook_delivery where webhook_id = ${id}`.execute(
      app.services.db,
    );
    expect(rows).toEqual([]);
    const gone = await addHeldWebhook();
    await happen(two);
    answer = async (response) => {
      await company.admin.ok('deleteWebhook', { params: { id: gone.id } });
      fail(410)(response);
    };
    await send(gone.id);
    expect(await app.mailsTo(company.user.email, 2)).toHaveLength(2);
  });
});

describe('settings', () => {
  const body = () => ({ url: url(), events: [...WEBHOOK_EVENTS], isOn: true });
  const refused = (code: string) => ({ body: { code } });

  it.each([
    'http://169.254.169.254/',
    'http://localhost:22/',
    'ftp://example.com/',
    'http://a:b@example.com/',
  ])('the address %s is refused', async (address) => {
    const wrong = { body: { code: 'validation_failed', issues: [{ path: 'url' }] } };
    const input = { url: address, events: ['person.changed' as const], password };
    expect(await company.admin.call('createWebhook', { body: input })).toMatchObject(wrong);
  });

  it('need the password to send to another address, and tell who did it', async () => {
    const { id } = await addHeldWebhook();
    const elsewhere = { ...body(), url: `${url()}&moved` };
    const change = (input: object) =>
      company.admin.call('updateWebhook', { params: { id }, body: { ...elsewhere, ...input } });
    expect(await change({})).toMatchObject(refused('proof_required'));
    expect(await change({ password: 'a guess' })).toMatchObject(refused('wrong_password'));
    expect(await change({ password })).toMatchObject({ status: 200, body: { url: elsewhere.url } });
    expect(await app.mailsTo(company.user.email, 2)).toHaveLength(2);
    expect(await change({ isOn: false })).toMatchObject({ status: 200, body: { isOn: false } });
    const wrong = { ...body(), url: url(), password: 'a guess' };
    expect(await company.admin.call('createWebhook', { body: wrong })).toMatchObject(
      refused('wrong_password'),
    );
    expect(
      await company.admin.call('rotateWebhookSecret', { params: { id }, body: { password: 'a guess' } }),
    ).toMatchObject(refused('wrong_password'));
  });

  it('hold five webhooks, whose secrets are in no list and not in the database', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await addHeldWebhook());
    const sixth = { url: url(), events: [...WEBHOOK_EVENTS], password };
    expect(await company.admin.call('createWebhook', { body: sixth })).toMatchObject(
      refused('too_many_webhooks'),
    );
    const listed = JSON.stringify(await company.admin.ok('listWebhooks'));
    const stored = JSON.stringify(
      (await sql`select secret::text from webhook`.execute(app.services.db)).rows,
    );
    for (const { secret } of made) {
      const bytes = Buffer.from(secret.slice(6), 'base64').toString('hex');
      expect(listed).not.toContain(secret.slice(6));
      expect(stored).not.toContain(bytes);
    }
    // Moved to another row, a secret signs nothing.
    const [one, two] = made as [(typeof made)[0], (typeof made)[0]];
    await sql`update webhook set secret = (select secret from webhook where id = ${one.id}) where id = ${two.id}`.execute(
      app.services.db,
    );
    await happen(company.user.id);
    await send(two.id);
    expect(received).toEqual([]);
    expect((await deliveries(two.id))[0]?.lastAnswer).toMatchObject({ fault: 'secret_lost' });
  });

  it('test, and send again by hand: once, with the same id, at most 60 times in a quarter of an hour', async () => {
    const { id, secret } = await addHeldWebhook();
    const tested = await company.admin.ok('testWebhook', { params: { id } });
    expect(tested).toMatchObject({ type: 'webhook.test', isWaiting: false, lastAnswer: { status: 204 } });
    clock.set(start);
    expect(verify(secret, received[0] as Received)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    });
    vi.restoreAllMocks();
    clock.set(held);
    await happen(company.user.id);
    answer = fail(500);
    await send(id);
    answer = fail(200, {}, 'thanks');
    const [waiting] = await deliveries(id);
    const params = { id, deliveryId: waiting?.id ?? '' };
    expect(await company.admin.ok('resendWebhookDelivery', { params })).toMatchObject({
      ...{ isWaiting: false, tries: 2, answerText: 'thanks', lastAnswer: { status: 200 } },
    });
    expect(idsReceived().slice(-2)).toEqual([waiting?.id, waiting?.id]);
    answer = fail(500);
    expect(await company.admin.ok('resendWebhookDelivery', { params })).toMatchObject({
      ...{ isWaiting: false, tries: 3, lastAnswer: { status: 500 } },
    });
    expect(await company.admin.ok('testWebhook', { params: { id } })).toMatchObject({
      ...{ isWaiting: false, lastAnswer: { status: 500 } },
    });
  });

  it('are another company’s as little as its deliveries', async () => {
    const mine = await addHeldWebhook();
    const { id: deliveryId } = await company.admin.ok('testWebhook', { params: { id: mine.id } });
    const other = await registerCompany(app, { subscriptionPlan: 'business' });
    const theirs = await addWebhook(other, { url: url(), events: ['month.approved'] });
    const params = { id: theirs.id, deliveryId };
    expect(await other.admin.call('resendWebhookDelivery', { params })).toMatchObject({ status: 404 });
    expect(await other.admin.call('testWebhook', { params: { id: mine.id } })).toMatchObject({ status: 404 });
    expect(received).toHaveLength(1);
  });

  it('need the Business plan: without it events wait, and turning off still works', async () => {
    const { id } = await addHeldWebhook();
    await happen(company.user.id);
    const set = (values: object) =>
      app.services.db.updateTable('company').set(values).where('id', '=', company.user.companyId).execute();
    const paid = { subscriptionStatus: 'active' as const, currentPeriodEnd: '2026-04-01T00:00:00Z' };
    await set({ ...paid, subscriptionPlan: 'growth' });
    const plan = {
      status: 402,
      body: { code: 'plan_limit_reached', message: expect.stringMatching(/^Webhooks/) },
    };
    const input = { url: url(), events: [...WEBHOOK_EVENTS], password };
    expect(await company.admin.call('createWebhook', { body: input })).toMatchObject(plan);
    expect(await company.admin.call('testWebhook', { params: { id } })).toMatchObject(plan);
    await send(id);
    expect(received).toEqual([]);
    const off = { params: { id }, body: { ...body(), isOn: false } };
    expect(await company.admin.call('updateWebhook', off)).toMatchObject({ status: 200 });
    await set({ subscriptionPlan: 'business' });
    await company.admin.ok('updateWebhook', { params: { id }, body: body() });
    pass(3600);
    await send(id);
    expect(received).toHaveLength(1);
    await set({ deletionDueAt: '2026-04-01T00:00:00Z' });
    await happen(company.user.id);
    await send(id);
    expect(received).toHaveLength(1);
  });

  it('an unconfirmed company has none', async () => {
    await app.services.db
      .updateTable('company')
      .set({ confirmedAt: null })
      .where('id', '=', company.user.companyId)
      .execute();
    const input = { url: url(), events: [...WEBHOOK_EVENTS], password };
    expect(await company.admin.call('createWebhook', { body: input })).toMatchObject(
      refused('email_unconfirmed'),
    );
  });

  it('deliveries are kept for 30 days', async () => {
    const { id } = await addHeldWebhook();
    await happen(company.user.id, '2026-01-30T08:59:59Z');
    await happen(company.user.id, '2026-01-31T09:00:01Z');
    await removeOldDeliveries(services);
    expect(await deliveries(id)).toMatchObject([{ at: '2026-01-31T09:00:01.000Z' }]);
  });
});
