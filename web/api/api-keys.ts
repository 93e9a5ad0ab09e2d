import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api-keys.ts';
import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';
import { ApiError, request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';

/** The company's keys, newest first; only for administrators. */
export const apiKeysQuery = query('listApiKeys');

/**
 * Succeeds if the plan includes API keys (decisions.md §7). Otherwise fails as a 402 response does, which opens the
 * upgrade dialog; `texts` are its sentences.
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

/** The response contains the key, which is shown only once. */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createApiKey'>['body']) => request('createApiKey', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    meta: { handlesErrors: true },
    // Keys must not stay in the cache.
    gcTime: 0,
  });
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => request('revokeApiKey', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}
