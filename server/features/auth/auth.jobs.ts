import type { Services } from '#server/context.ts';
import { deleteExpiredSessions } from '#server/platform/sessions.ts';
import { deleteExpiredResetTokens } from './auth.queries.ts';
import { passwordResetQueueName, sendTemporaryPassword } from './auth.service.ts';

/** Removes sessions and temporary passwords whose time is over. */
export async function removeExpiredSecrets({ db, clock, log }: Services): Promise<void> {
  const sessions = await deleteExpiredSessions(db, clock.now());
  const temporaryPasswords = await deleteExpiredResetTokens(db, clock.now());
  log.info({ sessions, temporaryPasswords }, 'expired secrets removed');
}

export async function startAuthJobs(services: Services): Promise<void> {
  // Looks the account up and mails it, away from the request, whose time must not tell whether it exists.
  await services.jobs.start<{ email: string; origin: string }>({
    ...passwordResetQueueName,
    retryDelaySeconds: 2,
    retryLimit: 5,
    work: (request) => sendTemporaryPassword(services, request),
  });
  await services.jobs.repeat(
    {
      name: 'expired-secrets',
      retryDelaySeconds: 600,
      retryLimit: 5,
      work: () => removeExpiredSecrets(services),
    },
    '25 3 * * *',
  );
}
