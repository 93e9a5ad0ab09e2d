import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';

/** Succeeds if the plan has API keys and webhooks (decisions.md §7); else fails as a 402, with the upgrade dialog. */
export function useProgramsOfPlan(texts: { needsPlan: string; needsSubscription: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { limited, features } = await queryClient.fetchQuery(query('getSubscriptionStatus'));
      const refuse = (message: string, action: 'subscribe' | 'upgrade_plan') =>
        new ApiError(402, undefined, message, { requiresUpgrade: true, action });
      if (limited) throw refuse(texts.needsSubscription, 'subscribe');
      if (!features.apiKeys) throw refuse(texts.needsPlan, 'upgrade_plan');
    },
  });
}
