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

/** By zone and UTC day: whether the zone's clock is changed within a day of it. */
const daysOfChange = new Map<string, boolean>();

function isNearChange(ms: number, timeZone: string): boolean {
  const day = Math.floor(ms / msPerDay);
  const key = `${timeZone} ${day}`;
  const known = daysOfChange.get(key);
  if (known !== undefined) return known;
  const offsets = [day - 1, day + 2].map((one) => offsetAt(one * msPerDay, timeZone));
  const isNear = offsets[0] !== offsets[1];
  daysOfChange.set(key, isNear);
  return isNear;
}

/**
 * Which of two the instant is where the zone's wall clock shows its hour and minute twice that day, because it is turned
 * back; null for every other instant.
 */
export function repetitionOf(instant: Instant, timeZone: string): 'first' | 'second' | null {
  const ms = new Date(instant).getTime();
  if (!isNearChange(ms, timeZone)) return null;
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
