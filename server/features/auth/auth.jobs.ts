import type { Services } from '#server/context.ts';
import type { DirectoryEntry } from '#server/platform/database/directory.ts';
import { deleteExpiredRequests } from '#server/platform/http/idempotency.queries.ts';
import { deleteExpiredEmailChanges } from '../employees/email-changes.queries.ts';
import { guessingQueueName } from '../employees/pins.service.ts';
import { deleteExpiredResetTokens } from '../identity/reset-tokens.queries.ts';
import { deleteExpiredSessions } from '../identity/sessions.queries.ts';
import { deleteExpiredPairings } from '../kiosks/kiosks.queries.ts';
import {
  lockoutQueueName,
  passwordResetQueueName,
  sendGuessingNotice,
  sendLockoutNotice,
  sendTemporaryPassword,
} from './auth.service.ts';

/** Deletes expired sessions, temporary passwords, changes of e-mail addresses, pairing codes of kiosks and kept answers. */
export async function removeExpiredSecrets({ db, clock, log }: Services): Promise<void> {
  const sessions = await deleteExpiredSessions(db, clock.now());
  const temporaryPasswords = await deleteExpiredResetTokens(db, clock.now());
  const emailChanges = await deleteExpiredEmailChanges(db, clock.now());
  const pairings = await deleteExpiredPairings(db, clock.now());
  const answers = await deleteExpiredRequests(db, clock.now());
  log.info({ sessions, temporaryPasswords, emailChanges, pairings, answers }, 'expired secrets removed');
}

export async function startAuthJobs(services: Services): Promise<void> {
  // Outside the request, whose duration would otherwise reveal whether the account exists.
  await services.jobs.start<{ email: string }>({
    ...passwordResetQueueName,
    retryDelaySeconds: 2,
    retryLimit: 5,
    work: (request) => sendTemporaryPassword(services, request),
  });
  await services.jobs.start<DirectoryEntry>({
    ...lockoutQueueName,
    retryDelaySeconds: 2,
    retryLimit: 5,
    work: (notice) => sendLockoutNotice(services, notice),
  });
  await services.jobs.start<{ companyId: string }>({
    ...guessingQueueName,
    retryDelaySeconds: 2,
    retryLimit: 5,
    work: (notice) => sendGuessingNotice(services, notice),
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
