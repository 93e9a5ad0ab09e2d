/* Runs the outbox in a page: stores items, sends them and retries. Loaded on demand. */
import type { CrewOutcome } from '#contract/crew.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import { keepWhatIsStored } from '#web/offline/durable-storage.ts';
import {
  attempt,
  discard,
  drain,
  type Outcome,
  releaseHeld,
  type Send,
  type Stopped,
  SYNC_TAG,
} from '#web/offline/outbox.ts';
import {
  type Draft,
  type Failure,
  isHeld,
  type OutboxItem,
  type PreviousEnd,
  type ScanDraft,
  type ScanItem,
  type UndoDraft,
} from '#web/offline/outbox-items.ts';
import { alone, browserStorage, markTold, onOutboxChange } from '#web/offline/outbox-storage.ts';
import { PATIENCE_MS, retryDelayMs } from '#web/offline/retry.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { followRefusal } from './refusals.ts';
import { ApiError, networkError, request } from './request.ts';

/** The outcome of a new item: recorded by the server, or stored on the device to be sent later. */
type Submitted =
  | { fate: 'done'; result: ScanResult | WorkReportSubmission | ActiveEntry | CrewOutcome[] | null }
  | { fate: 'saved' };

/** Callbacks waiting for the outcome of a new item, by its id. */
const callers = new Map<string, (outcome: Outcome) => void>();

/**
 * While the person waits for the response, the server's clock is more reliable. A scan that was held until its question
 * was answered counts from when it was made.
 */
const isFresh = (item: OutboxItem) =>
  callers.has(item.id) && !(item.kind === 'scan' && item.previousEnd !== undefined);

const send: Send = async (name, input) => {
  try {
    // The callers' types guarantee that the two belong together.
    return { result: await request(name, input as never) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    followRefusal(error);
    return { failure: error };
  }
};

/** `isAwaited`: whoever made the item is told of its answer by `submit`. */
type Settled = (item: OutboxItem, isAwaited: boolean) => Promise<void>;
let tellApp: Settled = async () => undefined;
let tellChange: () => void = () => undefined;
/** Applies the responses in their order. */
let telling: Promise<void> = Promise.resolve();

/** Items that this page knows to wait. */
const waitingHere = new Set<string>();

const onSettled = (outcome: Outcome) => {
  const { id } = outcome.item;
  waitingHere.delete(id);
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
    if (fate.state === 'waiting') waitingHere.add(id);
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
    const stopped = await alone(() => drain({ storage: browserStorage, userId, send, isFresh, onSettled }));
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
  if (stopped.status !== 401 && keptFor === userId) {
    timer = setTimeout(() => void run(userId).catch(() => undefined), delayMs);
  }
  void askForSync();
  keepWhatIsStored();
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Background Sync, where supported, wakes the service worker when the connection is back, even if the page is closed.
 */
async function askForSync(): Promise<void> {
  try {
    const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(SYNC_TAG);
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
  const onOthers = () => void tellOfOthers(userId).finally(onChange);
  const stopListening = onOutboxChange(onOthers);
  addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', onVisible);
  onOthers();
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

const listAll = (userId: string): Promise<OutboxItem[]> => browserStorage.list(userId).catch(() => []);

/** Takes items off the list; what depended on a refused one is asked about next. */
export const removeItems = (userId: string, seqs: number[]): Promise<void> =>
  discard(browserStorage, userId, seqs);

const OUTDATED: readonly Failure['code'][] = [
  'scan_contradicts',
  'not_checked_in',
  'breaks_not_recorded',
  'already_on_break',
  'not_on_break',
  'rotating_code_expired',
  'rotating_code_required',
];
/** The screen, by now refreshed, showed something else than the server has; or another code hangs beside the scanned one. */
const isOutdated = ({ code }: Pick<Failure, 'code'>): boolean => OUTDATED.includes(code);

/**
 * Stores the item, then sends it after those waiting before it; resolves when its outcome is known or it is safe to go
 * on. Throws the server's refusal or, if the phone cannot store it, the failure to send it. A scan or break that is held or
 * refused stays in the list, except where the screen was out of date: then the person looks and scans again.
 */
export async function submit(draft: Draft): Promise<Submitted> {
  const told = follow(draft.id);
  let seq: number;
  try {
    seq = await browserStorage.add(draft);
  } catch {
    callers.delete(draft.id);
    return sendUnkept(draft);
  }
  try {
    return await fateOf(draft, told);
  } catch (refusal) {
    // The dialog of a report stays open, and an undo has a toast.
    const isKept =
      (draft.kind === 'scan' || draft.kind === 'break') &&
      !(refusal instanceof ApiError && isOutdated(refusal));
    if (!isKept) await discard(browserStorage, draft.userId, [seq]);
    throw refusal;
  }
}

/** Undoes a check-out: removes it if it was never sent, otherwise sends the undo after it, as `submit` does. */
export async function undo(draft: UndoDraft): Promise<Submitted | { fate: 'removed' }> {
  if (!(await browserStorage.removeUnsent(draft.userId, draft.checkOut).catch(() => false)))
    return submit(draft);
  tellChange();
  return { fate: 'removed' };
}

/** Stores a scan that cannot be recorded before the person has said when they left. */
export async function hold(draft: ScanDraft): Promise<void> {
  await browserStorage.add(draft, 'held');
  keepWhatIsStored();
  tellChange();
}

type SubmittedScan = { fate: 'done'; result: ScanResult } | { fate: 'saved' };

/** Sends the held scans with the answer; undefined if none is held. Behaves as `submit` for the first of them. */
export async function answerHeld(
  userId: string,
  previousEnd: PreviousEnd | undefined,
): Promise<(SubmittedScan & { item: ScanItem }) | undefined> {
  const held = (await listAll(userId)).find(isHeld);
  if (!held) return undefined;
  const told = follow(held.id);
  try {
    await releaseHeld(browserStorage, userId, previousEnd);
  } catch (error) {
    callers.delete(held.id);
    throw error;
  }
  // The response to a scan is always a scan result.
  const submitted = (await fateOf(held, told)) as SubmittedScan;
  return { ...submitted, item: held };
}

function follow(id: string): PromiseWithResolvers<Submitted> {
  const told = Promise.withResolvers<Submitted>();
  callers.set(id, (outcome) => told.resolve(resultOf(outcome)));
  return told;
}

async function fateOf(
  { id, userId }: Pick<Draft, 'id' | 'userId'>,
  told: PromiseWithResolvers<Submitted>,
): Promise<Submitted> {
  const saved = () => told.resolve({ fate: 'saved' });
  const patience = setTimeout(saved, PATIENCE_MS);
  run(userId).then(async () => {
    // Another tab or the service worker may have sent it already.
    const item = (await listAll(userId)).find((known) => known.id === id);
    if (item?.fate.state === 'done') told.resolve({ fate: 'done', result: item.fate.result });
    else if (item?.fate.state === 'refused') told.reject(asApiError({ status: 409, ...item.fate }));
    else saved();
  }, saved);
  try {
    return await told.promise;
  } finally {
    clearTimeout(patience);
    callers.delete(id);
    tellChange();
  }
}

/** Tries once, and never before an older item that waits. */
async function sendUnkept(draft: Draft): Promise<Submitted> {
  await run(draft.userId).catch(() => undefined);
  const items = await listAll(draft.userId);
  const item = { ...draft, seq: Number.POSITIVE_INFINITY, fate: { state: 'waiting' } } as OutboxItem;
  const isBlocked = items.some(({ fate }) => fate.state === 'waiting');
  const tried = isBlocked ? undefined : await attempt(item, items, send, true);
  if (!tried?.settled) throw tried ? asApiError(tried.failure) : networkError();
  await tellApp(tried.settled, true);
  return resultOf({ item: tried.settled, failure: tried.failure });
}

async function resultOf({ item: { fate }, failure }: Outcome): Promise<Submitted> {
  if (fate.state === 'done') return { fate: 'done', result: fate.result };
  throw failure ? asApiError(failure) : networkError();
}

function asApiError(failure: Failure): ApiError {
  return failure instanceof ApiError ? failure : new ApiError(failure.status, failure.code, failure.message);
}
