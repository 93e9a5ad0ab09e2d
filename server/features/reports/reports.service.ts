import type { EndpointRequest } from '#contract/index.ts';
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { dayRange, overlapMs, rangeOfDates } from '#domain/calendar.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import { byName } from '#domain/names.ts';
import { countedEnd } from '#domain/shifts.ts';
import { type CompanyContext, countingOf } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Day, findEntries, findFirstCheckIn, sumDays } from './reports.queries.ts';

/**
 * What one answer may hold: a year of a company of 60 people, or a month of 200 who each write several pages. More would
 * fill the server's memory.
 */
const most = { entries: 50_000, characters: 10_000_000 };

/**
 * Entries whose check-in falls on a day of the period, in company time, newest first (decisions.md §1); `overlapping`
 * adds those that began earlier and have time in it. Throws report_too_large.
 */
export async function reportTimeEntries(
  context: CompanyContext,
  {
    startDate,
    endDate,
    employeeId,
    locationId,
    select,
  }: Omit<EndpointRequest<'getTimeEntriesReport'>['query'], 'format'>,
): Promise<ReportedTimeEntry[]> {
  const { db, viewer, scope } = context;
  const range = rangeOfDates(startDate, endDate, viewer.timeZone);
  const only = { userId: employeeId, locationId };
  const counting = countingOf(context);
  const selection = { scope, range, select: select ?? 'begun', ...only };
  const found = await findEntries(db, viewer.companyId, selection, counting, most);
  if (!found) throw new AppError('report_too_large');
  return found
    .map((entry) => {
      const counted = { checkIn: entry.checkIn, checkOut: countedEnd(entry, counting) };
      return Object.assign(entry, { countedMs: overlapMs(counted, range, counting.now) });
    })
    .filter(({ checkIn, countedMs }) => countedMs > 0 || new Date(checkIn) >= range.start);
}

/** The hours inside each day of the period at each location, newest day first and then by location, split at local midnight, up to now (decisions.md §1). */
export async function reportDailySummaries(
  context: CompanyContext,
  { startDate, endDate }: Omit<EndpointRequest<'getDailySummariesReport'>['query'], 'format'>,
): Promise<DailySummary[]> {
  const { db, viewer, language } = context;
  const { timeZone } = viewer;
  const counting = countingOf(context);
  const { now } = counting;
  const firstCheckIn = await findFirstCheckIn(db, viewer.companyId);
  if (!firstCheckIn) return [];
  // A period may span centuries; days without any entry are skipped.
  const firstDay = dateIn(firstCheckIn, timeZone);
  const today = dateIn(now, timeZone);
  const lastDay = endDate < today ? endDate : today;
  const days: Day[] = [];
  for (let date = startDate > firstDay ? startDate : firstDay; date <= lastDay; date = addDays(date, 1)) {
    const range = dayRange(date, timeZone);
    // At exactly midnight the new day has no time in it yet.
    if (range.start < now) days.push({ date, ...range });
  }
  if (days.length === 0) return [];
  const order = byName(language);
  const sums = await sumDays(db, viewer.companyId, days, counting);
  return sums.toSorted(
    (a, b) => Number(a.date < b.date) - Number(a.date > b.date) || order(a.location, b.location),
  );
}
