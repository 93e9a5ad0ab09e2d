/* Items as stored by version 1 of the database: a phone may have had some waiting when it got the new release. */
import type { Expected, OutboxItem, ShownEntry } from './outbox-items.ts';

type EntryOfVersion1 = Omit<ShownEntry, 'location'> & { place: ShownEntry['location'] };
type ExpectedOfVersion1 = { action: Expected['action']; place: string; entry: EntryOfVersion1 | null };

/** Codes with which a scan counted as held: until the person says when they left before it. */
const HELD_CODES = [
  'check_out_missing',
  'left_before_check_in',
  'left_in_future',
  'left_beyond_longest_shift',
];

/** Converts an item: `location` instead of `place`, and held if it was refused with one of these codes. */
export function fromVersion1(stored: object): OutboxItem {
  const item = stored as OutboxItem;
  if (item.kind !== 'scan') return item;
  const expected = item.expected as ExpectedOfVersion1 | null;
  const { fate } = item;
  const isHeld = fate.state === 'refused' && HELD_CODES.includes(String(fate.code));
  return { ...item, expected: expected && renamed(expected), fate: isHeld ? { state: 'held' } : fate };
}

function renamed({ action, place, entry }: ExpectedOfVersion1): Expected {
  if (!entry) return { action, location: place, entry };
  const { place: location, ...rest } = entry;
  return { action, location: place, entry: { ...rest, location } };
}
