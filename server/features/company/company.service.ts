import { isDeepStrictEqual } from 'node:util';
import type { CompanySettings } from '#contract/company.ts';
import { canonicalTimeZone } from '#domain/calendar.ts';
import { fullName } from '#domain/names.ts';
import { ERASURE_GRACE_DAYS, isShorter } from '#domain/retention.ts';
import { type RefreshJob, refreshQueueName } from '#server/platform/billing/billing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { companyEmailChangedMail, retentionShorterMail } from './company.emails.ts';
import {
  findCompany,
  insertFormerTimeZone,
  listActiveAdmins,
  listDigestRecipients,
  lockCompany,
  takeCompanyCode,
  updateCompany as writeCompany,
} from './company.queries.ts';
import { noteDigestChange } from './digest-recipients.service.ts';

const dayMs = 24 * 60 * 60 * 1000;

async function readSettings(db: Db, companyId: string): Promise<CompanySettings> {
  const company = await findCompany(db, companyId);
  if (!company) throw new AppError('not_found');
  return company;
}

/** The settings whose changes the ledger records. */
const factsFor = ({
  timezone,
  longestShiftHours,
  lateScanHours,
  noticeDays,
  graceMinutes,
  retentionYears,
  retentionFrom,
}: CompanySettings) => ({
  timezone,
  longestShiftHours,
  lateScanHours,
  noticeDays,
  graceMinutes,
  retentionYears,
  retentionFrom,
});

/** Gives the company a new code for sign-in; the old one ends at once. Sessions stay. */
export const renewCompanyCode: Handler<'renewCompanyCode'> = async (context) => {
  const { db, viewer, throttle } = context;
  // Of the same count as new codes of locations, ten times as dear.
  await throttle.take('codeRenewal', viewer.companyId, 10);
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    const code = await takeCompanyCode(transaction, viewer.companyId);
    await writeCompany(transaction, viewer.companyId, { code });
    return readSettings(transaction, viewer.companyId);
  });
};

/** What the payment provider knows of a company. */
const contactOf = ({ name, email }: CompanySettings) => ({ name, email });

const digestOf = ({ sendsDigest, digestRecipients }: CompanySettings) => ({ sendsDigest, digestRecipients });

/** The company's own data and settings; to a program without the ids that the payment provider gave it. */
export const getCompany: Handler<'getCompany'> = async ({ db, viewer }) => {
  const settings = await readSettings(db, viewer.companyId);
  return 'userId' in viewer
    ? settings
    : { ...settings, providerCustomerId: null, providerSubscriptionId: null };
};

/**
 * Changes the company's data and settings. Changes of how time is counted, and of how long records are kept, go into the
 * ledger. After the retention was shortened nothing is erased for 30 days, and every administrator is notified.
 * A changed e-mail address of the company is told to the old one, and by a job to the payment provider.
 */
export const updateCompany: Handler<'updateCompany'> = async (context, { body: input }) => {
  const { db, viewer, clock, throttle, jobs } = context;
  const { companyId } = viewer;
  const timezone = input.timezone && canonicalTimeZone(input.timezone);
  if (timezone === null) throw invalidField('timezone', 'timeZone');
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    await context.refuseIfChanged(transaction);
    const before = await readSettings(transaction, companyId);
    const now = clock.now();
    if (input.email && input.email !== before.email) {
      await throttle.take('emailChange', companyId);
      const mail = companyEmailChangedMail(context, before.email, input.email);
      await sendMail(context, transaction, companyId, mail);
    }
    const digestTo = await listDigestRecipients(transaction, companyId);
    await writeCompany(transaction, companyId, { ...input, timezone });
    const after = await readSettings(transaction, companyId);
    if (!isDeepStrictEqual(contactOf(before), contactOf(after))) {
      await jobs.send<RefreshJob>(transaction, refreshQueueName, { companyId, hasNewContact: true });
    }
    if (after.timezone !== before.timezone) {
      await insertFormerTimeZone(transaction, companyId, before.timezone, now);
    }
    if (!isDeepStrictEqual(digestOf(before), digestOf(after))) {
      // Each change is mailed to addresses that the company names.
      await throttle.take('digestChange', companyId);
      const act = { companyId, actorId: viewer.userId, actorName: fullName(viewer) };
      await noteDigestChange(context, transaction, act, digestTo);
    }
    if (isShorter(after, before)) {
      const erasureNotBefore = new Date(now.getTime() + ERASURE_GRACE_DAYS * dayMs).toISOString();
      await writeCompany(transaction, companyId, { erasedBefore: null, erasureNotBefore });
      for (const admin of await listActiveAdmins(transaction, companyId)) {
        const mail = retentionShorterMail(context, admin, erasureNotBefore);
        await sendMail(context, transaction, companyId, mail);
      }
    }
    if (!isDeepStrictEqual(factsFor(before), factsFor(after))) {
      await appendToLedger(transaction, companyId, {
        kind: 'settings-changed',
        actorId: viewer.userId,
        at: now,
        why: { before: factsFor(before), after: factsFor(after) },
      });
    }
    return readSettings(transaction, companyId);
  });
};
