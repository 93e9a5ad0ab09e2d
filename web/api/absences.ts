import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { timeRecordsChanged } from './time-records.ts';

/** Absences and requests for some with a day in the period: the viewer's own, for administrators everybody's. */
export const absencesQuery = (asked: EndpointInput<'listAbsences'>['query']) =>
  query('listAbsences', { query: asked });

/** The company's absence codes, inactive ones included. */
export const absenceCodesQuery = query('listAbsenceCodes');

/** Asks for an absence, or records or changes one. */
export function useSaveAbsence(id?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createAbsence'>['body']) =>
      id ? request('updateAbsence', { params: { id }, body }) : request('createAbsence', { body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Asks to cancel or shorten an own absence. */
export function useRequestAbsenceChange(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'requestAbsenceChange'>['body']) =>
      request('requestAbsenceChange', { params: { id }, body }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Records that a person is ill today. */
export function useRecordIllToday() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('recordIllToday', { params: { id } }),
    onSuccess: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Deletes an absence, or withdraws the viewer's own request. */
export function useDeleteAbsence() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('deleteAbsence', { params: { id } }),
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}

/** Saves all codes. */
export function useSaveAbsenceCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (codes: EndpointInput<'updateAbsenceCodes'>['body']['codes']) =>
      request('updateAbsenceCodes', { body: { codes } }),
    onSuccess: (codes) => queryClient.setQueryData(absenceCodesQuery.queryKey, codes),
    meta: { handlesErrors: true },
  });
}
