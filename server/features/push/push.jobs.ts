import type { Services } from '#server/context.ts';
import { afterChanges } from '#server/platform/live/after-changes.ts';
import type { Change } from '#server/platform/live/changes.ts';
import { listCompanies } from './push.queries.ts';
import { type Delivery, deliver, deliveryQueueName } from './push.service.ts';
import { tellCompany } from './tell.service.ts';

const tellQueueName = { name: 'push-news' };
const everyFiveMinutes = '*/5 * * * *';
/** Changes within it are told of together. */
const gatherSeconds = 5;
/** What may be news. */
const WATCHED: readonly string[] = ['messages', 'corrections', 'schedules', 'time-records', 'everything'];

/** Tells people on their devices what has changed for them, soon after it has, and what has become due. */
export async function startPushJobs(services: Services): Promise<void> {
  const { db, jobs } = services;
  await jobs.start<Delivery>({
    ...deliveryQueueName,
    retryDelaySeconds: 30,
    retryLimit: 6,
    isIndependent: true,
    work: (delivery) => deliver(services, delivery),
  });
  await jobs.start<{ companyId: string }>({
    ...tellQueueName,
    // The next run tells what a failed one did not.
    retryDelaySeconds: 60,
    retryLimit: 0,
    atOnce: 2,
    work: ({ companyId }) => tellCompany(services, companyId),
  });
  await jobs.repeat(
    {
      name: 'push-news-due',
      retryDelaySeconds: 60,
      retryLimit: 0,
      async work() {
        for (const companyId of await listCompanies(db)) await jobs.send(db, tellQueueName, { companyId });
      },
    },
    everyFiveMinutes,
  );
  const isWatched = ({ tags }: Change) => tags.some((tag) => WATCHED.includes(tag));
  afterChanges(services, isWatched, async (companyIds) => {
    for (const companyId of await listCompanies(db, companyIds)) {
      await jobs.sendLater(db, tellQueueName, { companyId }, { key: companyId, seconds: gatherSeconds });
    }
  });
}
