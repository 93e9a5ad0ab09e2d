import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EndpointResponse } from '#contract/index.ts';
import { addDays, dateIn, datesBetween, monthOf } from '#domain/dates.ts';
import { NOTICE_PRESETS, type Notice, noticeDaysFrom } from '#domain/schedule-settings.ts';
import { draftedSchedule, type ScheduleWarning } from '#domain/schedule-warnings.ts';
import { plannedMs } from '#domain/schedules.ts';
import { createWorkCalendar, type Employment, personCalendarOf } from '#domain/work-calendar.ts';
import { type Absence, firstDateFor } from '#domain/work-hours.ts';
import { validOn } from '#domain/work-rules.ts';
import { type CompanyContext, countingOf } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { listApprovals } from '../hours/hours.queries.ts';
import { readTimes } from '../hours/times.service.ts';
import { listCoveredDates, listShifts, type ShiftOfPerson } from '../shifts/shifts.queries.ts';
import { countryOf, employmentOf, readCompanyTime } from '../work-rules/work-rules.service.ts';
import { knownScheduleWarnings } from './known-warnings.ts';
import * as queries from './schedules.queries.ts';

export type PlannablePerson = Awaited<ReturnType<typeof queries.listPeople>>[number];
type Scheduled = EndpointResponse<'getSchedule'>['people'][number];

/** How far shifts after the period matter for its warnings, in days. */
const DAYS_AFTER = 7;

/** A shift as it is answered. */
export const answerOf = ({ userId: _, date: __, note, ...shift }: ShiftOfPerson) => ({
  ...shift,
  note: note || null,
});

/** Adds the names of its kind and location to an answered shift. */
export const namerOf =
  (names: ReadonlyMap<string, string>) =>
  <T extends { kindId: string | null; locationId: string | null }>(shift: T) => ({
    ...shift,
    name: names.get(shift.kindId ?? '') ?? null,
    locationName: names.get(shift.locationId ?? '') ?? null,
  });

/** An announcement's days as their person reads them. */
export const nameDays = (days: queries.Announced['days'], named: ReturnType<typeof namerOf>) =>
  days.map(({ date, before, after }) => ({ date, before: before.map(named), after: after.map(named) }));

const textOf = (shifts: readonly ShiftOfPerson[]) =>
  JSON.stringify(
    shifts.map((shift) => [
      ...[shift.starts, shift.ends, shift.breakMinutes],
      ...[shift.locationId, shift.kindId, shift.note],
    ]),
  );
/** Whether two lists of a day's shifts, in the order of their start, say the same. */
export const isSameDay = (one: readonly ShiftOfPerson[] = [], other: readonly ShiftOfPerson[] = []) =>
  one.length === other.length && textOf(one) === textOf(other);

/** What the law of the company's country says today about making a schedule known. */
export async function legalNoticeOf({ viewer, clock }: CompanyContext, db: Db): Promise<Notice> {
  const country = await countryOf(db, viewer, clock.now());
  return validOn(NOTICE_PRESETS[country], dateIn(clock.now(), viewer.timeZone));
}

/** How many days before a shift the company has to make it known: its own setting, else what its country says. */
export async function noticeDaysOf(context: CompanyContext, db: Db): Promise<number> {
  const { noticeDays } = await queries.findSettings(db, context.viewer.companyId);
  const today = dateIn(context.clock.now(), context.viewer.timeZone);
  return noticeDays ?? noticeDaysFrom(await legalNoticeOf(context, db), today);
}

/** The norm of the dates less what absences that lower it replace of their plan; never below 0. */
function normOf(employment: Employment, absences: readonly Absence[], dates: string[], calendar: Calendar) {
  const person = personCalendarOf(employment, calendar);
  const lowering = absences.filter(({ code }) => code.lowersNorm);
  const norm = dates.reduce((sum, date) => {
    const own = lowering.filter(({ start, end }) => start <= date && date <= end);
    const plan = person.planOn(date).ms;
    const replaced = own.reduce((all, { part }) => all + (part ?? plan), 0);
    return sum + person.normOn(date) - Math.min(plan, replaced);
  }, 0);
  return Math.max(0, norm);
}
type Calendar = ReturnType<typeof createWorkCalendar>;

/**
 * The draft of these people in the period, or what is published, with planned hours, norm, absences and warnings. Warnings take
 * what has really been worked before.
 */
export async function readPlan(
  context: CompanyContext,
  db: Db,
  people: readonly PlannablePerson[],
  { startDate, endDate }: { startDate: string; endDate: string },
  plan: 'draft' | 'published',
): Promise<{ people: Scheduled[]; warnings: ScheduleWarning[] }> {
  const { viewer } = context;
  const { companyId, timeZone } = viewer;
  const userIds = people.map(({ id }) => id);
  const company = await readCompanyTime(db, viewer);
  const calendar = createWorkCalendar({ ...company, zones: [{ validFrom: '', timeZone }] });
  const employments = new Map(people.map((person) => [person.id, employmentOf(person, company.rules)]));
  const [firstMonth, lastMonth] = [startDate.slice(0, 7), endDate.slice(0, 7)];
  const { warnings: rules } = calendar.rulesOn(startDate);
  const calendars = [...employments.values()].map((each) => personCalendarOf(each, calendar));
  const [first = startDate] = [
    addDays(firstDateFor(firstMonth, rules), -1),
    ...calendars.map((each) => addDays(`${each.periodOf(firstMonth).start}-01`, -36)),
  ].toSorted();
  const last =
    calendars
      .map((each) => addDays(monthOf(`${each.periodOf(lastMonth).end}-01`).end, 3))
      .toSorted()
      .at(-1) ?? endDate;

  const timesOf = await readTimes(db, viewer, userIds, { first, last });
  const approvals = Map.groupBy(await listApprovals(db, companyId, userIds), ({ userId }) => userId);
  // Past shifts no longer matter: the hours really worked take their place.
  const yesterday = addDays(dateIn(context.clock.now(), timeZone), -1);
  const [from = startDate] = [startDate, first > yesterday ? first : yesterday].toSorted();
  const range = { companyId, userIds, from, to: addDays(endDate, DAYS_AFTER) };
  const drafts = await queries.listDraft(db, range);
  const published = queries.byPersonAndDate(await listShifts(db, range, 'published'));
  const covered = await listCoveredDates(db, { companyId, userIds, from: startDate, to: endDate });
  const setup = {
    start: startDate,
    end: endDate,
    timeZone,
    calendar,
    inactiveLocations: await queries.listInactiveLocations(db, companyId),
    noticeDays: await noticeDaysOf(context, db),
  };
  const kept = { companyId, rules: JSON.stringify(company) };
  const counting = countingOf(context);
  const dates = datesBetween({ start: startDate, end: endDate });
  const warnings: ScheduleWarning[] = [];
  const scheduled: Scheduled[] = [];
  for (const { id, firstName, lastName, nameTag, employedFrom, employedTo } of people) {
    // Two months of a person take milliseconds, in which nobody else is served.
    await nextTurn();
    const { schedule, ...times } = timesOf(id);
    const employment = { ...(employments.get(id) as Employment), ...(schedule && { schedule }) };
    const [draft, known] = [drafts.get(id), published.get(id)];
    const shown = plan === 'draft' ? draft : known;
    // Shifts outside the employment are warned about but never published.
    const changed = dates
      .filter((date) => date >= (employedFrom ?? date) && date <= (employedTo ?? date))
      .filter((date) => !isSameDay(draft?.get(date), known?.get(date)));
    const own = dates.flatMap((date) => shown?.get(date) ?? []);
    const time = { ...times, approvals: approvals.get(id) ?? [], counting, employment };
    const shifts = [...(shown?.values() ?? [])].flat();
    // As in the warnings, the draft decides which hours an absence replaces; without one it costs only time.
    const isDraft = plan === 'draft' && own.length > 0 && times.absences.length > 0;
    const planning = { ...employment, ...(isDraft && { schedule: draftedSchedule(time, shifts, setup) }) };
    warnings.push(...knownScheduleWarnings({ userId: id, time, shifts, changed }, setup, kept));
    scheduled.push({
      user: { id, firstName, lastName, nameTag },
      days: [...Map.groupBy(own, ({ date }) => date)].map(([date, list]) => ({
        date,
        shifts: list.map(answerOf),
      })),
      coveredDates: covered.get(id) ?? [],
      absences: times.absences
        .filter(({ start, end }) => start <= endDate && end >= startDate)
        .map(({ start, end, code }) => ({ startDate: start, endDate: end, code: code.code })),
      plannedMs: own.reduce((sum, shift) => sum + plannedMs(shift, timeZone), 0),
      normMs: normOf(planning, times.absences, dates, calendar),
      isChanged: changed.length > 0,
      changedDates: changed,
    });
  }
  return { people: scheduled, warnings };
}
