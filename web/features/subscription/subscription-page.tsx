import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchChanged } from '#web/call/changes.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CancelCard } from './cancel-card.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { Help } from './help.tsx';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';

export function Component() {
  const { t } = useTranslation('subscription');
  useRefreshOnReturn();
  return (
    <>
      <PageHeader title={t('title')} />
      <Loaded
        query={joinQueries(useQuery(query('getSubscriptionStatus')), useQuery(query('listPlans')))}
        skeleton={SKELETON}
      >
        {([subscription, plans]) => (
          <>
            <CurrentPlan subscription={subscription} />
            <Help help={subscription.help} />
            <Plans plans={plans} subscription={subscription} />
            <Invoices />
            {subscription.status === 'active' && !subscription.limited && (
              <CancelCard subscription={subscription} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The back/forward cache may restore the page as it was before the payment. */
function useRefreshOnReturn() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refetchChanged(queryClient, ['subscription']);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [queryClient]);
}

const SKELETON = (
  <>
    <Skeleton className="mt-6 h-52 rounded-lg!" />
    <Skeleton className="mt-6 h-14 w-64" />
    <div className="grid gap-4 lg:grid-cols-3">
      <Skeleton className="h-112 rounded-lg!" />
      <Skeleton className="h-112 rounded-lg!" />
      <Skeleton className="h-112 rounded-lg!" />
    </div>
  </>
);
