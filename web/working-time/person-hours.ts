import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';

/** One person's hours by category in the month `yyyy-MM`, with their days and warnings; null if the company has no such person. */
export const personHoursQuery = (month: string, userId: string) =>
  queryOptions({
    ...query('getMonthHours', { params: { month }, query: { userId, details: 'true' } }),
    placeholderData: undefined,
    select: ([found]) => found ?? null,
  });
