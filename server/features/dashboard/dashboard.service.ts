import type { AdminStats, Board, EmployeeStats } from '#contract/dashboard.ts';
import { dayRange } from '#domain/calendar.ts';
import { dateIn, weekOf } from '#domain/dates.ts';
import { LATE_AFTER_MS } from '#domain/flags.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { byName, fullName, initials, nameOrder } from '#domain/names.ts';
import { type CompanyContext, type Context, countingOf, settledCounting } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { everything } from '#server/platform/scope.ts';
import { findCompany } from '../company/company.queries.ts';
import { listLocations } from '../locations/locations.queries.ts';
import { readExpected } from '../schedules/expected.service.ts';
import { countUsage } from '../subscription/subscription.queries.ts';
import { readCountedTime } from '../time-entries/counted-time.queries.ts';
import {
  countScope,
  findEntriesEnded,
  findEntriesIn,
  findLatestEntriesOf,
  findOpenEntries,
  findRecentEntries,
  listPresent,
  sumHours,
} from './dashboard.queries.ts';

/** Entries of recent activity (product.md §9). */
const recentEntries = 5;

async function companyDays(context: CompanyContext) {
  const counting = await settledCounting(context);
  const today = dateIn(counting.now, context.viewer.timeZone);
  return { counting, today, week: weekOf(today) };
}

/** The figures of the company, or of a manager's locations and people: working time of the current day and week in its time zone, counted up to now. */
async function getAdminStats(context: Context): Promise<AdminStats> {
  const { db, viewer, scope } = context;
  const { counting, ...days } = await companyDays(context);
  const [usage, hours, entries] = await Promise.all([
    scope.kind === 'all' ? countUsage(db, viewer.companyId) : countScope(db, viewer.companyId, scope),
    sumHours(db, viewer.companyId, scope, days, counting),
    findRecentEntries(db, viewer.companyId, scope, recentEntries, counting),
  ]);
  const lastEvent = (entry: { checkIn: string; checkOut: string | null }) => entry.checkOut ?? entry.checkIn;
  return {
    role: 'admin',
    today: days.today,
    totalLocations: usage.locations,
    totalEmployees: usage.employees,
    ...hours,
    recentActivity: entries
      .toSorted((a, b) => lastEvent(b).localeCompare(lastEvent(a)))
      .slice(0, recentEntries),
  };
}

/** The viewer's own figures: working time of the current day and week in company time, counted up to now. */
async function getEmployeeStats(context: Context): Promise<EmployeeStats> {
  const { db, viewer } = context;
  const { counting, today, week } = await companyDays(context);
  const { companyId, userId } = viewer;
  const [hours, entries] = await Promise.all([
    sumHours(db, companyId, { kind: 'own', userId }, { today, week }, counting),
    findLatestEntriesOf(db, companyId, userId, recentEntries, counting),
  ]);
  const ids = entries.map(({ id }) => id);
  const countedOf = await readCountedTime(db, companyId, ids, counting);
  const recentActivity = entries.map((entry) => ({ ...entry, ...countedOf(entry.id) }));
  return { role: 'employee', today, weekStart: week.start, weekEnd: week.end, ...hours, recentActivity };
}

/** Figures of what the viewer may see, or of their own. */
export const getDashboardStats: Handler<'getDashboardStats'> = (context, { query }) =>
  context.scope.kind !== 'own' && query.as !== 'employee'
    ? getAdminStats(context)
    : getEmployeeStats(context);

/** Who is at each of the locations now, and who finished there today in company time. */
export const getDashboardLocations: Handler<'getDashboardLocations'> = async (context) => {
  const { db, viewer, scope } = context;
  const { counting, today } = await companyDays(context);
  const { start } = dayRange(today, viewer.timeZone);
  const [locations, open, ended] = await Promise.all([
    listLocations(db, viewer.companyId, scope),
    findOpenEntries(db, viewer.companyId, scope, counting),
    findEntriesEnded(db, viewer.companyId, scope, start, counting),
  ]);
  const ids = [...open, ...ended].map(({ id }) => id);
  const countedOf = await readCountedTime(db, viewer.companyId, ids, counting);
  const openByLocation = Map.groupBy(open, (entry) => entry.locationId);
  const endedByLocation = Map.groupBy(ended, (entry) => entry.locationId);
  return locations.map(({ id, name, isActive }) => {
    const activeEmployees = (openByLocation.get(id) ?? []).map((entry) => ({
      id: entry.id,
      userId: entry.userId,
      user: entry.user,
      checkIn: entry.checkIn,
      hoursWorked: countedOf(entry.id).workedMs / MS_PER_HOUR,
      ...countedOf(entry.id),
      needsAttention: entry.needsAttention,
      offlineCheckIn: entry.offlineCheckIn,
      offlineCheckOut: entry.offlineCheckOut,
      workReports: entry.workReports.toReversed(),
      workReportCount: entry.workReportCount,
    }));
    const completedEmployees = (endedByLocation.get(id) ?? []).flatMap(
      ({ id: entryId, checkOut, totalHours, ...entry }) =>
        checkOut === null || totalHours === null
          ? []
          : [{ ...entry, id: entryId, checkOut, totalHours, ...countedOf(entryId) }],
    );
    const activeCount = activeEmployees.filter((entry) => !entry.needsAttention).length;
    return { id, name, isActive, activeCount, activeEmployees, completedEmployees };
  });
};

/** The parts of time entries on a day of company time, by default today, at each location in the scope. */
export const getTimeline: Handler<'getTimeline'> = async (context, { query: { date } }) => {
  const { db, viewer, scope, language } = context;
  const counting = countingOf(context);
  const { now, longestShiftHours } = counting;
  const today = dateIn(now, viewer.timeZone);
  const range = dayRange(date ?? today, viewer.timeZone);
  const [locations, entries] = await Promise.all([
    listLocations(db, viewer.companyId, scope),
    findEntriesIn(db, viewer.companyId, scope, range, counting),
  ]);
  const isLate = (offline: { receivedAt: string } | null, at: string | null) =>
    offline !== null && at !== null && Date.parse(offline.receivedAt) - Date.parse(at) > LATE_AFTER_MS;
  const shown = entries.flatMap((entry) => {
    const checkIn = Date.parse(entry.checkIn);
    // A forgotten one ends where nobody works any longer, instead of going on for days.
    const latest = Math.min(now.getTime(), checkIn + longestShiftHours * MS_PER_HOUR);
    const [from, to] = [
      Math.max(checkIn, range.start.getTime()),
      Math.min(entry.checkOut === null ? latest : Date.parse(entry.checkOut), range.end.getTime()),
    ];
    if (to < from || (to === from && checkIn < from)) return [];
    const clip = (at: string) => new Date(Math.min(to, Math.max(from, Date.parse(at)))).toISOString();
    const { id, locationId, location, checkOut, needsAttention, isEstimated, user } = entry;
    return [
      {
        id,
        locationId,
        location,
        checkIn: entry.checkIn,
        checkOut,
        needsAttention,
        isEstimated,
        user: { id: entry.userId, firstName: user.firstName, lastName: user.lastName, nameTag: user.nameTag },
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        isLate: isLate(entry.offlineCheckIn, entry.checkIn) || isLate(entry.offlineCheckOut, checkOut),
        breaks: entry.breaks
          .map(({ startedAt, endedAt, isPaid }) => ({
            startedAt: clip(startedAt),
            endedAt: endedAt && clip(endedAt),
            isPaid,
          }))
          .filter(({ startedAt, endedAt }) => startedAt < (endedAt ?? clip(now.toISOString()))),
      },
    ];
  });
  const names = new Map(shown.map(({ locationId, location }) => [locationId, location.name]));
  for (const { id, name, isActive } of locations) if (isActive || names.has(id)) names.set(id, name);
  const compare = nameOrder(language);
  return {
    date: date ?? today,
    startsAt: range.start.toISOString(),
    endsAt: range.end.toISOString(),
    now: now.toISOString(),
    locations: [...names]
      .toSorted(([, a], [, b]) => compare(a, b))
      .map(([id, name]) => ({ id, name, entries: shown.filter(({ locationId }) => locationId === id) })),
  };
};

/** Who works now at the active locations in the scope, or at one of them, for a screen that everybody there sees. */
export const getBoard: Handler<'getBoard'> = (context, { query: { locationId } }) =>
  readBoard(context, locationId);

async function readBoard(context: CompanyContext, locationId: string | undefined): Promise<Board> {
  const { db, viewer, scope, language } = context;
  const counting = countingOf(context);
  const [company, rows] = [
    await findCompany(db, viewer.companyId),
    await listPresent(db, viewer.companyId, scope, locationId, counting),
  ];
  if (locationId && rows.length === 0) throw new AppError('not_found');
  // Everybody who is planned there, whoever asks: the location decides, and nobody is named.
  const { states } = await readExpected(
    { ...context, scope: everything },
    dateIn(counting.now, viewer.timeZone),
  );
  const now = counting.now.getTime();
  const notHere = Map.groupBy(
    states.filter(
      ({ state, cameAt, from, to }) => from <= now && now < to && cameAt === null && state !== 'absent',
    ),
    ({ shift }) => shift.locationId,
  );
  const nameOf = company?.boardNames === 'names' ? fullName : initials;
  const order = byName(language);
  const locations = [...Map.groupBy(rows, ({ id }) => id).values()].map((present) => ({
    id: present[0]?.id ?? '',
    name: present[0]?.name ?? '',
    people: present
      .flatMap(({ timeEntryId, firstName, lastName, isOnBreak }) =>
        timeEntryId === null
          ? []
          : [{ name: nameOf({ firstName: firstName ?? '', lastName: lastName ?? '' }), isOnBreak }],
      )
      .toSorted(order),
    notHere: notHere.get(present[0]?.id ?? '')?.length ?? 0,
  }));
  return {
    companyName: viewer.companyName,
    timeZone: viewer.timeZone,
    now: counting.now.toISOString(),
    locations: locations.toSorted(order),
  };
}

/** As `getBoard`, of the kiosk's own location. */
export const getKioskBoard: Handler<'getKioskBoard'> = (context) =>
  readBoard({ ...context, scope: everything }, context.kiosk.location.id);
