import type { Services } from '#server/context.ts';
import { afterChanges } from '#server/platform/live/after-changes.ts';
import type { Change } from '#server/platform/live/changes.ts';
import { forgetTold, listCompanies } from './push.queries.ts';
import { type Delivery, deliver, deliveryQueueName } from './push.service.ts';
import { tellCompany } from './tell.service.ts';

const tellQueueName = { name: 'push-news' };
const everyFiveMinutes = '*/5 * * * *';
const daily = '40 3 * * *';
const dayMs = 24 * 60 * 60 * 1000;
/** How long it is remembered what was told: longer than anything is news. */
const toldDays = 40;
/** Changes within it are told of together. */
const gatherSeconds = 5;
/** What may be news. */
const WATCHED: readonly string[] = ['messages', 'corrections', 'schedules', 'time-records', 'everything'];

/** Removes what was told so long ago that none of it is news any more. */
export const forgetOldNews = ({ db, clock }: Services) =>
  forgetTold(db, new Date(clock.now().getTime() - toldDays * dayMs));

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
  await jobs.repeat(
    {
      name: 'old-push-news',
      retryDelaySeconds: 600,
      retryLimit: 5,
      work: () => forgetOldNews(services),
    },
    daily,
  );
  const isWatched = ({ tags }: Change) => tags.some((tag) => WATCHED.includes(tag));
  afterChanges(services, isWatched, async (companyIds) => {
    for (const companyId of await listCompanies(db, companyIds)) {
      await jobs.sendLater(db, tellQueueName, { companyId }, { key: companyId, seconds: gatherSeconds });
    }
  });
}
