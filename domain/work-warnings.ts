/** Warnings about rest, long hours and missing breaks (work-rules.md §6). They never block. For the server only. */

import { addDays, addMonths, datesBetween, daysBetween, monthOf, weekdayOf } from './dates.ts';
import { intersect, lengthOf, subtract, union } from './intervals.ts';
import type { WorkCalendar } from './work-calendar.ts';
import type { MonthHours, WorkHours } from './work-hours.ts';
import type { Limit } from './work-rules.ts';
import type { Shift } from './worked-time.ts';

export type WarningKind =
  | 'daily-rest'
  | 'weekly-rest'
  | 'long-day'
  | 'week'
  | 'average-week'
  | 'overtime-cap'
  | 'missing-break'
  | 'night-length';

/** `figure` and `limit` in milliseconds. `near`: at least 90 % of an overtime cap, not over it. */
export type Warning = {
  kind: WarningKind;
  date: string;
  figure: number;
  limit: number;
  level: 'over' | 'near';
  /** Which of several rules of the kind. */
  rule: 'after-long-shift' | 'average' | 'seven-dates' | 'year' | 'together' | 'stretch' | null;
};

/** What to heed to avoid a warning; instants in milliseconds since 1970, null: nothing. */
export type Upcoming = {
  /** A check-in before it breaks the daily rest. */
  dailyRestUntil: number | null;
  /** The first date with a warning, unless a weekly rest begins by then. */
  weeklyRestBy: string | null;
  /** Work without another break beyond these makes the day too long, or misses the break. */
  longDayAt: number | null;
  /** Null on a break, and where breaks are automatic. */
  breakBy: number | null;
};

const worked = (shift: Shift) => lengthOf(shift.worked);

/** The shift's interruptions of at least `atLeast`, adjoining ones joined, and the stretches between them. */
function stretches({ from, to, entries, paid, unpaid }: Shift, atLeast: number) {
  const span = [{ from, to }];
  const gaps = subtract(span, union(entries));
  const breaks = union([...gaps, ...paid, ...unpaid]).filter((item) => item.to - item.from >= atLeast);
  return { breaks, between: subtract(span, breaks) };
}

/** What the judges below share. */
function factsOf(hours: WorkHours, calendar: WorkCalendar, now: Date) {
  const { shifts, person } = hours;
  const rulesOn = (date: string) => calendar.rulesOn(date).warnings;
  /** Rests between shifts. An approval can divide work without rest into two shifts: that is none. */
  const rests = shifts.flatMap((next, index) => {
    const before = shifts[index - 1];
    const isRest = before && next.from - before.to >= before.rules.shiftGap;
    return isRest ? [{ before, next, from: before.to, to: next.from, date: calendar.dateOf(before.to) }] : [];
  });
  return {
    hours,
    calendar,
    now: now.getTime(),
    today: calendar.dateOf(now.getTime()),
    asked: hours.month,
    rulesOn,
    limitOn: (limit: Limit, date: string) => limit[person.termsOn(date).workTime],
    rests,
    restDates: restDatesOf(shifts, rests, calendar),
  };
}
type Facts = ReturnType<typeof factsOf>;
type Rest = { from: number; to: number; date: string };

/** Dates on which a weekly rest before the last shift counts. */
function restDatesOf(shifts: Shift[], rests: Rest[], calendar: WorkCalendar): Set<string> {
  const dates = new Set<string>();
  if (shifts[0]) {
    const date = calendar.dateOf(shifts[0].from);
    // Before the first shift is rest.
    for (let days = 1; days <= 7; days += 1) dates.add(addDays(date, -days));
  }
  for (const { from, to, date: begun } of rests) {
    if (to - from < (calendar.rulesOn(begun).warnings.weeklyRest?.length ?? 0)) continue;
    let date = begun;
    do {
      dates.add(date);
      date = addDays(date, 1);
    } while (calendar.startOf(addDays(date, 1)) <= to);
  }
  return dates;
}

const over = (
  kind: WarningKind,
  date: string,
  figure: number,
  limit: number,
  rule: Warning['rule'] = null,
): Warning => ({ kind, date, figure, limit, level: 'over', rule });

/** A warning if the overtime is over its cap or near it. `scale`: compares sums, of which the figures are averages. */
function ofCap(rule: Warning['rule'], date: string, figure: number, limit: number, scale = 1): Warning[] {
  const level = figure > limit ? 'over' : figure * 10 >= limit * 9 ? 'near' : null;
  if (!level) return [];
  return [{ ...over('overtime-cap', date, Math.floor(figure / scale), limit / scale, rule), level }];
}

function dailyRestAfter(
  { rulesOn, limitOn }: Facts,
  shift: Shift,
  nextDate: string,
): Pick<Warning, 'limit' | 'rule'> | null {
  const rule = rulesOn(nextDate).dailyRest;
  const limit = rule && limitOn(rule, nextDate);
  const isLong = rule?.afterLong && worked(shift) > rule.afterLong.over;
  if (rule?.afterLong && isLong) return { limit: rule.afterLong.rest, rule: 'after-long-shift' };
  return limit === null ? null : { limit, rule: null };
}

const dailyRests = (facts: Facts): Warning[] =>
  facts.rests.flatMap(({ before, next, from, to }) => {
    const due = dailyRestAfter(facts, before, next.date);
    return due && to - from < due.limit
      ? [over('daily-rest', next.date, to - from, due.limit, due.rule)]
      : [];
  });

/** The weekly rest that is missing on the date, where it is judged; null: none. */
function missingRest({ hours, rulesOn, restDates }: Facts, date: string): number | null {
  const rule = rulesOn(date).weeklyRest;
  const first = `${hours.person.periodOf(date.slice(0, 7)).start}-01`;
  if (!rule || (rule.blocks && (daysBetween(first, date) + 1) % 7 !== 0)) return null;
  const seven = datesBetween({ start: addDays(date, -6), end: date });
  return seven.some((each) => restDates.has(each)) ? null : rule.length;
}

function weeklyRests(facts: Facts): Warning[] {
  const { hours, calendar, asked, rests } = facts;
  const [first, last] = [hours.shifts[0], hours.shifts.at(-1)];
  if (!first || !last) return [];
  // Rest comes before the first shift and follows the last one.
  const [start, end] = [calendar.dateOf(first.from), calendar.dateOf(last.to)];
  return asked.days.flatMap(({ date }) => {
    const limit = missingRest(facts, date);
    if (limit === null || date < start || date >= end) return [];
    const since = addDays(date, -7);
    const begun = rests.filter((rest) => rest.date > since && rest.date <= date);
    return [over('weekly-rest', date, Math.max(0, ...begun.map(({ from, to }) => to - from)), limit)];
  });
}

function longDay({ rulesOn, limitOn }: Facts, shift: Shift): Warning[] {
  const [length, longest] = [worked(shift), limitOn(rulesOn(shift.date).longDay, shift.date)];
  return longest !== null && length > longest ? [over('long-day', shift.date, length, longest)] : [];
}

function missingBreak({ rulesOn }: Facts, shift: Shift): Warning[] {
  const rule = rulesOn(shift.date).missingBreak;
  if (!rule || worked(shift) <= rule.shiftOver) return [];
  const { breaks, between } = stretches(shift, rule.atLeast);
  const taken = lengthOf(breaks);
  if (taken < rule.together) return [over('missing-break', shift.date, taken, rule.together, 'together')];
  const judged = rule.every ? between : between.slice(0, 1);
  const longest = judged.reduce(
    (most, part) => Math.max(most, lengthOf(intersect([part], shift.worked))),
    Number.NEGATIVE_INFINITY,
  );
  return longest > rule.stretch ? [over('missing-break', shift.date, longest, rule.stretch, 'stretch')] : [];
}

/** The week up to the date, and the overtime of its seven dates. */
function weekOf({ hours, rulesOn, limitOn }: Facts, date: string): Warning[] {
  const { dayHours, person } = hours;
  const { week, overtimeCap } = rulesOn(date);
  const { total, overtime } = dayHours(date);
  const sumUpTo = (days: number, figure: 'total' | 'overtime') =>
    datesBetween({ start: addDays(date, 1 - days), end: date })
      .map((each) => dayHours(each)[figure])
      .reduce((sum, ms) => sum + ms, 0);

  const limit = limitOn(week, date);
  const sum = limit === null || total === 0 ? 0 : sumUpTo(week.rolling ? 7 : weekdayOf(date), 'total');
  const hasWarned = !week.rolling && limit !== null && sum - total > limit;
  const long = limit !== null && sum > limit && !hasWarned ? [over('week', date, sum, limit)] : [];
  if (!overtimeCap.sevenDates || overtime <= 0) return long;
  const { length, withConsent } = overtimeCap.sevenDates;
  const cap = person.termsOn(date).overtimeConsent ? withConsent : length;
  return [...long, ...ofCap('seven-dates', date, sumUpTo(7, 'overtime'), cap)];
}

/** What is judged at the month's end: averages over the settlement period so far. */
function averages({ hours, asked, rulesOn }: Facts, date: string): Warning[] {
  const { averageWeek, overtimeCap } = rulesOn(date);
  const period = hours.months.filter((each) => each.month <= asked.month);
  const employedDays = (list: MonthHours[]) =>
    list.flatMap(({ days }) => days).filter((day) => hours.person.isEmployed(day.date)).length;
  const sum = (list: MonthHours[], figure: 'total' | 'overtime') =>
    list.reduce((all, each) => all + each[figure], 0);

  const [days, week] = [employedDays(period), sum(period, 'total') * 7];
  const isLong = averageWeek !== null && days > 0 && week > averageWeek * days;
  const long = isLong ? [over('average-week', date, Math.floor(week / days), averageWeek)] : [];
  const { average } = overtimeCap;
  const last = average ? period.slice(-average.months) : [];
  const lastDays = employedDays(last);
  if (!average || lastDays === 0) return long;
  return [...long, ...ofCap('average', date, sum(last, 'overtime') * 7, average.length * lastDays, lastDays)];
}

/** Shifts of night workers, on average up to the month's end. */
function nights({ hours, asked, rulesOn }: Facts, date: string): Warning[] {
  const rule = rulesOn(date).nightLength;
  if (!rule || (rule.markedOnly && !hours.person.termsOn(date).markedNightWork)) return [];
  const atNight = Map.groupBy(
    hours.slices.filter(({ isNight }) => isNight),
    ({ shift }) => shift,
  );
  const first = `${addMonths(asked.month, 1 - rule.months)}-01`;
  const those = hours.shifts
    .filter((shift) => shift.date >= first && shift.date <= date)
    .filter((shift) => lengthOf(atNight.get(shift) ?? []) >= rule.night);
  const all = those.reduce((total, shift) => total + worked(shift), 0);
  return all > rule.length * those.length
    ? [over('night-length', date, Math.floor(all / those.length), rule.length)]
    : [];
}

/** The year's overtime, when it first comes near its cap and when it first exceeds it. */
function yearsOvertime({ hours, asked, rulesOn }: Facts): Warning[] {
  const { month } = asked;
  const overtime = Array.from({ length: Number(month.slice(5)) }, (_, index) => addMonths(month, -index))
    .map(hours.monthHours)
    .flatMap(({ days, periodOvertime }) => [
      ...days.map((day) => ({ date: day.date, ms: day.overtime })),
      ...periodOvertime.filter(({ reason }) => reason !== 'over-contract'),
    ])
    .filter(({ ms }) => ms > 0)
    .toSorted(byDate);
  let sum = 0;
  return overtime.flatMap(({ date, ms }) => {
    const cap = rulesOn(date).overtimeCap.year;
    const before = sum;
    sum += ms;
    const isFirst = cap !== null && (before * 10 < cap * 9 || (before <= cap && sum > cap));
    return isFirst ? ofCap('year', date, sum, cap) : [];
  });
}

function upcoming(facts: Facts): Upcoming {
  const { hours, calendar, now, today, rulesOn, limitOn } = facts;
  const none = { dailyRestUntil: null, weeklyRestBy: null, longDayAt: null, breakBy: null };
  const last = hours.shifts.at(-1);
  if (!last) return none;
  const soon = datesBetween({ start: today, end: addDays(today, 13) });
  const weeklyRest = rulesOn(calendar.dateOf(last.to)).weeklyRest?.length ?? 0;
  const isRested = !last.isOpen && now - last.to >= weeklyRest;
  const weeklyRestBy = isRested ? null : (soon.find((date) => missingRest(facts, date) !== null) ?? null);
  if (!last.isOpen) {
    const until = last.to + (dailyRestAfter(facts, last, today)?.limit ?? 0);
    return { ...none, weeklyRestBy, dailyRestUntil: until > now ? until : null };
  }
  const { longDay: long, missingBreak: breakRule } = rulesOn(last.date);
  const isOnBreak = [...last.paid, ...last.unpaid].some(({ to }) => to >= now);
  // An automatic one is taken off by itself.
  const hasToTakeOne = last.rules.breaks.policy !== 'automatic' && !isOnBreak;
  const left = (limit: number, used: number) => now + Math.max(0, limit - used);
  const longest = limitOn(long, last.date);
  const { breaks, between } = stretches(last, breakRule?.atLeast ?? 0);
  const isBreakDue = breakRule && hasToTakeOne && (breakRule.every || breaks.length === 0);
  const stretch = lengthOf(intersect(last.worked, between.slice(-1)));
  return {
    dailyRestUntil: null,
    weeklyRestBy,
    longDayAt: longest === null ? null : left(longest, worked(last)),
    breakBy: isBreakDue ? left(breakRule.stretch, stretch) : null,
  };
}

const byDate = (a: { date: string }, b: { date: string }) => (a.date < b.date ? -1 : Number(a.date > b.date));

/** The month's warnings by date, and what would be one next. */
export function workWarnings(hours: WorkHours, calendar: WorkCalendar, now: Date) {
  const facts = factsOf(hours, calendar, now);
  const { asked, today, rulesOn } = facts;
  const isAsked = ({ date }: { date: string }) => date.startsWith(asked.month);
  const lastDate = monthOf(`${asked.month}-01`).end;
  const warnings = [
    ...dailyRests(facts),
    ...hours.shifts
      .filter(isAsked)
      .flatMap((shift) => [...longDay(facts, shift), ...missingBreak(facts, shift)]),
    ...weeklyRests(facts),
    ...asked.days.flatMap(({ date }) => weekOf(facts, date)),
    ...(lastDate < today ? [...averages(facts, lastDate), ...nights(facts, lastDate)] : []),
    ...(rulesOn(lastDate).overtimeCap.year === null ? [] : yearsOvertime(facts)),
  ];
  return { warnings: warnings.filter(isAsked).toSorted(byDate), upcoming: upcoming(facts) };
}
