import { expect, it } from 'vitest';
import {
  at,
  company,
  entry,
  hoursOf,
  leave,
  personTime,
  terms,
  workdays,
  ZONES,
} from '#tests/support/oracles/work-time.ts';
import { MS_PER_HOUR as H } from './hours.ts';
import { type Figures, firstDateFor } from './work-hours.ts';
import { RULE_PRESETS, validOn } from './work-rules.ts';

const { LV: riga, LT: vilnius, PL: warsaw } = ZONES;

/** The figures of a row in hours, by name. */
function inHours(figures: Figures | undefined, ...names: Exclude<keyof Figures, 'absences'>[]) {
  return Object.fromEntries(names.map((name) => [name, (figures?.[name] ?? Number.NaN) / H]));
}

const CATEGORIES = ['total', 'night', 'restDay', 'overtime', 'normal'] as const;

/** work-rules.md §8, by number. */
const fridayNight = (zone: string) => [entry('2026-06-12 20:00', 12, zone)];

it('example 1: a night into Saturday, Latvia', () => {
  const { dayHours } = hoursOf('2026-06', personTime({ entries: fridayNight(riga) }), company('LV'));
  expect(inHours(dayHours('2026-06-12'), ...CATEGORIES)).toEqual({
    total: 4,
    night: 2,
    restDay: 0,
    overtime: 0,
    normal: 4,
  });
  expect(inHours(dayHours('2026-06-13'), ...CATEGORIES)).toEqual({
    total: 8,
    night: 6,
    restDay: 8,
    overtime: 8,
    normal: 0,
  });
});

it('example 2: the same in Poland', () => {
  const { dayHours } = hoursOf('2026-06', personTime({ entries: fridayNight(warsaw) }), company('PL'));
  const friday = dayHours('2026-06-12');
  expect(inHours(friday, 'total', 'restDay', 'overtime', 'overtime50', 'overtime100')).toEqual({
    total: 12,
    restDay: 0,
    overtime: 4,
    overtime50: 2,
    overtime100: 2,
  });
  const slices = friday.derivation.overtime;
  expect([slices[0]?.from, slices.at(-1)?.to]).toEqual([
    at('2026-06-13 04:00', warsaw),
    at('2026-06-13 08:00', warsaw),
  ]);
  expect(slices.filter(({ isNight }) => isNight).every(({ rate }) => rate === 100)).toBe(true);
  expect(dayHours('2026-06-13').total).toBe(0);
});

it('example 3: the autumn night has an hour more', () => {
  const entries = [entry('2026-10-24 20:00', 13, riga)];
  expect(entries[0]?.checkOut).toBe(at('2026-10-25 08:00', riga));
  const { month } = hoursOf('2026-10', personTime({ entries }), company('LV'));
  expect(inHours(month, 'total', 'night')).toEqual({ total: 13, night: 9 });
});

it('example 4: automatic breaks', () => {
  const automatic = company('LV');
  automatic.rules = automatic.rules.map((rules) => ({
    ...rules,
    breaks: { ...rules.breaks, policy: 'automatic' },
  }));
  const day = (entries: ReturnType<typeof entry>[], lunch: [string, string] | null = null) => {
    const breaks = lunch
      ? [{ from: at(`2026-06-10 ${lunch[0]}`, riga), to: at(`2026-06-10 ${lunch[1]}`, riga), isPaid: false }]
      : [];
    const hours = hoursOf('2026-06', personTime({ entries, breaks }), automatic).dayHours('2026-06-10');
    return {
      total: hours.total / H,
      breaks: hours.derivation.breaks.map(({ from, to, reason }) => [
        (from - at('2026-06-10 00:00', riga)) / H,
        (to - from) / H,
        reason,
      ]),
    };
  };
  expect(day([entry('2026-06-10 08:00', 9, riga)])).toEqual({ total: 8.5, breaks: [[12, 0.5, 'automatic']] });
  const withGap = day([entry('2026-06-10 08:00', 4, riga), entry('2026-06-10 12:20', 14 / 3, riga)]);
  expect(withGap.total).toBe(8.5);
  expect(withGap.breaks).toEqual([[12 + 1 / 3, 1 / 6, 'automatic']]);
  expect(day([entry('2026-06-10 08:00', 9, riga)], ['14:30', '15:00'])).toEqual({
    total: 8.5,
    breaks: [[14.5, 0.5, 'recorded']],
  });
  // Exactly six hours do not exceed six.
  expect(day([entry('2026-06-10 08:00', 6, riga)])).toEqual({ total: 6, breaks: [] });
});

it('example 5: part-time overtime of a day', () => {
  for (const country of ['PL', 'LV'] as const) {
    const entries = [entry('2026-06-09 08:00', 9, ZONES[country])];
    const { dayHours } = hoursOf('2026-06', personTime({ entries }, terms(4, 5)), company(country));
    expect(inHours(dayHours('2026-06-09'), 'normal', 'overtime')).toEqual({ normal: 8, overtime: 1 });
  }
});

it('example 6: the day before a holiday', () => {
  const entries = [entry('2026-04-30 08:00', 8, riga)];
  const { dayHours, month } = hoursOf('2026-04', personTime({ entries }), company('LV'));
  expect(inHours(dayHours('2026-04-30'), 'plan', 'overtime')).toEqual({ plan: 7, overtime: 1 });
  expect(month.norm).toBe(158 * H);
  const partTime = hoursOf('2026-04', personTime({}, terms(4, 5)), company('LV'));
  expect(partTime.dayHours('2026-04-30').plan).toBe(4 * H);
  expect(hoursOf('2026-04', personTime(), company('LT')).month.norm).toBe(167 * H);
  expect(hoursOf('2026-04', personTime({}, terms(4, 5)), company('LT')).month.norm).toBe(83 * H);
});

it('example 7: Poland, a holiday on Saturday, a free Saturday, an early start', () => {
  expect(hoursOf('2026-08', personTime(), company('PL')).month.norm).toBe(160 * H);

  const saturday = entry('2026-06-13 08:00', 10, warsaw);
  const alone = hoursOf('2026-06', personTime({ entries: [saturday] }), company('PL'));
  expect(inHours(alone.month, 'total', 'overtime')).toEqual({ total: 10, overtime: 2 });
  const june = workdays('2026-06', warsaw, (date) => date !== '2026-06-04');
  const full = hoursOf('2026-06', personTime({ entries: [...june, saturday] }), company('PL')).month;
  expect(inHours(full, 'total', 'overtime', 'normal')).toEqual({ total: 178, overtime: 10, normal: 168 });
  expect(full.periodOvertime.map(({ reason, ms }) => [reason, ms / H])).toEqual([['average-week', 8]]);

  const entries = [entry('2026-06-15 08:00', 8, warsaw), entry('2026-06-16 07:00', 8, warsaw)];
  const { dayHours } = hoursOf('2026-06', personTime({ entries }), company('PL'));
  expect(inHours(dayHours('2026-06-15'), 'total', 'overtime', 'normal')).toEqual({
    total: 8,
    overtime: 1,
    normal: 7,
  });
  expect(dayHours('2026-06-16').overtime).toBe(0);
});

it('example 8: a week of annual leave', () => {
  const absences = [{ code: leave, start: '2026-03-09', end: '2026-03-15', part: null }];
  const { month } = hoursOf('2026-03', personTime({ absences }), company('LV'));
  expect([month.norm / H, month.normToBeWorked / H]).toEqual([176, 136]);
  expect(month.absences).toEqual([{ code: 'A', ms: 40 * H, days: 5 }]);
});

it('example 9: summed December, and a substitute day', () => {
  const summed = terms(8, 5, { workTime: 'summed' });
  expect(hoursOf('2026-12', personTime({}, summed), company('LV')).month.norm).toBe(158 * H);
  const entries = [entry('2028-11-20 08:00', 8, riga)];
  const { dayHours } = hoursOf('2028-11', personTime({ entries }), company('LV'));
  expect(inHours(dayHours('2028-11-20'), 'plan', 'restDay', 'overtime', 'holiday')).toEqual({
    plan: 0,
    restDay: 8,
    overtime: 8,
    holiday: 0,
  });
});

it('example 10: a moved workday keeps its short hour', () => {
  const moved = company('LV', {}, { movedDays: [{ from: '2026-06-22', to: '2026-06-27' }] });
  const { dayHours, month } = hoursOf('2026-06', personTime(), moved);
  expect([dayHours('2026-06-27').plan / H, month.norm / H]).toEqual([7, 159]);
});

it('example 11: summed time over two months', () => {
  const two = company('LV', { settlementMonths: 2 });
  const july = Array.from({ length: 23 }, (_, index) =>
    entry(`2026-07-${String(index + 1).padStart(2, '0')} 08:00`, 12, riga),
  );
  const entries = [...july, entry('2026-08-03 08:00', 2, riga)];
  const summed = terms(8, 5, { workTime: 'summed' });
  const without = hoursOf('2026-08', personTime({ entries }, summed), two);
  expect(without.period).toMatchObject({
    start: '2026-07',
    end: '2026-08',
    total: 278 * H,
    normToBeWorked: 352 * H,
  });
  expect(without.period.overtime).toBe(0);
  expect(without.month.runningDifference).toBe(-74 * H);

  const absences = [{ code: leave, start: '2026-08-04', end: '2026-08-31', part: null }];
  const { period, month, months } = hoursOf('2026-08', personTime({ entries, absences }, summed), two);
  expect(period.normToBeWorked).toBe(192 * H);
  expect(inHours(month, 'total', 'overtime', 'normal')).toEqual({ total: 2, overtime: 86, normal: -84 });
  expect(inHours(period, 'total', 'overtime', 'normal')).toEqual({ total: 278, overtime: 86, normal: 192 });
  expect(months.find((each) => each.month === '2026-07')?.overtime).toBe(0);
});

it('example 12: paid breaks', () => {
  const worked = (country: 'PL' | 'LT', minutes: number, hours = 6) => {
    const from = at('2026-06-10 10:00', ZONES[country]);
    const breaks = [{ from, to: from + (minutes * H) / 60, isPaid: true }];
    const entries = [entry('2026-06-10 08:00', hours, ZONES[country])];
    return hoursOf('2026-06', personTime({ entries, breaks }), company(country)).month;
  };
  expect(inHours(worked('PL', 15), 'total', 'break')).toEqual({ total: 6, break: 0 });
  expect(inHours(worked('LT', 20), 'total', 'break')).toEqual({ total: 6, break: 0 });
  // Beyond what the policy pays, and below the length from which it pays.
  expect(inHours(worked('PL', 30), 'total', 'break')).toEqual({ total: 5.75, break: 0.25 });
  expect(inHours(worked('PL', 15, 5), 'total', 'break')).toEqual({ total: 4.75, break: 0.25 });
  expect(inHours(worked('PL', 30, 9), 'total', 'break')).toEqual({ total: 8.75, break: 0.25 });
  expect(inHours(worked('PL', 30, 9.5), 'total', 'break')).toEqual({ total: 9.5, break: 0 });
});

const juneInFull = workdays('2026-06', warsaw, (date) => date !== '2026-06-04');

it.each(['shift', 'calendar'] as const)(
  'example 13: an early start on 1 July counts once (%s)',
  (attribution) => {
    const early = { ...entry('2026-07-01 06:00', 10, warsaw), recordedAt: at('2026-07-01 16:00', warsaw) };
    const rules = company('PL', { attribution });
    const overtimes = (approvedAt: string | null) => {
      const approvals = approvedAt ? [{ month: '2026-06', from: at(approvedAt, warsaw), to: null }] : [];
      const person = personTime({ entries: [...juneInFull, early], approvals });
      return ['2026-06', '2026-07'].map((month) => hoursOf(month, person, rules).month.overtime / H);
    };
    expect(overtimes(null)).toEqual([2, 0]);
    // Approved after the early start was recorded: June keeps what it was approved with.
    expect(overtimes('2026-07-02 09:00')).toEqual([2, 0]);
    // Recorded after the approval: June stays as it was, and July has the two hours.
    expect(overtimes('2026-07-01 05:00')).toEqual([0, 2]);
  },
);

it('example 14: summed part-time in Poland is measured by full time', () => {
  const days = workdays('2026-06', warsaw, (date) => date !== '2026-06-04', 5).slice(0, 20);
  const { month } = hoursOf(
    '2026-06',
    personTime({ entries: days }, terms(4, 5, { workTime: 'summed' })),
    company('PL'),
  );
  expect(inHours(month, 'norm', 'total', 'overtime')).toEqual({ norm: 84, total: 100, overtime: 0 });
});

it('example 15: a planned day of ten hours', () => {
  const entries = [entry('2026-06-08 08:00', 10, riga)];
  const { month } = hoursOf('2026-06', personTime({ entries }, terms(10, 3)), company('LV'));
  expect(month.overtime).toBe(0);
});

it('shifts: gaps shorter than four hours, and entries added after an approval', () => {
  const entries = [
    entry('2026-06-30 20:00', 4, warsaw),
    { ...entry('2026-07-01 00:30', 0.5, warsaw), recordedAt: at('2026-07-05 00:00', warsaw) },
    entry('2026-07-01 03:30', 3, warsaw),
    entry('2026-07-01 10:30', 1, warsaw),
  ];
  const shiftsOf = (approvals: { month: string; from: number; to: null }[]) =>
    hoursOf('2026-07', personTime({ entries, approvals }), company('PL')).shifts.map(
      ({ date, entries: own }) => [date, own.map(({ id }) => id.slice(8))],
    );
  const night = ['30 20:00', '01 00:30', '01 03:30'];
  expect(shiftsOf([])).toEqual([
    ['2026-06-30', night],
    ['2026-07-01', ['01 10:30']],
  ]);
  expect(shiftsOf([{ month: '2026-06', from: at('2026-07-04 00:00', warsaw), to: null }])).toEqual([
    ['2026-06-30', ['30 20:00', '01 03:30']],
    ['2026-07-01', ['01 00:30']],
    ['2026-07-01', ['01 10:30']],
  ]);
});

it('open entries count up to now, forgotten ones not at all, and make the month provisional', () => {
  const open = { ...entry('2026-06-10 08:00', 0, riga), checkOut: null };
  const monthAt = (now: string) =>
    hoursOf(
      '2026-06',
      personTime({ entries: [open], counting: { now: new Date(at(now, riga)), longestShiftHours: 14 } }),
      company('LV'),
    ).month;
  expect(monthAt('2026-06-10 11:00')).toMatchObject({ total: 3 * H, isProvisional: true });
  expect(monthAt('2026-06-10 22:00')).toMatchObject({ total: 0, isProvisional: false });
});

it('Latvian part-time: what a week leaves over 40 hours belongs to its Sunday’s month', () => {
  // Six days of 7.5 h in the week of 29 June: 45 h, none over 8 h.
  const entries = [29, 30].map((day) => entry(`2026-06-${day} 08:00`, 7.5, riga));
  for (const day of [1, 2, 3, 4]) entries.push(entry(`2026-07-0${day} 08:00`, 7.5, riga));
  const person = personTime({ entries }, terms(4, 5));
  const { month } = hoursOf('2026-07', person, company('LV'));
  expect(month.periodOvertime).toEqual([
    { reason: 'week', date: '2026-07-05', worked: 45 * H, norm: 40 * H, counted: 0, ms: 5 * H },
  ]);
  expect(inHours(month, 'total', 'overtime', 'normal')).toEqual({ total: 30, overtime: 5, normal: 25 });
  expect(month.days.every(({ overtime }) => overtime === 0)).toBe(true);
  expect(hoursOf('2026-06', person, company('LV')).month.overtime).toBe(0);
});

it('Polish rates: Sundays without a plan, days off for holiday work, and part-time over the contract', () => {
  const rates = (entries: ReturnType<typeof entry>[], more = {}, own = terms()) =>
    inHours(
      hoursOf('2026-06', personTime({ entries, ...more }, own), company('PL')).month,
      'overtime50',
      'overtime100',
      'sundayHoliday',
    );
  // Sunday counts from 06:00 to 06:00 of Monday.
  expect(rates([entry('2026-06-14 05:00', 10, warsaw)])).toEqual({
    overtime50: 0,
    overtime100: 2,
    sundayHoliday: 9,
  });
  // A planned Sunday is no reason for the higher rate.
  const withSunday = { ...terms(), pattern: [0, 8, 8, 8, 8, 0, 8].map((hours) => hours * H) };
  expect(rates([entry('2026-06-14 08:00', 10, warsaw)], {}, withSunday)).toEqual({
    overtime50: 2,
    overtime100: 0,
    sundayHoliday: 10,
  });
  const off = {
    code: { code: 'WNŚ', paid: true, lowersNorm: false, isForHolidayWork: true },
    start: '2026-06-10',
    end: '2026-06-10',
    part: null,
  };
  expect(rates([entry('2026-06-10 08:00', 10, warsaw)], { absences: [off] })).toMatchObject({
    overtime50: 0,
    overtime100: 2,
  });
  expect(rates([entry('2026-06-10 08:00', 10, warsaw)])).toMatchObject({ overtime50: 2, overtime100: 0 });

  const half = terms(4, 5, { overContractFrom: 30 * H });
  const june = workdays('2026-06', warsaw, (date) => date !== '2026-06-04', 7);
  const { month } = hoursOf('2026-06', personTime({ entries: june }, half), company('PL'));
  // 147 h against 84 h × 30 / 20 = 126 h.
  expect(inHours(month, 'total', 'overtime', 'overContract')).toEqual({
    total: 147,
    overtime: 0,
    overContract: 21,
  });
});

it('overtime of a period is known when the period has ended', () => {
  const june = workdays('2026-06', warsaw, (date) => date !== '2026-06-04');
  const entries = [...june, entry('2026-06-13 08:00', 8, warsaw)];
  const overtimeAt = (now: string) => {
    const counting = { now: new Date(at(now, warsaw)), longestShiftHours: 16 };
    const { month, period } = hoursOf('2026-06', personTime({ entries, counting }), company('PL'));
    return [month.overtime / H, period.isOver];
  };
  expect(overtimeAt('2026-06-30 23:59')).toEqual([0, false]);
  expect(overtimeAt('2026-07-01 00:00')).toEqual([8, true]);
});

it('Latvian night work is the night of shifts with more than two hours of it', () => {
  const entries = [entry('2026-06-08 16:00', 8, riga), entry('2026-06-10 16:00', 8.5, riga)];
  const { month } = hoursOf('2026-06', personTime({ entries }), company('LV'));
  expect(inHours(month, 'night', 'nightWork')).toEqual({ night: 4.5, nightWork: 2.5 });
});

it('a time zone changes at the end of the last approved month of the old one', () => {
  const zones = [
    { validFrom: '', timeZone: riga },
    { validFrom: '2026-07-01', timeZone: warsaw },
  ];
  const from = at('2026-06-30 22:00', riga);
  const entries = [{ ...entry('2026-06-30 22:00', 0, riga), checkOut: from + 8 * H }];
  const { dayHours } = hoursOf('2026-07', personTime({ entries }), company('LV', {}, { zones }));
  // Riga's July begins while Warsaw's clock shows 23:00; night lasts until 06:00 in Warsaw.
  expect(inHours(dayHours('2026-06-30'), 'total', 'night')).toEqual({ total: 2, night: 2 });
  expect(inHours(dayHours('2026-07-01'), 'total', 'night')).toEqual({ total: 6, night: 6 });
});

it('Vilnius: a part-time person’s overtime begins at the plan, less leave', () => {
  const absences = [{ code: leave, start: '2026-06-10', end: '2026-06-10', part: 3 * H }];
  const entries = [entry('2026-06-10 08:00', 6, vilnius), entry('2026-06-11 08:00', 6, vilnius)];
  const { dayHours } = hoursOf('2026-06', personTime({ entries, absences }, terms(4, 5)), company('LT'));
  expect([dayHours('2026-06-10').overtime / H, dayHours('2026-06-11').overtime / H]).toEqual([5, 2]);
});

it('the entries that warnings need depend on the rules: the year’s for its cap, earlier months’ for nights', () => {
  const first = (country: 'LV' | 'LT' | 'PL', ...months: string[]) =>
    months.map((month) => firstDateFor(month, validOn(RULE_PRESETS[country], month).warnings));
  expect(first('LT', '2026-01', '2026-02', '2026-06')).toEqual(['2025-09-27', '2025-10-27', '2025-11-27']);
  expect(first('LV', '2026-06')).toEqual(['2026-04-27']);
});
