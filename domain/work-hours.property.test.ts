import fc from 'fast-check';
import { expect, it } from 'vitest';
import { day, oracleDate } from '#tests/support/oracles/eu-time-oracle.ts';
import {
  oracle,
  recorded,
  type Scenario,
  scenarios,
  scheduleOf,
  TICK,
} from '#tests/support/oracles/month-oracle.ts';
import { company, counting, personTime, terms, ZONES } from '#tests/support/oracles/work-time.ts';
import { createWorkCalendar } from './work-calendar.ts';
import { type Figures, type WorkHours, workHours } from './work-hours.ts';

const calendars = new Map<string, ReturnType<typeof createWorkCalendar>>();
function calendarOf({ country, month, attribution, policy, newZone }: Scenario) {
  const key = [country, month, attribution, policy, newZone].join();
  const zones = [
    { validFrom: '', timeZone: ZONES[country] },
    { validFrom: `${month}-01`, timeZone: newZone },
  ];
  const of = company(country, { attribution }, { zones });
  const rules = of.rules.map((each) => ({ ...each, breaks: { ...each.breaks, policy } }));
  const calendar = calendars.get(key) ?? createWorkCalendar({ ...of, rules });
  calendars.set(key, calendar);
  return calendar;
}

function computed(scenario: Scenario, jitter = 0): WorkHours {
  const own = terms(8, 5, { workTime: scenario.isSummed ? 'summed' : 'fixed' });
  const person = personTime(recorded(scenario, jitter), own);
  const employment = { ...person.employment, schedule: scheduleOf(scenario) };
  return workHours({ ...person, employment }, scenario.month, calendarOf(scenario));
}

const NAMES = [
  'total',
  'night',
  'holiday',
  'sundayHoliday',
  'restDay',
  'overtime',
  'overtime100',
  'break',
] as const;
const pick = (figures: Figures) => Object.fromEntries(NAMES.map((name) => [name, figures[name]]));

it('every day of a thousand random months is what a walk by quarters of an hour finds', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const { dayHours, month } = computed(scenario);
      const expected = oracle(scenario);
      for (const [date, row] of expected) expect({ date, ...pick(dayHours(date)) }).toEqual({ date, ...row });
      const sum = month.days.reduce((total, { date }) => total + (expected.get(date)?.total ?? 0), 0);
      expect(month.total).toBe(sum);
    }),
    { numRuns: 1_000 },
  );
});

const sumOf = (list: Figures[], name: (typeof NAMES)[number] | 'normal') =>
  list.reduce((sum, each) => sum + each[name], 0);

it('categories stay within the total, days add up to months and months to periods, to the millisecond', () => {
  fc.assert(
    fc.property(scenarios, fc.integer({ min: 0, max: TICK - 1 }), (scenario, jitter) => {
      const { month, months, period } = computed(scenario, jitter);
      for (const each of [...month.days, ...months, period]) {
        for (const name of ['night', 'holiday', 'sundayHoliday', 'restDay'] as const) {
          expect(each[name]).toBeLessThanOrEqual(each.total);
        }
        expect(each.normal).toBe(each.total - each.overtime);
        expect(each.overtime50 + each.overtime100).toBe(scenario.country === 'PL' ? each.overtime : 0);
      }
      for (const each of months) {
        const outside = each.periodOvertime.reduce((sum, { ms }) => sum + ms, 0);
        for (const name of NAMES) {
          const extra =
            name === 'overtime' || (name === 'overtime100' && scenario.country === 'PL') ? outside : 0;
          expect(each[name]).toBe(sumOf(each.days, name) + extra);
        }
      }
      const own = months.filter((each) => each.month >= period.start && each.month <= period.end);
      for (const name of [...NAMES, 'normal'] as const) expect(period[name]).toBe(sumOf(own, name));
      expect(period.difference).toBe(own.at(-1)?.runningDifference);
      for (const { derivation, total, break: unpaid } of month.days) {
        expect(derivation.worked.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(total);
        expect(derivation.breaks.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(unpaid);
      }
    }),
    { numRuns: 150 },
  );
});

it('another attribution moves hours to other rows, but none away; presence is worked or a break', () => {
  fc.assert(
    fc.property(scenarios, fc.integer({ min: 0, max: TICK - 1 }), (scenario, jitter) => {
      const all = (attribution: 'calendar' | 'shift') => {
        const hours = computed({ ...scenario, attribution }, jitter);
        const first = Date.parse(`${scenario.month}-01`);
        const dates = Array.from({ length: 130 }, (_, index) =>
          oracleDate(first + (index - 4) * day, 'Europe/Riga'),
        );
        return dates.map(hours.dayHours);
      };
      const [calendar, shift] = [all('calendar'), all('shift')];
      for (const name of ['total', 'night', 'holiday', 'sundayHoliday', 'break'] as const) {
        expect(sumOf(calendar, name)).toBe(sumOf(shift, name));
      }
      const presence = recorded(scenario, jitter).entries.reduce(
        (sum, { checkIn, checkOut }) => sum + Number(checkOut) - Number(checkIn),
        0,
      );
      expect(sumOf(calendar, 'total') + sumOf(calendar, 'break')).toBe(presence);
    }),
    { numRuns: 150 },
  );
});

it('settlement periods of several months: their overtime is what their hours exceed the norm by', () => {
  const sizes = fc.constantFrom<2 | 3 | 4>(2, 3, 4);
  fc.assert(
    fc.property(scenarios, sizes, (scenario, settlementMonths) => {
      const person = personTime(recorded(scenario), terms(8, 5, { workTime: 'summed' }));
      const calendar = createWorkCalendar(company(scenario.country, { settlementMonths, doba: false }));
      const { period } = workHours(person, scenario.month, calendar);
      expect(period.overtime).toBe(Math.max(0, period.total - period.normToBeWorked));
      expect(Number(period.start.slice(5)) % settlementMonths).toBe(1 % settlementMonths);
      // The same person before the period's end has no overtime yet.
      const running = { ...counting, now: new Date(`${period.start}-02T00:00:00Z`) };
      expect(workHours({ ...person, counting: running }, scenario.month, calendar).period.overtime).toBe(0);
    }),
    { numRuns: 50 },
  );
});
