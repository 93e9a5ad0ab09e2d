import type { Services } from '#server/context.ts';
import { eraseDeletedCompanies } from './company-deletion.service.ts';

export async function startCompanyDeletionJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'company-erasure',
      // A failed run is not retried: the next one continues.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => eraseDeletedCompanies(services),
    },
    '40 * * * *',
  );
}
