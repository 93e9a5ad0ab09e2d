/* What the plan allows, asked before a form is filled. Apart from the subscription, so that workers' phones need no texts of errors. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isWithinLimit } from '#domain/plans.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { t } from '#web/i18n/i18n.ts';

type Kind = 'employees' | 'locations';

/**
 * Continues if the plan has room for one more, or if that cannot be asked: then the server says. Otherwise fails as its
 * 402 response would, which opens the upgrade dialog before a form is filled. The page loads `query('getSubscriptionStatus')` and
 * the area `errors`.
 */
export function useRoomFor() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async (kind: Kind) => {
      const status = await queryClient.ensureQueryData(query('getSubscriptionStatus')).catch(() => undefined);
      if (!status) return;
      const refuse = (message: string, action: 'subscribe' | 'upgrade_plan') =>
        new ApiError(402, undefined, message, { requiresUpgrade: true, action });
      if (status.limited) throw refuse(t('errors:subscription_required'), 'subscribe');
      const { current, max } = status.usage[kind];
      if (isWithinLimit(current + 1, max)) return;
      const values = { count: max, plan: status.plan.name };
      throw refuse(t(`errors:plan_limit_reached_${kind}`, values), 'upgrade_plan');
    },
  });
  return (kind: Kind, then: () => void) => void mutateAsync(kind).then(then, () => {});
}
