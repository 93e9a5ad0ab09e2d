import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLanguage, LANGUAGES, preferredLanguage } from './languages.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['lv', 'lv'],
  ['lv-LV,lv;q=0.9,en;q=0.8', 'lv'],
  ['LT-lt', 'lt'],
  ['de-DE,de;q=0.9,pl;q=0.5,en;q=0.4', 'pl'],
  ['en;q=0.4, pl ; q=0.5', 'pl'],
  ['pl;q=0.5,lt;q=0.500', 'pl'],
  ['lt;q=0.5,pl;q=0.5', 'lt'],
  ['lv;q=0,lt;q=0.001', 'lt'],
  ['lv;q=0', 'en'],
  ['de,fr', 'en'],
  ['*', 'en'],
  ['en;q=0,*', 'lv'],
  ['*;q=0.2,lt;q=0.1', 'en'],
  ['lt;q=2,pl;q=0.1', 'pl'],
  ['lt;q=abc', 'en'],
  ['lvx,,;;q=1,lv_LV', 'en'],
  ['lt-LT;q=0,lt', 'lt'],
])('Accept-Language %j gives %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

it('always returns one of our languages, whatever a client sends', () => {
  fc.assert(fc.property(fc.string(), (header) => LANGUAGES.includes(preferredLanguage(header))));
  expect(preferredLanguage('lv-'.repeat(50_000))).toBe('en');
});

it('accepts only the four languages', () => {
  for (const text of ['de', 'LV', '', 'lv-LV', undefined, null]) expect(isLanguage(text)).toBe(false);
  expect(LANGUAGES.every(isLanguage)).toBe(true);
});
