import type { PlanId, SubscriptionStatus } from '#domain/plans.ts';
import type { ProviderSubscription } from '#server/platform/billing/billing.ts';

export type StoredSubscription = {
  subscriptionPlan: PlanId;
  subscriptionStatus: SubscriptionStatus;
  /** Null before the first payment. */
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
};

/**
 * What a company stores of the provider's subscription. One that ended leaves `unknown` if anything was ever paid; an
 * abandoned payment leaves the trial unchanged.
 */
export function toStored(
  { subscriptionPlan, currentPeriodEnd }: Pick<StoredSubscription, 'subscriptionPlan' | 'currentPeriodEnd'>,
  current: ProviderSubscription | null,
): StoredSubscription {
  if (!current || current.status === 'ended') {
    const endedAt = current?.paidUntil ?? null;
    const isEarlier = currentPeriodEnd !== null && endedAt !== null && endedAt < currentPeriodEnd;
    return {
      subscriptionPlan,
      subscriptionStatus: currentPeriodEnd === null ? 'trialing' : 'unknown',
      currentPeriodEnd: isEarlier ? endedAt : currentPeriodEnd,
      cancelAtPeriodEnd: false,
    };
  }
  // Requested, but not paid: plan and period stay unchanged.
  if (current.status === 'incomplete') {
    return { subscriptionPlan, subscriptionStatus: 'incomplete', currentPeriodEnd, cancelAtPeriodEnd: false };
  }
  return {
    subscriptionPlan: current.plan ?? subscriptionPlan,
    subscriptionStatus: current.status,
    currentPeriodEnd: current.paidUntil ?? currentPeriodEnd,
    cancelAtPeriodEnd: current.cancelAtPeriodEnd,
  };
}
