/* A kiosk's queue: as a phone's (outbox.ts), but of many people in one order. Without React and texts. */

import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import type { ScanResult } from '#contract/time-tracking.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { DONE_KEPT, drainQueue, expectedActionOf, type Sender, type Stopped, timingOf } from './outbox.ts';
import type { Draft, Failure, OutboxItem, Reply } from './outbox-items.ts';

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
export type KioskCall = { [K in Endpoints]: { name: K } & EndpointInput<K> }[Endpoints];
/** Makes the request; never rejects. */
export type CallKiosk = (call: KioskCall) => Promise<Reply<EndpointResponse<Endpoints>>>;

type DrainOptions = {
  storage: KioskStorage;
  call: CallKiosk;
  /** Whether the person waits for it: then the server's own clock is more reliable. */
  isFresh?: (item: KioskItem) => boolean;
  /** Shows an answer to the person who waits for it; false if nobody does. */
  tell?: (item: KioskItem, failure: Failure | undefined) => boolean;
};

/** How long a refusal waits for its person to come back. */
const UNTOLD_KEPT_MS = 30 * 24 * MS_PER_HOUR;

/**
 * Sends what waits, as `drainQueue` does. Only an employee number that rests after wrong PINs holds up nobody but itself, and
 * whoever waits in front of the kiosk is told so: their scan is refused.
 */
export const drainKiosk = ({
  storage,
  call,
  isFresh = () => false,
  tell = () => false,
}: DrainOptions): Promise<Stopped> =>
  drainQueue<KioskItem>({
    list: () => storage.list(),
    send: senderOfKiosk(call),
    isFresh,
    async settle(item, failure) {
      // Nobody is there any more who could be asked: they were told that it is saved, and so it is sent as that.
      if (failure?.code === 'scan_repeated' && !isFresh(item)) return;
      const answered = answeredItem(item, failure);
      const isTold = tell(answered, failure);
      // The server keeps refused scans for the administrators, and its next answer to the person names them.
      const isOver = answered.fate.state === 'refused' && (isTold || item.kind === 'scan');
      if (isOver) await storage.remove([item.seq]);
      else await storage.put(isTold ? { ...answered, told: 'answer' } : answered);
    },
    async holdsUpOnly({ identity, userId }, failure, items) {
      if (!identity || !('pin' in identity) || failure.status !== 429) return false;
      for (const item of items.filter((each) => each.userId === userId && each.fate.state === 'waiting')) {
        if (isFresh(item) && tell(refusedItem(item, failure), failure)) await storage.remove([item.seq]);
      }
      return true;
    },
    async prune(items) {
      const answered = items.filter(({ fate }) => fate.state !== 'waiting');
      const told = answered.filter((item) => !isUntold(item)).slice(0, -DONE_KEPT);
      const newest = Date.parse(items.at(-1)?.scannedAt ?? '');
      const old = answered.filter(({ scannedAt }) => newest - Date.parse(scannedAt) > UNTOLD_KEPT_MS);
      const seqs = [...told, ...old].map(({ seq }) => seq);
      if (seqs.length > 0) await storage.remove(seqs);
    },
  });

/** Sends the items of a kiosk, each as its person. */
export const senderOfKiosk =
  (call: CallKiosk): Sender<KioskItem> =>
  (item, items, when) => {
    if (item.kind === 'break') {
      const body = { ...item.identity, action: item.action, ...timingOf(item, when) };
      return call({ name: 'recordKioskBreak', body });
    }
    if (item.kind === 'scan') {
      const { identity, isConfirmed, previousEnd } = item;
      const body = { ...identity, ...timingOf(item, when), previousEnd };
      // A person who waits is told what the server did, not what the kiosk thinks.
      const isWaitedFor = !when && !isConfirmed;
      const isAsked = isWaitedFor && identity && 'badge' in identity;
      const check = isWaitedFor
        ? isAsked && { asksIfRepeated: true }
        : { expectedAction: expectedActionOf(item) };
      return call({ name: 'scanAtKiosk', body: { ...body, ...check } });
    }
    const clientScanId =
      item.kind === 'undo' ? item.checkOut : 'begunByScan' in item.entry ? item.entry.begunByScan : '';
    const scan = items.find(({ id, userId }) => id === clientScanId && userId === item.userId);
    const personId = scan?.fate.state === 'done' ? personIn(scan.fate.result)?.id : undefined;
    if (!personId) return undefined;
    const body = { personId, clientScanId };
    if (item.kind === 'undo') return call({ name: 'undoKioskCheckOut', body });
    const [position] = item.items;
    const report = position && { ...body, ...position, clientReportId: item.id };
    return report && call({ name: 'createKioskWorkReport', body: report });
  };

/** A kiosk's answer to a scan or a break names the person. */
export const personIn = (result: unknown): EndpointResponse<'scanAtKiosk'>['person'] | undefined =>
  (result as Partial<EndpointResponse<'scanAtKiosk'>> | null)?.person;

/** Without what identifies the person; a question that nobody is there to answer is a refusal. */
const answeredItem = (item: KioskItem, failure: Failure | undefined): KioskItem =>
  failure ? refusedItem(item, failure) : { ...item, identity: undefined };

const refusedItem = (item: KioskItem, { code, message }: Failure): KioskItem => ({
  ...item,
  identity: undefined,
  fate: { state: 'refused', code, message },
});

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
