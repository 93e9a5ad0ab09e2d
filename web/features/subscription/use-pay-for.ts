import type { SubscriptionStatusView } from '#contract/subscription.ts';
import type { PlanId } from '#domain/plans.ts';
import { useChoosePlan } from '#web/api/subscription.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useToast } from '#web/ui/toast.tsx';

type PayFor = {
  /** Pays for the plan or changes to it; leaves for the payment page where there is something to pay. */
  payFor: (planId: PlanId) => void;
  isPending: boolean;
};

/** `onDone` when the plan has been changed and nothing had to be paid by hand. */
export function usePayFor(subscription: SubscriptionStatusView, onDone?: () => void): PayFor {
  const pathTo = usePathTo();
  const { toast } = useToast();
  const { mutate, isPending } = useChoosePlan(subscription);
  // Loaded afresh: the payment page has a content policy of its own, which lets the provider's scripts in.
  const goToPayment = (query = '') => location.assign(pathTo('payment') + query);

  const payFor = (planId: PlanId) => {
    // Nobody would answer; the page says whom to ask.
    if (subscription.billing.provider === 'none') return goToPayment();
    mutate(
      { planId },
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
