import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { timeRecordsChanged, timeRecordsKey } from './time-records.ts';

/** Begins the key of everything about months. */
export const monthsKey = [...timeRecordsKey, 'months'] as const;

/** The month `yyyy-MM` of each employee in company time, by name; only for administrators. */
export const monthQuery = (month: string) => ({
  ...query('listMonth', { query: { month } }),
  placeholderData: keepPreviousData,
});

/** Which of the given months `yyyy-MM` are approved for whom, as keys of `lockedMonthKey`. */
export const lockedMonthsQuery = (months: readonly string[]) =>
  queryOptions({
    queryKey: [...monthsKey, 'locked', months],
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

/** Approves the month of one person or of all; returns a result for each person. */
export function useApproveMonth() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'approveMonth'>['body']) => request('approveMonth', { body }),
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** The person's approved months that a correction in this one can change; see the endpoint. */
export const dependentMonthsQuery = (asked: EndpointInput<'listDependentMonths'>['query']) =>
  query('listDependentMonths', { query: asked });

export function useUnlockMonth() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'unlockMonth'>['body']) => request('unlockMonth', { body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}
