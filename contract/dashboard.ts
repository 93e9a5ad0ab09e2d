import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { calendarDate, id, instant, namedPerson } from './fields.ts';
import {
  countedTime,
  newestReports,
  offlineEvents,
  timeEntryStatus,
  timeEntryWithReports,
  workBreak,
  workReport,
} from './time-tracking.ts';

const person = z.object(namedPerson);

const adminStats = z.object({
  role: z.literal('admin'),
  today: calendarDate,
  totalLocations: z.number(),
  totalEmployees: z.number(),
  /** Working time, and how many people's grows with the clock. */
  todayHours: z.number(),
  weekHours: z.number(),
  growing: z.number(),
  recentActivity: z.array(
    z.object({
      id,
      status: timeEntryStatus,
      checkIn: instant,
      checkOut: z.nullable(instant),
      userId: id,
      user: person,
      location: z.object({ name: z.string() }),
    }),
  ),
});

const employeeStats = z.object({
  role: z.literal('employee'),
  today: calendarDate,
  /** Monday and Sunday of the current week in company time. */
  weekStart: calendarDate,
  weekEnd: calendarDate,
  /** Working time. */
  todayHours: z.number(),
  weekHours: z.number(),
  recentActivity: z.array(z.extend(timeEntryWithReports, { ...newestReports, ...countedTime })),
});

export type AdminStats = z.infer<typeof adminStats>;
export type EmployeeStats = z.infer<typeof employeeStats>;

export const dashboardLocation = z.object({
  id,
  name: z.string(),
  isActive: z.boolean(),
  /** Without those whose entry needs attention. */
  activeCount: z.number(),
  activeEmployees: z.array(
    z.object({
      id,
      userId: id,
      user: person,
      checkIn: instant,
      /** `workedMs` in hours. */
      hoursWorked: z.number(),
      ...countedTime,
      needsAttention: z.boolean(),
      ...offlineEvents,
      ...newestReports,
    }),
  ),
  completedEmployees: z.array(
    z.object({
      id,
      userId: id,
      user: person,
      checkIn: instant,
      checkOut: instant,
      /** From check-in to check-out. */
      totalHours: z.number(),
      ...countedTime,
      ...offlineEvents,
      workReports: z.array(workReport),
    }),
  ),
});
export type DashboardLocation = z.infer<typeof dashboardLocation>;

const timelineEntry = z.object({
  id,
  user: z.extend(person, { id }),
  checkIn: instant,
  checkOut: z.nullable(instant),
  /** The part of the entry on the day; an open one up to now, one that needs attention up to the longest shift. */
  from: instant,
  to: instant,
  /** Open for longer than the longest shift: the check-out was probably forgotten. Counts no hours. */
  needsAttention: z.boolean(),
  /** The check-out was forgotten and stated later from memory. */
  isEstimated: z.boolean(),
  /** A scan reached the server more than 15 minutes after it was made. Nobody's start of work is known, so this is no lateness of a person. */
  isLate: z.boolean(),
  /** Within `from` and `to`, oldest first. */
  breaks: z.array(workBreak),
});

const timeline = z.object({
  date: calendarDate,
  /** The day's first instant and the one after its last, in company time. */
  startsAt: instant,
  endsAt: instant,
  now: instant,
  /** Active locations and those with entries, by name; entries by check-in. */
  locations: z.array(z.object({ id, name: z.string(), entries: z.array(timelineEntry) })),
});
export type Timeline = z.infer<typeof timeline>;

/** Who is at work now, without figures of persons: for a screen that everybody in the hall sees. */
const board = z.object({
  companyName: z.string(),
  timeZone: z.string(),
  now: instant,
  /** Active locations, by name. */
  locations: z.array(
    z.object({
      id,
      name: z.string(),
      /** By `name`, which is a name or initials as the company has set (`boardNames`). Without those who need attention. */
      people: z.array(z.object({ name: z.string(), isOnBreak: z.boolean() })),
      /** How many have a shift here now by the published schedule, are not absent and have not checked in. Nobody is named. */
      notHere: z.number(),
    }),
  ),
});
export type Board = z.infer<typeof board>;

export const dashboardEndpoints = {
  /** Each location's people on a day in company time, by default today. A manager's locations. */
  getTimeline: get('/api/dashboard/timeline', 'team', {
    reads: ['time-records', 'dashboard'],
    cost: 3,
    replica: true,
    query: z.object({ date: z.optional(calendarDate) }),
    response: timeline,
  }),
  /** The wall view: of all active locations in the scope, or of one. */
  getBoard: get('/api/board', 'team', {
    reads: ['time-records', 'dashboard'],
    query: z.object({ locationId: z.optional(id) }),
    response: board,
    throws: ['not_found'],
  }),
  /** The wall view of the kiosk's own location. */
  getKioskBoard: get('/api/kiosk/board', 'kiosk', {
    reads: ['time-records', 'dashboard'],
    response: board,
    throws: ['not_found'],
  }),
  /** `as=employee` returns an administrator's own hours. */
  getDashboardStats: get('/api/dashboard/stats', 'team-or-own', {
    reads: ['time-records', 'dashboard'],
    query: z.object({ as: z.optional(z.enum(['admin', 'employee'], 'invalid')) }),
    response: z.discriminatedUnion('role', [adminStats, employeeStats]),
  }),
  getDashboardLocations: get('/api/dashboard/locations', 'team', {
    reads: ['time-records', 'dashboard'],
    apiKey: true,
    response: z.array(dashboardLocation),
  }),
};
