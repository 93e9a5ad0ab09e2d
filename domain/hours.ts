export const MS_PER_HOUR = 3_600_000;

export function hoursFromMs(ms: number): number {
  return ms / MS_PER_HOUR;
}

/** The whole milliseconds of hours that the server computed from instants. */
export function msFromHours(hours: number): number {
  return Math.round(hours * MS_PER_HOUR);
}

/**
 * Rounds halves away from zero, as SQL's `round(numeric)`. It works on the decimal that the number prints as, so that
 * 1.005 gives 1.01 though its binary form is below the half.
 */
export function roundHalfUp(value: number, decimals: number): number {
  const [digits, exponent = '0'] = String(Math.abs(value)).split('e');
  const scaled = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  return (Math.sign(value) * scaled) / 10 ** decimals;
}

/** Whole hours and minutes of a running duration in milliseconds; at least zero, in case two clocks disagree. */
export function splitDuration(ms: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
