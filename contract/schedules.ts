import * as z from 'zod/mini';
import { daysBetween } from '#domain/dates.ts';
import { EXPECTED_STATES } from '#domain/expected.ts';
import { CALENDAR, PDF, XLSX } from '#domain/media-types.ts';
import { MAX_SCHEDULE_DAYS, MAX_SHIFTS_A_DAY } from '#domain/schedules.ts';
import { del, get, post, put } from './endpoint.ts';
import { calendarDate, calendarMonth, empty, id, instant, namedPerson, optionalLongText } from './fields.ts';
import { importEndpoint, yesOrNo } from './imports.ts';
import { endNotBeforeStart } from './reports.ts';
import { plannedShift, plannedShiftInput } from './shifts.ts';

/** Person-days that are set at once. */
const MAX_DAYS_SET = 2000;
const MAX_PEOPLE = 500;
const MAX_ROTATION = 56;

const notTooLong = z.refine<{ startDate: string; endDate: string }>(
  ({ startDate, endDate }) => daysBetween(startDate, endDate) < MAX_SCHEDULE_DAYS,
  { error: 'scheduleTooLong', path: ['endDate'] },
);
const period = { startDate: calendarDate, endDate: calendarDate };
const userIds = z.array(id, 'invalid').check(z.minLength(1, 'invalid'), z.maxLength(MAX_PEOPLE, 'tooMany'));

/** All shifts of a person on a date; none is a day off. */
const plannedDay = z.object({ userId: id, date: calendarDate, shifts: z.array(plannedShift) });

const WARNING_KINDS = [
  'daily-rest',
  'weekly-rest',
  'long-day',
  'week',
  'average-week',
  'missing-break',
  'overlaps-absence',
  'not-employed',
  'inactive-location',
  'differs-from-pattern',
  'differs-from-norm',
  'notice',
] as const;

const scheduledPerson = z.object({
  user: z.object({ id, ...namedPerson }),
  /** Dates with shifts, in order. */
  days: z.array(z.object({ date: calendarDate, shifts: z.array(plannedShift) })),
  /** Dates of the period that lie in a published one; those without a shift are planned days off. */
  coveredDates: z.array(calendarDate),
  absences: z.array(z.object({ startDate: calendarDate, endDate: calendarDate, code: z.string() })),
  /** Milliseconds planned in the period, and the norm to be worked in it. */
  plannedMs: z.number(),
  normMs: z.number(),
  /** The draft differs from what is published. */
  isChanged: z.boolean(),
  /** The dates of the period on which it does. */
  changedDates: z.array(calendarDate),
});

/** `ms` and `limitMs` are milliseconds: the figure, and what it is compared with. */
const scheduleWarning = z.object({
  userId: id,
  date: calendarDate,
  kind: z.enum(WARNING_KINDS),
  ms: z.number(),
  limitMs: z.number(),
});

const daysSet = z.object({
  /** The days as they were and as they are, so that a page can take the change back. */
  before: z.array(plannedDay),
  after: z.array(plannedDay),
  version: z.number(),
});

/** The dates whose shifts a publication changed. */
export const announcedDays = z.array(
  z.object({ date: calendarDate, before: z.array(plannedShift), after: z.array(plannedShift) }),
);

/** A published shift of a date with what became of it (schedules.md §2). */
const expectedShift = z.object({
  user: z.object({ id, ...namedPerson }),
  date: calendarDate,
  ...plannedShift.shape,
  startsAt: instant,
  endsAt: instant,
  state: z.enum(EXPECTED_STATES),
  /** The check-in of the first entry that belongs to the shift. */
  cameAt: z.nullable(instant),
});

/** As its person reads it. */
const ownShift = z.extend(plannedShift, {
  /** Of the kind and the location. */
  name: z.nullable(z.string()),
  locationName: z.nullable(z.string()),
});

/** What one publication changed for one person. */
const announcement = z.object({
  id,
  ...period,
  announcedAt: instant,
  /** Null once the account is erased. */
  announcedBy: z.nullable(z.object({ id, ...namedPerson })),
  /** Why it came later than the notice. */
  reason: z.nullable(z.string()),
  /** By what the person was told: in the app, and by a mail that left at once. */
  channels: z.array(z.enum(['app', 'mail', 'push'])),
  days: announcedDays,
  /** When the person said that they have seen it. */
  seenAt: z.nullable(instant),
});

export const schedulesEndpoints = {
  /**
   * Everybody in the scope who is employed in the period, or who mostly worked at the location, with the draft or what is
   * published. `changed` counts people whose draft differs from it; `version` is that of the last change of any draft;
   * `coversMonth`: by the law of the country a schedule covers at least a month.
   */
  getSchedule: get('/api/schedule', 'months', {
    apiKey: true,
    reads: ['schedules', 'time-records', 'employees'],
    query: z
      .object({
        ...period,
        locationId: z.optional(id),
        plan: z._default(z.enum(['draft', 'published'], 'invalid'), 'draft'),
      })
      .check(endNotBeforeStart, notTooLong),
    response: z.object({
      people: z.array(scheduledPerson),
      warnings: z.array(scheduleWarning),
      changed: z.number(),
      version: z.number(),
      coversMonth: z.boolean(),
    }),
    throws: ['not_found'],
  }),
  /** The published schedule of a month to print and sign, in the language of the country's sheets. */
  getScheduleFile: get('/api/schedule/file', 'months', {
    cost: 10,
    audit: 'schedule.downloaded',
    files: [PDF, XLSX],
    query: z.object({
      format: z._default(z.enum(['pdf', 'xlsx'], 'invalid'), 'pdf'),
      month: calendarMonth,
      locationId: z.optional(id),
    }),
    response: empty,
    throws: ['not_found'],
  }),
  /**
   * Sets days of the draft from a table of people by the days of a month, as `getScheduleFile` has it: codes of kinds, times, or
   * a dash for a day off. A blank cell stays as it is.
   */
  importSchedule: post('/api/schedule/import', 'team', {
    changes: ['schedules'],
    cost: 30,
    audit: 'schedule.imported',
    ...importEndpoint,
    query: z.object({ dryRun: yesOrNo, month: calendarMonth }),
    throws: [...importEndpoint.throws, 'schedule_overlaps', 'schedule_too_large'],
  }),
  /**
   * Sets whole days of the draft, all or none. With `ifVersion`, days that somebody else has changed since are refused; a
   * day that is already as it is sent is no change.
   */
  setScheduleDays: put('/api/schedule/days', 'team', {
    apiKey: 'schedules',
    changes: ['schedules'],
    audit: 'schedule.changed',
    body: z.object({
      days: z
        .array(
          z.object({
            userId: id,
            date: calendarDate,
            shifts: z.array(plannedShiftInput, 'invalid').check(z.maxLength(MAX_SHIFTS_A_DAY, 'shiftsOfDay')),
          }),
          'invalid',
        )
        .check(z.minLength(1, 'invalid'), z.maxLength(MAX_DAYS_SET, 'tooMany')),
      ifVersion: z.optional(z.int('invalid')),
    }),
    response: daysSet,
    throws: ['not_found', 'schedule_overlaps', 'schedule_changed'],
  }),
  /** Copies the draft of the period to as many dates from `toDate` on. */
  copySchedule: post('/api/schedule/copy', 'team', {
    apiKey: 'schedules',
    changes: ['schedules'],
    audit: 'schedule.copied',
    body: z
      .object({
        ...period,
        toDate: calendarDate,
        userIds: z.optional(userIds),
        /** Leaves out the company's holidays among the dates that it is copied to. */
        skipHolidays: z._default(z.boolean('invalid'), false),
      })
      .check(endNotBeforeStart, notTooLong),
    response: daysSet,
    throws: ['not_found', 'schedule_overlaps', 'schedule_too_large'],
  }),
  /** Fills the period by a rotation of kinds and days off, in which each person has a place of their own. */
  fillSchedule: post('/api/schedule/fill', 'team', {
    apiKey: 'schedules',
    changes: ['schedules'],
    audit: 'schedule.filled',
    body: z
      .object({
        ...period,
        userIds,
        rotation: z
          .array(z.nullable(id), 'invalid')
          .check(z.minLength(1, 'invalid'), z.maxLength(MAX_ROTATION, 'tooMany')),
        /** By person: the place in the rotation on the start date, from 0. Absent: 0. */
        firstDay: z._default(
          z.record(
            id,
            z.int('invalid').check(z.minimum(0, 'invalid'), z.maximum(MAX_ROTATION - 1, 'invalid')),
          ),
          {},
        ),
        skipHolidays: z._default(z.boolean('invalid'), false),
      })
      .check(endNotBeforeStart, notTooLong),
    response: daysSet,
    throws: ['not_found', 'schedule_overlaps', 'schedule_too_large'],
  }),
  /**
   * Makes the draft of the period what counts. `announced` counts people for whom something changed; `within` are the
   * changed dates that are nearer than the notice, which take a reason.
   */
  publishSchedule: post('/api/schedule/publish', 'team', {
    apiKey: 'schedules',
    changes: ['schedules', 'time-records'],
    audit: 'schedule.published',
    body: z
      .object({ ...period, userIds: z.optional(userIds), reason: optionalLongText(500) })
      .check(endNotBeforeStart, notTooLong),
    response: z.object({
      announced: z.number(),
      within: z.array(z.object({ userId: id, date: calendarDate })),
    }),
    throws: ['not_found', 'month_locked', 'notice_needs_reason', 'schedule_overlaps'],
  }),
  /** What was announced with a changed date in the period, newest first, the newest 1,000: to whom, by whom, seen when. */
  listAnnouncements: get('/api/schedule/announcements', 'months', {
    reads: ['schedules'],
    query: z.object(period).check(endNotBeforeStart, notTooLong),
    response: z.array(
      z.extend(z.omit(announcement, { days: true }), {
        user: z.object({ id, ...namedPerson }),
        changedDays: z.number(),
      }),
    ),
  }),
  /**
   * Who is expected on a date by the published schedule, by location (null: at none in particular), with the shifts of the
   * date before that reach into it, and who is or was there without a shift on a date that is covered for them. Of the people
   * in the scope, by name.
   */
  getExpected: get('/api/schedule/expected', 'team', {
    reads: ['schedules', 'time-records'],
    query: z.object({ date: calendarDate }),
    response: z.object({
      locations: z.array(
        z.object({
          location: z.nullable(z.object({ id, name: z.string() })),
          shifts: z.array(expectedShift),
        }),
      ),
      unplanned: z.array(z.object({ user: z.object({ id, ...namedPerson }) })),
    }),
  }),
  /** The viewer's published shifts, and what was announced to them and they have not said to have seen. */
  getOwnSchedule: get('/api/schedule/own', 'signed-in', {
    reads: ['schedules'],
    query: z.object(period).check(endNotBeforeStart, notTooLong),
    response: z.object({
      days: z.array(z.object({ date: calendarDate, shifts: z.array(ownShift) })),
      /** Covered dates of the period; those without a shift are days off. */
      coveredDates: z.array(calendarDate),
      /** The viewer has made an address for calendars. */
      hasFeed: z.boolean(),
      announcements: z.array(
        z.extend(announcement, {
          days: z.array(
            z.object({ date: calendarDate, before: z.array(ownShift), after: z.array(ownShift) }),
          ),
        }),
      ),
    }),
  }),
  /** Says that the viewer has seen these announcements; repeating it changes nothing. */
  acknowledgeSchedule: post('/api/schedule/own/acknowledge', 'signed-in', {
    changes: ['schedules'],
    body: z.object({
      announcementIds: z.array(id, 'invalid').check(z.minLength(1, 'invalid'), z.maxLength(200, 'tooMany')),
    }),
    response: z.array(announcement),
    throws: ['not_found'],
  }),
  /** Makes a secret address from which calendars read the viewer's shifts. It is shown only now; an earlier one ends. */
  createScheduleFeed: post('/api/schedule/own/feed', 'signed-in', {
    changes: ['schedules'],
    audit: 'schedule-feed.created',
    response: z.object({ url: z.string() }),
  }),
  /** Ends the viewer's address, if there is one. */
  deleteScheduleFeed: del('/api/schedule/own/feed', 'signed-in', {
    changes: ['schedules'],
    audit: 'schedule-feed.deleted',
    response: empty,
  }),
  /** The calendar (RFC 5545) of a secret address: published shifts from 31 days back to 92 ahead. */
  getScheduleFeed: get('/api/schedule/feed/:token', 'public', {
    params: z.object({ token: z.string().check(z.maxLength(200, 'tooLong')) }),
    files: [CALENDAR],
    response: empty,
  }),
};
