import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { hoursText, readHours } from './typed-hours.ts';

const hour = 3_600_000;

it.each([
  ['8', 8 * hour],
  ['7.5', 7.5 * hour],
  [' 7,5 ', 7.5 * hour],
  ['7:20', 7 * hour + 20 * 60_000],
  ['0', 0],
])('%s is a length', (text, ms) => expect(readHours(text)).toBe(ms));

it.each(['', 'x', '-1', '7:60', '7:5', '1e3', '7,5,5', '8 h'])('“%s” is none', (text) =>
  expect(readHours(text)).toBeNaN(),
);

it('whole minutes are read as they are written', () => {
  fc.assert(
    fc.property(fc.nat(168 * 60), fc.constantFrom(...LANGUAGES), (minutes, language) => {
      expect(readHours(hoursText(minutes * 60_000, language))).toBe(minutes * 60_000);
    }),
  );
});
