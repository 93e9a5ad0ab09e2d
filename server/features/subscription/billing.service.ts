import type { SubscriptionStatusView } from '#contract/subscription.ts';
import { PLANS, type PlanId } from '#domain/plans.ts';
import type { Context, Services, Viewer } from '#server/context.ts';
import {
  type BillingEvent,
  customerOf,
  type ProviderSubscription,
  type RefreshJob,
  refreshQueueName,
} from '#server/platform/billing/billing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import {
  findCompany,
  findCompanyIdByCustomer,
  lockCompany,
  setProviderCustomer,
  updateCompany,
} from '../company/company.queries.ts';
import * as queries from './subscription.queries.ts';
import { type StoredSubscription, toStored } from './subscription.rules.ts';
import { getSubscriptionStatus } from './subscription.service.ts';

/*
 * Only the provider knows what is paid. Its events are hints to fetch the subscription and store it, so they may arrive
 * late, twice, in any order or never (docs/decisions/0010-billing.md).
 */

const hourMs = 60 * 60 * 1000;
/** Customers not checked for this long are checked again, which repairs the effect of lost events. */
const checkAfterMs = 24 * hourMs;
const checksAtOnce = 1000;
const outageAfterFailures = 5;
/** Stripe repeats an event for up to three days, and people can resend it for a month. */
const keepEventsMs = 60 * 24 * hourMs;

type Account = {
  db: Db;
  company: NonNullable<Awaited<ReturnType<typeof findCompany>>>;
  /** Null if the company has never started to pay with this provider. */
  customerId: string | null;
};

/** Works with the provider under the company's billing lock, then stores the subscription as the provider has it. */
async function withAccount<T>(
  { db, billing, clock, changes }: Services,
  companyId: string,
  work: (account: Account) => Promise<T>,
): Promise<{ result: T; subscription: Viewer['subscription'] }> {
  if (billing.provider === 'none') throw new AppError('billing_not_configured');
  const done = await db.transaction().execute(async (transaction) => {
    await queries.lockBilling(transaction, companyId);
    const company = await findCompany(transaction, companyId);
    if (!company) throw new AppError('not_found');
    const account: Account = { db: transaction, company, customerId: customerOf(billing, company) };
    const result = await work(account);
    let stored: StoredSubscription = company;
    if (account.customerId !== null) {
      const current = await billing.findSubscription(account.customerId);
      stored = toStored(company, current);
      if (account.customerId !== company.providerCustomerId) {
        await setProviderCustomer(transaction, companyId, account.customerId);
      }
      await updateCompany(transaction, companyId, {
        ...stored,
        providerSubscriptionId: current?.id ?? null,
        billingCheckedAt: clock.now().toISOString(),
      });
    }
    const subscription = {
      plan: stored.subscriptionPlan,
      status: stored.subscriptionStatus,
      trialEndsAt: company.trialEndsAt,
      currentPeriodEnd: stored.currentPeriodEnd,
      cancelAtPeriodEnd: stored.cancelAtPeriodEnd,
    };
    return { result, subscription };
  });
  changes.publish({ companyId, tags: ['subscription'] });
  return done;
}

async function findCurrent(
  { billing }: Services,
  { customerId }: Account,
): Promise<ProviderSubscription | null> {
  return customerId === null ? null : billing.findSubscription(customerId);
}

/** Refuses a plan that includes fewer employees or locations than the company has. */
async function requireRoomInPlan(db: Db, companyId: string, planId: PlanId): Promise<void> {
  await lockCompany(db, companyId);
  const { maxLocations, maxEmployees, name } = PLANS[planId];
  const usage = await queries.countUsage(db, companyId);
  if (usage.locations > maxLocations) {
    throw new AppError('plan_too_small', {
      params: { context: 'locations', plan: name, max: maxLocations, current: usage.locations },
    });
  }
  if (usage.employees > maxEmployees) {
    throw new AppError('plan_too_small', {
      params: { context: 'employees', plan: name, max: maxEmployees, current: usage.employees },
    });
  }
}

/**
 * Moves the company to a plan: prorates a running subscription, otherwise starts or resumes one that has to be paid, by
 * the provider's status, not the page's.
 */
export const changePlan: Handler<'changePlan'> = async (context, { body: { planId } }) => {
  const { billing, viewer, t } = context;
  const { result: clientSecret } = await withAccount(context, viewer.companyId, async (account) => {
    await requireRoomInPlan(account.db, viewer.companyId, planId);
    const current = await findCurrent(context, account);
    if (current?.status !== 'active' || account.customerId === null) {
      account.customerId ??= await billing.createCustomer(account.company);
      return billing.startSubscription(account.customerId, planId);
    }
    if (current.plan === planId && !current.cancelAtPeriodEnd) throw new AppError('already_subscribed');
    // Choosing a plan withdraws a cancellation.
    if (current.cancelAtPeriodEnd) await billing.setCancelAtPeriodEnd(account.customerId, current.id, false);
    return current.plan === planId ? null : billing.changePlan(account.customerId, current.id, planId);
  });
  const { name } = PLANS[planId];
  return {
    clientSecret,
    message: clientSecret === null ? t('answers:planChanged', { plan: name }) : t('answers:paymentNeeded'),
  };
};

/** The same, for a company that pays nothing yet. */
export const upgradeFromTrial: Handler<'upgradeFromTrial'> = (context, request) =>
  changePlan(context, request);

async function setCancelAtPeriodEnd(context: Context, cancel: boolean): Promise<SubscriptionStatusView> {
  const { viewer, billing } = context;
  const { result: isSubscribed, subscription } = await withAccount(
    context,
    viewer.companyId,
    async (account) => {
      const current = await findCurrent(context, account);
      if (current?.status !== 'active' || account.customerId === null) return false;
      if (current.cancelAtPeriodEnd !== cancel) {
        await billing.setCancelAtPeriodEnd(account.customerId, current.id, cancel);
      }
      return true;
    },
  );
  // Only now, after withAccount has stored that the subscription is over.
  if (!isSubscribed) throw new AppError('not_subscribed');
  return getSubscriptionStatus({ ...context, viewer: { ...viewer, subscription } });
}

/** Cancels the subscription at the end of the paid period. */
export const cancelSubscription: Handler<'cancelSubscription'> = (context) =>
  setCancelAtPeriodEnd(context, true);

/** Withdraws a cancellation while the paid period lasts. */
export const resumeSubscription: Handler<'resumeSubscription'> = (context) =>
  setCancelAtPeriodEnd(context, false);

/** The company's invoices, newest first; empty before the first payment. */
export const listInvoices: Handler<'listInvoices'> = async ({ db, billing, viewer }) => {
  const company = await findCompany(db, viewer.companyId);
  const customerId = company ? customerOf(billing, company) : null;
  return customerId === null ? [] : billing.listInvoices(customerId);
};

export const confirmSandboxPayment: Handler<'confirmSandboxPayment'> = async (
  context,
  { body: { clientSecret, card } },
) => {
  const { db, billing, viewer, t } = context;
  if (billing.provider !== 'sandbox') throw new AppError('not_found');
  const company = await findCompany(db, viewer.companyId);
  const customerId = company ? customerOf(billing, company) : null;
  if (customerId === null) throw new AppError('not_found');
  await receiveEvent(context, await billing.paySandbox(customerId, clientSecret, card));
  return { message: t('answers:paymentMade') };
};

/** Stores a provider's event once, however often it arrives, and queues the job that fetches the subscription. */
export async function receiveEvent({ db, clock, jobs }: Services, event: BillingEvent): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const companyId = await findCompanyIdByCustomer(transaction, event.customerId);
    if (!companyId) return;
    const { id, type } = event;
    const receivedAt = clock.now().toISOString();
    if (!(await queries.insertBillingEvent(transaction, { id, type, companyId, receivedAt }))) return;
    await jobs.send<RefreshJob>(transaction, refreshQueueName, { companyId });
  });
}

/** Does the job: stores the company's subscription as the provider has it. */
export async function refreshSubscription(
  services: Services,
  { companyId, resume = false, hasNewContact = false }: RefreshJob,
): Promise<void> {
  const { billing } = services;
  if (billing.provider === 'none') return;
  await withAccount(services, companyId, async (account) => {
    if (account.customerId === null) return;
    // Under the billing lock, so that the newest address is the last one told.
    if (hasNewContact) await billing.updateCustomer(account.customerId, account.company);
    if (!resume) return;
    const current = await billing.findSubscription(account.customerId);
    if (current?.status === 'active' && current.cancelAtPeriodEnd) {
      await billing.setCancelAtPeriodEnd(account.customerId, current.id, false);
    }
  });
}

/**
 * Checks every customer once a day, and right after a paid period has ended. One that fails waits for the next day;
 * several failures are taken for an outage, and the rest waits for the next run.
 */
export async function reconcileSubscriptions(services: Services): Promise<void> {
  const { db, billing, clock, log } = services;
  if (billing.customerPrefix === null) return;
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await queries.deleteBillingEventsBefore(db, ago(keepEventsMs));
  const unchecked = await queries.listUncheckedCompanies(db, {
    customerPrefix: billing.customerPrefix,
    before: ago(checkAfterMs),
    now: now.toISOString(),
    limit: checksAtOnce,
  });
  let failures = 0;
  for (const { id: companyId } of unchecked) {
    try {
      await refreshSubscription(services, { companyId });
    } catch (err) {
      log.error({ err, companyId }, 'a subscription could not be reconciled');
      await updateCompany(db, companyId, { billingCheckedAt: now.toISOString() });
      failures += 1;
      if (failures === outageAfterFailures) return;
    }
  }
}

/**
 * Stops all charges: a running subscription ends with its period, anything else at once. Returns whether there is one to
 * resume, should the deletion be undone.
 */
export async function cancelForDeletion(services: Services, companyId: string): Promise<boolean> {
  const { billing } = services;
  if (billing.provider === 'none') return false;
  const { result } = await withAccount(services, companyId, async (account) => {
    const current = await findCurrent(services, account);
    if (!current || account.customerId === null || current.status === 'ended') return false;
    if (current.status !== 'active') {
      await billing.endSubscriptions(account.customerId);
      return false;
    }
    if (current.cancelAtPeriodEnd) return false;
    await billing.setCancelAtPeriodEnd(account.customerId, current.id, true);
    return true;
  });
  return result;
}
