import type { WorkedTime } from './calendar.ts';
import type { Instant } from './dates.ts';
import { MS_PER_HOUR } from './hours.ts';

/** The range of hours for a company's longest shift. */
export const MIN_LONGEST_SHIFT_HOURS = 6;
export const MAX_LONGEST_SHIFT_HOURS = 24;

/** How long after the longest shift a scan still ends the open entry. Later it may as well be the next day's check-in. */
export const LEAVING_GRACE_HOURS = 2;
/** The same code or badge again so soon is more likely a slip than a second scan (decisions.md §2). */
export const REPEATED_WITHIN_MS = 60_000;
/** How long a shift can be whose end a person states without a reason. */
export const MAX_STATED_HOURS = 24;
/** How long an entry can be that is recorded with a reason: by an administrator, or as somebody's correction request. */
export const MAX_RECORDED_HOURS = 48;

/** The range of a company's setting: a scan that arrives more hours after it was made awaits approval. */
export const MIN_LATE_SCAN_HOURS = 1;
export const MAX_LATE_SCAN_HOURS = 72;

/** Up to when open entries are counted. */
export type Counting = { now: Date; longestShiftHours: number };

/** The instant from which an open entry needs attention: the longest shift has passed. */
export function needsAttentionAt(checkIn: Instant, longestShiftHours: number): Date {
  return new Date(new Date(checkIn).getTime() + longestShiftHours * MS_PER_HOUR);
}

/** Returns whether the entry is open for longer than the longest shift. */
export function needsAttention({ checkIn, checkOut }: WorkedTime, { now, longestShiftHours }: Counting) {
  return checkOut === null && now >= needsAttentionAt(checkIn, longestShiftHours);
}

/**
 * The instant up to which the entry counts: its check-out; now while it is open; its check-in, so zero hours, once it
 * needs attention. In SQL: `counted_end`.
 */
export function countedEnd(entry: WorkedTime, counting: Counting): Instant {
  if (needsAttention(entry, counting)) return entry.checkIn;
  return entry.checkOut ?? counting.now;
}

/** The most breaks of one time entry. */
export const MAX_BREAKS = 50;
/** The most time entries of a person that begin within 24 hours, and breaks. */
export const MAX_ENTRIES_A_DAY = 200;
