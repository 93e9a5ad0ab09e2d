/** Warnings about rest, long hours and missing breaks (work-rules.md §6). They never block. For the server only. */

import { addDays, addMonths, daysBetween, monthOf, weekdayOf } from './dates.ts';
import { intersect, lengthOf, subtract, union } from './intervals.ts';
import type { WorkCalendar } from './work-calendar.ts';
import { datesBetween, type MonthHours, type WorkHours } from './work-hours.ts';
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

/** The month's warnings by date, and what would be one next. */
export function workWarnings(hours: WorkHours, calendar: WorkCalendar, now: Date) {
  const { months, shifts, slices, person, dayHours, monthHours } = hours;
  const { month } = hours.month;
  const today = calendar.dateOf(now.getTime());
  const limitOn = (limit: Limit, date: string) => limit[person.termsOn(date).workTime];
  const rulesOn = (date: string) => calendar.rulesOn(date).warnings;

  const warnings: Warning[] = [];
  function check(
    kind: WarningKind,
    date: string,
    figure: number,
    limit: number,
    more: Partial<Warning> = {},
  ) {
    const isAsked = date.startsWith(month);
    if (isAsked) warnings.push({ kind, date, figure, limit, level: 'over', rule: null, ...more });
  }
  /** `scale`: compares sums, of which the figures are averages. */
  function checkCap(rule: Warning['rule'], date: string, figure: number, limit: number, scale = 1) {
    const level = figure > limit ? 'over' : figure * 10 >= limit * 9 ? 'near' : null;
    if (level) check('overtime-cap', date, Math.floor(figure / scale), limit / scale, { rule, level });
  }

  /** Rests between shifts. An approval can divide work without rest into two shifts: that is none. */
  const rests = shifts.flatMap((next, index) => {
    const before = shifts[index - 1];
    const isRest = before && next.from - before.to >= before.rules.shiftGap;
    return isRest ? [{ before, next, from: before.to, to: next.from, date: calendar.dateOf(before.to) }] : [];
  });

  function dailyRestAfter(shift: Shift, nextDate: string): Pick<Warning, 'limit' | 'rule'> | null {
    const rule = rulesOn(nextDate).dailyRest;
    const limit = rule && limitOn(rule, nextDate);
    const isLong = rule?.afterLong && worked(shift) > rule.afterLong.over;
    if (rule?.afterLong && isLong) return { limit: rule.afterLong.rest, rule: 'after-long-shift' };
    return limit === null ? null : { limit, rule: null };
  }
  for (const { before, next, from, to } of rests) {
    const due = dailyRestAfter(before, next.date);
    if (due && to - from < due.limit)
      check('daily-rest', next.date, to - from, due.limit, { rule: due.rule });
  }

  /** Dates on which a weekly rest before the last shift counts. */
  const restDates = new Set<string>();
  if (shifts[0]) {
    const date = calendar.dateOf(shifts[0].from);
    // Before the first shift is rest.
    for (let days = 1; days <= 7; days += 1) restDates.add(addDays(date, -days));
  }
  for (const { from, to, date: begun } of rests) {
    if (to - from < (rulesOn(begun).weeklyRest?.length ?? 0)) continue;
    let date = begun;
    do {
      restDates.add(date);
      date = addDays(date, 1);
    } while (calendar.startOf(addDays(date, 1)) <= to);
  }
  /** The weekly rest that is missing on the date, where it is judged; null: none. */
  function missingRest(date: string): number | null {
    const rule = rulesOn(date).weeklyRest;
    const first = `${person.periodOf(date.slice(0, 7)).start}-01`;
    if (!rule || (rule.blocks && (daysBetween(first, date) + 1) % 7 !== 0)) return null;
    const seven = datesBetween({ start: addDays(date, -6), end: date });
    return seven.some((each) => restDates.has(each)) ? null : rule.length;
  }

  for (const shift of shifts.filter(({ date }) => date.startsWith(month))) {
    const { missingBreak, longDay } = rulesOn(shift.date);
    const [length, longest] = [worked(shift), limitOn(longDay, shift.date)];
    if (longest !== null && length > longest) check('long-day', shift.date, length, longest);
    if (!missingBreak || length <= missingBreak.shiftOver) continue;
    const { breaks, between } = stretches(shift, missingBreak.atLeast);
    const judged = missingBreak.every ? between : between.slice(0, 1);
    const stretch = judged.reduce(
      (most, part) => Math.max(most, lengthOf(intersect([part], shift.worked))),
      Number.NEGATIVE_INFINITY,
    );
    const { together, stretch: limit } = missingBreak;
    if (lengthOf(breaks) < together) {
      check('missing-break', shift.date, lengthOf(breaks), together, { rule: 'together' });
    } else if (stretch > limit) check('missing-break', shift.date, stretch, limit, { rule: 'stretch' });
  }

  /** Sum of so many dates up to this one. */
  const sumUpTo = (date: string, days: number, figure: 'total' | 'overtime') =>
    datesBetween({ start: addDays(date, 1 - days), end: date })
      .map((each) => dayHours(each)[figure])
      .reduce((sum, ms) => sum + ms, 0);

  function checkDay(date: string) {
    const { week, overtimeCap } = rulesOn(date);
    const { total, overtime } = dayHours(date);
    const limit = limitOn(week, date);
    const sum =
      limit === null || total === 0 ? 0 : sumUpTo(date, week.rolling ? 7 : weekdayOf(date), 'total');
    const hasWarned = !week.rolling && limit !== null && sum - total > limit;
    if (limit !== null && sum > limit && !hasWarned) check('week', date, sum, limit);
    if (overtimeCap.sevenDates && overtime > 0) {
      const { length, withConsent } = overtimeCap.sevenDates;
      const cap = person.termsOn(date).overtimeConsent ? withConsent : length;
      checkCap('seven-dates', date, sumUpTo(date, 7, 'overtime'), cap);
    }
  }

  const nights = Map.groupBy(
    slices.filter(({ isNight }) => isNight),
    ({ shift }) => shift,
  );
  /** What is judged at the month's end: averages over the settlement period so far, and nights. */
  function checkMonth(date: string) {
    const { averageWeek, overtimeCap, nightLength } = rulesOn(date);
    const period = months.filter((each) => each.month <= month);
    const employedDays = (list: MonthHours[]) =>
      list.flatMap(({ days }) => days).filter((day) => person.isEmployed(day.date)).length;
    const sum = (list: MonthHours[], figure: 'total' | 'overtime') =>
      list.reduce((all, each) => all + each[figure], 0);

    const days = employedDays(period);
    if (averageWeek !== null && days > 0 && sum(period, 'total') * 7 > averageWeek * days) {
      check('average-week', date, Math.floor((sum(period, 'total') * 7) / days), averageWeek);
    }
    const { average } = overtimeCap;
    const last = average ? period.slice(-average.months) : [];
    const lastDays = employedDays(last);
    if (average && lastDays > 0) {
      checkCap('average', date, sum(last, 'overtime') * 7, average.length * lastDays, lastDays);
    }
    if (!nightLength || (nightLength.markedOnly && !person.termsOn(date).markedNightWork)) return;
    const first = `${addMonths(month, 1 - nightLength.months)}-01`;
    const those = shifts
      .filter((shift) => shift.date >= first && shift.date <= date)
      .filter((shift) => lengthOf(nights.get(shift) ?? []) >= nightLength.night);
    const all = those.reduce((total, shift) => total + worked(shift), 0);
    if (all > nightLength.length * those.length) {
      check('night-length', date, Math.floor(all / those.length), nightLength.length);
    }
  }

  /** The year's overtime, when it first comes near its cap and when it first exceeds it. */
  function checkYear() {
    const overtime = Array.from({ length: Number(month.slice(5)) }, (_, index) => addMonths(month, -index))
      .map(monthHours)
      .flatMap(({ days, periodOvertime }) => [
        ...days.map((day) => ({ date: day.date, ms: day.overtime })),
        ...periodOvertime.filter(({ reason }) => reason !== 'over-contract'),
      ])
      .filter(({ ms }) => ms > 0)
      .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
    let sum = 0;
    for (const { date, ms } of overtime) {
      const cap = rulesOn(date).overtimeCap.year;
      const before = sum;
      sum += ms;
      const isFirst = cap !== null && (before * 10 < cap * 9 || (before <= cap && sum > cap));
      if (cap !== null && isFirst) checkCap('year', date, sum, cap);
    }
  }

  const last = shifts.at(-1);
  const end = last ? calendar.dateOf(last.to) : '';
  const firstDate = shifts[0] ? calendar.dateOf(shifts[0].from) : '';
  for (const { date } of hours.month.days) {
    const limit = missingRest(date);
    // Rest comes before the first shift and follows the last one.
    if (limit === null || date < firstDate || date >= end) continue;
    const since = addDays(date, -7);
    const begun = rests.filter((rest) => rest.date > since && rest.date <= date);
    check('weekly-rest', date, Math.max(0, ...begun.map(({ from, to }) => to - from)), limit);
  }
  for (const { date } of hours.month.days) checkDay(date);
  const lastDate = monthOf(`${month}-01`).end;
  if (lastDate < today) checkMonth(lastDate);
  if (rulesOn(lastDate).overtimeCap.year !== null) checkYear();

  function upcoming(): Upcoming {
    const none = { dailyRestUntil: null, weeklyRestBy: null, longDayAt: null, breakBy: null };
    if (!last) return none;
    const soon = datesBetween({ start: today, end: addDays(today, 13) });
    const isRested = !last.isOpen && now.getTime() - last.to >= (rulesOn(end).weeklyRest?.length ?? 0);
    const weeklyRestBy = isRested ? null : (soon.find((date) => missingRest(date) !== null) ?? null);
    if (!last.isOpen) {
      const until = last.to + (dailyRestAfter(last, today)?.limit ?? 0);
      return { ...none, weeklyRestBy, dailyRestUntil: until > now.getTime() ? until : null };
    }
    const { longDay, missingBreak } = rulesOn(last.date);
    const left = (limit: number, used: number) => now.getTime() + Math.max(0, limit - used);
    const longest = limitOn(longDay, last.date);
    const { breaks, between } = stretches(last, missingBreak?.atLeast ?? 0);
    const isBreakDue = missingBreak && (missingBreak.every || breaks.length === 0);
    const stretch = lengthOf(intersect(last.worked, between.slice(-1)));
    return {
      dailyRestUntil: null,
      weeklyRestBy,
      longDayAt: longest === null ? null : left(longest, worked(last)),
      breakBy: isBreakDue ? left(missingBreak.stretch, stretch) : null,
    };
  }

  const ordered = warnings.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  return { warnings: ordered, upcoming: upcoming() };
}
