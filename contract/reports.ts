import * as z from 'zod/mini';
import { daysBetween } from '#domain/dates.ts';
import { CSV, PDF, XLSX } from '#domain/media-types.ts';
import { get, post, put } from './endpoint.ts';
import {
  type AskedPage,
  askedPage,
  calendarDate,
  empty,
  id,
  instant,
  namedPerson,
  requiredText,
} from './fields.ts';
import { countedTime, timeEntryWithReports } from './time-tracking.ts';

export const endNotBeforeStart = z.refine<{ startDate: string; endDate: string }>(
  (query) => query.startDate <= query.endDate,
  { error: 'dateOrder', path: ['endDate'] },
);

const period = { startDate: calendarDate, endDate: calendarDate };

/** The longest period of the overview and the output, and of the norm, which takes the processor longer; in days. */
const MAX_DAYS = 366;
const MAX_NORM_DAYS = 92;
const atMost = (days: number) =>
  z.refine<{ startDate: string; endDate: string }>(
    ({ startDate, endDate }) => daysBetween(startDate, endDate) < days,
    { error: days === MAX_DAYS ? 'periodOverYear' : 'periodOverQuarter', path: ['endDate'] },
  );

const tableFiles = [CSV, XLSX] as const;
/** CSV and XLSX are part of Growth ; texts are in the request's language. */
const tableFormat = z._default(z.enum(['json', 'csv', 'xlsx'], 'invalid'), 'json');
/** The order of the rows by one of the columns, instead of the usual one. */
const sortedBy = <const Columns extends readonly string[]>(...columns: Columns) => ({
  sort: z.optional(z.enum(columns, 'invalid')),
  direction: z._default(z.enum(['ascending', 'descending'], 'invalid'), 'ascending'),
});

/** Pages follow the usual order. */
const unsortedPage = z.refine<{ sort?: string | undefined } & AskedPage>(
  ({ sort, limit, cursor }) => sort === undefined || (limit === undefined && cursor === undefined),
  { error: 'invalid', path: ['sort'] },
);

export const reportedTimeEntry = z.extend(timeEntryWithReports, {
  ...countedTime,
  /** The working time on the dates of the period. That of all entries that have time there adds up to its daily summaries. */
  countedMs: z.number(),
});
export type ReportedTimeEntry = z.infer<typeof reportedTimeEntry>;

export const dailySummary = z.object({
  /** Derived from location and date, so always the same. */
  id: z.guid(),
  companyId: id,
  locationId: id,
  date: calendarDate,
  /** Working time. */
  totalHours: z.number(),
  uniqueEmployees: z.number(),
  createdAt: instant,
  location: z.object({ name: z.string() }),
});
export type DailySummary = z.infer<typeof dailySummary>;

/** The query of `getTimeEntriesReport` that, with `select=overlapping`, lists the entries whose `countedMs` add up to the figure. */
const entryFilter = z.object({
  startDate: z.string(),
  endDate: z.string(),
  locationId: z.optional(id),
  employeeId: z.optional(id),
});
const countedFigure = { ms: z.number(), filter: entryFilter };

/** How long the bars of a period are: days up to 92 days, weeks up to 184, else months. */
const REPORT_GRAINS = ['day', 'week', 'month'] as const;

const periodOverview = z.object({
  startDate: z.string(),
  endDate: z.string(),
  /** The sum of every list below; so many `people` have time in the period. */
  total: z.object({ ...countedFigure, people: z.number() }),
  grain: z.enum(REPORT_GRAINS),
  /**
   * Every day, ISO week or month of the period, oldest first, also without time; the first and the last end with the period.
   * `locations` are those with time in it, in the order of the period's `locations`.
   */
  bars: z.array(
    z.object({
      startDate: z.string(),
      endDate: z.string(),
      ...countedFigure,
      locations: z.array(z.object({ locationId: id, ...countedFigure })),
    }),
  ),
  /** Locations with time in the period, by name. */
  locations: z.array(z.object({ locationId: id, name: z.string(), ...countedFigure })),
  /** People with time in the period, by name; with `sort=hours` those with most time first. */
  people: z.array(z.object({ userId: id, ...namedPerson, ...countedFigure })),
  /**
   * Working time by hour of the local day, 24 rows: what is worked of the period's time between `hour`:00 and the next
   * hour, of all days together. An hour that comes twice in autumn counts twice, one that is left out in spring not at all.
   * The rows add up to the total, and the entries behind each are those of the total. `averagePeople` is the time divided
   * by how long these hours lasted in the period so far; 0 before it has begun.
   */
  hoursOfDay: z.array(z.object({ hour: z.number(), ms: z.number(), averagePeople: z.number() })),
});
export type PeriodOverview = z.infer<typeof periodOverview>;

const overviewReport = z.object({
  /** Open entries are counted up to here. */
  countedUpTo: instant,
  current: periodOverview,
  /**
   * The calendar months before, as many, where the period is whole months; else as many days before it. While the period runs,
   * only as many of these days as have begun of it.
   */
  previous: periodOverview,
});
export type OverviewReport = z.infer<typeof overviewReport>;

/** In milliseconds, as in `GET /api/months/:month/hours`: working time without unpaid breaks, of people at all locations. */
const normFigures = {
  norm: z.number(),
  /** The plan that absences replace, all codes together. */
  absence: z.number(),
  worked: z.number(),
  /** Of days, and of weeks and settlement periods whose last day is in the period. */
  overtime: z.number(),
};
const periodNorm = z.object({
  startDate: z.string(),
  endDate: z.string(),
  people: z.number(),
  ...normFigures,
  /** By code. */
  absences: z.array(z.object({ code: z.string(), ms: z.number(), days: z.number() })),
  /** Its calendar months, oldest first; the first and the last end with the period. */
  months: z.array(z.object({ startDate: z.string(), endDate: z.string(), ...normFigures })),
});
export type PeriodNorm = z.infer<typeof periodNorm>;

const normReport = z.nullable(z.object({ current: periodNorm, previous: periodNorm }));
export type NormReport = z.infer<typeof normReport>;

const OUTPUT_GROUPS = ['location', 'day', 'week', 'job'] as const;
/** Fewer people than that are nobody's business: figures about them would be figures about a person. */
export const MIN_OUTPUT_PEOPLE = 3;

const outputReport = z.object({
  startDate: z.string(),
  endDate: z.string(),
  by: z.enum(OUTPUT_GROUPS),
  /** By name of the location, date or job, then by unit. */
  groups: z.array(
    z.object({
      /** The location's id, the day, the Monday of the week, or the job's text as compared; null: the jobs that are hidden. */
      key: z.nullable(z.string()),
      /** Name of the location, or the job as it is written most often; null for days, weeks and hidden jobs. */
      name: z.nullable(z.string()),
      unit: z.string(),
      /** Null if hidden. */
      quantity: z.nullable(z.number()),
      /** Working time of the ended entries with a report in the unit. */
      ms: z.nullable(z.number()),
      /** Quantity per hour; null also without time. */
      perHour: z.nullable(z.number()),
      /** The target, per hour, where the group is of one location. */
      target: z.nullable(z.number()),
      /** Everything of the group is of days on which fewer than `MIN_OUTPUT_PEOPLE` people reported in the unit there. */
      hidden: z.nullable(z.literal('too_few_people')),
      /** Some days are left out for that reason. */
      isPartial: z.boolean(),
    }),
  ),
});
export type OutputReport = z.infer<typeof outputReport>;

const maxTarget = 1_000_000;
const outputTarget = z.object({
  locationId: id,
  unit: requiredText('unitsRequired', 30),
  /** Quantity per hour, to two decimals. */
  perHour: z.number('quantity').check(z.gte(0.01, 'quantity'), z.lte(maxTarget, 'quantityTooLarge')),
});
export type OutputTarget = z.infer<typeof outputTarget>;

const REPORT_FREQUENCIES = ['none', 'weekly', 'monthly'] as const;
const reportSubscription = z.object({ frequency: z.enum(REPORT_FREQUENCIES, 'invalid') });

export const reportsEndpoints = {
  /**
   * Working time of a period and of the one before it: the `countedMs` of `getTimeEntriesReport`. Both
   * dates in company time, inclusive, at most 366 days. A manager's is that of their locations. `csv` is one `table` (`bars`
   * by default), `xlsx` has all of them, that one first; `pdf` is for print.
   */
  getOverviewReport: get('/api/reports/overview', 'reports', {
    reads: ['time-records', 'reports'],
    cost: 10,
    replica: true,
    files: [...tableFiles, PDF],
    query: z
      .object({
        ...period,
        locationId: z.optional(id),
        employeeId: z.optional(id),
        sort: z._default(z.enum(['name', 'hours'], 'invalid'), 'name'),
        format: z._default(z.enum(['json', 'csv', 'xlsx', 'pdf'], 'invalid'), 'json'),
        table: z.optional(z.enum(['bars', 'people', 'hoursOfDay'], 'invalid')),
      })
      .check(endNotBeforeStart, atMost(MAX_DAYS)),
    response: overviewReport,
    throws: ['not_found', 'plan_limit_reached'],
  }),
  /**
   * Planned norm, working time, overtime and absences of a period and of the one before it, by the company's work rules: of
   * everybody in the scope, or of one person; at most 92 days. Null until rules are chosen.
   */
  getNormReport: get('/api/reports/norm', 'reports', {
    reads: ['time-records', 'reports'],
    cost: 10,
    replica: true,
    files: tableFiles,
    query: z
      .object({ ...period, employeeId: z.optional(id), format: tableFormat })
      .check(endNotBeforeStart, atMost(MAX_NORM_DAYS)),
    response: normReport,
    throws: ['not_found', 'plan_limit_reached'],
  }),
  /**
   * Quantities of work reports per hour, by location, day, week or job text (compared without regard to case, accents,
   * punctuation and blanks), of entries that began in the period and have ended. Each figure is made of whole location-days
   * with at least `MIN_OUTPUT_PEOPLE` people (decisions.md §11 "Reports"), so that no filter tells what one person did.
   */
  getOutputReport: get('/api/reports/output', 'reports', {
    reads: ['time-records', 'reports'],
    cost: 10,
    replica: true,
    files: tableFiles,
    query: z
      .object({
        ...period,
        locationId: z.optional(id),
        by: z._default(z.enum(OUTPUT_GROUPS, 'invalid'), 'location'),
        format: tableFormat,
      })
      .check(endNotBeforeStart, atMost(MAX_DAYS)),
    response: outputReport,
    throws: ['not_found', 'report_too_large', 'plan_limit_reached'],
  }),
  /** By location and unit. */
  listOutputTargets: get('/api/output-targets', 'admin', {
    reads: ['time-records', 'reports'],
    response: z.array(outputTarget),
  }),
  /** Replaces all. */
  updateOutputTargets: put('/api/output-targets', 'admin', {
    changes: ['reports'],
    audit: 'output-targets.changed',
    body: z.object({
      targets: z.array(outputTarget, 'invalid').check(
        z.maxLength(1000, { error: 'tooMany', abort: true }),
        z.refine(
          (all) =>
            new Set(all.map(({ locationId, unit }) => `${locationId.toLowerCase()} ${unit}`)).size ===
            all.length,
          'targetTwice',
        ),
      ),
    }),
    response: z.array(outputTarget),
    throws: ['not_found'],
  }),
  /** Whether the viewer gets reports by e-mail: on Mondays about the week before, or on the 1st about the month before. */
  getReportSubscription: get('/api/report-subscriptions', 'own-reports', {
    reads: ['account'],
    response: reportSubscription,
  }),
  updateReportSubscription: put('/api/report-subscriptions', 'own-reports', {
    changes: ['account'],
    audit: 'report-subscription.changed',
    body: reportSubscription,
    response: reportSubscription,
  }),
  /** The link in a mail: ends its subscription, whoever is signed in. A repetition changes nothing. */
  stopReportSubscription: post('/api/report-subscriptions/stop', 'public', {
    audit: 'report-subscription.stopped',
    body: z.object({ token: z.string('tokenRequired').check(z.maxLength(200, 'tooLong')) }),
    response: empty,
    throws: ['email_link_invalid'],
  }),
  /**
   * Entries whose check-in falls on a day of the period, newest first; both dates in company time, inclusive. With
   * `select=overlapping` also others with time on these dates. A manager's are those at their locations.
   */
  getTimeEntriesReport: get('/api/reports/time-entries', 'reports', {
    reads: ['time-records', 'reports'],
    apiKey: true,
    cost: 10,
    replica: true,
    files: tableFiles,
    query: z
      .object({
        ...period,
        employeeId: z.optional(id),
        locationId: z.optional(id),
        select: z.optional(z.enum(['begun', 'overlapping'], 'invalid')),
        ...sortedBy('employee', 'location', 'checkIn', 'checkOut', 'status', 'hours'),
        format: tableFormat,
        ...askedPage,
      })
      .check(endNotBeforeStart, unsortedPage),
    response: z.array(reportedTimeEntry),
    throws: ['report_too_large'],
  }),
  /** Working time on each day of the period at each location, by the dates on which it stands (work-rules.md §2). */
  getDailySummariesReport: get('/api/reports/daily-summaries', 'books', {
    reads: ['time-records', 'reports'],
    apiKey: true,
    cost: 10,
    replica: true,
    files: tableFiles,
    query: z
      .object({
        ...period,
        ...sortedBy('date', 'location', 'totalHours', 'uniqueEmployees'),
        format: tableFormat,
      })
      .check(endNotBeforeStart),
    response: z.array(dailySummary),
  }),
};
