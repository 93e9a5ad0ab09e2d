/* Runs the outbox in a page: stores items, sends them and retries. Loaded on demand. */
import type { ScanResult } from '#contract/time-tracking.ts';
import { ApiError, networkError } from '#web/call/request.ts';
import { PATIENCE_MS, retryDelayMs } from '#web/call/retry.ts';
import { alone } from '#web/queue/browser-database.ts';
import { keepWhatIsStored } from '#web/queue/durable-storage.ts';
import {
  attempt,
  discard,
  drain,
  OUTBOX,
  type Outcome,
  releaseHeld,
  type Stopped,
  senderOfPhone,
} from '#web/queue/outbox.ts';
import {
  type Draft,
  type Failure,
  isHeld,
  type OutboxItem,
  type PreviousEnd,
  type ResultOf,
  type ScanDraft,
  type ScanItem,
  type UndoDraft,
} from '#web/queue/outbox-items.ts';
import { browserStorage, markTold, onOutboxChange } from '#web/queue/outbox-storage.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { type Submitted, send, settle, withPatience } from './sending.ts';

/** Callbacks waiting for the outcome of a new item, by its id. */
const callers = new Map<string, (outcome: Outcome) => void>();

/** While the person waits, the server's clock is more reliable. A held scan counts from when it was made. */
const isFresh = (item: OutboxItem) => callers.has(item.id) && !(item.kind === 'scan' && item.wasHeld);

/** `isAwaited`: `submit` tells the item's maker of its answer. */
type Settled = (item: OutboxItem, isAwaited: boolean) => Promise<void>;
let tellApp: Settled = async () => undefined;
let tellChange: () => void = () => undefined;
/** Shows the stored items, and the answers to those that the service worker or another tab has sent. */
let readAgain: () => void = () => undefined;
/** Applies the responses in their order. */
let telling: Promise<void> = Promise.resolve();

/** Items that this page knows to wait, and those whose answer it has told: what is read from storage may be older. */
const waitingHere = new Set<string>();
const toldHere = new Set<string>();

const onSettled = (outcome: Outcome) => {
  const { id, fate } = outcome.item;
  waitingHere.delete(id);
  if (fate.state === 'done') toldHere.add(id);
  const isAwaited = callers.has(id);
  telling = telling
    .then(() => tellApp(outcome.item, isAwaited))
    .catch(() => undefined) // What cannot be shown has been recorded all the same.
    .then(() => callers.get(outcome.item.id)?.(outcome));
};

/** Shows the answers to what the service worker or another tab has sent. */
async function tellOfOthers(userId: string): Promise<void> {
  for (const item of await listAll(userId)) {
    const { id, seq, fate } = item;
    if (fate.state === 'waiting' && !toldHere.has(id)) waitingHere.add(id);
    if (fate.state !== 'done') continue;
    const isUntold = fate.untoldSince !== undefined;
    if (!isUntold && !waitingHere.has(id)) continue;
    onSettled({ item });
    await telling;
    if (isUntold) await markTold(seq).catch(() => undefined);
  }
}

/** Whose items are sent by themselves now. */
let keptFor: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let retries = 0;
/** When to ask a storage again that did not answer: it may have been busy, as after a start of the phone. */
const STORAGE_RETRY_MS = 15_000;
/** The storage has failed to answer since its items were last shown. */
let isUnread = false;
/** The server asked for a pause (429). */
let pause: { until: number; stopped: Stopped } | undefined;
let releaseReload: (() => void) | undefined;

async function run(userId: string): Promise<Stopped> {
  if (pause && performance.now() < pause.until) return pause.stopped;
  pause = undefined;
  clearTimeout(timer);
  releaseReload ??= holdReload();
  let isWaiting = false;
  try {
    const stopped = await alone(OUTBOX, () =>
      drain({ storage: browserStorage, userId, send, isFresh, onSettled }),
    ).catch((error: unknown) => {
      askStorageLater(userId);
      throw error;
    });
    if (isUnread) readAgain();
    isUnread = false;
    // Waiting items are stored; if only a new release can send them, they must not delay it.
    isWaiting = stopped !== undefined && stopped.code !== 'client_outdated';
    await telling;
    clearTimeout(timer);
    if (stopped) tryAgain(userId, stopped);
    else retries = 0;
    return stopped;
  } finally {
    if (!isWaiting) {
      releaseReload?.();
      releaseReload = undefined;
    }
  }
}

function tryAgain(userId: string, stopped: Failure): void {
  const delayMs = retryDelayMs(retries, stopped.retryAfterSeconds);
  retries += 1;
  if (stopped.retryAfterSeconds) pause = { until: performance.now() + delayMs, stopped };
  // The page restarts this after a sign-in.
  if (stopped.status !== 401) runLater(userId, delayMs);
  void askForSync();
  keepWhatIsStored();
}

function askStorageLater(userId: string): void {
  isUnread = true;
  runLater(userId, STORAGE_RETRY_MS);
}

function runLater(userId: string, delayMs: number): void {
  if (keptFor !== userId) return;
  clearTimeout(timer);
  timer = setTimeout(() => void run(userId).catch(() => undefined), delayMs);
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Background Sync, where supported, wakes the service worker on reconnection, even with no page open. */
async function askForSync(): Promise<void> {
  try {
    const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(OUTBOX);
  } catch {
    // Blocked by the browser's settings: the page itself retries.
  }
}

/** Sends this person's waiting items now and whenever a connection is likely, until the returned function is called. */
export function keepSending(userId: string, onItemSettled: Settled, onChange: () => void): () => void {
  tellApp = onItemSettled;
  tellChange = onChange;
  keptFor = userId;
  const tryNow = () => {
    retries = 0;
    void run(userId).catch(() => undefined);
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') tryNow();
  };
  // What is shown never falls back to what was known before the answer.
  readAgain = () => void tellOfOthers(userId).finally(onChange);
  const stopListening = onOutboxChange(readAgain);
  addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', onVisible);
  readAgain();
  tryNow();
  return () => {
    keptFor = undefined;
    clearTimeout(timer);
    stopListening();
    removeEventListener('online', tryNow);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** The person's items except those being sent while somebody waits; empty if the browser has no storage. */
export async function listItems(userId: string): Promise<OutboxItem[]> {
  const items = await listAll(userId);
  return items.filter(({ id, fate }) => fate.state === 'done' || !callers.has(id));
}

const listAll = (userId: string): Promise<OutboxItem[]> =>
  browserStorage.list(userId).catch(() => {
    askStorageLater(userId);
    return [];
  });

export const removeItems = (userId: string, seqs: number[]): Promise<void> =>
  discard(browserStorage, userId, seqs);

const NOT_KEPT: readonly Failure['code'][] = [
  'location_code_unknown',
  'scan_contradicts',
  'not_checked_in',
  'breaks_not_recorded',
  'already_on_break',
  'not_on_break',
  'rotating_code_expired',
  'rotating_code_required',
];
/**
 * No hours are missing: it is not the company's code, another code hangs beside the scanned one, or the screen, by now refreshed,
 * showed something else than the server has.
 */
const isNotKept = ({ code }: Pick<Failure, 'code'>): boolean => NOT_KEPT.includes(code);

/**
 * Stores the item, then sends it after those waiting before it; resolves when its outcome is known or it is safe to go
 * on. Throws the server's refusal or, if the phone cannot store it, the failure to send it. A scan or break that is held or
 * refused stays in the list, unless the person only has to look and scan again (`isNotKept`).
 */
export async function submit<D extends Draft>(draft: D): Promise<Submitted<ResultOf<D>>> {
  const told = follow<ResultOf<D>>(draft.id);
  let seq: number;
  try {
    seq = await browserStorage.add(draft);
  } catch {
    callers.delete(draft.id);
    return sendUnkept(draft, told);
  }
  try {
    return await fateOf(draft, told);
  } catch (refusal) {
    // The dialog of a report stays open, and an undo has a toast.
    const isKept =
      (draft.kind === 'scan' || draft.kind === 'break') &&
      !(refusal instanceof ApiError && isNotKept(refusal));
    if (!isKept) await discard(browserStorage, draft.userId, [seq]);
    throw refusal;
  }
}

/** Undoes a check-out: removes it if it was never sent, otherwise sends the undo after it, as `submit` does. */
export async function undo(draft: UndoDraft): Promise<{ fate: 'done' | 'saved' | 'removed' }> {
  if (!(await browserStorage.removeUnsent(draft.userId, draft.checkOut).catch(() => false)))
    return submit(draft);
  tellChange();
  return { fate: 'removed' };
}

export async function hold(draft: ScanDraft): Promise<void> {
  await browserStorage.add(draft, 'held');
  keepWhatIsStored();
  tellChange();
}

/** Sends the held scans with the answer; undefined if none is held. Behaves as `submit` for the first of them. */
export async function answerHeld(
  userId: string,
  previousEnd: PreviousEnd | undefined,
): Promise<(Submitted<ScanResult> & { item: ScanItem }) | undefined> {
  const held = (await listAll(userId)).find(isHeld);
  if (!held) return undefined;
  const told = follow<ScanResult>(held.id);
  try {
    await releaseHeld(browserStorage, userId, previousEnd);
  } catch (error) {
    callers.delete(held.id);
    throw error;
  }
  return { ...(await fateOf(held, told)), item: held };
}

function follow<Result>(id: string): PromiseWithResolvers<Submitted<Result>> {
  const told = Promise.withResolvers<Submitted<Result>>();
  callers.set(id, ({ item, failure }) => settle(told, item.fate, failure));
  return told;
}

async function fateOf<Result>(
  { id, userId }: Pick<Draft, 'id' | 'userId'>,
  told: PromiseWithResolvers<Submitted<Result>>,
): Promise<Submitted<Result>> {
  const goOn = () => told.resolve({ fate: 'saved' });
  const sent = run(userId).then(async () => {
    // Another tab or the service worker may have sent it already.
    const fate = (await listAll(userId)).find((known) => known.id === id)?.fate;
    if (fate?.state === 'done') settle(told, fate, undefined);
    else if (fate?.state === 'refused') settle(told, fate, { status: 409, ...fate });
    else goOn();
  });
  try {
    return await withPatience(told.promise, { patienceMs: PATIENCE_MS, sent, goOn });
  } finally {
    callers.delete(id);
    tellChange();
  }
}

/** Tries once, and never before an older item that waits. */
async function sendUnkept<Result>(
  draft: Draft,
  told: PromiseWithResolvers<Submitted<Result>>,
): Promise<Submitted<Result>> {
  await run(draft.userId).catch(() => undefined);
  const items = await listAll(draft.userId);
  const item = { ...draft, seq: Number.POSITIVE_INFINITY, fate: { state: 'waiting' } } as OutboxItem;
  if (items.some(({ fate }) => fate.state === 'waiting')) throw networkError();
  const { settled = item, failure } = await attempt(senderOfPhone(send), item, items, true);
  if (settled !== item) await tellApp(settled, true);
  settle(told, settled.fate, failure);
  return told.promise;
}
