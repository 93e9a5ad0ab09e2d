import * as z from 'zod/mini';
import { calendarDate, id, instant } from './fields.ts';
import { timeEntryWithReports } from './time-tracking.ts';

export const endNotBeforeStart = z.refine<{ startDate: string; endDate: string }>(
  (query) => query.startDate <= query.endDate,
  { error: 'dateOrder', path: ['endDate'] },
);

const period = { startDate: calendarDate, endDate: calendarDate };

export const dailySummary = z.object({
  /** Derived from the location and the date, so always the same. */
  id: z.guid(),
  companyId: id,
  locationId: id,
  date: calendarDate,
  totalHours: z.number(),
  uniqueEmployees: z.number(),
  createdAt: instant,
  location: z.object({ name: z.string() }),
});
export type DailySummary = z.infer<typeof dailySummary>;

export const reportsEndpoints = {
  /** Entries whose check-in falls on a day of the period, newest first; both dates in company time, inclusive. 409 `report_too_large`. */
  getTimeEntriesReport: {
    query: z
      .object({ ...period, employeeId: z.optional(id), locationId: z.optional(id) })
      .check(endNotBeforeStart),
    response: z.array(timeEntryWithReports),
  },
  /** Hours that lie inside each day of the period at each location, split at local midnight. */
  getDailySummariesReport: {
    query: z.object(period).check(endNotBeforeStart),
    response: z.array(dailySummary),
  },
} as const;
