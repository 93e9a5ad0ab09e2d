import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import type { Services } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import {
  insertHeldMail,
  listHeldRecipients,
  lockHeldMails,
  mustWait,
  takeHeldMails,
} from './held-mail.queries.ts';
import { type Mail, mailQueueName } from './mail.ts';

/** Mails that one company may have waiting. */
const maxHeld = 500;

type Sender = Pick<Services, 'jobs' | 'secretBox' | 'clock'>;

const ownerOfMail = (companyId: string) => `held mail ${companyId}`;

/**
 * Sends a mail of a company, in the caller's transaction. Until the company's owner has confirmed their e-mail address,
 * mails to anybody else are held, at most 500, and leave with the confirmation; or are dropped, if they make no sense
 * later. Returns whether it leaves now. Throws email_unconfirmed if too many are waiting.
 */
export async function sendMail(
  { jobs, secretBox, clock }: Sender,
  db: Db,
  companyId: string,
  mail: Mail,
  { late }: { late: 'hold' | 'drop' } = { late: 'hold' },
): Promise<boolean> {
  // Its people do not exist, and its visitors must not make us mail anybody.
  if (companyId === SHARED_DEMO_COMPANY_ID) return false;
  const isHeld = () => mustWait(db, companyId, mail.to);
  if (await isHeld()) {
    if (late === 'drop') return false;
    await lockHeldMails(db, companyId, 'holder');
    // Confirmed while this one waited for the lock, perhaps.
    if (await isHeld()) {
      await holdMail({ secretBox, clock }, db, companyId, mail);
      return false;
    }
  }
  await jobs.send(db, mailQueueName, mail);
  return true;
}

async function holdMail(
  { secretBox, clock }: Omit<Sender, 'jobs'>,
  db: Db,
  companyId: string,
  mail: Mail,
): Promise<void> {
  if ((await listHeldRecipients(db, companyId)).length >= maxHeld) throw new AppError('email_unconfirmed');
  await insertHeldMail(db, {
    companyId,
    recipient: mail.to,
    sealed: await secretBox.seal(JSON.stringify(mail), ownerOfMail(companyId)),
    createdAt: clock.now().toISOString(),
  });
}

/**
 * Sends the mails that were held, after the company was marked as confirmed in the same transaction. Those sealed with another SECRET_KEY are lost.
 */
export async function releaseHeldMails(
  { jobs, secretBox, log }: Pick<Services, 'jobs' | 'secretBox' | 'log'>,
  db: Db,
  companyId: string,
): Promise<void> {
  await lockHeldMails(db, companyId, 'release');
  for (const sealed of await takeHeldMails(db, companyId)) {
    const text = await secretBox.open(sealed, ownerOfMail(companyId));
    if (text === null) log.error('a held mail cannot be opened: SECRET_KEY has changed since it was stored');
    else await jobs.send(db, mailQueueName, { ...JSON.parse(text), wasHeld: true });
  }
}
