import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { type Texts, textOf, type Values } from './texts.ts';

const folder = new URL('../../locales/', import.meta.url);
const read = (language: Language, file: string): Texts =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));
const files = readdirSync(new URL('en/', folder));
const nameOf = (file: string) => file.replace('.json', '');
const resources = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.fromEntries(files.map((file) => [nameOf(file), read(language, file)])),
  ]),
);

/** The server's library, as the web once had it: the oracle. */
const library = createInstance();
await library.init({
  resources,
  fallbackLng: false,
  ns: files.map(nameOf),
  interpolation: { escapeValue: false },
});

const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [path + name] : keysOf(text, `${path}${name}.`),
  );
const asked = LANGUAGES.flatMap((language) =>
  files.flatMap((file) =>
    // A plural is asked for by its key without the form; the forms themselves are texts too.
    [...new Set(keysOf(read(language, file)).flatMap((key) => [key, key.replace(/_[a-z]+$/, '')]))].map(
      (key) => ({ language, area: nameOf(file), key }),
    ),
  ),
);
/** Not `unit`, which the library takes for an option of its number format. */
const marks = [
  ...new Set(
    JSON.stringify(resources)
      .matchAll(/\{\{(\w+)/g)
      .map(([, name = '']) => name),
  ),
].filter((name) => name !== 'count' && name !== 'unit');

/** Lists of months are only in the server's messages. */
const shown = asked.filter(
  ({ language, area, key }) =>
    !textOf(resources[language]?.[area] ?? {}, key, language, {})?.includes(', months}}'),
);

const value = fc.oneof(
  fc.string(),
  fc.constantFrom('{{name}}', '$&', '$1', '<b>', '{{count, number}}'),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
);
const values = fc.record<Values>(
  {
    ...Object.fromEntries(marks.map((name) => [name, value])),
    count: fc.oneof(fc.nat(220), fc.nat(2_000_000), fc.constantFrom(0.5, 1.5, 11, 21, 101)),
  },
  { requiredKeys: [] },
);

describe('textOf', () => {
  it('answers as the library does, for every text, with any values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shown), values, ({ language, area, key }, given) => {
        const expected = library.t(key, { ...given, lng: language, ns: area });
        const texts = resources[language]?.[area] ?? {};
        expect(textOf(texts, key, language, given) ?? key).toBe(expected);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each(LANGUAGES)('%s: has every count of every plural', (language) => {
    const plurals = asked.filter(
      ({ language: of, area, key }) => of === language && read(of, `${area}.json`) && isPlural(of, area, key),
    );
    expect(plurals.length).toBeGreaterThan(20);
    for (const { area, key } of plurals) {
      for (const count of [...Array(131).keys(), 1000, 1001, 1_000_000, 1.5]) {
        const text = textOf(resources[language]?.[area] ?? {}, key, language, { count });
        expect(text, `${area}:${key} ${count}`).toBe(library.t(key, { count, lng: language, ns: area }));
      }
    }
  });

  it('has no text for what is no key', () => {
    const texts: Texts = { a: { b: 'B' }, many_one: 'one', many_other: '{{count}}' };
    for (const key of ['', 'a', 'a.c', 'a.b.c', 'many', 'constructor', 'a.toString', '__proto__']) {
      expect(textOf(texts, key, 'en', {})).toBe(undefined);
    }
    expect(textOf(texts, 'many', 'en', { count: 0 })).toBe('0');
  });
});

function isPlural(language: Language, area: string, key: string): boolean {
  return textOf(resources[language]?.[area] ?? {}, `${key}_other`, language, {}) !== undefined;
}
