import { addDays, dateIn, monthOf, previousMonthOf } from '#domain/dates.ts';
import { settledCounting } from '#server/context.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { type MonthRange, rangeOfMonth } from '../time-entries/month-bounds.queries.ts';
import * as queries from './months.queries.ts';

/** How many of their months a person sees. */
const shownMonths = 36;

/** The viewer's own months from their first entry on, the latest first. */
export const listOwnMonths: Handler<'listOwnMonths'> = async (context) => {
  const { db, viewer, scope, clock } = context;
  const { companyId, userId, timeZone } = viewer;
  const first = await queries.findFirstCheckIn(db, companyId, userId);
  if (!first) return [];
  const now = clock.now();
  const firstDay = monthOf(dateIn(first, timeZone)).start;
  // A month that was approved in another time zone may hold the first entry, or have ended before its end here.
  const earliest = previousMonthOf(firstDay).start;
  const ranges: MonthRange[] = [];
  let day = addDays(monthOf(dateIn(now, timeZone)).end, 1);
  while (day >= earliest && ranges.length < shownMonths + 1) {
    ranges.push(rangeOfMonth(day.slice(0, 7), timeZone));
    day = previousMonthOf(day).start;
  }
  const found = await queries.listMonths(
    db,
    companyId,
    scope,
    ranges,
    userId,
    await settledCounting(context),
  );
  return found
    .filter(({ month, entries, ms }) => `${month}-01` >= firstDay || entries > 0 || ms > 0)
    .filter(({ startsAt }) => Date.parse(startsAt) <= now.getTime())
    .slice(0, shownMonths);
};
