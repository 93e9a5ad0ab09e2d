import type { HoursOfDay, PersonMonthHours } from '#contract/hours.ts';
import type { EndpointResponse } from '#contract/index.ts';
import { addDays, dateIn, monthOf, partsOf, weekOf } from '#domain/dates.ts';
import type { Interval } from '#domain/intervals.ts';
import { bySurname } from '#domain/names.ts';
import type { WorkCalendar } from '#domain/work-calendar.ts';
import { type DayHours, type Figures, isSundayOrHoliday } from '#domain/work-hours.ts';
import type { WorkRules } from '#domain/work-rules.ts';
import { workWarnings } from '#domain/work-warnings.ts';
import { type CompanyContext, settledCounting } from '#server/context.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { personAsked } from '#server/platform/scope.ts';
import { listAbsentIn } from '../absences/absences.queries.ts';
import { listMonths } from '../months/months.queries.ts';
import { rangeOfMonth } from '../time-entries/month-bounds.queries.ts';
import { daysOffDue } from './days-off.ts';
import * as queries from './hours.queries.ts';
import { isMember } from './month-members.ts';
import { type PersonHours, readMonthPeople } from './month-people.service.ts';
import { isScheduled } from './sheet-person.ts';

/** How many people an answer holds. A plan has 200; more can only have left. */
const MAX_PEOPLE = 1000;

type Answer = EndpointResponse<'getMonthHours'>;
type Person = Answer[number]['user'];

const inOrder = <T extends { user: Person }>(people: T[], { language }: CompanyContext): T[] => {
  const order = bySurname(language);
  return people.toSorted((a, b) => order(a.user, b.user));
};
const instantOf = (ms: number) => new Date(ms).toISOString();
const sliceOf = ({ from, to }: Interval) => ({ start: instantOf(from), end: instantOf(to) });

/** Null for the figures that the rules don't know. */
function figuresOf<F extends Figures>(figures: F, { nightWorkOver, countsSundays }: WorkRules) {
  const { nightWork, sundayHoliday } = figures;
  return {
    ...figures,
    nightWork: nightWork > 0 || nightWorkOver !== null ? nightWork : null,
    sundayHoliday: sundayHoliday > 0 || countsSundays ? sundayHoliday : null,
  };
}

function dayOf(day: DayHours, calendar: WorkCalendar): HoursOfDay {
  const { date, marks, derivation, ...figures } = day;
  const { plan, worked, breaks, overtimeFrom, overtimeOf, overtime } = derivation;
  return {
    date,
    ...figuresOf(figures, calendar.rulesOn(date)),
    marks,
    derivation: {
      isEmployed: plan.isEmployed,
      plan: plan.steps,
      worked: worked.map((slice) => ({
        ...sliceOf(slice),
        timeEntryId: slice.entryId,
        isNight: slice.isNight,
        isNightWork: slice.isNightWork,
        isHoliday: calendar.isHoliday(slice.hoursDate),
        isSundayOrHoliday: slice.shift.rules.countsSundays && isSundayOrHoliday(slice, calendar),
      })),
      breaks: breaks.map((item) => ({ ...sliceOf(item), reason: item.reason })),
      overtimeFrom,
      overtimeOf,
      overtime: overtime.map((slice) => ({ ...sliceOf(slice), rate: slice.rate })),
    },
  };
}

type Day = PersonHours['hours']['month']['days'][number];
const sum = (lengths: number[]) => lengths.reduce((all, ms) => all + ms, 0);
/** The planned time that no absence replaces. */
const planOf = (days: Day[]) =>
  sum(days.map(({ plan, absences }) => plan - sum(absences.map(({ ms }) => ms))));
const totalOf = (days: Day[]) => sum(days.map(({ total }) => total));

/** The month's days by ISO week. */
function weeksOf({ month, days }: PersonHours['hours']['month']) {
  return partsOf(monthOf(`${month}-01`), weekOf).map(({ start, end }) => {
    const own = days.filter(({ date }) => date >= start && date <= end);
    return { startDate: start, endDate: end, total: totalOf(own), plan: planOf(own) };
  });
}

/** Today and later days put nobody behind. */
function balanceOf(month: PersonHours['hours']['month'], today: string): PersonMonthHours['balance'] {
  const { end } = monthOf(`${month.month}-01`);
  const date = end < today ? end : addDays(today, -1);
  const later = month.days.filter((day) => day.date > date);
  const [worked, plan] = [totalOf(later), planOf(later)];
  return {
    date,
    isRunning: date < end,
    total: month.total - worked,
    normToBeWorked: month.normToBeWorked - plan,
    difference: month.difference - worked + plan,
    runningDifference: month.runningDifference - worked + plan,
    plan: month.days.some(isScheduled) ? planOf(month.days) - plan : null,
  };
}

type Details = NonNullable<PersonMonthHours['details']>;

function detailsOf({ hours, calendar, timeZone }: PersonHours, now: Date): Details {
  const { warnings, upcoming } = workWarnings(hours, calendar, now);
  const today = dateIn(now, timeZone);
  const isRunning = today.startsWith(hours.month.month);
  const { dailyRestUntil, longDayAt, breakBy, weeklyRestBy } = upcoming;
  const instant = (ms: number | null) => (ms === null ? null : instantOf(ms));
  return {
    timeZone,
    days: hours.month.days.map((day) => dayOf(day, calendar)),
    weeks: weeksOf(hours.month),
    warnings,
    upcoming: isRunning
      ? {
          dailyRestUntil: instant(dailyRestUntil),
          weeklyRestBy,
          longDayAt: instant(longDayAt),
          breakBy: instant(breakBy),
        }
      : null,
  };
}

/** The person's hours as computed from what is recorded now. */
function computedAnswer(
  person: PersonHours,
  now: Date,
  details: PersonMonthHours['details'],
): PersonMonthHours {
  const { overview, calendar, hours, timeZone } = person;
  const { days: _, month, ...figures } = hours.month;
  const rules = calendar.rulesOn(monthOf(`${month}-01`).end);
  return {
    user: overview.user,
    ...figuresOf(figures, rules),
    isApproved: overview.approval !== null,
    period: figuresOf(hours.period, rules),
    balance: balanceOf(hours.month, dateIn(now, timeZone)),
    daysOffDue: daysOffDue(hours, calendar),
    details,
  };
}

/** The same with all details, as an approval seals it. */
export function computedDetails(person: PersonHours, now: Date) {
  const details = detailsOf(person, now);
  return { ...computedAnswer(person, now, details), details };
}

/** What the month says: an approved one what was sealed. */
function answerOf(person: PersonHours, now: Date, withDetails: boolean): PersonMonthHours {
  const { overview, seal } = person;
  const details = withDetails ? detailsOf(person, now) : null;
  if (!seal) return computedAnswer(person, now, details);
  const days = seal.hours.details?.days ?? [];
  // The first seals had no days off, and no schedules.
  const { daysOffDue: due = [], balance } = seal.hours;
  const sealed = { ...seal.hours, daysOffDue: due, balance: { ...balance, plan: balance.plan ?? null } };
  return { ...sealed, user: overview.user, details: details && { ...details, days } };
}

/** The dates and the overtime of weeks and periods that the month has, as `answerOf` says them. */
export const daysOfMonth = ({ seal, hours: { month } }: PersonHours) => ({
  days: seal?.hours.details?.days ?? month.days,
  periodOvertime: seal?.hours.periodOvertime ?? month.periodOvertime,
});

/** The month of everybody in the scope who is in it, by name. */
export const listMonth: Handler<'listMonth'> = async (context, { query: { month } }) => {
  const { db, viewer, scope } = context;
  const { companyId, timeZone } = viewer;
  const range = rangeOfMonth(month, timeZone);
  const counting = await settledCounting(context);
  const found = await listMonths(db, companyId, scope, [range], undefined, counting);
  const { hasTime = [], hasNone = [] } = Object.groupBy(found, ({ ms }) => (ms > 0 ? 'hasTime' : 'hasNone'));
  if (hasNone.length === 0) return inOrder(hasTime, context);
  const closedAt = await queries.findLastApproval(db, companyId, month);
  const absent = new Set(await listAbsentIn(db, companyId, monthOf(`${month}-01`)));
  const keptFrom = await queries.findKeptFrom(db, companyId);
  const memberships = await queries.listMemberships(
    db,
    companyId,
    hasNone.map(({ user }) => user.id),
  );
  const members = hasNone.filter((person) => {
    const membership = memberships.get(person.user.id);
    return membership && isMember(month, person, membership, { closedAt, absent, keptFrom, timeZone });
  });
  return inOrder([...hasTime, ...members], context);
};

/**
 * The hours of a month by category: of everybody in the scope, or of one person; nobody for an unknown one. Employees get
 * their own.
 * Details are given of one person only.
 */
export const getMonthHours: Handler<'getMonthHours'> = async (
  context,
  { params: { month }, query: { userId, details } },
) => {
  const { viewer, scope, clock, throttle } = context;
  const asked = personAsked(scope, userId);
  if (details && !asked) throw invalidField('userId', 'invalid');
  if (!asked) await throttle.take('monthHours', viewer.companyId);
  const forWarnings = details !== undefined;
  const how = { userId: asked, forWarnings, onlyFigures: !forWarnings };
  const { people } = await readMonthPeople(context, month, how);
  const answers: Answer = [];
  for await (const person of people) {
    if (answers.length === MAX_PEOPLE) throw new AppError('report_too_large');
    answers.push(answerOf(person, clock.now(), forWarnings));
  }
  return inOrder(answers, context);
};

/** The warnings of everybody who has any in the month, by name. */
export const listWarnings: Handler<'listWarnings'> = async (context, { query: { month } }) => {
  const { viewer, clock, throttle } = context;
  // They need the year's entries where its overtime has a cap.
  await throttle.take('monthHours', viewer.companyId, 4);
  const { people } = await readMonthPeople(context, month, { forWarnings: true });
  const answers: EndpointResponse<'listWarnings'> = [];
  for await (const { overview, hours, calendar } of people) {
    const { warnings } = workWarnings(hours, calendar, clock.now());
    if (warnings.length === 0) continue;
    if (answers.length === MAX_PEOPLE) throw new AppError('report_too_large');
    answers.push({ user: overview.user, warnings });
  }
  return inOrder(answers, context);
};
