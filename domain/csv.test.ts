import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOM, parseCsv } from './csv.fixture.ts';
import { toCsv, withoutEscape } from './csv.ts';
import { CSV_FORMAT, LANGUAGES } from './languages.ts';

const isNegative = (cell: string) => /^-[0-9]+$|^-[0-9]+[.,][0-9]+$/.test(cell);
const isFormula = (cell: string) =>
  [...'=+-@＝＋－＠\t\r\n'].includes(cell.replace(/^'+/, '').charAt(0)) && !isNegative(cell);

describe('toCsv', () => {
  it('writes what an independent parser reads back, with formulas escaped', () => {
    const character = fc.constantFrom(...';,"\r\n\t=+-@＝＋－＠\' 7.aāŁ€🙂');
    const cell = fc.oneof(fc.string({ unit: character }), fc.string({ unit: 'grapheme' }));
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(records, fc.constantFrom(...LANGUAGES), (given, language) => {
        const csv = toCsv(given, language);
        expect(csv.startsWith(BOM)).toBe(true);
        const read = parseCsv(csv.slice(1), CSV_FORMAT[language].separator);
        expect(read).toEqual(given.map((line) => line.map((text) => (isFormula(text) ? `'${text}` : text))));
        expect(read.flat().some((cell) => isFormula(cell) && !cell.startsWith("'"))).toBe(false);
        expect(read.map((line) => line.map(withoutEscape))).toEqual(given);
      }),
      { numRuns: 500 },
    );
  });

  it('quotes only if needed', () => {
    expect(toCsv([['a', 'b,c', 'd;e', 'f"g', '']], 'en')).toBe(`${BOM}a,"b,c",d;e,"f""g",\r\n`);
    expect(toCsv([['b,c', 'd;e']], 'lv')).toBe(`${BOM}b,c;"d;e"\r\n`);
    expect(toCsv([['-7', '-12.50', '-12,5', '-7-8']], 'lv')).toBe(`${BOM}-7;-12.50;-12,5;'-7-8\r\n`);
    expect(toCsv([['=SUM(A1,A2)', '-', "'=1"]], 'en')).toBe(`${BOM}"'=SUM(A1,A2)",'-,''=1\r\n`);
  });
});
