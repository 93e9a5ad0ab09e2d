import { dayRange, rangeOfDates } from '#domain/calendar.ts';
import { addDays } from '#domain/dates.ts';
import { expectedStates } from '#domain/expected.ts';
import { bySurname } from '#domain/names.ts';
import { plannedInterval } from '#domain/schedules.ts';
import { type CompanyContext, countingOf } from '#server/context.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { listAbsencesOf } from '../absences/absences.queries.ts';
import { listCoveredDates, listShifts } from '../shifts/shifts.queries.ts';
import { answerOf, type PlannablePerson } from './plan.service.ts';
import * as queries from './schedules.queries.ts';

/**
 * The published shifts that are on a date, also those of the date before that reach into it, with what became of them and
 * their instants in milliseconds, and who is there without a shift; of the people in the scope (schedules.md §2).
 */
export async function readExpected(
  context: Pick<CompanyContext, 'db' | 'viewer' | 'scope' | 'clock'>,
  date: string,
) {
  const { db, viewer, scope, clock } = context;
  const { companyId, timeZone } = viewer;
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  const now = clock.now();
  const period = { companyId, from: before, to: after };
  const published = await listShifts(db, period, 'published');
  const covered = await listCoveredDates(db, { companyId, from: date, to: date });
  const planned = [...new Set([...published.map(({ userId }) => userId), ...covered.keys()])];
  const people = new Map<string, PlannablePerson>();
  // Most companies plan nobody, and screens ask every few seconds.
  if (planned.length === 0) return { people, states: [], unplanned: [] };
  const asked = { from: before, to: after, userIds: planned, now };
  for (const person of await queries.listPeople(db, companyId, scope, asked)) people.set(person.id, person);
  const userIds = [...people.keys()];
  const { start } = dayRange(addDays(date, -2), timeZone);
  const { end } = rangeOfDates(before, after, timeZone);
  const { states, unplanned } = expectedStates({
    date,
    timeZone,
    now,
    longestShiftHours: countingOf(context).longestShiftHours,
    shifts: published.filter(({ userId }) => people.has(userId)),
    entries: await queries.listPresence(db, companyId, userIds, { start, end }),
    absences: await listAbsencesOf(db, { ...period, userIds }),
    coveredUserIds: new Set([...covered.keys()].filter((userId) => people.has(userId))),
    graceMinutes: await queries.findGraceMinutes(db, companyId),
  });
  const dayStart = dayRange(date, timeZone).start.getTime();
  return {
    people,
    states: states
      .map((state) => ({ ...state, ...plannedInterval(state.shift, timeZone) }))
      .filter(({ shift, to }) => shift.date === date || (shift.date === before && to > dayStart)),
    unplanned,
  };
}

/** The shifts of a date with what became of them: planned times beside the facts, never a ranking. */
export const getExpected: Handler<'getExpected'> = async (context, { query: { date } }) => {
  const { db, viewer, language } = context;
  const { people, states, unplanned } = await readExpected(context, date);
  const userOf = (id: string) => {
    const { firstName = '', lastName = '', nameTag = null } = people.get(id) ?? {};
    return { id, firstName, lastName, nameTag };
  };
  const order = bySurname(language);
  const names = states.length > 0 ? await queries.listNames(db, viewer.companyId) : new Map<string, string>();
  const shifts = states
    .map(({ shift, state, cameAt, from, to }) => ({
      user: userOf(shift.userId),
      date: shift.date,
      ...answerOf(shift),
      state,
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(to).toISOString(),
      cameAt: cameAt === null ? null : new Date(cameAt).toISOString(),
    }))
    .toSorted((a, b) => order(a.user, b.user));
  return {
    locations: [...Map.groupBy(shifts, ({ locationId }) => locationId)]
      .map(([id, there]) => ({
        location: id === null ? null : { id, name: names.get(id) ?? '' },
        shifts: there,
      }))
      // What names no location comes last.
      .toSorted((a, b) =>
        (a.location?.name ?? '\uffff').localeCompare(b.location?.name ?? '\uffff', language),
      ),
    unplanned: unplanned
      .map((userId) => ({ user: userOf(userId) }))
      .toSorted((a, b) => order(a.user, b.user)),
  };
};
