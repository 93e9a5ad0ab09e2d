import * as z from 'zod/mini';
import { COUNTRIES } from '#domain/holidays.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { get, put } from './endpoint.ts';
import { calendarDate, instant, namedPerson, requiredText } from './fields.ts';

/*
 * The company's rules for hours by category (docs/spec/work-rules.md). As in `domain/work-rules.ts`, lengths are
 * milliseconds and times of day are minutes after local midnight.
 */

const minuteMs = 60_000;
const wholeNumber = (maximum: number, minimum = 0) =>
  z.number('invalid').check(z.int('invalid'), z.minimum(minimum, 'invalid'), z.maximum(maximum, 'invalid'));
/** A length up to a number of hours. */
export const lengthUpTo = (hours: number) => wholeNumber(hours * MS_PER_HOUR);
const minuteOfDay = wholeNumber(24 * 60 - 1);
/** At least a minute, in whole minutes. */
export const weeklyLength = z.number('weeklyHours').check(
  z.minimum(minuteMs, 'weeklyHours'),
  z.maximum(7 * 24 * MS_PER_HOUR, 'weeklyHours'),
  z.refine((ms) => ms % minuteMs === 0, 'weeklyHours'),
);

const year = 366 * 24;
const limit = z.object({ fixed: z.nullable(lengthUpTo(year)), summed: z.nullable(lengthUpTo(year)) });

/** The limits of the warnings (work-rules.md §6); null turns one off. */
const warningRules = z.object({
  dailyRest: z.nullable(
    z.extend(limit, { afterLong: z.nullable(z.object({ over: lengthUpTo(48), rest: lengthUpTo(168) })) }),
  ),
  weeklyRest: z.nullable(z.object({ length: lengthUpTo(168), blocks: z.boolean('invalid') })),
  longDay: limit,
  week: z.extend(limit, { rolling: z.boolean('invalid') }),
  averageWeek: z.nullable(lengthUpTo(168)),
  overtimeCap: z.object({
    average: z.nullable(z.object({ length: lengthUpTo(168), months: wholeNumber(12, 1) })),
    sevenDates: z.nullable(z.object({ length: lengthUpTo(168), withConsent: lengthUpTo(168) })),
    year: z.nullable(lengthUpTo(year)),
  }),
  missingBreak: z.nullable(
    z.object({
      shiftOver: lengthUpTo(48),
      atLeast: lengthUpTo(48),
      together: lengthUpTo(48),
      stretch: lengthUpTo(48),
      every: z.boolean('invalid'),
    }),
  ),
  nightLength: z.nullable(
    z.object({
      night: lengthUpTo(24),
      length: lengthUpTo(48),
      months: wholeNumber(12, 1),
      markedOnly: z.boolean('invalid'),
    }),
  ),
});

const ATTRIBUTIONS = ['calendar', 'shift'] as const;
const BREAK_POLICIES = ['none', 'automatic', 'recorded'] as const;

/** Everything but the country, which has a preset for each. */
const settings = {
  /** The full weekly norm: the "40 h" of work-rules.md. */
  weeklyNorm: weeklyLength,
  /** Ends on the next date if `to` is not after `from`. */
  night: z.object({ from: minuteOfDay, to: minuteOfDay }),
  settlementMonths: z.literal([1, 2, 3, 4, 6, 12], 'invalid'),
  /** In which row and month the time of a shift stands: the date of each instant, or that on which the shift began. */
  attribution: z.enum(ATTRIBUTIONS, 'invalid'),
  /** Overtime goes by the 24 hours that begin with work (PL). */
  doba: z.boolean('invalid'),
  /** A check-in so long after the last check-out begins a new shift. */
  shiftGap: lengthUpTo(24),
  breaks: z.object({
    policy: z.enum(BREAK_POLICIES, 'invalid'),
    /** When more than `after` is worked, `length` is taken from what follows the first `at`; it has to fit in. */
    automatic: z.object({ after: lengthUpTo(24), length: lengthUpTo(24), at: lengthUpTo(24) }),
    /** Whether recorded breaks are paid. */
    isPaid: z.boolean('invalid'),
  }),
  /** The hour at which holidays and Sundays begin and end. */
  holidayFromHour: wholeNumber(23),
  /** A public holiday on Saturday lowers the norm (PL). */
  saturdayHolidayLowersNorm: z.boolean('invalid'),
  /** Hours less on the day before a public holiday. */
  shortDay: z.nullable(z.object({ length: lengthUpTo(24), fullWeekOnly: z.boolean('invalid') })),
  warnings: warningRules,
};
const country = z.enum(COUNTRIES, 'invalid');

const namedDate = z.object({ date: calendarDate, name: requiredText('nameRequired', 100) });
const dates = z.array(namedDate, 'invalid').check(
  z.maxLength(500, 'tooMany'),
  z.refine((list) => new Set(list.map(({ date }) => date)).size === list.length, 'dateTwice'),
);
const calendar = {
  /** The company's own holidays, and its extra days off, which are rest days. */
  holidays: dates,
  daysOff: dates,
  /** Workdays that are worked on another date instead. */
  movedDays: z.array(z.object({ from: calendarDate, to: calendarDate }), 'invalid').check(
    z.maxLength(200, 'tooMany'),
    z.refine((moves) => {
      const all = moves.flatMap(({ from, to }) => [from, to]);
      return new Set(all).size === all.length;
    }, 'dateTwice'),
  ),
};

const rulesFrom = z.object({ effectiveFrom: calendarDate, country, ...settings });

export const workRules = z.object({
  /** False: nobody has set rules yet, and the preset of the time zone's country applies. */
  isChosen: z.boolean(),
  /** The rules of today and the date from which they hold. */
  ...rulesFrom.shape,
  /** All rules by the date from which they hold, oldest first, future ones included. */
  history: z.array(rulesFrom),
  ...calendar,
  /** The last change; null before the first. */
  changed: z.nullable(z.object({ at: instant, by: z.nullable(z.object(namedPerson)) })),
});
export type CompanyWorkRules = z.infer<typeof workRules>;

const optional = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) => z.partial(z.object(shape));

const workRulesInput = z.extend(optional({ ...settings, ...calendar }), {
  country,
  /**
   * The first date on which the rules hold; what was set for the same date is replaced, what holds from later dates stays.
   * Absent: the first day of this month or, for the first rules, every date that is in no approved month.
   */
  effectiveFrom: z.optional(calendarDate),
});
export type WorkRulesInput = z.infer<typeof workRulesInput>;

/** `substitute`: a rest day in place of a public holiday at a weekend. The last two are the company's own. */
const HOLIDAY_KINDS = ['holiday', 'substitute', 'own-holiday', 'day-off'] as const;

export const workRulesEndpoints = {
  getWorkRules: get('/api/company/work-rules', 'admin', { reads: ['work-rules'], response: workRules }),
  /**
   * Sets the rules from a date on, and the company's own days. An absent setting stays as it is on that date or, with
   * another country, becomes the preset's.
   */
  updateWorkRules: put('/api/company/work-rules', 'admin', {
    changes: ['work-rules', 'time-records', 'user'],
    audit: 'work-rules.changed',
    body: workRulesInput,
    response: workRules,
    throws: ['month_locked'],
  }),
  /** The year's public holidays by the company's rules, and its own days; in order, named in the request's language. */
  listHolidays: get('/api/holidays', 'signed-in', {
    reads: ['work-rules'],
    query: z.object({ year: z.string('invalid').check(z.regex(/^(19[7-9]|2\d\d)\d$/, 'invalid')) }),
    response: z.array(z.object({ date: calendarDate, name: z.string(), kind: z.enum(HOLIDAY_KINDS) })),
  }),
};
