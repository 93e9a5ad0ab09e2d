/* What a refused scan would have recorded, as a correction request asks for it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import type { BreakItem, ScanItem, UndoItem } from '#web/queue/outbox-items.ts';
import { codeIn, isScan, knownLocations, type NamedLocation } from './expected-scan.ts';
import { namedLocations } from './location-of-code.ts';
import { useBlockedItems, useOutbox } from './outbox.ts';

/**
 * The entry to change, undefined for one to add; what is filled in; and the waiting check-out that the request includes. A
 * check-out that was refused is asked for in the entry that is still open, if it began before; a check-in in the one that a
 * later scan has begun. A switch that depended on something unrecorded began an entry, and nothing else.
 */
export function useWantedCorrection(item: ScanItem) {
  const items = useOutbox();
  const queryClient = useQueryClient();
  const blocked = useBlockedItems().filter(isScan);
  const { data: open } = useQuery({ ...query('getActiveEntry'), enabled: false });
  const { qrCode, scannedAt, expected, fate } = item;
  const isLater = open ? open.checkIn < scannedAt : qrCode === null;
  const isFollowingSwitch = fate.state === 'orphaned' && expected?.action === 'location-switch';
  const isEnd = expected ? expected.action !== 'check-in' && !isFollowingSwitch : isLater;
  const next = isEnd ? undefined : blocked.find(({ basedOn }) => basedOn === item.id);
  // A switch also begins an entry, which is asked about after this one.
  const end = next?.expected?.action === 'location-switch' ? undefined : next;
  if (open && !next && isEnd === isLater && !isFollowingSwitch) {
    const { id, checkIn, location } = open;
    const entry = { id, checkIn, checkOut: null, location, locationId: location.id };
    return { entry, filledIn: isEnd ? { checkOut: scannedAt } : { checkIn: scannedAt } };
  }
  const location = locationOf(item, knownLocations(items, namedLocations(queryClient)));
  if (isEnd) return { filledIn: { location, checkOut: scannedAt } };
  return { end, filledIn: { location, checkIn: scannedAt, checkOut: next?.scannedAt ?? '' } };
}

/**
 * The entry whose check-out should have been undone, undefined where the phone no longer knows it; and the later check-out,
 * which was made in the belief that the entry was open.
 */
export function useCorrectionOfUndo(item: UndoItem) {
  const items = useOutbox();
  const end = useBlockedItems()
    .filter(isScan)
    .find(({ basedOn, expected }) => basedOn === item.id && expected?.action === 'check-out');
  const checkOut = items.filter(isScan).find(({ id }) => id === item.checkOut);
  const recorded = checkOut?.fate.state === 'done' ? checkOut.fate.result : undefined;
  const entry = recorded && { ...recorded.timeEntry, location: recorded.location };
  return { entry, end, filledIn: { checkOut: end?.scannedAt ?? '' } };
}

/**
 * The entry of a refused break, no entry where the phone does not know it; its end, which waits with it; and the break as
 * far as it is known.
 */
export function useCorrectionOfBreak(item: BreakItem) {
  const items = useOutbox();
  const end = items.find(
    (other) => other.kind === 'break' && other.basedOn === item.id && other.fate.state === 'waiting',
  );
  const { reference, checkIn, location } = item.entry;
  const begun = 'begunByScan' in reference && items.find(({ id }) => id === reference.begunByScan);
  const scanned =
    begun && begun.kind === 'scan' && begun.fate.state === 'done' ? begun.fate.result.timeEntry : undefined;
  const id = 'timeEntryId' in reference ? reference.timeEntryId : scanned?.id;
  const locationId = location.id ?? scanned?.locationId;
  const { data: open } = useQuery({ ...query('getActiveEntry'), enabled: false });
  const breaks = open && open.id === id ? open.breaks : undefined;
  const entry =
    id && locationId
      ? { id, checkIn, checkOut: null, location, locationId, ...(breaks && { breaks }) }
      : undefined;
  const lasting = breaks?.find(({ endedAt }) => endedAt === null);
  const takenBreak =
    item.action === 'start'
      ? { startedAt: item.scannedAt, endedAt: end?.scannedAt ?? '' }
      : { startedAt: lasting?.startedAt ?? '', endedAt: item.scannedAt };
  return { entry, end, takenBreak };
}

/** Undefined if the phone does not know it, or the company no longer has it. */
function locationOf({ expected, qrCode, fate }: ScanItem, known: NamedLocation[]) {
  const code = qrCode && codeIn(qrCode);
  const shown = expected?.entry?.location;
  const { id, name } = (shown?.id ? shown : known.findLast((one) => one.code === code)) ?? {};
  const isGone = fate.state === 'refused' && fate.code === 'location_code_unknown';
  return id && name && !isGone ? { id, name } : undefined;
}
