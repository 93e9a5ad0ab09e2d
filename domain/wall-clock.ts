import { addDays, dateIn, dateTimeIn, type Instant, timeIn } from './dates.ts';

const msPerDay = 86_400_000;

/** The zone's UTC offset at a whole second, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  return Date.parse(`${dateTimeIn(ms, timeZone).replace(' ', 'T')}Z`) - ms;
}

/**
 * The instants at which the zone's wall clock shows the date `yyyy-MM-dd` and the time `HH:mm`, the earlier first: two
 * if the clock is set back over it, none if it is skipped or the texts are not date and time.
 */
export function instantsAt(date: string, time: string, timeZone: string): Date[] {
  const shown = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(shown)) return [];
  const offsets = new Set([shown - msPerDay, shown + msPerDay].map((ms) => offsetAt(ms, timeZone)));
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((ms) => dateIn(ms, timeZone) === date && timeIn(ms, timeZone) === time)
    .toSorted((a, b) => a - b)
    .map((ms) => new Date(ms));
}

/** By zone and UTC day: the zone's offsets a day before it and a day after it. They differ near a change of the clock. */
const offsetsOfDays = new Map<string, { before: number; after: number }>();

function offsetsAround(ms: number, timeZone: string) {
  const day = Math.floor(ms / msPerDay);
  const key = `${timeZone} ${day}`;
  const known = offsetsOfDays.get(key);
  if (known) return known;
  const [before, after] = [day - 1, day + 2].map((one) => offsetAt(one * msPerDay, timeZone)) as [
    number,
    number,
  ];
  offsetsOfDays.set(key, { before, after });
  return { before, after };
}

/**
 * The one instant, in milliseconds since 1970, for a date `yyyy-MM-dd` and a time `HH:mm` of the zone: the earlier one
 * where the clock is set back over it. Where the clock skips the time, it is as much later (02:30 is 03:30).
 */
export function instantAt(date: string, time: string, timeZone: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(shown)) throw new RangeError(`No date and time: ${date} ${time}`);
  const { before, after } = offsetsAround(shown, timeZone);
  const found = before === after ? undefined : instantsAt(date, time, timeZone)[0]?.getTime();
  return found ?? shown - before;
}

/**
 * Which of two the instant is where the zone's wall clock shows its hour and minute twice that day, because it is turned
 * back; null for every other instant.
 */
export function repetitionOf(instant: Instant, timeZone: string): 'first' | 'second' | null {
  const ms = new Date(instant).getTime();
  const { before, after } = offsetsAround(ms, timeZone);
  if (before === after) return null;
  const [first, second] = instantsAt(dateIn(ms, timeZone), timeIn(ms, timeZone), timeZone);
  return first && second ? (ms < second.getTime() ? 'first' : 'second') : null;
}

/** The instants after `start`, up to and including `end`, at which the zone's wall clock shows `HH:mm`. */
export function instantsBetween(start: Instant, end: Instant, time: string, timeZone: string): Date[] {
  const [from, to] = [new Date(start), new Date(end)];
  const lastDate = dateIn(to, timeZone);
  const found: Date[] = [];
  for (let date = dateIn(from, timeZone); date <= lastDate; date = addDays(date, 1)) {
    found.push(...instantsAt(date, time, timeZone));
  }
  return found.filter((instant) => instant > from && instant <= to);
}
