import type { FastifyBaseLogger } from 'fastify';
import type { BillingProvider, Invoice, SandboxCard } from '#contract/subscription.ts';
import type { PlanId } from '#domain/plans.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { createSandboxBilling } from './sandbox-billing.ts';

/** A subscription as the provider has it; instants are ISO 8601. */
export type ProviderSubscription = {
  id: string;
  status: 'incomplete' | 'active' | 'past_due' | 'ended' | 'unknown';
  /** Null for a price that is not ours. */
  plan: PlanId | null;
  /** End of the paid period; null before the first payment. */
  paidUntil: string | null;
  cancelAtPeriodEnd: boolean;
};

type PayingCompany = { id: string; name: string; email: string };

/** The job that stores a company's subscription as the provider has it (features/subscription). */
export const refreshQueueName = { name: 'billing-refresh' };
export type RefreshJob = {
  companyId: string;
  /** Withdraws a cancellation first. */
  resume?: boolean;
  /** First tells the provider the company's present name and e-mail address. */
  hasNewContact?: boolean;
};

/** Something has happened to this customer: a reason to fetch the subscription, which alone is authoritative. */
export type BillingEvent = { id: string; type: string; customerId: string };

/** The payment provider. Every function but `readEvent` throws `billing_unavailable` if it cannot be reached. */
export type Billing = {
  provider: BillingProvider;
  /** For the pages that load the provider's form; null if there is none. */
  publishableKey: string | null;
  /** Prefix of its customers' ids: another provider may have been configured before. */
  customerPrefix: string | null;
  createCustomer(company: PayingCompany): Promise<string>;
  /** Changes the name and the e-mail address on the customer's invoices and receipts. */
  updateCustomer(customerId: string, company: PayingCompany): Promise<void>;
  /** The customer's relevant subscription: a running one, else one waiting for payment, else an ended one. */
  findSubscription(customerId: string): Promise<ProviderSubscription | null>;
  /**
   * Creates a subscription that waits for payment, or returns the existing one of this plan; any other one ends.
   * Returns the secret with which the browser pays, or null if the customer's credit has paid it.
   */
  startSubscription(customerId: string, plan: PlanId): Promise<string | null>;
  /** Prorates a running subscription. Returns the secret if the customer has to pay the difference first. */
  changePlan(customerId: string, subscriptionId: string, plan: PlanId): Promise<string | null>;
  setCancelAtPeriodEnd(customerId: string, subscriptionId: string, cancel: boolean): Promise<void>;
  /** Ends everything at once, so that nothing more is charged. */
  endSubscriptions(customerId: string): Promise<void>;
  /** The newest 100, without drafts and void ones. */
  listInvoices(customerId: string): Promise<Invoice[]>;
  /** Deletes the customer; a subscription that is still running ends. */
  eraseCustomer(customerId: string): Promise<void>;
  /** Returns a webhook's event, or null if it does not concern us. Throws malformed_request for a forged one. */
  readEvent(rawBody: Buffer, signature: string): BillingEvent | null;
  /** Sandbox only: pays, and returns the resulting event. @throws card_refused, not_found */
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
  updateCustomer: notConfigured,
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

/** The company's customer id with this provider; null if it has never started to pay there. */
export function customerOf(
  { customerPrefix }: Billing,
  company: { providerCustomerId: string | null },
): string | null {
  const id = company.providerCustomerId;
  return id !== null && customerPrefix !== null && id.startsWith(customerPrefix) ? id : null;
}

/** Returns the configured provider. */
export async function createBilling(
  config: Config,
  db: Db,
  clock: Clock,
  log: FastifyBaseLogger,
): Promise<Billing> {
  const { billing: settings } = config;
  if (settings.provider === 'none') return noBilling;
  if (settings.provider === 'sandbox') return createSandboxBilling(db, clock);
  // Stripe's library is loaded only if it is used.
  const { createStripeBilling } = await import('./stripe-billing.ts');
  return createStripeBilling(settings, clock, log);
}
