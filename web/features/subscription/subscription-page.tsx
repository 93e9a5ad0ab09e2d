import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, Check, type LucideIcon, Sprout, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Plan, SubscriptionStatusView } from '#contract/subscription.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { PLAN_FEATURES, type PlanId, TRIAL_DAYS } from '#domain/plans.ts';
import { plansQuery, subscriptionStatusQuery } from '#web/api/subscription.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { useLanguage } from '#web/language.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const PLAN_ICONS: Record<PlanId, { Icon: LucideIcon; tile: string }> = {
  starter: { Icon: Sprout, tile: 'border-hairline bg-sunken text-ink' },
  growth: { Icon: TrendingUp, tile: 'border-brand bg-brand-soft text-brand-text' },
  business: { Icon: Building2, tile: 'border-transparent bg-ink text-paper' },
};

const STATUS_TONES: Record<SubscriptionStatusView['status'], BadgeTone> = {
  trialing: 'neutral',
  active: 'neutral',
  incomplete: 'attention',
  past_due: 'attention',
  unknown: 'attention',
};

export function Component() {
  const { t } = useTranslation('subscription');
  const status = useQuery(subscriptionStatusQuery);
  const plans = useQuery(plansQuery);
  const failed = [status, plans].find(({ data, error }) => !data && error);
  return (
    <>
      <PageHeader title={t('title')} />
      {failed ? (
        <ErrorState
          title={t('common:loadFailed')}
          text={failed.error?.message}
          retryLabel={t('common:retry')}
          onRetry={() => {
            void status.refetch();
            void plans.refetch();
          }}
          pending={status.isFetching || plans.isFetching}
        />
      ) : status.data && plans.data ? (
        <>
          <CurrentPlan subscription={status.data} />
          <Plans plans={plans.data} currentId={status.data.plan.id} />
        </>
      ) : (
        <LoadingPlans />
      )}
    </>
  );
}

function formatEuros(price: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);
}

function PlanIcon({ id }: { id: PlanId }) {
  const { Icon, tile } = PLAN_ICONS[id];
  return (
    <span
      aria-hidden="true"
      className={clsx('grid size-12 shrink-0 place-items-center rounded-lg border', tile)}
    >
      <Icon className="size-6" />
    </span>
  );
}

function Price({ price }: { price: number }) {
  const { t } = useTranslation('subscription');
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2">
      <span className="font-bold text-4xl leading-tight tracking-tight">
        {formatEuros(price, useLanguage())}
      </span>
      <span className="text-ink-muted">{t('perMonth')}</span>
    </p>
  );
}

function CurrentPlan({ subscription }: { subscription: SubscriptionStatusView }) {
  const { t } = useTranslation('subscription');
  const { formatDate } = useCompanyTime();
  const { plan, status, isTrialExpired, trialDaysRemaining, nextBillingDate, usage, limited } = subscription;
  const isTrial = status === 'trialing';
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
            <Badge tone={isTrialExpired ? 'destructive' : STATUS_TONES[status]}>
              {t(isTrialExpired ? 'trialExpired' : `statuses.${status}`)}
            </Badge>
          </div>
          <Price price={plan.price} />
          {nextBillingDate && (
            <p>
              <span className="block text-ink-muted text-sm">{t('nextBillingDate')}</span>
              <span className="figures font-semibold">{formatDate(nextBillingDate)}</span>
            </p>
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          {limited && (
            <Alert tone="destructive" title={t(isTrial ? 'expired.trialTitle' : 'expired.title')}>
              {t('expired.text')}
            </Alert>
          )}
          {isTrial && !isTrialExpired && (
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

function Plans({ plans, currentId }: { plans: Plan[]; currentId: PlanId }) {
  const { t } = useTranslation('subscription');
  return (
    <section aria-labelledby="plans" className="mt-10">
      <h2 id="plans" className="font-bold text-xl leading-tight tracking-tight">
        {t('plans')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('changePlan')}</p>
      <ul className="mt-4 grid gap-4 lg:grid-cols-3">
        {plans.map((plan, index) => (
          <PlanCard key={plan.id} plan={plan} below={plans[index - 1]} isCurrent={plan.id === currentId} />
        ))}
      </ul>
      <p className="mt-4 text-ink-muted text-sm">{t('withoutVat')}</p>
    </section>
  );
}

type PlanCardProps = { plan: Plan; below: Plan | undefined; isCurrent: boolean };

function PlanCard({ plan, below, isCurrent }: PlanCardProps) {
  const { t } = useTranslation('subscription');
  const { id, name, price, mostPopular, limits } = plan;
  const included = [
    t('limits.locations', { count: limits.locations }),
    t('limits.employees', { count: limits.employees }),
    ...(below ? [t('everythingIn', { plan: below.name })] : []),
    ...PLAN_FEATURES[id].map((feature) => t(`features.${feature}`)),
  ];
  return (
    <li className="min-w-0">
      <Card className={clsx('h-full gap-4 p-4 sm:p-6', isCurrent && 'border-ink! ring-1 ring-ink')}>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold text-lg leading-snug">{name}</h3>
          <span className="flex flex-wrap gap-2">
            {mostPopular && <Badge tone="brand">{t('mostPopular')}</Badge>}
            {isCurrent && <Badge icon={<Check aria-hidden="true" />}>{t('currentPlan')}</Badge>}
          </span>
        </div>
        <Price price={price} />
        <ul className="flex flex-col gap-2.5 border-hairline border-t pt-4">
          {included.map((text) => (
            <li key={text} className="figures flex items-start gap-2.5">
              <Check className="mt-0.5 size-5 shrink-0 text-ink-muted" aria-hidden="true" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      </Card>
    </li>
  );
}

function LoadingPlans() {
  const { t } = useTranslation();
  return (
    <Loading label={t('loading')}>
      <Card className="mt-6 gap-6 p-4 sm:p-6 lg:flex-row lg:gap-12">
        <div className="flex flex-col gap-4 lg:w-80">
          <div className="flex gap-4">
            <Skeleton className="size-12" />
            <Skeleton className="h-12 w-32" />
          </div>
          <Skeleton className="h-11 w-40" />
        </div>
        <div className="flex flex-1 flex-col gap-5">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-16" />
        </div>
      </Card>
      <Skeleton className="mt-10 h-14 w-64" />
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        <Skeleton className="h-88 rounded-lg!" />
        <Skeleton className="h-88 rounded-lg!" />
        <Skeleton className="h-88 rounded-lg!" />
      </div>
    </Loading>
  );
}
