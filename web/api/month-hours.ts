import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { monthsKey } from './months.ts';
import { query } from './query.ts';
import { request } from './request.ts';

/** Everybody's hours by category in the month `yyyy-MM`; only for administrators. */
export const monthHoursQuery = (month: string) => ({
  ...query('getMonthHours', { params: { month }, query: {} }),
  placeholderData: keepPreviousData,
});

/** One person's hours by category with their days and warnings; null if the company has no such person. */
export const personHoursQuery = (month: string, userId: string) =>
  queryOptions({
    queryKey: [...monthsKey, 'categories', month, userId],
    queryFn: async ({ signal }) => {
      const query = { userId, details: 'true' } as const;
      const [found] = await request('getMonthHours', { params: { month }, query }, { signal });
      return found ?? null;
    },
  });

/** The warnings of everybody who has any in the month; only for administrators. Dear: not refetched with every decision. */
export const warningsQuery = (month: string) => ({
  ...query('listWarnings', { query: { month } }),
  staleTime: 5 * 60_000,
});
