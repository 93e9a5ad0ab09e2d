import * as z from 'zod/mini';
import { PLAN_IDS, PLAN_LINES, SUBSCRIPTION_STATUSES } from '#domain/plans.ts';
import { get, post } from './endpoint.ts';
import { instant } from './fields.ts';

const BILLING_ERRORS = ['billing_not_configured', 'billing_unavailable'] as const;

const planId = z.enum(PLAN_IDS, 'invalid');
const usage = z.object({ current: z.number(), max: z.number() });

export const plan = z.object({
  id: planId,
  name: z.string(),
  /** Euros per month, before VAT. */
  price: z.number(),
  mostPopular: z.boolean(),
  limits: z.object({ locations: z.number(), employees: z.number() }),
  /** What it adds to the plan below, as far as the operator provides it. */
  adds: z.array(z.enum(PLAN_LINES)),
});
export type Plan = z.infer<typeof plan>;

/** The payment provider: Stripe, a sandbox that moves no money, or none (docs/operations.md). */
export const BILLING_PROVIDERS = ['stripe', 'sandbox', 'none'] as const;
export type BillingProvider = (typeof BILLING_PROVIDERS)[number];

export const subscriptionStatus = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.object({ id: planId, name: z.string(), price: z.number() }),
  isTrialExpired: z.boolean(),
  /** While `trialing`, or `incomplete` before any payment; else 0. */
  trialDaysRemaining: z.number(),
  /** When the next payment is due; null on trial, and when cancelled or ended. */
  nextBillingDate: z.nullable(instant),
  /** End of the paid period; null before the first payment. */
  paidUntil: z.nullable(instant),
  /** Cancelled: everything works until `paidUntil`, and the cancellation can be withdrawn until then. */
  cancelAtPeriodEnd: z.boolean(),
  usage: z.object({ locations: usage, employees: usage }),
  /** New check-ins, employees and locations are refused (decisions.md §7). */
  limited: z.boolean(),
  features: z.object({ csvExport: z.boolean(), ask: z.boolean(), apiKeys: z.boolean() }),
  /** Whom to ask for help, as far as the plan includes it and the operator provides it. */
  help: z.object({
    priority: z.nullable(z.object({ email: z.string(), hours: z.string() })),
    manager: z.nullable(
      z.object({ name: z.string(), phone: z.string(), email: z.string(), photo: z.string() }),
    ),
  }),
  /** For /payment; the key is Stripe's public one, and null with the other providers. */
  billing: z.object({ provider: z.enum(BILLING_PROVIDERS), publishableKey: z.nullable(z.string()) }),
});
export type SubscriptionStatusView = z.infer<typeof subscriptionStatus>;

const choosePlanInput = z.object({ planId });

/** A client secret leads to the payment page; without one the change is complete. */
const choosePlanAnswer = z.object({ clientSecret: z.nullable(z.string()), message: z.string() });

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export const invoice = z.object({
  id: z.string(),
  /** The invoice's number; null on a draft. */
  number: z.nullable(z.string()),
  createdAt: instant,
  status: z.enum(INVOICE_STATUSES),
  /** Amount with VAT in the currency's unit, negative for a credit. */
  total: z.number(),
  /** ISO 4217, upper case. */
  currency: z.string(),
  /** The provider's page to read and pay it. */
  url: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof invoice>;

/** How the sandbox's test cards behave: they pay, are refused at once, or pay once and are refused from then on. */
export const SANDBOX_CARDS = ['ok', 'refused', 'refused_later'] as const;
export type SandboxCard = (typeof SANDBOX_CARDS)[number];

const sandboxPaymentInput = z.object({
  clientSecret: z.string('invalid').check(z.minLength(1, 'invalid'), z.maxLength(200, 'tooLong')),
  card: z.enum(SANDBOX_CARDS, 'invalid'),
});

export const subscriptionEndpoints = {
  listPlans: get('/api/subscription/plans', 'signed-in', { response: z.array(plan) }),
  getSubscriptionStatus: get('/api/subscription/status', 'admin', {
    reads: ['subscription'],
    response: subscriptionStatus,
  }),
  upgradeFromTrial: post('/api/subscription/upgrade-from-trial', 'admin', {
    changes: ['subscription'],
    audit: 'subscription.chosen',
    body: choosePlanInput,
    response: choosePlanAnswer,
    throws: ['plan_too_small', 'already_subscribed', ...BILLING_ERRORS],
  }),
  confirmSandboxPayment: post('/api/subscription/sandbox/confirm', 'admin', {
    changes: ['subscription'],
    audit: 'subscription.paid-in-sandbox',
    body: sandboxPaymentInput,
    response: z.object({ message: z.string() }),
    throws: ['not_found', 'card_refused', 'billing_unavailable'],
  }),
  changePlan: post('/api/subscription/change-plan', 'admin', {
    changes: ['subscription'],
    audit: 'subscription.plan-changed',
    body: choosePlanInput,
    response: choosePlanAnswer,
    throws: ['plan_too_small', 'already_subscribed', ...BILLING_ERRORS],
  }),
  cancelSubscription: post('/api/subscription/cancel', 'admin', {
    changes: ['subscription'],
    audit: 'subscription.cancelled',
    response: subscriptionStatus,
    throws: ['not_subscribed', ...BILLING_ERRORS],
  }),
  resumeSubscription: post('/api/subscription/resume', 'admin', {
    changes: ['subscription'],
    audit: 'subscription.resumed',
    response: subscriptionStatus,
    throws: ['not_subscribed', ...BILLING_ERRORS],
  }),
  listInvoices: get('/api/subscription/invoices', 'admin', {
    reads: ['subscription'],
    response: z.array(invoice),
    throws: ['billing_unavailable'],
  }),
};
