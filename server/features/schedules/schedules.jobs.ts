import type { Services } from '#server/context.ts';
import { sendNotHereMails } from './not-here.service.ts';

const everyFiveMinutes = '*/5 * * * *';

/** Tells managers who has not come to a planned shift. */
export async function startScheduleJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'not-here',
      // The next run finds whom a failed one did not tell of.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => sendNotHereMails(services),
    },
    everyFiveMinutes,
  );
}
