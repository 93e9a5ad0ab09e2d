export const PLAN_IDS = ['starter', 'growth', 'business'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export type Plan = {
  name: string;
  /** Euros a month, before VAT. */
  price: number;
  maxLocations: number;
  /** Everyone with an account but the first administrator. */
  maxEmployees: number;
};

/** Prices and limits of the plans (decisions.md §7). */
export const PLANS: Record<PlanId, Plan> = {
  starter: { name: 'Starter', price: 39, maxLocations: 1, maxEmployees: 10 },
  growth: { name: 'Growth', price: 59, maxLocations: 5, maxEmployees: 30 },
  business: { name: 'Business', price: 99, maxLocations: 30, maxEmployees: 200 },
};

/** What each plan adds to the one before it (product.md §9). */
export const PLAN_FEATURES = {
  starter: ['qr', 'reporting', 'support'],
  growth: ['csvExport', 'prioritySupport', 'advancedAi'],
  business: ['api', 'customAi', 'manager'],
} as const satisfies Record<PlanId, readonly string[]>;

export const MOST_POPULAR_PLAN: PlanId = 'growth';
export const TRIAL_DAYS = 7;

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'incomplete', 'past_due', 'unknown'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

type Instant = string | Date;
export type Subscription = {
  plan: PlanId;
  status: SubscriptionStatus;
  trialEndsAt: Instant;
  /** Up to when is paid; null before the first payment. */
  currentPeriodEnd: Instant | null;
  /** Cancelled: nothing follows the paid period. */
  cancelAtPeriodEnd: boolean;
};

const msPerDay = 86_400_000;
const graceMs = 3 * msPerDay;

/** The trial is promised for its whole length, so an abandoned or failed payment does not cut it short. */
function isInTrial(
  { status, trialEndsAt }: Pick<Subscription, 'status' | 'trialEndsAt'>,
  now: Date,
): boolean {
  return status !== 'active' && now.getTime() < new Date(trialEndsAt).getTime();
}

/**
 * `limited` when the trial is over or the subscription has lapsed: new check-ins, people, places, messages
 * and AI reports are then refused (decisions.md §7). A cancelled subscription stays `active` until the end
 * of the paid period. Any other `active` one whose period ended 3 days ago or less is still `full`: the provider's
 * word about the renewal may be late.
 */
export function subscriptionAccess(subscription: Omit<Subscription, 'plan'>, now: Date): 'full' | 'limited' {
  if (isInTrial(subscription, now)) return 'full';
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  if (status !== 'active') return 'limited';
  if (currentPeriodEnd === null) return 'full';
  const lastMs = new Date(currentPeriodEnd).getTime() + (cancelAtPeriodEnd ? 0 : graceMs);
  return now.getTime() <= lastMs ? 'full' : 'limited';
}

/** Begun days that are left: 7 on the day of sign-up, 0 once the trial is over. */
export function trialDaysRemaining(trialEndsAt: Instant, now: Date): number {
  const days = Math.ceil((new Date(trialEndsAt).getTime() - now.getTime()) / msPerDay);
  // The database wrote the end by its own clock, which may run a moment ahead of ours.
  return Math.min(TRIAL_DAYS, Math.max(0, days));
}

const plansWithFeature = {
  csvExport: ['growth', 'business'],
  ask: ['growth', 'business'],
  apiKeys: ['business'],
  ownAiEndpoint: ['business'],
} as const satisfies Record<string, readonly PlanId[]>;

export type PlanFeature = keyof typeof plansWithFeature;

/**
 * During the trial every feature of every plan, afterwards those of the plan, also while access is
 * `limited`: reports and export go on (decisions.md §7).
 */
export function hasFeature(
  subscription: Pick<Subscription, 'plan' | 'status' | 'trialEndsAt'>,
  feature: PlanFeature,
  now: Date,
): boolean {
  const plans: readonly PlanId[] = plansWithFeature[feature];
  return isInTrial(subscription, now) || plans.includes(subscription.plan);
}

/** `current` counts the one that is about to be added. */
export function isWithinLimit(current: number, max: number): boolean {
  return current <= max;
}
