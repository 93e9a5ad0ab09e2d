import type { Employee } from '#contract/employees.ts';
import type { Role } from '#contract/policy.ts';
import { fullName } from '#domain/names.ts';
import { PLANS } from '#domain/plans.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hasEmail } from '#server/platform/mail/compose-mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { securityMail } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { mailboxOf } from '#server/platform/throttle.ts';
import { requireChangeProof } from '../identity/proof.ts';

/* What changes of accounts have in common: proof, limits, and who is told. */

/** E-mail addresses that differ only in case are the same (decisions.md §4). */
export const haveSameMailbox = (a: { email: string | null }, b: { email: string | null }) =>
  a.email?.toLowerCase() === b.email?.toLowerCase();

/** What happened to an account as a whole. */
export type AccountState = 'created' | 'activated' | 'deactivated' | 'deleted';

/** `requireChangeProof`, and the limit on changes that all administrators are told of. */
export async function requireProofOfChange(
  context: Context,
  proof: { currentPassword?: string | undefined; code?: string | undefined },
): Promise<void> {
  await requireChangeProof(context, proof);
  await context.throttle.take('accountChange', context.viewer.companyId);
}

/** What a mail says of a change of how an account is opened, or of what it may do. */
export function factsOf(
  { viewer }: Context,
  person: Employee,
  changes: { email?: string | null; role?: Role; password?: boolean; link?: boolean; state?: AccountState },
) {
  const t = translator(viewer.companyLanguage);
  return [
    { label: t('mail:account'), value: nameInMail(fullName(person)) },
    ...(changes.email ? [{ label: t('mail:newEmail'), value: changes.email }] : []),
    ...(changes.email === null ? [{ label: t('mail:email'), value: t('mail:emailRemoved') }] : []),
    ...(changes.link ? [{ label: t('mail:invitation'), value: t('mail:invitationMade') }] : []),
    ...(changes.role ? [{ label: t('mail:role'), value: t(`common:roles.${changes.role}`) }] : []),
    ...(changes.password ? [{ label: t('mail:password'), value: t('mail:passwordReplaced') }] : []),
    ...(changes.state ? [{ label: t('mail:state'), value: t(`mail:states.${changes.state}`) }] : []),
  ];
}

/** Mails the recipients, of whom some may have no e-mail address, how an account was changed. */
export async function notifyOfAccountChange(
  context: Context,
  transaction: Db,
  recipients: { firstName: string; email: string | null }[],
  facts: { label: string; value: string }[],
): Promise<void> {
  for (const to of recipients.filter(hasEmail)) {
    const mail = securityMail(context, to, 'accountChanged', facts);
    await sendMail(context, transaction, context.viewer.companyId, mail);
  }
}

/**
 * Runs `act`, which mails credentials to this recipient, within the limits per recipient and, by the size of its plan, per
 * company. What fails does not count; a later deletion takes nothing back. The limits are asked outside the transaction,
 * which would hold a connection while it waits for another.
 */
export async function withinMailLimits<T>(
  { throttle, viewer }: Context,
  email: string,
  act: () => Promise<T>,
): Promise<T> {
  const recipient = mailboxOf(email);
  const { maxEmployees } = PLANS[viewer.subscription.plan];
  const points = Math.floor(300 / (maxEmployees + 20));
  await throttle.take('invitationCompany', viewer.companyId, points);
  await throttle.take('invitationRecipient', recipient);
  try {
    return await act();
  } catch (error) {
    await throttle.giveBack('invitationCompany', viewer.companyId, points);
    await throttle.giveBack('invitationRecipient', recipient);
    throw error;
  }
}
