import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hoursFromMs, msFromHours, roundHalfUp } from './hours.ts';

/** Half-up rounding of numerator/denominator in whole numbers only. */
function exact(numerator: bigint, denominator: bigint, decimals: number): string {
  const units = (2n * numerator * 10n ** BigInt(decimals) + denominator) / (2n * denominator);
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const decimals = fc.integer({ min: 0, max: 4 });

it('hours from milliseconds round half up, exactly', () => {
  const anyMs = fc.oneof(
    fc.nat(1e11),
    fc.nat(1e7).map((n) => n * 18_000),
    fc
      .tuple(fc.nat(1e6), fc.constantFrom(-1, 0, 1))
      .map(([n, off]) => Math.max(0, n * 36_000 + 18_000 + off)),
  );
  fc.assert(
    fc.property(anyMs, decimals, (ms, places) => {
      expect(msFromHours(hoursFromMs(ms))).toBe(ms);
      expect(roundHalfUp(hoursFromMs(ms), places).toFixed(places)).toBe(
        exact(BigInt(ms), 3_600_000n, places),
      );
    }),
    { numRuns: 2_000 },
  );
});

it('decimals from the database round half up, though binary cannot represent them', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 6 }), decimals, (digits, scale, places) => {
      const denominator = 10n ** BigInt(scale);
      const value = Number(exact(BigInt(digits), denominator, scale));
      expect(roundHalfUp(value, places).toFixed(places)).toBe(exact(BigInt(digits), denominator, places));
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  [1.005, 2, 1.01],
  [1.255, 2, 1.26],
  [8.345, 2, 8.35],
  [0.005, 2, 0.01],
  [0.05, 1, 0.1],
  [7.4949999999, 2, 7.49],
  [1e-9, 2, 0],
  [-1.005, 2, -1.01],
  [0, 2, 0],
])('%d to %i decimals is %d', (value, places, expected) => {
  expect(roundHalfUp(value, places)).toBe(expected);
});
