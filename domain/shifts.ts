import type { WorkedTime } from './calendar.ts';
import type { Instant } from './dates.ts';
import { MS_PER_HOUR } from './hours.ts';

/** Hours that a company may set as its longest shift. */
export const MIN_LONGEST_SHIFT_HOURS = 6;
export const MAX_LONGEST_SHIFT_HOURS = 24;

/** Hours after which a scan that only then arrives awaits approval, as a company may set them. */
export const MIN_LATE_SCAN_HOURS = 1;
export const MAX_LATE_SCAN_HOURS = 72;

/** How far open entries are counted. */
export type Counting = { now: Date; longestShiftHours: number };

/** The instant from which an open entry needs attention: the longest shift has passed, so its check-out was forgotten. */
export function needsAttentionAt(checkIn: Instant, longestShiftHours: number): Date {
  return new Date(new Date(checkIn).getTime() + longestShiftHours * MS_PER_HOUR);
}

/** Whether the entry is open for longer than the longest shift. */
export function needsAttention({ checkIn, checkOut }: WorkedTime, { now, longestShiftHours }: Counting) {
  return checkOut === null && now >= needsAttentionAt(checkIn, longestShiftHours);
}

/**
 * The instant up to which the entry counts: its check-out; now while it is open; its check-in, so not at all, once it
 * needs attention. In SQL: `counted_end`.
 */
export function countedEnd(entry: WorkedTime, counting: Counting): Instant {
  if (needsAttention(entry, counting)) return entry.checkIn;
  return entry.checkOut ?? counting.now;
}
