import { useMutation } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { request } from './request.ts';

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
