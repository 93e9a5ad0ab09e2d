import type { HoursExplanation } from '#contract/time-entries.ts';
import { apportion, type PrintedColumn, printedColumn } from '#domain/apportion.ts';

type Day = HoursExplanation['days'][number];
type Part = Day['parts'][number];

const keyOf = ({ timeEntryId, start }: Part) => `${timeEntryId} ${start}`;

/** The parts of all days as one column that adds up to the total, by default of working time. */
export function partsColumn(
  { days }: Pick<HoursExplanation, 'days'>,
  stepMs: number,
  msOf: (part: Part) => number = ({ ms }) => ms,
): PrintedColumn<Part> {
  return printedColumn(
    days.flatMap(({ parts }) => parts),
    keyOf,
    msOf,
    stepMs,
  );
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
