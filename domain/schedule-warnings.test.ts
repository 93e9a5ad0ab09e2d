import { describe, expect, it } from 'vitest';
import { at, company, entry, leave, personTime, terms, ZONES } from '#tests/support/oracles/work-time.ts';
import { addDays } from './dates.ts';
import type { Country } from './holidays.ts';
import { MS_PER_HOUR as H } from './hours.ts';
import { MAX_NOTICE_DAYS, NOTICE_PRESETS, noticeDaysFrom } from './schedule-settings.ts';
import { datesWithinNotice, type ScheduleSetup, scheduleWarnings } from './schedule-warnings.ts';
import type { PlannedShift } from './schedules.ts';
import { createWorkCalendar } from './work-calendar.ts';
import type { PersonTime } from './work-hours.ts';
import { validOn } from './work-rules.ts';

const summed = terms(8, 5, { workTime: 'summed' });
const shift = (text: string, breakMinutes = 0, locationId: string | null = null): PlannedShift => ({
  ...{ breakMinutes, locationId, kindId: null, note: '' },
  date: `2026-${text.slice(0, 5)}`,
  starts: text.slice(6, 11),
  ends: text.slice(12),
});

/** The warnings of 8 to 21 June 2026, as "date kind figure/limit" in hours. */
function texts(
  country: Exclude<Country, 'other'>,
  shifts: PlannedShift[],
  {
    now = '2026-06-01 08:00',
    changed = [],
    policy,
    setup = {},
    ...more
  }: Partial<PersonTime> & {
    now?: string;
    changed?: string[];
    policy?: 'automatic';
    setup?: Partial<ScheduleSetup>;
  },
) {
  const of = company(country);
  const rules = of.rules.map((each) => ({
    ...each,
    breaks: { ...each.breaks, policy: policy ?? each.breaks.policy },
  }));
  const time = personTime(
    { counting: { now: new Date(at(now, ZONES[country])), longestShiftHours: 16 }, ...more },
    more.employment ? undefined : summed,
  );
  return scheduleWarnings(
    { userId: 'u', time, shifts, changed },
    {
      ...{ start: '2026-06-08', end: '2026-06-21', timeZone: ZONES[country], noticeDays: 7 },
      calendar: createWorkCalendar({ ...of, rules }),
      inactiveLocations: new Set(['closed']),
      ...setup,
    },
  ).map(({ date, kind, ms, limitMs }) => `${date.slice(5)} ${kind} ${ms / H}/${limitMs / H}`);
}
const days = (from: number, to: number, times: string, breakMinutes = 0) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    shift(`06-${String(from + index).padStart(2, '0')} ${times}`, breakMinutes),
  );

describe('as if the draft had been worked', () => {
  it('rests, long days, weeks and breaks are judged by the rules of worked time', () => {
    // 30 min in the middle of 8 h come before the fifth hour.
    expect(texts('LV', days(8, 12, '08:00–16:00', 30), {})).toEqual([]);
    expect(texts('LV', [shift('06-08 08:00–16:00')], {})).toEqual(['06-08 missing-break 0/0.5']);
    expect(texts('PL', [shift('06-08 06:00–20:00', 30), shift('06-09 06:00–14:00')], {})).toEqual([
      '06-08 long-day 13.5/13',
      '06-09 daily-rest 10/11',
    ]);
    expect(texts('LT', days(8, 14, '08:00–16:00', 30), { employment: personTime().employment })).toEqual(
      [
        '06-13 differs-from-pattern 7.5/0',
        '06-14 differs-from-pattern 7.5/0',
        ...[8, 9, 10, 11, 12].map((date) => `06-${String(date).padStart(2, '0')} differs-from-pattern 7.5/8`),
        ...[15, 16, 17, 18, 19].map((date) => `06-${date} differs-from-pattern 0/8`),
      ].toSorted(),
    );
    expect(texts('LV', days(8, 16, '08:00–14:00'), {})).toEqual([
      '06-14 weekly-rest 18/42',
      '06-15 weekly-rest 18/42',
    ]);
    expect(texts('LT', days(8, 14, '06:00–14:30', 30), {})).toEqual(['06-14 week 56/52']);
  });

  it('the average week is judged at the end of a month that the schedule reaches', () => {
    const month = { setup: { start: '2026-06-01', end: '2026-06-30' } };
    const busy = days(1, 30, '08:00–16:00', 60).filter(({ date }) => !date.endsWith('-07'));
    const average = (shifts: PlannedShift[], more = month) =>
      texts('PL', shifts, more).filter((text) => text.includes('average-week'));
    // 29 × 7 h are 203 h in 30 days, below 48 h a week; an hour more each day is above it.
    expect(average(busy)).toEqual([]);
    const busier = busy.map((each) => ({ ...each, breakMinutes: 0 }));
    expect(average(busier)).toHaveLength(1);
    expect(average(busier, { setup: { start: '2026-06-01', end: '2026-06-29' } })).toEqual([]);
  });

  it('an automatic break is taken off as from worked time', () => {
    const shifts = [shift('06-08 06:00–19:15')];
    const long = (policy?: 'automatic') =>
      texts('PL', shifts, policy ? { policy } : {}).filter((text) => text.includes('long-day'));
    expect(long()).toEqual(['06-08 long-day 13.25/13']);
    expect(long('automatic')).toEqual([]);
  });

  it('what was really worked counts before it, and shifts that have ended do not', () => {
    const shifts = [shift('06-08 06:00–14:00', 30), shift('06-09 06:00–14:00', 30)];
    expect(texts('LV', shifts, { now: '2026-06-08 22:00' })).toEqual([]);
    // Stayed until 20:00, or is still there at 22:00.
    const late = entry('2026-06-08 07:00', 13, ZONES.LV);
    const rests = (entries: PersonTime['entries']) =>
      texts('LV', shifts, { now: '2026-06-08 22:00', entries }).filter((text) => text.includes('rest'));
    expect(rests([late])).toEqual(['06-09 daily-rest 10/11']);
    expect(rests([{ ...late, checkOut: null }])).toEqual(['06-09 daily-rest 8/11']);
    // A shift under way counts as planned, without the break that has begun.
    const own = { ...entry('2026-06-08 06:00', 1, ZONES.PL), checkOut: null };
    const breaks = [{ from: at('2026-06-08 09:00', ZONES.PL), to: null, isPaid: false }];
    const long = [shift('06-08 06:00–20:00', 30)];
    expect(texts('PL', long, { now: '2026-06-08 09:10', entries: [own], breaks })).toEqual([
      '06-08 long-day 13.5/13',
    ]);
    // Who came at 00:15 works until 14:00, less the break.
    const early = { ...own, checkIn: at('2026-06-08 00:15', ZONES.PL) };
    expect(texts('PL', shifts, { now: '2026-06-08 09:10', entries: [early] })).toEqual([
      '06-08 long-day 13.25/13',
    ]);
  });

  it('nothing is said of dates before today, or without a shift', () => {
    const shifts = [shift('06-08 08:00–16:00'), shift('06-10 08:00–16:00')];
    expect(texts('LV', shifts, { now: '2026-06-10 07:00' })).toEqual(['06-10 missing-break 0/0.5']);
    expect(texts('LV', shifts, { now: '2026-06-11 07:00' })).toEqual([]);
    expect(texts('LV', [], { employment: personTime().employment })).toEqual([]);
  });
});

describe('what the draft disagrees with', () => {
  it('absences, also across midnight', () => {
    const absences = [
      { code: leave, start: '2026-06-09', end: '2026-06-10', part: null },
      { code: leave, start: '2026-06-12', end: '2026-06-12', part: 2 * H },
    ];
    const shifts = [
      shift('06-08 22:00–04:00'),
      shift('06-10 20:00–02:00'),
      shift('06-12 08:00–13:00'),
      shift('06-15 08:00–12:00'),
    ];
    expect(texts('PL', shifts, { absences })).toEqual([
      '06-08 overlaps-absence 4/0',
      '06-10 overlaps-absence 4/0',
    ]);
  });

  it('employment and locations', () => {
    const employment = { employedFrom: '2026-06-09', employedTo: null, terms: [summed] };
    const shifts = [
      shift('06-08 08:00–13:00'),
      shift('06-09 08:00–10:00', 0, 'closed'),
      shift('06-09 11:00–13:00', 0, 'open'),
    ];
    expect(texts('LV', shifts, { employment })).toEqual([
      '06-08 not-employed 5/0',
      '06-09 inactive-location 2/0',
    ]);
  });

  it('the pattern of people with fixed hours, on days off too; hours off can be planned around or not', () => {
    const { employment } = personTime();
    const absences = [
      { code: leave, start: '2026-06-09', end: '2026-06-09', part: null },
      { code: leave, start: '2026-06-10', end: '2026-06-10', part: 2 * H },
      { code: leave, start: '2026-06-11', end: '2026-06-11', part: 2 * H },
    ];
    const week = { setup: { start: '2026-06-08', end: '2026-06-14' }, employment, absences };
    const shifts = [
      shift('06-08 08:00–16:30', 30),
      shift('06-10 08:00–16:30', 30),
      shift('06-11 10:00–16:00'),
      shift('06-13 08:00–12:00'),
    ];
    expect(texts('LV', shifts, week)).toEqual([
      '06-12 differs-from-pattern 0/8',
      '06-13 differs-from-pattern 4/0',
    ]);
    const { employment: _, ...own } = week;
    expect(texts('LV', shifts, own)).toEqual([]);
  });

  it('the norm to be worked, of whole months or of the whole settlement period', () => {
    const norms = (start: string, end: string, shifts: PlannedShift[], more: Partial<PersonTime> = {}) =>
      texts('PL', shifts, { ...more, setup: { start, end } }).filter((text) => text.includes('norm'));
    // June 2026 has 168 h in Poland.
    const full = days(1, 21, '08:00–16:00');
    expect(norms('2026-06-01', '2026-06-30', full)).toEqual([]);
    expect(norms('2026-06-01', '2026-06-30', full.slice(1))).toEqual(['06-30 differs-from-norm 160/168']);
    expect(norms('2026-06-01', '2026-06-29', full.slice(1))).toEqual([]);
    // Leave without a shift replaces the pattern's hours, with one the shift's.
    const absences = [{ code: leave, start: '2026-06-22', end: '2026-06-26', part: null }];
    expect(norms('2026-06-01', '2026-06-30', full, { absences })).toEqual([
      '06-30 differs-from-norm 168/128',
    ]);
    // What is published of the leave does not count, since the draft replaces it.
    const schedule = new Map([['2026-06-22', 12 * H]]);
    const employment = { ...personTime({}, summed).employment, schedule };
    expect(norms('2026-06-01', '2026-06-30', full, { absences, employment })).toEqual([
      '06-30 differs-from-norm 168/128',
    ]);
    const away = [...full, shift('06-22 08:00–20:00')];
    expect(norms('2026-06-01', '2026-06-30', away, { absences })).toEqual([
      '06-30 differs-from-norm 180/124',
    ]);
  });
});

describe('notice', () => {
  it('is due for dates that are nearer than the days, to the day', () => {
    const dates = ['2026-05-31', '2026-06-01', '2026-06-07', '2026-06-08'];
    expect(datesWithinNotice(dates, '2026-06-01', 7)).toEqual(dates.slice(0, 3));
    expect(datesWithinNotice(dates, '2026-06-01', 6)).toEqual(dates.slice(0, 2));
    expect(datesWithinNotice(dates, '2026-06-01', 0)).toEqual([]);
    expect(datesWithinNotice(['2026-08-01', '2026-08-02'], '2026-06-01', MAX_NOTICE_DAYS)).toEqual([
      '2026-08-01',
    ]);
  });

  it('has presets by country', () => {
    const presets = (['LV', 'LT', 'PL', 'other'] as const).map((country) =>
      noticeDaysFrom(validOn(NOTICE_PRESETS[country], '2026-07-01'), '2026-07-01'),
    );
    expect(presets).toEqual([31, 7, 7, 0]);
    expect(NOTICE_PRESETS.PL.every(({ coversMonth }) => coversMonth)).toBe(true);
  });

  it.each([
    ['2026-01-28', '2026-02-28'],
    ['2026-01-29', '2026-03-01'],
    ['2026-01-31', '2026-03-01'],
    ['2028-01-29', '2028-02-29'],
    ['2026-02-01', '2026-03-01'],
    ['2026-02-28', '2026-03-28'],
    ['2026-03-31', '2026-05-01'],
    ['2026-04-30', '2026-05-30'],
    ['2026-12-31', '2027-01-31'],
  ])('of a month told on %s begins with %s', (today, first) => {
    const [latvian] = NOTICE_PRESETS.LV;
    if (!latvian) throw new Error('no preset');
    const days = noticeDaysFrom(latvian, today);
    expect(addDays(today, days)).toBe(first);
    expect(datesWithinNotice([addDays(first, -1), first], today, days)).toEqual([addDays(first, -1)]);
  });

  it('warns of changed days of the schedule from today on, days off too', () => {
    const changed = ['2026-06-04', '2026-06-08', '2026-06-11', '2026-06-12'];
    expect(texts('LV', [], { now: '2026-06-05 08:00', changed })).toEqual([
      '06-08 notice 72/168',
      '06-11 notice 144/168',
    ]);
    expect(texts('LV', [], { now: '2026-06-09 08:00', changed })).toEqual([
      '06-11 notice 48/168',
      '06-12 notice 72/168',
    ]);
  });
});
