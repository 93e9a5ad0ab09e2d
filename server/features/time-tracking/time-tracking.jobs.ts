import type { Services } from '#server/context.ts';
import { sendMissingCheckOutMails } from './missing-check-outs.service.ts';

const everyFiveMinutes = '*/5 * * * *';

/** The mails to those who forgot to check out. */
export async function startTimeTrackingJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'missing-check-outs',
      // Each run finds out itself what is due, so one that failed needs no second try.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => sendMissingCheckOutMails(services),
    },
    everyFiveMinutes,
  );
}
