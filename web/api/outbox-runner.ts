/* The outbox as a page runs it: writes down what is made here, sends it, tries again. Loaded when it is first needed. */
import type { ScanResult } from '#contract/time-tracking.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import {
  attempt,
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
} from '#web/offline/outbox-items.ts';
import { alone, browserStorage, onOutboxChange } from '#web/offline/outbox-storage.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { followRefusal } from './refusals.ts';
import { ApiError, networkError, request } from './request.ts';

/** What became of something that was just made: the server has recorded it, or it is on the disk and will be sent. */
type Submitted = { fate: 'done'; result: ScanResult | WorkReportSubmission } | { fate: 'saved' };

/** Nobody stands before a poster longer: what is saved is as good as sent. */
const PATIENCE_MS = 4000;
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 5 * 60_000;

/** Who waits to hear what becomes of what they have just made, by its id. */
const callers = new Map<string, (outcome: Outcome) => void>();

/**
 * While somebody waits for the answer, the server's own clock is the better witness of when; but a scan that was held
 * until its question was answered counts from when it was made.
 */
const isFresh = (item: OutboxItem) =>
  callers.has(item.id) && !(item.kind === 'scan' && item.previousEnd !== undefined);

const send: Send = async (name, input) => {
  try {
    // The types of the caller have checked that the two belong together.
    return { result: await request(name, input as never) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    followRefusal(error);
    return { failure: error };
  }
};

type Settled = (item: OutboxItem) => Promise<void>;
let tellApp: Settled = async () => undefined;
let tellChange: () => void = () => undefined;
/** The screen follows the answers in their order. */
let telling: Promise<void> = Promise.resolve();

const onSettled = (outcome: Outcome) => {
  telling = telling
    .then(() => tellApp(outcome.item))
    .catch(() => undefined) // What cannot be shown has been recorded all the same.
    .then(() => callers.get(outcome.item.id)?.(outcome));
};

/** Whose items are sent by themselves now. */
let keptFor: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let retries = 0;
/** The server has asked for a pause (429). */
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
    // What waits is safe on the disk; where only a new release can send it, nothing is to stand in its way.
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
  const delayMs = stopped.retryAfterSeconds
    ? stopped.retryAfterSeconds * 1000
    : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries) * (0.75 + Math.random() / 2);
  retries += 1;
  if (stopped.retryAfterSeconds) pause = { until: performance.now() + delayMs, stopped };
  // When somebody signs in, the page starts this anew.
  if (stopped.status !== 401 && keptFor === userId) {
    timer = setTimeout(() => void run(userId).catch(() => undefined), delayMs);
  }
  void askForSync();
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Where the browser has it, it wakes the service worker when the signal is back, though the page may be closed. */
async function askForSync(): Promise<void> {
  try {
    const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Refused by the browser's settings: the page itself tries again.
  }
}

/** Sends what waits for this person, now and whenever there is hope; until the returned function is called. */
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
  const stopListening = onOutboxChange(onChange);
  addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', onVisible);
  tryNow();
  return () => {
    keptFor = undefined;
    clearTimeout(timer);
    stopListening();
    removeEventListener('online', tryNow);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** The person's items but those that are being sent for somebody who watches; none where the browser keeps nothing. */
export async function listItems(userId: string): Promise<OutboxItem[]> {
  const items = await listAll(userId);
  return items.filter(({ id, fate }) => fate.state === 'done' || !callers.has(id));
}

const listAll = (userId: string): Promise<OutboxItem[]> => browserStorage.list(userId).catch(() => []);

export function removeItem(seq: number): Promise<void> {
  return browserStorage.remove([seq]);
}

/**
 * Writes it down, then sends it after what waits before it; answers when its fate is known, or it is safe to go on.
 * Throws the server's refusal; or, where the phone cannot keep it, the failure to send it now. A scan that is held stays.
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
    // The person is told at once: nothing is left behind.
    const item = (await listAll(draft.userId)).find((known) => known.seq === seq);
    if (!item || !isHeld(item)) await browserStorage.remove([seq]);
    throw refusal;
  }
}

/** Keeps a scan that cannot be recorded before the person has said when they had left. */
export async function hold(draft: ScanDraft): Promise<void> {
  await browserStorage.add(draft, 'held');
  tellChange();
}

type SubmittedScan = { fate: 'done'; result: ScanResult } | { fate: 'saved' };

/** Sends the held scans with the answer; undefined where none is held. As `submit` for the first of them. */
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
  // What answers a scan is the result of one.
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
    // Another tab or the service worker may have been quicker.
    const item = (await listAll(userId)).find((known) => known.id === id);
    if (item?.fate.state === 'done') told.resolve({ fate: 'done', result: item.fate.result });
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

/** One try, and never past something older that waits. */
async function sendUnkept(draft: Draft): Promise<Submitted> {
  await run(draft.userId).catch(() => undefined);
  const items = await listAll(draft.userId);
  const item = { ...draft, seq: Number.POSITIVE_INFINITY, fate: { state: 'waiting' } } as OutboxItem;
  const isBlocked = items.some(({ fate }) => fate.state === 'waiting');
  const tried = isBlocked ? undefined : await attempt(item, items, send, true);
  if (!tried?.settled) throw tried ? asApiError(tried.failure) : networkError();
  await tellApp(tried.settled);
  return resultOf({ item: tried.settled, failure: tried.failure });
}

async function resultOf({ item: { fate }, failure }: Outcome): Promise<Submitted> {
  if (fate.state === 'done') return { fate: 'done', result: fate.result };
  throw failure ? asApiError(failure) : networkError();
}

function asApiError(failure: Failure): ApiError {
  return failure instanceof ApiError ? failure : new ApiError(failure.status, failure.code, failure.message);
}
