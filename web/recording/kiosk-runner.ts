/* Runs a kiosk on its page: what it knows, what it keeps and sends (docs/web.md, "The kiosk"). */
import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import type { KioskPerson, OwnKiosk } from '#contract/kiosks.ts';
import { REPEATED_WITHIN_MS } from '#domain/shifts.ts';
import { isConnected } from '#web/call/connection.ts';
import { randomId } from '#web/call/random-id.ts';
import { ApiError, request } from '#web/call/request.ts';
import { PATIENCE_MS } from '#web/call/retry.ts';
import { madeNow, serverNow } from '#web/call/server-clock.ts';
import { alone } from '#web/queue/browser-database.ts';
import { keepWhatIsStored } from '#web/queue/durable-storage.ts';
import {
  type CallKiosk,
  drainKiosk,
  type Identity,
  isUntold,
  type KioskDraft,
  type KioskItem,
  personIn,
  senderOfKiosk,
} from '#web/queue/kiosk-outbox.ts';
import { KIOSK, keepKnown, kioskStorage, readKnown, wipe } from '#web/queue/kiosk-store.ts';
import { attempt } from '#web/queue/outbox.ts';
import type { Expected, Failure, PreviousEnd, ShownEntry } from '#web/queue/outbox-items.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { entryAfterMoves, entryIn, entryOf, expectedAtKiosk } from './expected-scan.ts';
import { send, settle, withPatience } from './sending.ts';

/** `PATIENCE_MS` while the last request got no answer. */
const PATIENCE_OFFLINE_MS = 1500;
/** How long a question waits for what the server knows. */
const QUESTION_PATIENCE_MS = 2000;
const LOOK_EVERY_MS = 60_000;
const RETRY_MS = 5000;

export type KioskState = {
  /** `revoked`: it was a kiosk, and an administrator has ended that. */
  status: 'starting' | 'unpaired' | 'revoked' | 'paired';
  kiosk: OwnKiosk | undefined;
  /** How many items wait to be sent. */
  waiting: number;
  /** The server's message why nobody can scan here for now; what is stored is kept. */
  refusal?: string | undefined;
};

/** `working` is what the server said last, in whichever answer. */
export type KnownPerson = Omit<KioskPerson, 'working'> & { working: ShownEntry | null };
type Named = Pick<KioskPerson, 'firstName' | 'initial' | 'language'>;

/** "Jānis B.", which tells two people of one name apart; undefined for somebody whom the kiosk does not know. */
export const nameOf = (person: Omit<Named, 'language'> | undefined): string | undefined =>
  person && `${person.firstName} ${person.initial}.`;

let state: KioskState = { status: 'starting', kiosk: undefined, waiting: 0 };
let people: KnownPerson[] = [];
/** Counts answers about people: a list that was asked for before the last of them is out of date. */
let answers = 0;
const listeners = new Set<() => void>();

export const kioskState = (): KioskState => state;

export function onKioskChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

function change(part: Partial<KioskState>): void {
  state = { ...state, ...part };
  for (const notify of listeners) notify();
}

/** What the server heard last of the length of the queue. */
let reportedLength = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What the device keeps has been read, or deleted. */
let hasRead = false;

/** Runs until the returned function is called. */
export function startKiosk(): () => void {
  let isOver = false;
  const lookAgain = async () => {
    await read().catch(() => undefined);
    if (isOver) return;
    await look().catch(() => undefined);
    await run().catch(() => undefined);
  };
  void lookAgain();
  const polling = setInterval(lookAgain, LOOK_EVERY_MS);
  addEventListener('online', lookAgain);
  return () => {
    isOver = true;
    clearInterval(polling);
    clearTimeout(timer);
    removeEventListener('online', lookAgain);
  };
}

/** Reads what the device keeps, once. If its storage does not answer, the next call tries again. */
async function read(): Promise<void> {
  if (hasRead) return;
  const known = await readKnown<OwnKiosk>('kiosk');
  const knownPeople = await readKnown<KnownPerson[]>('people');
  if (hasRead) return;
  hasRead = true;
  // What the server has said meanwhile is newer.
  if (known && !state.kiosk) change({ status: 'paired', kiosk: known });
  if (people.length === 0) people = knownPeople ?? [];
  await countWaiting();
}

/** Tells the server that the kiosk is there, and takes what has changed. */
async function look(): Promise<void> {
  try {
    await report();
    const before = answers;
    const loaded = await request('listKioskPeople');
    if (answers === before) await takePeople(loaded);
  } catch (error) {
    if (error instanceof ApiError) await followEnd(error);
    if (state.status === 'starting') change({ status: 'unpaired' });
  }
}

async function report(): Promise<void> {
  const release = /-([\w-]+)\.js$/.exec(document.documentElement.dataset.entry ?? '')?.[1];
  const { waiting } = state;
  await take(await request('getKiosk', { query: { queueLength: String(waiting), release } }));
  reportedLength = waiting;
}

async function take(kiosk: OwnKiosk): Promise<void> {
  change({ status: 'paired', kiosk, refusal: undefined });
  await keepKnown('kiosk', kiosk).catch(() => undefined);
}

async function takePeople(loaded: KioskPerson[]): Promise<void> {
  people = loaded.map((person) => ({ ...person, working: entryOf(person.working) }));
  await keepKnown('people', people).catch(() => undefined);
}

/**
 * Deletes everything if the server no longer knows this kiosk. While its company waits for its deletion, nobody can scan here,
 * and what is to be sent stays: the deletion may be undone.
 */
async function followEnd(error: Failure): Promise<void> {
  if (error.code === 'company_deletion_pending') {
    change({ status: 'revoked', kiosk: undefined, refusal: error.message });
  }
  if (error.code !== 'kiosk_not_paired') return;
  const wasPaired = state.status === 'paired';
  await forget();
  change({ status: wasPaired ? 'revoked' : 'unpaired' });
  for (const caller of callers.values()) caller({ fate: { state: 'waiting' } }, error);
  callers.clear();
}

async function forget(): Promise<void> {
  clearTimeout(timer);
  hasRead = true;
  people = [];
  await wipe().catch(() => undefined);
  change({ status: 'unpaired', kiosk: undefined, waiting: 0, refusal: undefined });
}

/** Makes this device a kiosk. Throws the server's refusal. */
export async function pairKiosk(code: string): Promise<void> {
  const kiosk = await request('pairKiosk', { body: { code } });
  hasRead = true;
  await wipe().catch(() => undefined);
  await take(kiosk);
  void look();
}

/** Ends the kiosk with the device's PIN and deletes what it keeps. Throws the server's refusal. */
export async function leaveKiosk(pin: string): Promise<void> {
  await request('leaveKiosk', { body: { pin } });
  await forget();
}

export type NewPin = EndpointResponse<'setPinAtKiosk'>;

/**
 * Sets the PIN of the badge's person, who states the one before if there is one; returns them and their employee number, if the
 * server tells it. Throws the server's refusal.
 */
export const setPinAtKiosk = (badge: Badge, pin: string, currentPin: string | undefined): Promise<NewPin> =>
  request('setPinAtKiosk', { body: { ...badge, pin, ...(currentPin && { currentPin }) } });

type Badge = Extract<Identity, { badge: string }>;

/** A person who was recognized, or whom the server will recognize. */
export type Somebody = {
  identity: Identity;
  /** The names under which the queue has their items, the one for new items first. */
  owners: [string, ...string[]];
  person: KnownPerson | undefined;
};

const OF_BADGE = 'badge:';

/** Who shows this badge, of which a reader that types gives two readings; the server tries both. */
export async function recognizeBadge(badge: Badge): Promise<Somebody & { identity: Badge }> {
  const readings = [badge.badge, badge.otherReading].filter((text) => text !== undefined);
  const hashes = await Promise.all(readings.map(hashOf));
  const person = hashes.map(personWith).find(Boolean);
  const ofBadge = readings.map((text, index) => `${OF_BADGE}${hashes[index] || text}`);
  const [first = OF_BADGE, ...others] = person ? [person.id, ...ofBadge] : ofBadge;
  return { identity: badge, owners: [first, ...others], person };
}

const personWith = (hash: string) => people.find(({ badgeHash }) => badgeHash === hash);

/** A page without HTTPS has no hashes: then the server alone recognizes people. */
async function hashOf(badge: string): Promise<string> {
  const digest = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(badge));
  return digest ? new Uint8Array(digest).toHex() : '';
}

export const somebodyWithPin = (personalNumber: string, pin: string): Somebody => ({
  identity: { personalNumber, pin },
  owners: [`number:${personalNumber}`],
  person: undefined,
});

type Result =
  | EndpointResponse<'scanAtKiosk'>
  | EndpointResponse<'recordKioskBreak'>
  | EndpointResponse<'createKioskWorkReport'>;

/** The answer of the server, or that the item is stored and will be sent. */
export type Told = { fate: 'done'; result: Result } | { fate: 'saved'; expected: Expected | null };

const callers = new Map<string, (item: Pick<KioskItem, 'fate'>, failure: Failure | undefined) => void>();

const call: CallKiosk = async ({ name, ...input }) => {
  const reply: Awaited<ReturnType<CallKiosk>> = await send(name, input);
  if (reply.failure) await followEnd(reply.failure);
  return reply;
};

async function run(): Promise<void> {
  clearTimeout(timer);
  const release = holdReload();
  try {
    const stopped = await alone(KIOSK, () =>
      drainKiosk({
        storage: kioskStorage,
        call,
        isFresh: (item) => callers.has(item.id),
        tell: (item, failure) => {
          learn(item);
          const caller = callers.get(item.id);
          callers.delete(item.id);
          caller?.(item, failure);
          return caller !== undefined;
        },
      }),
    );
    if (stopped) keepWhatIsStored();
    if (stopped && state.status === 'paired') {
      timer = setTimeout(
        () => void run().catch(() => undefined),
        (stopped.retryAfterSeconds ?? 0) * 1000 || RETRY_MS,
      );
    }
  } finally {
    release();
    await countWaiting().catch(() => undefined);
  }
  // Administrators see how many wait, and are warned before they end a kiosk that has some.
  if (state.status === 'paired' && state.waiting === 0 && reportedLength > 0) await report();
}

async function countWaiting(): Promise<void> {
  // Asking the storage would create it again.
  if (state.status !== 'paired' && state.status !== 'starting') return;
  const waiting = (await kioskStorage.list()).filter(({ fate }) => fate.state === 'waiting').length;
  if (waiting !== state.waiting) change({ waiting });
}

/** Remembers where the person works after an answer. */
function learn(item: KioskItem): void {
  if (item.fate.state !== 'done') return;
  const working = entryIn(item.fate.result);
  if (working === undefined) return;
  answers += 1;
  const named = personIn(item.fate.result);
  const id = named?.id ?? item.userId;
  if (named && !people.some((person) => person.id === id)) {
    // Where a reader has two readings, either may be the badge's: the list of people, which comes soon, has the right one.
    const badgeHash = item.userId.startsWith(OF_BADGE) ? item.userId.slice(OF_BADGE.length) : null;
    people = [...people, { ...named, badgeHash, working }];
  }
  people = people.map((person) => (person.id === id ? { ...person, working } : person));
  void keepKnown('people', people).catch(() => undefined);
}

/** Empty if the device has no storage, or it does not answer. */
const itemsOf = async ({ owners }: Somebody): Promise<KioskItem[]> =>
  (await kioskStorage.list().catch(() => [])).filter(({ userId }) => owners.includes(userId));

function newDraft({ identity, owners: [userId] }: Somebody) {
  return {
    id: randomId(),
    userId,
    identity,
    ...madeNow(),
  };
}

/** A scan that raised a question, until it is answered. */
export type KioskScan = Extract<KioskDraft, { kind: 'scan' }>;

/** After a power cut people show their badge again: a scan this recent that nobody saw is shown instead of a second one. */
const UNSEEN_MS = 15 * 60_000;

async function newScan(who: Somebody, own: KioskItem[]): Promise<KioskScan> {
  const draft = newDraft(who);
  const location = state.kiosk?.location ?? { id: '', name: '' };
  const expected = expectedAtKiosk(draft, entryAfterMoves(own, who.person?.working), location);
  return { ...draft, kind: 'scan', qrCode: null, expected };
}

/** What a badge that is shown again would do. `at`: when the person did the opposite, or showed it last if that is unknown. */
export type Repetition = {
  action: 'check-in' | 'check-out' | null;
  at: string;
  person: KnownPerson | undefined;
};

/**
 * What to ask somebody whose badge this kiosk has read less than a minute ago, or of whom the server says so (`isCertain`);
 * undefined for everybody else. The server knows best; without it, the kiosk asks what it knows.
 */
export async function repetitionBy(who: Somebody, isCertain = false): Promise<Repetition | undefined> {
  const own = await itemsOf(who);
  const last = own.findLast(({ kind, fate }) => kind !== 'work-report' && fate.state !== 'refused');
  // An undone check-out is nothing to repeat, and what nobody saw is shown instead.
  const isMine = last && last.kind !== 'undo' && last.told && isRecent(last.scannedAt);
  if (!isMine && !isCertain) return undefined;
  const known = await Promise.race([
    request('getKioskLastScan', { body: who.identity }).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, QUESTION_PATIENCE_MS)),
  ]);
  if (known) {
    // The phone or an administrator may have changed it meanwhile. A break is no scan, but the badge was shown for it.
    const isRepeated = isCertain || last?.kind === 'break' || isRecent(known.last?.at ?? '');
    const person = { badgeHash: null, working: null, ...who.person, ...known.person };
    return known.last && isRepeated ? { ...known.last, person } : undefined;
  }
  const entry = entryAfterMoves(own, who.person?.working);
  if (entry && entry.location.id !== state.kiosk?.location.id) return undefined;
  return {
    action: entry ? 'check-out' : entry === null ? 'check-in' : null,
    at: entry?.checkIn ?? last?.scannedAt ?? new Date(serverNow()).toISOString(),
    person: who.person,
  };
}

const isRecent = (instant: string) => serverNow() - Date.parse(instant) < REPEATED_WITHIN_MS;

/** Does what the person was asked about. Throws the server's refusal. */
export async function confirmScan(
  who: Somebody,
  { action, at }: Repetition,
): Promise<{ scan: KioskScan; told: Told }> {
  const scan = await newScan(who, await itemsOf(who));
  const location = state.kiosk?.location ?? { id: '', name: '' };
  const entry = action === 'check-out' ? { reference: { timeEntryId: '' }, checkIn: at, location } : null;
  const confirmed: KioskScan = {
    ...scan,
    expected: action ? expectedAtKiosk(scan, entry, location) : scan.expected,
    isConfirmed: true,
  };
  return { scan: confirmed, told: await submit(confirmed) };
}

/** Checks the person in or out. Throws the server's refusal; `check_out_missing` is a question (`whenLeft`). */
export async function scanAtKiosk(who: Somebody): Promise<{ scan: KioskScan; told: Told }> {
  const own = await itemsOf(who);
  const unseen = own.findLast(
    (item) =>
      item.kind === 'scan' &&
      !item.told &&
      !callers.has(item.id) &&
      item.fate.state !== 'refused' &&
      serverNow() - Date.parse(item.scannedAt) < UNSEEN_MS &&
      // Typed with another PIN, one of the two is wrong.
      isSamePin(who.identity, item.identity),
  );
  const scan = await newScan(who, own);
  if (unseen?.kind !== 'scan') return { scan, told: await submit(scan) };
  const { id, scannedAt, fate, expected } = unseen;
  // Only the server can tell whether this PIN is the one of then; it answers the same scan as before.
  if ('pin' in who.identity && fate.state === 'done') {
    const again = { ...scan, id, expected: null };
    const told = await submit(again);
    await kioskStorage.put({ ...unseen, told: 'answer' });
    return { scan: again, told };
  }
  await kioskStorage.put({ ...unseen, told: fate.state === 'done' ? 'answer' : 'saved' });
  const told: Told =
    fate.state === 'done' ? { fate: 'done', result: fate.result as Result } : { fate: 'saved', expected };
  return { scan: { ...scan, id, scannedAt, expected }, told };
}

const isSamePin = (one: Identity, other: Identity | undefined) =>
  !('pin' in one) || !other || ('pin' in other && one.pin === other.pin);

/** When the person left, as far as the server can propose it; null if no check-out is missing any more. */
export async function whenLeft(who: Somebody) {
  const question = await request('getKioskMissingCheckOut', { body: who.identity });
  return question && { question, scan: await newScan(who, []) };
}

/** Records a scan with the answer to when the person left before it. */
export const answerQuestion = (scan: KioskScan, previousEnd: PreviousEnd): Promise<Told> =>
  submit({ ...scan, id: randomId(), previousEnd, wasHeld: true });

export async function undoAtKiosk(
  who: Somebody,
  scan: KioskScan,
  checkIn: string,
  location: { name: string },
) {
  const entry = { reference: { begunByScan: scan.id }, checkIn, location };
  return submit({ ...newDraft(who), kind: 'undo', checkOut: scan.id, entry });
}

/** Starts a break, or ends the one that has begun. Throws `network` where the kiosk does not know where the person works. */
export async function breakAtKiosk(
  who: Somebody,
): Promise<{ action: 'start' | 'end'; told: Told; at: string; person: Named | undefined }> {
  const entry = entryAfterMoves(await itemsOf(who), who.person?.working);
  const draft = newDraft(who);
  const record = (action: 'start' | 'end') => {
    const onBreakSince = action === 'start' ? draft.scannedAt : undefined;
    if (entry) return submit({ ...draft, kind: 'break', action, entry: { ...entry, onBreakSince } });
    const body = { ...who.identity, action, clientScanId: randomId() };
    return request('recordKioskBreak', { body }).then((result): Told => ({ fate: 'done', result }));
  };
  const answer = (action: 'start' | 'end', told: Told) => {
    const person = told.fate === 'done' ? (personIn(told.result) ?? who.person) : who.person;
    return { action, told, at: draft.scannedAt, person };
  };
  const action = entry?.onBreakSince ? 'end' : 'start';
  try {
    return answer(action, await record(action));
  } catch (error) {
    // They started it on their phone.
    if (!(error instanceof ApiError) || error.code !== 'already_on_break') throw error;
    draft.id = randomId();
    return answer('end', await record('end'));
  }
}

/** Reports the work of the entry that this check-out has ended. */
export function reportAtKiosk(
  who: Somebody,
  checkOut: KioskScan,
  item: EndpointInput<'createWorkReports'>['body']['items'][number],
): Promise<Told> {
  const entry = { begunByScan: checkOut.id };
  return submit({ ...newDraft(who), kind: 'work-report', items: [item], generalNotes: null, entry });
}

/** Stores it, then sends it; resolves when its outcome is known or it is safe to go on. Throws the server's refusal. */
async function submit(draft: KioskDraft): Promise<Told> {
  const told = Promise.withResolvers<Told>();
  const item = { ...draft, seq: Number.POSITIVE_INFINITY, fate: { state: 'waiting' } } as KioskItem;
  try {
    if ('pin' in draft.identity && !(await kioskStorage.canKeepSecrets())) {
      throw new Error('A PIN is never stored as it is');
    }
    callers.set(draft.id, ({ fate }, failure) => settle(told, fate, failure));
    item.seq = await kioskStorage.add(draft);
  } catch {
    callers.delete(draft.id);
    const { settled = item, failure } = await attempt(senderOfKiosk(call), item, [], true);
    settle(told, settled.fate, failure);
    return told.promise;
  }
  change({ waiting: state.waiting + 1 });
  const goOn = async () => {
    // Written down first: what is told as saved is never told as new.
    if (callers.has(draft.id)) await kioskStorage.put({ ...item, told: 'saved' }).catch(() => undefined);
    const expected = draft.kind === 'scan' ? draft.expected : null;
    if (callers.delete(draft.id)) told.resolve({ fate: 'saved', expected });
  };
  const patienceMs = isConnected() ? PATIENCE_MS : PATIENCE_OFFLINE_MS;
  return withPatience(told.promise, { patienceMs, sent: run().then(goOn), goOn });
}

/** What the person has yet to hear of earlier items; each is answered once. */
export async function takeUntold(who: Somebody): Promise<KioskItem[]> {
  const untold = (await itemsOf(who)).filter(isUntold);
  if (untold.length === 0) return untold;
  await kioskStorage.remove(untold.filter(({ fate }) => fate.state === 'refused').map(({ seq }) => seq));
  for (const item of untold) {
    if (item.fate.state === 'done') await kioskStorage.put({ ...item, told: 'answer' });
  }
  return untold;
}
