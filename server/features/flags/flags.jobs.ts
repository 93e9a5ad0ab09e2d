import type { Services } from '#server/context.ts';
import { checkNewScans } from './flags.service.ts';

const everyFiveMinutes = '*/5 * * * *';

/** Makes flags of companies in which nobody reads them meanwhile. */
export async function startFlagJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'flags',
      // A failed run is not retried: the next one continues.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => checkNewScans(services),
    },
    everyFiveMinutes,
  );
}
