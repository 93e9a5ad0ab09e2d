import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';

const loadCancel = async () => (await import('./cancel-dialog.tsx')).CancelDialog;

/** Cancels an active subscription, or withdraws the cancellation before it takes effect. */
export function CancelCard({ subscription }: { subscription: SubscriptionStatusView }) {
  const { t } = useTranslation('subscription');
  const { formatDate } = useCompanyTime();
  const { toast } = useToast();
  const cancel = useLazyDialog(loadCancel);
  const { mutate: resume, isPending } = useCall('resumeSubscription');
  const { cancelAtPeriodEnd, paidUntil } = subscription;
  const until = paidUntil && t('cancel.until', { date: formatDate(paidUntil) });
  return (
    <section aria-labelledby="cancel" className="mt-10">
      <Card className="gap-4 p-4 sm:flex-row sm:items-center sm:justify-between sm:p-6">
        <div className="min-w-0 max-w-prose">
          <h2 id="cancel" className="font-semibold text-lg leading-snug">
            {t(cancelAtPeriodEnd ? 'resume.title' : 'cancel.title')}
          </h2>
          <p className="mt-1 text-ink-muted">{t(cancelAtPeriodEnd ? 'resume.text' : 'cancel.text')}</p>
          {until && <p className="figures mt-1">{until}</p>}
        </div>
        {cancelAtPeriodEnd ? (
          <Button
            pending={isPending}
            onClick={() =>
              resume(undefined, { onSuccess: () => toast({ title: t('resume.done'), tone: 'success' }) })
            }
          >
            {t('resume.submit')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => cancel.open({ plan: subscription.plan.name, until })}>
            {t('cancel.submit')}
          </Button>
        )}
      </Card>
      {cancel.dialog}
    </section>
  );
}
