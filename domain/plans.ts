export const PLAN_IDS = ['starter', 'growth', 'business'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export type Plan = {
  name: string;
  /** Euros per month, before VAT. */
  price: number;
  maxLocations: number;
  /** Everyone with an account except the owner. */
  maxEmployees: number;
};

/** Prices and limits of the plans (decisions.md §7). */
export const PLANS: Record<PlanId, Plan> = {
  starter: { name: 'Starter', price: 39, maxLocations: 1, maxEmployees: 10 },
  growth: { name: 'Growth', price: 59, maxLocations: 5, maxEmployees: 30 },
  business: { name: 'Business', price: 99, maxLocations: 30, maxEmployees: 200 },
};

/** What each plan adds to the previous one (product.md §9): shown on the price list, and checked by `hasFeature`. */
export const PLAN_FEATURES = {
  starter: ['qr', 'reporting', 'support'],
  growth: ['csvExport', 'prioritySupport', 'ask'],
  business: ['apiKeys', 'singleSignOn', 'ownAiEndpoint', 'manager'],
} as const satisfies Record<PlanId, readonly string[]>;

export type PlanFeature = (typeof PLAN_FEATURES)[PlanId][number];

/** Lines of the price list that only stand there if the operator provides them. Without a language model Ask has ready-made questions only. */
export const PROVIDED_LINES = ['prioritySupport', 'manager', 'ask', 'askPresets'] as const;
export type ProvidedLine = (typeof PROVIDED_LINES)[number];
export type PlanLine = PlanFeature | ProvidedLine;

/** What the price list says of a plan, including every line that depends on the operator. */
export const planLines = (plan: PlanId): PlanLine[] =>
  PLAN_FEATURES[plan].flatMap((feature): PlanLine[] =>
    feature === 'ask' ? ['ask', 'askPresets'] : [feature],
  );

/** Every line there is. */
export const PLAN_LINES = PLAN_IDS.flatMap(planLines);

export const isProvidedLine = (line: PlanLine): line is ProvidedLine =>
  PROVIDED_LINES.some((name) => name === line);

export const MOST_POPULAR_PLAN: PlanId = 'growth';
export const TRIAL_DAYS = 7;

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'incomplete', 'past_due', 'unknown'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

type Instant = string | Date;
export type Subscription = {
  plan: PlanId;
  status: SubscriptionStatus;
  trialEndsAt: Instant;
  /** End of the paid period; null before the first payment. */
  currentPeriodEnd: Instant | null;
  /** Cancelled: the subscription ends with the paid period. */
  cancelAtPeriodEnd: boolean;
};

const msPerDay = 86_400_000;
const graceMs = 3 * msPerDay;

/** The trial lasts its full length: an abandoned or failed payment does not shorten it. */
function isInTrial(
  { status, trialEndsAt }: Pick<Subscription, 'status' | 'trialEndsAt'>,
  now: Date,
): boolean {
  return status !== 'active' && now.getTime() < new Date(trialEndsAt).getTime();
}

/**
 * `limited` once the trial is over or the subscription has lapsed: new check-ins, employees, locations, messages and AI
 * reports are then refused (decisions.md §7). A cancelled subscription stays `full` until the end of the paid period.
 * Any other active one stays so for another 3 days, because the renewal may be reported late.
 */
export function subscriptionAccess(subscription: Omit<Subscription, 'plan'>, now: Date): 'full' | 'limited' {
  if (isInTrial(subscription, now)) return 'full';
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  if (status !== 'active') return 'limited';
  if (currentPeriodEnd === null) return 'full';
  const lastMs = new Date(currentPeriodEnd).getTime() + (cancelAtPeriodEnd ? 0 : graceMs);
  return now.getTime() <= lastMs ? 'full' : 'limited';
}

/** Days left, rounded up: 7 on the day of sign-up, 0 once the trial is over. */
export function trialDaysRemaining(trialEndsAt: Instant, now: Date): number {
  const days = Math.ceil((new Date(trialEndsAt).getTime() - now.getTime()) / msPerDay);
  // The database's clock, which set the end, may be slightly ahead of ours.
  return Math.min(TRIAL_DAYS, Math.max(0, days));
}

/**
 * Returns whether the company has the feature: during the trial all, afterwards those of its plan and the smaller ones,
 * even while access is `limited`, so that reports and export remain available (decisions.md §7).
 */
export function hasFeature(
  subscription: Pick<Subscription, 'plan' | 'status' | 'trialEndsAt'>,
  feature: PlanFeature,
  now: Date,
): boolean {
  const plans = PLAN_IDS.slice(0, PLAN_IDS.indexOf(subscription.plan) + 1);
  const features: PlanFeature[] = plans.flatMap((plan) => PLAN_FEATURES[plan]);
  return isInTrial(subscription, now) || features.includes(feature);
}

/** Returns whether a plan has room; `current` includes the one about to be added. */
export function isWithinLimit(current: number, max: number): boolean {
  return current <= max;
}
