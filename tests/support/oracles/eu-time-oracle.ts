/*
 * The oracle uses Directive 2000/84/EC and plain UTC arithmetic, not Intl or Temporal: summer time is from 01:00 UTC on
 * the last Sunday of March to 01:00 UTC on the last Sunday of October.
 */
export const hour = 3_600_000;
export const day = 24 * hour;
const winterOffset = { 'Europe/Riga': 2, 'Europe/Vilnius': 2, 'Europe/Warsaw': 1 } as const;
export type Zone = keyof typeof winterOffset;
export const zoneNames = Object.keys(winterOffset) as Zone[];

/** When the clocks change that year: at 01:00 UTC on the last Sunday of the month (0 is January). */
export function lastSundayAt1(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * day;
}
export function oracleOffset(ms: number, zone: Zone): number {
  const year = new Date(ms).getUTCFullYear();
  const isSummer = ms >= lastSundayAt1(year, 2) && ms < lastSundayAt1(year, 9);
  return (winterOffset[zone] + Number(isSummer)) * hour;
}
export const wallClock = (ms: number, zone: Zone) => new Date(ms + oracleOffset(ms, zone)).toISOString();
export const oracleDate = (ms: number, zone: Zone) => wallClock(ms, zone).slice(0, 10);
/** Here midnight is never within a clock change: it is UTC's midnight minus one of the two offsets. */
export function oracleMidnight(date: string, zone: Zone): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const found = [0, 1].map((dst) => utc - (winterOffset[zone] + dst) * hour);
  return found.find((ms) => utc - ms === oracleOffset(ms, zone)) ?? Number.NaN;
}
export const oracleDayAfter = (date: string) => new Date(Date.parse(date) + day).toISOString().slice(0, 10);

/** An entry of a worker; `to` null: still open. */
export type OracleSpan = { worker: number; from: number; to: number | null };

/**
 * Each counted minute of the spans with the date on which it stands, without ranges, slots or a database: where the country
 * says so (Poland) that of the shift's beginning, a shift going on until four hours without work. An open span that lasts
 * 14 hours was forgotten.
 */
export function* oracleMinutes<Span extends OracleSpan>(spans: Span[], zone: Zone, now: number) {
  const shifts = new Map<number, { date: string; end: number }>();
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.to === null && now - span.from >= 14 * hour) continue;
    const end = span.to ?? now;
    if (end <= span.from) continue;
    const before = shifts.get(span.worker);
    const isSame = before && span.from - before.end < 4 * hour;
    const shift = isSame ? before : { date: oracleDate(span.from, zone), end };
    shift.end = end;
    shifts.set(span.worker, shift);
    for (let at = span.from; at < end; at += 60_000) {
      yield { span, at, date: zone === 'Europe/Warsaw' ? shift.date : oracleDate(at, zone) };
    }
  }
}
