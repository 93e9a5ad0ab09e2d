/* What a refused scan would have recorded, as a correction request asks for it. */
import { useQuery } from '@tanstack/react-query';
import type { ScanItem } from '#web/offline/outbox-items.ts';
import { codeIn, isScan, knownLocations } from './expected-scan.ts';
import { useBlockedItems, useOutbox } from './outbox.ts';
import { activeEntryQuery } from './time-tracking.ts';

/**
 * The entry to change, undefined for one to add; what is filled in; and the waiting check-out that the request includes. A
 * check-out that was refused is asked for in the entry that is still open, if it began before; a check-in in the one that a
 * later scan has begun.
 */
export function useWantedCorrection(item: ScanItem) {
  const items = useOutbox();
  const blocked = useBlockedItems().filter(isScan);
  const { data: open } = useQuery({ ...activeEntryQuery, enabled: false });
  const { qrCode, scannedAt, expected } = item;
  const isLater = open ? open.checkIn < scannedAt : qrCode === null;
  const isEnd = expected ? expected.action !== 'check-in' : isLater;
  const end = isEnd ? undefined : blocked.find(({ basedOn }) => basedOn === item.id);
  if (open && !end && isEnd === isLater) {
    const { id, checkIn, location } = open;
    const entry = { id, checkIn, checkOut: null, location, locationId: location.id };
    return { entry, filledIn: isEnd ? { checkOut: scannedAt } : { checkIn: scannedAt } };
  }
  const code = qrCode && codeIn(qrCode);
  const locationId =
    expected?.entry?.location.id ?? knownLocations(items).findLast((known) => known.code === code)?.id ?? '';
  if (isEnd) return { filledIn: { locationId, checkOut: scannedAt } };
  return { end, filledIn: { locationId, checkIn: scannedAt, checkOut: end?.scannedAt ?? '' } };
}
