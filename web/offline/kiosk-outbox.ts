/*
 * The queue of a kiosk: the same items and the same attempts to send them as on a phone (outbox.ts), but of many people, in
 * one order. Without React and without texts.
 */

import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { LEAVING_GRACE_HOURS } from '#domain/shifts.ts';
import { attempt, type Reply, type Send, type Stopped } from './outbox.ts';
import type { Draft, Expected, Failure, OutboxItem } from './outbox-items.ts';

/** By what a person is recognized at a kiosk. */
export type Identity =
  | { badge: string; otherReading?: string | undefined }
  | { personalNumber: string; pin: string };

/** `userId` is the person's id where the kiosk knows it, otherwise a name of the badge or the number (`ownerOf`). */
export type KioskDraft = Exclude<Draft, { kind: 'crew' }> & {
  identity: Identity;
  /** A scan that repeats another, which the person was asked about and wants. */
  isConfirmed?: true;
};
export type KioskItem = Exclude<OutboxItem, { kind: 'crew' }> & {
  /** Undefined once the server has answered. */
  identity?: Identity | undefined;
  isConfirmed?: true;
  /** The person has seen that it was saved, or its answer. */
  told?: 'saved' | 'answer';
};

export type KioskStorage = {
  /** Whether what it keeps is encrypted. */
  canKeepSecrets(): Promise<boolean>;
  /** Resolves with the item's number once the item would survive a crash. */
  add(draft: KioskDraft): Promise<number>;
  /** All items in the order they were made. */
  list(): Promise<KioskItem[]>;
  /** Replaces an item unless it was removed. What was answered stays answered, and what was told stays told. */
  put(item: KioskItem): Promise<void>;
  remove(seqs: number[]): Promise<void>;
};

type Endpoints = 'scanAtKiosk' | 'recordKioskBreak' | 'undoKioskCheckOut' | 'createKioskWorkReport';
/** A request of a kiosk. */
export type KioskCall = { [K in Endpoints]: { name: K } & EndpointInput<K> }[Endpoints];
type Answer = EndpointResponse<Endpoints>;
/** Makes the request; never rejects. */
export type CallKiosk = (call: KioskCall) => Promise<Reply<Answer>>;

type DrainOptions = {
  storage: KioskStorage;
  call: CallKiosk;
  /** Whether the person waits for it: then the server's own clock is more reliable. */
  isFresh?: (item: KioskItem) => boolean;
  /** Shows an answer to the person who waits for it; false if nobody does. */
  tell?: (item: KioskItem, failure: Failure | undefined) => boolean;
};

/** How many answered items are kept: reports refer to them, and the time of the last orders the next. */
const DONE_KEPT = 30;
/** For this long a refusal waits for its person to come back. */
const UNTOLD_KEPT_MS = 30 * 24 * MS_PER_HOUR;

/**
 * Sends waiting items in order, one after another; stops at the first that cannot be settled now. Only a personal number
 * that rests after wrong PINs holds up nobody but itself, and whoever waits in front of the kiosk is told so: their scan is
 * refused. Two concurrent calls are harmless.
 */
export async function drainKiosk({
  storage,
  call,
  isFresh = () => false,
  tell = () => false,
}: DrainOptions): Promise<Stopped> {
  const resting = new Set<string>();
  let stopped: Stopped;
  for (;;) {
    const items = await storage.list();
    const item = items.find(({ fate, userId }) => fate.state === 'waiting' && !resting.has(userId));
    if (!item?.identity) {
      await prune(storage, items);
      return stopped;
    }
    const own = items.filter(({ userId }) => userId === item.userId);
    const fresh = isFresh(item);
    const { settled, failure } = await attempt(item, own, sendAs(item, own, fresh, call), fresh);
    if (!settled) {
      if (!('pin' in item.identity) || failure.status !== 429) return failure;
      resting.add(item.userId);
      const { code, message } = failure;
      const fate = { state: 'refused' as const, code, message };
      for (const waiting of own.filter((each) => each.fate.state === 'waiting' && isFresh(each))) {
        if (tell(answeredItem(waiting, fate, failure), failure)) await storage.remove([waiting.seq]);
      }
      stopped ??= failure;
      continue;
    }
    // Nobody is there any more who could be asked: they were told that it is saved, and so it is sent as that.
    if (failure?.code === 'scan_repeated' && !isFresh(item)) continue;
    const answered = answeredItem(item, settled.fate, failure);
    const isTold = tell(answered, failure);
    // The server keeps refused scans for the administrators, and its next answer to the person names them.
    const isOver = answered.fate.state === 'refused' && (isTold || item.kind === 'scan');
    if (isOver) await storage.remove([item.seq]);
    else await storage.put(isTold ? { ...answered, told: 'answer' } : answered);
  }
}

/** Sends as the item's person, whose other items are `own`; what the phone's queue says of users and codes means nothing here. */
export const sendAs =
  (item: KioskItem, own: KioskItem[], isFresh: boolean, call: CallKiosk): Send =>
  async (_name, input) => {
    // Whatever the endpoint of the phone: these fields have the same names.
    const made = callOf(item, own, isFresh, (input as { body: ScanBody }).body);
    if (!made) return { failure: { status: 404, code: 'not_found', message: '' } };
    // The answer is that of the item's kind.
    return call(made) as Promise<Reply<never>>;
  };

type ScanBody = EndpointInput<'scanAtKiosk'>['body'];

/** Undefined for what refers to a scan that was refused. */
function callOf(
  item: KioskItem,
  own: KioskItem[],
  isFresh: boolean,
  { clientScanId, scannedAt, deviceAt, deviceNow, isUncertain, expectedAction, previousEnd }: ScanBody,
): KioskCall | undefined {
  const timing = { clientScanId, scannedAt, deviceAt, deviceNow, isUncertain };
  if (item.kind === 'break') {
    return { name: 'recordKioskBreak', body: { ...item.identity, action: item.action, ...timing } };
  }
  if (item.kind === 'scan') {
    // Whoever waits is told what the server did, not what the kiosk thinks.
    const isAsked = isFresh && !item.isConfirmed && 'badge' in (item.identity ?? {});
    const expected = isFresh && !item.isConfirmed ? {} : { expectedAction };
    return {
      name: 'scanAtKiosk',
      body: {
        ...item.identity,
        ...timing,
        ...expected,
        previousEnd,
        ...(isAsked && { asksIfRepeated: true }),
      },
    };
  }
  const scanId =
    item.kind === 'undo' ? item.checkOut : 'begunByScan' in item.entry ? item.entry.begunByScan : '';
  const scan = own.find(({ id }) => id === scanId);
  const personId = scan?.fate.state === 'done' ? personIn(scan.fate.result)?.id : undefined;
  if (!personId) return undefined;
  const body = { personId, clientScanId: scanId };
  if (item.kind === 'undo') return { name: 'undoKioskCheckOut', body };
  const [position] = item.items;
  return (
    position && { name: 'createKioskWorkReport', body: { ...body, ...position, clientReportId: item.id } }
  );
}

/** A kiosk's answer to a scan or a break names the person. */
export const personIn = (result: unknown): EndpointResponse<'scanAtKiosk'>['person'] | undefined =>
  (result as Partial<EndpointResponse<'scanAtKiosk'>> | null)?.person;

/** Without what identifies the person; a question that nobody is there to answer is a refusal. */
function answeredItem(item: KioskItem, fate: OutboxItem['fate'], failure: Failure | undefined): KioskItem {
  const code = failure?.code;
  const final =
    fate.state === 'held' ? { state: 'refused' as const, code, message: failure?.message ?? '' } : fate;
  // The fate has the kind of its item.
  return { ...item, identity: undefined, fate: final } as KioskItem;
}

async function prune(storage: KioskStorage, items: KioskItem[]): Promise<void> {
  const answered = items.filter(({ fate }) => fate.state !== 'waiting');
  const told = answered.filter((item) => !isUntold(item)).slice(0, -DONE_KEPT);
  const newest = Date.parse(items.at(-1)?.scannedAt ?? '');
  const old = answered.filter(({ scannedAt }) => newest - Date.parse(scannedAt) > UNTOLD_KEPT_MS);
  const seqs = [...told, ...old].map(({ seq }) => seq);
  if (seqs.length > 0) await storage.remove(seqs);
}

/**
 * Whether the person has yet to hear of it: a break, an undo or a report was refused after they had left, or something was
 * recorded otherwise than they were told, or without anything on screen, because the kiosk lost its power.
 */
export function isUntold({ fate, told, ...item }: KioskItem): boolean {
  if (fate.state === 'refused') return true;
  if (fate.state !== 'done' || told === 'answer') return false;
  if (told !== 'saved') return true;
  return item.kind === 'scan' && item.expected !== null && actionOf(fate) !== item.expected.action;
}

const actionOf = ({
  result,
}: Extract<OutboxItem['fate'], { state: 'done' }>): ScanResult['action'] | undefined =>
  result && 'action' in result ? result.action : undefined;

/** Where and since when a person works, as the kiosk shows and predicts it. */
export type Working = {
  locationId: string;
  locationName: string;
  since: string;
  onBreakSince: string | null;
  needsAttentionAt: string | null;
};

type Shown = Expected['entry'] | undefined;

/**
 * The person's open entry after what is still to be sent; null for nobody at work, undefined if the kiosk cannot tell.
 * `working` is what the server said last, undefined for people whom the kiosk does not know.
 */
export function entryAfter(working: Working | null | undefined, own: KioskItem[]): Shown {
  const last = own.findLast(({ kind, fate }) => kind !== 'work-report' && fate.state === 'waiting');
  if (last?.kind === 'scan') return last.expected?.entry;
  if (last && 'entry' in last && 'checkIn' in last.entry) return last.entry;
  if (!working) return working;
  return {
    // No request of a kiosk names the entry.
    reference: { timeEntryId: '' },
    checkIn: working.since,
    location: { id: working.locationId, name: working.locationName },
    onBreakSince: working.onBreakSince ?? undefined,
    ...(working.needsAttentionAt && { needsAttentionAt: working.needsAttentionAt }),
  };
}

/** What a scan at this location is likely to do; null if the kiosk cannot tell. */
export function expectedAtKiosk(
  { id, scannedAt }: { id: string; scannedAt: string },
  entry: Shown,
  location: { id: string; name: string },
): Expected | null {
  if (entry === undefined) return null;
  const asksFrom =
    entry?.needsAttentionAt && Date.parse(entry.needsAttentionAt) + LEAVING_GRACE_HOURS * MS_PER_HOUR;
  if (asksFrom && Date.parse(scannedAt) >= asksFrom) return null;
  if (entry?.location.id === location.id) {
    return { action: 'check-out', location: location.name, entry: null };
  }
  return {
    action: entry ? 'location-switch' : 'check-in',
    location: location.name,
    entry: { reference: { begunByScan: id }, checkIn: scannedAt, location },
  };
}

/** What the server's answer says of the person's open entry; undefined if it says nothing of it. */
export function workingAfter(fate: OutboxItem['fate']): Working | null | undefined {
  if (fate.state !== 'done') return undefined;
  const { result } = fate;
  if (result === null) return null;
  if ('action' in result) {
    const { location, timeEntry } = result;
    if (timeEntry.status !== 'working') return null;
    return workingAt({ ...timeEntry, location, breaks: [], needsAttentionAt: null });
  }
  return 'breaks' in result ? workingAt(result) : undefined;
}

const workingAt = (
  entry: Pick<ActiveEntry, 'checkIn' | 'location' | 'breaks'> & { needsAttentionAt: string | null },
): Working => ({
  locationId: entry.location.id,
  locationName: entry.location.name,
  since: entry.checkIn,
  onBreakSince: entry.breaks.find(({ endedAt }) => !endedAt)?.startedAt ?? null,
  needsAttentionAt: entry.needsAttentionAt,
});
