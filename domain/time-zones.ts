import type { Instant } from './dates.ts';

/** The zone's UTC offset at the instant, for example `+02:00`. Throws for an unknown zone. */
export function utcOffsetIn(instant: Instant, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(instant),
  );
  // "GMT+02:00"; just "GMT" for an offset of zero.
  return parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) || '+00:00';
}
