import { expect, it } from 'vitest';
import { at, company, entry, personTime, terms, ZONES } from '#tests/support/oracles/work-time.ts';
import type { Country } from './holidays.ts';
import { MS_PER_HOUR as H } from './hours.ts';
import { createWorkCalendar, type Terms } from './work-calendar.ts';
import { type PersonTime, workHours } from './work-hours.ts';
import { workWarnings } from './work-warnings.ts';

type Own = Partial<PersonTime> & {
  terms?: Terms;
  now?: string;
  settlementMonths?: 1 | 2 | 4;
  policy?: 'automatic';
};

/** Warnings of June 2026 for entries as `[start, hours]`, as "date kind rule figure/limit level" in hours. */
function judged(country: Exclude<Country, 'other'>, entries: [string, number][], own: Own = {}) {
  const { terms: agreed = terms(), now = '2026-07-01 12:00', settlementMonths = 1, policy, ...more } = own;
  const zone = ZONES[country];
  const counting = { now: new Date(at(now, zone)), longestShiftHours: 30 };
  const recorded = entries.map(([start, hours]) => {
    const each = entry(`2026-${start}`, hours, zone);
    return Number(each.checkOut) > counting.now.getTime() ? { ...each, checkOut: null } : each;
  });
  const setup = company(country, { settlementMonths });
  if (policy) setup.rules = setup.rules.map((rules) => ({ ...rules, breaks: { ...rules.breaks, policy } }));
  const calendar = createWorkCalendar(setup);
  const hours = workHours(personTime({ entries: recorded, counting, ...more }, agreed), '2026-06', calendar);
  return workWarnings(hours, calendar, counting.now);
}
function texts(...args: Parameters<typeof judged>): string[] {
  return judged(...args).warnings.map(({ date, kind, rule, figure, limit, level }) =>
    [date.slice(5), kind, rule, `${figure / H}/${limit / H}`, level === 'near' ? level : null]
      .filter(Boolean)
      .join(' '),
  );
}
const of = (kind: string, list: string[]) => list.filter((text) => text.includes(` ${kind} `));
const summed = terms(8, 5, { workTime: 'summed' });
/** The same hours on each of the days of June. */
const june = (days: number[], hours: number, start = '08:00') =>
  days.map((date): [string, number] => [`06-${String(date).padStart(2, '0')} ${start}`, hours]);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('daily rest: each country’s length, and a day after a long shift in Lithuania', () => {
  const rest = (country: 'LV' | 'LT' | 'PL', hours: number, agreed = terms()) =>
    of(
      'daily-rest',
      texts(
        country,
        [
          ['06-08 08:00', 8],
          [`06-09 0${hours - 8}:00`, 4],
        ],
        { terms: agreed },
      ),
    );
  expect(rest('LV', 11)).toEqual(['06-09 daily-rest 11/12']);
  expect(rest('LV', 11, summed)).toEqual([]);
  expect(rest('LV', 12)).toEqual([]);
  expect(rest('LT', 10)).toEqual(['06-09 daily-rest 10/11']);
  expect(rest('PL', 11)).toEqual([]);
  const long: [string, number][] = [
    ['06-08 06:00', 13],
    ['06-09 18:59', 4],
  ];
  expect(of('daily-rest', texts('LT', long))[0]).toMatch(/^06-09 daily-rest after-long-shift 23\.98\d*\/24$/);
  // Parts of one shift have no rest between them.
  expect(
    of(
      'daily-rest',
      texts('LV', [
        ['06-08 08:00', 4],
        ['06-08 15:00', 4],
      ]),
    ),
  ).toEqual([]);
});

it('weekly rest: every seven dates in Latvia and Lithuania, blocks of the period in Poland', () => {
  expect(of('weekly-rest', texts('LV', june(range(8, 13), 8)))).toEqual([]);
  // Monday to Tuesday of the next week, without a day off: from the seventh day without a rest on.
  expect(of('weekly-rest', texts('LV', june(range(8, 16), 8)))).toEqual([
    '06-14 weekly-rest 16/42',
    '06-15 weekly-rest 16/42',
  ]);
  // The rest begins on Saturday and reaches the limit exactly.
  const weekend: [string, number][] = [...june(range(8, 12), 8), ['06-13 08:00', 6], ['06-15 08:00', 8]];
  expect(of('weekly-rest', texts('LV', [...weekend, ...june(range(16, 19), 8)]))).toEqual([]);
  const short: [string, number][] = [
    ...june(range(8, 12), 8),
    ['06-13 08:00', 6.5],
    ['06-15 08:00', 8],
    ...june([16], 8),
  ];
  expect(of('weekly-rest', texts('LV', short))).toEqual([
    '06-14 weekly-rest 41.5/42',
    '06-15 weekly-rest 41.5/42',
  ]);
  // June's blocks end on the 7th, 14th, 21st and 28th; no rest begins between the 8th and the 14th.
  expect(of('weekly-rest', texts('PL', june(range(3, 16), 8)))).toEqual(['06-14 weekly-rest 16/35']);
});

it('long days by country and working time', () => {
  expect(of('long-day', texts('LT', [['06-08 06:00', 12.5]]))).toEqual(['06-08 long-day 12.5/12']);
  expect(of('long-day', texts('LV', [['06-08 06:00', 12.5]], { terms: summed }))).toEqual([]);
  expect(of('long-day', texts('PL', [['06-08 06:00', 13]]))).toEqual([]);
  expect(of('long-day', texts('PL', [['06-08 06:00', 13.5]]))).toEqual(['06-08 long-day 13.5/13']);
});

it('weeks: Monday to Sunday once in Latvia, any seven dates in Lithuania', () => {
  expect(of('week', texts('LV', june(range(8, 14), 9.5), { terms: summed }))).toEqual(['06-13 week 57/56']);
  expect(of('week', texts('LV', june(range(11, 16), 9.5), { terms: summed }))).toEqual([]);
  expect(of('week', texts('LT', june(range(11, 16), 9.5), { terms: summed }))).toEqual(['06-16 week 57/52']);
  expect(of('week', texts('PL', june(range(8, 14), 12)))).toEqual([]);
});

it('the average week is judged at the month’s end, by days of employment', () => {
  // 30 days: 48 × 30 / 7 is 205.7 h.
  const busy = june(range(1, 26), 8);
  expect(of('average-week', texts('PL', busy))[0]).toMatch(/^06-30 average-week 48\.53\d*\/48$/);
  expect(of('average-week', texts('PL', busy, { now: '2026-06-30 23:00' }))).toEqual([]);
  expect(of('average-week', texts('PL', busy, { settlementMonths: 2 }))).toEqual([]);
  const employment = { employedFrom: '2026-06-24', employedTo: null, terms: [terms()] };
  expect(of('average-week', texts('PL', june(range(24, 30), 7), { employment }))[0]).toBe(
    '06-30 average-week 49/48',
  );
});

it('overtime caps: near from 90 %, over beyond', () => {
  // Lithuania, plan 8 h: 2 h of overtime a day.
  expect(of('overtime-cap', texts('LT', june(range(8, 12), 9.5)))).toEqual([
    '06-12 overtime-cap seven-dates 7.5/8 near',
  ]);
  expect(of('overtime-cap', texts('LT', june(range(8, 11), 9.8)))).toEqual([
    '06-11 overtime-cap seven-dates 7.2/8 near',
  ]);
  expect(of('overtime-cap', texts('LT', june(range(8, 11), 9.75)))).toEqual([]);
  expect(of('overtime-cap', texts('LT', june(range(8, 12), 10)))).toEqual([
    '06-11 overtime-cap seven-dates 8/8 near',
    '06-12 overtime-cap seven-dates 10/8',
  ]);
  const consent = terms(8, 5, { overtimeConsent: true });
  expect(of('overtime-cap', texts('LT', june(range(8, 12), 10), { terms: consent }))).toEqual([]);
  // Latvia: 30 days allow 240/7 = 34.29 h of overtime.
  expect(of('overtime-cap', texts('LV', june([...range(1, 5), ...range(8, 12)], 11.5)))[0]).toMatch(
    /^06-30 overtime-cap average 8\.1\d*\/8$/,
  );
  expect(of('overtime-cap', texts('LV', june([...range(1, 5), ...range(8, 12)], 11)))).toEqual([]);
  // Poland: 150 h a year. Dobas chain, so that early starts count for the day before.
  const year = june(range(1, 26), 14, '04:00');
  expect(of('overtime-cap', texts('PL', year))).toEqual([
    '06-23 overtime-cap year 138/150 near',
    '06-26 overtime-cap year 156/150',
  ]);
});

it('missing breaks', () => {
  const missing = (
    country: 'LV' | 'LT' | 'PL',
    entries: [string, number][],
    lunch: [string, number] | null = null,
  ) => {
    const from = lunch ? at(`2026-06-08 ${lunch[0]}`, ZONES[country]) : 0;
    const breaks = lunch ? [{ from, to: from + lunch[1] * H, isPaid: false }] : [];
    return of('missing-break', texts(country, entries, { breaks }));
  };
  expect(missing('LV', [['06-08 08:00', 6]])).toEqual([]);
  expect(missing('LV', [['06-08 08:00', 7]])).toEqual(['06-08 missing-break together 0/0.5']);
  expect(missing('LV', [['06-08 08:00', 9]], ['12:00', 0.5])).toEqual([]);
  expect(missing('LV', [['06-08 08:00', 9]], ['12:30', 0.5])).toEqual(['06-08 missing-break stretch 4.5/4']);
  // A gap of 15 minutes and a break of 15 minutes beside it are one interruption; ten minutes are none.
  expect(
    missing(
      'LV',
      [
        ['06-08 08:00', 3],
        ['06-08 11:15', 6],
      ],
      ['11:15', 0.25],
    ),
  ).toEqual([]);
  expect(
    missing('LV', [
      ['06-08 08:00', 3],
      ['06-08 11:10', 6],
    ]),
  ).toEqual(['06-08 missing-break together 0/0.5']);
  expect(missing('LT', [['06-08 08:00', 9]], ['11:00', 0.5])).toEqual(['06-08 missing-break stretch 5.5/5']);
  expect(missing('LT', [['06-08 08:00', 9]], ['12:30', 0.5])).toEqual([]);
  expect(missing('PL', [['06-08 08:00', 12]])).toEqual([]);
});

it('long nights on average: in Lithuania, in Poland for marked work', () => {
  const nights = june([1, 3, 5], 9, '21:00');
  expect(of('night-length', texts('LT', nights))).toEqual(['06-30 night-length 9/8']);
  expect(of('night-length', texts('PL', nights))).toEqual([]);
  expect(
    of('night-length', texts('PL', nights, { terms: terms(8, 5, { markedNightWork: true }) })),
  ).toHaveLength(1);
  // May's shorter nights lower the average; those of March no more.
  expect(of('night-length', texts('LT', [['05-06 21:00', 5], ['05-08 21:00', 5], ...nights]))).toEqual([]);
  expect(of('night-length', texts('LT', [['03-06 21:00', 5], ['03-08 21:00', 5], ...nights]))).toHaveLength(
    1,
  );
});

it('before it happens: when to check in again, to rest, to pause and to stop', () => {
  const clock = (instant: number | null | undefined, zone: string) =>
    instant
      ? Temporal.Instant.fromEpochMilliseconds(instant)
          .toZonedDateTimeISO(zone)
          .toPlainDateTime()
          .toString()
          .slice(5, 16)
      : null;
  const riga = ZONES.LV;
  const ended = judged('LV', [['06-08 10:40', 8]], { now: '2026-06-08 20:00' }).upcoming;
  expect(clock(ended.dailyRestUntil, riga)).toBe('06-09T06:40');
  expect(judged('LV', [['06-08 10:40', 8]], { now: '2026-06-09 06:40' }).upcoming.dailyRestUntil).toBe(null);
  const long = judged('LT', [['06-08 06:00', 13]], { now: '2026-06-08 20:00' }).upcoming;
  expect(clock(long.dailyRestUntil, ZONES.LT)).toBe('06-09T19:00');

  const open = judged('LV', [['06-08 08:00', 20]], { now: '2026-06-08 11:00' }).upcoming;
  expect([clock(open.breakBy, riga), clock(open.longDayAt, riga)]).toEqual(['06-08T12:00', '06-08T20:00']);
  const had = { from: at('2026-06-08 10:00', riga), to: at('2026-06-08 10:30', riga), isPaid: false };
  const afterBreak = judged('LV', [['06-08 08:00', 20]], { now: '2026-06-08 11:00', breaks: [had] }).upcoming;
  expect([afterBreak.breakBy, clock(afterBreak.longDayAt, riga)]).toEqual([null, '06-08T20:30']);
  // Nobody is told to take a break on one, or where it is taken off by itself.
  const lasting = { ...had, from: at('2026-06-08 10:50', riga), to: at('2026-06-08 11:00', riga) };
  const onBreak = judged('LV', [['06-08 08:00', 20]], { now: '2026-06-08 11:00', breaks: [lasting] });
  expect(onBreak.upcoming.breakBy).toBe(null);
  const automatic = judged('LV', [['06-08 08:00', 20]], { now: '2026-06-08 11:00', policy: 'automatic' });
  expect(automatic.upcoming.breakBy).toBe(null);
  // Lithuania wants a break in every stretch.
  const again = judged('LT', [['06-08 08:00', 20]], { now: '2026-06-08 11:00', breaks: [had] }).upcoming;
  expect(clock(again.breakBy, riga)).toBe('06-08T15:30');

  // Work since Monday the 8th: the weekly rest of Sunday counted last, the next one must begin by the 14th.
  expect(judged('LV', june(range(8, 12), 8), { now: '2026-06-12 18:00' }).upcoming.weeklyRestBy).toBe(
    '2026-06-14',
  );
  expect(judged('PL', june(range(3, 12), 8), { now: '2026-06-12 18:00' }).upcoming.weeklyRestBy).toBe(
    '2026-06-14',
  );
  expect(judged('LV', []).upcoming).toEqual({
    dailyRestUntil: null,
    weeklyRestBy: null,
    longDayAt: null,
    breakBy: null,
  });
  // A weekly rest that has been reached is not asked for again.
  expect(judged('LV', june(range(8, 12), 8), { now: '2026-06-14 10:00' }).upcoming.weeklyRestBy).toBe(null);
  expect(judged('LV', []).warnings).toEqual([]);
});
