import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { userQuery } from './auth.ts';
import { query } from './query.ts';
import { request } from './request.ts';

/** How often an open page looks whether the address has been confirmed elsewhere. */
const CONFIRMATION_MS = 30_000;

/** The company's settings; only for administrators. */
export const companyQuery = query('getCompany');

/** The time zone and the longest shift affect every other screen. */
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

/** Gives the company a new code for sign-in. */
export function useRenewCompanyCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request('renewCompanyCode'),
    onSuccess: (company) => {
      queryClient.setQueryData(companyQuery.queryKey, company);
      return queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    meta: { handlesErrors: true },
  });
}

/** Whether the owner's address is confirmed, and which mails wait for it; only for administrators. */
export const confirmationQuery = queryOptions({
  ...query('getConfirmation'),
  refetchInterval: ({ state }) => (state.data?.isConfirmed ? false : CONFIRMATION_MS),
});

/** Mails the owner the link that confirms the address again. */
export function useResendConfirmation() {
  return useMutation({ mutationFn: () => request('resendConfirmation') });
}

/** Signs everybody of the company out, whoever asked included. */
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
