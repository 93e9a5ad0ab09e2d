import { dayRange, rangeOfDates } from '#domain/calendar.ts';
import { addDays } from '#domain/dates.ts';
import { expectedStates } from '#domain/expected.ts';
import { bySurname } from '#domain/names.ts';
import { countingOf } from '#server/context.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { listAbsencesOf } from '../absences/absences.queries.ts';
import { listCoveredDates, listShifts } from '../shifts/shifts.queries.ts';
import { answerOf } from './plan.service.ts';
import * as queries from './schedules.queries.ts';

/** The shifts of a date with what became of them: planned times beside the facts, never a ranking. */
export const getExpected: Handler<'getExpected'> = async (context, { query: { date } }) => {
  const { db, viewer, scope, clock, language } = context;
  const { companyId, timeZone } = viewer;
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  const now = clock.now();
  const people = await queries.listPeople(db, companyId, scope, { from: before, to: after, now });
  const userIds = people.map(({ id }) => id);
  const range = { companyId, userIds, from: before, to: after };
  const covered = await listCoveredDates(db, { ...range, from: date, to: date });
  const { start } = dayRange(addDays(date, -2), timeZone);
  const { end } = rangeOfDates(before, after, timeZone);
  const { states, unplanned } = expectedStates({
    ...{ date, timeZone, now, longestShiftHours: countingOf(context).longestShiftHours },
    shifts: await listShifts(db, range, 'published'),
    entries: await queries.listPresence(db, companyId, userIds, { start, end }),
    absences: await listAbsencesOf(db, range),
    coveredUserIds: new Set(covered.keys()),
    graceMinutes: await queries.findGraceMinutes(db, companyId),
  });
  const byId = new Map(
    people.map(({ id, firstName, lastName, nameTag }) => [id, { id, firstName, lastName, nameTag }]),
  );
  const userOf = (userId: string) => byId.get(userId) ?? { id: userId, firstName: '', lastName: '' };
  const order = bySurname(language);
  const names = await queries.listNames(db, companyId);
  const ofDate = states
    .filter(({ shift }) => shift.date === date)
    .map(({ shift, state, cameAt }) => ({
      ...{ user: userOf(shift.userId), date, ...answerOf(shift), state },
      cameAt: cameAt === null ? null : new Date(cameAt).toISOString(),
    }))
    .toSorted((a, b) => order(a.user, b.user));
  return {
    locations: [...Map.groupBy(ofDate, ({ locationId }) => locationId)]
      .map(([id, shifts]) => ({ location: id === null ? null : { id, name: names.get(id) ?? '' }, shifts }))
      .toSorted((a, b) => (a.location?.name ?? '').localeCompare(b.location?.name ?? '', language)),
    unplanned: unplanned
      .map((userId) => ({ user: userOf(userId) }))
      .toSorted((a, b) => order(a.user, b.user)),
  };
};
