import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '#contract/error.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, LOCALES } from '#domain/languages.ts';
import { faultsOf } from './wording.ts';

/** Texts that are the same in English and in another language. */
const PAYROLL_PROGRAMS = ['Symfonia', 'Comarch', 'enova365'];
const sameAsInEnglish: Record<Exclude<Language, 'en'>, string[]> = {
  lv: ['ft', 'kg', '{{value}}\u00a0min', 'PIN', 'ID', ...PAYROLL_PROGRAMS],
  pl: [
    'ft',
    'kg',
    'Administrator',
    'E-mail',
    'PIN',
    'ID',
    'Plan',
    'plan',
    'Status',
    '{{value}}\u00a0min',
    ...PAYROLL_PROGRAMS,
  ],
  lt: ['ID', 'ft', 'kg', 'PIN'],
};

/** What these languages leave out: after a greeting they would have to decline the name. */
const leftOut: Partial<Record<string, string>> = { 'mail:greeting': '{{firstName}}' };

const others = LANGUAGES.filter(
  (language): language is Exclude<Language, 'en'> => language !== DEFAULT_LANGUAGE,
);
const areasOf = (language: Language) => readdirSync(new URL(`${language}/`, import.meta.url)).toSorted();
const areas = areasOf(DEFAULT_LANGUAGE);

function flatten(value: unknown, path: string): [key: string, text: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key));
}

const texts = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    new Map(
      areas.flatMap((file) => {
        const area = JSON.parse(readFileSync(new URL(`${language}/${file}`, import.meta.url), 'utf8'));
        return flatten(area, '').map(([key, text]): [string, unknown] => [
          `${file.replace('.json', '')}:${key}`,
          text,
        ]);
      }),
    ),
  ]),
) as Record<Language, Map<string, unknown>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const isPlural = (key: string) => pluralSuffix.test(key) && texts.en.has(key.replace(pluralSuffix, '_other'));
/** What code asks for: a plural's forms are one. */
const baseOf = (key: string) => (isPlural(key) ? key.replace(pluralSuffix, '') : key);
const basesOf = (language: Language) => [...new Set([...texts[language].keys()].map(baseOf))].toSorted();

const marks = (text: unknown) =>
  [...String(text).matchAll(/\{\{.*?\}\}|<\/?\w+\s*\/?>/g)].map(([mark]) => mark).toSorted();

describe.each(LANGUAGES)('%s', (language) => {
  const entries = [...texts[language]];

  it('has the areas and the texts of English', () => {
    expect(areasOf(language)).toEqual(areas);
    expect(basesOf(language)).toEqual(basesOf(DEFAULT_LANGUAGE));
  });

  it('has the plural forms of the language, neither more nor fewer', () => {
    const categories = new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories.toSorted();
    const plurals = Map.groupBy([...texts[language].keys()].filter(isPlural), (key) => baseOf(key));
    expect(plurals.size).toBeGreaterThan(0);
    for (const [base, keys] of plurals) {
      expect(keys.map((key) => key.slice(base.length + 1)).toSorted(), base).toEqual(categories);
    }
  });

  it('says something everywhere, without stray blanks', () => {
    for (const [key, text] of entries) {
      expect(text, key).toBeTypeOf('string');
      expect(text, key).toMatch(/^\S(.*\S)?$/su);
      expect(text, key).not.toMatch(/ {2}|TODO|\u00ad/);
    }
  });

  it('fills in what English fills in', () => {
    for (const base of basesOf(DEFAULT_LANGUAGE)) {
      const english = marks(texts.en.get(base) ?? texts.en.get(`${base}_other`));
      for (const [key, text] of entries.filter(([key]) => baseOf(key) === base)) {
        const filled = marks(text);
        // A form for one thing, or for none, may do without the figure.
        const mayDrop = isPlural(key) ? '{{count}}' : language !== DEFAULT_LANGUAGE && leftOut[key];
        const isDropped = mayDrop && !filled.includes(mayDrop);
        expect(filled, key).toEqual(isDropped ? english.filter((mark) => mark !== mayDrop) : english);
      }
    }
  });

  it('keeps to docs/writing.md', () => {
    expect(entries.flatMap(([key, text]) => faultsOf(language, key, String(text)))).toEqual([]);
  });

  it('has a text for every error', () => {
    const bases = basesOf(language);
    for (const code of Object.keys(ERRORS)) {
      expect(
        bases.some((base) => base === `errors:${code}` || base.startsWith(`errors:${code}_`)),
        code,
      ).toBe(true);
    }
  });
});

it.each(others)('%s has no English left', (language) => {
  const left = [...texts[language]]
    .filter(([key, text]) => text === texts.en.get(key))
    .map(([, text]) => String(text))
    .filter((text) => /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, '')));
  expect(left.filter((text) => !sameAsInEnglish[language].includes(text))).toEqual([]);
});

it('has every text that the code and the tests name', () => {
  const root = new URL('../', import.meta.url);
  const files = ['server', 'web', 'domain', 'tests'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => new URL(`${folder}/${file}`, root)),
  );
  const areaNames = areas.map((file) => file.replace('.json', '')).join('|');
  const quoted = new RegExp(`(['"\`])((?:${areaNames}):[\\w.-]+)\\1`, 'g');
  // A text is named with its context and plural form, or without them.
  const known = [...texts.en.keys()];
  const isKnown = (name: string) => known.some((key) => key === name || key.startsWith(`${name}_`));
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(quoted)].map((match) => match[2] ?? ''),
  );
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !isKnown(name))).toEqual([]);
});
