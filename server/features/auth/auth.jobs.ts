import type { Services } from '#server/context.ts';
import type { JobQueue } from '#server/platform/jobs.ts';
import { passwordResetQueueName, sendTemporaryPassword } from './auth.service.ts';

/** Looks the account up and mails it, away from the request, whose time must not tell whether it exists. */
export function passwordResetQueue(services: Services): JobQueue<{ email: string; origin: string }> {
  return {
    ...passwordResetQueueName,
    retryDelaySeconds: 2,
    retryLimit: 5,
    work: (request) => sendTemporaryPassword(services, request),
  };
}
