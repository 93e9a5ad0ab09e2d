import { randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Db } from '../database/database.ts';
import type { JobQueue } from '../jobs.ts';

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  /** Files; their content is written in base64. */
  attachments?: { filename: string; contentType: string; encoding: 'base64'; content: string }[];
};

/** The durable queue of mails: a mail stays in the database until the SMTP server has accepted it. */
export const mailQueueName = { name: 'mail' };

/**
 * The job that delivers mails: to `SMTP_URL` or, without it, to the table behind /dev/mailbox.
 * About 20 attempts over 15 hours, then the job stays in the queue as failed.
 */
export function mailQueue(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db): JobQueue<Mail> {
  const transport = config.smtpUrl ? createTransport(config.smtpUrl, { from: config.mailFrom }) : undefined;
  return {
    ...mailQueueName,
    retryDelaySeconds: 5,
    retryLimit: 20,
    async work(mail) {
      if (transport) {
        await transport.sendMail(mail);
        return;
      }
      const { to: recipient, subject, html, text } = mail;
      await db.insertInto('devMail').values({ id: randomUUIDv7(), recipient, subject, html, text }).execute();
    },
  };
}
