import type { Services } from '#server/context.ts';
import { listCompanies } from './push.queries.ts';
import { type Delivery, deliver, deliveryQueueName, tellQueueName } from './push.service.ts';
import { tellCompany } from './tell.service.ts';

const everyFiveMinutes = '*/5 * * * *';
/** Changes within it are told of together. */
const gatherSeconds = 5;
/** What may be news. */
const WATCHED: readonly string[] = ['messages', 'corrections', 'schedules', 'time-records', 'everything'];

/** Tells people on their devices what has changed for them, soon after it has, and what has become due. */
export async function startPushJobs(services: Services): Promise<void> {
  const { db, jobs, changes } = services;
  await jobs.start<Delivery>({
    ...deliveryQueueName,
    retryDelaySeconds: 30,
    retryLimit: 6,
    work: (delivery) => deliver(services, delivery),
  });
  // One server that follows a company is enough: it hears of the changes that the others make.
  const followed = new Map<string, () => void>();
  const askedAt = new Map<string, number>();
  const follow = (companyId: string) => {
    if (followed.has(companyId)) return;
    const stop = changes.subscribe(companyId, (change) => {
      const isWatched = change === 'missed' || change.tags.some((tag) => WATCHED.includes(tag));
      const asked = askedAt.get(companyId) ?? 0;
      if (!isWatched || Date.now() - asked < (gatherSeconds - 1) * 1000) return;
      askedAt.set(companyId, Date.now());
      jobs
        .sendLater(db, tellQueueName, { companyId }, { key: companyId, seconds: gatherSeconds })
        // The next run finds it.
        .catch(() => undefined);
    });
    followed.set(companyId, stop);
  };
  await jobs.start<{ companyId: string }>({
    ...tellQueueName,
    // The next run tells what a failed one did not.
    retryDelaySeconds: 60,
    retryLimit: 0,
    atOnce: 2,
    async work({ companyId }) {
      follow(companyId);
      await tellCompany(services, companyId);
    },
  });
  await jobs.repeat(
    {
      name: 'push-news-due',
      retryDelaySeconds: 60,
      retryLimit: 0,
      async work() {
        const companies = new Set(await listCompanies(db));
        for (const [companyId, stop] of followed) {
          if (companies.has(companyId)) continue;
          stop();
          followed.delete(companyId);
        }
        for (const companyId of companies) {
          await jobs.send(db, tellQueueName, { companyId });
        }
      },
    },
    everyFiveMinutes,
  );
}
