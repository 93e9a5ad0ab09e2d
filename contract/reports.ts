import * as z from 'zod/mini';
import { calendarDate, id, instant } from './fields.ts';
import { timeEntryWithReports } from './time-tracking.ts';

export const endNotBeforeStart = z.refine<{ startDate: string; endDate: string }>(
  (query) => query.startDate <= query.endDate,
  { error: 'dateOrder', path: ['endDate'] },
);

const period = { startDate: calendarDate, endDate: calendarDate };

export const reportedTimeEntry = z.extend(timeEntryWithReports, {
  /**
   * Milliseconds of the entry inside the period, an open entry counted up to now; 0 where it needs attention. Those of
   * all entries that overlap the period add up to its daily summaries.
   */
  countedMs: z.number(),
});
export type ReportedTimeEntry = z.infer<typeof reportedTimeEntry>;

export const dailySummary = z.object({
  /** Derived from location and date, so always the same. */
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
  /**
   * Entries whose check-in falls on a day of the period, newest first; both dates in company time, inclusive. With
   * `select=overlapping` also those that began earlier and have time in the period.
   */
  getTimeEntriesReport: {
    query: z
      .object({
        ...period,
        employeeId: z.optional(id),
        locationId: z.optional(id),
        select: z.optional(z.enum(['begun', 'overlapping'], 'invalid')),
      })
      .check(endNotBeforeStart),
    response: z.array(reportedTimeEntry),
  },
  /** Hours inside each day of the period at each location, split at local midnight. */
  getDailySummariesReport: {
    query: z.object(period).check(endNotBeforeStart),
    response: z.array(dailySummary),
  },
} as const;
