import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '#domain/date-text.ts';
import { isDate } from '#domain/dates.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { dateFormat, type TypedFormat, timeFormat, withMonth } from './typed-format.ts';

/** What the field shows after each key at its end. */
function typeInto({ read, punctuate }: TypedFormat, keys: string): string {
  return [...keys].reduce((text, key) => (read(text + key) ? text + key : punctuate(text + key)), '');
}

const date = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const language = fc.constantFrom(...LANGUAGES);
/** The digits of a date in the order of the language. */
const digitsOf = (of: string, inLanguage: Language) =>
  (inLanguage === 'lt' ? of.split('-') : of.split('-').reverse()).join('');

describe('a date', () => {
  it('is read from what the field shows, from ISO and from its digits, in every language', () => {
    fc.assert(
      fc.property(date, language, (value, into) => {
        const format = dateFormat(into);
        expect(format.show(value)).toBe(dateText(value, into));
        expect(format.read(format.show(value))).toBe(value);
        expect(format.read(value)).toBe(value);
        expect(format.read(digitsOf(value, into))).toBe(value);
        expect(format.read(typeInto(format, digitsOf(value, into)))).toBe(value);
        expect(format.read(typeInto(format, format.show(value)))).toBe(value);
      }),
    );
  });

  it('is a real one or none, whatever is typed', () => {
    const keys = fc.string({ unit: fc.constantFrom(...'0123456789./- Nov'), maxLength: 14 });
    fc.assert(
      fc.property(keys, language, (typed, into) => {
        const format = dateFormat(into);
        for (const read of [format.read(typed), format.readFinished(typeInto(format, typed))]) {
          expect(read === '' || isDate(read)).toBe(true);
        }
      }),
    );
  });

  it.each<[Language, string, string, string]>([
    ['lv', '22112026', '22.11.2026', '2026-11-22'],
    ['lv', '5.3.2026', '05.03.2026', '2026-03-05'],
    ['lv', '532', '05.03.2', ''],
    ['pl', '5/3/2026', '05.03.2026', '2026-03-05'],
    ['pl', '31.02.2026', '31.02.2026', ''],
    ['lt', '20261122', '2026-11-22', '2026-11-22'],
    ['lt', '2026.3.5', '2026-03-5', '2026-03-05'],
    ['en', '22112026', '22 Nov 2026', '2026-11-22'],
    ['en', '5 nov 2026', '05 Nov 2026', '2026-11-05'],
    ['en', '13', '13 ', ''],
    ['en', '22 13 2026', '22 13 2026', ''],
  ])('in %s: %s is shown as %s', (into, keys, shown, value) => {
    const format = dateFormat(into);
    const typed = typeInto(format, keys);
    expect(typed).toBe(shown);
    expect(format.read(typed)).toBe(value);
  });

  it.each<[Language, string, string]>([
    ['lv', '22.11.26', '2026-11-22'],
    ['lv', '221126', '2026-11-22'],
    ['lt', '26-11-22', '2026-11-22'],
    ['en', '22 November 26', '2026-11-22'],
    ['pl', '22.11', ''],
    ['pl', '22.11.202', ''],
    ['lv', '29.02.2026', ''],
  ])('in %s: %s is finished as %s', (into, typed, value) => {
    expect(dateFormat(into).read(typed)).toBe('');
    expect(dateFormat(into).readFinished(typed)).toBe(value);
  });

  it('steps by day, month and year, and back; the last day of a shorter month', () => {
    const { step } = dateFormat('lv');
    expect(step('2026-12-31', 0, 1)).toBe('2027-01-01');
    expect(step('2026-01-31', 1, 1)).toBe('2026-02-28');
    expect(step('2028-02-29', 2, 1)).toBe('2029-02-28');
    expect(dateFormat('lt').step('2026-11-22', 0, -1)).toBe('2025-11-22');
    fc.assert(
      fc.property(date, fc.integer({ min: -24, max: 24 }), (from, months) => {
        const moved = withMonth(from, months);
        const [year, month] = from.split('-').map(Number);
        const distance =
          Number(moved.slice(0, 4)) * 12 + Number(moved.slice(5, 7)) - (year ?? 0) * 12 - (month ?? 0);
        expect(distance).toBe(months);
        expect(Number(moved.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)));
      }),
    );
  });
});

describe('a time', () => {
  const minutes = fc.integer({ min: 0, max: 1439 });
  const timeOf = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);

  it('is read from what the field shows and from its digits', () => {
    fc.assert(
      fc.property(minutes, (minute) => {
        const value = timeOf(minute);
        expect(timeFormat.read(timeFormat.show(value))).toBe(value);
        expect(timeFormat.read(typeInto(timeFormat, value.replace(':', '')))).toBe(value);
        expect(timeFormat.step(value, 1, 1)).toBe(timeOf((minute + 1) % 1440));
        expect(timeFormat.step(value, 0, -1)).toBe(timeOf((minute + 1380) % 1440));
      }),
    );
  });

  it.each([
    ['730', '07:30', '07:30'],
    ['0730', '07:30', '07:30'],
    ['7.30', '07:30', '07:30'],
    ['12', '12:', ''],
    ['2460', '24:06', ''],
    ['24:00', '24:00', ''],
  ])('%s is shown as %s', (keys, shown, value) => {
    const typed = typeInto(timeFormat, keys);
    expect(typed).toBe(shown);
    expect(timeFormat.read(typed)).toBe(value);
  });

  it.each([
    ['7', '07:00'],
    ['12:', '12:00'],
    ['1', '01:00'],
    ['17:4', '17:04'],
    ['24', ''],
    ['', ''],
    ['noon', ''],
  ])('%s is finished as %s', (typed, value) => {
    expect(timeFormat.readFinished(typed)).toBe(value);
  });
});
