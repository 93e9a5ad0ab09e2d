import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { request } from './request.ts';

/** The company's settings; only for administrators. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => request('getCompany', undefined, { signal }),
});

/** The time zone and the longest shift affect every other screen. The caller shows the errors. */
export function useSaveCompany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateCompany'>['body']) => request('updateCompany', { body }),
    onSuccess: (company) => {
      queryClient.setQueryData(companyQuery.queryKey, company);
      return queryClient.invalidateQueries();
    },
    meta: { handlesErrors: true },
  });
}

/** Signs everybody in the company out, including the person who asks. */
export function useDeleteCompany() {
  return useMutation({
    mutationFn: (body: EndpointInput<'deleteCompany'>['body']) => request('deleteCompany', { body }),
    meta: { handlesErrors: true },
  });
}

/** Undoes the deletion with the token from the mail. */
export function useRestoreCompany() {
  return useMutation({
    mutationFn: (body: EndpointInput<'restoreCompany'>['body']) => request('restoreCompany', { body }),
    meta: { handlesErrors: true },
  });
}
