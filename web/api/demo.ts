import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { keepFor } from './last-known.ts';
import { request } from './request.ts';

/** Signs in to the shared demo company as its other person, and loads `nextPath` afresh. */
export function useOpenDemo(role: EndpointInput<'openDemo'>['body']['role'], nextPath: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request('openDemo', { body: { role } }),
    onSuccess: async () => {
      await keepFor(queryClient, null);
      location.assign(nextPath);
    },
  });
}
