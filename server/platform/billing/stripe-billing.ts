import type { FastifyBaseLogger } from 'fastify';
import Stripe from 'stripe';
import { INVOICE_STATUSES, type Invoice } from '#contract/subscription.ts';
import { PLAN_IDS, PLANS } from '#domain/plans.ts';
import type { StripeSettings } from '#server/config.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Billing, ProviderSubscription } from './billing.ts';

const toInstant = (seconds: number) => new Date(seconds * 1000).toISOString();
const idOf = (object: string | { id: string } | null | undefined) =>
  typeof object === 'string' ? object : object?.id;

// https://docs.stripe.com/api/subscriptions/object#subscription_object-status
const statuses: Record<string, ProviderSubscription['status']> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
};
const statusOf = ({ status }: Stripe.Subscription) => statuses[status] ?? 'unknown';

/** The first status in this order counts. */
const precedence: ProviderSubscription['status'][] = ['active', 'past_due', 'incomplete', 'unknown', 'ended'];

/** Events after which a subscription or its payment may be different. */
const isAboutSubscription = (type: string) =>
  type.startsWith('customer.subscription.') || type.startsWith('invoice.');

/** Payment by Stripe. Amounts and taxes are those of its prices; ours are those on the pages (docs/operations.md). */
export function createStripeBilling(settings: StripeSettings, clock: Clock, log: FastifyBaseLogger): Billing {
  const { protocol, hostname, port } = new URL(settings.apiBase);
  const stripe = new Stripe(settings.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: 8_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const { prices } = settings;
  const planOf = (priceId: string | undefined) => PLAN_IDS.find((plan) => prices[plan] === priceId) ?? null;

  /** Stripe's errors go to the log; people read that payments are temporarily unavailable. */
  async function ask<T>(what: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (error instanceof Stripe.errors.StripeCardError) throw new AppError('card_refused');
      const { type, code, param, requestId, statusCode } = error;
      log.error({ what, type, code, param, requestId, statusCode }, 'Stripe refused');
      throw new AppError('billing_unavailable');
    }
  }

  async function listSubscriptions(customerId: string): Promise<Stripe.Subscription[]> {
    const { data } = await ask('list subscriptions', () =>
      stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice.confirmation_secret'],
      }),
    );
    const rank = (subscription: Stripe.Subscription) => precedence.indexOf(statusOf(subscription));
    return data.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created);
  }

  function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
    const status = statusOf(subscription);
    const [item] = subscription.items.data;
    const paidUntil = {
      incomplete: null,
      // The period of the unpaid invoice has already begun.
      past_due: item?.current_period_start,
      ended: subscription.status === 'canceled' ? subscription.ended_at : null,
      active: subscription.cancel_at ?? item?.current_period_end,
      unknown: item?.current_period_end,
    }[status];
    return {
      id: subscription.id,
      status,
      plan: planOf(item?.price.id),
      paidUntil: paidUntil ? toInstant(paidUntil) : null,
      cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    };
  }

  function secretOf(subscription: Stripe.Subscription): string | null {
    const invoice = subscription.latest_invoice;
    if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return null;
    return invoice.confirmation_secret?.client_secret ?? null;
  }

  function requireSecret(subscription: Stripe.Subscription): string {
    const secret = secretOf(subscription);
    if (secret) return secret;
    log.error({ subscriptionId: subscription.id }, 'Stripe wants a payment but gives no secret for it');
    throw new AppError('billing_unavailable');
  }

  async function end(subscription: Stripe.Subscription): Promise<void> {
    await ask('cancel subscription', () => stripe.subscriptions.cancel(subscription.id));
    const invoice = subscription.latest_invoice;
    // Stripe voids the open invoice of an incomplete subscription, but not that of a failed renewal.
    if (statusOf(subscription) !== 'past_due' || !invoice || typeof invoice === 'string') return;
    if (invoice.status === 'open') await ask('void invoice', () => stripe.invoices.voidInvoice(invoice.id));
  }

  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,
    customerPrefix: 'cus_',

    async createCustomer({ id, name, email }) {
      const customer = await ask('create customer', () =>
        stripe.customers.create({ name, email, metadata: { companyId: id } }),
      );
      return customer.id;
    },

    async updateCustomer(customerId, { name, email }) {
      await ask('update customer', () => stripe.customers.update(customerId, { name, email }));
    },

    async findSubscription(customerId) {
      const [first] = await listSubscriptions(customerId);
      return first ? toSubscription(first) : null;
    },

    async startSubscription(customerId, plan) {
      const open = (await listSubscriptions(customerId)).filter(
        (subscription) => statusOf(subscription) !== 'ended',
      );
      const waiting = open.find(
        (subscription) => toSubscription(subscription).plan === plan && secretOf(subscription),
      );
      for (const subscription of open) if (subscription !== waiting) await end(subscription);
      const subscription =
        waiting ??
        (await ask('create subscription', () =>
          stripe.subscriptions.create({
            customer: customerId,
            items: [{ price: prices[plan] }],
            payment_behavior: 'default_incomplete',
            payment_settings: {
              save_default_payment_method: 'on_subscription',
              // Bank debits do not support pending updates:
              // https://docs.stripe.com/billing/subscriptions/pending-updates
              payment_method_types: ['card'],
            },
            expand: ['latest_invoice.confirmation_secret'],
          }),
        ));
      const price = subscription.items.data[0]?.price;
      if (price?.unit_amount !== PLANS[plan].price * 100 || price.currency !== 'eur') {
        log.error({ plan, priceId: price?.id }, 'the price at Stripe is not the one that the pages say');
      }
      // Credit from an earlier, smaller plan may cover everything.
      return statusOf(subscription) === 'active' ? null : requireSecret(subscription);
    },

    async changePlan(_customerId, subscriptionId, plan) {
      const { items } = await ask('find subscription', () => stripe.subscriptions.retrieve(subscriptionId));
      const changed = await ask('change plan', () =>
        stripe.subscriptions.update(subscriptionId, {
          items: [{ id: items.data[0]?.id, price: prices[plan] }],
          proration_behavior: 'always_invoice',
          // Until the difference is paid, the old plan remains.
          payment_behavior: 'pending_if_incomplete',
          expand: ['latest_invoice.confirmation_secret'],
        }),
      );
      return changed.pending_update ? requireSecret(changed) : null;
    },

    async setCancelAtPeriodEnd(_customerId, subscriptionId, cancel) {
      await ask('cancel at period end', async () => {
        if (cancel) return stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
        const { cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId);
        // A cancellation made in Stripe's own dashboard may have a date instead.
        return stripe.subscriptions.update(
          subscriptionId,
          cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
        );
      });
    },

    async endSubscriptions(customerId) {
      for (const subscription of await listSubscriptions(customerId)) {
        if (statusOf(subscription) !== 'ended') await end(subscription);
      }
    },

    async listInvoices(customerId) {
      const { data } = await ask('list invoices', () =>
        stripe.invoices.list({ customer: customerId, limit: 100 }),
      );
      return data.flatMap((invoice): Invoice[] => {
        const status = INVOICE_STATUSES.find((known) => known === invoice.status);
        if (!status || status === 'draft' || status === 'void') return [];
        return [
          {
            id: invoice.id,
            number: invoice.number,
            createdAt: toInstant(invoice.created),
            status,
            total: invoice.total / 100,
            currency: invoice.currency.toUpperCase(),
            url: invoice.hosted_invoice_url ?? null,
            pdfUrl: invoice.invoice_pdf ?? null,
          },
        ];
      });
    },

    async eraseCustomer(customerId) {
      await ask('delete customer', async () => {
        try {
          await stripe.customers.del(customerId);
        } catch (error) {
          const isGone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
          if (!isGone) throw error;
        }
      });
    },

    readEvent(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          settings.webhookSecret,
          undefined,
          undefined,
          clock.now().getTime(),
        );
        const { object } = event.data;
        const customerId = 'customer' in object ? idOf(object.customer) : undefined;
        return customerId && isAboutSubscription(event.type)
          ? { id: event.id, type: event.type, customerId }
          : null;
      } catch {
        throw new AppError('malformed_request');
      }
    },

    paySandbox() {
      throw new AppError('not_found');
    },
  };
}
