/** Days, weeks and months of a company as ranges of instants. For the server only: browsers may lack Temporal. */

import { addDays, type DatePeriod, type Instant, monthOf, weekOf } from './dates.ts';

/** From `start` (inclusive) to `end` (exclusive). */
export type InstantRange = { start: Date; end: Date };

/** `checkOut` null: still working. */
export type WorkedTime = { checkIn: Instant; checkOut: Instant | null };

/**
 * The IANA zone as its database writes it (`Europe/Riga` for `europe/riga`); null if the text names none. Offsets such as
 * `+02:00` do not count: PostgreSQL inverts their sign.
 */
export function canonicalTimeZone(text: string): string | null {
  if (text.length > 64 || !/^[a-z]/i.test(text)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return null;
  }
}

/** The first instant of the calendar date in the zone; not always 00:00 on its clock. */
export function startOfDay(date: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Both dates inclusive. */
export function rangeOfDates(startDate: string, endDate: string, timeZone: string): InstantRange {
  return { start: startOfDay(startDate, timeZone), end: startOfDay(addDays(endDate, 1), timeZone) };
}

const rangeOf = ({ start, end }: DatePeriod, timeZone: string) => rangeOfDates(start, end, timeZone);

/** The date's range; 23 or 25 hours long on days when the clocks change. */
export function dayRange(date: string, timeZone: string): InstantRange {
  return rangeOfDates(date, date, timeZone);
}

/** The zone's UTC offset at an instant, as `+03:00`. */
export function offsetOf(instant: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offset;
}

/** The range, divided where the zone's UTC offset changes. */
export function offsetsIn({ start, end }: InstantRange, timeZone: string) {
  const stretches: { start: number; end: number; offsetMs: number }[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timeZone);
  while (at.epochMilliseconds < end.getTime()) {
    const change = at.getTimeZoneTransition('next');
    const until = Math.min(change?.epochMilliseconds ?? Infinity, end.getTime());
    stretches.push({
      start: at.epochMilliseconds,
      end: until,
      offsetMs: at.offsetNanoseconds / 1_000_000,
    });
    if (!change) break;
    at = change;
  }
  return stretches;
}

/** The instant `minutes` after midnight of the date by the zone's wall clock; 1500 is 01:00 of the next day. */
export function atWallClock(date: string, minutes: number, timeZone: string): Date {
  const time = Temporal.PlainDateTime.from(`${date}T00:00`).add({ minutes });
  return new Date(time.toZonedDateTime(timeZone).epochMilliseconds);
}

/** The ISO week, from Monday, that the date lies in. */
export function weekRange(date: string, timeZone: string): InstantRange {
  return rangeOf(weekOf(date), timeZone);
}

/** The calendar month that the date lies in. */
export function monthRange(date: string, timeZone: string): InstantRange {
  return rangeOf(monthOf(date), timeZone);
}

const msOf = (instant: Instant) => new Date(instant).getTime();

/** Milliseconds of the entry inside the range; an open entry counts up to `now`. */
export function overlapMs(
  { checkIn, checkOut }: WorkedTime,
  { start, end }: InstantRange,
  now: Date,
): number {
  const from = Math.max(msOf(checkIn), start.getTime());
  const to = Math.min(msOf(checkOut ?? now), end.getTime());
  return Math.max(0, to - from);
}
