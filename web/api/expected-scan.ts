/* What a scan will do, by what this phone knows; only the server decides (decisions.md §2). */
import { formatLocationCode, parseLocationCode } from '#domain/location-code.ts';
import type { Expected, OutboxItem, ScanItem, ShownEntry } from '#web/offline/outbox-items.ts';

/** The location code in what was scanned or typed, wherever its link leads; null when there is none. */
export function codeIn(text: string): string | null {
  const trimmed = text.trim();
  const typed = URL.canParse(trimmed) ? new URL(trimmed).searchParams.get('code') : trimmed;
  const parsed = parseLocationCode(typed ?? '');
  return parsed.ok ? parsed.code : null;
}

export const isScan = (item: OutboxItem): item is ScanItem => item.kind === 'scan';

/** A location, its code and its name, as the server has told them. */
export type NamedLocation = { code: string; id: string; name: string };

/** The locations whose codes were scanned with this phone, and those it knows otherwise. */
function knownLocations(items: readonly OutboxItem[], named: NamedLocation[]): NamedLocation[] {
  const scanned = items.filter(isScan).flatMap(({ qrCode, fate }) => {
    const code = qrCode && codeIn(qrCode);
    return code && fate.state === 'done' ? [{ code, ...fate.result.location }] : [];
  });
  return [...scanned, ...named];
}

/** Where and since when the person works, as far as the phone knows; undefined when it does not know. */
export type KnownEntry = ShownEntry | null | undefined;

/** The state after what is still waiting; where nothing is, what the server said last. */
export function entryAfter(
  items: readonly OutboxItem[],
  told:
    | { id: string; checkIn: string; needsAttentionAt: string; location: { id: string; name: string } }
    | null
    | undefined,
  named: NamedLocation[] = [],
): KnownEntry {
  const last = items.findLast(({ kind, fate }) => kind !== 'work-report' && fate.state === 'waiting');
  if (last?.kind === 'scan') return last.expected?.entry;
  if (last?.kind === 'undo') return last.entry;
  if (!told) return told;
  const { id, checkIn, needsAttentionAt, location } = told;
  const code = knownLocations(items, named).find((known) => known.id === location.id)?.code;
  return { reference: { timeEntryId: id }, checkIn, location: { ...location, code }, needsAttentionAt };
}

type Scanned = {
  clientScanId: string;
  /** Null for the check-out button. */
  code: string | null;
  scannedAt: string;
};

/** Null when the phone cannot tell: it has no last known state, or does not know the location. */
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

/** Undefined when one is known by its id only and the other by its code. */
function isSameLocation(a: LocationKey, b: LocationKey): boolean | undefined {
  if (a.code && b.code) return a.code === b.code;
  return a.id && b.id ? a.id === b.id : undefined;
}
