import { addDays, timeIn } from './dates.ts';
import { instantAt } from './wall-clock.ts';

/** `begins`: minutes of the date by the company's clock; `part`: milliseconds from begin to end. */
export type OnCallTime = { startDate: string; begins: number; part: number };

/** `HH:mm` of a minute of the day. */
export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((figure) => String(figure).padStart(2, '0')).join(':');

const instantOf = (date: string, minutes: number, timeZone: string): number =>
  instantAt(date, clockOf(minutes), timeZone);

/** From when to when the on-call time lasts, in milliseconds since 1970. */
export function onCallSpan(
  { startDate, begins, part }: OnCallTime,
  timeZone: string,
): { from: number; to: number } {
  const from = instantOf(startDate, begins, timeZone);
  return { from, to: from + part };
}

/** Begin and end by the company's clock, "18:00–06:00". */
export function onCallText(time: OnCallTime, timeZone: string): string {
  const { from, to } = onCallSpan(time, timeZone);
  return `${timeIn(from, timeZone)}–${timeIn(to, timeZone)}`;
}

/** Milliseconds from one minute of the date to another, which is of the next day unless it is later. */
export function onCallLength(date: string, begins: number, ends: number, timeZone: string): number {
  const to = ends > begins ? instantOf(date, ends, timeZone) : instantOf(addDays(date, 1), ends, timeZone);
  return to - instantOf(date, begins, timeZone);
}
