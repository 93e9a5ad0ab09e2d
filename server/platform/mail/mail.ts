import { randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { type InvitationRef, isCurrent, noteDelivery } from '../invitations.queries.ts';
import type { JobQueue } from '../jobs.ts';

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  /** Files; their content is written in base64. */
  attachments?: { filename: string; contentType: string; encoding: 'base64'; content: string }[];
  /** Further header fields, by name. */
  headers?: Record<string, string>;
  /** What it gives its reader: whether it arrived is noted there, and it is not sent once something else was given. */
  invitation?: InvitationRef;
};

/** The durable queue of mails: a mail stays in the database until the SMTP server has accepted it. */
export const mailQueueName = { name: 'mail' };

/**
 * Whether the receiving server has refused this address or this mail for good (RFC 5321 §4.2.1), and not our own sign-in
 * to the server that sends for us.
 */
const isRefusal = ({ code, responseCode }: { code?: string; responseCode?: number }) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;

/**
 * The job that delivers mails: to `SMTP_URL` or, without it, to the table behind /dev/mailbox.
 * About 20 attempts over 15 hours, then the job stays in the queue as failed.
 */
export function mailQueue(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  db: Db,
  clock: Clock,
): JobQueue<Mail> {
  const transport = config.smtpUrl ? createTransport(config.smtpUrl, { from: config.mailFrom }) : undefined;
  const deliver = async (mail: Omit<Mail, 'invitation'>) => {
    if (transport) return transport.sendMail(mail);
    const { to: recipient, subject, html, text } = mail;
    return db.insertInto('devMail').values({ id: randomUUIDv7(), recipient, subject, html, text }).execute();
  };
  return {
    ...mailQueueName,
    retryDelaySeconds: 5,
    retryLimit: 20,
    async work({ invitation, ...mail }, { isLast }) {
      if (invitation && !(await isCurrent(db, invitation))) return;
      try {
        await deliver(mail);
      } catch (error) {
        if (invitation && (isLast || isRefusal(error as { code?: string; responseCode?: number }))) {
          await noteDelivery(db, invitation, 'undeliverable', clock.now());
        }
        throw error;
      }
      if (invitation) await noteDelivery(db, invitation, 'sent', clock.now());
    },
  };
}
