import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { addDays, type DatePeriod, dateIn, monthOf } from '#domain/dates.ts';
import { lockedMonthKey, lockedMonthsQuery } from '#web/api/months.ts';

/** Of a longer period nothing is marked; what is locked stays so all the same. */
const MAX_MONTHS = 14;

function monthsOf({ start, end }: DatePeriod): string[] {
  const months: string[] = [];
  for (let date = start; date <= end && months.length <= MAX_MONTHS; date = addDays(monthOf(date).end, 1)) {
    months.push(date.slice(0, 7));
  }
  return months.length > MAX_MONTHS ? [] : months;
}

/** Tells of an entry of the period whether a month in which it lies is approved. */
export function useLockedEntries({ start, end }: DatePeriod, timeZone: string) {
  // Entries may begin in the month before and end in the month after.
  const period = { start: addDays(start, -1), end: addDays(end, 1) };
  const { data: locked } = useQuery(lockedMonthsQuery(monthsOf(period)));
  return useCallback(
    ({ userId, checkIn, checkOut }: TimeEntry) =>
      [checkIn, checkOut ?? checkIn].some((instant) =>
        locked?.includes(lockedMonthKey(userId, dateIn(instant, timeZone).slice(0, 7))),
      ),
    [locked, timeZone],
  );
}
