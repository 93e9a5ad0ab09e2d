import * as z from 'zod/mini';
import { PLAN_IDS, SUBSCRIPTION_STATUSES } from '#domain/plans.ts';
import { instant } from './fields.ts';

const planId = z.enum(PLAN_IDS);
const usage = z.object({ current: z.number(), max: z.number() });

export const plan = z.object({
  id: planId,
  name: z.string(),
  /** Euros a month, before VAT. */
  price: z.number(),
  mostPopular: z.boolean(),
  limits: z.object({ locations: z.number(), employees: z.number() }),
});
export type Plan = z.infer<typeof plan>;

export const subscriptionStatus = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.object({ id: planId, name: z.string(), price: z.number() }),
  isTrialExpired: z.boolean(),
  trialDaysRemaining: z.number(),
  nextBillingDate: z.nullable(instant),
  usage: z.object({ locations: usage, employees: usage }),
  /** True when new check-ins, people and places are refused (decisions.md §7). */
  limited: z.boolean(),
  features: z.object({ csvExport: z.boolean(), ask: z.boolean() }),
});
export type SubscriptionStatusView = z.infer<typeof subscriptionStatus>;

export const subscriptionEndpoints = {
  listPlans: { response: z.array(plan) },
  getSubscriptionStatus: { response: subscriptionStatus },
} as const;
