import { randomUUID } from 'node:crypto';
import type { Employee } from '#contract/employees.ts';
import type { EndpointResponse } from '#contract/index.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context, PublicContext } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { hasEmail, type MailCompany, mailCompanyOf } from '#server/platform/mail/compose-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { newCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import { listActiveAdmins, lockCompany } from '../company/company.queries.ts';
import { deleteInvitation, insertInvitation } from '../identity/invitations.queries.ts';
import { endSessionsOf } from '../identity/sessions.queries.ts';
import {
  factsOf,
  haveSameMailbox,
  notifyOfAccountChange,
  requireProofOfChange,
  withinMailLimits,
} from './account-changes.ts';
import { credentialsMail, invitationMail } from './employees.emails.ts';
import { findEmployeeForUpdate, listEmployees, noteAccess } from './employees.queries.ts';

const linkMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes a link by which the person chooses how to sign in, once within seven days, and mails it if asked to. It ends the
 * link before. The link is of the address under which the caller reached us; a mail's never is.
 */
export async function giveLink(
  context: PublicContext,
  transaction: Db,
  company: MailCompany,
  person: Pick<Employee, 'id' | 'companyId' | 'firstName' | 'email'>,
  { send }: { send: boolean },
): Promise<EndpointResponse<'inviteEmployee'>> {
  const { clock, config, origin } = context;
  const { companyId, id: userId } = person;
  const { secret, hash } = newCompanySecret(companyId);
  const expiresAt = new Date(clock.now().getTime() + linkMs).toISOString();
  const invitation = { companyId, userId, id: randomUUID() };
  const at = clock.now().toISOString();
  await insertInvitation(transaction, { ...invitation, tokenHash: hash, expiresAt, at });
  if (send && hasEmail(person)) {
    const until = dateTimeText(expiresAt, company.language, company.timezone);
    const mail = invitationMail(config, company, person, { token: secret, until });
    await sendMail(context, transaction, companyId, { ...mail, invitation });
  }
  return { url: `${origin}${pathFor('invitation', company.language)}?token=${secret}`, expiresAt };
}

/** Mails the person, if they have an e-mail address, the password that was set for them. It ends a link. */
export async function givePassword(
  context: PublicContext,
  transaction: Db,
  company: MailCompany,
  person: Employee,
  password: string,
  occasion: 'welcome' | 'newPassword',
): Promise<void> {
  const { companyId, id: userId } = person;
  const invitation = { companyId, userId, id: randomUUID() };
  const at = context.clock.now().toISOString();
  await insertInvitation(transaction, { ...invitation, tokenHash: null, expiresAt: null, at });
  if (!hasEmail(person)) return;
  const mail = credentialsMail(context.config, company, person, { password, occasion });
  await sendMail(context, transaction, companyId, { ...mail, invitation });
}

/**
 * Makes a link for a person, which ends the one before, and mails it if asked to. For anybody but employees it takes the
 * viewer's proof, ends their sessions, and is announced to them and to all administrators (decisions.md §11). An employee is told
 * of a link that a manager has made.
 */
export const inviteEmployee: Handler<'inviteEmployee'> = async (context, { params: { id }, body }) => {
  const { db, viewer, scope, clock } = context;
  const { send = false, ...proof } = body ?? {};
  const hasProof = proof.currentPassword !== undefined;
  if (hasProof) await requireProofOfChange(context, proof);
  const invite = () =>
    db.transaction().execute(async (transaction) => {
      await lockCompany(transaction, viewer.companyId);
      const person = await findEmployeeForUpdate(transaction, viewer.companyId, id, scope);
      if (!person) throw new AppError('not_found');
      if (person.id === viewer.userId) throw new AppError('own_password');
      if (person.isOwner) throw new AppError('owner_only');
      if (person.role !== 'employee' && !hasProof) throw new AppError('proof_required');
      if (!person.isActive) throw new AppError('account_inactive');
      if (send && !hasEmail(person)) throw invalidField('send', 'email');
      const given = { by: viewer.userId, at: clock.now() };
      await noteAccess(transaction, { companyId: viewer.companyId, userId: person.id }, given);
      if (person.role !== 'employee') {
        await endSessionsOf(transaction, viewer.companyId, person.id);
        const admins = await listActiveAdmins(transaction, viewer.companyId);
        const others = admins.filter((admin) => !haveSameMailbox(admin, person));
        const facts = factsOf(context, person, { link: true });
        await notifyOfAccountChange(context, transaction, [person, ...others], facts);
      } else if (scope.kind !== 'all' && !send) {
        await notifyOfAccountChange(context, transaction, [person], factsOf(context, person, { link: true }));
      }
      return giveLink(context, transaction, mailCompanyOf(viewer), person, { send });
    });
  if (!send) return invite();
  const known = await findEmployeeForUpdate(db, viewer.companyId, id, scope);
  return known?.email ? withinMailLimits(context, known.email, invite) : invite();
};

export const revokeInvitation: Handler<'revokeInvitation'> = async ({ db, viewer }, { params: { id } }) => {
  await db.transaction().execute(async (transaction) => {
    const person = await findEmployeeForUpdate(transaction, viewer.companyId, id);
    if (!person) throw new AppError('not_found');
    await deleteInvitation(transaction, { companyId: viewer.companyId, userId: person.id });
  });
};

/**
 * Mails a new link to every active employee with an e-mail address who was given a link or a password and has not signed
 * in; with `userIds`, to those of them who have not signed in by one, and to those who were never given any. Stops at the
 * limits on mails; `left` are those who were not mailed for that.
 */
export const inviteEmployees: Handler<'inviteEmployees'> = async (context, { body }) => {
  const { db, viewer, scope } = context;
  const userIds = body?.userIds;
  const asked = userIds && new Set(userIds.map((id) => id.toLowerCase()));
  const done = asked ? ['accepted'] : ['none', 'accepted'];
  const awaited = (await listEmployees(db, viewer.companyId, scope)).filter(
    ({ id, role, isActive, email, invitation }) =>
      (!asked || asked.has(id)) &&
      role === 'employee' &&
      isActive &&
      email &&
      !done.includes(invitation.state),
  );
  return inviteAll(context, awaited);
};

/**
 * Makes a link for each of these people who is an active employee, to be printed and handed over. Each ends the one before.
 */
export const createInvitations: Handler<'createInvitations'> = async (context, { body: { userIds } }) => {
  const { db, viewer, scope, clock } = context;
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    const company = mailCompanyOf(viewer);
    const invitations: EndpointResponse<'createInvitations'>['invitations'] = [];
    for (const id of ids) {
      const person = await findEmployeeForUpdate(transaction, viewer.companyId, id, scope);
      if (!person) throw new AppError('not_found');
      if (person.role !== 'employee' || !person.isActive) continue;
      const given = { by: viewer.userId, at: clock.now() };
      await noteAccess(transaction, { companyId: viewer.companyId, userId: id }, given);
      const made = await giveLink(context, transaction, company, person, { send: false });
      invitations.push({ ...made, userId: id, firstName: person.firstName, lastName: person.lastName });
    }
    return { invitations, left: ids.length - invitations.length };
  });
};

/** Mails a link to each, as far as the limits on mails allow; `noteDone` hears how many were tried. */
export async function inviteAll(
  context: Context,
  people: Pick<Employee, 'id'>[],
  noteDone: (done: number) => void = () => undefined,
): Promise<EndpointResponse<'inviteEmployees'>> {
  let sent = 0;
  for (const [done, { id }] of people.entries()) {
    try {
      await inviteEmployee(context, { params: { id }, body: { send: true } });
      sent += 1;
    } catch (error) {
      // Signed in, deactivated or deleted meanwhile, or mailed too often today.
      if (!(error instanceof AppError)) throw error;
    }
    if (done % 10 === 0) noteDone(done);
  }
  return { sent, left: people.length - sent };
}
