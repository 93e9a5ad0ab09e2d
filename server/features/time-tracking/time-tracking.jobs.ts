import type { Services } from '#server/context.ts';
import { sendMissingCheckOutMails } from './missing-check-outs.service.ts';

const everyFiveMinutes = '*/5 * * * *';

/** Reminds people who forgot to check out. */
export async function startTimeTrackingJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'missing-check-outs',
      // A failed run is not retried: the next one continues.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => sendMissingCheckOutMails(services),
    },
    everyFiveMinutes,
  );
}
