import { randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Services } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import type { JobQueue } from '../jobs.ts';
import { appendToLedger } from '../ledger/ledger.ts';

type InvitationRef = { companyId: string; userId: string; id: string };

/** What the queue asks of invitations, which it does not know. */
type Invitations = {
  /** Undefined once something else was given. */
  stateOf: (db: Db, invitation: InvitationRef) => Promise<string | undefined>;
  noteDelivery: (
    db: Db,
    invitation: InvitationRef,
    delivery: 'sent' | 'undeliverable',
    at: Date,
  ) => Promise<void>;
};

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
  /** It waited for the owner's confirmation: an invitation is not sent either once it was used, when the password may be another. */
  wasHeld?: true;
  /** An approved month: the ledger gets a record of the address once the mail has left or was refused. */
  month?: { companyId: string; month: string };
  /** Sent to whoever asked for this mail if it is refused, or taken at no attempt. */
  ifRefused?: Mail[];
};

/** The durable queue of mails: a mail stays in the database until the SMTP server has accepted it. */
export const mailQueueName = { name: 'mail' };

/**
 * Whether the receiving server has refused this address or this mail for good (RFC 5321 §4.2.1), and not our own sign-in
 * to the server that sends for us.
 */
const isRefusal = ({ code, responseCode }: { code: string | undefined; responseCode: number | undefined }) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;

/**
 * The job that delivers mails: to `SMTP_URL` or, without it, to the table behind /dev/mailbox.
 * About 20 attempts over 15 hours, then the job stays in the queue as failed.
 */
export function mailQueue(
  {
    config,
    db,
    clock,
    jobs,
    changes,
    log,
  }: Pick<Services, 'config' | 'db' | 'clock' | 'jobs' | 'changes' | 'log'>,
  invitations: Invitations,
): JobQueue<Mail> {
  const transport = config.smtpUrl ? createTransport(config.smtpUrl, { from: config.mailFrom }) : undefined;
  const deliver = async (mail: Omit<Mail, 'invitation' | 'wasHeld' | 'month' | 'ifRefused'>) => {
    if (transport) return transport.sendMail(mail);
    const { to: recipient, subject, html, text } = mail;
    return db.insertInto('devMail').values({ id: randomUUIDv7(), recipient, subject, html, text }).execute();
  };
  return {
    ...mailQueueName,
    retryDelaySeconds: 5,
    retryLimit: 20,
    async work({ invitation, wasHeld, month, ifRefused = [], ...mail }, { isLast }) {
      if (invitation) {
        const state = await invitations.stateOf(db, invitation);
        if (!state || (wasHeld && state === 'accepted')) return;
      }
      const note = async (hasLeft: boolean) => {
        await db.transaction().execute(async (transaction) => {
          const at = clock.now();
          if (invitation) {
            await invitations.noteDelivery(transaction, invitation, hasLeft ? 'sent' : 'undeliverable', at);
          }
          if (month) {
            await appendToLedger(transaction, month.companyId, {
              kind: 'month-sent',
              actorId: null,
              at,
              why: { month: month.month, [hasLeft ? 'to' : 'refused']: [mail.to] },
            });
          }
          if (hasLeft) return;
          for (const notice of ifRefused) await jobs.send(transaction, mailQueueName, notice);
        });
        const companyId = invitation?.companyId ?? month?.companyId;
        if (companyId) changes.publish({ companyId, tags: [invitation ? 'employees' : 'months'] });
      };
      try {
        await deliver(mail);
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        const isRefused = isRefusal({ code, responseCode });
        if (isLast || isRefused) await note(false);
        // Said once, and not tried again: the records would contradict each other.
        if (isRefused && (month || ifRefused.length > 0)) {
          log.warn({ queue: mailQueueName.name, code, responseCode }, 'a mail was refused');
          return;
        }
        throw error;
      }
      if (invitation || month) await note(true);
    },
  };
}
