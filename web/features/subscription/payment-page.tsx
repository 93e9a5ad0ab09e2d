import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { Plan, SubscriptionStatusView } from '#contract/subscription.ts';
import { query } from '#web/call/query.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { PaymentDone, PaymentWaiting } from './payment-outcome.tsx';
import { PlanIcon, Price } from './plan-look.tsx';

const fallback = <FormSkeleton />;
const SandboxForm = lazyPart(async () => (await import('./sandbox-form.tsx')).SandboxForm, { fallback });
const StripeForm = lazyPart(async () => (await import('./stripe-form.tsx')).StripeForm, { fallback });

const WAITING_POLL_MS = 2000;

/**
 * The status that Stripe adds to the URL after a bank's redirect. We use the same parameters, so that a reload during a
 * payment continues where it was. It decides what is shown, never what is paid.
 */
const REDIRECT_STATUS = 'redirect_status';
const CONFIRMED = ['succeeded', 'pending'];

export function Component() {
  const { t } = useTranslation('subscription');
  const pathTo = usePathTo();
  return (
    <div className="mx-auto w-full max-w-4xl">
      <Button asChild variant="ghost" className="-ml-4">
        <Link to={pathTo('subscription')}>
          <ArrowLeft className="size-5" aria-hidden="true" />
          {t('payment.back')}
        </Link>
      </Button>
      <PageHeader title={t('payment.title')} className="mt-2" />
      <Payment />
    </div>
  );
}

function Payment() {
  const pathTo = usePathTo();
  const [params, setParams] = useSearchParams();
  const clientSecret = params.get('client_secret');
  const planId = params.get('plan_id');
  const redirectStatus = params.get(REDIRECT_STATUS);
  const isConfirmed = redirectStatus !== null && CONFIRMED.includes(redirectStatus);

  const plans = useQuery(query('listPlans'));
  const isPaid = (status: SubscriptionStatusView | undefined) =>
    status?.status === 'active' && status.plan.id === planId;
  const status = useQuery({
    ...query('getSubscriptionStatus'),
    refetchInterval: ({ state }) => (isConfirmed && !isPaid(state.data) ? WAITING_POLL_MS : false),
  });
  if (!status.data || !plans.data) {
    return (
      <Loaded query={joinQueries(status, plans)} skeleton={<LoadingForm />}>
        {() => null}
      </Loaded>
    );
  }

  const { provider, publishableKey } = status.data.billing;
  if (provider === 'none') return <NotConfigured />;
  const plan = plans.data.find(({ id }) => id === planId);
  if (!clientSecret || !plan) return <Navigate replace to={pathTo('subscription')} />;

  const address = new URLSearchParams({ client_secret: clientSecret, plan_id: plan.id });
  const form = {
    clientSecret,
    returnUrl: `${location.origin}${pathTo('payment')}?${address}`,
    wasRefused: redirectStatus !== null,
    onConfirmed: () =>
      setParams({ ...Object.fromEntries(address), [REDIRECT_STATUS]: 'succeeded' }, { replace: true }),
  };
  return (
    <Frame plan={plan}>
      {isPaid(status.data) ? (
        <PaymentDone plan={plan} />
      ) : isConfirmed ? (
        <PaymentWaiting />
      ) : provider === 'stripe' && publishableKey ? (
        <StripeForm {...form} publishableKey={publishableKey} />
      ) : (
        <SandboxForm {...form} />
      )}
    </Frame>
  );
}

const FRAME = 'mt-6 grid items-start gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';

function Frame({ plan, children }: { plan: Plan; children: ReactNode }) {
  const { t } = useTranslation('subscription');
  return (
    <div className={FRAME}>
      <Card className="gap-4 p-4 sm:p-6">
        <div className="flex items-center gap-4">
          <PlanIcon id={plan.id} />
          <div className="min-w-0">
            <h2 className="text-ink-muted text-sm">{t('payment.plan')}</h2>
            <p className="font-semibold text-xl leading-snug">{plan.name}</p>
          </div>
        </div>
        <Price price={plan.price} />
        <p className="text-ink-muted text-sm">
          {t('payment.monthly')} {t('withoutVat')}
        </p>
      </Card>
      <Card className="gap-5 p-4 sm:p-6">{children}</Card>
    </div>
  );
}

function NotConfigured() {
  const { t } = useTranslation('subscription');
  const pathTo = usePathTo();
  return (
    <Card className="mt-6 items-start gap-4 p-4 sm:p-6">
      <p className="max-w-prose">{t('payment.notConfigured')}</p>
      <Button asChild>
        <Link to={pathTo('subscription')}>{t('payment.back')}</Link>
      </Button>
    </Card>
  );
}

function LoadingForm() {
  return (
    <div className={FRAME}>
      <Skeleton className="h-52 rounded-lg!" />
      <Card className="p-4 sm:p-6">
        <FormSkeleton />
      </Card>
    </div>
  );
}

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <Loading label={t('loading')}>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-20" />
        <Skeleton className="h-44" />
        <Skeleton className="h-14" />
      </div>
    </Loading>
  );
}
