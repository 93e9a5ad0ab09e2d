import * as z from 'zod/mini';
import { type DatePeriod, isDate, monthOf } from '#domain/dates.ts';
import { CSV } from '#domain/media-types.ts';
import { deletionInput, ENTRY_ERRORS, timeEntryChanges, timeEntryInput } from './corrections.ts';
import { del, get, post, put } from './endpoint.ts';
import { calendarDate, id, idParams, instant, personName } from './fields.ts';
import { endNotBeforeStart } from './reports.ts';
import {
  countedTime,
  SCAN_ACTIONS,
  scanSource,
  singleTimeEntry,
  timeEntry,
  workBreak,
} from './time-tracking.ts';

const figures = {
  ms: z.number(),
  /** `ms` in hours, and as screens show it: summed first, then rounded half up once. */
  hours: z.number(),
  oneDecimal: z.number(),
  twoDecimals: z.number(),
  /** Unpaid breaks, which are no part of `ms`. */
  breakMs: z.number(),
};

/** The part of an entry that stands on a day, from check-in to check-out. */
const part = z.object({
  timeEntryId: id,
  start: instant,
  end: instant,
  /** The zone's UTC offset at both instants, as `+03:00`; they differ where the clocks changed in between. */
  startOffset: z.string(),
  endOffset: z.string(),
  /** The working time in it, and the unpaid breaks. */
  ms: z.number(),
  breakMs: z.number(),
  /** The entry has another part before, or after this one: split at local midnight. */
  beganEarlier: z.boolean(),
  wentOn: z.boolean(),
});

/** One scan as received. */
const rawScan = z.object({
  action: z.enum(SCAN_ACTIONS),
  source: scanSource,
  location: z.object({ name: z.string() }),
  /** The instant that counts. */
  effectiveAt: instant,
  receivedAt: instant,
  /**
   * For an offline scan: when it was made, by the server's clock as the phone estimated it, and what the phone's clock
   * showed.
   */
  scannedAt: z.nullable(instant),
  deviceAt: z.nullable(instant),
  /** The manager who made it for the person; null: the person did. */
  madeBy: z.nullable(z.object(personName)),
});

const explainedEntry = z.extend(timeEntry, {
  ...countedTime,
  scans: z.array(rawScan),
  breaks: z.array(workBreak),
  /** Why the entry counts no hours, or null. */
  notCounted: z.nullable(z.enum(['needs-attention', 'rejected'])),
});

/**
 * Which total is explained: `days`, the working time of the period's dates; `month`, that of each person's month, in the time
 * zone of its approval if there is one (the period is that month).
 */
const MEASURES = ['days', 'month'] as const;

/** How a total was computed: its days, their parts, the entries behind them and the scans behind those. */
export const hoursExplanation = z.object({
  startDate: calendarDate,
  endDate: calendarDate,
  /** The zone of the days: the company's, or that in which the month was approved. */
  timeZone: z.string(),
  /** Open entries are counted up to here. */
  countedUpTo: instant,
  total: z.object({
    ...figures,
    /** Whole minutes: of several people each person's rounded alone, then added up, as lists of people print them. */
    minutes: z.number(),
  }),
  /** Days with time in them, oldest first. */
  days: z.array(
    z.object({
      date: calendarDate,
      /** Not 24 hours on days when the clocks or the company's time zone changed. */
      dayMs: z.number(),
      ...figures,
      /** Empty from the second day on, once it and the days before it have more than 1,000: to be asked for by itself. */
      parts: z.array(part),
    }),
  ),
  /** Every entry with a part that is listed, or that began in the period and counts nothing (the first 1,000); oldest first. */
  entries: z.array(explainedEntry),
});
export type HoursExplanation = z.infer<typeof hoursExplanation>;

function isMonth({ start, end }: DatePeriod): boolean {
  // Asked about a start that is no date as well.
  if (!isDate(start)) return false;
  const month = monthOf(start);
  return month.start === start && month.end === end;
}

export const timeEntriesEndpoints = {
  /** Adds, changes or deletes an entry, with a reason. */
  createTimeEntry: post('/api/time-entries', 'admin', {
    apiKey: 'time-entries',
    changes: ['time-records'],
    audit: 'time-entry.added',
    body: timeEntryInput,
    response: singleTimeEntry,
    status: 201,
    throws: ['not_found', 'needs_another_admin', ...ENTRY_ERRORS, 'email_unconfirmed'],
  }),
  getTimeEntry: get('/api/time-entries/:id', 'months', {
    reads: ['time-records'],
    apiKey: true,
    params: idParams,
    response: singleTimeEntry,
  }),
  updateTimeEntry: put('/api/time-entries/:id', 'team', {
    apiKey: 'time-entries',
    changes: ['time-records'],
    audit: 'time-entry.changed',
    params: idParams,
    body: timeEntryChanges,
    response: singleTimeEntry,
    throws: ['needs_another_admin', ...ENTRY_ERRORS, 'email_unconfirmed'],
  }),
  deleteTimeEntry: del('/api/time-entries/:id', 'admin', {
    apiKey: 'time-entries',
    changes: ['time-records'],
    audit: 'time-entry.deleted',
    params: idParams,
    body: deletionInput,
    response: z.null(),
    status: 204,
    throws: ['needs_another_admin', 'month_locked', 'email_unconfirmed'],
  }),
  /**
   * Both dates in company time, inclusive. Employees see their own; administrators anybody's and, without `userId`, the
   * whole company's. `csv` is the viewer's own hours only, in every plan.
   */
  explainHours: get('/api/hours/explanation', 'months-or-own', {
    reads: ['time-records'],
    replica: true,
    files: [CSV],
    query: z
      .object({
        startDate: calendarDate,
        endDate: calendarDate,
        userId: z.optional(id),
        locationId: z.optional(id),
        measure: z._default(z.enum(MEASURES, 'invalid'), 'days'),
        format: z._default(z.enum(['json', 'csv'], 'invalid'), 'json'),
      })
      .check(
        endNotBeforeStart,
        z.refine(
          ({ measure, startDate, endDate }) =>
            measure !== 'month' || isMonth({ start: startDate, end: endDate }),
          { error: 'month', path: ['startDate'] },
        ),
      ),
    response: hoursExplanation,
    throws: ['not_found'],
  }),
};
