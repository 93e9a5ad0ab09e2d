import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { plansQuery, subscriptionStatusQuery, useRefreshSubscription } from '#web/api/subscription.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { CancelCard } from './cancel-card.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';

export function Component() {
  const { t } = useTranslation('subscription');
  const status = useQuery(subscriptionStatusQuery);
  const plans = useQuery(plansQuery);
  const failed = [status, plans].find(({ data, error }) => !data && error);
  useRefreshOnReturn();
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
          <Plans plans={plans.data} subscription={status.data} />
          <Invoices />
          {status.data.status === 'active' && !status.data.limited && (
            <CancelCard subscription={status.data} />
          )}
        </>
      ) : (
        <LoadingPlans />
      )}
    </>
  );
}

/** The browser's back button brings the page as it was left, from before the payment. */
function useRefreshOnReturn() {
  const refresh = useRefreshSubscription();
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [refresh]);
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
        <Skeleton className="h-112 rounded-lg!" />
        <Skeleton className="h-112 rounded-lg!" />
        <Skeleton className="h-112 rounded-lg!" />
      </div>
    </Loading>
  );
}
