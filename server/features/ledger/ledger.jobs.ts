import type { Services } from '#server/context.ts';
import { sendLedgerDigests } from './daily-digest.service.ts';

// In every time zone a quarter of an hour begins with the morning.
const quarterHourly = '*/15 * * * *';

/** The ledgers' seals, and the daily digest of each. */
export async function startLedgerJobs(services: Services): Promise<void> {
  await services.jobs.repeat(
    {
      name: 'ledger-digests',
      // Each run processes everything that is due, so a failed run is not retried.
      retryDelaySeconds: 60,
      retryLimit: 0,
      work: () => sendLedgerDigests(services),
    },
    quarterHourly,
  );
}
