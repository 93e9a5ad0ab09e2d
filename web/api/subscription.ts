import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { isWithinLimit } from '#domain/plans.ts';
import { t } from '#web/i18n/i18n.ts';
import { ApiError, request } from './request.ts';

const PLANS_STALE_MS = 60 * 60_000;
const SUBSCRIPTION = ['subscription'];

/** Plan, trial and usage; only for administrators. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: [...SUBSCRIPTION, 'status'],
  queryFn: ({ signal }) => request('getSubscriptionStatus', undefined, { signal }),
});

/** Newest first; only for administrators. */
export const invoicesQuery = queryOptions({
  queryKey: [...SUBSCRIPTION, 'invoices'],
  queryFn: ({ signal }) => request('listInvoices', undefined, { signal }),
});

/** All plans with prices in euros per month before VAT; they change only with a release. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => request('listPlans', undefined, { signal }),
  staleTime: PLANS_STALE_MS,
});

/**
 * Succeeds if the plan has room for one more, or if that cannot be asked: then the server says. Otherwise fails as its 402
 * response would, which opens the upgrade dialog before a form is filled. The page loads `subscriptionStatusQuery` and
 * the area `errors`.
 */
export function useRoomFor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (kind: 'employees' | 'locations') => {
      const status = await queryClient.ensureQueryData(subscriptionStatusQuery).catch(() => undefined);
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
}

/** Refetches everything about the subscription. */
export function useRefreshSubscription(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: SUBSCRIPTION });
}

/** Nothing is being paid, so a plan is bought instead of changed (product.md §4). */
export const isUnpaid = ({ status }: Pick<SubscriptionStatusView, 'status'>): boolean =>
  status === 'trialing' || status === 'incomplete' || status === 'past_due';

/** Buys a plan or changes to it; a response with a client secret leads to the payment page. */
export function useChoosePlan(subscription: SubscriptionStatusView) {
  const refresh = useRefreshSubscription();
  const endpoint = isUnpaid(subscription) ? 'upgradeFromTrial' : 'changePlan';
  return useMutation({
    mutationFn: (body: EndpointInput<'changePlan'>['body']) => request(endpoint, { body }),
    onSettled: refresh,
  });
}

/** Access continues until the end of the paid period. */
export function useCancelSubscription() {
  const refresh = useRefreshSubscription();
  return useMutation({
    mutationFn: () => request('cancelSubscription'),
    onSettled: refresh,
    meta: { handlesErrors: true },
  });
}

/** Withdraws a cancellation. */
export function useResumeSubscription() {
  const refresh = useRefreshSubscription();
  return useMutation({ mutationFn: () => request('resumeSubscription'), onSettled: refresh });
}

/** Pays with one of the sandbox's test cards; no money moves. */
export function useConfirmSandboxPayment() {
  return useMutation({
    mutationFn: (body: EndpointInput<'confirmSandboxPayment'>['body']) =>
      request('confirmSandboxPayment', { body }),
    meta: { handlesErrors: true },
  });
}
