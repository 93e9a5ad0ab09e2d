import fc from 'fast-check';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import {
  MAX_SCHEDULE_DAYS,
  MAX_SHIFT_HOURS,
  MAX_SHIFTS_A_DAY,
  type PlannedShift,
} from '#domain/schedules.ts';
import { day, oracleDate, oracleMidnight, oracleOffset, type Zone } from './eu-time-oracle.ts';
import { COUNTRIES, type CountryName, HOLIDAYS } from './month-oracle.ts';
import { ZONES } from './work-time.ts';

/*
 * The oracle of schedules shares no code with the product: it finds instants by trying the offsets of the European clock,
 * adds up lengths between midnights, and knows holidays and limits as lists.
 */
const minute = 60_000;
type Span = { from: number; to: number };
type Break = Span;
export const oracleAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

/** The earlier instant at which the clock shows the time; one hour further where it is skipped. */
function oracleInstant(date: string, time: string, zone: Zone): number {
  const shown = Date.parse(`${date}T${time}Z`);
  const found = [3, 2, 1]
    .map((hours) => shown - hours * H)
    .find((ms) => ms + oracleOffset(ms, zone) === shown);
  return found ?? shown - oracleOffset(shown - day, zone);
}

export function oracleSpan({ date, starts, ends }: PlannedShift, zone: Zone): Span {
  const isNextDay = Number(ends.replace(':', '')) <= Number(starts.replace(':', ''));
  const from = oracleInstant(date, starts, zone);
  const to = oracleInstant(isNextDay ? oracleAfter(date, 1) : date, ends, zone);
  return { from, to: to < from ? from : to };
}

export function oracleLength(shift: PlannedShift, zone: Zone): number {
  const { from, to } = oracleSpan(shift, zone);
  const length = to - from - shift.breakMinutes * minute;
  return length < 0 ? 0 : length;
}

/** A person's draft and what was really worked before it. */
export type ScheduleScenario = {
  country: CountryName;
  isSummed: boolean;
  settlementMonths: 1 | 2 | 3;
  start: string;
  end: string;
  now: number;
  shifts: PlannedShift[];
  /** What was begun before now; the last one may go on. */
  recorded: (Span & { breakMinutes: number })[];
  absences: { start: string; end: string; part: number | null }[];
  employedFrom: string | null;
  employedTo: string | null;
  /** Dates whose draft is not published, and how many days before them it should be. */
  changed: string[];
  noticeDays: number;
};

/** A location that takes no check-ins. */
export const CLOSED = 'closed';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Quarters of an hour; nights of a changed clock are likely to begin or end a shift. */
const anyStart = fc.oneof(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 4, max: 17 }), fc.constant(88));
const anyTimes = fc.record({
  starts: anyStart,
  length: fc.oneof(fc.integer({ min: 16, max: 52 }), fc.integer({ min: 1, max: MAX_SHIFT_HOURS * 4 })),
  breakMinutes: fc.constantFrom(0, 15, 30, 45, 60),
  locationId: fc.constantFrom(null, null, 'open', CLOSED),
});
/** From `BEFORE` days before the schedule to its end. */
const BEFORE = 12;
const count = BEFORE + MAX_SCHEDULE_DAYS;
const anyDays = fc.array(
  fc.oneof(fc.array(anyTimes, { maxLength: 1 }), fc.array(anyTimes, { maxLength: MAX_SHIFTS_A_DAY })),
  { minLength: count, maxLength: count },
);

function shiftsFrom(
  first: string,
  days: { starts: number; length: number; breakMinutes: number; locationId: string | null }[][],
  zone: Zone,
) {
  let free = Number.NEGATIVE_INFINITY;
  return days.flatMap((own, index) =>
    own
      .toSorted((a, b) => a.starts - b.starts)
      .flatMap(({ starts, length, breakMinutes, locationId }): PlannedShift[] => {
        const shift = {
          date: oracleAfter(first, index),
          starts: clock(starts * 15),
          ends: clock(((starts + length) * 15) % 1440),
          breakMinutes,
          locationId,
          kindId: null,
          note: '',
        };
        const { from, to } = oracleSpan(shift, zone);
        if (from < free || from === to) return [];
        free = to;
        return [shift];
      }),
  );
}

export const scheduleScenarios: fc.Arbitrary<ScheduleScenario> = fc
  .record({
    country: fc.constantFrom(...COUNTRIES),
    isSummed: fc.boolean(),
    settlementMonths: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
    month: fc.constantFrom('2026-03', '2026-05', '2026-10', '2026-12', '2027-02', '2027-03', '2027-10'),
    skip: fc.constantFrom(0, 0, 0, 5, 17),
    length: fc.integer({ min: 20, max: MAX_SCHEDULE_DAYS - 1 }),
    nowAfter: fc.integer({ min: -3 * 96, max: 20 * 96 }),
    days: anyDays,
    past: anyDays,
    absences: fc.array(
      fc.record({
        after: fc.integer({ min: -2, max: 60 }),
        length: fc.integer({ min: 1, max: 12 }),
        part: fc.constantFrom(null, null, 2 * H, 10 * H),
      }),
      { maxLength: 3 },
    ),
    hired: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: -10, max: 20 })),
    left: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: 10, max: 60 })),
    changedDays: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
    noticeDays: fc.constantFrom(0, 7, 31),
  })
  .map(({ month, skip, length, nowAfter, days, past, absences, hired, left, changedDays, ...scenario }) => {
    const zone = ZONES[scenario.country];
    const start = oracleAfter(`${month}-01`, skip);
    const end = oracleAfter(start, length);
    const now = oracleMidnight(start, zone) + nowAfter * 15 * minute;
    let free = '';
    return {
      ...scenario,
      start,
      end,
      now,
      shifts: shiftsFrom(oracleAfter(start, -BEFORE), days, zone),
      recorded: shiftsFrom(oracleAfter(start, -BEFORE), past, zone)
        .map((shift) => ({ ...oracleSpan(shift, zone), breakMinutes: shift.breakMinutes }))
        .filter(({ from }) => from < now),
      absences: absences
        .map(({ after, length: days_, part }) => {
          const first = oracleAfter(start, after);
          return { start: first, end: part === null ? oracleAfter(first, days_ - 1) : first, part };
        })
        .toSorted((a, b) => (a.start < b.start ? -1 : 1))
        .filter((absence) => {
          const isFree = absence.start > free;
          if (isFree) free = absence.end;
          return isFree;
        }),
      employedFrom: hired === null ? null : oracleAfter(start, hired),
      employedTo: left === null ? null : oracleAfter(start, left),
      changed: changedDays.map((after) => oracleAfter(start, after)).filter((date) => date <= end),
    };
  });

/** A date's plan: of covered dates the shifts, otherwise eight hours from Monday to Friday. */
export function oraclePlan(scenario: ScheduleScenario, date: string): { plan: number; pattern: number } {
  const { country, isSummed, start, end, shifts, absences } = scenario;
  if (!isEmployed(scenario, date)) return { plan: 0, pattern: 0 };
  const isFree = HOLIDAYS[country].has(date) || [0, 6].includes(new Date(date).getUTCDay());
  const isShort = country !== 'PL' && HOLIDAYS[country].has(oracleAfter(date, 1));
  const pattern = isFree ? 0 : isShort ? 7 * H : 8 * H;
  const own = shifts.filter((shift) => shift.date === date);
  const isAway = absences.some((one) => one.part === null && one.start <= date && date <= one.end);
  const isCovered = isSummed && date >= start && date <= end && (own.length > 0 || !isAway);
  let length = 0;
  for (const shift of own) length += oracleLength(shift, ZONES[country]);
  return { plan: isCovered ? length : pattern, pattern };
}

function isEmployed({ employedFrom, employedTo }: ScheduleScenario, date: string): boolean {
  return !(employedFrom && date < employedFrom) && !(employedTo && date > employedTo);
}

/** The month's norm to be worked. */
export function oracleNorm(scenario: ScheduleScenario, month: string): number {
  let norm = 0;
  for (let date = `${month}-01`; date.startsWith(month); date = oracleAfter(date, 1)) {
    const { plan, pattern } = oraclePlan(scenario, date);
    const weekday = new Date(date).getUTCDay();
    if (scenario.country !== 'PL') norm += pattern;
    else if (isEmployed(scenario, date)) {
      if (weekday > 0 && weekday < 6) norm += 8 * H;
      if (weekday > 0 && HOLIDAYS.PL.has(date)) norm -= 8 * H;
    }
    const absence = scenario.absences.find(({ start, end }) => start <= date && date <= end);
    if (absence) norm -= absence.part !== null && absence.part < plan ? absence.part : plan;
  }
  return norm < 0 ? 0 : norm;
}

const middle = ({ from, to }: Span, breakMinutes: number): Break => {
  const length = Math.min(breakMinutes * minute, to - from);
  const start = from + (to - from - length) / 2;
  return { from: start, to: start + length };
};
const common = (a: Span, b: Span) => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** Presence as if the draft that has not ended were worked, with its breaks. */
function presenceOf({ country, now, shifts, recorded }: ScheduleScenario): (Span & { breaks: Break[] })[] {
  const ahead = shifts
    .map((shift) => ({ ...oracleSpan(shift, ZONES[country]), breakMinutes: shift.breakMinutes }))
    .filter(({ to }) => to > now)
    .map((span) => ({ from: span.from, to: span.to, breaks: [middle(span, span.breakMinutes)] }));
  const past: (Span & { breaks: Break[] })[] = [];
  for (const span of recorded) {
    const isOpen = span.to > now;
    if (isOpen && now - span.from >= 16 * H) continue;
    const breaks = isOpen ? [] : [middle(span, span.breakMinutes)];
    let at = span.from;
    const end = isOpen ? now : span.to;
    for (const taken of ahead.toSorted((a, b) => a.from - b.from)) {
      if (taken.to <= at || taken.from >= end) continue;
      if (taken.from > at) past.push({ from: at, to: taken.from, breaks });
      at = taken.to;
    }
    if (at < end) past.push({ from: at, to: end, breaks });
  }
  return [...past, ...ahead].toSorted((a, b) => a.from - b.from);
}

type Chain = Span & { worked: number; date: string; parts: (Span & { breaks: Break[] })[] };

/** Presence that less than four hours divide is one shift. */
function chainsOf(scenario: ScheduleScenario): Chain[] {
  const chains: Chain[] = [];
  for (const part of presenceOf(scenario)) {
    const { from, to, breaks } = part;
    const worked = to - from - breaks.reduce((sum, each) => sum + common(each, part), 0);
    const last = chains.at(-1);
    if (last && from - last.to < 4 * H) {
      last.to = to;
      last.worked += worked;
      last.parts.push(part);
    } else {
      chains.push({ from, to, worked, date: oracleDate(from, ZONES[scenario.country]), parts: [part] });
    }
  }
  return chains;
}

/** What was worked on each date; in Poland a shift stands on the date on which it begins. */
function rowsOf(chains: Chain[], country: CountryName): Map<string, number> {
  const zone = ZONES[country];
  const rows = new Map<string, number>();
  const add = (date: string, ms: number) => rows.set(date, (rows.get(date) ?? 0) + ms);
  for (const { date: begun, worked, parts } of chains) {
    if (country === 'PL') add(begun, worked);
    for (const { from, to, breaks } of country === 'PL' ? [] : parts) {
      for (let date = oracleDate(from, zone); oracleMidnight(date, zone) < to; date = oracleAfter(date, 1)) {
        const own = { from: oracleMidnight(date, zone), to: oracleMidnight(oracleAfter(date, 1), zone) };
        const within = { from: Math.max(from, own.from), to: Math.min(to, own.to) };
        const away = breaks.reduce((sum, each) => sum + common(each, within), 0);
        add(date, within.to - within.from - away);
      }
    }
  }
  return rows;
}

/** The figure and the limit of a break that is missing in the shift. */
function missingBreakOf({ from, to, worked, parts }: Chain, country: CountryName): [number, number] | null {
  if (country === 'PL' || (country === 'LV' && worked <= 6 * H)) return null;
  const cuts = parts.flatMap((part) => [
    part.from,
    part.to,
    ...part.breaks.flatMap((each) => [each.from, each.to]),
  ]);
  const edges = [...new Set([from, to, ...cuts])]
    .filter((at) => at >= from && at <= to)
    .toSorted((a, b) => a - b);
  const has = (list: Span[], at: number) => list.some((each) => each.from <= at && at < each.to);
  /** Work and interruptions in turn. */
  const turns: { isWork: boolean; ms: number }[] = [];
  for (const [index, at] of edges.slice(0, -1).entries()) {
    const isWork = parts.some((part) => has([part], at) && !has(part.breaks, at));
    const ms = (edges[index + 1] ?? at) - at;
    const last = turns.at(-1);
    if (last?.isWork === isWork) last.ms += ms;
    else turns.push({ isWork, ms });
  }
  const least = (country === 'LT' ? 30 : 15) * minute;
  let [taken, stretch] = [0, 0];
  const stretches: number[] = [];
  for (const { isWork, ms } of turns) {
    if (isWork) stretch += ms;
    else if (ms >= least) {
      taken += ms;
      // A break before any work ends no stretch.
      if (stretch > 0) stretches.push(stretch);
      stretch = 0;
    }
  }
  stretches.push(stretch);
  if (country === 'LV' && taken < 30 * minute) return [taken, 30 * minute];
  const [longest, limit] = country === 'LV' ? [stretches[0] ?? 0, 4 * H] : [Math.max(...stretches), 5 * H];
  return longest > limit ? [longest, limit] : null;
}

/** The months of the settlement period of the month, as far as the person is employed. */
function periodOf({ settlementMonths, employedTo }: ScheduleScenario, month: string): string[] {
  const number = Number(month.slice(5));
  const first = number - ((number - 1) % settlementMonths);
  const left = employedTo?.slice(0, 7) ?? '9999';
  const block = Array.from(
    { length: settlementMonths },
    (_, index) => `${month.slice(0, 5)}${String(first + index).padStart(2, '0')}`,
  );
  return month > left ? [month] : block.filter((each) => each <= left);
}

const datesOf = (month: string) =>
  Array.from({ length: 31 }, (_, index) => oracleAfter(`${month}-01`, index)).filter((date) =>
    date.startsWith(month),
  );

type Warn = (date: string, kind: string, ms: number, limit: number) => void;

function warnOfWeeklyRest(scenario: ScheduleScenario, chains: Chain[], warn: Warn): void {
  const { country, start, end } = scenario;
  const zone = ZONES[country];
  const [first, last] = [chains[0], chains.at(-1)];
  if (!first || !last) return;
  const limit = (country === 'LV' ? 42 : 35) * H;
  const rests = chains.slice(1).map(({ from }, index) => {
    const begins = chains[index]?.to ?? 0;
    return { from: begins, to: from, date: oracleDate(begins, zone) };
  });
  const begun = oracleDate(first.from, zone);
  const isRest = (date: string) =>
    date < begun ||
    rests.some((rest) => {
      const isWhole =
        oracleMidnight(date, zone) >= rest.from && oracleMidnight(oracleAfter(date, 1), zone) <= rest.to;
      return rest.to - rest.from >= limit && (rest.date === date || isWhole);
    });
  for (let date = start; date <= end; date = oracleAfter(date, 1)) {
    if (date < begun || date >= oracleDate(last.to, zone)) continue;
    const block = `${periodOf(scenario, date.slice(0, 7))[0]}-01`;
    const days = Math.round((Date.parse(date) - Date.parse(block)) / day) + 1;
    if (country === 'PL' && days % 7 !== 0) continue;
    const seven = [0, 1, 2, 3, 4, 5, 6].map((back) => oracleAfter(date, -back));
    if (seven.some(isRest)) continue;
    const lengths = rests.filter((rest) => seven.includes(rest.date)).map((rest) => rest.to - rest.from);
    warn(date, 'weekly-rest', Math.max(0, ...lengths), limit);
  }
}

function warnOfDays(scenario: ScheduleScenario, warn: Warn): void {
  const { country, isSummed, start, end, shifts, absences } = scenario;
  const zone = ZONES[country];
  for (let date = start; date <= end; date = oracleAfter(date, 1)) {
    const own = shifts.filter((shift) => shift.date === date);
    const lengthOf = (list: PlannedShift[]) =>
      list.reduce((sum, shift) => sum + oracleLength(shift, zone), 0);
    let away = 0;
    for (const absence of absences) {
      if (absence.part !== null) continue;
      const span = {
        from: oracleMidnight(absence.start, zone),
        to: oracleMidnight(oracleAfter(absence.end, 1), zone),
      };
      for (const shift of own) away += common(span, oracleSpan(shift, zone));
    }
    if (away > 0) warn(date, 'overlaps-absence', away, 0);
    const isHere = isEmployed(scenario, date);
    if (own.length > 0 && !isHere) warn(date, 'not-employed', lengthOf(own), 0);
    const closed = own.filter(({ locationId }) => locationId === CLOSED);
    if (closed.length > 0) warn(date, 'inactive-location', lengthOf(closed), 0);
    if (isSummed || !isHere) continue;
    const { pattern } = oraclePlan(scenario, date);
    const absence = absences.find((each) => each.start <= date && date <= each.end);
    const left = absence ? pattern - Math.min(absence.part ?? pattern, pattern) : pattern;
    const ms = lengthOf(own);
    if (ms !== pattern && ms !== left) warn(date, 'differs-from-pattern', ms, left);
  }
}

/** Texts "date kind ms/limitMs" of all warnings. */
export function oracleWarnings(scenario: ScheduleScenario): string[] {
  const { country, isSummed, start, end, now, shifts, changed, noticeDays } = scenario;
  const zone = ZONES[country];
  const today = oracleDate(now, zone);
  const isJudged = (date: string) => date >= start && date <= end && date >= today;
  const found: string[] = [];
  const warn: Warn = (date, kind, ms, limit) => {
    if (isJudged(date)) found.push(`${date} ${kind} ${ms}/${limit}`);
  };
  for (const date of changed) {
    const ahead = Date.parse(date) - Date.parse(today);
    if (ahead < noticeDays * day) warn(date, 'notice', ahead, noticeDays * day);
  }
  if (!shifts.some(({ date }) => isJudged(date))) return found;

  const chains = chainsOf(scenario);
  const rows = rowsOf(chains, country);
  for (const [index, chain] of chains.entries()) {
    const { date, worked, from } = chain;
    const longest = country === 'PL' ? 13 : country === 'LV' && isSummed ? 24 : 12;
    if (worked > longest * H) warn(date, 'long-day', worked, longest * H);
    const missing = missingBreakOf(chain, country);
    if (missing) warn(date, 'missing-break', ...missing);
    const before = chains[index - 1];
    const isAfterLong = country === 'LT' && before && before.worked > 12 * H;
    const rest = isAfterLong ? 24 : country === 'LV' && !isSummed ? 12 : 11;
    if (before && from - before.to < rest * H) warn(date, 'daily-rest', from - before.to, rest * H);
  }
  const limit = country === 'LT' ? (isSummed ? 52 : 60) : country === 'LV' && isSummed ? 56 : null;
  for (let date = start; limit && date <= end; date = oracleAfter(date, 1)) {
    const days = country === 'LT' ? 7 : new Date(date).getUTCDay() || 7;
    let sum = 0;
    for (let back = 0; back < days; back += 1) sum += rows.get(oracleAfter(date, -back)) ?? 0;
    const own = rows.get(date) ?? 0;
    const isFirst = country === 'LT' || sum - own <= limit * H;
    if (own > 0 && sum > limit * H && isFirst) warn(date, 'week', sum, limit * H);
  }
  for (let date = start; date <= end; date = oracleAfter(date, 1)) {
    const month = date.slice(0, 7);
    if (oracleAfter(date, 1).startsWith(month)) continue;
    const dates = periodOf(scenario, month)
      .filter((each) => each <= month)
      .flatMap(datesOf);
    const employed = dates.filter((each) => isEmployed(scenario, each)).length;
    const week = dates.reduce((sum, each) => sum + (rows.get(each) ?? 0), 0) * 7;
    if (employed > 0 && week > 48 * H * employed) {
      warn(date, 'average-week', Math.floor(week / employed), 48 * H);
    }
  }
  warnOfWeeklyRest(scenario, chains, warn);
  warnOfDays(scenario, warn);
  for (const text of oracleNorms(scenario)) if (isJudged(text.slice(0, 10))) found.push(text);
  return found;
}

function oracleNorms(scenario: ScheduleScenario): string[] {
  const { country, start, end, shifts } = scenario;
  const months = new Set<string>();
  for (let date = start; date <= end; date = oracleAfter(date, 1)) months.add(date.slice(0, 7));
  const lastOf = (month = '') => datesOf(month).at(-1) ?? '';
  const texts = new Set<string>();
  for (const month of months) {
    const period = periodOf(scenario, month);
    const isInside = (list: string[]) => `${list[0]}-01` >= start && lastOf(list.at(-1)) <= end;
    const span = isInside(period) ? period : [month];
    if (!isInside(span)) continue;
    const own = shifts.filter(({ date }) => span.includes(date.slice(0, 7)));
    const ms = own.reduce((sum, shift) => sum + oracleLength(shift, ZONES[country]), 0);
    const norm = span.reduce((sum, each) => sum + oracleNorm(scenario, each), 0);
    if (own.length > 0 && ms !== norm) texts.add(`${lastOf(span.at(-1))} differs-from-norm ${ms}/${norm}`);
  }
  return [...texts];
}
