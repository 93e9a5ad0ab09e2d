/*
 * What the phone keeps until the server has answered it: scans, presses of the check-out button, work reports.
 * Without React and without texts, so that the service worker drains it too (docs/decisions/0008-offline-queue.md).
 */
import type { EndpointInput, EndpointName, EndpointResponse } from '#contract/index.ts';
import type { ScanResult } from '#contract/time-tracking.ts';
import {
  type BreakItem,
  blockedItems,
  type Draft,
  type Failure,
  isHeld,
  type OutboxItem,
  orphansOf,
  type PreviousEnd,
  type ReportItem,
  type ScanItem,
} from './outbox-items.ts';

/** The tag under which a page requests background sync (https://wicg.github.io/background-sync/spec/). */
export const SYNC_TAG = 'maina-outbox';

export type OutboxStorage = {
  /** Resolves with the item's number once the item would survive a crash. */
  add(draft: Draft, state?: 'waiting' | 'held'): Promise<number>;
  /** The person's items in the order they were made. */
  list(userId: string): Promise<OutboxItem[]>;
  /** No-op if the item has been removed or settled meanwhile. */
  settle(seq: number, fate: OutboxItem['fate']): Promise<void>;
  /** Puts a held scan back in the queue, with the answer to when the person left before it. */
  release(seq: number, previousEnd: PreviousEnd | undefined): Promise<void>;
  remove(seqs: number[]): Promise<void>;
  /** Notes that the scan may reach the server from now on; false if it has been removed. */
  markSent(seq: number): Promise<boolean>;
  /** Removes the person's waiting scan of this id if it was never sent; else answers false. */
  removeUnsent(userId: string, id: string): Promise<boolean>;
};

export type Reply<Result> = { result: Result; failure?: undefined } | { failure: Failure };

/** Calls an endpoint; never rejects. */
export type Send = <
  K extends Extract<
    EndpointName,
    'scan' | 'checkOut' | 'undoCheckOut' | 'createWorkReports' | 'recordBreak' | 'recordCrew'
  >,
>(
  name: K,
  input: EndpointInput<K>,
) => Promise<Reply<EndpointResponse<K>>>;

export type Outcome = { item: OutboxItem; failure?: Failure };

type DrainOptions = {
  storage: OutboxStorage;
  userId: string;
  send: Send;
  /** Whether it was made so recently that the server's own clock is more reliable. */
  isFresh?: (item: OutboxItem) => boolean;
  /**
   * Called with each answer that settles an item: before it is stored if it was recorded, so that the screen shows the state
   * after it, and otherwise once it is stored, so that the list has it.
   */
  onSettled?: (outcome: Outcome) => void;
};

/** What stopped the sending; undefined if nothing is waiting any more. */
export type Stopped = Failure | undefined;

/** How many answered items are kept: reports refer to them, and they name locations. */
const DONE_KEPT = 30;

/**
 * Sends waiting items in order, one after another; stops at the first that cannot be settled now. Two concurrent calls
 * are harmless: each sends an item only when those before it are settled, and the server counts each once.
 */
export async function drain({
  storage,
  userId,
  send,
  isFresh = () => false,
  onSettled,
}: DrainOptions): Promise<Stopped> {
  for (;;) {
    const items = await storage.list(userId);
    const blocked = blockedItems(items);
    const item = items.find(({ id, fate }) => fate.state === 'waiting' && !blocked.has(id));
    if (!item) {
      const done = items.filter(({ fate }) => fate.state === 'done').map(({ seq }) => seq);
      if (done.length > DONE_KEPT) await storage.remove(done.slice(0, -DONE_KEPT));
      return undefined;
    }
    if (isUndoable(item) && !(await storage.markSent(item.seq))) continue;
    const { settled, failure } = await attempt(item, items, send, isFresh(item));
    if (!settled) return failure;
    if (!failure) onSettled?.({ item: settled });
    // If the answer cannot be stored, the item itself must go, or it would be sent forever.
    const fate = onSettled ? settled.fate : untold(settled.fate);
    await storage.settle(item.seq, fate).catch(() => storage.remove([item.seq]));
    if (failure) onSettled?.({ item: settled, failure });
  }
}

/** The fate of an item as the service worker writes it down: a page has yet to show an answer. */
const untold = (fate: OutboxItem['fate']): OutboxItem['fate'] =>
  fate.state === 'done' ? { ...fate, untoldSince: Date.now() } : fate;

/** A check-out that can still be undone by removing it. What is sent with the network switched off does not leave the phone. */
const isUndoable = (item: OutboxItem): boolean =>
  item.kind === 'scan' &&
  item.expected?.action === 'check-out' &&
  !item.wasSent &&
  navigator.onLine !== false;

type Attempt = { settled: OutboxItem; failure?: Failure } | { settled?: undefined; failure: Failure };

/**
 * Puts the person's held scans back in the queue: the first with the answer, since it ends the entry that held them
 * all. Returns the first; undefined if there is none.
 */
export async function releaseHeld(
  storage: OutboxStorage,
  userId: string,
  previousEnd: PreviousEnd | undefined,
): Promise<ScanItem | undefined> {
  const held = (await storage.list(userId)).filter(isHeld);
  for (const [index, { seq }] of held.entries()) {
    await storage.release(seq, index === 0 ? previousEnd : undefined);
  }
  return held[0];
}

/**
 * Removes items that the person has settled. What depended on a refused one is not sent then either, but asked about
 * (`orphansOf`): that is written first, so that a crash in between loses nothing.
 */
export async function discard(storage: OutboxStorage, userId: string, seqs: number[]): Promise<void> {
  const items = await storage.list(userId);
  const settled = new Set(items.filter(({ seq }) => seqs.includes(seq)).map(({ id }) => id));
  const { orphans, pointless } = orphansOf(items, settled);
  for (const { seq, fate } of orphans) await storage.settle(seq, fate);
  await storage.remove([...seqs, ...pointless]);
}

/** Sends one item, regardless of others that wait. `items` are the person's, to which a report refers. */
export async function attempt(
  item: OutboxItem,
  items: OutboxItem[],
  send: Send,
  isFresh: boolean,
): Promise<Attempt> {
  if (item.kind === 'scan') {
    const reply = await sendScan(item, send, isFresh);
    if (!reply.failure) return { settled: { ...item, fate: { state: 'done', result: reply.result } } };
    const { failure } = reply;
    if (HOLDING.includes(failure.code)) return { settled: { ...item, fate: { state: 'held' } }, failure };
    return verdict(item, failure);
  }
  if (item.kind === 'break') {
    const { id, userId, action } = item;
    const reply = await sendTimed(item, isFresh, (when) => {
      const body = { action, clientScanId: id, userId, deviceNow: new Date().toISOString(), ...when };
      return send('recordBreak', { body });
    });
    if (reply.failure) return verdict(item, reply.failure);
    return { settled: { ...item, fate: { state: 'done', result: reply.result } } };
  }
  if (item.kind === 'undo') {
    const reply = await send('undoCheckOut', {
      body: { clientScanId: item.checkOut, userId: item.userId },
    });
    // A check-out that was refused needs no undoing.
    if (reply.failure?.code === 'not_found')
      return { settled: { ...item, fate: { state: 'done', result: null } } };
    if (reply.failure) return verdict(item, reply.failure);
    return { settled: { ...item, fate: { state: 'done', result: reply.result } } };
  }
  if (item.kind === 'crew') {
    const { action, location, scannedAt, deviceAt, isUncertain } = item;
    const when = isFresh ? {} : { scannedAt, deviceAt, isUncertain };
    const people = item.people.map(({ name: _, ...person }) => ({ ...person, ...when }));
    const reply = await send('recordCrew', {
      body: { locationId: location.id, action, people, deviceNow: new Date().toISOString() },
    });
    if (reply.failure) return verdict(item, reply.failure);
    return { settled: { ...item, fate: { state: 'done', result: reply.result } } };
  }
  const timeEntryId = entryOf(item, items);
  if (!timeEntryId) return verdict(item, lostEntry);
  const { id, userId, items: positions, generalNotes } = item;
  const body = { clientReportId: id, userId, items: positions, generalNotes, timeEntryId };
  const reply = await send('createWorkReports', { body });
  if (reply.failure) return verdict(item, reply.failure);
  return { settled: { ...item, fate: { state: 'done', result: reply.result } } };
}

/** The server's codes for a scan, or the end sent with it, while an earlier check-out is missing. */
const HOLDING: readonly Failure['code'][] = [
  'check_out_missing',
  'left_before_check_in',
  'left_in_future',
  'left_beyond_longest_shift',
];

/** For a report on an entry whose scan the server refused: the screen has its own text for it. */
const lostEntry: Failure = { status: 404, code: 'not_found', message: '' };

function verdict(item: OutboxItem, failure: Failure): Attempt {
  if (!isRefusal(failure)) return { failure };
  const { code, message } = failure;
  return { settled: { ...item, fate: { state: 'refused', code, message } }, failure };
}

/**
 * Excludes 401 and 429, which are temporary but for a wrong PIN and a full day, and 426, which concerns the page and not the
 * item.
 */
const REFUSING = [400, 402, 403, 404, 409, 410, 413, 415];
/** Also temporary: until the person chooses a password, or signs in again. */
const TEMPORARY: readonly Failure['code'][] = [
  'password_change_required',
  'scan_of_another_person',
  'cross_site_request',
];

/** True only for a final answer of our own server, not of a proxy or a public Wi-Fi. */
export function isRefusal({ status, code }: Failure): boolean {
  if (code === 'pin_wrong' || code === 'entry_limit') return true;
  return REFUSING.includes(status) && code !== undefined && !TEMPORARY.includes(code);
}

async function sendScan(item: ScanItem, send: Send, isFresh: boolean): Promise<Reply<ScanResult>> {
  const { id, userId, qrCode, wasHeld } = item;
  // Null tells that the phone did not know what the scan would do.
  const expectedAction = wasHeld ? undefined : (item.expected?.action ?? null);
  const sendWith = (previousEnd: PreviousEnd | undefined) => (when: MadeAt | undefined) => {
    const deviceNow = new Date().toISOString();
    const timing = { clientScanId: id, userId, expectedAction, deviceNow, previousEnd, ...when };
    return qrCode === null
      ? send('checkOut', { body: timing })
      : send('scan', { body: { qrCode, ...timing } });
  };
  const reply = await sendTimed(item, isFresh, sendWith(item.previousEnd));
  // An administrator has answered meanwhile.
  if (reply.failure?.code === 'check_out_not_missing') return sendTimed(item, isFresh, sendWith(undefined));
  return reply;
}

type MadeAt = Pick<ScanItem, 'scannedAt' | 'deviceAt' | 'isUncertain'>;

/** Sends with the time at which it was made, or without one if that is now. */
async function sendTimed<Result>(
  { scannedAt, earliestAt, deviceAt, isUncertain }: ScanItem | BreakItem,
  isFresh: boolean,
  sendAt: (when: MadeAt | undefined) => Promise<Reply<Result>>,
): Promise<Reply<Result>> {
  const clock = { deviceAt, ...(isUncertain && { isUncertain }) };
  const reply = await sendAt(isFresh ? undefined : { scannedAt, ...clock });
  // The phone's clock had been set forward: the monotonic clock's time counts.
  if (reply.failure?.code === 'scan_in_future' && earliestAt < scannedAt)
    return sendAt({ scannedAt: earliestAt, ...clock });
  return reply;
}

function entryOf({ entry }: ReportItem, items: OutboxItem[]): string | undefined {
  if ('timeEntryId' in entry) return entry.timeEntryId;
  const scan = items.find(({ id }) => id === entry.begunByScan);
  return scan?.kind === 'scan' && scan.fate.state === 'done' ? scan.fate.result.timeEntry.id : undefined;
}
