import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { request } from './request.ts';

/** The company's settings; only for administrators. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => request('getCompany', undefined, { signal }),
});

/** Another time zone or longest shift changes what every other screen shows. The caller shows the errors. */
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

/** Signs everybody of the company out, whoever asked included. */
export function useDeleteCompany() {
  return useMutation({
    mutationFn: (body: EndpointInput<'deleteCompany'>['body']) => request('deleteCompany', { body }),
    meta: { handlesErrors: true },
  });
}

/** Undoes the deletion with the token that came by mail. */
export function useRestoreCompany() {
  return useMutation({
    mutationFn: (body: EndpointInput<'restoreCompany'>['body']) => request('restoreCompany', { body }),
    meta: { handlesErrors: true },
  });
}
