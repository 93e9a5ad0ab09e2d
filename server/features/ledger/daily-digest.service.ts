import { startOfDay } from '#domain/calendar.ts';
import { dateIn, timeIn } from '#domain/dates.ts';
import type { Services } from '#server/context.ts';
import { sealLedger } from '#server/platform/ledger/ledger.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { listDigestRecipients, noteDigest } from '../company/company.queries.ts';
import { digestMail } from './ledger.emails.ts';
import * as queries from './ledger.queries.ts';

const morning = '07:00';

/**
 * Seals the new records of every company. From 7:00 in the company's time zone the recipients of its digest are mailed,
 * once a day and only if there are new records, how many were added before midnight, and the number and hash of the last
 * of them.
 */
export async function sendLedgerDigests(services: Services): Promise<void> {
  const { db, clock, config } = services;
  const now = clock.now();
  for (const companyId of await queries.listToSeal(db)) await sealLedger(db, companyId);
  for (const company of await queries.listDigestCompanies(db)) {
    const { timezone } = company;
    const today = dateIn(now, timezone);
    if (company.digestOn === today || timeIn(now, timezone) < morning) continue;
    await db.transaction().execute(async (transaction) => {
      const digest = await queries.findDigest(transaction, company.id, startOfDay(today, timezone));
      const recipients = await listDigestRecipients(transaction, company.id);
      if (digest.seq <= company.digestSeq || recipients.length === 0) return;
      if (!(await noteDigest(transaction, company.id, company.digestSeq, { seq: digest.seq, on: today })))
        return;
      for (const to of recipients) {
        const mail = digestMail(config, company, to, digest);
        await sendMail(services, transaction, company.id, mail);
      }
    });
  }
}
