import { startOfDay } from '#domain/calendar.ts';
import { dateIn } from '#domain/dates.ts';
import { keptFrom } from '#domain/retention.ts';
import type { Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { translator } from '#server/platform/i18n.ts';
import * as queries from './retention.queries.ts';

const batchSize = 1_000;

/**
 * Erases, company by company, what is older than it keeps: in its first hour of a year, in the company's zone, what the
 * retention ended for with the last one, and whatever earlier runs have left (docs/decisions/0040-erasure.md).
 */
export async function eraseExpiredRecords({ db, clock, log }: Services): Promise<void> {
  const now = clock.now();
  await queries.noteDepartures(db, now);
  for (const company of await queries.listCompanies(db, now)) {
    await eraseOf(db, company, now).then(
      (erased) => erased && log.info({ companyId: company.id, ...erased }, 'records erased'),
      (err: unknown) => log.error({ err, companyId: company.id }, 'records could not be erased'),
    );
  }
}

/** Undefined when nothing is due, or the settings have changed meanwhile: the next run does what they say then. */
async function eraseOf(db: Db, company: queries.RetainingCompany, now: Date) {
  const date = keptFrom(dateIn(now, company.timezone), company.retentionYears);
  if (company.erasedBefore !== null && company.erasedBefore >= date) return undefined;
  const before = startOfDay(date, company.timezone);
  const { id: companyId, retentionFrom, retentionYears } = company;
  /** Under the settings as they are, and of those who are away still: whoever comes back meanwhile stays. */
  const held = <Result>(act: (transaction: Db, due: queries.Due) => Promise<Result>) =>
    db.transaction().execute(async (transaction) => {
      if (!(await queries.holdRetention(transaction, company, now))) return undefined;
      const departed = await queries.listDeparted(transaction, companyId, before);
      return act(transaction, { companyId, date, before, ofAll: retentionFrom === 'record', departed });
    });
  /** Portion by portion, each in a transaction of its own, so that nobody waits for long. */
  const inPortions = async (erase: (transaction: Db, due: queries.Due) => Promise<number>) => {
    for (let count = 0; ; ) {
      const erased = await held(erase);
      if (erased === undefined) return undefined;
      count += erased;
      if (erased < batchSize) return count;
    }
  };

  const timeEntries = await inPortions((transaction, due) =>
    queries.deleteTimeEntries(transaction, due, batchSize),
  );
  if (timeEntries === undefined) return undefined;
  let others = 0;
  for (const table of queries.otherTables) {
    const deleted = await inPortions((transaction, due) =>
      queries.deleteFrom(transaction, due, table, batchSize),
    );
    if (deleted === undefined) return undefined;
    others += deleted;
  }
  const ledgerRecords = await inPortions((transaction, due) =>
    queries.eraseLedger(transaction, due, { retentionYears, now, limit: batchSize }),
  );
  if (ledgerRecords === undefined) return undefined;
  return held(async (transaction, due) => {
    const name = translator(company.language)('employees:former');
    const people = await queries.eraseUsers(transaction, due, { name, now });
    await queries.markErased(transaction, companyId, date);
    return { before: date, timeEntries, others, ledgerRecords, people };
  });
}
