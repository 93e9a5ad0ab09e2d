/* Predicts what a scan will do from what this phone knows; only the server decides (decisions.md §2). */
import { formatLocationCode, parseLocationCode } from '#domain/location-code.ts';
import type { Expected, OutboxItem, ScanItem, ShownEntry } from '#web/offline/outbox-items.ts';

/** Returns the location code in the scanned or typed text, whatever host its link has; null if there is none. */
export function codeIn(text: string): string | null {
  const trimmed = text.trim();
  const typed = URL.canParse(trimmed) ? new URL(trimmed).searchParams.get('code') : trimmed;
  const parsed = parseLocationCode(typed ?? '');
  return parsed.ok ? parsed.code : null;
}

export const isScan = (item: OutboxItem): item is ScanItem => item.kind === 'scan';

/** The locations whose codes this phone has scanned, as named by the server. */
function knownLocations(items: readonly OutboxItem[]): { code: string; id: string; name: string }[] {
  return items.filter(isScan).flatMap(({ qrCode, fate }) => {
    const code = qrCode && codeIn(qrCode);
    return code && fate.state === 'done' ? [{ code, ...fate.result.location }] : [];
  });
}

/** Where and since when the person works, as far as the phone knows; undefined if it does not know. */
export type KnownEntry = ShownEntry | null | undefined;

/** Returns the state after the waiting items; without any, the last known server state. */
export function entryAfter(
  items: readonly OutboxItem[],
  told:
    | { id: string; checkIn: string; needsAttentionAt: string; location: { id: string; name: string } }
    | null
    | undefined,
): KnownEntry {
  const last = items.filter(isScan).findLast(({ fate }) => fate.state === 'waiting');
  if (last) return last.expected?.entry;
  if (!told) return told;
  const { id, checkIn, needsAttentionAt, location } = told;
  const code = knownLocations(items).find((known) => known.id === location.id)?.code;
  return { reference: { timeEntryId: id }, checkIn, location: { ...location, code }, needsAttentionAt };
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
): Expected | null {
  if (entry === undefined) return null;
  const checkOut = entry && { action: 'check-out' as const, location: entry.location.name, entry: null };
  if (code === null) return checkOut;
  const seen = knownLocations(items).findLast((known) => known.code === code);
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
