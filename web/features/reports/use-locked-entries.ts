import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { addDays, type DatePeriod, monthOf } from '#domain/dates.ts';
import { request } from '#web/call/request.ts';

/** In longer periods no entries are marked as locked; the server refuses changes all the same. */
const MAX_MONTHS = 13;

function monthsOf({ start, end }: DatePeriod): string[] {
  const months: string[] = [];
  for (let date = start; date <= end && months.length <= MAX_MONTHS; date = addDays(monthOf(date).end, 1)) {
    months.push(date.slice(0, 7));
  }
  return months.length > MAX_MONTHS ? [] : months;
}

/** Which of the given months `yyyy-MM` are approved, and for whom. */
const lockedMonthsQuery = (months: readonly string[]) =>
  queryOptions({
    queryKey: ['time-records', 'months', 'locked', months],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        months.map((month) => request('listMonth', { query: { month } }, { signal })),
      );
      return answers
        .flat()
        .filter(({ approval }) => approval !== null)
        .map(({ user, startsAt, endsAt }) => ({ userId: user.id, startsAt, endsAt }));
    },
  });

/** Returns whether an entry of the period lies in an approved month. */
export function useLockedEntries({ start, end }: DatePeriod) {
  // An entry may reach into the months beside the period's, and so may a month approved in another time zone.
  const months = monthsOf({ start: addDays(start, -2), end: addDays(end, 2) });
  const { data: locked } = useQuery(lockedMonthsQuery(months));
  return useCallback(
    ({ userId, checkIn, checkOut }: TimeEntry) =>
      (locked ?? []).some(
        (month) =>
          month.userId === userId &&
          checkIn < month.endsAt &&
          (checkIn >= month.startsAt || (checkOut ?? month.endsAt) > month.startsAt),
      ),
    [locked],
  );
}
