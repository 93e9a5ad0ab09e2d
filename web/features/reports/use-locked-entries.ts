import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { addDays, type DatePeriod, dateIn, monthOf } from '#domain/dates.ts';
import { lockedMonthKey, lockedMonthsQuery } from '#web/api/months.ts';

/** In longer periods no entries are marked as locked; the server refuses changes all the same. */
const MAX_MONTHS = 13;

function monthsOf({ start, end }: DatePeriod): string[] {
  const months: string[] = [];
  for (let date = start; date <= end && months.length <= MAX_MONTHS; date = addDays(monthOf(date).end, 1)) {
    months.push(date.slice(0, 7));
  }
  return months.length > MAX_MONTHS ? [] : months;
}

/** Returns whether an entry of the period lies in an approved month. */
export function useLockedEntries({ start, end }: DatePeriod, timeZone: string) {
  // An entry that begins on the last day may end in the next month.
  const { data: locked } = useQuery(lockedMonthsQuery(monthsOf({ start, end: addDays(end, 1) })));
  return useCallback(
    ({ userId, checkIn, checkOut }: TimeEntry) =>
      [checkIn, checkOut ?? checkIn].some((instant) =>
        locked?.includes(lockedMonthKey(userId, dateIn(instant, timeZone).slice(0, 7))),
      ),
    [locked, timeZone],
  );
}
