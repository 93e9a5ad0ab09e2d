import type { Services } from '#server/context.ts';
import { eraseExpiredRecords } from './retention.service.ts';

export async function startRetentionJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'retention',
      // A failed run is not retried: the next one continues.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => eraseExpiredRecords(services),
    },
    '50 * * * *',
  );
}
