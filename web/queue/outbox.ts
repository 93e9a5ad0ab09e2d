/*
 * What the phone keeps until the server has answered it: scans, presses of the check-out button, work reports.
 * Without React and without texts, so that the service worker drains it too (docs/decisions/0008-offline-queue.md).
 */
import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import {
  type BreakItem,
  blockedItems,
  type Draft,
  type Failure,
  isHeld,
  type OutboxItem,
  orphansOf,
  type PreviousEnd,
  type Reply,
  type ReportItem,
  type ScanItem,
} from './outbox-items.ts';
import type { PHONE_ENDPOINTS } from './phone-endpoints.ts';

/** The phone's queue: its lock, its channel, and its tag in background sync (https://wicg.github.io/background-sync/spec/). */
export const OUTBOX = 'maina-outbox';

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

type PhoneEndpoint = (typeof PHONE_ENDPOINTS)[number];
/** Calls an endpoint; never rejects. */
export type Send = <K extends PhoneEndpoint>(
  name: K,
  input: EndpointInput<K>,
) => Promise<Reply<EndpointResponse<K>>>;

export type Outcome = { item: OutboxItem; failure?: Failure };

/** When an item was made; undefined: now. */
export type MadeAt = Pick<ScanItem, 'scannedAt' | 'deviceAt' | 'isUncertain'> | undefined;
/** Sends an item of a queue whose items are `items`; never rejects. Undefined: what it refers to was not recorded. */
export type Sender<Item> = (item: Item, items: Item[], when: MadeAt) => Promise<Reply<unknown>> | undefined;

/** What a phone's and a kiosk's queue do differently: send items and keep answers. */
type Owner<Item> = {
  list(): Promise<Item[]>;
  send: Sender<Item>;
  isFresh(item: Item): boolean;
  /** Called before it is sent; false if it has been removed. */
  begin?(item: Item): Promise<boolean>;
  /** Keeps an answer that settles the item, which has its fate. */
  settle(item: Item, failure: Failure | undefined): Promise<void>;
  /** Whether this failure holds up nobody but the item's person; otherwise sending stops. */
  holdsUpOnly?(item: Item, failure: Failure, items: Item[]): Promise<boolean>;
  /** Removes answers that nobody needs any more. */
  prune(items: Item[]): Promise<void>;
};

/** What stopped the sending; undefined if nothing is waiting any more. */
export type Stopped = Failure | undefined;

/** How many answered items are kept: reports refer to them, and they name locations. */
export const DONE_KEPT = 30;

/**
 * Sends waiting items in order, one after another; stops at the first that cannot be settled now. Two concurrent calls
 * are harmless: each sends an item only when those before it are settled, and the server counts each once.
 */
export async function drainQueue<Item extends OutboxItem>(owner: Owner<Item>): Promise<Stopped> {
  const heldUp = new Set<string>();
  let stopped: Stopped;
  for (;;) {
    const items = await owner.list();
    const blocked = blockedItems(items);
    const item = items.find(
      ({ id, userId, fate }) => fate.state === 'waiting' && !blocked.has(id) && !heldUp.has(userId),
    );
    if (!item) {
      await owner.prune(items);
      return stopped;
    }
    if (owner.begin && !(await owner.begin(item))) continue;
    const { settled, failure } = await attempt(owner.send, item, items, owner.isFresh(item));
    if (settled) await owner.settle(settled, failure);
    else if (failure && (await owner.holdsUpOnly?.(item, failure, items))) {
      heldUp.add(item.userId);
      stopped ??= failure;
    } else return failure;
  }
}

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

/** Sends what the person has waiting on this phone, as `drainQueue` does. */
export const drain = ({
  storage,
  userId,
  send,
  isFresh = () => false,
  onSettled,
}: DrainOptions): Promise<Stopped> =>
  drainQueue<OutboxItem>({
    list: () => storage.list(userId),
    send: senderOfPhone(send),
    isFresh,
    begin: async (item) => !isUndoable(item) || storage.markSent(item.seq),
    async settle(item, failure) {
      if (!failure) onSettled?.({ item });
      // If the answer cannot be stored, the item itself must go, or it would be sent forever.
      const fate = onSettled ? item.fate : untold(item.fate);
      await storage.settle(item.seq, fate).catch(() => storage.remove([item.seq]));
      if (failure) onSettled?.({ item, failure });
    },
    async prune(items) {
      const done = items.filter(({ fate }) => fate.state === 'done').map(({ seq }) => seq);
      if (done.length > DONE_KEPT) await storage.remove(done.slice(0, -DONE_KEPT));
    },
  });

/** The fate of an item as the service worker writes it down: a page has yet to show an answer. */
const untold = (fate: OutboxItem['fate']): OutboxItem['fate'] =>
  fate.state === 'done' ? { ...fate, untoldSince: Date.now() } : fate;

/** A check-out that can still be undone by removing it. What is sent with the network switched off does not leave the phone. */
const isUndoable = (item: OutboxItem): boolean =>
  item.kind === 'scan' &&
  item.expected?.action === 'check-out' &&
  !item.wasSent &&
  navigator.onLine !== false;

/** `settled`: the item with its fate, undefined where it stays in the queue. */
type Attempt<Item> = { settled?: Item; failure?: Failure };

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

/** Sends one item, regardless of others that wait. */
export async function attempt<Item extends OutboxItem>(
  send: Sender<Item>,
  item: Item,
  items: Item[],
  isFresh: boolean,
): Promise<Attempt<Item>> {
  const { kind, deviceAt, isUncertain } = item;
  const made = (scannedAt: string) => ({ scannedAt, deviceAt, ...(isUncertain && { isUncertain }) });
  const sendAt = async (when: MadeAt): Promise<Reply<unknown>> =>
    (await send(item, items, when)) ?? { failure: lostEntry };
  let reply = await sendAt(isFresh ? undefined : made(item.scannedAt));
  // The device's clock had been set forward: the monotonic clock's time counts.
  const isTimed = item.kind === 'scan' || item.kind === 'break';
  if (reply.failure?.code === 'scan_in_future' && isTimed && item.earliestAt < item.scannedAt) {
    reply = await sendAt(made(item.earliestAt));
  }
  // An administrator has answered meanwhile.
  if (reply.failure?.code === 'check_out_not_missing' && kind === 'scan' && item.previousEnd) {
    return attempt(send, { ...item, previousEnd: undefined }, items, isFresh);
  }
  // The outcome has the kind of its item.
  const settled = (fate: OutboxItem['fate']) => ({ ...item, fate }) as Item;
  const { failure } = reply;
  if (!failure) return { settled: settled({ state: 'done', result: reply.result } as OutboxItem['fate']) };
  const { code, message } = failure;
  // A check-out that was refused needs no undoing.
  if (kind === 'undo' && code === 'not_found') return { settled: settled({ state: 'done', result: null }) };
  if (kind === 'scan' && HOLDING.includes(code)) return { settled: settled({ state: 'held' }), failure };
  if (!isRefusal(failure)) return { failure };
  return { settled: settled({ state: 'refused', code, message }), failure };
}

/** The server's codes for a scan, or the end sent with it, while an earlier check-out is missing. */
const HOLDING: readonly Failure['code'][] = [
  'check_out_missing',
  'left_before_check_in',
  'left_in_future',
  'left_beyond_longest_shift',
];

/** For what refers to a scan that the server refused: the screen has its own text for it. */
const lostEntry: Failure = { status: 404, code: 'not_found', message: '' };

/** Excludes 401 and 429, temporary but for a wrong PIN and a full day, and 426, which is about the page. */
const REFUSING = [400, 402, 403, 404, 409, 410, 413, 415];
/** Also temporary: until the person chooses a password or signs in again, or the deletion of a kiosk's company is undone. */
const TEMPORARY: readonly Failure['code'][] = [
  'password_change_required',
  'scan_of_another_person',
  'cross_site_request',
  'company_deletion_pending',
];

/** True only for a final answer of our own server, not of a proxy or a public Wi-Fi. */
export function isRefusal({ status, code }: Failure): boolean {
  if (code === 'pin_wrong' || code === 'entry_limit') return true;
  return REFUSING.includes(status) && code !== undefined && !TEMPORARY.includes(code);
}

/** What an item says of itself to the server, whichever device made it. */
export const timingOf = (item: ScanItem | BreakItem, when: MadeAt) => ({
  clientScanId: item.id,
  deviceNow: new Date().toISOString(),
  ...when,
});

/** What the person was shown before a scan: null tells that the device did not know, undefined that nobody was shown anything. */
export const expectedActionOf = ({ wasHeld, expected }: ScanItem) =>
  wasHeld ? undefined : (expected?.action ?? null);

/** Sends the items of a phone: each names its person. */
export const senderOfPhone =
  (send: Send): Sender<OutboxItem> =>
  (item, items, when) => {
    const { userId } = item;
    if (item.kind === 'scan') {
      const { qrCode, previousEnd } = item;
      const body = { ...timingOf(item, when), userId, expectedAction: expectedActionOf(item), previousEnd };
      return qrCode === null ? send('checkOut', { body }) : send('scan', { body: { qrCode, ...body } });
    }
    if (item.kind === 'break') {
      return send('recordBreak', { body: { action: item.action, userId, ...timingOf(item, when) } });
    }
    if (item.kind === 'undo') return send('undoCheckOut', { body: { clientScanId: item.checkOut, userId } });
    if (item.kind === 'crew') {
      const people = item.people.map(({ name: _, ...person }) => ({ ...person, ...when }));
      const { action, location } = item;
      const deviceNow = new Date().toISOString();
      return send('recordCrew', { body: { locationId: location.id, action, people, deviceNow } });
    }
    const timeEntryId = entryOf(item, items);
    const { id: clientReportId, generalNotes } = item;
    const body = { clientReportId, userId, items: item.items, generalNotes };
    return timeEntryId ? send('createWorkReports', { body: { ...body, timeEntryId } }) : undefined;
  };

function entryOf({ entry }: ReportItem, items: OutboxItem[]): string | undefined {
  if ('timeEntryId' in entry) return entry.timeEntryId;
  const scan = items.find(({ id }) => id === entry.begunByScan);
  return scan?.kind === 'scan' && scan.fate.state === 'done' ? scan.fate.result.timeEntry.id : undefined;
}
