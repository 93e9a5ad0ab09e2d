import type { Services } from '#server/context.ts';
import { withNotices } from '#server/platform/mail/refused-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { everything } from '#server/platform/scope.ts';
import { type ApprovedMonth, monthApprovedQueue } from '../months/months.jobs.ts';
import { markMailed } from '../months/months.queries.ts';
import { readSettings } from './sheet-settings.service.ts';
import { monthMail } from './sheets.emails.ts';
import { findCompanyViewer, findReaders, listCorrections } from './sheets.queries.ts';
import { approvedMonthFiles } from './sheets.service.ts';

/** Bytes of a mail's files: many mail servers take no more than 10 MB, and base64 adds a third. */
const MAX_BYTES = 7_000_000;

/**
 * Mails an approved month to the addresses of the settings once nobody's is open any more. The ledger says to whom once the mail
 * has left; whoever approved the month is mailed if an address is refused.
 */
export async function startSheetJobs(services: Services): Promise<void> {
  await services.jobs.start({
    ...monthApprovedQueue,
    retryDelaySeconds: 60,
    retryLimit: 5,
    atOnce: 1,
    work: (approved: ApprovedMonth) => mailMonth(services, approved),
  });
}

/**
 * Does nothing while somebody's month is not approved: the next approval is another job. A job that runs again sends nothing;
 * a month that was unlocked and approved anew is sent anew.
 */
export async function mailMonth(services: Services, { companyId, month }: ApprovedMonth): Promise<void> {
  const { db, clock, config } = services;
  const viewer = await findCompanyViewer(db, companyId);
  const { accountants } = await readSettings(db, companyId);
  if (!viewer || accountants.length === 0) return;
  const files = await services.read(companyId, (replica) =>
    approvedMonthFiles({ db: replica, clock, viewer, scope: everything }, month),
  );
  if (!files) return;
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const company = { language: viewer.companyLanguage, name: viewer.companyName, timezone: viewer.timeZone };
  await db.transaction().execute(async (transaction) => {
    const at = clock.now();
    const approvers = await markMailed(transaction, companyId, month, at);
    if (approvers.length === 0) return;
    const askedBy = await findReaders(transaction, companyId, approvers);
    const corrections = await listCorrections(transaction, companyId, month, at);
    for (const email of accountants) {
      const sent = { month, files: bytes > MAX_BYTES ? [] : files, corrections };
      const mail = monthMail(config, company, email, sent);
      const told = withNotices(config, company, askedBy, mail);
      await sendMail(services, transaction, companyId, { ...told, month: { companyId, month } });
    }
  });
}
