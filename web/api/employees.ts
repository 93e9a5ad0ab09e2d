import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { userQuery } from './auth.ts';
import { confirmationQuery } from './company.ts';
import { dashboardKey } from './dashboard.ts';
import { request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';

/** Everybody of the company who is not deleted, in the order in which they were added; only for administrators. */
export const employeesQuery = queryOptions({
  queryKey: ['employees'],
  queryFn: ({ signal }) => request('listEmployees', undefined, { signal }),
});

/** Resolves when the list on screen is up to date; what else shows people follows in the background. */
function useEmployeesChanged() {
  const queryClient = useQueryClient();
  return (id?: string) => {
    void queryClient.invalidateQueries({ queryKey: dashboardKey });
    void queryClient.invalidateQueries({ queryKey: subscriptionStatusQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: confirmationQuery.queryKey });
    if (id && id === queryClient.getQueryData(userQuery.queryKey)?.id) {
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    }
    return queryClient.invalidateQueries({ queryKey: employeesQuery.queryKey });
  };
}

/** Changes the person with the id, or adds one where there is none. The caller shows the errors. */
export function useSaveEmployee(id: string | undefined) {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'createEmployee'>['body']) =>
      id ? request('updateEmployee', { params: { id }, body }) : request('createEmployee', { body }),
    onSuccess: () => changed(id),
    meta: { handlesErrors: true },
  });
}

/** Takes away the second factor and the passkeys of somebody who has lost the phone. The caller shows the errors. */
export function useResetSecondFactor() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body?: EndpointInput<'resetSecondFactor'>['body'] }) =>
      request('resetSecondFactor', { params: { id }, body }),
    onSuccess: () => changed(),
    meta: { handlesErrors: true },
  });
}

/** Makes another administrator the company's owner. The caller shows the errors. */
export function useHandOverCompany() {
  const queryClient = useQueryClient();
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'handOverCompany'>['body']) => request('handOverCompany', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      return changed();
    },
    meta: { handlesErrors: true },
  });
}

/** The caller shows the errors. */
export function useDeleteEmployee() {
  const changed = useEmployeesChanged();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body?: EndpointInput<'deleteEmployee'>['body'] }) =>
      request('deleteEmployee', { params: { id }, body }),
    onSuccess: () => changed(),
    meta: { handlesErrors: true },
  });
}
