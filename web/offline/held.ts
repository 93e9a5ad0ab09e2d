import type { Failure, OutboxItem, ScanItem } from './outbox.ts';

/** What the server says of a scan, or of the answer that went with it, while a check-out is missing. */
const HOLDING: readonly Failure['code'][] = [
  'check_out_missing',
  'left_before_check_in',
  'left_in_future',
  'left_beyond_longest_shift',
];

/** Whether the scan can be recorded as soon as the person says when they had left before it. */
export function isHeld(item: OutboxItem): item is ScanItem {
  return item.kind === 'scan' && item.fate.state === 'refused' && HOLDING.includes(item.fate.code);
}
