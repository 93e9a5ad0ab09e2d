/* Stories of two kiosks and a phone: whatever fails, each badge counts once, and people know what was recorded. */
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointResponse } from '#contract/index.ts';
import type { Location } from '#contract/locations.ts';
import type { ScanResult } from '#contract/time-tracking.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import {
  type CallKiosk,
  drainKiosk,
  isUntold,
  type KioskDraft,
  type KioskItem,
  type KioskStorage,
} from '#web/queue/kiosk-outbox.ts';
import type { Failure, ShownEntry } from '#web/queue/outbox-items.ts';
import { entryAfterMoves, entryIn, entryOf, expectedAtKiosk } from './expected-scan.ts';

const start = '2026-03-05T06:58:00.000Z';
const clock = fixedClock(start);
const now = () => clock.now().toISOString();
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString());

type Person = { id: string; client: TestClient; badge: string };
let app: TestApp;
let company: Company;
let locations: Location[];
let people: Person[];
let kiosks: TestClient[];

beforeAll(async () => {
  app = await startTestApp({ clock });
  clock.set('2026-03-04T06:58:00.000Z');
  company = await registerCompany(app);
  locations = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
  people = [];
  for (let count = 0; count < 3; count += 1) {
    const { client, employee } = await addEmployee(app, company);
    const { badge } = await company.admin.ok('getBadge', { params: { id: employee.id } });
    people.push({ id: employee.id, client, badge });
  }
  kiosks = [];
  for (const { id: locationId, name } of locations) {
    const { code } = await company.admin.ok('createKioskPairingCode', { body: { locationId, name } });
    const device = app.client();
    await device.ok('pairKiosk', { body: { code } });
    kiosks.push(device);
  }
});
afterAll(() => app.close());

async function forgetAll() {
  clock.set(start);
  for (const table of ['workReport', 'refusedScan', 'scan', 'timeEntry'] as const) {
    await app.services.db
      .deleteFrom(table)
      .where(
        'userId',
        'in',
        people.map(({ id }) => id),
      )
      .execute();
  }
  // The kiosks know people who have worked at their location.
  const worked = people.flatMap(({ id: userId }) =>
    locations.map(({ id: locationId }, index) => ({
      companyId: company.user.companyId,
      id: randomUUID(),
      userId,
      locationId,
      checkIn: `2026-03-04T1${index}:00:00.000Z`,
      checkOut: `2026-03-04T1${index}:30:00.000Z`,
      checkInSource: 'qr' as const,
      checkOutSource: 'qr' as const,
    })),
  );
  await app.services.db.insertInto('timeEntry').values(worked).execute();
}

class Crash extends Error {}

/** The data on disk outlives the processes that write to it. */
function newDisk() {
  const rows = new Map<number, KioskItem>();
  let lastSeq = 0;
  /** A process that dies at its `diesAt`th access, before or after carrying it out. */
  const process = (diesAt = Number.POSITIVE_INFINITY, diesAfter = false): KioskStorage => {
    let accesses = 0;
    const access = async <Value>(work: () => Value): Promise<Value> => {
      accesses += 1;
      if (accesses > diesAt || (accesses === diesAt && !diesAfter)) throw new Crash();
      const value = structuredClone(work());
      if (accesses === diesAt) throw new Crash();
      return value;
    };
    return {
      canKeepSecrets: async () => true,
      add: (draft) =>
        access(() => {
          lastSeq += 1;
          rows.set(lastSeq, { ...draft, seq: lastSeq, fate: { state: 'waiting' } } as KioskItem);
          return lastSeq;
        }),
      list: () => access(() => [...rows.values()]),
      put: (item) =>
        access(() => {
          const row = rows.get(item.seq);
          if (!row) return;
          const isOlder = row.fate.state !== 'waiting' && item.fate.state === 'waiting';
          const told = item.told ?? row.told;
          rows.set(item.seq, { ...(isOlder ? row : item), ...(told && { told }) });
        }),
      remove: (seqs) =>
        access(() => {
          for (const seq of seqs) rows.delete(seq);
        }),
    };
  };
  return { process, items: () => [...rows.values()] };
}

/** A network without faults. */
const callFrom =
  (device: TestClient): CallKiosk =>
  async ({ name, body: made }) => {
    const sent = { body: { ...made, ...('deviceNow' in made && { deviceNow: now() }) } };
    const { status, body } = await device.call(name, sent as never);
    if (status < 300) return { result: body as never };
    const { code, message = '' } = body as { code?: Failure['code']; message?: string };
    return { failure: { status, code, message } };
  };

const fault = fc.constantFrom(
  'none',
  'none',
  'request lost',
  'answer lost',
  'answer lost',
  'delivered twice',
  'server error',
  'too many requests',
  'portal',
);

function faulty(faults: string[], call: CallKiosk): CallKiosk {
  let requests = 0;
  const failure = (status: number, code: Failure['code']) => ({ failure: { status, code, message: '' } });
  return async (made) => {
    const kind = faults[requests % faults.length];
    requests += 1;
    if (kind === 'request lost') return failure(0, 'network');
    if (kind === 'server error') return failure(503, 'unavailable');
    if (kind === 'too many requests') return failure(429, 'too_many_requests');
    if (kind === 'portal') return failure(404, undefined);
    if (kind === 'answer lost') {
      await call(made);
      return failure(0, 'network');
    }
    if (kind !== 'delivered twice') return call(made);
    const [first] = await Promise.all([call(made), call(made)]);
    return first;
  };
}

/** One kiosk: its disk, what it knows of people, and what it told whom. */
function newKiosk(device: TestClient, location: Location) {
  const disk = newDisk();
  let known = new Map<string, { id: string; working: ShownEntry | null }>();
  const learn = (item: KioskItem) => {
    const working = item.fate.state === 'done' ? entryIn(item.fate.result) : undefined;
    for (const [hash, person] of known) {
      if (working !== undefined && person.id === item.userId) known.set(hash, { ...person, working });
    }
  };
  /** `actions`: what people were told, by the id of their scan; null: kept, without a word of what it does. */
  const told = { answers: new Map<string, string>(), saved: new Map<string, string | null>() };
  const refusedAtOnce = new Set<string>();
  return {
    disk,
    told,
    refusedAtOnce,
    async look() {
      const loaded: EndpointResponse<'listKioskPeople'> = await device.ok('listKioskPeople');
      known = new Map(
        loaded.map(({ badgeHash, id, working }) => [badgeHash ?? '', { id, working: entryOf(working) }]),
      );
    },
    async badge({ badge }: Person, wait: { faults: string[]; diesAt: number | undefined } | undefined) {
      const storage = disk.process();
      const hash = createHash('sha256').update(badge).digest('hex');
      const person = known.get(hash);
      const userId = person?.id ?? `badge:${hash}`;
      const own = (await storage.list()).filter((item) => item.userId === userId);
      const id = randomUUID();
      const draft: KioskDraft = {
        kind: 'scan',
        id,
        userId,
        identity: { badge },
        qrCode: null,
        scannedAt: now(),
        earliestAt: now(),
        deviceAt: now(),
        expected: expectedAtKiosk({ id, scannedAt: now() }, entryAfterMoves(own, person?.working), location),
      };
      const seq = await storage.add(draft);
      if (wait) await this.drain(wait, id);
      if (told.answers.has(id) || refusedAtOnce.has(id)) return;
      // It died before the screen could say anything.
      if (wait?.diesAt !== undefined) return;
      await storage.put({ ...draft, seq, fate: { state: 'waiting' }, told: 'saved' } as KioskItem);
      told.saved.set(id, draft.expected?.action ?? null);
    },
    async drain({ faults, diesAt }: { faults: string[]; diesAt: number | undefined }, waitingId?: string) {
      try {
        await drainKiosk({
          storage: disk.process(diesAt, true),
          call: faulty(faults, callFrom(device)),
          isFresh: ({ id }) => id === waitingId,
          tell: (item, failure) => {
            learn(item);
            if (item.id !== waitingId) return false;
            if (item.fate.state === 'done')
              told.answers.set(item.id, (item.fate.result as ScanResult).action);
            else if (failure) refusedAtOnce.add(item.id);
            return true;
          },
        });
      } catch (error) {
        expect(error).toBeInstanceOf(Crash);
      }
    },
  };
}

describe('two kiosks, three people and a phone', () => {
  const which = fc.nat(1);
  const drain = {
    faults: fc.array(fault, { minLength: 3, maxLength: 3 }),
    diesAt: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  };
  const command = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('badge' as const),
        kiosk: which,
        person: fc.nat(2),
        wait: fc.option(fc.record(drain), { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('phone' as const), kiosk: which, person: fc.nat(2) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const), kiosk: which }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('drain' as const), kiosk: which, ...drain }) },
  );
  const story = fc.array(fc.tuple(command, fc.integer({ min: 20, max: 1800 })), {
    minLength: 4,
    maxLength: 16,
  });

  it('each badge counts once, and people are told what was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (commands) => {
        await forgetAll();
        const both = kiosks.map((device, index) => newKiosk(device, locations[index] as Location));
        for (const kiosk of both) await kiosk.look();
        for (const [step, gap] of commands) {
          const kiosk = both[step.kiosk];
          const person = 'person' in step ? people[step.person] : undefined;
          if (step.do === 'look') await kiosk?.look();
          if (step.do === 'drain') await kiosk?.drain(step);
          if (step.do === 'badge' && person) await kiosk?.badge(person, step.wait);
          if (step.do === 'phone') {
            await person?.client.call('scan', { body: { qrCode: locations[step.kiosk]?.qrCode ?? '' } });
          }
          later(gap);
        }
        for (const kiosk of both) await kiosk.drain({ faults: ['none'], diesAt: undefined });
        for (const kiosk of both) await expectTold(kiosk);
      }),
      { numRuns: samples(250), seed: 18 },
    );
  });

  async function expectTold({ disk, told, refusedAtOnce }: ReturnType<typeof newKiosk>) {
    const items = disk.items();
    expect(items.filter(({ fate }) => fate.state === 'waiting')).toEqual([]);
    expect(items.filter((item) => item.identity !== undefined)).toEqual([]);
    const scans = await app.services.db.selectFrom('scan').select(['id', 'action']).execute();
    const refused = await app.services.db.selectFrom('refusedScan').select('scanId').execute();
    const recorded = new Map(scans.map(({ id, action }) => [id, action]));
    const kept = new Set(refused.map(({ scanId }) => scanId));
    for (const [id, action] of told.answers) expect([id, recorded.get(id)]).toEqual([id, action]);
    for (const id of refusedAtOnce) expect(recorded.has(id)).toBe(false);
    for (const [id, action] of told.saved) {
      const isToBeTold = items.some((item) => item.id === id && isUntold(item));
      const isRecorded = recorded.has(id);
      // Refused: the administrators see it, and the server's next answer tells the person.
      expect([id, isRecorded !== kept.has(id)]).toEqual([id, true]);
      if (isRecorded && action !== null) expect([id, isToBeTold]).toEqual([id, recorded.get(id) !== action]);
    }
    // What nobody saw is told the next time.
    for (const item of items) {
      const wasSeen = told.answers.has(item.id) || told.saved.has(item.id);
      if (item.fate.state === 'done' && !wasSeen) expect(isUntold(item)).toBe(true);
    }
  }
});

describe('somebody in front of a kiosk', () => {
  type Made = Parameters<CallKiosk>[0];
  const draftOf = (userId: string, identity: KioskDraft['identity']): KioskDraft => ({
    ...{ kind: 'scan', id: randomUUID(), userId, identity, qrCode: null },
    ...{ scannedAt: now(), earliestAt: now(), deviceAt: now() },
    expected: { action: 'check-out', location: 'Hall', entry: null },
  });
  const refusal = (status: number, code: Failure['code']) => ({ failure: { status, code, message: '' } });

  it('whose number rests after wrong PINs is told so, also behind an earlier PIN that waits', async () => {
    const disk = newDisk();
    const storage = disk.process();
    const number = (pin: string) => draftOf('number:102', { personalNumber: '102', pin });
    const saved = number('4828');
    const typed = number('4827');
    const badge = draftOf('badge:1', { badge: 'MB1' });
    for (const draft of [saved, typed, badge]) await storage.add(draft);
    const sent: string[] = [];
    const told: [string, string | undefined][] = [];
    await drainKiosk({
      storage,
      call: async (made: Made) => {
        const { badge: shown, pin } = made.body as { badge?: string; pin?: string };
        sent.push(shown ?? pin ?? '');
        return shown ? refusal(404, 'badge_unknown') : refusal(429, 'too_many_requests');
      },
      isFresh: ({ id }) => id === typed.id,
      tell: (item, failure) => {
        told.push([item.id, failure?.code]);
        return item.id === typed.id;
      },
    });
    expect(sent).toEqual(['4828', 'MB1']);
    expect(told).toEqual([
      [typed.id, 'too_many_requests'],
      [badge.id, 'badge_unknown'],
    ]);
    // What was saved is judged when the number counts again; what was refused on screen is not.
    expect(disk.items().map(({ id }) => id)).toEqual([saved.id]);
  });

  it('is asked about a repeated badge; who has gone with "saved" has done what was on screen', async () => {
    const disk = newDisk();
    const draft = draftOf('badge:1', { badge: 'MB1' });
    await disk.process().add(draft);
    let isThere = true;
    const sent: object[] = [];
    await drainKiosk({
      storage: disk.process(),
      call: async ({ body }: Made) => {
        const { asksIfRepeated, expectedAction } = body as Record<string, unknown>;
        sent.push({ asksIfRepeated, expectedAction });
        if (!asksIfRepeated) return { result: { action: 'check-out' } as never };
        isThere = false;
        return refusal(409, 'scan_repeated');
      },
      isFresh: () => isThere,
    });
    expect(sent).toEqual([
      { asksIfRepeated: true, expectedAction: undefined },
      { asksIfRepeated: undefined, expectedAction: 'check-out' },
    ]);
    expect(disk.items().map(({ fate }) => fate.state)).toEqual(['done']);

    const confirmed = { ...draftOf('badge:2', { badge: 'MB2' }), isConfirmed: true as const };
    await disk.process().add(confirmed);
    await drainKiosk({
      storage: disk.process(),
      call: async ({ body }: Made) => {
        expect(body).toMatchObject({ badge: 'MB2', expectedAction: 'check-out' });
        expect(body).not.toHaveProperty('asksIfRepeated');
        return { result: { action: 'check-out' } as never };
      },
      isFresh: () => true,
    });
    expect(disk.items().map(({ fate }) => fate.state)).toEqual(['done', 'done']);
  });
});
