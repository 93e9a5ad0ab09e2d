import { startOfDay } from '#domain/calendar.ts';
import { dateIn, timeIn } from '#domain/dates.ts';
import type { Services } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { sealLedger } from '#server/platform/ledger/ledger.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { listDigestRecipients, noteDigest } from '../company/company.queries.ts';
import { digestMail } from './ledger.emails.ts';
import * as queries from './ledger.queries.ts';

const pageSize = 1000;
const morning = '07:00';

/** The last record's number and hash. */
export const getLedgerDigest: Handler<'getLedgerDigest'> = async ({ db, viewer }) => {
  await sealLedger(db, viewer.companyId);
  return queries.findDigest(db, viewer.companyId);
};

/** The company's records after the one of this number, up to 1000, as lines of the file that can be verified. */
export const listLedger: Handler<'listLedger'> = async ({ db, viewer }, { query }) => {
  const after = Number(query.after ?? 0);
  await sealLedger(db, viewer.companyId);
  const found = await queries.listLines(db, viewer.companyId, after, pageSize + 1);
  const page = found.slice(0, pageSize);
  return {
    lines: page.map(({ line }) => line),
    nextAfter: found.length > pageSize ? (page.at(-1)?.seq ?? null) : null,
  };
};

/** The history of a time entry, deleted or not. Throws not_found, also for an entry of somebody outside the scope. */
export const getTimeEntryHistory: Handler<'getTimeEntryHistory'> = async (
  { db, viewer, scope },
  { params: { id } },
) => {
  const events = await queries.listEvents(db, viewer.companyId, scope, { column: 'timeEntryId', id });
  if (events.length === 0) throw new AppError('not_found');
  if (scope.kind !== 'own') return events;
  // Employees do not learn an administrator's address.
  return events.map((event) => ({ ...event, actor: event.actor && { ...event.actor, nameTag: null } }));
};

const shownChanges = 200;

/** The newest 200 changes about a person, newest first. Throws not_found for somebody outside the scope. */
export const listEmployeeHistory: Handler<'listEmployeeHistory'> = async (
  { db, viewer, scope },
  { params: { id } },
) => {
  const { companyId } = viewer;
  if (!(await queries.isPersonIn(db, companyId, scope, id))) throw new AppError('not_found');
  return queries.listEvents(db, companyId, scope, { column: 'userId', id, newest: shownChanges });
};

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
