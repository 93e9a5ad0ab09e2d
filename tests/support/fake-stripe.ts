import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { PLANS, type PlanId } from '#domain/plans.ts';
import type { Clock } from '#server/platform/clock.ts';

/*
 * Stripe's API as far as we use it, with its own state, over HTTP. It is strict: an unknown parameter is an error, and
 * objects not requested by `expand` are ids only, as with Stripe.
 */

type FakeInvoice = {
  id: string;
  object: 'invoice';
  customer: string;
  subscription: string;
  number: string;
  created: number;
  status: 'open' | 'paid' | 'void';
  total: number;
  currency: 'eur';
  hosted_invoice_url: string;
  invoice_pdf: string;
};
type FakeSubscription = {
  id: string;
  object: 'subscription';
  customer: string;
  created: number;
  status: 'incomplete' | 'active' | 'past_due' | 'canceled' | 'incomplete_expired';
  price: string;
  period: { start: number; end: number };
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  pendingPrice: string | null;
  latest_invoice: string;
};

export type FakeEvent = { id: string; type: string; data: { object: object } };
export type FakeStripe = {
  /** Settings that make the server use it. */
  env: Record<string, string>;
  /** The events it would send by webhook, oldest first. */
  events: FakeEvent[];
  /** True: every request fails, as in an outage. */
  isDown: boolean;
  /** A customer for whom every request fails. */
  brokenCustomer: string | null;
  /** True: a credit covers the first invoice of a subscription. */
  hasCredit: boolean;
  /** True: every charge is refused. */
  refusesCards: boolean;
  /** The browser's requests from Stripe's form. */
  pay(clientSecret: string): void;
  /** Events that happen as time passes: renewals, failed ones, ends, expiry of unpaid subscriptions. */
  passTime(): void;
  /** Actions in Stripe's own dashboard. */
  cancelNow(customerId: string): void;
  customers: Map<string, { id: string; deleted: boolean; name: string | null; email: string | null }>;
  subscriptions: Map<string, FakeSubscription>;
  /** The body and the headers of the webhook's request, signed like Stripe's with the clock's time. */
  signed(event: FakeEvent, secret?: string): { payload: string; headers: Record<string, string> };
  close(): Promise<void>;
};

const webhookSecret = 'whsec_of_the_double';
const secretKey = 'sk_test_of_the_double';
const priceOf = (plan: PlanId) => `price_${plan}`;
const planOf = (price: string) => price.replace('price_', '') as PlanId;
const centsOf = (price: string) => PLANS[planOf(price)].price * 100;
const daySeconds = 24 * 60 * 60;
const monthSeconds = 30 * daySeconds;
const refused = (message: string, status = 400, code?: string) =>
  Object.assign(new Error(message), {
    status,
    body: { error: { type: 'invalid_request_error', message, code } },
  });

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function allowOnly(params: URLSearchParams, allowed: RegExp): void {
  for (const name of params.keys()) {
    if (!allowed.test(name)) throw refused(`Received unknown parameter: ${name}`, 400, 'parameter_unknown');
  }
}

/** Starts it on a free port of this machine. */
export async function startFakeStripe(clock: Clock): Promise<FakeStripe> {
  const customers: FakeStripe['customers'] = new Map();
  const subscriptions: FakeStripe['subscriptions'] = new Map();
  const invoices = new Map<string, FakeInvoice>();
  const events: FakeEvent[] = [];
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

  function showInvoice(invoice: FakeInvoice, withSecret: boolean) {
    const secret = { client_secret: `${invoice.id}_secret`, type: 'payment_intent' };
    return {
      ...invoice,
      ...(withSecret && { confirmation_secret: invoice.status === 'open' ? secret : null }),
    };
  }

  function show(subscription: FakeSubscription, expand: string[] = []) {
    const { price, period, pendingPrice, latest_invoice, ...rest } = subscription;
    const invoice = invoices.get(latest_invoice);
    const isExpanded = invoice && expand.some((path) => /(^|\.)latest_invoice/.test(path));
    const withSecret = expand.some((path) => path.endsWith('latest_invoice.confirmation_secret'));
    return {
      ...rest,
      items: {
        object: 'list',
        data: [
          {
            id: `si_${rest.id}`,
            price: { id: price, unit_amount: centsOf(price), currency: 'eur' },
            current_period_start: period.start,
            current_period_end: period.end,
          },
        ],
      },
      pending_update: pendingPrice === null ? null : { subscription_items: [{ price: pendingPrice }] },
      latest_invoice: isExpanded ? showInvoice(invoice, withSecret) : latest_invoice,
    };
  }

  function tell(type: string, object: object): void {
    // An event contains the state at the time it happened.
    events.push({ id: newId('evt'), type, data: { object: structuredClone(object) } });
  }

  function addInvoice(
    subscription: FakeSubscription,
    total: number,
    status: FakeInvoice['status'],
  ): FakeInvoice {
    const id = newId('in');
    const invoice: FakeInvoice = {
      id,
      object: 'invoice',
      customer: subscription.customer,
      subscription: subscription.id,
      number: `MAINA-${invoices.size + 1}`,
      created: now(),
      status,
      total,
      currency: 'eur',
      hosted_invoice_url: `https://invoice.example/${id}`,
      invoice_pdf: `https://invoice.example/${id}.pdf`,
    };
    invoices.set(id, invoice);
    subscription.latest_invoice = id;
    tell(status === 'paid' ? 'invoice.paid' : 'invoice.created', invoice);
    return invoice;
  }

  function find(id: string): FakeSubscription {
    const found = subscriptions.get(id);
    if (!found) throw refused(`No such subscription: '${id}'`, 404, 'resource_missing');
    return found;
  }

  function end(subscription: FakeSubscription): void {
    const invoice = invoices.get(subscription.latest_invoice);
    if (subscription.status === 'incomplete' && invoice) invoice.status = 'void';
    Object.assign(subscription, { status: 'canceled', ended_at: now(), pendingPrice: null });
    tell('customer.subscription.deleted', show(subscription));
  }

  function createSubscription(params: URLSearchParams) {
    allowOnly(
      params,
      /^(customer|items\[0\]\[price\]|payment_behavior|payment_settings\[.*\]|expand\[\d\])$/,
    );
    const [customer, price] = [params.get('customer') ?? '', params.get('items[0][price]') ?? ''];
    if (!customers.get(customer) || customers.get(customer)?.deleted)
      throw refused(`No such customer: '${customer}'`);
    if (!(planOf(price) in PLANS)) throw refused(`No such price: '${price}'`);
    if (params.get('payment_behavior') !== 'default_incomplete') throw refused('no payment method');
    const subscription: FakeSubscription = {
      id: newId('sub'),
      object: 'subscription',
      customer,
      created: now(),
      status: fake.hasCredit ? 'active' : 'incomplete',
      price,
      period: { start: now(), end: now() + monthSeconds },
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      pendingPrice: null,
      latest_invoice: '',
    };
    subscriptions.set(subscription.id, subscription);
    addInvoice(subscription, centsOf(price), fake.hasCredit ? 'paid' : 'open');
    tell('customer.subscription.created', show(subscription));
    return show(subscription, params.getAll('expand[0]'));
  }

  function changePrice(subscription: FakeSubscription, price: string, params: URLSearchParams): void {
    allowOnly(params, /^(items\[0\]\[(id|price)\]|proration_behavior|payment_behavior|expand\[\d\])$/);
    if (params.get('items[0][id]') !== `si_${subscription.id}`) throw refused('No such subscription item');
    if (params.get('payment_behavior') !== 'pending_if_incomplete') throw refused('unexpected');
    const { start, end: until } = subscription.period;
    const left = (until - now()) / (until - start);
    const total = Math.round((centsOf(price) - centsOf(subscription.price)) * left);
    if (total > 0 && fake.refusesCards) {
      subscription.pendingPrice = price;
      addInvoice(subscription, total, 'open');
    } else {
      Object.assign(subscription, { price, pendingPrice: null });
      addInvoice(subscription, total, 'paid');
    }
  }

  function updateSubscription(id: string, params: URLSearchParams) {
    const subscription = find(id);
    if (subscription.ended_at !== null) throw refused('A canceled subscription can only update its metadata');
    const price = params.get('items[0][price]');
    if (price) changePrice(subscription, price, params);
    else {
      allowOnly(params, /^(cancel_at_period_end|cancel_at)$/);
      const cancel = params.get('cancel_at_period_end') === 'true';
      subscription.cancel_at_period_end = cancel;
      subscription.cancel_at = cancel ? subscription.period.end : null;
    }
    tell('customer.subscription.updated', show(subscription));
    return show(subscription, params.getAll('expand[0]'));
  }

  function answer(method: string, path: string, params: URLSearchParams): object {
    const [, , kind = '', id = '', action = ''] = path.split('/');
    switch (`${method} ${kind}${id && '/id'}${action && `/${action}`}`) {
      case 'POST customers': {
        allowOnly(params, /^(name|email|metadata\[companyId\])$/);
        const contact = { name: params.get('name'), email: params.get('email') };
        const customer = { id: newId('cus'), deleted: false, ...contact };
        customers.set(customer.id, customer);
        return customer;
      }
      case 'POST customers/id': {
        allowOnly(params, /^(name|email)$/);
        const customer = customers.get(id);
        if (!customer || customer.deleted)
          throw refused(`No such customer: '${id}'`, 404, 'resource_missing');
        return Object.assign(customer, Object.fromEntries(params));
      }
      case 'DELETE customers/id': {
        const customer = customers.get(id);
        if (!customer || customer.deleted)
          throw refused(`No such customer: '${id}'`, 404, 'resource_missing');
        for (const subscription of subscriptions.values()) {
          if (subscription.customer === id && subscription.ended_at === null) end(subscription);
        }
        customer.deleted = true;
        return customer;
      }
      case 'GET subscriptions': {
        allowOnly(params, /^(customer|status|limit|expand\[\d\])$/);
        if (params.get('customer') === fake.brokenCustomer) throw refused('broken');
        const own = [...subscriptions.values()].filter(({ customer }) => customer === params.get('customer'));
        const data = own.toReversed().map((subscription) => show(subscription, params.getAll('expand[0]')));
        return { object: 'list', data, has_more: false };
      }
      case 'POST subscriptions':
        return createSubscription(params);
      case 'GET subscriptions/id':
        return show(find(id));
      case 'POST subscriptions/id':
        return updateSubscription(id, params);
      case 'DELETE subscriptions/id':
        end(find(id));
        return show(find(id));
      case 'GET invoices': {
        const data = [...invoices.values()].filter(({ customer }) => customer === params.get('customer'));
        return { object: 'list', data: data.toReversed(), has_more: false };
      }
      case 'POST invoices/id/void': {
        const invoice = invoices.get(id);
        if (invoice?.status !== 'open') throw refused('You can only void an open invoice');
        invoice.status = 'void';
        return invoice;
      }
      default:
        throw refused(`Unrecognized request URL (${method}: ${path})`, 404);
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    try {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test');
      const body = await bodyOf(request);
      if (fake.isDown) throw Object.assign(refused('down', 503), { body: { error: { type: 'api_error' } } });
      if (request.headers.authorization !== `Bearer ${secretKey}`) throw refused('Invalid API Key', 401);
      const params = request.method === 'POST' ? body : searchParams;
      response.end(JSON.stringify(answer(request.method ?? '', pathname, params)));
    } catch (error) {
      const { status = 500, body = { error: { message: String(error) } } } = error as {
        status?: number;
        body?: object;
      };
      response.writeHead(status).end(JSON.stringify(body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const fake: FakeStripe = {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_double',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_STARTER: priceOf('starter'),
      STRIPE_PRICE_GROWTH: priceOf('growth'),
      STRIPE_PRICE_BUSINESS: priceOf('business'),
      STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    events,
    isDown: false,
    brokenCustomer: null,
    hasCredit: false,
    refusesCards: false,
    customers,
    subscriptions,
    pay(clientSecret) {
      const invoice = invoices.get(clientSecret.replace(/_secret$/, ''));
      if (invoice?.status !== 'open') throw new Error('nothing to pay');
      invoice.status = 'paid';
      const subscription = find(invoice.subscription);
      const { pendingPrice } = subscription;
      Object.assign(subscription, { status: 'active', pendingPrice: null });
      if (pendingPrice) subscription.price = pendingPrice;
      tell('invoice.paid', invoice);
      tell('customer.subscription.updated', show(subscription));
    },
    passTime() {
      for (const subscription of subscriptions.values()) {
        const isExpired = subscription.status === 'incomplete' && now() >= subscription.created + daySeconds;
        if (isExpired) {
          Object.assign(subscription, { status: 'incomplete_expired', ended_at: now() });
          tell('customer.subscription.updated', show(subscription));
        }
        while (subscription.status === 'active' && now() >= subscription.period.end) {
          if (subscription.cancel_at_period_end) {
            end(subscription);
            break;
          }
          const { end: start } = subscription.period;
          subscription.period = { start, end: start + monthSeconds };
          if (fake.refusesCards) {
            subscription.status = 'past_due';
            tell('invoice.payment_failed', addInvoice(subscription, centsOf(subscription.price), 'open'));
          } else addInvoice(subscription, centsOf(subscription.price), 'paid');
          tell('customer.subscription.updated', show(subscription));
        }
      }
    },
    cancelNow(customerId) {
      for (const subscription of subscriptions.values()) {
        if (subscription.customer === customerId && subscription.ended_at === null) end(subscription);
      }
    },
    signed(event, secret = webhookSecret) {
      const payload = JSON.stringify({ ...event, object: 'event', created: now() }, null, 2);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now() });
      return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
