import type { SubscriptionStatusView } from '#contract/subscription.ts';
import type { PlanId } from '#domain/plans.ts';
import { useCall } from '#web/call/use-call.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useToast } from '#web/ui/toast.tsx';

/** Nothing is being paid, so a plan is bought instead of changed (product.md §4). */
export const isUnpaid = ({ status }: Pick<SubscriptionStatusView, 'status'>): boolean =>
  status === 'trialing' || status === 'incomplete' || status === 'past_due';

type PayFor = {
  /** Pays for the plan or changes to it; goes to the payment page if a payment is due. */
  payFor: (planId: PlanId) => void;
  isPending: boolean;
};

/** `onDone` is called when the plan has changed and no payment page was needed. */
export function usePayFor(subscription: SubscriptionStatusView, onDone?: () => void): PayFor {
  const pathTo = usePathTo();
  const { toast } = useToast();
  const { mutate, isPending } = useCall(isUnpaid(subscription) ? 'upgradeFromTrial' : 'changePlan');
  // A full page load: the payment page has a content policy of its own, which allows the provider's scripts.
  const goToPayment = (query = '') => location.assign(pathTo('payment') + query);

  const payFor = (planId: PlanId) => {
    // No payment provider is set up; the page says whom to ask.
    if (subscription.billing.provider === 'none') return goToPayment();
    mutate(
      { body: { planId } },
      {
        onSuccess: ({ clientSecret, message }) => {
          if (clientSecret) {
            goToPayment(`?${new URLSearchParams({ client_secret: clientSecret, plan_id: planId })}`);
            return;
          }
          toast({ title: message, tone: 'success' });
          onDone?.();
        },
      },
    );
  };
  return { payFor, isPending };
}
