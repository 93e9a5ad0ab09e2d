import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { calendarDate, calendarMonth, id, instant, namedPerson } from './fields.ts';

/* Hours by category (docs/spec/work-rules.md). All lengths are milliseconds. */

/** Categories are independent and may overlap: never add them up. `normal` is total − overtime and may be negative. */
const figures = {
  plan: z.number(),
  norm: z.number(),
  total: z.number(),
  normal: z.number(),
  overtime: z.number(),
  /** Parts of `overtime` where the rules divide it (PL), otherwise 0. */
  overtime50: z.number(),
  overtime100: z.number(),
  /** Worked beyond the threshold of a part-time contract, which is no overtime (PL). */
  overContract: z.number(),
  night: z.number(),
  /** The night of shifts with more than 2 h of it; null where the rules don't count it (LV only). */
  nightWork: z.nullable(z.number()),
  restDay: z.number(),
  holiday: z.number(),
  /** Sundays and holidays; null where the rules don't count them together (PL only). */
  sundayHoliday: z.nullable(z.number()),
  /** Unpaid breaks. */
  break: z.number(),
  /** By code: the plan that absences replace; `days` counts whole ones. */
  absences: z.array(z.object({ code: z.string(), ms: z.number(), days: z.number() })),
};
const toBeWorked = {
  /** The norm less absences that lower it, and total − norm to be worked. */
  normToBeWorked: z.number(),
  difference: z.number(),
};

const PLAN_REASONS = [
  'pattern',
  'public-holiday',
  'own-holiday',
  'day-off',
  'substitute',
  'short-day',
  'moved-away',
  'moved-here',
  'schedule',
] as const;
const BREAK_REASONS = ['recorded', 'over-paid', 'automatic'] as const;
const MARKS = ['corrected', 'estimated', 'pending', 'running'] as const;
const slice = { start: instant, end: instant };

const dayHours = z.object({
  date: calendarDate,
  ...figures,
  /** `pending`: awaits approval. `running`: still open. */
  marks: z.array(z.enum(MARKS)),
  /** What the figures are made of. */
  derivation: z.object({
    isEmployed: z.boolean(),
    /** Each with the plan after it; the last one's is the plan. */
    plan: z.array(z.object({ reason: z.enum(PLAN_REASONS), ms: z.number() })),
    /** Worked time, cut where one of its properties changes. */
    worked: z.array(
      z.object({
        ...slice,
        timeEntryId: id,
        isNight: z.boolean(),
        isNightWork: z.boolean(),
        isHoliday: z.boolean(),
        isSundayOrHoliday: z.boolean(),
      }),
    ),
    breaks: z.array(z.object({ ...slice, reason: z.enum(BREAK_REASONS) })),
    /** What can be worked before overtime; null where there is no daily overtime. */
    overtimeFrom: z.nullable(z.number()),
    /** The worked time that is compared with it; in PL some of it may stand in the next date's row. */
    overtimeOf: z.number(),
    overtime: z.array(z.object({ ...slice, rate: z.nullable(z.literal([50, 100])) })),
  }),
});

const WARNING_KINDS = [
  'daily-rest',
  'weekly-rest',
  'long-day',
  'week',
  'average-week',
  'overtime-cap',
  'missing-break',
  'night-length',
] as const;
const WARNING_RULES = ['after-long-shift', 'average', 'seven-dates', 'year', 'together', 'stretch'] as const;
/** `figure` is what was found, `limit` what it is compared with. `near`: at least 90 % of an overtime cap. */
const warning = z.object({
  kind: z.enum(WARNING_KINDS),
  date: calendarDate,
  figure: z.number(),
  limit: z.number(),
  level: z.enum(['over', 'near']),
  /** Which of several rules of the kind. */
  rule: z.nullable(z.enum(WARNING_RULES)),
});

/** What to heed to avoid a warning; null: nothing. */
const upcoming = z.object({
  /** A check-in before it breaks the daily rest. */
  dailyRestUntil: z.nullable(instant),
  /** The first date with a warning, unless a weekly rest begins by then. */
  weeklyRestBy: z.nullable(calendarDate),
  /** For the open time entry: when the day becomes too long, and when a break is missed. */
  longDayAt: z.nullable(instant),
  breakBy: z.nullable(instant),
});

const PERIOD_OVERTIME = ['week', 'average-week', 'summed', 'over-contract'] as const;

const personHours = z.object({
  user: z.object({ id, ...namedPerson }),
  ...figures,
  ...toBeWorked,
  /** Total − norm to be worked, from the start of the settlement period to the end of this month. */
  runningDifference: z.number(),
  /** An entry is open or awaits approval. */
  isProvisional: z.boolean(),
  isApproved: z.boolean(),
  /** The settlement period with the month, as its first and last `yyyy-MM`; its overtime is known once it is over. */
  period: z.object({ start: z.string(), end: z.string(), isOver: z.boolean(), ...figures, ...toBeWorked }),
  /** Overtime of a week or period, which belongs to no day: worked − norm − what is counted already. */
  periodOvertime: z.array(
    z.object({
      reason: z.enum(PERIOD_OVERTIME),
      /** The last date of the week or period. */
      date: calendarDate,
      worked: z.number(),
      norm: z.number(),
      counted: z.number(),
      ms: z.number(),
    }),
  ),
  /**
   * Up to `date`, the month's last date or, before that, yesterday: worked, to be worked, the difference, and the running
   * one; without the plan and the work of the dates after it. `plan`: what was planned and no absence replaces, where a
   * published schedule plans dates of the month; null elsewhere.
   */
  balance: z.object({
    date: calendarDate,
    isRunning: z.boolean(),
    total: z.number(),
    normToBeWorked: z.number(),
    difference: z.number(),
    runningDifference: z.number(),
    plan: z.nullable(z.number()),
  }),
  /** Days off due for work on free days, Sundays and holidays (PL), in the settlement period so far, by their code. */
  daysOffDue: z.array(z.object({ code: z.string(), days: z.number() })),
  /** With `details`, else null. */
  details: z.nullable(
    z.object({
      /** The IANA zone by whose clock the month's times are shown. */
      timeZone: z.string(),
      days: z.array(dayHours),
      /** The parts of ISO weeks in the month, in order: working time, and the plan that no absence replaces. */
      weeks: z.array(
        z.object({ startDate: calendarDate, endDate: calendarDate, total: z.number(), plan: z.number() }),
      ),
      warnings: z.array(warning),
      /** Of the running month, otherwise null. */
      upcoming: z.nullable(upcoming),
    }),
  ),
});
export type PersonMonthHours = z.infer<typeof personHours>;
export type HoursOfDay = z.infer<typeof dayHours>;

export const hoursEndpoints = {
  /**
   * The hours of a month (`yyyy-MM`) by category, by name: of everybody with hours in it or employed during it, or of one
   * person. Employees get their own only. `details`, for one person: days with derivations, warnings.
   */
  getMonthHours: get('/api/months/:month/hours', 'months-or-own', {
    reads: ['time-records', 'months'],
    cost: 5,
    replica: true,
    params: z.object({ month: calendarMonth }),
    query: z.object({ userId: z.optional(id), details: z.optional(z.literal('true', 'invalid')) }),
    response: z.array(personHours),
    throws: ['report_too_large'],
  }),
  /** Warnings about rest, long hours and missing breaks in the month; people without any are left out. */
  listWarnings: get('/api/warnings', 'months', {
    cost: 10,
    replica: true,
    query: z.object({ month: calendarMonth }),
    response: z.array(z.object({ user: z.object({ id, ...namedPerson }), warnings: z.array(warning) })),
    throws: ['report_too_large'],
  }),
};
