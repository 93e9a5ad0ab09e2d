import type { CompanySettings } from '#contract/company.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { isTimeZone } from '#domain/calendar.ts';
import type { CompanyContext, Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { findCompany, lockCompany, updateCompany } from './company.queries.ts';

async function readSettings(db: Db, companyId: string): Promise<CompanySettings> {
  const company = await findCompany(db, companyId);
  if (!company) throw new AppError('not_found');
  return company;
}

/** The company's own data and settings. */
export async function getCompany({ db, viewer }: CompanyContext): Promise<CompanySettings> {
  return readSettings(db, viewer.companyId);
}

/**
 * Changes them. What decides how time is counted goes into the ledger when it changes. Throws validation_failed (no time
 * zone).
 */
export async function updateCompanySettings(
  { db, viewer, clock }: Context,
  input: EndpointRequest<'updateCompany'>['body'],
): Promise<CompanySettings> {
  const { companyId } = viewer;
  if (!isTimeZone(input.timezone)) throw invalidField('timezone', 'timeZone');
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await readSettings(transaction, companyId);
    await updateCompany(transaction, companyId, input);
    const counted = ({ timezone, longestShiftHours }: CompanySettings) => ({ timezone, longestShiftHours });
    if (before.timezone !== input.timezone || before.longestShiftHours !== input.longestShiftHours) {
      await appendToLedger(transaction, companyId, {
        kind: 'settings-changed',
        actorId: viewer.userId,
        at: clock.now(),
        why: { before: counted(before), after: counted(await readSettings(transaction, companyId)) },
      });
    }
    return readSettings(transaction, companyId);
  });
}
