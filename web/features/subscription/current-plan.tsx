import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { PlanIcon, Price } from './plan-look.tsx';
import { usePayFor } from './use-pay-for.ts';

const STATUS_TONES: Record<SubscriptionStatusView['status'], BadgeTone> = {
  trialing: 'neutral',
  active: 'neutral',
  incomplete: 'attention',
  past_due: 'attention',
  unknown: 'attention',
};

type CurrentPlanProps = { subscription: SubscriptionStatusView };

export function CurrentPlan({ subscription }: CurrentPlanProps) {
  const { t } = useTranslation('subscription');
  const { formatDate } = useCompanyTime();
  const { plan, trialDaysRemaining, usage, nextBillingDate, paidUntil } = subscription;
  return (
    <section aria-labelledby="current-plan" className="mt-6">
      <Card className="gap-6 p-4 sm:p-6 lg:flex-row lg:gap-12">
        <div className="flex flex-col gap-4 lg:w-80 lg:shrink-0">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
            <PlanIcon id={plan.id} />
            <div className="min-w-32 flex-1">
              <h2 id="current-plan" className="text-ink-muted text-sm">
                {t('currentPlan')}
              </h2>
              <p className="font-semibold text-xl leading-snug">{plan.name}</p>
            </div>
            <StatusBadge subscription={subscription} />
          </div>
          <Price price={plan.price} />
          {nextBillingDate ? (
            <Fact label={t('nextBillingDate')} value={formatDate(nextBillingDate)} />
          ) : (
            paidUntil && <Fact label={t('paidUntil')} value={formatDate(paidUntil)} />
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          <Notice subscription={subscription} />
          {trialDaysRemaining > 0 && (
            <Progress
              label={t('trial')}
              value={trialDaysRemaining}
              max={TRIAL_DAYS}
              valueText={t('trialDays', { count: trialDaysRemaining, total: TRIAL_DAYS })}
              tone={trialDaysRemaining <= 2 ? 'attention' : 'neutral'}
            />
          )}
          <Progress
            label={t('usage.locations')}
            value={usage.locations.current}
            max={usage.locations.max}
            valueText={`${usage.locations.current} / ${usage.locations.max}`}
          />
          <div>
            <Progress
              label={t('usage.employees')}
              value={usage.employees.current}
              max={usage.employees.max}
              valueText={`${usage.employees.current} / ${usage.employees.max}`}
            />
            <p className="mt-1.5 text-ink-muted text-sm">{t('usage.firstAdmin')}</p>
          </div>
        </div>
      </Card>
    </section>
  );
}

function StatusBadge({ subscription }: CurrentPlanProps) {
  const { t } = useTranslation('subscription');
  const { status, isTrialExpired, cancelAtPeriodEnd, limited } = subscription;
  if (isTrialExpired) return <Badge tone="destructive">{t('trialExpired')}</Badge>;
  if (limited && (status === 'unknown' || cancelAtPeriodEnd)) {
    return <Badge tone="destructive">{t('ended')}</Badge>;
  }
  if (cancelAtPeriodEnd) return <Badge tone="attention">{t('cancelled')}</Badge>;
  return <Badge tone={STATUS_TONES[status]}>{t(`statuses.${status}`)}</Badge>;
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <p>
      <span className="block text-ink-muted text-sm">{label}</span>
      <span className="figures font-semibold">{value}</span>
    </p>
  );
}

/** A problem with the subscription, its consequences, and the one button that solves it. */
function Notice({ subscription }: CurrentPlanProps) {
  const { t } = useTranslation('subscription');
  const { payFor, isPending } = usePayFor(subscription);
  const { status, limited, plan } = subscription;
  const isUnfinished = status === 'past_due' || status === 'incomplete';
  if (!limited && !isUnfinished) return null;
  const what = isUnfinished ? status : status === 'trialing' ? 'trialOver' : 'ended';
  return (
    <Alert
      tone={limited ? 'destructive' : 'attention'}
      title={t(`notice.${what}`)}
      action={
        // It is not known here which plan's payment was started.
        status !== 'incomplete' && (
          <Button pending={isPending} className="max-sm:w-full" onClick={() => payFor(plan.id)}>
            {t(status === 'trialing' ? 'upgradeNow' : 'payNow')}
          </Button>
        )
      }
    >
      {t(limited ? 'notice.limited' : 'notice.stillFull')}
    </Alert>
  );
}
