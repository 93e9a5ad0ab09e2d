import type { PublicContext, Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { listHeldRecipients } from '#server/platform/mail/held-mail.queries.ts';
import { mailQueueName } from '#server/platform/mail/mail.ts';
import { releaseHeldMails } from '#server/platform/mail/send-mail.ts';
import { companySecretOf } from '#server/platform/secrets/company-secret.ts';
import { isSameSecret } from '#server/platform/secrets/same-secret.ts';
import type { SecretBox } from '#server/platform/secrets/secret-box.ts';
import { mailboxOf } from '#server/platform/throttle.ts';
import { confirmCompanyMail } from './company.emails.ts';
import { findCompany, findOwner, lockCompany, updateCompany } from './company.queries.ts';

/**
 * The secret of the link that confirms the owner's address. Made of the address and the installation's key, so that
 * the links of all mails work until then, and none after the address was changed.
 */
async function secretFor(secretBox: SecretBox, companyId: string, email: string): Promise<string> {
  const hash = await secretBox.hash(`confirm company ${companyId} ${email.toLowerCase()}`);
  return companySecretOf(companyId, Buffer.from(hash, 'base64url'));
}

/** Mails the owner the link by which they confirm their address. */
export async function sendConfirmationLink(
  { jobs, secretBox, config }: Pick<Services, 'jobs' | 'secretBox' | 'config'>,
  db: Db,
  companyId: string,
): Promise<void> {
  const [company, owner] = [await findCompany(db, companyId), await findOwner(db, companyId)];
  if (!company || !owner) return;
  const token = await secretFor(secretBox, companyId, owner.email);
  await jobs.send(db, mailQueueName, confirmCompanyMail(config, company, owner, token));
}

/**
 * Confirms the company with the token of the owner's link, and sends the mails that were held until then. May be
 * repeated. False for another token.
 */
export async function confirmCompany(
  context: PublicContext,
  companyId: string,
  token: string,
): Promise<boolean> {
  const { db, secretBox, identify } = context;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const owner = await findOwner(transaction, companyId);
    if (!owner || !isSameSecret(token, await secretFor(secretBox, companyId, owner.email))) return false;
    identify({ companyId, userId: owner.id });
    await markCompanyConfirmed(context, transaction, companyId);
    return true;
  });
}

/** Stores that the owner's address is confirmed and sends the held mails; does nothing if it was before. */
export async function markCompanyConfirmed(
  services: Pick<Services, 'jobs' | 'secretBox' | 'log' | 'clock'>,
  transaction: Db,
  companyId: string,
): Promise<void> {
  const company = await findCompany(transaction, companyId);
  if (!company || company.confirmedAt !== null) return;
  await updateCompany(transaction, companyId, { confirmedAt: services.clock.now().toISOString() });
  await releaseHeldMails(services, transaction, companyId);
}

/** Whether the owner has confirmed their address, and which mails wait for it. */
export const getConfirmation: Handler<'getConfirmation'> = async ({ db, viewer }) => {
  const owner = await findOwner(db, viewer.companyId);
  const recipients = await listHeldRecipients(db, viewer.companyId);
  return {
    isConfirmed: viewer.companyIsConfirmed,
    email: owner?.email ?? '',
    waiting: recipients.length,
    recipients: [...new Set(recipients)],
  };
};

/** Mails the owner the link again, 5 times a day to one mailbox; nothing once the address is confirmed. */
export const resendConfirmation: Handler<'resendConfirmation'> = async (context) => {
  const { db, viewer, throttle } = context;
  if (viewer.companyIsConfirmed) return;
  const owner = await findOwner(db, viewer.companyId);
  await throttle.take('confirmationLink', mailboxOf(owner?.email ?? ''));
  await sendConfirmationLink(context, db, viewer.companyId);
};
