import type { EndpointRequest } from '#contract/index.ts';
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { rangeOfDates } from '#domain/calendar.ts';
import { byName } from '#domain/names.ts';
import { type CompanyContext, settledCounting } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { readPage } from '#server/platform/http/pages.ts';
import { readCountedTime } from '../time-entries/counted-time.queries.ts';
import { findEntries, sumDays } from './reports.queries.ts';

/**
 * What one answer may hold: a year of a company of 60 people, or a month of 200 who each write several pages. More would
 * fill the server's memory.
 */
const most = { entries: 50_000, characters: 10_000_000 };

/**
 * Entries whose check-in falls on a day of the period, in company time, newest first (decisions.md §1); `overlapping`
 * adds others with time on its dates.
 */
export async function reportTimeEntries(
  context: CompanyContext,
  {
    startDate,
    endDate,
    employeeId,
    locationId,
    select,
    ...page
  }: Omit<EndpointRequest<'getTimeEntriesReport'>['query'], 'format' | 'sort' | 'direction'>,
): Promise<ReportedTimeEntry[]> {
  const { db, viewer, scope } = context;
  const { companyId, timeZone } = viewer;
  const period = { start: startDate, end: endDate };
  const range = rangeOfDates(startDate, endDate, timeZone);
  const counting = await settledCounting(context);
  const only = { userId: employeeId, locationId };
  const selection = { companyId, scope, period, range, select: select ?? 'begun', ...only };
  const found = await readPage(
    context,
    page,
    async (asked) => {
      const entries = await findEntries(db, selection, counting, most, asked);
      if (!entries) throw new AppError('report_too_large');
      return entries;
    },
    ({ checkIn, id }) => [checkIn, id],
  );
  const ids = found.map(({ id }) => id);
  const countedOf = await readCountedTime(db, companyId, ids, counting, period);
  const begins = (checkIn: string) => new Date(checkIn) >= range.start && new Date(checkIn) < range.end;
  return found
    .map((entry) => Object.assign(entry, countedOf(entry.id)))
    .filter(({ checkIn, countedMs }) => countedMs > 0 || begins(checkIn));
}

/** The working time on each day of the period at each location, newest day first and then by location, up to now. */
export async function reportDailySummaries(
  context: CompanyContext,
  { startDate, endDate }: Pick<EndpointRequest<'getDailySummariesReport'>['query'], 'startDate' | 'endDate'>,
): Promise<DailySummary[]> {
  const { db, viewer, language } = context;
  const counting = await settledCounting(context);
  const period = { start: startDate, end: endDate };
  const order = byName(language);
  const sums = await sumDays(db, viewer.companyId, period, counting);
  return sums.toSorted(
    (a, b) => Number(a.date < b.date) - Number(a.date > b.date) || order(a.location, b.location),
  );
}
