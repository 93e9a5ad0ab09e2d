import * as z from 'zod/mini';
import { calendarDate, id, instant, namedPerson } from './fields.ts';
import {
  newestReports,
  offlineEvents,
  timeEntryStatus,
  timeEntryWithReports,
  workReport,
} from './time-tracking.ts';

const person = z.object(namedPerson);

const adminStats = z.object({
  role: z.literal('admin'),
  today: calendarDate,
  totalLocations: z.number(),
  totalEmployees: z.number(),
  todayHours: z.number(),
  weekHours: z.number(),
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
  todayHours: z.number(),
  weekHours: z.number(),
  recentActivity: z.array(z.extend(timeEntryWithReports, newestReports)),
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
      /** 0 if the entry needs attention. */
      hoursWorked: z.number(),
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
      totalHours: z.number(),
      ...offlineEvents,
      workReports: z.array(workReport),
    }),
  ),
});
export type DashboardLocation = z.infer<typeof dashboardLocation>;

export const dashboardEndpoints = {
  /** `as=employee` returns an administrator's own hours. */
  getDashboardStats: {
    query: z.object({ as: z.optional(z.enum(['admin', 'employee'], 'invalid')) }),
    response: z.discriminatedUnion('role', [adminStats, employeeStats]),
  },
  getDashboardLocations: { response: z.array(dashboardLocation) },
} as const;
