import type { Services } from '#server/context.ts';
import { afterChanges } from '#server/platform/live/after-changes.ts';
import { sendEvents } from './sending.service.ts';
import * as queries from './webhooks.queries.ts';

const everyMinute = '* * * * *';
const daily = '50 3 * * *';
const dayMs = 24 * 60 * 60 * 1000;
/** How long deliveries are kept. */
const keptDays = 30;

/** Removes what is older than is kept. */
export const removeOldDeliveries = ({ db, clock }: Services) =>
  queries.deleteOldDeliveries(db, new Date(clock.now().getTime() - keptDays * dayMs));

/**
 * Sends events to webhooks: right after a change that this server has made, and each minute what is to be tried again, what jobs have changed
 * and what a killed server has left behind.
 */
export async function startWebhookJobs(services: Services): Promise<void> {
  const { db, jobs, clock } = services;
  const queue = { name: 'webhooks' };
  const send = async (webhooks: queries.WebhookKey[]) => {
    for (const key of webhooks) await jobs.send(db, queue, key);
  };
  await jobs.start<queries.WebhookKey>({
    ...queue,
    // The job of each minute finds what a failed one has not sent.
    retryDelaySeconds: 60,
    retryLimit: 0,
    isIndependent: true,
    work: async (key) => {
      if (await sendEvents(services, key)) await send([key]);
    },
  });
  await jobs.repeat(
    {
      name: 'due-webhooks',
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: async () => send(await queries.listDue(db, clock.now())),
    },
    everyMinute,
  );
  await jobs.repeat(
    {
      name: 'old-webhook-deliveries',
      retryDelaySeconds: 600,
      retryLimit: 5,
      work: () => removeOldDeliveries(services),
    },
    daily,
  );
  afterChanges(
    services,
    () => true,
    async (companyIds) => send(await queries.listDue(db, clock.now(), companyIds)),
  );
}
