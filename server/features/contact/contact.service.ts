import type { EndpointRequest } from '#contract/index.ts';
import type { PublicContext } from '#server/context.ts';
import { mailQueueName } from '#server/platform/mail/mail.ts';
import { contactMail } from './contact.emails.ts';

/**
 * Mails a visitor's message to the support address. A message with the honeypot field filled in is discarded, with the
 * same response. Throws too_many_requests.
 */
export async function sendContactMessage(
  { db, jobs, throttle, address, config, language }: PublicContext,
  { website, ...message }: EndpointRequest<'sendContactMessage'>['body'],
): Promise<void> {
  await throttle.take('contact', address);
  if (website !== null) return;
  await jobs.send(db, mailQueueName, contactMail({ ...message, to: config.supportEmail, language }));
}
