import { expect, it } from 'vitest';
import { generateBadgeCode, readBadgeCode } from './badge-code.ts';
import { isWeakPin } from './pins.ts';

it.each([
  '0000',
  '7777',
  '555555',
  '1234',
  '4321',
  '0123',
  '7890',
  '987654',
  '23456',
  '1212',
  '123123',
  '898989',
  '1984',
  '2026',
  '1907',
  '3112',
  '1231',
  '250384',
  '840325',
  '032584',
  '2580',
  '0852',
  '1470',
  '3690',
  '7410',
  '1397',
  '7913',
  '1937',
  '2684',
  '1254',
  '1364',
  '1236',
  '7896',
  '1357',
  '2468',
  '14789',
  '12369',
  '147258',
  '159357',
  '123654',
  '963741',
])('%s is easy to guess', (pin) => {
  expect(isWeakPin(pin, null)).toBe(true);
});

it.each(['4682', '9073', '60417', '958206', '8800', '2719', '5093', '739182', '1729', '528046'])(
  '%s is not',
  (pin) => {
    expect(isWeakPin(pin, '17')).toBe(false);
  },
);

it.each([
  ['4682', '4682'],
  ['4682', '0004682'],
  ['004682', '4682'],
])('%s is weak for the person with the number %s', (pin, number) => {
  expect(isWeakPin(pin, number)).toBe(true);
  expect(isWeakPin(pin, '1')).toBe(false);
});

it('a badge is read however a reader types it, and nothing else is one', () => {
  const code = generateBadgeCode((count) => Uint8Array.from({ length: count }, (_, index) => index * 7));
  expect(code).toMatch(/^MB[0-9A-HJKMNP-TV-Z]{26}$/);
  for (const text of [
    code,
    code.toLowerCase(),
    ` ${code}\n`,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ]) {
    expect(readBadgeCode(text)).toBe(code);
  }
  for (const text of [
    '',
    'MB',
    code.slice(1),
    `${code}0`,
    code.replace('MB', 'MC'),
    'https://x.test/?code=1',
  ]) {
    expect(readBadgeCode(text)).toBeNull();
  }
});

it('most PINs of four digits are left', () => {
  const all = Array.from({ length: 10_000 }, (_, value) => String(value).padStart(4, '0'));
  const left = all.filter((pin) => !isWeakPin(pin, null)).length;
  expect(left).toBe(8_808);
});
