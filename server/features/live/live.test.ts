import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { type Change, openChanges } from '#server/platform/live/changes.ts';
import { createStreams, EventStream, marginMs, STREAMS } from '#server/platform/live/event-stream.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addApiKey,
  addEmployee,
  addLocation,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

let app: TestApp;
let origin: string;
let company: Company;

beforeAll(async () => {
  app = await startTestApp({ isOwn: true });
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await registerCompany(app);
});

type Watched = {
  /** Events without the heartbeat. */
  events: { id: number; event: string; data: unknown }[];
  status: number;
  hasEnded: () => boolean;
  close: () => void;
};

/** Opens a stream and reads it until the test ends. */
async function watch(headers: Record<string, string>, path = '/api/events', at = origin): Promise<Watched> {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const response = await fetch(at + path, { headers, signal: gone.signal });
  const events: Watched['events'] = [];
  let hasEnded = false;
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        const event = field('event');
        if (event === 'alive') continue;
        events.push({ id: Number(field('id')), event, data: JSON.parse(field('data')) });
      }
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  return { events, status: response.status, hasEnded: () => hasEnded, close: () => gone.abort() };
}

const cookieOf = (client: TestClient) => ({ cookie: client.cookie() });
async function watchAs(client: TestClient, query = '') {
  await everythingIsHeard();
  return watch(cookieOf(client), `/api/events${query}`);
}

/** Resolves once what was published so far has been heard. */
async function everythingIsHeard(): Promise<void> {
  // Of mails it is told that they have left.
  await app.settled('mail');
  const { changes } = app.services;
  const mark = randomUUID();
  await new Promise<void>((resolve) => {
    const stop = changes.subscribe(mark, () => {
      stop();
      resolve();
    });
    changes.publish({ companyId: mark, tags: [] });
  });
}

const told = ({ events }: Watched) =>
  events.flatMap(({ event, data }) => (event === 'changed' ? data : event));
const scan = (client: TestClient, qrCode: string) =>
  client.ok('scan', { body: { qrCode, clientScanId: randomUUID() } });

describe('a stream of changes', () => {
  it('tells administrators of a scan by its tags only', async () => {
    const worker = await addEmployee(app, company);
    const location = await addLocation(company, 'Zāģētava');
    const admin = await watchAs(company.admin);
    await scan(worker.client, location.qrCode);
    await expect
      .poll(() => admin.events)
      .toEqual([{ id: expect.any(Number), event: 'changed', data: ['time-records'] }]);
  });

  it('tells nobody of what was refused or undone, and of no other company', async () => {
    const other = await registerCompany(app);
    const [ours, theirs] = [await watchAs(company.admin), await watchAs(other.admin)];
    const refused = await company.admin.call('createLocation', { body: { name: '' } });
    expect(refused.status).toBe(400);
    await addLocation(company, 'Noliktava');
    await expect.poll(() => told(ours)).toEqual(['dashboard', 'locations', 'subscription']);
    expect(theirs.events).toEqual([]);
  });

  it('tells an employee of themselves, and a manager of people and work at their locations', async () => {
    const [near, far] = [await addLocation(company, 'Tuvu'), await addLocation(company, 'Tālu')];
    const manager = await addEmployee(app, company, { role: 'manager', locationIds: [near.id] });
    const [one, two] = [await addEmployee(app, company), await addEmployee(app, company)];
    const streams = {
      manager: await watchAs(manager.client),
      one: await watchAs(one.client),
      two: await watchAs(two.client),
    };
    await scan(two.client, far.qrCode);
    await expect.poll(() => told(streams.two)).toEqual(['time-records']);
    expect([told(streams.manager), told(streams.one)]).toEqual([[], []]);
    await scan(one.client, near.qrCode);
    await expect.poll(() => told(streams.manager)).toEqual(['time-records']);
    // An absence is nowhere; the person belongs to the location.
    const absence = { code: 'A', startDate: '2031-01-06', endDate: '2031-01-06', part: null, note: null };
    await one.client.ok('createAbsence', { body: absence });
    await expect.poll(() => told(streams.manager)).toEqual(['time-records', 'time-records']);
    expect(told(streams.two)).toEqual(['time-records']);
  });

  it('tells an employee nothing of what others change of somebody else', async () => {
    const { id: locationId } = await addLocation(company);
    const [one, two] = [await addEmployee(app, company), await addEmployee(app, company)];
    const manager = await addEmployee(app, company, { role: 'manager', locationIds: [locationId] });
    const userId = one.employee.id;
    const { admin } = company;
    const streams = { one: await watchAs(one.client), two: await watchAs(two.client) };
    const times = {
      locationId,
      checkIn: '2026-03-02T06:00:00Z',
      checkOut: '2026-03-02T14:00:00Z',
      reason: 'Forgot',
    };
    const { id } = await admin.ok('createTimeEntry', { body: { userId, ...times } });
    const later = { ...times, checkOut: '2026-03-02T15:00:00Z' };
    await admin.ok('updateTimeEntry', { params: { id }, body: later });
    const managers = await watchAs(manager.client);
    await admin.ok('deleteTimeEntry', { params: { id }, body: { reason: 'Twice' } });
    // They see the person at their location no more, and have to hear why.
    await expect.poll(() => told(managers)).toEqual(['time-records']);
    const absence = { code: 'A', startDate: '2031-01-06', endDate: '2031-01-06', part: null, note: null };
    await admin.ok('createAbsence', { body: { userId, ...absence } });
    const asked = await one.client.ok('createCorrectionRequest', { body: { kind: 'add', ...times } });
    const decision = { decision: 'approved' as const, reason: null };
    await admin.ok('decideCorrectionRequest', { params: { id: asked.id }, body: decision });
    const month = { month: '2026-03', userId };
    await admin.ok('approveMonth', { body: month });
    await admin.ok('unlockMonth', { body: { ...month, reason: 'Forgot' } });
    const message = { recipientId: userId, subject: 'A', content: 'B', isAnnouncement: false };
    await admin.ok('createMessage', { body: message });
    await expect.poll(() => told(streams.one)).toContain('messages');
    expect(told(streams.one)).toContain('time-records');
    expect(told(streams.two)).toEqual([]);
  });

  it('of a board or a kiosk tells of work at its location', async () => {
    const [near, far] = [await addLocation(company, 'Tuvu'), await addLocation(company, 'Tālu')];
    const worker = await addEmployee(app, company);
    const kiosk = await pairKiosk(near.id);
    const board = await watchAs(company.admin, `?locationId=${near.id.toUpperCase()}`);
    const device = await watch(cookieOf(kiosk), '/api/kiosk/events');
    const all = await watchAs(company.admin);
    await scan(worker.client, far.qrCode);
    await expect.poll(() => told(all)).toEqual(['time-records']);
    expect([told(board), told(device)]).toEqual([[], []]);
    // A switch changes both.
    await scan(worker.client, near.qrCode);
    await expect.poll(() => [told(board), told(device)]).toEqual([['time-records'], ['time-records']]);
  });

  it('leaves out what its own page has changed', async () => {
    await everythingIsHeard();
    const stream = await watchAs(company.admin, '?page=0a1b2c3d');
    const body = { name: 'Sava' };
    await company.admin.call('createLocation', { body }, { 'x-page-id': '0a1b2c3d' });
    await addEmployee(app, company);
    await expect.poll(() => told(stream)).toContain('employees');
    expect(told(stream)).not.toContain('locations');
  });

  it('joins what follows within a second', async () => {
    const admin = await watchAs(company.admin);
    const { id } = await addLocation(company);
    for (let i = 0; i < 20; i += 1) {
      const body = { name: `Vieta ${i}`, isActive: true };
      await company.admin.ok('updateLocation', { params: { id }, body });
    }
    await addEmployee(app, company);
    await expect.poll(() => told(admin)).toContain('employees');
    const gaps = admin.events.slice(1).map(({ id }, index) => id - (admin.events[index]?.id ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(990);
  });

  it('is for API keys as well, and ends with the key', async () => {
    const { id, key } = await addApiKey(company);
    const program = await watch({ authorization: `Bearer ${key}` });
    expect(program.status).toBe(200);
    await company.admin.ok('revokeApiKey', { params: { id } });
    await expect.poll(program.hasEnded).toBe(true);
    expect((await watch({ authorization: `Bearer ${key}` })).status).toBe(401);
  });

  it('of a key counts with it, however its header is spelled, and costs it no requests', async () => {
    const { id, key } = await addApiKey(company);
    const spelled = Array.from(
      { length: STREAMS.session },
      (_, index) => `bearer ${' '.repeat(index)}${key}`,
    );
    const programs = await Promise.all(spelled.map((authorization) => watch({ authorization })));
    expect(programs.map(({ status }) => status)).toEqual(spelled.map(() => 200));
    expect((await watch({ authorization: `Bearer ${key}` })).status).toBe(429);
    await app.services.throttle.take('apiKey', id, 120).catch(() => undefined);
    await addEmployee(app, company);
    for (const program of programs) await expect.poll(() => told(program)).toContain('employees');
    expect(programs.map(({ hasEnded }) => hasEnded())).toEqual(spelled.map(() => false));
  });

  it.each([
    ['signs out', (worker: Worker) => worker.client.ok('logout')],
    ['ends all sessions', (worker: Worker) => worker.client.ok('endAllSessions')],
    ['gives their browser to somebody else', signInAsAdmin],
    ['is deactivated', deactivate],
    ['becomes a manager', promote],
  ])('ends when its person %s', async (_, act) => {
    const worker = await addEmployee(app, company);
    const location = await addLocation(company);
    const stream = await watchAs(worker.client);
    await act(worker, location.id);
    await expect.poll(stream.hasEnded).toBe(true);
    expect(stream.events).toEqual([]);
  });

  it('ends when its person takes back a change of their address, which somebody else may have made', async () => {
    const worker = await addEmployee(app, company);
    const { email } = worker.employee;
    await changeTo(worker, { email: uniqueEmail('new') });
    await worker.client.ok('login', { body: { email, password } });
    await app.settled('mail');
    const subject = translator('en')('mail:emailChangedSubject');
    const mail = (await app.mailsTo(email)).find((each) => each.subject === subject);
    const stream = await watchAs(worker.client);
    await app.client().ok('undoEmailChange', { body: { token: linkTokenIn(mail?.text) } });
    await expect.poll(stream.hasEnded).toBe(true);
  });

  it.each(['revoked', 'left'])('ends with the pairing of its kiosk, %s', async (how) => {
    const location = await addLocation(company, 'Vārti');
    const kiosk = await pairKiosk(location.id);
    const stream = await watch(cookieOf(kiosk), '/api/kiosk/events');
    const [paired] = await company.admin.ok('listKiosks');
    if (how === 'left') await kiosk.ok('leaveKiosk', { body: { pin: leavePin } });
    else await company.admin.ok('revokeKiosk', { params: { id: paired?.id ?? '' } });
    await expect.poll(stream.hasEnded).toBe(true);
  });

  it('goes on where the last event was, on another server too, and says where too much is unknown', async () => {
    const first = await watchAs(company.admin);
    await addLocation(company, 'Pirms');
    await expect.poll(() => first.events.length).toBe(1);
    first.close();
    const lastEventId = String(first.events[0]?.id);
    // Until the margin is over, what was told just before is told again.
    await expect.poll(() => Date.now()).toBeGreaterThan(Number(lastEventId) + marginMs);
    const nothing = await watch({ ...cookieOf(company.admin), 'last-event-id': String(Date.now()) });
    await addEmployee(app, company);
    const second = await watch({ ...cookieOf(company.admin), 'last-event-id': lastEventId });
    await expect.poll(() => told(second)).toContain('employees');
    expect(told(nothing)).not.toContain('locations');
    for (const lastId of [Date.now() - 6 * 60_000, Date.now() + 3_600_000, 'none-of-ours', '0']) {
      const unknown = await watch({ ...cookieOf(company.admin), 'last-event-id': String(lastId) });
      await expect.poll(() => told(unknown)).toEqual(['missed']);
      unknown.close();
    }
  });

  it('is heard by every server', async () => {
    const other = await startTestApp({ connectionString: app.connectionString });
    onTestFinished(() => other.close());
    const at = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await watch(cookieOf(company.admin), '/api/events', at);
    await addLocation(company, 'Citur');
    await expect.poll(() => told(stream)).toContain('locations');
  });

  it('is refused beyond what a session may open, and open again once one was closed', async () => {
    const streams = await Promise.all(Array.from({ length: STREAMS.session }, () => watchAs(company.admin)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect((await watchAs(company.admin)).status).toBe(429);
    streams[0]?.close();
    await expect.poll(async () => (await watchAs(company.admin)).status).toBe(200);
  });
});

const leavePin = '4682';
async function pairKiosk(locationId: string): Promise<TestClient> {
  const body = { locationId, name: 'Vārti', leavePin };
  const { code } = await company.admin.ok('createKioskPairingCode', { body });
  const kiosk = app.client();
  await kiosk.ok('pairKiosk', { body: { code } });
  return kiosk;
}

type Worker = Awaited<ReturnType<typeof addEmployee>>;
const changeTo = async ({ employee }: Worker, changes: object) => {
  const { id, firstName, lastName, email } = employee;
  const body = {
    firstName,
    lastName,
    email,
    role: 'employee' as const,
    locationIds: [],
    isActive: true,
    currentPassword: password,
    ...changes,
  };
  await company.admin.ok('updateEmployee', { params: { id }, body });
};
async function signInAsAdmin({ client }: Worker) {
  await client.ok('login', { body: { email: company.user.email, password } });
}
function deactivate(worker: Worker) {
  return changeTo(worker, { isActive: false });
}
function promote(worker: Worker, locationId: string) {
  return changeTo(worker, { role: 'manager', locationIds: [locationId] });
}

it('a stream never says that the caller knows what has not been told', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  let hear: (change: Change) => void = () => undefined;
  const streams = createStreams({
    ...app.services.changes,
    subscribe(_, listener) {
      hear = listener;
      return () => undefined;
    },
  });
  const database = Promise.withResolvers<void>();
  const concerning = async (heard: Change[]) => {
    await database.promise;
    return heard;
  };
  let written = '';
  const reply = {
    ...{ raw: new EventEmitter(), type: () => reply, header: () => reply },
    send(body: PassThrough) {
      body.on('data', (chunk) => {
        written += chunk;
      });
      return reply;
    },
  };
  const ids = () =>
    [...written.matchAll(/id: (\d+)\nevent: (\w+)/g)].map(([, id, event]) => [event, Number(id)]);
  const stream = new EventStream({ companyId: 'company', tags: new Set(['messages']), concerning });
  const caller = { credential: 'x', since: undefined, page: undefined, readmit: async () => undefined };
  streams.open(stream, { ip: '127.0.0.1' } as FastifyRequest, reply as unknown as FastifyReply, caller);
  await vi.advanceTimersByTimeAsync(20_000);
  hear({ companyId: 'company', tags: ['messages'] });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ids()).toEqual([
    ['alive', 1_000_000],
    ['alive', 1_000_000],
  ]);
  database.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(ids().at(-1)).toEqual(['changed', 1_020_000]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ids().at(-1)).toEqual(['alive', 1_050_000]);
  streams.endAll();
});

describe('changes between servers', () => {
  // Not the app's, whose server would be heard.
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  const open = () => openChanges(database.connectionString, app.services.log);
  const run = (text: string, values: unknown[] = []) =>
    withClient(database.connectionString, (client) => client.query(text, values));

  it('are told again once the connection is back, and listeners that some may have been missed', async () => {
    const changes = open();
    onTestFinished(() => changes.stop());
    const heard: unknown[] = [];
    changes.subscribe('company', (change) => heard.push(change));
    await expect.poll(() => heard).toEqual(['missed']);
    await run(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'maina changes' and datname = current_database()`);
    changes.publish({ companyId: 'company', tags: ['messages'] });
    await expect
      .poll(() => heard)
      .toEqual([...['missed', 'missed'], { companyId: 'company', tags: ['messages'] }]);
  });

  it('of a server that died may be missed; one that stops has told all', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const changes = open();
    onTestFinished(() => changes.stop());
    const heard: unknown[] = [];
    changes.subscribe('company', (change) => heard.push(change));
    await expect.poll(() => heard).toEqual(['missed']);
    const notify = (note: object) => run(`select pg_notify('changes', $1)`, [JSON.stringify(note)]);
    const told = { companyId: 'company', tags: ['messages'] };
    await notify({ server: 'stops', changes: [told] });
    // With a change in it: once that is heard, so is the rest.
    await notify({ server: 'stops', changes: [told], leaves: true });
    await expect.poll(() => heard.length).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual(['missed', told, told]);
    await notify({ server: 'dies', changes: [told] });
    await expect.poll(() => heard.length).toBe(4);
    expect(changes.heardSince('company', Date.now() - 1000)).toEqual([told]);
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual(['missed', told, told, told, 'missed']);
    expect(changes.heardSince('company', Date.now() - 60_000)).toBeUndefined();
  });

  it('about many people are about everybody, and large ones are told in parts', async () => {
    const changes = open();
    onTestFinished(() => changes.stop());
    const heard: unknown[] = [];
    changes.subscribe('company', (change) => heard.push(change));
    await expect.poll(() => heard).toEqual(['missed']);
    const about = (count: number) => Array.from({ length: count }, () => ({ userId: randomUUID() }));
    for (let i = 0; i < 30; i += 1)
      changes.publish({ companyId: 'company', tags: ['employees'], about: about(20) });
    changes.publish({ companyId: 'company', tags: ['messages'], about: about(21) });
    await expect.poll(() => heard.length).toBe(32);
    expect(heard.at(-1)).toEqual({ companyId: 'company', tags: ['messages'] });
  });
});
