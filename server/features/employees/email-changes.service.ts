import { randomBytes } from 'node:crypto';
import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { generateTemporaryPassword } from '#domain/passwords.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { hasEmail, mailCompanyOf } from '#server/platform/mail/compose-mail.ts';
import { mailQueueName } from '#server/platform/mail/mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { withNotices } from '#server/platform/mail/refused-mail.ts';
import { securityMail } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { newCompanySecret, readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  findCompany,
  listActiveAdmins,
  listDigestRecipients,
  lockCompany,
} from '../company/company.queries.ts';
import { confirmCompany, markCompanyConfirmed } from '../company/confirmation.service.ts';
import { noteDigestChange } from '../company/digest-recipients.service.ts';
import { deletePasskeysOf } from '../identity/passkeys.queries.ts';
import { hashPassword } from '../identity/passwords.ts';
import { deleteSecondFactor } from '../identity/proof.queries.ts';
import { endSessionsOf } from '../identity/sessions.queries.ts';
import * as queries from './email-changes.queries.ts';
import { confirmEmailMail } from './employees.emails.ts';
import { findEmployeeForUpdate, noteAccess, updateUser } from './employees.queries.ts';
import { giveLink, givePassword } from './invitations.service.ts';

/** Days in which the old address can undo a change, and the new one can be confirmed (decisions.md §11). */
const undoDays = 7;
const endOfUndo = (now: Date) => new Date(now.getTime() + undoDays * 24 * 60 * 60 * 1000).toISOString();

/**
 * Asks the new address to confirm the change, and tells the old one, if there is one, how to undo it; until it is confirmed
 * the old one is valid. `facts` describe further changes.
 */
export async function requestEmailChange(
  context: Context,
  transaction: Db,
  person: Employee,
  newEmail: string,
  facts: { label: string; value: string }[],
): Promise<void> {
  const { viewer, clock, jobs, config } = context;
  const owner = { companyId: viewer.companyId, userId: person.id };
  if (await queries.isEmailTaken(transaction, owner, newEmail)) throw new AppError('email_taken');
  const confirm = newCompanySecret(viewer.companyId);
  const undo = newCompanySecret(viewer.companyId);
  await queries.insertEmailChange(transaction, {
    ...owner,
    requestedBy: viewer.userId,
    confirmHash: confirm.hash,
    undoHash: undo.hash,
    oldEmail: person.email,
    newEmail,
    createdAt: clock.now().toISOString(),
    expiresAt: endOfUndo(clock.now()),
  });
  const language = viewer.companyLanguage;
  const t = translator(language);
  const toNew = withNotices(
    config,
    mailCompanyOf(viewer),
    hasEmail(viewer) ? [viewer] : [],
    confirmEmailMail(config, mailCompanyOf(viewer), { ...person, email: newEmail }, confirm.secret),
  );
  // It is by this mail that the owner of an unconfirmed company confirms a corrected address.
  if (person.isOwner) await jobs.send(transaction, mailQueueName, toNew);
  else await sendMail(context, transaction, viewer.companyId, toNew);
  if (!hasEmail(person)) return;
  const toOld = securityMail(context, person, 'emailChanged', facts, {
    label: t('mail:keepEmail'),
    page: 'undoEmailChange',
    query: { token: undo.secret },
  });
  await sendMail(context, transaction, viewer.companyId, toOld);
}

/**
 * Confirms the company of an owner who follows the link sent at sign-up. Otherwise makes the new address count, ends the
 * person's sessions and voids the secrets mailed to the old one: somebody who has not chosen a password yet gets a link to.
 */
export const confirmEmail: Handler<'confirmEmail'> = async (context, { body: { token } }) => {
  const { db, clock, throttle, address, identify } = context;
  await throttle.take('resetPassword', address);
  const secret = readCompanySecret(token);
  if (secret && (await confirmCompany(context, secret.companyId, token))) return;
  await db.transaction().execute(async (transaction) => {
    const now = clock.now();
    const change = secret && (await queries.findEmailChange(transaction, secret, 'confirmHash', now));
    if (!change) throw new AppError('email_link_invalid');
    const { companyId, userId, newEmail, requestedBy } = change;
    await lockCompany(transaction, companyId);
    const person = await findEmployeeForUpdate(transaction, companyId, userId);
    const expiresAt = endOfUndo(now);
    const confirmed = { confirmedAt: now.toISOString(), expiresAt };
    if (!person || !(await queries.markConfirmed(transaction, secret, confirmed))) {
      throw new AppError('email_link_invalid');
    }
    identify({ companyId, userId });
    const digestTo = await listDigestRecipients(transaction, companyId);
    await updateUser(transaction, companyId, userId, {
      email: newEmail,
      ...(person.mustChangePassword && { passwordHash: null }),
    });
    await queries.freeFormerEmails(transaction, { companyId, userId });
    await endSessionsOf(transaction, companyId, userId);
    if (requestedBy !== userId)
      await noteAccess(transaction, { companyId, userId }, { by: requestedBy, at: now });
    await noteDigestChange(context, transaction, { companyId, actorId: requestedBy }, digestTo);
    if (person.isOwner) await markCompanyConfirmed(context, transaction, companyId);
    const company = await findCompany(transaction, companyId);
    if (!company || !person.mustChangePassword || !person.isActive) return;
    await giveLink(context, transaction, company, { ...person, email: newEmail }, { send: true });
  });
};

/**
 * Makes the old address count again, voids this change and all later ones, ends the person's sessions and tells all
 * administrators. Whoever had the
 * account meanwhile keeps no way in: after a confirmed change the person gets a temporary password by e-mail, and passkeys and
 * a second factor added since are removed.
 */
export const undoEmailChange: Handler<'undoEmailChange'> = async (context, { body: { token } }) => {
  const { db, clock, throttle, address, identify, config } = context;
  await throttle.take('resetPassword', address);
  const secret = readCompanySecret(token);
  const password = generateTemporaryPassword(randomBytes);
  const passwordHash = secret ? await hashPassword(password) : '';
  await db.transaction().execute(async (transaction) => {
    const change = secret && (await queries.findEmailChange(transaction, secret, 'undoHash', clock.now()));
    if (!change?.oldEmail) throw new AppError('email_link_invalid');
    const { companyId, userId, oldEmail, createdAt } = change;
    const owner = { companyId, userId };
    await lockCompany(transaction, companyId);
    const person = await findEmployeeForUpdate(transaction, companyId, userId);
    const undone = person && (await queries.deleteEmailChangesSince(transaction, change));
    if (!undone) throw new AppError('email_link_invalid');
    identify(owner);
    const digestTo = await listDigestRecipients(transaction, companyId);
    await endSessionsOf(transaction, companyId, userId);
    if (undone.wasConfirmed) {
      await updateUser(transaction, companyId, userId, {
        email: oldEmail,
        passwordHash,
        mustChangePassword: true,
      });
      await deletePasskeysOf(transaction, owner, createdAt);
      await deleteSecondFactor(transaction, owner, createdAt);
    }
    await queries.freeFormerEmails(transaction, owner);
    await noteDigestChange(context, transaction, { companyId, actorId: null }, digestTo);
    const company = await findCompany(transaction, companyId);
    if (!company) return;
    const t = translator(company.language);
    const facts = [
      { label: t('mail:account'), value: nameInMail(fullName(person)) },
      { label: t('mail:email'), value: oldEmail },
    ];
    for (const admin of await listActiveAdmins(transaction, companyId)) {
      const mail = securityMail({ config, clock, company }, admin, 'emailChangeUndone', facts);
      await sendMail(context, transaction, companyId, mail);
    }
    if (!undone.wasConfirmed || !person.isActive) return;
    await givePassword(
      context,
      transaction,
      company,
      { ...person, email: oldEmail },
      password,
      'newPassword',
    );
  });
};
