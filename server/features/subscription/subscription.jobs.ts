import type { Services } from '#server/context.ts';
import { type RefreshJob, refreshQueueName } from '#server/platform/billing/billing.ts';
import { reconcileSubscriptions, refreshSubscription } from './billing.service.ts';
import { sendTrialReminders } from './trial-reminders.service.ts';

const quarterHourly = '*/15 * * * *';

/** The provider's events, regular checks for lost ones, and the mails before the end of a trial. */
export async function startSubscriptionJobs(services: Services): Promise<void> {
  await services.jobs.start<RefreshJob>({
    ...refreshQueueName,
    retryDelaySeconds: 5,
    retryLimit: 20,
    // Each holds a database connection while the provider responds.
    atOnce: 2,
    work: (job) => refreshSubscription(services, job),
  });
  // Each run processes everything that is due, so a failed run is not retried.
  const run = { retryDelaySeconds: 60, retryLimit: 0 };
  await services.jobs.repeat(
    { ...run, name: 'billing-reconciliation', work: () => reconcileSubscriptions(services) },
    quarterHourly,
  );
  // In every time zone a quarter of an hour begins with the morning.
  await services.jobs.repeat(
    { ...run, name: 'trial-reminders', work: () => sendTrialReminders(services) },
    quarterHourly,
  );
}
