import { describe, expect, it } from 'vitest';
import {
  company,
  entry,
  hoursOf,
  leave,
  personTime,
  terms,
  ZONES,
} from '#tests/support/oracles/work-time.ts';
import { weekdayOf } from './dates.ts';
import { easterSunday, publicHolidays } from './holidays.ts';
import { MS_PER_HOUR as H } from './hours.ts';
import { createWorkCalendar, personCalendarOf } from './work-calendar.ts';
import { ABSENCE_CODES, automaticBreakFits, RULE_PRESETS } from './work-rules.ts';

/** domain.md §2.3: days/hours of each month and the year at 40 hours a week. */
const NORMS = `
LV 2026 | 21/168 | 20/160 | 22/176 | 20/158 | 19/152 | 20/159 | 23/184 | 21/168 | 22/176 | 22/176 | 20/159 | 20/158 | 250/1994
LT 2026 | 21/168 | 19/152 | 21/167 | 21/167 | 20/160 | 21/167 | 22/176 | 21/167 | 22/176 | 22/176 | 20/160 | 21/166 | 251/2002
PL 2026 | 20/160 | 20/160 | 22/176 | 21/168 | 20/160 | 21/168 | 23/184 | 20/160 | 22/176 | 22/176 | 20/160 | 20/160 | 251/2008
LV 2027 | 20/160 | 20/160 | 21/167 | 22/175 | 20/159 | 20/159 | 22/176 | 22/176 | 22/176 | 21/168 | 21/167 | 21/166 | 252/2009
LT 2027 | 20/160 | 19/151 | 21/167 | 22/175 | 21/168 | 21/167 | 21/167 | 22/176 | 22/176 | 21/168 | 20/160 | 22/174 | 252/2009
PL 2027 | 19/152 | 20/160 | 22/176 | 22/176 | 18/144 | 22/176 | 22/176 | 22/176 | 22/176 | 21/168 | 20/160 | 21/168 | 251/2008`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

it.each(NORMS)('the norms of %s', (name, ...expected) => {
  const [country, year] = (name ?? '').split(' ') as ['LV' | 'LT' | 'PL', string];
  const { months } = hoursOf(`${year}-12`, personTime(), company(country, { settlementMonths: 12 }));
  const norms = months.map(({ norm, days }) => ({
    hours: norm / H,
    // A holiday on Saturday takes a workday from the norm; which one is agreed later.
    days: days.reduce((sum, day) => sum + Math.sign(day.norm), 0),
  }));
  const all = [
    ...norms,
    norms.reduce((a, b) => ({ days: a.days + b.days, hours: a.hours + b.hours }), { days: 0, hours: 0 }),
  ];
  expect(all.map(({ days, hours }) => `${days}/${hours}`)).toEqual(expected);
});

it('Easter is the Sunday after the first full moon of spring by the tables of the Church', () => {
  const sundays = ['1981-04-19', '2000-04-23', '2008-03-23', '2011-04-24', '2024-03-31', '2025-04-20'];
  for (const date of [...sundays, '2026-04-05', '2027-03-28', '2038-04-25', '2049-04-18', '2076-04-19']) {
    expect(easterSunday(Number(date.slice(0, 4)))).toBe(date);
  }
  for (let year = 1970; year < 2200; year += 1) {
    const date = easterSunday(year);
    expect(weekdayOf(date)).toBe(7);
    expect(date >= `${year}-03-22` && date <= `${year}-04-25`).toBe(true);
  }
});

it('holidays of 2027 in Latvia, and in Poland of the years before and after 24 December became one', () => {
  const dates = (country: 'LV' | 'LT' | 'PL', year: number) =>
    publicHolidays(country, year).flatMap(({ date, kind }) => (kind === 'holiday' ? [date.slice(5)] : []));
  expect(dates('LV', 2027).join(' ')).toBe(
    '01-01 03-26 03-28 03-29 05-01 05-04 05-09 05-16 06-23 06-24 11-18 12-24 12-25 12-26 12-31',
  );
  expect(dates('PL', 2024)).not.toContain('12-24');
  expect(dates('PL', 2025).join(' ')).toBe(
    '01-01 01-06 04-20 04-21 05-01 05-03 06-08 06-19 08-15 11-01 11-11 12-24 12-25 12-26',
  );
  expect(dates('LT', 2026).join(' ')).toBe(
    '01-01 02-16 03-11 04-05 04-06 05-01 05-03 06-07 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26',
  );
  expect(publicHolidays('other', 2026)).toEqual([]);
});

it('Latvian holidays at a weekend free the next workday, which is no holiday', () => {
  const substitutes = (year: number) =>
    publicHolidays('LV', year).flatMap(({ date, kind }) => (kind === 'substitute' ? [date] : []));
  expect(substitutes(2023)).toEqual(['2023-07-10', '2023-11-20']);
  expect(substitutes(2026)).toEqual([]);
  expect(substitutes(2028)).toEqual(['2028-11-20']);
  // 4 May 2030 is a Saturday.
  expect(substitutes(2030)).toEqual(['2030-05-06']);
  const calendar = createWorkCalendar(company('LV'));
  expect(calendar.freeDay('2028-11-20')).toBe('substitute');
  expect(calendar.isHoliday('2028-11-20')).toBe(false);
  // Friday before a substitute Monday is no short day; it precedes no holiday.
  expect(personCalendarOf(personTime().employment, calendar).planOn('2023-07-07').ms).toBe(8 * H);
});

const plan = (date: string, own = terms(), of = company('LV')) =>
  personCalendarOf(personTime({}, own).employment, createWorkCalendar(of)).planOn(date);

it('days before a holiday are short for those whom the country names', () => {
  const days = '2026-04-30';
  expect(plan(days).ms).toBe(7 * H);
  expect(plan(days).steps).toEqual([
    { reason: 'pattern', ms: 8 * H },
    { reason: 'short-day', ms: 7 * H },
  ]);
  expect(plan(days, terms(4, 5)).ms).toBe(4 * H);
  expect(plan(days, terms(10, 4)).ms).toBe(10 * H);
  expect(plan(days, terms(7, 5, { reducedNorm: true })).ms).toBe(7 * H);
  // Any five days of the week: Sunday, 24 May 2026, is Whit Sunday in Latvia.
  const tuesdayToSaturday = { ...terms(), pattern: [0, 8, 8, 8, 8, 8, 0].map((hours) => hours * H) };
  expect(plan('2026-05-23', tuesdayToSaturday).ms).toBe(7 * H);
  expect(plan(days, terms(4, 5), company('LT')).ms).toBe(3 * H);
  expect(plan(days, terms(7, 5, { reducedNorm: true }), company('LT')).ms).toBe(7 * H);
  expect(plan(days, terms(), company('PL')).ms).toBe(8 * H);
  // The company's own holidays shorten nothing.
  expect(plan('2026-07-14', terms(), company('LV', {}, { holidays: ['2026-07-15'] })).ms).toBe(8 * H);
  expect(plan('2026-07-15', terms(), company('LV', {}, { holidays: ['2026-07-15'] })).ms).toBe(0);
  const tiny = { ...terms(), pattern: [H, H, H, H / 2, H, 0, 0] };
  expect(plan(days, tiny, company('LT')).ms).toBe(0);
});

it('a moved workday takes its plan along, for persons employed on both dates', () => {
  const moved = company('LV', {}, { movedDays: [{ from: '2026-06-22', to: '2026-06-27' }] });
  expect([plan('2026-06-22', terms(), moved).ms, plan('2026-06-27', terms(), moved).ms]).toEqual([0, 7 * H]);
  const sixDays = terms(8, 6);
  expect(plan('2026-06-27', sixDays, moved).steps.at(-1)?.reason).toBe('pattern');
  const calendar = createWorkCalendar(moved);
  const late = { employedFrom: '2026-06-25', employedTo: null, terms: [terms()] };
  expect(personCalendarOf(late, calendar).planOn('2026-06-27').ms).toBe(0);
  expect(calendar.movedDayIssue({ from: '2026-06-23', to: '2026-06-27' })).toBe('from_free_day');
  expect(calendar.movedDayIssue({ from: '2026-06-22', to: '2026-06-24' })).toBe('to_holiday');
  expect(calendar.movedDayIssue({ from: '2026-06-22', to: '2026-06-27' })).toBe(null);
  // Onto an extra day off, which has no plan of its own.
  const off = company(
    'LV',
    {},
    { daysOff: ['2026-07-15'], movedDays: [{ from: '2026-07-14', to: '2026-07-15' }] },
  );
  expect([plan('2026-07-14', terms(), off).ms, plan('2026-07-15', terms(), off).ms]).toEqual([0, 8 * H]);
});

it('outside employment there is neither plan nor norm', () => {
  const employment = { employedFrom: '2026-06-15', employedTo: '2026-06-19', terms: [terms()] };
  for (const country of ['LV', 'PL'] as const) {
    const { month } = hoursOf('2026-06', personTime({ employment }), company(country));
    expect([month.plan / H, month.norm / H]).toEqual([40, 40]);
  }
});

it('settlement periods are counted from January, and end when a person leaves or the length changes', () => {
  const calendar = createWorkCalendar(company('PL', { settlementMonths: 4 }));
  const stays = personCalendarOf({ employedFrom: null, employedTo: null, terms: [terms()] }, calendar);
  expect(stays.periodOf('2026-06')).toEqual({ start: '2026-05', end: '2026-08' });
  const leaves = personCalendarOf(
    { employedFrom: null, employedTo: '2026-06-10', terms: [terms()] },
    calendar,
  );
  expect(leaves.periodOf('2026-05')).toEqual({ start: '2026-05', end: '2026-06' });
  expect(leaves.periodOf('2026-07')).toEqual({ start: '2026-07', end: '2026-07' });
  const [preset] = RULE_PRESETS.PL;
  if (!preset) throw new Error('no preset');
  const changed = createWorkCalendar({
    ...company('PL'),
    rules: [
      { ...preset, settlementMonths: 3 },
      { ...preset, settlementMonths: 1, validFrom: '2026-05-01' },
    ],
  });
  const person = personCalendarOf({ employedFrom: null, employedTo: null, terms: [terms()] }, changed);
  expect(person.periodOf('2026-04')).toEqual({ start: '2026-04', end: '2026-04' });
  expect(person.periodOf('2026-05')).toEqual({ start: '2026-05', end: '2026-05' });
});

it('absences replace plans, parts in their order and never more than the day', () => {
  const part = (date: string, hours: number, code: string) => ({
    code: { ...leave, code },
    start: date,
    end: date,
    part: hours * H,
  });
  const absences = [
    { code: leave, start: '2026-03-06', end: '2026-03-09', part: null },
    part('2026-03-10', 6, 'MD'),
    part('2026-03-10', 6, 'D'),
    part('2026-03-14', 3, 'D'),
  ];
  const { month } = hoursOf('2026-03', personTime({ absences }), company('LV'));
  expect(month.absences).toEqual([
    { code: 'A', ms: 16 * H, days: 2 },
    { code: 'MD', ms: 6 * H, days: 0 },
    { code: 'D', ms: 2 * H, days: 0 },
  ]);
  expect([month.norm / H, month.normToBeWorked / H]).toEqual([176, 152]);
});

it('presets are consistent: breaks fit, codes occur once, rows are in order', () => {
  for (const [country, presets] of Object.entries(RULE_PRESETS)) {
    for (const preset of presets) {
      expect(preset.country).toBe(country);
      expect(automaticBreakFits(preset.breaks.automatic)).toBe(true);
    }
    expect(presets.map(({ validFrom }) => validFrom)).toEqual(
      presets.map(({ validFrom }) => validFrom).toSorted(),
    );
  }
  expect(automaticBreakFits({ after: 6 * H, length: H, at: 5 * H + 1 })).toBe(false);
  for (const list of Object.values(ABSENCE_CODES)) {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
  }
});

describe('a schedule', () => {
  const summed = terms(8, 5, { workTime: 'summed' });
  /** June 2026 of a person with these hours planned by date; 8 h from Monday to Friday is the pattern. */
  function june(country: 'LV' | 'LT' | 'PL', planned: Record<string, number>, own = summed, more = {}) {
    const schedule = new Map(Object.entries(planned).map(([date, hours]) => [`2026-${date}`, hours * H]));
    const employment = { employedFrom: '2026-06-02', employedTo: null, terms: [own], schedule };
    return hoursOf('2026-06', personTime({ employment, ...more }), company(country));
  }
  const planOf = (...args: Parameters<typeof june>) => {
    const { person } = june(...args);
    return Object.keys(args[1]).map((date) => person.planOn(`2026-${date}`).ms / H);
  };

  it('is the plan of people with summed time on its dates, holidays and rest days too', () => {
    // Monday 22 June is short, the 23rd and 24th are holidays, the 27th is a Saturday.
    const planned = { '06-08': 12, '06-09': 0, '06-22': 8, '06-23': 12, '06-27': 10 };
    expect(planOf('LV', planned)).toEqual([12, 0, 8, 12, 10]);
    expect(planOf('LV', planned, terms())).toEqual([8, 8, 7, 0, 0]);
    const { person } = june('LV', planned);
    expect(person.planOn('2026-06-10').ms).toBe(8 * H);
    expect(person.planOn('2026-06-22').steps).toEqual([{ reason: 'schedule', ms: 8 * H }]);
    expect(person.planOn('2026-06-23').steps).toEqual([
      { reason: 'pattern', ms: 8 * H },
      { reason: 'public-holiday', ms: 0 },
      { reason: 'schedule', ms: 12 * H },
    ]);
    expect([person.isPlanCovered('2026-06-09'), person.isPlanCovered('2026-06-10')]).toEqual([true, false]);
    expect(june('LV', planned, terms()).person.isPlanCovered('2026-06-09')).toBe(false);
  });

  it('plans nothing outside employment', () => {
    expect(planOf('LV', { '06-01': 12, '06-02': 12 })).toEqual([0, 12]);
  });

  it('leaves the norm as it is', () => {
    const planned = { '06-08': 12, '06-09': 0, '06-22': 8, '06-27': 10 };
    for (const country of ['LV', 'LT', 'PL'] as const) {
      const [with_, without] = [june(country, planned), june(country, {})];
      expect(with_.month.norm).toBe(without.month.norm);
      expect(with_.month.plan).not.toBe(without.month.plan);
    }
  });

  it('says which hours an absence replaces, and what a rest day is', () => {
    const planned = { '06-08': 12, '06-09': 0, '06-13': 12 };
    const absences = [{ code: leave, start: '2026-06-08', end: '2026-06-09', part: null }];
    const entries = [entry('2026-06-13 08:00', 12, ZONES.LV), entry('2026-06-14 08:00', 5, ZONES.LV)];
    const { month } = june('LV', planned, summed, { absences, entries });
    expect(month.norm - month.normToBeWorked).toBe(12 * H);
    expect(month.absences).toEqual([{ code: 'A', ms: 12 * H, days: 1 }]);
    // The planned Saturday is none, the Sunday without a shift is one.
    expect(month.restDay).toBe(5 * H);
  });

  it('keeps a moved working day only where it does not cover the dates', () => {
    const moved = company('LV', {}, { movedDays: [{ from: '2026-06-22', to: '2026-06-27' }] });
    const plansBy = (planned: [string, number][]) => {
      const employment = {
        ...{ employedFrom: null, employedTo: null, terms: [summed] },
        schedule: new Map(planned),
      };
      const { person, month } = hoursOf('2026-06', personTime({ employment }), moved);
      return [person.planOn('2026-06-22').ms / H, person.planOn('2026-06-27').ms / H, month.norm / H];
    };
    expect(plansBy([])).toEqual([0, 7, 159]);
    expect(plansBy([['2026-06-22', 12 * H]])).toEqual([12, 7, 159]);
    expect(plansBy([['2026-06-27', 0]])).toEqual([0, 0, 159]);
  });
});
