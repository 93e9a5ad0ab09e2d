import type { Services } from '#server/context.ts';
import { eraseExpiredRecords } from './retention.service.ts';

export async function startRetentionJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'retention',
      // Each run finds out itself what is due, so one that failed needs no second try.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => eraseExpiredRecords(services),
    },
    '50 * * * *',
  );
}
