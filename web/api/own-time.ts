/* The viewer's own months and requests. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { correctionsKey } from './attention.ts';
import { keptOffline } from './last-known.ts';
import { monthsKey } from './months.ts';
import { request } from './request.ts';
import { timeRecordsChanged } from './time-records.ts';

/** From the viewer's first entry on, the latest first. */
export const ownMonthsQuery = queryOptions({
  queryKey: [...monthsKey, 'own'],
  queryFn: ({ signal }) => request('listOwnMonths', undefined, { signal }),
  ...keptOffline,
});

/** The viewer's own, the latest first. */
export const ownRequestsQuery = queryOptions({
  queryKey: [...correctionsKey, 'own'],
  queryFn: ({ signal }) => request('listOwnCorrectionRequests', undefined, { signal }),
});

/** Names of the locations where people can work now. */
export const activeLocationsQuery = queryOptions({
  queryKey: ['active-locations'],
  queryFn: ({ signal }) => request('listLocationNames', undefined, { signal }),
});

/** Confirms or disputes an ended month. The caller shows the errors. */
export function useAnswerOwnMonth() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'answerOwnMonth'>['body']) => request('answerOwnMonth', { body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Asks for a correction. The caller shows the errors. */
export function useCreateCorrectionRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createCorrectionRequest'>['body']) =>
      request('createCorrectionRequest', { body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Takes a request back that nobody has decided; one that somebody has shows so in the list. */
export function useWithdrawCorrectionRequest(errorTitle: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('withdrawCorrectionRequest', { params: { id } }),
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
}
