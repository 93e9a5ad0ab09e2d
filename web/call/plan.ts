/* What the plan allows, asked before a form is filled. Apart from the subscription, so that workers' phones need no texts of errors. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/index.ts';
import { isWithinLimit } from '#domain/plans.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { t } from '#web/i18n/i18n.ts';

type Status = EndpointResponse<'getSubscriptionStatus'>;

/**
 * Continues if there is no `reasonAgainst` it, or if the plan cannot be asked: then the server decides. Otherwise fails as
 * its 402 response would, which opens the upgrade dialog before a form is filled. A plan read up to `staleTime` ms ago is not
 * asked for again. Area `errors`.
 */
export function useIfAllowed<Wanted = void>(
  reasonAgainst: (status: Status, wanted: Wanted) => string | undefined,
  staleTime = 0,
) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const asked = { ...query('getSubscriptionStatus'), staleTime };
      const status = await queryClient.fetchQuery(asked).catch(() => undefined);
      if (!status) return;
      const refuse = (message: string, action: 'subscribe' | 'upgrade_plan') =>
        new ApiError(402, undefined, message, { requiresUpgrade: true, action });
      if (status.limited) throw refuse(t('errors:subscription_required'), 'subscribe');
      const reason = reasonAgainst(status, wanted);
      if (reason) throw refuse(reason, 'upgrade_plan');
    },
  });
  // Unlike the callbacks of `mutate`, `then` also runs if part of the page is still loading.
  const ifAllowed = (wanted: Wanted, then: () => void) => void mutateAsync(wanted).then(then, () => {});
  return { ifAllowed, isPending };
}

type Kind = 'employees' | 'locations';

/** `useIfAllowed` for one more of a kind, at once on pages that load `query('getSubscriptionStatus')`. */
export const useRoomFor = () =>
  useIfAllowed(({ usage, plan }, kind: Kind) => {
    const { current, max } = usage[kind];
    if (isWithinLimit(current + 1, max)) return;
    return t(`errors:plan_limit_reached_${kind}`, { count: max, plan: plan.name });
  }, Number.POSITIVE_INFINITY).ifAllowed;
