/** Steps to which figures are rounded, in milliseconds. */
export const MINUTE_MS = 60_000;
export const SECOND_MS = 1000;
/** Hundredths of an hour: two decimals. */
export const HUNDREDTH_MS = 36_000;

/** How many steps a duration is, rounded half up. Whole milliseconds, never negative. */
export function roundedSteps(ms: number, stepMs: number): number {
  return Math.floor((2 * ms + stepMs) / (2 * stepMs));
}

/**
 * Rounds each of the parts to whole steps so that they add up to their rounded sum, or to `total` where the sum is
 * itself part of a longer column (largest remainder). Each part is rounded up or down by less than one step; among
 * equal remainders the first ones are rounded up. Parts are whole milliseconds, never negative.
 */
export function apportion(parts: readonly number[], stepMs: number, total?: number): number[] {
  const steps = parts.map((ms) => Math.floor(ms / stepMs));
  const wanted = total ?? roundedSteps(sumOf(parts), stepMs);
  const roundedUp = parts
    .map((ms, index) => ({ index, remainder: ms % stepMs }))
    .toSorted((a, b) => b.remainder - a.remainder)
    .slice(0, wanted - sumOf(steps));
  for (const { index } of roundedUp) steps[index] = (steps[index] ?? 0) + 1;
  return steps;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * Rounds the days of a person so that they add up to their rounded sum. A day that grows takes what the others leave, so that these
 * stay what they are while somebody works.
 */
export function roundedDays(days: readonly { ms: number; isGrowing: boolean }[], stepMs: number): number[] {
  const settled = days.filter(({ isGrowing }) => !isGrowing);
  const steps = apportion(
    settled.map(({ ms }) => ms),
    stepMs,
  );
  const bySettled = new Map(settled.map((day, index) => [day, steps[index] ?? 0]));
  let left = roundedSteps(sumOf(days.map(({ ms }) => ms)), stepMs) - sumOf(steps);
  const last = days.findLast(({ isGrowing }) => isGrowing);
  return days.map((day) => {
    const own = bySettled.get(day);
    if (own !== undefined) return own;
    const share = day === last ? left : Math.min(left, Math.floor(day.ms / stepMs));
    left -= share;
    return Math.max(0, share);
  });
}

/** A column of durations as it is printed, in whole steps. */
export type PrintedColumn<Row> = {
  /** Of one of the rows given; undefined where it has no duration. */
  stepsOf: (row: Row) => number | undefined;
  total: number;
};

/**
 * Rounds a column of durations to steps that add up as printed, the same in whatever order the rows are shown.
 * `keyOf` decides between equal remainders; `msOf` is null for a row without a duration.
 */
export function printedColumn<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  msOf: (row: Row) => number | null,
  stepMs: number,
): PrintedColumn<Row> {
  const parts = rows
    .flatMap((row) => {
      const ms = msOf(row);
      return ms === null ? [] : [{ row, key: keyOf(row), ms }];
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const steps = apportion(
    parts.map(({ ms }) => ms),
    stepMs,
  );
  const byRow = new Map(parts.map(({ row }, index) => [row, steps[index]]));
  return { stepsOf: (row) => byRow.get(row), total: sumOf(steps) };
}

/**
 * The same where the rows of each group, as a person's, add up to the group's figure, which is rounded alone; these add up to
 * the total.
 */
export function groupedColumn<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  keyOf: (row: Row) => string,
  msOf: (row: Row) => number | null,
  stepMs: number,
): PrintedColumn<Row> {
  const columns = new Map(
    [...Map.groupBy(rows, groupOf)].map(([group, own]) => [group, printedColumn(own, keyOf, msOf, stepMs)]),
  );
  return {
    stepsOf: (row) => columns.get(groupOf(row))?.stepsOf(row),
    total: sumOf([...columns.values()].map(({ total }) => total)),
  };
}

/**
 * A column of people's figures: each is rounded alone, half up, so that it is the same wherever the person stands, and the
 * total adds up what is printed (work-rules.md §7). Whole milliseconds, never negative.
 */
export function peopleColumn<Row>(
  rows: readonly Row[],
  msOf: (row: Row) => number,
  stepMs: number,
): PrintedColumn<Row> {
  const steps = new Map(rows.map((row) => [row, roundedSteps(msOf(row), stepMs)]));
  return { stepsOf: (row) => steps.get(row), total: sumOf([...steps.values()]) };
}

/** Minutes as `h:mm`: "8:05", "160:00". */
export function minutesText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** A duration by itself as `h:mm`, rounded half up to the minute; at least zero, in case two clocks disagree. */
export function durationText(ms: number): string {
  return minutesText(roundedSteps(Math.max(0, ms), MINUTE_MS));
}

/** Hundredths of an hour as hours with a decimal point and two decimals: "8.05". */
export function hundredthsText(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** Milliseconds as exact seconds with a decimal point: "28800", "28800.125". */
export function secondsText(ms: number): string {
  return String(ms / SECOND_MS);
}
