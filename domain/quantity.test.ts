import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { quantityOf, quantityText, stepQuantity, typedQuantity } from './quantity.ts';

it.each([
  ['', '', 0],
  ['2.5', '2.5', 2.5],
  ['2,5', '2,5', 2.5],
  ['0,', '0,', 0],
  ['.', '.', 0],
  [',75', ',75', 0.75],
  [' 1\u00a0200,5 ', '1200,5', 1200.5],
  ['9999999999.99', '9999999999.99', 9_999_999_999.99],
])('%j is a quantity', (text, typed, quantity) => {
  expect(typedQuantity(text)).toBe(typed);
  expect(quantityOf(typed)).toBe(quantity);
});

it.each(['-1', 'x', '1e3', '1.2.3', '1.234', '12345678901', 'NaN', '+1'])('%j is none', (text) => {
  expect(typedQuantity(text)).toBeNull();
});

it('every quantity that can be stored is parsed as it was written', () => {
  const hundredths = fc.integer({ min: 0, max: 999_999_999_999 });
  fc.assert(
    fc.property(hundredths, fc.constantFrom(...LANGUAGES), (count, language) => {
      const text = quantityText(count / 100, language);
      expect(typedQuantity(text)).toBe(text);
      expect(quantityOf(text)).toBe(count / 100);
    }),
  );
});

it('steps of a tenth, without binary rounding errors', () => {
  expect(stepQuantity(0.2, 1)).toBe(0.3);
  expect(stepQuantity(1.15, -1)).toBe(1.05);
  expect(stepQuantity(0.05, -1)).toBe(0);
});
