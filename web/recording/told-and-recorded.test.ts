/** What people are told by their phones, and what is recorded of it, over random days with refusals and without a signal. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Location } from '#contract/locations.ts';
import { type ActiveEntry, REFUSED_SCAN_REASONS } from '#contract/time-tracking.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { runsAllSamples, samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';
import { discard, drain, type OutboxStorage, releaseHeld, type Send } from '#web/queue/outbox.ts';
import {
  blockedItems,
  type Failure,
  isHeld,
  isUnrecorded,
  type OutboxItem,
  type ScanDraft,
} from '#web/queue/outbox-items.ts';
import { entryAfter, entryBeforeScan, expectedScan, isScan, lastWaitingMove } from './expected-scan.ts';

/** Six hours before April begins in Riga, so that a part of each story may lie in an approved month. */
const start = Date.UTC(2026, 2, 31, 15);
const hourMs = 3_600_000;
const minuteMs = 60_000;
const clock = fixedClock(new Date(start).toISOString());
let app: TestApp;
let company: Company;
let client: TestClient;
let userId: string;
let locations: Location[];

beforeAll(async () => {
  clock.set(new Date(start - 24 * hourMs).toISOString());
  app = await startTestApp({ clock });
  company = await registerCompany(app);
  locations = [await addLocation(company, 'Hall'), await addLocation(company, 'Yard')];
  const added = await addEmployee(app, company);
  client = added.client;
  userId = added.employee.id;
});
afterAll(() => app.close());

async function forgetAll() {
  clock.set(new Date(start).toISOString());
  for (const table of ['monthApproval', 'correctionRequest', 'refusedScan', 'scan', 'timeEntry'] as const) {
    await app.services.db.deleteFrom(table).where('userId', '=', userId).execute();
  }
  for (const { id, name } of locations) await setActive(id, name, true);
}

const setActive = (id: string, name: string, isActive: boolean) =>
  company.admin.ok('updateLocation', { params: { id }, body: { name, isActive } });
const nowMs = () => clock.now().getTime();
const iso = (ms: number) => new Date(ms).toISOString();

/** By how much the phone's clock is off; the time that it takes from the system is that of the test's clock. */
let offMs = 0;
const send: Send = async (name, input) => {
  const { body: made } = input as { body: object };
  const { status, body } = await client.call(name, {
    body: { ...made, deviceNow: iso(nowMs() + offMs) },
  } as typeof input);
  if (status < 300) return { result: body };
  const { code, message = '' } = body as { code?: Failure['code']; message?: string };
  return { failure: { status, code, message } };
};

function newStorage() {
  const rows = new Map<number, OutboxItem>();
  let lastSeq = 0;
  const put = (seq: number, changes: object) => {
    const row = rows.get(seq);
    if (row) rows.set(seq, { ...row, ...changes } as OutboxItem);
  };
  const storage: OutboxStorage = {
    async add(draft, state = 'waiting') {
      lastSeq += 1;
      rows.set(lastSeq, { ...draft, seq: lastSeq, fate: { state } } as OutboxItem);
      return lastSeq;
    },
    list: async () => structuredClone([...rows.values()]),
    settle: async (seq, fate) => put(seq, { fate }),
    release: async (seq, previousEnd) => put(seq, { previousEnd, wasHeld: true, fate: { state: 'waiting' } }),
    remove: async (seqs) => {
      for (const seq of seqs) rows.delete(seq);
    },
    markSent: async (seq) => {
      put(seq, { wasSent: true });
      return rows.has(seq);
    },
    // Nobody undoes a check-out here.
    removeUnsent: async () => false,
  };
  return { storage, items: () => [...rows.values()] };
}

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('scan' as const), location: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('button' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('online' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch-off' as const), location: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch-on' as const), location: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lock' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unlock' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discard' as const) }) },
  // The app starts without what the phone knew of the person, or with a clock that was set back.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set-back' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put-right' as const) }) },
);
const gap = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 15 * 60, max: 80 * 60 }) },
);
const story = fc.array(fc.tuple(step, gap), { minLength: 4, maxLength: 16 });
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

/** What a person remembers of a scan: what the phone said, where and when. */
type Told = { item: ScanDraft; madeMs: number; locationId: string | undefined };

const seen = new Set<string>();

async function live(steps: Story) {
  await forgetAll();
  const { storage, items } = newStorage();
  const told = new Map<string, Told>();
  const discarded = new Set<string>();
  /** What the phone was last told by the server. */
  let active: ActiveEntry | null | undefined = null;
  /** When the phone last heard from the server, and since when it has been running with a clock set back before that. */
  let heardMs = nowMs();
  let setBackMs: number | undefined;
  offMs = 0;
  const goOnline = async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await drain({ storage, userId, send })).toBeUndefined();
      if (!items().some(isHeld)) break;
      const missing = await client.ok('getMissingCheckOut');
      const leftAt = iso(Date.parse(missing?.checkIn ?? iso(start)) + hourMs);
      await releaseHeld(storage, userId, missing ? { timeEntryId: missing.timeEntryId, leftAt } : undefined);
    }
    active = await client.ok('getActiveEntry');
    heardMs = nowMs();
    setBackMs = undefined;
    // The network sets it.
    offMs = 0;
  };
  const make = async (location: Location | undefined) => {
    const id = randomUUID();
    const shown = entryAfter(items(), active);
    const scannedAt = iso(setBackMs === undefined ? nowMs() : heardMs + nowMs() - setBackMs);
    const isMissing = Boolean(shown?.needsAttentionAt && shown.needsAttentionAt <= scannedAt);
    // Without an entry on its screen a phone has no button to check out.
    if (!location && !shown) return;
    const before = entryBeforeScan(items(), isMissing ? null : shown);
    const scanned = { clientScanId: id, code: location?.qrCode ?? null, scannedAt };
    const basedOn = (items().findLast(isHeld) ?? lastWaitingMove(items()))?.id;
    const item: ScanDraft = {
      ...{ kind: 'scan', id, userId, qrCode: location?.qrCode ?? null },
      ...{ scannedAt, earliestAt: scannedAt, deviceAt: iso(nowMs() + offMs), ...(basedOn && { basedOn }) },
      ...(setBackMs !== undefined && { isUncertain: true }),
      expected: expectedScan(scanned, before, items()),
    };
    await storage.add(item, isMissing ? 'held' : 'waiting');
    told.set(id, { item, madeMs: nowMs(), locationId: location?.id });
  };
  for (const [one, minutes] of steps) {
    const location = 'location' in one ? locations[one.location] : undefined;
    if (one.do === 'scan' || one.do === 'button') await make(location);
    else if (one.do === 'online') await goOnline();
    else if (one.do === 'switch-off' || one.do === 'switch-on') {
      if (location) await setActive(location.id, location.name, one.do === 'switch-on');
    } else if (one.do === 'lock' || one.do === 'unlock') {
      // Refused while March goes on, and when there is nothing to unlock.
      const body = { month: '2026-03', userId };
      if (one.do === 'lock') await company.admin.call('approveMonth', { body });
      else await company.admin.call('unlockMonth', { body: { ...body, reason: 'Aizmirsts' } });
    } else if (one.do === 'forget') active = undefined;
    else if (one.do === 'put-right') offMs = 0;
    else if (one.do === 'set-back') {
      // A clock that does not lie before what the phone has heard is believed.
      // With something waiting that was made before, the server takes the clock to have been wrong then too.
      const isWaiting = items().some(({ fate }) => ['waiting', 'held'].includes(fate.state));
      const isNoticed = !isWaiting && nowMs() - one.hours * hourMs < heardMs - 2 * minuteMs;
      offMs = isNoticed ? -one.hours * hourMs : 0;
      setBackMs = isNoticed ? nowMs() : undefined;
    } else {
      const first = items().find(isUnrecorded);
      if (first) {
        discarded.add(first.id);
        await discard(storage, userId, [first.seq]);
      }
    }
    clock.set(iso(nowMs() + minutes * minuteMs));
  }
  await goOnline();
  await compare(items(), told, discarded);
}

async function compare(items: OutboxItem[], told: Map<string, Told>, discarded: Set<string>) {
  const { db } = app.services;
  const scans = await db.selectFrom('scan').where('userId', '=', userId).selectAll().execute();
  const recorded = new Map(scans.map((scan) => [scan.id, scan]));
  const answered = new Set(items.filter(isScan).flatMap(({ wasHeld, id }) => (wasHeld ? [id] : [])));
  const blocked = blockedItems(items);

  // Nothing is recorded that the person was not told: not another action, location or time.
  for (const scan of scans) {
    const { item, madeMs, locationId } = told.get(scan.id) ?? expect.fail('recorded, but never made');
    const { expected, scannedAt } = item;
    if (expected && !answered.has(scan.id)) expect(scan.action).toBe(expected.action);
    if (locationId) expect(scan.locationId).toBe(locationId);
    // Of a phone that knew its clock to be wrong: not before the earliest possible time, and not after the true one.
    if (item.isUncertain) {
      expect(Date.parse(scan.effectiveAt)).toBeGreaterThanOrEqual(Date.parse(scannedAt));
      expect(Date.parse(scan.effectiveAt)).toBeLessThanOrEqual(madeMs);
    } else expect(scan.effectiveAt).toBe(scannedAt);
  }
  // Nothing was told that is neither recorded nor in sight: refused, or waiting for something refused.
  for (const id of told.keys()) {
    const item = items.find((known) => known.id === id);
    seen.add(item?.fate.state ?? 'discarded');
    if (item?.fate.state === 'refused') seen.add(item.fate.code ?? '');
    if (recorded.has(id)) expect([undefined, 'done']).toContain(item?.fate.state);
    else if (!discarded.has(id)) {
      const isInSight = item !== undefined && (isUnrecorded(item) || blocked.has(id));
      expect(isInSight, `${id} has vanished`).toBe(true);
    }
  }
  // What was refused has left a trace.
  const traces = await db.selectFrom('refusedScan').where('userId', '=', userId).select('scanId').execute();
  for (const { id, fate } of items) {
    if (fate.state !== 'refused' || !REFUSED_SCAN_REASONS.some((reason) => reason === fate.code)) continue;
    expect(traces.map(({ scanId }) => scanId)).toContain(id);
  }
  // Each end of each entry is a recorded scan of that instant, or the person's answer; and late ones await approval.
  const entries = await db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .orderBy('checkIn')
    .orderBy('checkOut')
    .selectAll()
    .execute();
  const scanAt = (instant: string | null, actions: string[]) =>
    scans.find(({ effectiveAt, action }) => effectiveAt === instant && actions.includes(action));
  /** The part of an entry that was over before the server heard of the check-in. */
  const unheardMs = ({ checkIn, checkOut, createdAt }: (typeof entries)[number]) =>
    Math.min(Date.parse(createdAt), Date.parse(checkOut ?? createdAt)) - Date.parse(checkIn);
  for (const [index, entry] of entries.entries()) {
    const { checkIn, checkOut, checkOutSource, approval } = entry;
    const claimed = entries
      .slice(0, index)
      .filter((one) => one.approval === null && Date.parse(one.checkIn) > Date.parse(checkIn) - 18 * hourMs)
      .reduce((sum, one) => sum + unheardMs(one), 0);
    const came = scanAt(checkIn, ['check-in', 'location-switch']);
    const left = scanAt(checkOut, ['check-out', 'location-switch']);
    expect(came).toBeDefined();
    if (checkOut !== null && checkOutSource !== 'estimate') expect(left).toBeDefined();
    const lateMs = [came, left].map((scan) =>
      scan ? Date.parse(scan.receivedAt) - Date.parse(scan.effectiveAt) : 0,
    );
    const wasUncertain = [came, left].some((scan) => scan && told.get(scan.id)?.item.isUncertain);
    const endedUnseen = left && told.get(left.id)?.item.expected === null && !answered.has(left.id);
    const isClaim = (lateMs[0] ?? 0) > 15 * minuteMs && (lateMs[0] ?? 0) + claimed > 4 * hourMs;
    for (const [is, what] of [
      [wasUncertain, 'uncertain'],
      [endedUnseen, 'unseen end'],
      [isClaim, 'claim'],
    ] as const) {
      if (is) seen.add(what);
    }
    const isPending =
      checkOutSource === 'estimate' ||
      wasUncertain ||
      endedUnseen ||
      isClaim ||
      lateMs.every((ms) => ms > 15 * minuteMs) ||
      lateMs.some((ms) => ms > 12 * hourMs);
    expect(approval).toBe(isPending ? 'pending' : null);
    if (isPending) seen.add('pending');
  }
  const pending = await db
    .selectFrom('correctionRequest')
    .where('userId', '=', userId)
    .select('id')
    .execute();
  expect(pending).toHaveLength(entries.filter(({ approval }) => approval === 'pending').length);
}

it('nothing is recorded that was not told, and nothing told is lost', async () => {
  await fc.assert(fc.asyncProperty(story, live), { numRuns: samples(200), seed: 15 });
  if (!runsAllSamples()) return;
  // The stories have covered the critical cases.
  for (const known of [
    'done',
    'refused',
    'waiting',
    'discarded',
    'pending',
    'scan_too_old',
    'month_locked',
    'orphaned',
    'uncertain',
    'unseen end',
    'claim',
  ]) {
    expect(seen).toContain(known);
  }
  expect(seen).toContain('location_inactive');
});
