import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CLOSED,
  oracleAfter,
  oracleNorm,
  oraclePlan,
  oracleWarnings,
  type ScheduleScenario,
  scheduleScenarios,
} from '#tests/support/oracles/schedule-oracle.ts';
import { company, leave, personTime, terms, ZONES } from '#tests/support/oracles/work-time.ts';
import { datesBetween } from './dates.ts';
import { type ScheduleWarningKind, scheduleWarnings } from './schedule-warnings.ts';
import { coveredPlan } from './schedules.ts';
import { createWorkCalendar, personCalendarOf } from './work-calendar.ts';
import { workHours } from './work-hours.ts';

function timeOf(scenario: ScheduleScenario) {
  const { now, recorded, absences, employedFrom, employedTo, isSummed } = scenario;
  const closed = recorded.filter(({ to }) => to <= now);
  return personTime({
    entries: recorded.map(({ from, to }, index) => ({
      id: String(index),
      checkIn: from,
      checkOut: to > now ? null : to,
      recordedAt: from,
      marks: [],
    })),
    breaks: closed.map(({ from, to, breakMinutes }) => {
      const length = Math.min(breakMinutes * 60_000, to - from);
      const start = from + (to - from - length) / 2;
      return { from: start, to: start + length, isPaid: false };
    }),
    absences: absences.map((absence) => ({ ...absence, code: leave })),
    counting: { now: new Date(now), longestShiftHours: 16 },
    employment: {
      employedFrom,
      employedTo,
      terms: [terms(8, 5, { workTime: isSummed ? 'summed' : 'fixed' })],
    },
  });
}

const calendars = new Map<string, ReturnType<typeof createWorkCalendar>>();
function calendarOf({ country, settlementMonths }: ScheduleScenario) {
  const key = country + settlementMonths;
  const calendar = calendars.get(key) ?? createWorkCalendar(company(country, { settlementMonths }));
  calendars.set(key, calendar);
  return calendar;
}

const KINDS: ScheduleWarningKind[] = [
  ...(['daily-rest', 'weekly-rest', 'long-day', 'week', 'average-week', 'missing-break'] as const),
  ...(['overlaps-absence', 'not-employed', 'inactive-location'] as const),
  ...(['differs-from-pattern', 'differs-from-norm', 'notice'] as const),
];

it('random drafts over changes of the clock warn of what an independent oracle warns of', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(scheduleScenarios, (scenario) => {
      const { country, start, end, shifts, changed, noticeDays } = scenario;
      const found = scheduleWarnings(
        { userId: 'u', time: timeOf(scenario), shifts, changed },
        {
          start,
          end,
          timeZone: ZONES[country],
          calendar: calendarOf(scenario),
          inactiveLocations: new Set([CLOSED]),
          noticeDays,
        },
      );
      for (const { kind } of found) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const texts = found.map(({ date, kind, ms, limitMs }) => `${date} ${kind} ${ms}/${limitMs}`);
      expect(texts.toSorted()).toEqual(oracleWarnings(scenario).toSorted());
    }),
    { numRuns: 300 },
  );
  for (const kind of KINDS) expect(seen.get(kind)).toBeGreaterThan(20);
});

it('the plan of every date and the norm to be worked follow the schedule as the oracle says', () => {
  fc.assert(
    fc.property(scheduleScenarios, (scenario) => {
      const { country, start, end, shifts } = scenario;
      const time = timeOf(scenario);
      const absentDates = new Set(
        time.absences.flatMap((each) => (each.part === null ? datesBetween(each) : [])),
      );
      const dates = datesBetween({ start, end });
      const schedule = coveredPlan({ dates, shifts, absentDates, zoneOf: () => ZONES[country] });
      const employment = { ...time.employment, schedule };
      const calendar = calendarOf(scenario);
      const { planOn } = personCalendarOf(employment, calendar);
      for (let date = oracleAfter(start, -3); date <= oracleAfter(end, 3); date = oracleAfter(date, 1)) {
        expect([date, planOn(date).ms]).toEqual([date, oraclePlan(scenario, date).plan]);
      }
      const { months } = workHours({ ...time, employment }, start.slice(0, 7), calendar);
      for (const { month, normToBeWorked } of months) {
        expect([month, normToBeWorked]).toEqual([month, oracleNorm(scenario, month)]);
      }
    }),
    { numRuns: 300 },
  );
});
