import { expect, it } from 'vitest';
import { isShorter, keptFrom, type Retention, usualRetentionStart } from './retention.ts';

it('years are kept whole, from the end of the calendar year', () => {
  expect(keptFrom('2036-12-31', 10)).toBe('2026-01-01');
  expect(keptFrom('2037-01-01', 10)).toBe('2027-01-01');
  expect(keptFrom('2026-03-05', 75)).toBe('1951-01-01');
});

it('is shorter if it may erase something sooner', () => {
  const of = (retentionYears: number, retentionFrom: Retention['retentionFrom']): Retention => ({
    retentionYears,
    retentionFrom,
  });
  expect(isShorter(of(9, 'record'), of(10, 'record'))).toBe(true);
  expect(isShorter(of(9, 'departure'), of(10, 'record'))).toBe(true);
  expect(isShorter(of(50, 'record'), of(10, 'departure'))).toBe(true);
  expect(isShorter(of(10, 'record'), of(10, 'record'))).toBe(false);
  expect(isShorter(of(10, 'departure'), of(10, 'record'))).toBe(false);
  expect(isShorter(of(11, 'departure'), of(10, 'departure'))).toBe(false);
});

it('in Poland, years count from the end of the employment', () => {
  expect(usualRetentionStart('Europe/Warsaw')).toBe('departure');
  expect(usualRetentionStart('Europe/Riga')).toBe('record');
});
