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
