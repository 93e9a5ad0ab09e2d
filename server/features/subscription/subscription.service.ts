import {
  hasFeature,
  isProvidedLine,
  isWithinLimit,
  MOST_POPULAR_PLAN,
  PLAN_IDS,
  PLANS,
  planLines,
  subscriptionAccess,
  trialDaysRemaining,
} from '#domain/plans.ts';
import { providedLines } from '#server/config.ts';
import type { Context, Viewer } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { managerOf } from '#server/platform/operator/managers.ts';
import { lockCompany } from '../company/company.queries.ts';
import { countUsage } from './subscription.queries.ts';

export const listPlans: Handler<'listPlans'> = async ({ config }) => {
  const provided = providedLines(config);
  return PLAN_IDS.map((id) => {
    const { name, price, maxLocations, maxEmployees } = PLANS[id];
    return {
      id,
      name,
      price,
      mostPopular: id === MOST_POPULAR_PLAN,
      limits: { locations: maxLocations, employees: maxEmployees },
      adds: planLines(id).filter((line) => !isProvidedLine(line) || provided.includes(line)),
    };
  });
};

/** The company's plan, its trial and its usage. */
export const getSubscriptionStatus: Handler<'getSubscriptionStatus'> = async ({
  db,
  viewer,
  clock,
  billing,
  config,
  managers,
}) => {
  const { subscription } = viewer;
  const now = clock.now();
  const { name, price, maxLocations, maxEmployees } = PLANS[subscription.plan];
  const usage = await countUsage(db, viewer.companyId);
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  // An unfinished payment leaves the trial as it is.
  const isUnpaid = currentPeriodEnd === null && (status === 'trialing' || status === 'incomplete');
  const daysRemaining = trialDaysRemaining(subscription.trialEndsAt, now);
  return {
    status,
    plan: { id: subscription.plan, name, price },
    isTrialExpired: status === 'trialing' && daysRemaining === 0,
    trialDaysRemaining: isUnpaid ? daysRemaining : 0,
    nextBillingDate: status === 'active' && !cancelAtPeriodEnd ? currentPeriodEnd : null,
    paidUntil: currentPeriodEnd,
    cancelAtPeriodEnd,
    usage: {
      locations: { current: usage.locations, max: maxLocations },
      employees: { current: usage.employees, max: maxEmployees },
    },
    limited: !mayRecordNewWork(viewer, now),
    features: {
      csvExport: hasFeature(subscription, 'csvExport', now),
      ask: hasFeature(subscription, 'ask', now),
      apiKeys: hasFeature(subscription, 'apiKeys', now),
    },
    help: {
      priority: (hasFeature(subscription, 'prioritySupport', now) && config.prioritySupport) || null,
      manager: hasFeature(subscription, 'manager', now) ? managerOf(managers, viewer.companyId) : null,
    },
    billing: { provider: billing.provider, publishableKey: billing.publishableKey },
  };
};

/** False once the trial or the subscription has ended: new check-ins, employees and locations are then refused. */
export function mayRecordNewWork(viewer: Viewer, now: Date): boolean {
  return subscriptionAccess(viewer.subscription, now) === 'full';
}

/**
 * Refuses `count` more employees or locations if the subscription has lapsed or the plan is full. Locks the company's row, so
 * call it in the transaction that adds the row.
 */
export async function requireRoomFor(
  { viewer, clock }: Context,
  transaction: Db,
  kind: 'employees' | 'locations',
  count = 1,
): Promise<void> {
  if (!mayRecordNewWork(viewer, clock.now())) {
    throw new AppError('subscription_required', { action: 'subscribe' });
  }
  await lockCompany(transaction, viewer.companyId);
  const usage = await countUsage(transaction, viewer.companyId);
  const plan = PLANS[viewer.subscription.plan];
  const max = kind === 'employees' ? plan.maxEmployees : plan.maxLocations;
  if (!isWithinLimit(usage[kind] + count, max)) {
    throw new AppError('plan_limit_reached', {
      action: 'upgrade_plan',
      params: { context: kind, count: max, plan: plan.name },
    });
  }
}
