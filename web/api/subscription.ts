import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { query } from './query.ts';
import { request } from './request.ts';

const PLANS_STALE_MS = 60 * 60_000;
const SUBSCRIPTION = ['subscription'];

/** Plan, trial and usage; only for administrators. */
export const subscriptionStatusQuery = query('getSubscriptionStatus');

/** Newest first; only for administrators. */
export const invoicesQuery = query('listInvoices');

/** All plans with prices in euros per month before VAT; they change only with a release. */
export const plansQuery = { ...query('listPlans'), staleTime: PLANS_STALE_MS };

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
