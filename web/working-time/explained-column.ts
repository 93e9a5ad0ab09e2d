import type { HoursExplanation } from '#contract/time-entries.ts';
import { apportion, MINUTE_MS, roundedDays } from '#domain/apportion.ts';

type Day = HoursExplanation['days'][number];
type Part = Day['parts'][number];

/**
 * A person's month in minutes: days as their calendar shows them, the parts of a day add up to it, and the days of a week to
 * the week, so that weeks add up to the month.
 */
export function monthColumn({ days, entries }: Pick<HoursExplanation, 'days' | 'entries'>) {
  const open = new Set(entries.filter(({ checkOut }) => checkOut === null).map(({ id }) => id));
  const isGrowing = ({ timeEntryId, wentOn }: Part) => open.has(timeEntryId) && !wentOn;
  const ofDays = roundedDays(
    days.map(({ ms, parts }) => ({ ms, isGrowing: parts.some(isGrowing) })),
    MINUTE_MS,
  );
  const ofParts = new Map(
    days.flatMap(({ parts }, index) => {
      const lengths = parts.map(({ ms }) => ms);
      const minutes = apportion(lengths, MINUTE_MS, ofDays[index] ?? 0);
      return parts.map((part, at): [Part, number] => [part, minutes[at] ?? 0]);
    }),
  );
  return {
    minutesOf: (part: Part) => ofParts.get(part) ?? 0,
    minutesOfDates: (isInside: (day: Day) => boolean) =>
      ofDays.reduce((sum, minutes, index) => {
        const day = days[index];
        return day && isInside(day) ? sum + minutes : sum;
      }, 0),
  };
}

/** The days as a column that adds up to the total, and in each day the parts as one that adds up to the day. */
export function daysColumn({ days }: Pick<HoursExplanation, 'days'>, stepMs: number) {
  const ofDays = apportion(
    days.map(({ ms }) => ms),
    stepMs,
  );
  return days.map((day, index) => {
    const steps = ofDays[index] ?? 0;
    const ofParts = apportion(
      day.parts.map(({ ms }) => ms),
      stepMs,
      steps,
    );
    return { day, steps, parts: day.parts.map((part, at) => ({ part, steps: ofParts[at] ?? 0 })) };
  });
}
