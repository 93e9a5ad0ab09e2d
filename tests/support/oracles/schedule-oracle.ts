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
};

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Quarters of an hour; nights of a changed clock are likely to begin or end a shift. */
const anyStart = fc.oneof(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 4, max: 17 }), fc.constant(88));
const anyTimes = fc.record({
  starts: anyStart,
  length: fc.oneof(fc.integer({ min: 16, max: 52 }), fc.integer({ min: 1, max: MAX_SHIFT_HOURS * 4 })),
  breakMinutes: fc.constantFrom(0, 15, 30, 45, 60),
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
  days: { starts: number; length: number; breakMinutes: number }[][],
  zone: Zone,
) {
  let free = Number.NEGATIVE_INFINITY;
  return days.flatMap((own, index) =>
    own
      .toSorted((a, b) => a.starts - b.starts)
      .flatMap(({ starts, length, breakMinutes }): PlannedShift[] => {
        const shift = {
          date: oracleAfter(first, index),
          starts: clock(starts * 15),
          ends: clock(((starts + length) * 15) % 1440),
          breakMinutes,
          locationId: null,
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
  })
  .map(({ month, skip, length, nowAfter, days, past, absences, hired, left, ...scenario }) => {
    const zone = ZONES[scenario.country];
    const start = oracleAfter(`${month}-01`, skip);
    const now = oracleMidnight(start, zone) + nowAfter * 15 * minute;
    let free = '';
    return {
      ...scenario,
      start,
      end: oracleAfter(start, length),
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

/** Texts "date kind ms/limitMs" of the warnings that the oracle knows. */
export function oracleWarnings(scenario: ScheduleScenario): string[] {
  const { country, isSummed, start, end, now, shifts } = scenario;
  const zone = ZONES[country];
  const today = oracleDate(now, zone);
  const isJudged = (date: string) => date >= start && date <= end && date >= today;
  if (!shifts.some(({ date }) => isJudged(date))) return [];

  const found: string[] = [];
  const warn = (date: string, kind: string, ms: number, limit: number) => {
    if (isJudged(date)) found.push(`${date} ${kind} ${ms}/${limit}`);
  };
  const chains: (Span & { worked: number; date: string })[] = [];
  const rows = new Map<string, number>();
  for (const { from, to, breaks } of presenceOf(scenario)) {
    const worked = to - from - breaks.reduce((sum, each) => sum + common(each, { from, to }), 0);
    const last = chains.at(-1);
    if (last && from - last.to < 4 * H) {
      last.to = to;
      last.worked += worked;
    } else chains.push({ from, to, worked, date: oracleDate(from, zone) });
    for (let date = oracleDate(from, zone); oracleMidnight(date, zone) < to; date = oracleAfter(date, 1)) {
      const own = { from: oracleMidnight(date, zone), to: oracleMidnight(oracleAfter(date, 1), zone) };
      const within = { from: Math.max(from, own.from), to: Math.min(to, own.to) };
      const away = breaks.reduce((sum, each) => sum + common(each, within), 0);
      rows.set(date, (rows.get(date) ?? 0) + within.to - within.from - away);
    }
  }
  for (const [index, { date, worked, from }] of chains.entries()) {
    const longest = country === 'PL' ? 13 : country === 'LV' && isSummed ? 24 : 12;
    if (worked > longest * H) warn(date, 'long-day', worked, longest * H);
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
  for (const text of oracleNorms(scenario)) if (isJudged(text.slice(0, 10))) found.push(text);
  return found;
}

function oracleNorms(scenario: ScheduleScenario): string[] {
  const { country, settlementMonths, start, end, shifts, employedTo } = scenario;
  const months = new Set<string>();
  for (let date = start; date <= end; date = oracleAfter(date, 1)) months.add(date.slice(0, 7));
  const next = (month: string) => oracleAfter(`${month}-01`, 31).slice(0, 7);
  const lastOf = (month: string) => oracleAfter(`${next(month)}-01`, -1);
  const texts = new Set<string>();
  for (const month of months) {
    const number = Number(month.slice(5));
    const first = number - ((number - 1) % settlementMonths);
    const left = employedTo?.slice(0, 7) ?? '9999';
    const block = Array.from(
      { length: settlementMonths },
      (_, index) => `${month.slice(0, 5)}${String(first + index).padStart(2, '0')}`,
    );
    const period = month > left ? [month] : block.filter((each) => each <= left);
    const isInside = (list: string[]) => `${list[0]}-01` >= start && lastOf(list.at(-1) ?? month) <= end;
    const span = isInside(period) ? period : [month];
    if (!isInside(span)) continue;
    const own = shifts.filter(({ date }) => span.includes(date.slice(0, 7)));
    const ms = own.reduce((sum, shift) => sum + oracleLength(shift, ZONES[country]), 0);
    const norm = span.reduce((sum, each) => sum + oracleNorm(scenario, each), 0);
    if (own.length > 0 && ms !== norm) {
      texts.add(`${lastOf(span.at(-1) ?? month)} differs-from-norm ${ms}/${norm}`);
    }
  }
  return [...texts];
}
