import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api-keys.ts';
import type { EndpointInput } from '#contract/index.ts';
import { ApiError, request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';

/** The company's keys, the latest first; only for administrators. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => request('listApiKeys', undefined, { signal }),
});

/**
 * Succeeds where the plan includes API keys (decisions.md §7). Else it fails as an answer 402 does, which opens the way
 * to a plan; the texts are the sentences for it.
 */
export function useApiKeysOfPlan(texts: { needsPlan: string; needsSubscription: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { limited, features } = await queryClient.fetchQuery(subscriptionStatusQuery);
      const refuse = (message: string, action: 'subscribe' | 'upgrade_plan') =>
        new ApiError(402, undefined, message, { requiresUpgrade: true, action });
      if (limited) throw refuse(texts.needsSubscription, 'subscribe');
      if (!features.apiKeys) throw refuse(texts.needsPlan, 'upgrade_plan');
    },
  });
}

/** The answer holds the key, which can never be asked for again. The caller shows the errors. */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createApiKey'>['body']) => request('createApiKey', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    meta: { handlesErrors: true },
    // The cache is no place for a key.
    gcTime: 0,
  });
}

/** The caller shows the errors. */
export function useRevokeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => request('revokeApiKey', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}
