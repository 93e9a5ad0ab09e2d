/* Predicts what a scan will do from what this phone or kiosk knows; only the server decides (decisions.md §2). */
import type { KioskPerson } from '#contract/kiosks.ts';
import type { ActiveEntry } from '#contract/time-tracking.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { formatLocationCode, parseLocationCode, readCodeLink } from '#domain/location-code.ts';
import { LEAVING_GRACE_HOURS } from '#domain/shifts.ts';
import {
  blockedItems,
  type Draft,
  type Expected,
  isHeld,
  type OutboxItem,
  type ResultOf,
  type ScanItem,
  type ShownEntry,
} from '#web/queue/outbox-items.ts';

/** Returns the location code in the scanned or typed text, whatever host its link has; null if there is none. */
export function codeIn(text: string): string | null {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  const typed = url ? readCodeLink(url.searchParams).code : trimmed;
  const parsed = parseLocationCode(typed ?? '');
  return parsed.ok ? parsed.code : null;
}

export const isScan = (item: OutboxItem): item is ScanItem => item.kind === 'scan';

/** A location, its code and its name, as the server has told them. */
export type NamedLocation = { code: string; id: string; name: string };

/** The locations whose codes were scanned with this phone, and those it knows otherwise. */
export function knownLocations(items: readonly OutboxItem[], named: NamedLocation[] = []): NamedLocation[] {
  const scanned = items.filter(isScan).flatMap(({ qrCode, fate }) => {
    const code = qrCode && codeIn(qrCode);
    return code && fate.state === 'done' ? [{ code, ...fate.result.location }] : [];
  });
  return [...scanned, ...named];
}

/** Where and since when the person works, as far as the phone knows; undefined if it does not know. */
export type KnownEntry = ShownEntry | null | undefined;

/** What changes whether somebody is at work: a scan, the undo of a check-out, or a break. */
type Move = Exclude<OutboxItem, { kind: 'work-report' | 'crew' }>;
const isMove = (item: OutboxItem): item is Move => item.kind !== 'work-report' && item.kind !== 'crew';

/** The last move that is to be sent, or was sent by the service worker without a page that showed the answer. */
function lastUnshownMove(items: readonly OutboxItem[]): Move | undefined {
  const waiting = lastWaitingMove(items);
  return items
    .filter(isMove)
    .findLast(
      (item) =>
        item === waiting ||
        (item.fate.state === 'done' && item.fate.untoldSince !== undefined && item.fate.result !== null),
    );
}

/** The last move that is to be sent; one that depends on a refused scan is not. */
export function lastWaitingMove(items: readonly OutboxItem[]): Move | undefined {
  const blocked = blockedItems(items);
  return items.filter(isMove).findLast(({ id, fate }) => fate.state === 'waiting' && !blocked.has(id));
}

type ToldEntry = Pick<
  ActiveEntry,
  'id' | 'checkIn' | 'needsAttentionAt' | 'location' | 'recordsBreaks' | 'breaks'
>;

/** The state after what is still to be sent; where nothing is, what the server said last. */
export function entryAfter(
  items: readonly OutboxItem[],
  told: ToldEntry | null | undefined,
  named: NamedLocation[] = [],
): KnownEntry {
  const code = told && knownLocations(items, named).find(({ id }) => id === told.location.id)?.code;
  return entryAfterMoves(items, told && shownEntry(told, code ?? undefined));
}

/** `entryAfter`, where nothing but `known` was shown before. */
export function entryAfterMoves(items: readonly OutboxItem[], known: KnownEntry): KnownEntry {
  const last = lastUnshownMove(items);
  if (!last) return known;
  if (last.kind !== 'scan') return last.entry;
  return last.fate.state === 'done' ? entryIn(last.fate.result) : last.expected?.entry;
}

/** What an answer says of the open entry; undefined if it says nothing of it. */
export function entryIn(result: ResultOf<Draft>): KnownEntry {
  if (result === null) return null;
  if ('breaks' in result) return shownEntry(result);
  if (!('action' in result)) return undefined;
  const { location, timeEntry } = result;
  if (timeEntry.status !== 'working') return null;
  return { reference: { timeEntryId: timeEntry.id }, checkIn: timeEntry.checkIn, location };
}

const shownEntry = (
  { id, checkIn, needsAttentionAt, location, recordsBreaks, breaks }: ToldEntry,
  code?: string,
): ShownEntry => ({
  reference: { timeEntryId: id },
  checkIn,
  location: { ...location, code },
  needsAttentionAt,
  recordsBreaks,
  onBreakSince: breaks.find(({ endedAt }) => !endedAt)?.startedAt,
});

/** Where the server says that a person of a kiosk works; no request of a kiosk names the entry. */
export const entryOf = (working: KioskPerson['working']): ShownEntry | null =>
  working && {
    reference: { timeEntryId: '' },
    checkIn: working.since,
    location: { id: working.locationId, name: working.locationName },
    needsAttentionAt: working.needsAttentionAt,
    onBreakSince: working.onBreakSince ?? undefined,
  };

/** Whether the check-out of the entry must have been forgotten. */
export const isMissingCheckOut = (entry: KnownEntry, now: number): boolean =>
  entry?.needsAttentionAt !== undefined && Date.parse(entry.needsAttentionAt) <= now;

/** Whether a scan no longer ends the entry, but asks when the person left. */
export const asksWhenLeft = (entry: KnownEntry, at: number): boolean =>
  isMissingCheckOut(entry, at - LEAVING_GRACE_HOURS * MS_PER_HOUR);

/** The state on which a new scan builds: after the held ones, which will be recorded before it, else what is shown. */
export function entryBeforeScan(items: readonly OutboxItem[], shown: KnownEntry): KnownEntry {
  const held = items.filter(isHeld).at(-1);
  return held ? held.expected?.entry : shown;
}

type Scanned = {
  clientScanId: string;
  /** Null for the check-out button. */
  code: string | null;
  scannedAt: string;
};

/** Returns null if the phone cannot tell: it has no last known state, or does not know the location. */
export function expectedScan(
  { clientScanId: id, code, scannedAt }: Scanned,
  entry: KnownEntry,
  items: readonly OutboxItem[],
  named: NamedLocation[] = [],
): Expected | null {
  if (code === null) return entry ? checkOutOf(entry) : null;
  const seen = knownLocations(items, named).findLast((known) => known.code === code);
  return expectedAt({ id, scannedAt }, entry, {
    name: seen?.name ?? formatLocationCode(code),
    code,
    id: seen?.id,
  });
}

/** What a scan at the location does; null if that cannot be told. */
function expectedAt(
  { id, scannedAt }: Pick<ScanItem, 'id' | 'scannedAt'>,
  entry: KnownEntry,
  location: ShownEntry['location'],
): Expected | null {
  const isSame = entry ? isSameLocation(entry.location, location) : false;
  if (entry === undefined || isSame === undefined) return null;
  if (entry && isSame) return checkOutOf(entry);
  return {
    action: entry ? 'location-switch' : 'check-in',
    location: location.name,
    entry: { reference: { begunByScan: id }, checkIn: scannedAt, location },
  };
}

/** `expectedScan` for a kiosk, which cannot predict the scan of a person who will be asked when they left. */
export const expectedAtKiosk = (
  scan: Pick<ScanItem, 'id' | 'scannedAt'>,
  entry: KnownEntry,
  location: ShownEntry['location'],
): Expected | null =>
  asksWhenLeft(entry, Date.parse(scan.scannedAt)) ? null : expectedAt(scan, entry, location);

const checkOutOf = ({ location }: ShownEntry): Expected => ({
  action: 'check-out',
  location: location.name,
  entry: null,
});

type LocationKey = { id?: string; code?: string };

/** Returns undefined if one is known only by its id and the other only by its code. */
function isSameLocation(a: LocationKey, b: LocationKey): boolean | undefined {
  if (a.code && b.code) return a.code === b.code;
  return a.id && b.id ? a.id === b.id : undefined;
}
