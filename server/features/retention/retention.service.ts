import { startOfDay } from '#domain/calendar.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import { keptFrom } from '#domain/retention.ts';
import { validOn } from '#domain/work-rules.ts';
import type { Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { updateCompany } from '../company/company.queries.ts';
import { eraseUsers } from '../employees/employees.queries.ts';
import { readCompanyTime } from '../work-rules/work-rules.service.ts';
import * as queries from './retention.queries.ts';

const batchSize = 1_000;

/**
 * Erases the records of each company that are past its retention, which ends with the calendar year in the company's
 * time zone; also what earlier runs left behind (docs/decisions/0040-erasure.md).
 */
export async function eraseExpiredRecords({ db, clock, log, changes, settleHours }: Services): Promise<void> {
  const now = clock.now();
  for (const company of await queries.listCompanies(db, now)) {
    try {
      const erased = await eraseOf(db, company, now);
      if (!erased) continue;
      // The working time computed from what was erased goes with it.
      await settleHours(company.id);
      log.info({ companyId: company.id, ...erased }, 'records erased');
      changes.publish({ companyId: company.id, tags: ['everything'] });
    } catch (err) {
      log.error({ err, companyId: company.id }, 'records could not be erased');
    }
  }
}

/** Undefined if nothing is due or the settings have changed since; the next run uses the new ones. */
async function eraseOf(db: Db, company: queries.RetainingCompany, now: Date) {
  const date = keptFrom(dateIn(now, company.timezone), company.retentionYears);
  if (company.erasedBefore !== null && company.erasedBefore >= date) return undefined;
  const before = startOfDay(date, company.timezone);
  const { id: companyId, retentionFrom, retentionYears } = company;
  let atFirst: Set<string> | undefined;
  /**
   * Reads again who has left, and locks the settings, so that nobody who comes back meanwhile is erased. Whoever is found only
   * after the first batch waits until next year instead of being erased in part.
   */
  const held = <Result>(act: (transaction: Db, due: queries.Due) => Promise<Result>) =>
    db.transaction().execute(async (transaction) => {
      if (!(await queries.holdRetention(transaction, company, now))) return undefined;
      const found = await queries.listDeparted(transaction, companyId, before);
      atFirst ??= new Set(found);
      const departed = found.filter((id) => atFirst?.has(id));
      const { rules } = await readCompanyTime(transaction, { companyId, timeZone: company.timezone });
      const { shiftGap } = validOn(rules, addDays(date, -1));
      const ofAll = retentionFrom === 'record';
      return act(transaction, { companyId, date, before, ofAll, shiftGap, departed });
    });
  /** Each batch in a transaction of its own, so that locks are short. */
  const inBatches = async (erase: (transaction: Db, due: queries.Due) => Promise<number>) => {
    for (let count = 0; ; ) {
      const erased = await held(erase);
      if (erased === undefined) return undefined;
      count += erased;
      if (erased < batchSize) return count;
    }
  };

  const timeEntries = await inBatches((transaction, due) =>
    queries.deleteTimeEntries(transaction, due, batchSize),
  );
  if (timeEntries === undefined) return undefined;
  let others = 0;
  for (const table of queries.otherTables) {
    const deleted = await inBatches((transaction, due) =>
      queries.deleteExpired(transaction, due, table, batchSize),
    );
    if (deleted === undefined) return undefined;
    others += deleted;
  }
  const ledgerRecords = await inBatches((transaction, due) =>
    queries.eraseLedger(transaction, due, { retentionYears, now, limit: batchSize }),
  );
  if (ledgerRecords === undefined) return undefined;
  return held(async (transaction, due) => {
    const name = translator(company.language)('employees:former');
    const people = await eraseUsers(transaction, companyId, due.departed, { name, now });
    await updateCompany(transaction, companyId, { erasedBefore: date });
    return { before: date, timeEntries, others, ledgerRecords, people };
  });
}
