import type { Services } from '#server/context.ts';
import { customerOf, type RefreshJob, refreshQueueName } from '#server/platform/billing/billing.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { newCompanySecret, readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import { listActiveAdmins, updateCompany } from '../company/company.queries.ts';
import { requireOwner } from '../identity/proof.ts';
import { endSessionsOfCompany } from '../identity/sessions.queries.ts';
import { cancelForDeletion } from '../subscription/billing.service.ts';
import { companyDeletedMail } from './company-deletion.emails.ts';
import * as queries from './company-deletion.queries.ts';

const undoDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

const plain = (text: string) => text.normalize('NFC').trim();

/**
 * Cancels the subscription, signs everybody out and marks the company to be erased in 30 days; every administrator
 * gets a link that undoes it.
 */
export const deleteCompany: Handler<'deleteCompany'> = async (
  context,
  { body: { companyName, ...proof } },
) => {
  const { db, viewer, clock, t, language } = context;
  if (plain(companyName) !== plain(viewer.companyName)) {
    throw invalidField('companyName', 'companyNameMismatch');
  }
  await requireOwner(context, proof);

  const hasCancelled = await cancelForDeletion(context, viewer.companyId);
  const { secret: token, hash } = newCompanySecret(viewer.companyId);
  const dueAt = new Date(clock.now().getTime() + undoDays * dayMs).toISOString();
  await db.transaction().execute(async (transaction) => {
    await updateCompany(transaction, viewer.companyId, {
      deletionDueAt: dueAt,
      deletionTokenHash: hash,
      resumeOnRestore: hasCancelled,
    });
    await endSessionsOfCompany(transaction, viewer.companyId);
    for (const admin of await listActiveAdmins(transaction, viewer.companyId)) {
      const mail = companyDeletedMail(context, admin, { dueAt, token });
      await sendMail(context, transaction, viewer.companyId, mail);
    }
  });
  context.changes.publish({ companyId: viewer.companyId, tags: ['everything'] });
  context.session.end();
  const date = dateTimeText(dueAt, language, viewer.timeZone);
  return { message: t('answers:companyDeleted', { date }), deletionDueAt: dueAt };
};

/** Undoes a deletion by the link in the mail. */
export const restoreCompany: Handler<'restoreCompany'> = async (
  { db, clock, jobs, throttle, address, identify, t },
  { body: { token } },
) => {
  await throttle.take('restoreCompany', address);
  const company = await db.transaction().execute(async (transaction) => {
    const now = clock.now().toISOString();
    const secret = readCompanySecret(token);
    const found = secret && (await queries.findDeletedCompanyByToken(transaction, secret, now));
    if (!found) throw new AppError('restore_token_invalid');
    identify({ companyId: found.id });
    await updateCompany(transaction, found.id, {
      deletionDueAt: null,
      deletionTokenHash: null,
      resumeOnRestore: false,
    });
    await jobs.send<RefreshJob>(transaction, refreshQueueName, {
      companyId: found.id,
      resume: found.resumeOnRestore,
    });
    return found;
  });
  return { message: t('answers:companyRestored', { company: company.name }) };
};

/** Erases every company whose restore period is over, and its customer at the provider. */
export async function eraseDeletedCompanies({ db, clock, billing, log }: Services): Promise<void> {
  const now = clock.now().toISOString();
  for (const { id } of await queries.listCompaniesToErase(db, now)) {
    await db
      .transaction()
      .execute(async (transaction) => {
        const company = await queries.findCompanyToErase(transaction, id, now);
        if (!company) return;
        const customerId = customerOf(billing, company);
        if (customerId !== null) await billing.eraseCustomer(customerId);
        await queries.eraseCompany(transaction, id);
      })
      .then(
        () => log.info({ companyId: id }, 'company erased'),
        (err: unknown) => log.error({ err, companyId: id }, 'company could not be erased'),
      );
  }
}
