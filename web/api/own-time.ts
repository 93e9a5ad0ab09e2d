/* The viewer's own months and requests. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { keptOffline } from './last-known.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { timeRecordsChanged } from './time-records.ts';

/** From the viewer's first entry on, newest first. */
export const ownMonthsQuery = { ...query('listOwnMonths'), ...keptOffline };

/** The viewer's own requests, newest first. */
export const ownRequestsQuery = query('listOwnCorrectionRequests');

/** Names of the active locations. */
export const activeLocationsQuery = { ...query('listLocationNames'), ...keptOffline };

/** Confirms or disputes an ended month. */
export function useAnswerOwnMonth() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'answerOwnMonth'>['body']) => request('answerOwnMonth', { body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Requests a correction. */
export function useCreateCorrectionRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createCorrectionRequest'>['body']) =>
      request('createCorrectionRequest', { body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Withdraws an undecided request; the refetched list shows if it has been decided meanwhile. */
export function useWithdrawCorrectionRequest(errorTitle: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('withdrawCorrectionRequest', { params: { id } }),
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
}
