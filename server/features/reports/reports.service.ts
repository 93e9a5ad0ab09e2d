import type { EndpointRequest } from '#contract/index.ts';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { dayRange, rangeOfDates } from '#domain/calendar.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import { type CompanyContext, countingOf } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type Day,
  findEntriesBegun,
  findFirstCheckIn,
  measureEntriesBegun,
  sumDays,
} from './reports.queries.ts';

/**
 * What one answer may hold: a year of a company of 60 people, or a month of 200 who each write several pages. More would
 * fill the server's memory.
 */
const maxEntries = 50_000;
const maxCharacters = 10_000_000;

/**
 * Entries whose check-in falls on a day of the period, in company time, newest first (decisions.md §1).
 * Throws report_too_large.
 */
export async function reportTimeEntries(
  context: CompanyContext,
  { startDate, endDate, employeeId, locationId }: EndpointRequest<'getTimeEntriesReport'>['query'],
): Promise<TimeEntry[]> {
  const { db, viewer } = context;
  const range = rangeOfDates(startDate, endDate, viewer.timeZone);
  const only = { userId: employeeId, locationId };
  const { entries, characters } = await measureEntriesBegun(db, viewer.companyId, range, only);
  if (entries > maxEntries || characters > maxCharacters) throw new AppError('report_too_large');
  return findEntriesBegun(db, viewer.companyId, range, only, countingOf(context));
}

/** What lies inside each day of the period at each location, split at local midnight, up to now (decisions.md §1). */
export async function reportDailySummaries(
  context: CompanyContext,
  { startDate, endDate }: EndpointRequest<'getDailySummariesReport'>['query'],
): Promise<DailySummary[]> {
  const { db, viewer } = context;
  const { timeZone } = viewer;
  const counting = countingOf(context);
  const { now } = counting;
  const firstCheckIn = await findFirstCheckIn(db, viewer.companyId);
  if (!firstCheckIn) return [];
  // A period may be asked for that reaches over centuries; days without any entry need no look.
  const firstDay = dateIn(firstCheckIn, timeZone);
  const today = dateIn(now, timeZone);
  const lastDay = endDate < today ? endDate : today;
  const days: Day[] = [];
  for (let date = startDate > firstDay ? startDate : firstDay; date <= lastDay; date = addDays(date, 1)) {
    const range = dayRange(date, timeZone);
    // At midnight sharp the new day has no time in it yet.
    if (range.start < now) days.push({ date, ...range });
  }
  return days.length === 0 ? [] : sumDays(db, viewer.companyId, days, counting);
}
