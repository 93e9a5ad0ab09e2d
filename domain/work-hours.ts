/**
 * The hours of a person's days, months and settlement period by category (work-rules.md). One pure function; all lengths
 * are milliseconds, and each figure comes with what it is made of. For the server only.
 */

import { addDays, addMonths, datesBetween, monthOf, weekOf } from './dates.ts';
import { lengthOf, take } from './intervals.ts';
import {
  type Employment,
  type PersonCalendar,
  type Plan,
  personCalendarOf,
  remember,
  type WorkCalendar,
} from './work-calendar.ts';
import type { AbsenceCode, WarningRules } from './work-rules.ts';
import {
  type BreakSlice,
  type Mark,
  type Shift,
  type WorkedSlice,
  type WorkedTimeInput,
  workedTime,
} from './worked-time.ts';

/**
 * An absence on whole dates, both included, or of `part` milliseconds on one date. Absences of a person don't overlap;
 * parts of one date are given in their order.
 */
export type Absence = { code: AbsenceCode; start: string; end: string; part: number | null };

/** Planned time that absences of one code replace; `days` counts whole days with a plan. */
export type AbsenceTotal = { code: string; ms: number; days: number };

const CATEGORIES = [
  'plan',
  'norm',
  'total',
  'normal',
  'night',
  'nightWork',
  'holiday',
  'sundayHoliday',
  'restDay',
  'overtime',
  'overtime50',
  'overtime100',
  'overContract',
  'break',
] as const;

/**
 * Milliseconds by category. They are independent and may overlap: never add them up. `normal` is total − overtime and
 * may be negative.
 */
export type Figures = Record<(typeof CATEGORIES)[number], number> & { absences: AbsenceTotal[] };

export type OvertimeSlice = WorkedSlice & { rate: 50 | 100 | null };

export type DayHours = Figures & {
  date: string;
  marks: Mark[];
  derivation: {
    plan: Plan;
    worked: WorkedSlice[];
    breaks: BreakSlice[];
    /** What may be worked before overtime; null where there is no daily overtime. */
    overtimeFrom: number | null;
    /** Overtime and the time that it is measured by; in PL it may stand in the next date's row. */
    overtime: OvertimeSlice[];
    overtimeOf: number;
  };
};

/** Overtime that belongs to no day: worked − norm − daily. */
export type PeriodOvertime = {
  reason: 'week' | 'average-week' | 'summed' | 'over-contract';
  /** The last date of the week or period. */
  date: string;
  worked: number;
  /** What may be worked in the week or period; in PL scaled to full time or to the contract's threshold. */
  norm: number;
  /** Overtime of it that is counted already. */
  counted: number;
  ms: number;
};

export type MonthHours = Figures & {
  /** `yyyy-MM`. */
  month: string;
  normToBeWorked: number;
  /** Total − norm to be worked, of the month and running in the settlement period. */
  difference: number;
  runningDifference: number;
  isProvisional: boolean;
  days: DayHours[];
  periodOvertime: PeriodOvertime[];
};

export type PeriodHours = Figures & {
  start: string;
  end: string;
  normToBeWorked: number;
  difference: number;
  /** Whether the period has ended, so that its overtime is known. */
  isOver: boolean;
};

export type PersonTime = WorkedTimeInput & { employment: Employment; absences: readonly Absence[] };

export type WorkHours = {
  month: MonthHours;
  /** The settlement period of the month. */
  period: PeriodHours;
  /** All months of the period. */
  months: MonthHours[];
  shifts: Shift[];
  slices: WorkedSlice[];
  person: PersonCalendar;
  /** Any other date's and month's hours; a month's `runningDifference` is 0 here. */
  dayHours: (date: string) => DayHours;
  monthHours: (month: string) => MonthHours;
  /** Of the month's total, the milliseconds of additional work. */
  additional: number;
};

/** The first date whose entries, breaks and absences must be known for the month's warnings, besides its period's. */
export function firstDateFor(month: string, { overtimeCap, nightLength }: WarningRules): string {
  const months = [
    month,
    ...(overtimeCap.year === null ? [] : [`${month.slice(0, 4)}-01`]),
    ...(nightLength ? [addMonths(month, 1 - nightLength.months)] : []),
  ];
  return addDays(`${months.toSorted()[0]}-01`, -35);
}

/** Each code once, in the order in which they come. */
function byCode(list: readonly AbsenceTotal[]): AbsenceTotal[] {
  const absences = new Map<string, AbsenceTotal>();
  for (const { code, ms, days } of list) {
    const known = absences.get(code);
    absences.set(code, { code, ms: ms + (known?.ms ?? 0), days: days + (known?.days ?? 0) });
  }
  return [...absences.values()];
}

/** The figures of all items in sum. */
function sumOf(items: readonly Figures[]): Figures {
  const sums = CATEGORIES.map((category) => [category, items.reduce((sum, item) => sum + item[category], 0)]);
  return {
    ...(Object.fromEntries(sums) as Record<(typeof CATEGORIES)[number], number>),
    absences: byCode(items.flatMap((item) => item.absences)),
  };
}

/** Whether the slice lies in the hours of a holiday or, where the rules count Sundays, of one of these. */
export function isSundayOrHoliday({ hoursDate, shift }: WorkedSlice, calendar: WorkCalendar): boolean {
  return calendar.isHoliday(hoursDate) || (shift.rules.countsSundays && calendar.isSunday(hoursDate));
}

/** Drops the fraction of a millisecond; sums of hours scaled by weekly minutes are off by far less than this. */
const dropFraction = (ms: number) => Math.max(0, Math.floor(ms + 1e-4));

/**
 * The hours of the month and of its settlement period. Entries, breaks and absences must be given from 35 days before
 * the period (for warnings from `firstDateFor` if that is earlier) to two days after it, as far as they exist.
 */
export function workHours(input: PersonTime, month: string, calendar: WorkCalendar): WorkHours {
  const today = calendar.dateOf(input.counting.now.getTime());
  const person = personCalendarOf(input.employment, calendar);
  const days = daysOf(input, person, calendar);
  const { shifts, slices, isAdditional, dayHours } = days;
  const monthHours = monthsOf(days, person, calendar, today);

  const { start, end } = person.periodOf(month);
  let runningDifference = 0;
  const months = monthsBetween(start, end).map((each): MonthHours => {
    const hours = monthHours(each);
    runningDifference += hours.difference;
    return { ...hours, runningDifference };
  });
  const asked = months.find((each) => each.month === month);
  if (!asked) throw new RangeError(`Not a month: ${month}`);
  const toBeWorked = months.reduce((sum, each) => sum + each.normToBeWorked, 0);
  const sum = sumOf(months);
  const period: PeriodHours = {
    ...sum,
    start,
    end,
    normToBeWorked: toBeWorked,
    difference: sum.total - toBeWorked,
    isOver: today > monthOf(`${end}-01`).end,
  };
  const ofAdditional = asked.days.flatMap(({ derivation }) => derivation.worked.filter(isAdditional));
  return {
    month: asked,
    period,
    months,
    shifts,
    slices,
    person,
    dayHours,
    monthHours,
    additional: lengthOf(ofAdditional),
  };
}

/** The hours of any date, and what they are computed from. */
function daysOf({ absences, ...input }: PersonTime, person: PersonCalendar, calendar: WorkCalendar) {
  const { termsOn, isFullTime, isPlanCovered, planOn, normOn } = person;
  const { shifts, slices, pauses } = workedTime(input, calendar);
  const worked = Map.groupBy(slices, ({ row }) => row);
  const additional = new Set(input.entries.flatMap(({ id, isAdditional }) => (isAdditional ? [id] : [])));
  const isAdditional = ({ entryId }: WorkedSlice) => additional.has(entryId);
  const forOvertime = Map.groupBy(
    additional.size === 0 ? slices : slices.filter((slice) => !isAdditional(slice)),
    ({ overtimeRow }) => overtimeRow,
  );
  const breaks = Map.groupBy(pauses, ({ row }) => row);
  const marks = new Map(
    shifts.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry.marks] as const)),
  );

  const ofShifts = Map.groupBy(slices, ({ shift }) => shift.date);

  /** What was worked on the date in shifts that a schedule planned to begin before it, within their planned length. */
  function plannedBefore(date: string): number {
    const begun = new Set((worked.get(date) ?? []).map(({ shift }) => shift.date));
    return [...begun]
      .filter((start) => start < date && isPlanCovered(start))
      .reduce((sum, start) => {
        const own = ofShifts.get(start) ?? [];
        const until = (last: string) => lengthOf(own.filter(({ row }) => row <= last));
        const planned = Math.min(planOn(start).ms, until(date)) - until(addDays(date, -1));
        return sum + Math.max(0, planned);
      }, 0);
  }

  const absencesOn = remember((date) => {
    const plan = planOn(date).ms;
    let left = plan;
    return absences
      .filter(({ start, end }) => start <= date && date <= end)
      .map(({ code, part }) => {
        const ms = Math.min(part ?? plan, left);
        left -= ms;
        return { code, isWhole: part === null, ms, days: part === null && plan > 0 ? 1 : 0 };
      });
  });
  const loweredOn = (date: string) =>
    absencesOn(date).reduce((sum, { code, ms }) => sum + (code.lowersNorm ? ms : 0), 0);

  /** What may be worked on the date before overtime; null for summed time. */
  function overtimeFrom(date: string): number | null {
    const [terms, rules] = [termsOn(date), calendar.rulesOn(date)];
    if (terms.workTime === 'summed') return null;
    const floor = isFullTime(terms, rules) ? rules.overtime.dayFloor : rules.overtime.dayFloorPartTime;
    const plan = planOn(date).ms;
    return floor > 0 ? Math.max(floor, plan) : Math.max(0, plan - loweredOn(date));
  }

  function overtimeOn(date: string): OvertimeSlice[] {
    const [from, own] = [overtimeFrom(date), forOvertime.get(date) ?? []];
    const over = from === null ? 0 : lengthOf(own) - from;
    if (from === null || over <= 0) return [];
    const isFree = absencesOn(date).some(({ code, isWhole }) => code.isForHolidayWork && isWhole);
    const { rates } = calendar.rulesOn(date).overtime;
    return take(own, from, over).map((slice) => {
      const isHigher =
        isFree || slice.isNight || (isSundayOrHoliday(slice, calendar) && planOn(slice.hoursDate).ms === 0);
      return { ...slice, rate: rates ? (isHigher ? 100 : 50) : null };
    });
  }

  const dayHours = remember((date): DayHours => {
    const plan = planOn(date);
    const [own, pausesOfDay, overtime] = [worked.get(date) ?? [], breaks.get(date) ?? [], overtimeOn(date)];
    const sum = (test: (slice: WorkedSlice) => boolean) => lengthOf(own.filter(test));
    const total = lengthOf(own);
    const atRate = (rate: 50 | 100) => lengthOf(overtime.filter((slice) => slice.rate === rate));
    return {
      date,
      plan: plan.ms,
      norm: normOn(date),
      total,
      normal: total - lengthOf(overtime),
      night: sum(({ isNight }) => isNight),
      nightWork: sum(({ isNightWork }) => isNightWork),
      holiday: sum(({ hoursDate }) => calendar.isHoliday(hoursDate)),
      sundayHoliday: sum((slice) => slice.shift.rules.countsSundays && isSundayOrHoliday(slice, calendar)),
      restDay: plan.ms === 0 && !calendar.isHoliday(date) ? total - plannedBefore(date) : 0,
      overtime: lengthOf(overtime),
      overtime50: atRate(50),
      overtime100: atRate(100),
      overContract: 0,
      break: lengthOf(pausesOfDay),
      absences: byCode(absencesOn(date).map(({ code, ms, days }) => ({ code: code.code, ms, days }))),
      marks: [...new Set(own.flatMap(({ entryId }) => marks.get(entryId) ?? []))],
      derivation: {
        plan,
        worked: own,
        breaks: pausesOfDay,
        overtimeFrom: overtimeFrom(date),
        overtime,
        overtimeOf: lengthOf(forOvertime.get(date) ?? []),
      },
    };
  });

  return { shifts, slices, isAdditional, loweredOn, dayHours };
}

/** The hours of any month, whose `runningDifference` is 0 here. */
function monthsOf(
  { dayHours, loweredOn }: Pick<ReturnType<typeof daysOf>, 'dayHours' | 'loweredOn'>,
  { termsOn, isFullTime, normOn, periodOf }: PersonCalendar,
  calendar: WorkCalendar,
  today: string,
) {
  /** Norm less absences; each date's part is multiplied by what `scale` says of the date. */
  function normToBeWorked(of: string, scale: (date: string) => number = () => 1): number {
    const sum = datesOf(of).reduce((all, date) => all + (normOn(date) - loweredOn(date)) * scale(date), 0);
    return Math.max(0, sum);
  }

  /** Part-time overtime of the week (LV): what is left over the full weekly norm. */
  function weekOvertime(sunday: string): PeriodOvertime[] {
    const [terms, rules] = [termsOn(sunday), calendar.rulesOn(sunday)];
    const isDue = rules.overtime.partTimeWeek && terms.workTime === 'fixed' && !isFullTime(terms, rules);
    if (!isDue || today <= sunday) return [];
    const days = datesBetween(weekOf(sunday)).map(dayHours);
    const total = days.reduce((sum, { derivation }) => sum + derivation.overtimeOf, 0);
    const counted = days.reduce((sum, { overtime }) => sum + overtime, 0);
    const item = overtimeItem('week', sunday, total, rules.weeklyNorm, counted);
    return item.ms > 0 ? [item] : [];
  }

  /** What the settlement period that ends with the month adds: summed and average-week overtime, `overContract`. */
  function periodOvertime(of: string): PeriodOvertime[] {
    const { start, end } = periodOf(of);
    const date = monthOf(`${of}-01`).end;
    if (of !== end || today <= date) return [];
    const [months, rules] = [monthsBetween(start, end), calendar.rulesOn(date)];
    const terms = termsOn(date);
    if (terms.workTime === 'fixed' && !rules.overtime.averageWeek) return [];
    const days = months.flatMap(datesOf).map(dayHours);
    const total = days.reduce((sum, { derivation }) => sum + derivation.overtimeOf, 0);
    const daily = days.reduce((sum, { overtime }) => sum + overtime, 0);
    const normBy = (scale: (date: string) => number) =>
      months.reduce((sum, each) => sum + normToBeWorked(each, scale), 0);

    const isScaled = rules.overtime.averageWeek;
    const norm = normBy((on) => (isScaled ? calendar.rulesOn(on).weeklyNorm / termsOn(on).weekly : 1));
    const reason = terms.workTime === 'summed' ? 'summed' : 'average-week';
    const overtime = overtimeItem(reason, date, total, norm, daily);
    const hasThreshold = days.some((day) => termsOn(day.date).overContractFrom !== null);
    if (terms.workTime === 'summed' || !hasThreshold) return [overtime];
    const threshold = normBy(
      (on) => (termsOn(on).overContractFrom ?? calendar.rulesOn(on).weeklyNorm) / termsOn(on).weekly,
    );
    return [overtime, overtimeItem('over-contract', date, total, threshold, daily + overtime.ms)];
  }

  return remember((of): MonthHours => {
    const days = datesOf(of).map(dayHours);
    const sundays = days.filter(({ date }) => calendar.isSunday(date));
    const extra = [...sundays.flatMap(({ date }) => weekOvertime(date)), ...periodOvertime(of)];
    const sum = sumOf(days);
    const overContract = extra.filter(({ reason }) => reason === 'over-contract');
    const added = extra.reduce((all, { ms, reason }) => all + (reason === 'over-contract' ? 0 : ms), 0);
    const { rates } = calendar.rulesOn(monthOf(`${of}-01`).end).overtime;
    const toBeWorked = normToBeWorked(of);
    return {
      ...sum,
      month: of,
      norm: Math.max(0, sum.norm),
      normToBeWorked: toBeWorked,
      difference: sum.total - toBeWorked,
      runningDifference: 0,
      normal: sum.normal - added,
      overtime: sum.overtime + added,
      overtime100: sum.overtime100 + (rates ? added : 0),
      overContract: overContract.reduce((all, { ms }) => all + ms, 0),
      isProvisional: days.some((day) => day.marks.includes('pending') || day.marks.includes('running')),
      days,
      periodOvertime: extra,
    };
  });
}

function overtimeItem(
  reason: PeriodOvertime['reason'],
  date: string,
  worked: number,
  norm: number,
  counted: number,
): PeriodOvertime {
  return { reason, date, worked, norm, counted, ms: dropFraction(worked - norm - counted) };
}

/** The dates of at most 100 months `yyyy-MM`: everybody's hours of a month need the same. */
let recentMonths = new Map<string, string[]>();

function datesOf(month: string): readonly string[] {
  const known = recentMonths.get(month);
  if (known) return known;
  if (recentMonths.size > 100) recentMonths = new Map();
  const dates = datesBetween(monthOf(`${month}-01`));
  recentMonths.set(month, dates);
  return dates;
}

function monthsBetween(start: string, end: string): string[] {
  const months: string[] = [];
  for (let month = start; month <= end; month = addMonths(month, 1)) months.push(month);
  return months;
}
