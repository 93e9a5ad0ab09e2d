import type { AdminStats, DashboardLocation, EmployeeStats } from '#contract/dashboard.ts';
import { dayRange, weekRange } from '#domain/calendar.ts';
import { dateIn, weekOf } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { countedEnd } from '#domain/shifts.ts';
import { type CompanyContext, type Context, countingOf } from '#server/context.ts';
import { listLocations } from '../locations/locations.queries.ts';
import { countUsage } from '../subscription/subscription.queries.ts';
import {
  countScope,
  findEntriesEnded,
  findLatestEntriesOf,
  findOpenEntries,
  findRecentEntries,
  sumHours,
} from './dashboard.queries.ts';

/** Entries of recent activity (product.md §9). */
const recentEntries = 5;

function companyDays(context: CompanyContext) {
  const { viewer } = context;
  const counting = countingOf(context);
  const today = dateIn(counting.now, viewer.timeZone);
  return {
    counting,
    today,
    ranges: { today: dayRange(today, viewer.timeZone), week: weekRange(today, viewer.timeZone) },
  };
}

/** The figures of the company, or of a manager's locations and people: hours of the current day and week in its time zone, counted up to now. */
export async function getAdminStats(context: Context): Promise<AdminStats> {
  const { db, viewer, scope } = context;
  const { counting, today, ranges } = companyDays(context);
  const [usage, hours, entries] = await Promise.all([
    scope.kind === 'all' ? countUsage(db, viewer.companyId) : countScope(db, viewer.companyId, scope),
    sumHours(db, viewer.companyId, scope, ranges, counting),
    findRecentEntries(db, viewer.companyId, scope, recentEntries, counting),
  ]);
  const lastEvent = (entry: { checkIn: string; checkOut: string | null }) => entry.checkOut ?? entry.checkIn;
  return {
    role: 'admin',
    today,
    totalLocations: usage.locations,
    totalEmployees: usage.employees,
    ...hours,
    recentActivity: entries
      .toSorted((a, b) => lastEvent(b).localeCompare(lastEvent(a)))
      .slice(0, recentEntries),
  };
}

/** The viewer's own figures: hours of the current day and week in company time, counted up to now. */
export async function getEmployeeStats(context: Context): Promise<EmployeeStats> {
  const { db, viewer } = context;
  const { counting, today, ranges } = companyDays(context);
  const [hours, recentActivity] = await Promise.all([
    sumHours(db, viewer.companyId, { kind: 'own', userId: viewer.userId }, ranges, counting),
    findLatestEntriesOf(db, viewer.companyId, viewer.userId, recentEntries, counting),
  ]);
  const week = weekOf(today);
  return { role: 'employee', today, weekStart: week.start, weekEnd: week.end, ...hours, recentActivity };
}

/** Who is at each of the locations now, and who finished there today in company time. */
export async function getDashboardLocations(context: CompanyContext): Promise<DashboardLocation[]> {
  const { db, viewer, scope } = context;
  const { counting, ranges } = companyDays(context);
  const [locations, open, ended] = await Promise.all([
    listLocations(db, viewer.companyId, scope),
    findOpenEntries(db, viewer.companyId, scope, counting),
    findEntriesEnded(db, viewer.companyId, scope, ranges.today.start, counting),
  ]);
  const openByLocation = Map.groupBy(open, (entry) => entry.locationId);
  const endedByLocation = Map.groupBy(ended, (entry) => entry.locationId);
  return locations.map(({ id, name, isActive }) => {
    const activeEmployees = (openByLocation.get(id) ?? []).map((entry) => ({
      id: entry.id,
      userId: entry.userId,
      user: entry.user,
      checkIn: entry.checkIn,
      hoursWorked:
        Math.max(0, new Date(countedEnd(entry, counting)).getTime() - Date.parse(entry.checkIn)) /
        MS_PER_HOUR,
      needsAttention: entry.needsAttention,
      offlineCheckIn: entry.offlineCheckIn,
      offlineCheckOut: entry.offlineCheckOut,
      workReports: entry.workReports.toReversed(),
      workReportCount: entry.workReportCount,
    }));
    const completedEmployees = (endedByLocation.get(id) ?? []).flatMap(
      ({ id: entryId, checkOut, totalHours, ...entry }) =>
        checkOut === null || totalHours === null ? [] : [{ ...entry, id: entryId, checkOut, totalHours }],
    );
    const activeCount = activeEmployees.filter((entry) => !entry.needsAttention).length;
    return { id, name, isActive, activeCount, activeEmployees, completedEmployees };
  });
}
