import { fullName } from '#domain/names.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { hasEmail } from '#server/platform/mail/compose-mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { securityMail } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { listActiveAdmins } from '../company/company.queries.ts';
import { deletePasskeysOf } from '../identity/passkeys.queries.ts';
import { deleteSecondFactor } from '../identity/proof.queries.ts';
import { requireChangeProof } from '../identity/proof.ts';
import { endSessionsOf } from '../identity/sessions.queries.ts';
import { findEmployeeForUpdate, noteAccess } from './employees.queries.ts';

/**
 * For an employee who has lost their phone: removes the second factor and the passkeys, ends the sessions and notifies
 * them, unless they are deactivated. Of an administrator it takes the viewer's proof, and all administrators are told.
 */
export const resetSecondFactor: Handler<'resetSecondFactor'> = async (
  context,
  { params: { id }, body: proof },
) => {
  const { db, viewer, clock, throttle } = context;
  const hasProof = proof?.currentPassword !== undefined;
  if (hasProof) await requireChangeProof(context, proof);
  await throttle.take('accountChange', viewer.companyId);
  await db.transaction().execute(async (transaction) => {
    const employee = await findEmployeeForUpdate(transaction, viewer.companyId, id);
    if (!employee) throw new AppError('not_found');
    if (employee.id === viewer.userId) throw new AppError('own_account');
    if (employee.isOwner) throw new AppError('owner_only');
    const isAdmin = employee.role !== 'employee';
    if (isAdmin && !hasProof) throw new AppError('proof_required');
    const person = { companyId: viewer.companyId, userId: employee.id };
    await deleteSecondFactor(transaction, person);
    await deletePasskeysOf(transaction, person);
    await endSessionsOf(transaction, viewer.companyId, employee.id);
    await noteAccess(transaction, person, { by: viewer.userId, at: clock.now() });
    if (isAdmin) {
      const account = translator(viewer.companyLanguage)('mail:account');
      const facts = [{ label: account, value: nameInMail(fullName(employee)) }];
      for (const admin of await listActiveAdmins(transaction, viewer.companyId)) {
        if (admin.email === employee.email) continue;
        const mail = securityMail(context, admin, 'adminReset', facts);
        await sendMail(context, transaction, viewer.companyId, mail);
      }
    }
    if (!employee.isActive || !hasEmail(employee)) return;
    const mail = securityMail(context, employee, 'secondFactorReset');
    await sendMail(context, transaction, viewer.companyId, mail);
  });
};
