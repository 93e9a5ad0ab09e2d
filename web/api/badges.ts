import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { userQuery } from './auth.ts';
import { employeesKey } from './employees.ts';
import { request } from './request.ts';

/** The contract's maximum of cards at once. */
export const MAX_BADGES = 500;

const badgesKey = ['badges'] as const;

/** The badges of these people, to print; makes first ones. Nothing keeps the answer. */
export const badgesQuery = (userIds: string[]) =>
  queryOptions({
    queryKey: [...badgesKey, ...userIds],
    queryFn: ({ signal }) =>
      userIds.length > 0 ? request('listBadges', { body: { userIds } }, { signal }) : [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Makes a new badge; the old one is refused from now on. */
export function useRenewBadge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('renewBadge', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: badgesKey }),
    gcTime: 0,
    meta: { handlesErrors: true },
  });
}

/** Removes a person's PIN. */
export function useRemovePin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('removePin', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: employeesKey }),
    gcTime: 0,
    meta: { handlesErrors: true },
  });
}

/** Sets the viewer's PIN; answers with the number that goes with it. */
export function useSetPin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'setPin'>['body']) => request('setPin', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
    gcTime: 0,
    meta: { handlesErrors: true },
  });
}
