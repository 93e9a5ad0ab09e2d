import type { FastifyBaseLogger } from 'fastify';
import type { BillingProvider, Invoice, SandboxCard } from '#contract/subscription.ts';
import type { PlanId } from '#domain/plans.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { createSandboxBilling } from './sandbox-billing.ts';

/** A subscription as the provider keeps it; instants are ISO 8601. */
export type ProviderSubscription = {
  id: string;
  status: 'incomplete' | 'active' | 'past_due' | 'ended' | 'unknown';
  /** Null for a price that is none of ours. */
  plan: PlanId | null;
  /** End of the time that is paid; null before the first payment. */
  paidUntil: string | null;
  cancelAtPeriodEnd: boolean;
};

type PayingCompany = { id: string; name: string; email: string };

/** Something has happened to this customer: a reason to ask for the subscription, not the truth about it. */
export type BillingEvent = { id: string; type: string; customerId: string };

/** Who takes the money. Every function but `readEvent` throws `billing_unavailable` when it cannot be reached. */
export type Billing = {
  provider: BillingProvider;
  /** For the pages that load the provider's form; null where there is none. */
  publishableKey: string | null;
  /** How the ids of its customers begin: the settings may have named another provider before. */
  customerPrefix: string | null;
  createCustomer(company: PayingCompany): Promise<string>;
  /** The customer's subscription that counts: a running one before one to be paid before an ended one. */
  findSubscription(customerId: string): Promise<ProviderSubscription | null>;
  /**
   * A subscription that waits for payment, the one of this plan that waits already included; any other ends. Answers
   * the secret with which the browser pays, or null when an old credit has paid it.
   */
  startSubscription(customerId: string, plan: PlanId): Promise<string | null>;
  /** Prorates a running subscription. Answers the secret when the difference has to be paid by the customer first. */
  changePlan(customerId: string, subscriptionId: string, plan: PlanId): Promise<string | null>;
  setCancelAtPeriodEnd(customerId: string, subscriptionId: string, cancel: boolean): Promise<void>;
  /** Ends everything at once, so that nothing is charged any more. */
  endSubscriptions(customerId: string): Promise<void>;
  /** The newest 100, without drafts and void ones. */
  listInvoices(customerId: string): Promise<Invoice[]>;
  /** Forgets the customer; a subscription that still runs ends. */
  eraseCustomer(customerId: string): Promise<void>;
  /** A webhook's event, or null when it is about nothing of ours. Throws malformed_request for a forged one. */
  readEvent(rawBody: Buffer, signature: string): BillingEvent | null;
  /** Only of the sandbox: pays, and answers the event that follows. Throws card_refused, not_found. */
  paySandbox(customerId: string, clientSecret: string, card: SandboxCard): Promise<BillingEvent>;
};

function notConfigured(): never {
  throw new AppError('billing_not_configured');
}

/** Production without keys: nobody can pay. */
const noBilling: Billing = {
  provider: 'none',
  publishableKey: null,
  customerPrefix: null,
  createCustomer: notConfigured,
  findSubscription: notConfigured,
  startSubscription: notConfigured,
  changePlan: notConfigured,
  setCancelAtPeriodEnd: notConfigured,
  endSubscriptions: notConfigured,
  listInvoices: notConfigured,
  eraseCustomer: notConfigured,
  readEvent: notConfigured,
  paySandbox: notConfigured,
};

/** The customer that a company is with this provider; null when it has never begun to pay there. */
export function customerOf(
  { customerPrefix }: Billing,
  company: { providerCustomerId: string | null },
): string | null {
  const id = company.providerCustomerId;
  return id !== null && customerPrefix !== null && id.startsWith(customerPrefix) ? id : null;
}

/** The provider that the settings name. */
export async function createBilling(
  config: Config,
  db: Db,
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<Billing> {
  const { billing: settings } = config;
  if (settings.provider === 'none') return noBilling;
  if (settings.provider === 'sandbox') return createSandboxBilling(db, clock);
  // Only who takes money by Stripe carries its library in memory.
  const { createStripeBilling } = await import('./stripe-billing.ts');
  return createStripeBilling(settings, clock, log);
}
