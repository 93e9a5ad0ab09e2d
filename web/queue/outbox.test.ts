import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Location } from '#contract/locations.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import {
  attempt,
  discard,
  drain,
  isRefusal,
  type OutboxStorage,
  releaseHeld,
  type Send,
  senderOfPhone,
} from './outbox.ts';
import {
  type BreakDraft,
  blockedItems,
  type Draft,
  type Failure,
  isHeld,
  isUnsent,
  type OutboxItem,
  type Reply,
  type ScanDraft,
} from './outbox-items.ts';

const start = '2026-03-05T06:58:00.000Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;
let client: TestClient;
let userId: string;
let locations: Location[];

beforeAll(async () => {
  app = await startTestApp({ clock });
  clock.set('2026-03-04T06:58:00.000Z');
  company = await registerCompany(app);
  locations = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
  const added = await addEmployee(app, company);
  client = added.client;
  userId = added.employee.id;
});
afterAll(() => app.close());
beforeEach(forgetAll);

async function forgetAll() {
  clock.set(start);
  for (const table of ['workReport', 'scan', 'timeEntry'] as const) {
    await app.services.db.deleteFrom(table).where('userId', '=', userId).execute();
  }
}

class Crash extends Error {}

/** The data on disk outlives the processes that write to it. */
function newDisk() {
  const rows = new Map<number, OutboxItem>();
  let lastSeq = 0;
  /** A process that dies at its `diesAt`th access, before or after carrying it out. */
  const process = (diesAt = Number.POSITIVE_INFINITY, diesAfter = false): OutboxStorage => {
    let accesses = 0;
    const access = async <Value>(work: () => Value): Promise<Value> => {
      accesses += 1;
      if (accesses > diesAt || (accesses === diesAt && !diesAfter)) throw new Crash();
      // Reads return a copy, as from a real database.
      const value = structuredClone(work());
      if (accesses === diesAt) throw new Crash();
      return value;
    };
    return {
      add: (draft, state = 'waiting') =>
        access(() => {
          lastSeq += 1;
          rows.set(lastSeq, { ...draft, seq: lastSeq, fate: { state } } as OutboxItem);
          return lastSeq;
        }),
      list: (id) => access(() => [...rows.values()].filter((item) => item.userId === id)),
      settle: (seq, fate) =>
        access(() => {
          const item = rows.get(seq);
          if (item && item.fate.state !== 'done') rows.set(seq, { ...item, fate } as OutboxItem);
        }),
      release: (seq, previousEnd) =>
        access(() => {
          const item = rows.get(seq);
          if (item && isHeld(item))
            rows.set(seq, { ...item, previousEnd, wasHeld: true, fate: { state: 'waiting' } });
        }),
      remove: (seqs) =>
        access(() => {
          for (const seq of seqs) rows.delete(seq);
        }),
      markSent: (seq) =>
        access(() => {
          const item = rows.get(seq);
          if (item) rows.set(seq, { ...item, wasSent: true } as OutboxItem);
          return item !== undefined;
        }),
      removeUnsent: (user, id) =>
        access(() => {
          const unsent = [...rows.values()].find((item) => item.userId === user && item.id === id);
          return unsent !== undefined && isUnsent(unsent) && rows.delete(unsent.seq);
        }),
    };
  };
  return { process, items: () => [...rows.values()] };
}

const silence: Failure = { status: 0, code: 'network', message: '' };

/** A network without faults. */
const send: Send = async (name, input) => {
  const { body: made } = input as { body: object };
  const { status, body } = await client.call(name, { body: { ...made, deviceNow: now() } } as typeof input);
  if (status < 300) return { result: body };
  const { code, message = '' } = body as { code?: Failure['code']; message?: string };
  return { failure: { status, code, message } };
};

const now = () => clock.now().toISOString();
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString());

function newScan(qrCode: string | null, changes: Partial<ScanDraft> = {}): ScanDraft {
  const at = now();
  return {
    kind: 'scan',
    id: randomUUID(),
    userId,
    qrCode,
    scannedAt: at,
    earliestAt: at,
    deviceAt: at,
    expected: null,
    ...changes,
  };
}

const entriesOf = () =>
  app.services.db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .orderBy('checkOut')
    .select(['id', 'locationId', 'checkIn', 'checkOut'])
    .execute();

describe('faults', () => {
  const fault = fc.constantFrom(
    'none',
    'none',
    'request lost',
    'answer lost',
    'delivered twice',
    'delivered late',
    'server error',
    'too many requests',
    'signed out',
    'portal',
  );
  const command = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('scan' as const), location: fc.nat(1), isFresh: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('check-out' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('report' as const) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('drain' as const),
        tabs: fc.integer({ min: 1, max: 2 }),
        faults: fc.array(fault, { minLength: 4, maxLength: 4 }),
        diesAt: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
        diesAfter: fc.boolean(),
      }),
    },
  );
  const gapSeconds = fc.integer({ min: 1, max: 1800 });
  const story = fc.array(fc.tuple(command, gapSeconds), { minLength: 4, maxLength: 16 });

  it('every saved item is recorded exactly once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (commands) => {
        await forgetAll();
        await live(commands);
      }),
      { numRuns: samples(250), seed: 6 },
    );
  });

  type Command = typeof story extends fc.Arbitrary<(infer Step)[]> ? Step : never;

  async function live(commands: Command[]) {
    const disk = newDisk();
    const fresh = new Set<string>();
    let late: (() => Promise<unknown>)[] = [];
    const model = newModel();
    for (const [step, gap] of commands) {
      if (step.do === 'drain') {
        const faulty = faultySend(step.faults, (deliver) => late.push(deliver));
        const tabs = Array.from({ length: step.tabs }, () =>
          drain({
            storage: disk.process(step.diesAt, step.diesAfter),
            userId,
            send: faulty,
            isFresh: ({ id }) => fresh.has(id),
          }),
        );
        for (const ended of await Promise.allSettled(tabs)) {
          if (ended.status === 'rejected') expect(ended.reason).toBeInstanceOf(Crash);
        }
        // Delayed requests arrive before the phone makes the next item, or after it.
        if (gap % 2 === 0) late = await deliverAll(late);
      } else {
        const draft = model.next(step);
        if (step.do === 'scan' && step.isFresh) fresh.add(draft.id);
        await disk.process().add(draft);
      }
      // No longer fresh, and the network delays nothing that long.
      later(gap);
      fresh.clear();
      late = await deliverAll(late.filter(() => gap < 60));
    }
    expect(await drain({ storage: disk.process(), userId, send })).toBeUndefined();

    const entries = await entriesOf();
    const told = entries.map(({ locationId, checkIn, checkOut }) => ({ locationId, checkIn, checkOut }));
    const { expected, refused, reports, freshIds } = model;
    const isAnyFresh = freshIds.size > 0;
    expect(told.map(({ locationId, checkOut }) => [locationId, checkOut === null])).toEqual(
      expected.map(({ locationId, checkOut }) => [locationId, checkOut === null]),
    );
    // An item sent at once has the server's time, which may be a minute later if it was delayed.
    if (!isAnyFresh) expect(told).toEqual(expected.map(({ begunBy: _, ...entry }) => entry));
    const states = disk.items().map(({ id, fate }) => [id, fate.state]);
    expect(states.filter(([, state]) => state === 'waiting')).toEqual([]);
    expect(states.filter(([, state]) => state === 'refused').map(([id]) => id)).toEqual(refused);
    const stored = await app.services.db
      .selectFrom('workReport')
      .where('userId', '=', userId)
      .select(['submissionId', 'timeEntryId'])
      .execute();
    const wanted = reports.map(({ id, begunBy }) => [
      id,
      entries[expected.findIndex((entry) => entry.begunBy === begunBy)]?.id,
    ]);
    const sorted = (pairs: unknown[][]) => pairs.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
    expect(sorted(stored.map(({ submissionId, timeEntryId }) => [submissionId, timeEntryId]))).toEqual(
      sorted(wanted),
    );
  }

  it('an undone check-out is undone once, or visibly not at all', async () => {
    const drains = fc.array(
      fc.record({
        faults: fc.array(fault, { minLength: 2, maxLength: 2 }),
        diesAt: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
        diesAfter: fc.boolean(),
        seconds: fc.integer({ min: 0, max: 40 }),
      }),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(drains, drains, async (before, after) => {
        await forgetAll();
        const disk = newDisk();
        const { timeEntry } = await client.ok('scan', { body: { qrCode: locations[0]?.qrCode ?? '' } });
        const open = await entriesOf();
        later(3600);
        const late: (() => Promise<unknown>)[] = [];
        let receivedAt: number | undefined;
        const go = async (each: typeof before) => {
          for (const { faults, diesAt, diesAfter, seconds } of each) {
            const faulty = faultySend(faults, (deliver) => late.push(deliver));
            const storage = disk.process(diesAt, diesAfter);
            await drain({ storage, userId, send: faulty }).catch((error) =>
              expect(error).toBeInstanceOf(Crash),
            );
            if ((await scansOf()) > 1) receivedAt ??= clock.now().getTime();
            later(seconds);
          }
        };
        const entry = {
          reference: { timeEntryId: timeEntry.id },
          checkIn: timeEntry.checkIn,
          location: { name: 'Hall' },
        };
        const checkOut = newScan(null, { expected: { action: 'check-out', location: 'Hall', entry: null } });
        await disk.process().add(checkOut);
        await go(before);
        const wasReceived = receivedAt !== undefined;
        const { scannedAt, deviceAt } = newScan(null);
        const undo: Draft = {
          ...{ kind: 'undo', id: randomUUID(), userId, scannedAt, deviceAt },
          ...{ checkOut: checkOut.id, entry },
        };
        const isRemoved = await disk.process().removeUnsent(userId, checkOut.id);
        if (!isRemoved) await disk.process().add(undo);
        await go(after);
        expect(await drain({ storage: disk.process(), userId, send })).toBeUndefined();
        await deliverAll(late);

        // What never left the phone is never heard of.
        if (isRemoved) expect([wasReceived, await scansOf(), disk.items()]).toEqual([false, 1, []]);
        const undone = disk.items().find(({ kind }) => kind === 'undo');
        if (isRemoved || undone?.fate.state === 'done') expect(await entriesOf()).toEqual(open);
        else {
          expect(undone?.fate).toMatchObject({ state: 'refused', code: 'undo_too_late' });
          expect(clock.now().getTime() - (receivedAt ?? Number.NaN)).toBeGreaterThan(60_000);
          expect(await entriesOf()).toMatchObject([{ checkOut: checkOut.scannedAt }]);
        }
      }),
      { numRuns: samples(150), seed: 15 },
    );
  });

  async function scansOf(): Promise<number> {
    const rows = await app.services.db.selectFrom('scan').where('userId', '=', userId).select('id').execute();
    return rows.length;
  }

  async function deliverAll(late: (() => Promise<unknown>)[]) {
    for (const deliver of late) await deliver();
    return [];
  }

  /** The expected result of the same scans, as a person would note them on paper. */
  function newModel() {
    const expected: { locationId: string; checkIn: string; checkOut: string | null; begunBy: string }[] = [];
    const refused: string[] = [];
    const reports: { id: string; begunBy: string }[] = [];
    const freshIds = new Set<string>();
    const next = (
      step: { do: 'scan'; location: number; isFresh: boolean } | { do: 'check-out' | 'report' },
    ): Draft => {
      const last = expected.at(-1);
      if (step.do === 'report' && last) {
        const { kind: _, qrCode: _q, earliestAt: _e, expected: _x, ...common } = newScan(null);
        reports.push({ id: common.id, begunBy: last.begunBy });
        const items = [{ units: 'pcs', quantity: 1, description: 'Doors' }];
        return {
          ...common,
          kind: 'work-report',
          items,
          generalNotes: null,
          entry: { begunByScan: last.begunBy },
        };
      }
      const location = step.do === 'scan' ? locations[step.location] : undefined;
      const draft = newScan(location?.qrCode ?? null);
      if (step.do === 'scan' && step.isFresh) freshIds.add(draft.id);
      const open = last?.checkOut === null ? last : undefined;
      if (open) open.checkOut = draft.scannedAt;
      else if (!location) refused.push(draft.id);
      if (location && open?.locationId !== location.id) {
        expected.push({
          locationId: location.id,
          checkIn: draft.scannedAt,
          checkOut: null,
          begunBy: draft.id,
        });
      }
      return draft;
    };
    return { expected, refused, reports, freshIds, next };
  }

  function faultySend(faults: string[], hold: (deliver: () => Promise<unknown>) => void): Send {
    let requests = 0;
    return async (name, input) => {
      const kind = faults[requests % faults.length];
      requests += 1;
      const failure = (status: number, code: Failure['code']): Reply<never> => ({
        failure: { status, code, message: '' },
      });
      if (kind === 'request lost') return { failure: silence };
      if (kind === 'server error') return failure(503, 'unavailable');
      if (kind === 'too many requests') return failure(429, 'too_many_requests');
      if (kind === 'signed out') return failure(401, 'unauthenticated');
      if (kind === 'portal') return failure(404, undefined);
      if (kind === 'delivered late') {
        hold(() => send(name, input));
        return { failure: silence };
      }
      if (kind === 'answer lost') {
        await send(name, input);
        return { failure: silence };
      }
      if (kind !== 'delivered twice') return send(name, input);
      const [first] = await Promise.all([send(name, input), send(name, input)]);
      return first;
    };
  }
});

it('a scan that needs an answer is held until it has one, with those made after it', async () => {
  const hall = locations[0]?.qrCode ?? '';
  const { timeEntry: forgotten } = await client.ok('scan', { body: { qrCode: hall } });
  later(26 * 3600);
  const disk = newDisk();
  // One scan that the server asks about, and one that the phone knows it will ask about.
  await disk.process().add(newScan(hall));
  await drain({ storage: disk.process(), userId, send });
  const cameAt = now();
  later(9 * 3600);
  await disk.process().add(newScan(hall), 'held');
  await drain({ storage: disk.process(), userId, send });
  expect(disk.items().map(({ fate }) => fate.state)).toEqual(['held', 'held']);

  const leftAt = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();
  const answer = async (at: string) => {
    const timeEntryId = forgotten.id;
    await releaseHeld(disk.process(), userId, { timeEntryId, leftAt: at });
    await drain({ storage: disk.process(), userId, send });
  };
  // More than a day after the check-in: refused, and asked again.
  await answer(leftAt(25));
  expect(disk.items().every(isHeld)).toBe(true);
  await answer(leftAt(8));
  expect(disk.items().map(({ fate }) => fate.state)).toEqual(['done', 'done']);
  expect(await entriesOf()).toMatchObject([{ checkOut: leftAt(8) }, { checkIn: cameAt, checkOut: now() }]);
});

it('sending continues if an administrator has already answered', async () => {
  const hall = locations[0]?.qrCode ?? '';
  const { timeEntry } = await client.ok('scan', { body: { qrCode: hall } });
  later(26 * 3600);
  const disk = newDisk();
  await disk.process().add(newScan(hall), 'held');
  const checkOut = new Date(Date.parse(start) + 3_600_000).toISOString();
  await company.admin.ok('updateTimeEntry', {
    params: { id: timeEntry.id },
    body: {
      locationId: timeEntry.locationId,
      checkIn: timeEntry.checkIn,
      checkOut,
      reason: 'Asked by phone',
    },
  });
  const leftAt = new Date(Date.parse(start) + 2 * 3_600_000).toISOString();
  await releaseHeld(disk.process(), userId, { timeEntryId: timeEntry.id, leftAt });
  expect(await drain({ storage: disk.process(), userId, send })).toBeUndefined();
  expect(await entriesOf()).toMatchObject([{ checkOut }, { checkIn: now(), checkOut: null }]);
});

describe('draining', () => {
  const fill = async (drafts: Draft[]) => {
    const disk = newDisk();
    for (const draft of drafts) await disk.process().add(draft);
    return disk;
  };
  const hall = () => locations[0]?.qrCode ?? '';

  it('a permanently refused scan stays with its reason; sending continues with the next item', async () => {
    const old = newScan(hall());
    later(73 * 3600);
    const disk = await fill([old, newScan(hall())]);
    expect(await drain({ storage: disk.process(), userId, send })).toBeUndefined();
    expect(disk.items().map(({ fate }) => fate.state)).toEqual(['refused', 'done']);
    expect(disk.items()[0]?.fate).toMatchObject({ code: 'scan_too_old', message: /72 hours/ });
  });

  it("another person's items are neither sent nor refused", async () => {
    const other = await addEmployee(app, company);
    const disk = await fill([newScan(hall(), { userId: other.employee.id })]);
    expect(await drain({ storage: disk.process(), userId, send })).toBeUndefined();
    expect(disk.items()[0]?.fate.state).toBe('waiting');
    // The session changed while the page did not know.
    const stopped = await drain({ storage: disk.process(), userId: other.employee.id, send });
    expect(stopped).toMatchObject({ code: 'scan_of_another_person' });
    expect(disk.items()[0]?.fate.state).toBe('waiting');
    expect(await entriesOf()).toEqual([]);
  });

  it("another person's report is not sent either", async () => {
    const other = await addEmployee(app, company);
    const { timeEntry } = await client.ok('scan', { body: { qrCode: hall() } });
    const body = {
      timeEntryId: timeEntry.id,
      userId: other.employee.id,
      items: [{ units: 'pcs', quantity: 1, description: 'Doors' }],
    };
    expect(await client.call('createWorkReports', { body })).toMatchObject({
      status: 409,
      body: { code: 'scan_of_another_person' },
    });
  });

  it('a report on an entry whose scan was refused waits, and nothing else', async () => {
    const scan = newScan('000000000');
    const { kind: _, qrCode: _q, earliestAt: _e, expected: _x, ...common } = newScan(null);
    const report: Draft = {
      ...common,
      kind: 'work-report',
      items: [{ units: 'pcs', quantity: 1, description: 'Doors' }],
      generalNotes: null,
      entry: { begunByScan: scan.id },
    };
    const disk = await fill([scan, report, newScan(hall())]);
    await drain({ storage: disk.process(), userId, send });
    expect(disk.items().map(({ fate }) => fate.state)).toEqual(['refused', 'waiting', 'done']);
  });

  it('a phone whose clock was set forward while it had no signal', async () => {
    const earliestAt = now();
    const scan = newScan(hall(), { earliestAt, scannedAt: '2026-03-05T09:58:00.000Z' });
    later(600);
    const disk = await fill([scan]);
    await drain({ storage: disk.process(), userId, send });
    expect(await entriesOf()).toMatchObject([{ checkIn: earliestAt }]);
  });

  it('a phone that knows its clock was set says so, and the entry awaits approval', async () => {
    const scan = newScan(hall(), { isUncertain: true });
    later(600);
    const disk = await fill([scan]);
    await drain({ storage: disk.process(), userId, send });
    expect(disk.items()[0]?.fate).toMatchObject({
      state: 'done',
      result: { timeEntry: { approval: 'pending' } },
    });
  });

  it('no time is moved: a scan that the server has another event after is refused as it was made', async () => {
    await client.ok('scan', { body: { qrCode: hall() } });
    const before = new Date(clock.now().getTime() - 500).toISOString();
    const disk = await fill([newScan(hall(), { scannedAt: before, earliestAt: before })]);
    await drain({ storage: disk.process(), userId, send });
    expect(disk.items()[0]?.fate).toMatchObject({ state: 'refused', code: 'scan_out_of_order' });
    expect(await entriesOf()).toMatchObject([{ checkIn: start, checkOut: null }]);
  });

  it('an answer that no page has heard is marked, so that the next one shows it', async () => {
    const disk = await fill([newScan(hall())]);
    await drain({ storage: disk.process(), userId, send });
    expect(disk.items()[0]?.fate).toMatchObject({ state: 'done', untoldSince: expect.any(Number) });
    const told = await fill([newScan(hall())]);
    await drain({ storage: told.process(), userId, send, onSettled: () => undefined });
    expect(told.items()[0]?.fate).not.toHaveProperty('untoldSince');
  });

  it('keeps the last answers only', async () => {
    const disk = newDisk();
    for (let count = 0; count < 40; count += 1) {
      await disk.process().add(newScan(hall()));
      later(1);
    }
    await drain({ storage: disk.process(), userId, send });
    expect(disk.items()).toHaveLength(30);
    expect(await entriesOf()).toHaveLength(20);
  });

  it('an answer that cannot be stored removes the item', async () => {
    const disk = await fill([newScan(hall())]);
    const full = { ...disk.process(), settle: () => Promise.reject(new Error('QuotaExceededError')) };
    expect(await drain({ storage: full, userId, send })).toBeUndefined();
    expect(disk.items()).toEqual([]);
    expect(await entriesOf()).toHaveLength(1);
  });

  it('an item that could not be stored is sent alone', async () => {
    const item: OutboxItem = { ...newScan(hall()), seq: 0, fate: { state: 'waiting' } };
    expect(await attempt(senderOfPhone(send), item, [], true)).toMatchObject({
      settled: { fate: { state: 'done' } },
    });
    expect(await entriesOf()).toHaveLength(1);
  });
});

describe('after a refused scan', () => {
  const hall = () => locations[0]?.qrCode ?? '';
  const names = { name: 'Hall' };
  /** A morning and an afternoon, made without a signal: in, out for lunch, in, out; each builds on the one before. */
  function dayOffline() {
    const day: ScanDraft[] = [];
    for (const [hours, action] of [
      [0, 'check-in'],
      [4, 'check-out'],
      [4.5, 'check-in'],
      [8.5, 'check-out'],
    ] as const) {
      const at = new Date(Date.parse(start) + hours * 3_600_000).toISOString();
      const id = randomUUID();
      const entry =
        action === 'check-in' ? { reference: { begunByScan: id }, checkIn: at, location: names } : null;
      const times = { scannedAt: at, earliestAt: at, deviceAt: at };
      const basedOn = day.at(-1)?.id;
      const expected = { action, location: 'Hall', entry };
      day.push(newScan(hall(), { id, ...times, expected, ...(basedOn && { basedOn }) }));
    }
    return day;
  }
  const fill = async (drafts: Draft[]) => {
    const disk = newDisk();
    for (const draft of drafts) await disk.process().add(draft);
    return disk;
  };
  const drainAll = (disk: ReturnType<typeof newDisk>) => drain({ storage: disk.process(), userId, send });
  const states = (disk: ReturnType<typeof newDisk>) => disk.items().map(({ fate }) => fate.state);
  const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();

  it('the lunch does not become work: its check-out waits, the afternoon is recorded', async () => {
    const disk = await fill(dayOffline());
    clock.set(at(72 + 2));
    expect(await drainAll(disk)).toBeUndefined();
    expect(states(disk)).toEqual(['refused', 'waiting', 'done', 'done']);
    expect(await entriesOf()).toMatchObject([{ checkIn: at(4.5), checkOut: at(8.5) }]);
    // With the check-in discarded, the check-out is asked about and never sent; discarded too, nothing is left.
    await discard(disk.process(), userId, [1]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['orphaned', 'done', 'done']);
    await discard(disk.process(), userId, [2]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['done', 'done']);
    expect(await entriesOf()).toMatchObject([{ checkIn: at(4.5), checkOut: at(8.5) }]);
  });

  it('a later entry that the person began meanwhile keeps its end, however soon it began', async () => {
    const [came, left] = dayOffline();
    if (!came || !left) throw new Error('no day');
    const disk = await fill([came, left]);
    clock.set(at(4));
    const refusing: Send = (name, input) =>
      (input as { body: { clientScanId?: string } }).body.clientScanId === came.id
        ? Promise.resolve({ failure: { status: 409, code: 'location_inactive', message: '' } })
        : send(name, input);
    await drain({ storage: disk.process(), userId, send: refusing });
    expect(states(disk)).toEqual(['refused', 'waiting']);
    // A minute later, elsewhere and with a signal.
    clock.set(at(4 + 1 / 60));
    await disk.process().add(newScan(locations[1]?.qrCode ?? ''));
    await drain({ storage: disk.process(), userId, send, isFresh: () => true });
    await discard(disk.process(), userId, [1]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['orphaned', 'done']);
    expect(await entriesOf()).toMatchObject([{ checkIn: at(4 + 1 / 60), checkOut: null }]);
  });

  it('the afternoon of a day whose morning was discarded offline still goes out', async () => {
    const disk = await fill(dayOffline());
    clock.set(at(72 + 2));
    let requests = 0;
    // The signal is lost after the first answer.
    const once: Send = (name, input) => {
      requests += 1;
      return requests === 1 ? send(name, input) : Promise.resolve({ failure: silence });
    };
    await drain({ storage: disk.process(), userId, send: once });
    await discard(disk.process(), userId, [1]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['orphaned', 'done', 'done']);
    expect(await entriesOf()).toMatchObject([{ checkIn: at(4.5), checkOut: at(8.5) }]);
  });

  it('a scan of which the phone knew nothing is not sent after one that was refused and discarded', async () => {
    await client.ok('scan', { body: { qrCode: locations[1]?.qrCode ?? '' } });
    clock.set(at(8));
    const elsewhere = newScan('000000000');
    const disk = await fill([elsewhere, newScan(locations[1]?.qrCode ?? '', { basedOn: elsewhere.id })]);
    await drainAll(disk);
    await discard(disk.process(), userId, [1]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['orphaned']);
    expect(await entriesOf()).toMatchObject([{ checkIn: start, checkOut: null }]);
  });

  it('what such a scan ends without a refusal before it awaits approval', async () => {
    await client.ok('scan', { body: { qrCode: hall() } });
    clock.set(at(8));
    const disk = await fill([newScan(hall())]);
    await drainAll(disk);
    expect(disk.items()[0]?.fate).toMatchObject({
      result: { action: 'check-out', timeEntry: { approval: 'pending' } },
    });
  });

  it('after an undo that came too late the later check-out is asked about', async () => {
    const { timeEntry } = await client.ok('scan', { body: { qrCode: hall() } });
    clock.set(at(4));
    const entry = { reference: { timeEntryId: timeEntry.id }, checkIn: start, location: names };
    const expected = { action: 'check-out' as const, location: 'Hall', entry: null };
    const out = newScan(null, { expected });
    const { scannedAt, deviceAt } = out;
    const disk = await fill([out]);
    // Received, but the answer is lost.
    await drain({
      storage: disk.process(),
      userId,
      send: async (name, input) => {
        await send(name, input);
        return { failure: silence };
      },
    });
    const undo: Draft = {
      ...{ kind: 'undo', id: randomUUID(), userId, checkOut: out.id, entry, scannedAt, deviceAt },
    };
    clock.set(at(5));
    const later = newScan(null, { expected, basedOn: undo.id });
    for (const draft of [undo, later]) await disk.process().add(draft);
    await drainAll(disk);
    expect(states(disk)).toEqual(['done', 'refused', 'waiting']);
    await discard(disk.process(), userId, [2]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['done', 'orphaned']);
    expect(await entriesOf()).toMatchObject([{ checkIn: start, checkOut: at(4) }]);
  });

  it('the undo of a check-out that was refused goes with it', async () => {
    await client.ok('scan', { body: { qrCode: hall() } });
    const out = newScan(null, { expected: { action: 'check-out', location: 'Hall', entry: null } });
    const { scannedAt, deviceAt } = out;
    const entry = { reference: { timeEntryId: 'x' }, checkIn: start, location: names };
    const disk = await fill([
      out,
      { kind: 'undo', id: randomUUID(), userId, checkOut: out.id, entry, scannedAt, deviceAt },
    ]);
    const refusing: Send = () =>
      Promise.resolve({ failure: { status: 409, code: 'month_locked', message: '' } });
    await drain({ storage: disk.process(), userId, send: refusing });
    expect(states(disk)).toEqual(['refused', 'waiting']);
    await discard(disk.process(), userId, [1]);
    expect(disk.items()).toEqual([]);
  });

  it('after a refused check-out everything waits that was made in the belief that it counted', async () => {
    const [came, ...rest] = dayOffline();
    if (!came) throw new Error('no day');
    clock.set(at(0));
    const disk = await fill([came]);
    await drainAll(disk);
    for (const draft of rest) await disk.process().add(draft);
    clock.set(at(9));
    const [left] = rest;
    const refusing: Send = (name, input) =>
      (input as { body: { clientScanId?: string } }).body.clientScanId === left?.id
        ? Promise.resolve({ failure: { status: 409, code: 'month_locked', message: '' } })
        : send(name, input);
    await drain({ storage: disk.process(), userId, send: refusing });
    expect(states(disk)).toEqual(['done', 'refused', 'waiting', 'waiting']);
    expect(await entriesOf()).toMatchObject([{ checkIn: at(0), checkOut: null }]);
    // A scan of now builds on what the server says, and goes out.
    await disk
      .process()
      .add(newScan(null, { expected: { action: 'check-out', location: 'Hall', entry: null } }));
    await drainAll(disk);
    expect(await entriesOf()).toMatchObject([{ checkIn: at(0), checkOut: at(9) }]);
    expect(states(disk)).toEqual(['done', 'refused', 'waiting', 'waiting', 'done']);
  });

  it('a report on the refused entry waits, and says that it has no entry when that is discarded', async () => {
    const [came] = dayOffline();
    if (!came) throw new Error('no day');
    const { kind: _, qrCode: _q, earliestAt: _e, expected: _x, ...common } = newScan(null);
    const items = [{ units: 'pcs', quantity: 1, description: 'Doors' }];
    const report: Draft = {
      ...common,
      kind: 'work-report',
      items,
      generalNotes: null,
      entry: { begunByScan: came.id },
    };
    const disk = await fill([came, report]);
    clock.set(at(72 + 2));
    await drainAll(disk);
    expect(states(disk)).toEqual(['refused', 'waiting']);
    await discard(disk.process(), userId, [1]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['orphaned']);
  });
});

describe('breaks', () => {
  const hall = () => locations[0]?.qrCode ?? '';
  const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();
  const timed = (minutes: number) => ({
    scannedAt: at(minutes),
    earliestAt: at(minutes),
    deviceAt: at(minutes),
  });
  const entry = { reference: { begunByScan: 'scan' }, checkIn: start, location: { name: 'Hall' } };
  const scanAt = (minutes: number, action: 'check-in' | 'check-out', more: Partial<ScanDraft> = {}) =>
    newScan(hall(), { ...timed(minutes), expected: { action, location: 'Hall', entry: null }, ...more });
  const breakAt = (minutes: number, action: BreakDraft['action'], base?: Draft): BreakDraft => ({
    ...{ kind: 'break', id: randomUUID(), userId, action, entry, ...timed(minutes) },
    ...(base && { basedOn: base.id }),
  });
  const fill = async (drafts: Draft[]) => {
    const disk = newDisk();
    for (const draft of drafts) await disk.process().add(draft);
    return disk;
  };
  const drainAll = (disk: ReturnType<typeof newDisk>) => drain({ storage: disk.process(), userId, send });
  const states = (disk: ReturnType<typeof newDisk>) => disk.items().map(({ fate }) => fate.state);
  const breaks = () =>
    app.services.db
      .selectFrom('workBreak')
      .where('userId', '=', userId)
      .select(['startedAt', 'endedAt'])
      .execute();
  const setPolicy = (policy: 'recorded' | 'none') =>
    company.admin.ok('updateWorkRules', {
      body: {
        country: 'LV',
        breaks: {
          policy,
          automatic: { after: 21_600_000, length: 1_800_000, at: 14_400_000 },
          isPaid: false,
        },
        effectiveFrom: '1970-01-01',
      },
    });
  beforeEach(async () => {
    await setPolicy('recorded');
    await app.services.db.deleteFrom('workBreak').where('userId', '=', userId).execute();
  });

  it('a day without a signal is recorded the next morning, in order and once', async () => {
    const [into, out] = [scanAt(0, 'check-in'), breakAt(240, 'start')];
    const back = breakAt(270, 'end', out);
    const disk = await fill([
      into,
      { ...out, basedOn: into.id },
      back,
      scanAt(480, 'check-out', { basedOn: back.id }),
    ]);
    clock.set(at(24 * 60));
    // Sent twice each, as after an answer that was lost.
    await drain({
      storage: disk.process(),
      userId,
      send: async (name, input) => {
        await send(name, input);
        return send(name, input);
      },
    });
    expect(states(disk)).toEqual(['done', 'done', 'done', 'done']);
    expect(await breaks()).toEqual([{ startedAt: at(240), endedAt: at(270) }]);
    expect(await entriesOf()).toMatchObject([{ checkIn: start, checkOut: at(480) }]);
  });

  it('of a break that is refused the end waits with it; the check-out does not', async () => {
    await setPolicy('none');
    const out = breakAt(240, 'start');
    const back = breakAt(270, 'end', out);
    const disk = await fill([
      scanAt(0, 'check-in'),
      out,
      back,
      scanAt(480, 'check-out', { basedOn: back.id }),
    ]);
    clock.set(at(500));
    await drainAll(disk);
    expect(states(disk)).toEqual(['done', 'refused', 'waiting', 'done']);
    expect(blockedItems(disk.items())).toEqual(new Set([back.id]));
    expect(disk.items()[1]?.fate).toMatchObject({ code: 'breaks_not_recorded' });
    await discard(disk.process(), userId, [2]);
    await drainAll(disk);
    expect(states(disk)).toEqual(['done', 'orphaned', 'done']);
    expect(await entriesOf()).toMatchObject([{ checkOut: at(480) }]);
  });

  it('with a check-in that is refused its break waits, and the check-out after it', async () => {
    const into = scanAt(0, 'check-in');
    const out = breakAt(1, 'start', into);
    const disk = await fill([into, out, scanAt(2, 'check-out', { basedOn: out.id })]);
    clock.set(at(73 * 60));
    await drainAll(disk);
    expect(states(disk)).toEqual(['refused', 'waiting', 'waiting']);
  });

  it('after a scan that is held a break waits for its answer, and then counts in the new entry', async () => {
    const { timeEntry } = await client.ok('scan', { body: { qrCode: hall() } });
    clock.set(at(26 * 60));
    const into = scanAt(26 * 60, 'check-in');
    const disk = await fill([into, breakAt(27 * 60, 'start', into)]);
    clock.set(at(28 * 60));
    await drainAll(disk);
    expect(states(disk)).toEqual(['held', 'waiting']);
    await releaseHeld(disk.process(), userId, { timeEntryId: timeEntry.id, leftAt: at(8 * 60) });
    await drainAll(disk);
    expect(states(disk)).toEqual(['done', 'done']);
    expect(await breaks()).toEqual([{ startedAt: at(27 * 60), endedAt: null }]);
  });
});

it.each([
  [0, 'network', false],
  [401, 'unauthenticated', false],
  [402, 'subscription_required', true],
  [403, undefined, false],
  [403, 'password_change_required', false],
  [409, 'scan_too_old', true],
  [429, 'too_many_requests', false],
  [429, 'entry_limit', true],
  [500, 'internal', false],
] as const)('status %i with the code %s is a refusal: %s', (status, code, is) => {
  expect(isRefusal({ status, code, message: '' })).toBe(is);
});
