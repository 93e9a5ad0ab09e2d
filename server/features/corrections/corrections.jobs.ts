import type { Services } from '#server/context.ts';
import { correctionDigestQueueName, sendCorrectionDigest } from './corrections.service.ts';

/** Mails correction requests together that follow soon after one that was mailed at once. */
export async function startCorrectionJobs(services: Services): Promise<void> {
  await services.jobs.start<{ companyId: string; since: string }>({
    ...correctionDigestQueueName,
    retryDelaySeconds: 60,
    retryLimit: 5,
    work: (digest) => sendCorrectionDigest(services, digest),
  });
}
