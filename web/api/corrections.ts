import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { correctionsKey } from './attention.ts';
import { dashboardKey } from './dashboard.ts';
import { hoursKey } from './hours.ts';
import { monthsKey } from './months.ts';
import { reportsKey } from './reports.ts';
import { request } from './request.ts';

/** Everybody's requests, the latest first: the last 200; only for administrators. */
export const correctionRequestsQuery = queryOptions({
  queryKey: [...correctionsKey, 'requests'],
  queryFn: ({ signal }) => request('listCorrectionRequests', { query: {} }, { signal }),
});

const historiesKey = ['time-entry-history'] as const;

/** Every step in the life of an entry, the oldest first; of a deleted one too. */
export const timeEntryHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...historiesKey, id],
    queryFn: ({ signal }) => request('getTimeEntryHistory', { params: { id } }, { signal }),
  });

/** Resolves when the open questions are up to date; whatever else shows entries or hours follows in the background. */
function useEntriesChanged() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [dashboardKey, reportsKey, monthsKey, hoursKey, historiesKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    return queryClient.invalidateQueries({ queryKey: correctionsKey });
  };
}

/** Adds an entry of somebody, or changes the one with the id. The caller shows the errors. */
export function useSaveTimeEntry(id: string | undefined) {
  const changed = useEntriesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'createTimeEntry' | 'updateTimeEntry'>['body']) =>
      'userId' in body
        ? request('createTimeEntry', { body })
        : request('updateTimeEntry', { params: { id: id ?? '' }, body }),
    onSuccess: changed,
    meta: { handlesErrors: true },
  });
}

/** The caller shows the errors. */
export function useDeleteTimeEntry(id: string) {
  const changed = useEntriesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'deleteTimeEntry'>['body']) =>
      request('deleteTimeEntry', { params: { id }, body }),
    onSuccess: changed,
    meta: { handlesErrors: true },
  });
}

/** A refusal too says that the list is out of date. The caller shows the errors. */
export function useDecideCorrection(id: string) {
  const changed = useEntriesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'decideCorrectionRequest'>['body']) =>
      request('decideCorrectionRequest', { params: { id }, body }),
    onSettled: changed,
    meta: { handlesErrors: true },
  });
}
