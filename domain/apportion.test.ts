import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  apportion,
  durationText,
  HUNDREDTH_MS,
  hundredthsText,
  MINUTE_MS,
  minutesText,
  peopleColumn,
  printedColumn,
  roundedDays,
  roundedSteps,
  SECOND_MS,
  secondsText,
} from './apportion.ts';

const step = fc.constantFrom(SECOND_MS, MINUTE_MS, HUNDREDTH_MS);
const shift = fc.oneof(
  fc.nat(16 * 3_600_000),
  // Twenty minutes, 0.333… hours: what ordinary rounding loses.
  fc.nat(48).map((thirds) => thirds * 1_200_000),
  fc.constantFrom(0, 1, 17_999, 18_000, 29_999, 30_000, 36_000),
);
const column = fc.array(shift, { maxLength: 40 });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Half-up rounding by counting: the largest number of steps whose half-step mark the sum has reached. */
function countedSteps(ms: number, stepMs: number): number {
  let steps = Math.trunc(ms / stepMs);
  while (BigInt(2 * steps + 1) * BigInt(stepMs) <= 2n * BigInt(ms)) steps += 1;
  return steps;
}

/** The smallest sum of squared rounding errors of all ways to round each part up or down that give the total. */
function smallestError(parts: readonly number[], stepMs: number, total: number): number {
  // least[n]: the smallest error so far with n parts rounded up.
  let least = [0];
  for (const ms of parts) {
    const down = (ms % stepMs) ** 2;
    const up = (stepMs - (ms % stepMs)) ** 2;
    const next = [...least, Number.POSITIVE_INFINITY].map((error, count) =>
      Math.min(error + down, (least[count - 1] ?? Number.POSITIVE_INFINITY) + up),
    );
    least = next;
  }
  const floors = sum(parts.map((ms) => Math.trunc(ms / stepMs)));
  return least[total - floors] ?? Number.NaN;
}

it('the parts add up to their sum, which is rounded half up', () => {
  fc.assert(
    fc.property(column, step, (parts, stepMs) => {
      expect(sum(apportion(parts, stepMs))).toBe(countedSteps(sum(parts), stepMs));
      expect(roundedSteps(sum(parts), stepMs)).toBe(countedSteps(sum(parts), stepMs));
    }),
    { numRuns: 2_000 },
  );
});

it('no part is off by a whole step, and what is exact stays', () => {
  fc.assert(
    fc.property(column, step, (parts, stepMs) => {
      for (const [index, steps] of apportion(parts, stepMs).entries()) {
        const ms = parts[index] ?? 0;
        expect(Math.abs(steps * stepMs - ms)).toBeLessThan(stepMs);
        if (ms % stepMs === 0) expect(steps).toBe(ms / stepMs);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('no other rounding to the same total is closer', () => {
  fc.assert(
    fc.property(column, step, (parts, stepMs) => {
      const steps = apportion(parts, stepMs);
      const error = sum(steps.map((count, index) => (count * stepMs - (parts[index] ?? 0)) ** 2));
      const least = smallestError(parts, stepMs, sum(steps));
      // Squares of milliseconds exceed what a double holds exactly.
      expect(error).toBeLessThanOrEqual(least * (1 + 1e-12));
    }),
    { numRuns: 500 },
  );
});

it('days add up to the month, and the parts of each day to the day', () => {
  fc.assert(
    fc.property(fc.array(column, { maxLength: 31 }), step, (days, stepMs) => {
      const ofDays = apportion(days.map(sum), stepMs);
      expect(sum(ofDays)).toBe(countedSteps(sum(days.flat()), stepMs));
      for (const [index, parts] of days.entries()) {
        const steps = apportion(parts, stepMs, ofDays[index]);
        expect(sum(steps)).toBe(ofDays[index]);
        for (const [at, count] of steps.entries()) {
          expect(Math.abs(count * stepMs - (parts[at] ?? 0))).toBeLessThan(stepMs);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('a column prints the same for a row in whatever order the rows are', () => {
  const rows = fc
    .array(fc.option(shift), { maxLength: 20 })
    .map((all) => all.map((ms, index) => ({ id: String(index), ms })));
  fc.assert(
    fc.property(
      rows.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      ),
      step,
      ([all, shuffled], stepMs) => {
        const keyOf = ({ id }: { id: string }) => id;
        const msOf = ({ ms }: { ms: number | null }) => ms;
        const one = printedColumn(all, keyOf, msOf, stepMs);
        const other = printedColumn(shuffled, keyOf, msOf, stepMs);
        expect(all.map(other.stepsOf)).toEqual(all.map(one.stepsOf));
        expect(sum(all.map((row) => one.stepsOf(row) ?? 0))).toBe(one.total);
        for (const row of all) expect(one.stepsOf(row) === undefined).toBe(row.ms === null);
      },
    ),
  );
});

it('two days of eight hours and three of twenty minutes are seventeen hours, as printed', () => {
  const parts = [28_800_000, 28_800_000, 1_200_000, 1_200_000, 1_200_000];
  const hundredths = apportion(parts, HUNDREDTH_MS);
  expect(hundredths.map(hundredthsText)).toEqual(['8.00', '8.00', '0.34', '0.33', '0.33']);
  expect(apportion(parts, MINUTE_MS).map(minutesText)).toEqual(['8:00', '8:00', '0:20', '0:20', '0:20']);
});

it.each([
  [0, '0:00', '0'],
  [29_999, '0:00', '29.999'],
  [30_000, '0:01', '30'],
  [3_599_999, '1:00', '3599.999'],
  [28_800_125, '8:00', '28800.125'],
  [576_000_000, '160:00', '576000'],
])('%i ms are %s, exactly %s s', (ms, hours, seconds) => {
  expect(durationText(ms)).toBe(hours);
  expect(secondsText(ms)).toBe(seconds);
});

it('people’s figures are each rounded alone, and the total adds up what is printed', () => {
  fc.assert(
    fc.property(column, step, (parts, stepMs) => {
      const people = parts.map((ms) => ({ ms }));
      const { stepsOf, total } = peopleColumn(people, ({ ms }) => ms, stepMs);
      const alone = parts.map((ms) => countedSteps(ms, stepMs));
      expect(people.map(stepsOf)).toEqual(alone);
      expect(total).toBe(sum(alone));
    }),
  );
});

it('days add up to the rounded sum, and those that are over stay while another grows', () => {
  const days = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 31 });
  fc.assert(
    fc.property(days, fc.nat(100_000_000), fc.nat(100_000_000), (over, now, later) => {
      const settled = over.map((ms) => ({ ms, isGrowing: false }));
      const at = (ms: number) => roundedDays([...settled, { ms, isGrowing: true }], MINUTE_MS);
      const [first, second] = [at(now), at(now + later)];
      expect(first.slice(0, -1)).toEqual(second.slice(0, -1));
      const sum = [...over, now].reduce((all, ms) => all + ms, 0);
      expect(first.reduce((all, minutes) => all + minutes, 0)).toBe(roundedSteps(sum, MINUTE_MS));
      expect(Math.abs((first.at(-1) ?? 0) - now / MINUTE_MS)).toBeLessThanOrEqual(1);
    }),
  );
});
