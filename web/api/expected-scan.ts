/* Predicts what a scan will do from what this phone knows; only the server decides (decisions.md §2). */
import type { ActiveEntry } from '#contract/time-tracking.ts';
import { formatLocationCode, parseLocationCode, readCodeLink } from '#domain/location-code.ts';
import {
  blockedItems,
  type Expected,
  isHeld,
  type OutboxItem,
  type ScanItem,
  type ShownEntry,
} from '#web/offline/outbox-items.ts';

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

/** The state after what is still to be sent; where nothing is, what the server said last. */
export function entryAfter(
  items: readonly OutboxItem[],
  told:
    | Pick<ActiveEntry, 'id' | 'checkIn' | 'needsAttentionAt' | 'location' | 'recordsBreaks' | 'breaks'>
    | null
    | undefined,
  named: NamedLocation[] = [],
): KnownEntry {
  const last = lastUnshownMove(items);
  if (last && last.kind !== 'scan') return last.entry;
  if (last?.fate.state === 'done') {
    const { location, timeEntry } = last.fate.result;
    if (timeEntry.status !== 'working') return null;
    return { reference: { timeEntryId: timeEntry.id }, checkIn: timeEntry.checkIn, location };
  }
  if (last) return last.expected?.entry;
  if (!told) return told;
  const { id, checkIn, needsAttentionAt, location, recordsBreaks, breaks } = told;
  const onBreakSince = breaks.find(({ endedAt }) => !endedAt)?.startedAt;
  const code = knownLocations(items, named).find((known) => known.id === location.id)?.code;
  return {
    reference: { timeEntryId: id },
    checkIn,
    location: { ...location, code },
    needsAttentionAt,
    recordsBreaks,
    onBreakSince,
  };
}

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
  { clientScanId, code, scannedAt }: Scanned,
  entry: KnownEntry,
  items: readonly OutboxItem[],
  named: NamedLocation[] = [],
): Expected | null {
  if (entry === undefined) return null;
  const checkOut = entry && { action: 'check-out' as const, location: entry.location.name, entry: null };
  if (code === null) return checkOut;
  const seen = knownLocations(items, named).findLast((known) => known.code === code);
  const isSame = entry ? isSameLocation(entry.location, { code, id: seen?.id }) : false;
  if (isSame === undefined) return null;
  if (isSame) return checkOut;
  const location = { name: seen?.name ?? formatLocationCode(code), code, id: seen?.id };
  return {
    action: entry ? 'location-switch' : 'check-in',
    location: location.name,
    entry: { reference: { begunByScan: clientScanId }, checkIn: scannedAt, location },
  };
}

type LocationKey = { id?: string; code?: string };

/** Returns undefined if one is known only by its id and the other only by its code. */
function isSameLocation(a: LocationKey, b: LocationKey): boolean | undefined {
  if (a.code && b.code) return a.code === b.code;
  return a.id && b.id ? a.id === b.id : undefined;
}
