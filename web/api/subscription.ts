import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

const PLANS_STALE_MS = 60 * 60_000;

/** The plan, its trial and its usage; only for administrators. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: ['subscription', 'status'],
  queryFn: ({ signal }) => request('getSubscriptionStatus', undefined, { signal }),
});

/** All plans with prices in euros a month before VAT; they change with a release only. */
export const plansQuery = queryOptions({
  queryKey: ['subscription', 'plans'],
  queryFn: ({ signal }) => request('listPlans', undefined, { signal }),
  staleTime: PLANS_STALE_MS,
});
