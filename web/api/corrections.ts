import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { timeRecordsChanged } from './time-records.ts';

/** The 100 newest requests of all employees, newest first; only for administrators. */
export const correctionRequestsQuery = requestsOf();

/** The same of one person, or of everybody in the viewer's reach. */
export function requestsOf(userId?: string) {
  return query('listCorrectionRequests', { query: userId ? { userId } : {} });
}

/** The history of an entry, oldest first; available for deleted entries too. */
export const timeEntryHistoryQuery = (id: string) => query('getTimeEntryHistory', { params: { id } });

/** Adds an entry for an employee, or changes the one with the id. */
export function useSaveTimeEntry(id: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createTimeEntry' | 'updateTimeEntry'>['body']) =>
      'userId' in body
        ? request('createTimeEntry', { body })
        : request('updateTimeEntry', { params: { id: id ?? '' }, body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

export function useDeleteTimeEntry(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'deleteTimeEntry'>['body']) =>
      request('deleteTimeEntry', { params: { id }, body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Refetches after a refusal too: it shows that the list is out of date. */
export function useDecideCorrection(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'decideCorrectionRequest'>['body']) =>
      request('decideCorrectionRequest', { params: { id }, body }),
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}
