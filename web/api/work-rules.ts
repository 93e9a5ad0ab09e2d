import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { userQuery } from './auth.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { timeRecordsChanged } from './time-records.ts';

const workRulesKey = ['work-rules'] as const;

/** The company's rules for hours; only for administrators. */
export const workRulesQuery = query('getWorkRules');

/** The year's public holidays and the company's own days. */
export const holidaysQuery = (year: string) => query('listHolidays', { query: { year } });

/** Sets rules from a date on, and the company's own days. */
export function useSaveWorkRules() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateWorkRules'>['body']) => request('updateWorkRules', { body }),
    onSuccess: (rules) => {
      queryClient.setQueryData(workRulesQuery.queryKey, rules);
      // Whether breaks are recorded, and every figure of hours.
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      void timeRecordsChanged(queryClient);
      return queryClient.invalidateQueries({ queryKey: [...workRulesKey, 'listHolidays'] });
    },
    meta: { handlesErrors: true },
  });
}
