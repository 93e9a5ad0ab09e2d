import fc from 'fast-check';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import type { RecordedBreak, RecordedEntry } from '#domain/worked-time.ts';
import { day, oracleMidnight, wallClock, type Zone } from './eu-time-oracle.ts';
import { ZONES } from './work-time.ts';

/*
 * The oracle walks through worked time in quarters of an hour and asks the European clock of each quarter. It shares no
 * code with the product, and knows the public holidays of the tested years as lists.
 */
export const TICK = H / 4;
export const COUNTRIES = ['LV', 'LT', 'PL'] as const;
export type CountryName = (typeof COUNTRIES)[number];

export const HOLIDAYS: Record<CountryName, Set<string>> = {
  LV: listed(
    '2025 12-31',
    '2026 01-01 04-03 04-05 04-06 05-01 05-04 05-10 05-24 06-23 06-24 11-18 12-24 12-25 12-26 12-31',
    '2027 01-01 03-26 03-28 03-29 05-01 05-04 05-09 05-16 06-23 06-24 11-18 12-24 12-25 12-26 12-31',
    '2028 01-01',
  ),
  LT: listed(
    '2026 01-01 02-16 03-11 04-05 04-06 05-01 05-03 06-07 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26',
    '2027 01-01 02-16 03-11 03-28 03-29 05-01 05-02 06-06 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26',
    '2028 01-01 02-16',
  ),
  PL: listed(
    '2026 01-01 01-06 04-05 04-06 05-01 05-03 05-24 06-04 08-15 11-01 11-11 12-24 12-25 12-26',
    '2027 01-01 01-06 03-28 03-29 05-01 05-03 05-16 05-27 08-15 11-01 11-11 12-24 12-25 12-26',
    '2028 01-01 01-06',
  ),
};

function listed(...years: string[]): Set<string> {
  const dates = years.flatMap((line) => {
    const [year, ...days] = line.split(' ');
    return days.map((each) => `${year}-${each}`);
  });
  return new Set(dates);
}

/** A person's entries around a month, and the rules by which they count. */
export type Scenario = {
  country: CountryName;
  month: string;
  attribution: 'calendar' | 'shift';
  policy: 'none' | 'automatic';
  isSummed: boolean;
  /** Quarters of an hour that a schedule plans on the month's dates, from the first on; null: the date is not covered. */
  planned: (number | null)[];
  /** The zone from the month's first day on. */
  newZone: Zone;
  /** Quarters of an hour of rest before each entry, and of the entry. */
  spans: { gap: number; length: number; breaks: { after: number; length: number; isPaid: boolean }[] }[];
};

const quarters = (min: number, max: number) => fc.integer({ min, max });
const spans = fc.array(
  fc.record({
    gap: fc.oneof(quarters(0, 20), quarters(30, 80)),
    length: fc.oneof(quarters(1, 12), quarters(24, 52)),
    breaks: fc.array(fc.record({ after: quarters(0, 40), length: quarters(1, 6), isPaid: fc.boolean() }), {
      maxLength: 2,
    }),
  }),
  { minLength: 5, maxLength: 35 },
);
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  month: fc.constantFrom(
    ...['01', '03', '05', '06', '10', '11', '12'].flatMap((m) => [`2026-${m}`, `2027-${m}`]),
  ),
  attribution: fc.constantFrom('calendar', 'shift'),
  policy: fc.constantFrom('none', 'automatic'),
  isSummed: fc.boolean(),
  planned: fc.array(fc.constantFrom(null, 0, 0, 32, 32, 48), { maxLength: 31 }),
  newZone: fc.constantFrom<Zone>('Europe/Riga', 'Europe/Warsaw'),
  spans,
});

/** The scenario's entries and breaks, from a day and a half before the month on; an end may be moved by `jitter` ms. */
export function recorded({ country, month, spans: list }: Scenario, jitter = 0) {
  let at = oracleMidnight(`${month}-01`, ZONES[country]) - 1.5 * day;
  const entries: RecordedEntry[] = [];
  const breaks: RecordedBreak[] = [];
  for (const [index, { gap, length, breaks: own }] of list.entries()) {
    const from = at + gap * TICK;
    at = from + length * TICK;
    entries.push({ id: String(index), checkIn: from, checkOut: at - jitter, recordedAt: at, marks: [] });
    for (const { after, length: breakLength, isPaid } of own) {
      const start = from + after * TICK + jitter;
      breaks.push({ from: start, to: start + breakLength * TICK, isPaid });
    }
  }
  return { entries, breaks };
}

/** The milliseconds that the scenario's schedule plans by date; of people with fixed time it plans nothing. */
export const scheduleOf = ({ month, planned, isSummed }: Scenario): Map<string, number> =>
  new Map(
    planned.flatMap((length, index): [string, number][] => {
      const date = new Date(Date.parse(`${month}-01`) + index * day).toISOString().slice(0, 10);
      return isSummed && length !== null ? [[date, length * TICK]] : [];
    }),
  );

type Tick = { at: number; shift: number; state: 'worked' | 'unpaid' };
export type Row = Record<
  'total' | 'night' | 'holiday' | 'sundayHoliday' | 'restDay' | 'overtime' | 'overtime100' | 'break',
  number
>;

/** What each date of the scenario has. */
export function oracle(scenario: Scenario): Map<string, Row> {
  const { country, month, attribution, policy, isSummed, newZone } = scenario;
  const { entries, breaks } = recorded(scenario);
  const change = oracleMidnight(`${month}-01`, ZONES[country]);
  const clock = (at: number) => wallClock(at, at < change ? ZONES[country] : newZone);
  const dateAt = (at: number) => {
    const date = clock(at).slice(0, 10);
    return at >= change && date < `${month}-01` ? `${month}-01` : date;
  };
  const isIn = (at: number, isPaid: boolean) =>
    breaks.some((each) => each.isPaid === isPaid && Number(each.from) <= at && at < Number(each.to));

  const shiftDates: string[] = [];
  const ticks: Tick[] = [];
  let lastEnd = Number.NEGATIVE_INFINITY;
  let shiftStart = 0;
  let own: { at: number; kind: 'worked' | 'paid' | 'unpaid' }[] = [];
  const finish = () => {
    if (own.length === 0) return;
    const paidTicks =
      country !== 'PL' ? 1e9 : own.length > 64 ? 3 : own.length > 36 ? 2 : own.length >= 24 ? 1 : 0;
    let paid = 0;
    for (const tick of own) {
      if (tick.kind === 'paid') tick.kind = paid++ < paidTicks ? 'worked' : 'unpaid';
    }
    const count = own.filter(({ kind }) => kind === 'worked').length;
    const away = (lastEnd - shiftStart) / TICK - count;
    let missing = policy === 'automatic' && count > (country === 'LT' ? 20 : 24) ? 2 - away : 0;
    let passed = 0;
    for (const tick of own) {
      if (tick.kind !== 'worked') continue;
      if (passed++ >= 16 && missing-- > 0) tick.kind = 'unpaid';
    }
    for (const { at, kind } of own) {
      ticks.push({ at, shift: shiftDates.length - 1, state: kind === 'unpaid' ? 'unpaid' : 'worked' });
    }
    own = [];
  };
  for (const { checkIn, checkOut } of entries) {
    const [from, to] = [Number(checkIn), Number(checkOut)];
    if (from - lastEnd >= 4 * H) {
      finish();
      shiftDates.push(dateAt(from));
      shiftStart = from;
    }
    for (let at = from; at < to; at += TICK) {
      own.push({ at, kind: isIn(at, false) ? 'unpaid' : isIn(at, true) ? 'paid' : 'worked' });
    }
    lastEnd = to;
  }
  finish();

  const holidays = HOLIDAYS[country];
  const after = (date: string, days: number) =>
    new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
  const isSunday = (date: string) => new Date(date).getUTCDay() === 0;
  const schedule = scheduleOf(scenario);
  const plan = (date: string) => {
    const planned = schedule.get(date);
    if (planned !== undefined) return planned;
    if (holidays.has(date) || [0, 6].includes(new Date(date).getUTCDay())) return 0;
    return country !== 'PL' && holidays.has(after(date, 1)) ? 7 * H : 8 * H;
  };
  const rows = new Map<string, Row>();
  const row = (date: string) => {
    const zero = {
      total: 0,
      night: 0,
      holiday: 0,
      sundayHoliday: 0,
      restDay: 0,
      overtime: 0,
      overtime100: 0,
      break: 0,
    };
    const found = rows.get(date) ?? zero;
    rows.set(date, found);
    return found;
  };
  /** Worked in the shifts that began on a date. */
  const workedOf = new Map<string, number>();
  const overtimeTicks = new Map<string, { isHigher: boolean }[]>();
  let dobaEnd = Number.NEGATIVE_INFINITY;
  let dobaDate = '';
  for (const { at, shift, state } of ticks) {
    const shiftDate = shiftDates[shift] ?? '';
    const date = attribution === 'shift' ? shiftDate : dateAt(at);
    const own = row(date);
    if (state === 'unpaid') {
      own.break += TICK;
      continue;
    }
    const hour = Number(clock(at).slice(11, 13));
    const clockDate = clock(at).slice(0, 10);
    const hoursDate = country === 'PL' && hour < 6 ? after(clockDate, -1) : clockDate;
    const isNight = hour >= 22 || hour < 6;
    const isFree = holidays.has(hoursDate) || (country === 'PL' && isSunday(hoursDate));
    own.total += TICK;
    if (isNight) own.night += TICK;
    if (holidays.has(hoursDate)) own.holiday += TICK;
    if (country === 'PL' && isFree) own.sundayHoliday += TICK;
    const past = workedOf.get(shiftDate) ?? 0;
    workedOf.set(shiftDate, past + TICK);
    const isPlanned = date !== shiftDate && past < (schedule.get(shiftDate) ?? 0);
    if (plan(date) === 0 && !holidays.has(date) && !isPlanned) own.restDay += TICK;
    if (at >= dobaEnd) {
      dobaEnd = at + 24 * H;
      dobaDate = shiftDate;
    }
    const overtimeRow = country === 'PL' ? dobaDate : date;
    const those = overtimeTicks.get(overtimeRow) ?? [];
    those.push({ isHigher: isNight || (isFree && plan(hoursDate) === 0) });
    overtimeTicks.set(overtimeRow, those);
  }
  for (const [date, those] of isSummed ? [] : overtimeTicks) {
    const over = those.slice((country === 'PL' ? 8 * H : plan(date)) / TICK);
    row(date).overtime += over.length * TICK;
    row(date).overtime100 += country === 'PL' ? over.filter(({ isHigher }) => isHigher).length * TICK : 0;
  }
  return rows;
}
