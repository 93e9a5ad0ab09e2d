/** A company's days by its rules: rest days, local clock, and each person's plan and norm. For the server only. */

import { atWallClock, startOfDay } from './calendar.ts';
import { addDays, addMonths, weekdayOf } from './dates.ts';
import { publicHolidays } from './holidays.ts';
import type { Interval } from './intervals.ts';
import { type DatedRules, validOn, type WorkRules } from './work-rules.ts';

/** A workday that is worked on another date instead. */
export type MovedDay = { from: string; to: string };

export type CompanyTime = {
  /** At least one; ordered by `validFrom`. */
  rules: DatedRules[];
  /** At least one, ordered. The date `validFrom` begins at `startsAt`; without one at midnight in the zone before. */
  zones: { validFrom: string; timeZone: string; startsAt?: string }[];
  /** The company's own holidays, and its extra days off, which are rest days. */
  holidays: string[];
  daysOff: string[];
  /** No date occurs twice. Moves that `movedDayIssue` names are ignored. */
  movedDays: MovedDay[];
};

/** Why nobody works by the pattern on the date. */
export type FreeDay = 'public-holiday' | 'own-holiday' | 'day-off' | 'substitute';

/** Part of an interval on one date by the zone's clock. `hoursDate`: the date in whose holiday hours it lies. */
export type ClockSlice = Interval & { date: string; hoursDate: string; isNight: boolean };

const MS_PER_DAY = 86_400_000;

type Zone = Interval & { validFrom: string; validTo: string; timeZone: string };
type ClockDay = { date: string; day: Interval; night: Interval; hours: Interval };

export type WorkCalendar = ReturnType<typeof createWorkCalendar>;

/** Remembers what `compute` returned for each key. */
export function remember<T, Key = string>(compute: (key: Key) => T): (key: Key) => T {
  const known = new Map<Key, { value: T }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}

/** The company's calendar. It remembers what it computes: make one for all persons of an answer. */
export function createWorkCalendar(company: CompanyTime) {
  const rulesOn = remember((date) => validOn(company.rules, date));

  const starts = company.zones.map(({ validFrom, startsAt }, index) => {
    const before = company.zones[index - 1];
    if (!before) return Number.NEGATIVE_INFINITY;
    return startsAt ? Date.parse(startsAt) : startOfDay(validFrom, before.timeZone).getTime();
  });
  const zones = company.zones.map(({ validFrom, timeZone }, index): Zone => {
    const after = company.zones[index + 1];
    return {
      validFrom: index === 0 ? '' : validFrom,
      validTo: after ? addDays(after.validFrom, -1) : '9999-12-31',
      timeZone,
      from: starts[index] ?? Number.NEGATIVE_INFINITY,
      to: starts[index + 1] ?? Number.POSITIVE_INFINITY,
    };
  });
  /** The zone's local date belongs to the zone's first date before that begins, and to its last one after that has ended. */
  const within = (date: string, { validFrom, validTo }: Pick<Zone, 'validFrom' | 'validTo'>) =>
    date < validFrom ? validFrom : date > validTo ? validTo : date;

  const yearOf = remember((key) => {
    const [country, year] = key.split(' ') as [WorkRules['country'], string];
    return new Map(publicHolidays(country, Number(year)).map((holiday) => [holiday.date, holiday]));
  });
  /** The public holiday or substitute day on the date. */
  const publicHolidayOn = (date: string) => yearOf(`${rulesOn(date).country} ${date.slice(0, 4)}`).get(date);
  const isPublicHoliday = (date: string) => publicHolidayOn(date)?.kind === 'holiday';

  const ownHolidays = new Set(company.holidays);
  const daysOff = new Set(company.daysOff);
  const freeDay = remember((date): FreeDay | null => {
    if (isPublicHoliday(date)) return 'public-holiday';
    if (ownHolidays.has(date)) return 'own-holiday';
    if (daysOff.has(date)) return 'day-off';
    return publicHolidayOn(date) ? 'substitute' : null;
  });
  const isHoliday = (date: string) => ['public-holiday', 'own-holiday'].includes(freeDay(date) ?? '');

  /** Why a workday cannot be moved so; null if it can. */
  function movedDayIssue({ from, to }: MovedDay): 'from_free_day' | 'to_holiday' | null {
    if (freeDay(from)) return 'from_free_day';
    return isHoliday(to) ? 'to_holiday' : null;
  }

  const startsOfDays = remember((key) => startOfDay(key.slice(0, 10), key.slice(10)).getTime());
  const dayStart = (date: string, timeZone: string) => startsOfDays(date + timeZone);
  const nextDate = remember((date) => addDays(date, 1));
  const previousDate = remember((date) => addDays(date, -1));
  /** The date of a day since 1970 in UTC, and the dates before and after it. */
  const datesAround = remember((day: number) => {
    const date = new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
    return { before: addDays(date, -1), date, after: addDays(date, 1) };
  });
  /** As `dateIn`, many times faster. */
  function localDate(instant: number, timeZone: string): string {
    const { before, date, after } = datesAround(Math.floor(instant / MS_PER_DAY));
    if (dayStart(after, timeZone) <= instant) return after;
    return dayStart(date, timeZone) <= instant ? date : before;
  }

  function clockDay(date: string, timeZone: string, { night, holidayFromHour }: WorkRules): ClockDay {
    const at = (minutes: number) => atWallClock(date, minutes, timeZone).getTime();
    return {
      date,
      day: { from: dayStart(date, timeZone), to: dayStart(addDays(date, 1), timeZone) },
      night: { from: at(night.from), to: at(night.to > night.from ? night.to : night.to + 24 * 60) },
      hours: { from: at(holidayFromHour * 60), to: at((24 + holidayFromHour) * 60) },
    };
  }
  /** The zone's date, cut at the edges of night and holiday hours, which may have begun the day before. */
  function clockSlices(date: string, timeZone: string, rules: WorkRules): ClockSlice[] {
    const days = [previousDate(date), date].map((each) => clockDay(each, timeZone, rules));
    const day = { from: dayStart(date, timeZone), to: dayStart(nextDate(date), timeZone) };
    const edges = days
      .flatMap(({ night, hours }) => [night.from, night.to, hours.from, hours.to])
      .filter((edge) => edge > day.from && edge < day.to);
    const starts = [...new Set([day.from, ...edges])].toSorted((a, b) => a - b);
    return starts.map((from, index) => {
      const dateWith = (kind: 'night' | 'hours') =>
        days.find((each) => each[kind].from <= from && from < each[kind].to)?.date ?? '';
      const to = starts[index + 1] ?? day.to;
      return { from, to, date, hoursDate: dateWith('hours') || date, isNight: dateWith('night') !== '' };
    });
  }
  const slicesByRules = new Map<WorkRules, (key: string) => ClockSlice[]>();
  function slicesOf(date: string, timeZone: string, rules: WorkRules): ClockSlice[] {
    const known =
      slicesByRules.get(rules) ?? remember((key) => clockSlices(key.slice(0, 10), key.slice(10), rules));
    slicesByRules.set(rules, known);
    return known(date + timeZone);
  }

  /** Cuts the interval at midnights, zone changes and the edges of night and holiday hours. */
  function cut<T extends Interval>(interval: T, rules: WorkRules): (T & ClockSlice)[] {
    const cuts: (T & ClockSlice)[] = [];
    for (const zone of zones) {
      const [from, to] = [Math.max(interval.from, zone.from), Math.min(interval.to, zone.to)];
      for (let date = from < to ? localDate(from, zone.timeZone) : ''; date; date = nextDate(date)) {
        const slices = slicesOf(date, zone.timeZone, rules);
        for (const slice of slices) {
          if (slice.to <= from || slice.from >= to) continue;
          cuts.push({
            ...interval,
            from: Math.max(slice.from, from),
            to: Math.min(slice.to, to),
            date: within(slice.date, zone),
            hoursDate: slice.hoursDate,
            isNight: slice.isNight,
          });
        }
        if ((slices.at(-1)?.to ?? to) >= to) break;
      }
    }
    return cuts;
  }

  /** The row's date of an instant. */
  function dateOf(instant: number): string {
    const zone = zones.findLast(({ from }) => from <= instant);
    const date = localDate(instant, zone?.timeZone ?? 'UTC');
    return zone ? within(date, zone) : date;
  }

  /** The first instant of the date's row. */
  function startOf(date: string): number {
    const zone = zones.findLast(({ validFrom }) => validFrom <= date);
    if (zone?.validFrom === date) return zone.from;
    return dayStart(date, zone?.timeZone ?? 'UTC');
  }

  const movedDays = company.movedDays.filter((move) => movedDayIssue(move) === null);
  const isSunday = (date: string) => weekdayOf(date) === 7;
  /** Whether people who work from Monday to Friday have a plan on the date. */
  const isWorkday = (date: string) => {
    const move = movedDays.find(({ from, to }) => date === from || date === to);
    return move ? date === move.to : weekdayOf(date) <= 5 && !freeDay(date);
  };
  return {
    rulesOn,
    freeDay,
    isPublicHoliday,
    isHoliday,
    isSunday,
    isWorkday,
    movedDayIssue,
    movedDays,
    cut,
    dateOf,
    startOf,
  };
}

/** A person's agreed hours from a date on, in milliseconds. `workTime` changes only with a new settlement period. */
export type Terms = {
  validFrom: string;
  /** Seven lengths, from Monday. */
  pattern: number[];
  /** More than 0, in whole minutes. */
  weekly: number;
  workTime: 'fixed' | 'summed';
  /** Full-time on a shorter norm by law; not part-time. */
  reducedNorm: boolean;
  /** PL, part-time: weekly hours from which work is `overContract`. */
  overContractFrom: number | null;
  /** Agreed in writing to longer overtime (LT). */
  overtimeConsent: boolean;
  /** Does night work that the law limits (PL). */
  markedNightWork: boolean;
};

/**
 * Both dates are included; null: not known, or not left. `terms` has at least one row, ordered by `validFrom`. `isUnknown`:
 * whether nothing is known of the person in the month `yyyy-MM`, so that it has no plan. `schedule`: the milliseconds planned
 * on each date that a schedule covers, by `coveredPlan`.
 */
export type Employment = {
  employedFrom: string | null;
  employedTo: string | null;
  terms: Terms[];
  isUnknown?: (month: string) => boolean;
  schedule?: ReadonlyMap<string, number>;
};

export type PlanStep = {
  reason: 'pattern' | FreeDay | 'short-day' | 'moved-away' | 'moved-here' | 'schedule';
  /** The plan after this step. */
  ms: number;
};
/** The last step's `ms` is the plan; outside employment there are no steps and the plan is 0. */
export type Plan = { ms: number; steps: PlanStep[]; isEmployed: boolean };

export type PersonCalendar = ReturnType<typeof createPersonCalendar>;

/** Of people with the same employment: most of a company have the same. */
const personCalendars = new WeakMap<WorkCalendar, Map<string, PersonCalendar>>();

/** A person's plan and norm of each date (work-rules.md §4). */
export function personCalendarOf(employment: Employment, calendar: WorkCalendar): PersonCalendar {
  if (employment.isUnknown || employment.schedule) return createPersonCalendar(employment, calendar);
  const { employedFrom, employedTo, terms } = employment;
  const known = personCalendars.get(calendar) ?? new Map<string, PersonCalendar>();
  personCalendars.set(calendar, known);
  const key = JSON.stringify([employedFrom, employedTo, terms]);
  const found = known.get(key) ?? createPersonCalendar(employment, calendar);
  known.set(key, found);
  return found;
}

function createPersonCalendar(
  { employedFrom, employedTo, terms, isUnknown, schedule }: Employment,
  calendar: WorkCalendar,
) {
  const termsOn = (date: string) => validOn(terms, date);
  const isEmployed = (date: string) =>
    (employedFrom === null || date >= employedFrom) &&
    (employedTo === null || date <= employedTo) &&
    !isUnknown?.(date.slice(0, 7));

  /** Whether the terms are the full weekly norm. */
  const isFullTime = ({ weekly, reducedNorm }: Terms, { weeklyNorm }: WorkRules) =>
    reducedNorm || weekly >= weeklyNorm;

  function hasShortDays(own: Terms, { shortDay, weeklyNorm }: WorkRules): boolean {
    if (!shortDay || own.reducedNorm) return false;
    return !shortDay.fullWeekOnly || (own.weekly >= weeklyNorm && own.pattern.filter(Boolean).length === 5);
  }

  function patternBeforeMoves(date: string): Plan {
    if (!isEmployed(date)) return { ms: 0, steps: [], isEmployed: false };
    const [own, rules] = [termsOn(date), calendar.rulesOn(date)];
    const ms = own.pattern[weekdayOf(date) - 1] ?? 0;
    const steps: PlanStep[] = [{ reason: 'pattern', ms }];
    const free = calendar.freeDay(date);
    if (free) steps.push({ reason: free, ms: 0 });
    else if (ms > 0 && hasShortDays(own, rules) && calendar.isPublicHoliday(addDays(date, 1))) {
      steps.push({ reason: 'short-day', ms: Math.max(0, ms - (rules.shortDay?.length ?? 0)) });
    }
    return { ms: steps.at(-1)?.ms ?? 0, steps, isEmployed: true };
  }

  /** The plan without a schedule. */
  const patternOn = remember((date: string): Plan => {
    const plan = patternBeforeMoves(date);
    const move = calendar.movedDays.find(({ from, to }) => date === from || date === to);
    if (!move) return plan;
    const [source, target] = [patternBeforeMoves(move.from), patternBeforeMoves(move.to)];
    if (!source.isEmployed || !target.isEmployed || source.ms === 0 || target.ms > 0) return plan;
    const step: PlanStep =
      date === move.from ? { reason: 'moved-away', ms: 0 } : { reason: 'moved-here', ms: source.ms };
    return { ...plan, ms: step.ms, steps: [...plan.steps, step] };
  });

  /** The length of the date's planned shifts where that is the plan; undefined where the pattern is. */
  const scheduledOn = (date: string) =>
    termsOn(date).workTime === 'summed' && isEmployed(date) ? schedule?.get(date) : undefined;
  const isPlanCovered = (date: string) => scheduledOn(date) !== undefined;

  const planOn = remember((date: string): Plan => {
    const ms = scheduledOn(date);
    if (ms === undefined) return patternOn(date);
    // A holiday stays one, so its step stays beside the schedule's.
    const free = calendar.freeDay(date) ? patternBeforeMoves(date).steps : [];
    return { ms, steps: [...free, { reason: 'schedule', ms }], isEmployed: true };
  });

  /** What the date adds to its month's norm; below 0 on a Saturday holiday that lowers it. */
  const normOn = remember((date): number => {
    const rules = calendar.rulesOn(date);
    if (rules.norm === 'plans') return patternOn(date).ms;
    if (!isEmployed(date)) return 0;
    const weekday = weekdayOf(date);
    const day = termsOn(date).weekly / 5;
    const lowered = weekday <= (rules.saturdayHolidayLowersNorm ? 6 : 5) && calendar.isPublicHoliday(date);
    return (weekday <= 5 ? day : 0) - (lowered ? day : 0);
  });

  /** The settlement period with the month, as its first and last `yyyy-MM`. */
  function periodOf(month: string): { start: string; end: string } {
    const left = employedTo?.slice(0, 7) ?? '9999-12';
    if (month > left) return { start: month, end: month };
    const block = (of: string) => {
      const { settlementMonths } = calendar.rulesOn(`${of}-01`);
      return `${of.slice(0, 4)} ${settlementMonths} ${Math.ceil(Number(of.slice(5)) / settlementMonths)}`;
    };
    let [start, end] = [month, month];
    while (block(addMonths(start, -1)) === block(month)) start = addMonths(start, -1);
    while (end < left && block(addMonths(end, 1)) === block(month)) end = addMonths(end, 1);
    return { start, end };
  }

  return { termsOn, isEmployed, isFullTime, isPlanCovered, planOn, normOn, periodOf };
}
