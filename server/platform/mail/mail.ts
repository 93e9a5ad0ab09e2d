import { randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Db } from '../database/database.ts';
import type { JobQueue } from '../jobs.ts';

export type Mail = { to: string; subject: string; html: string; text: string; replyTo?: string };

/** The durable outbox: a mail waits in the database until the SMTP server has taken it. */
export const mailQueueName = { name: 'mail' };

/**
 * The job that hands mails over: to `SMTP_URL`, or, where there is none, to the table behind /dev/mailbox.
 * About 20 tries over 15 hours, then the job stays failed in the queue.
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
