import type { Services } from '#server/context.ts';
import { settleAllCompanies } from './entry-hours.service.ts';

const everyFiveMinutes = '*/5 * * * *';

/** Keeps the working time of companies up to date that nobody reads, so that the next reader does not wait. */
export async function startHoursJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'settle-hours',
      // A failed run is not retried: the next one continues.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => settleAllCompanies(services),
    },
    everyFiveMinutes,
  );
}
