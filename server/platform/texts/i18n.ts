import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/languages.ts';
import { monthText } from '#domain/month-text.ts';
import { PRODUCT_NAME } from '#domain/product.ts';

const folder = new URL('../../../locales/', import.meta.url);

function readArea(language: Language, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));
}

const areaFiles = readdirSync(new URL(`${DEFAULT_LANGUAGE}/`, folder));
const resources = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.fromEntries(
      areaFiles.map((file) => [
        file.replace('.json', ''),
        readArea(language, file) as Record<string, string>,
      ]),
    ),
  ]),
);

const i18n = createInstance();
await i18n.init({
  resources,
  fallbackLng: DEFAULT_LANGUAGE,
  ns: areaFiles.map((file) => file.replace('.json', '')),
  defaultNS: 'common',
  // Texts are used in plain text and JSON; the mail layout escapes what it puts into HTML.
  interpolation: { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } },
});

/** Months `yyyy-MM`, separated by commas, as words; more than three as the first and the last. */
i18n.services.formatter?.add('months', (months: string, language) => {
  const names = months.split(',').map((month) => monthText(month, language as Language));
  return names.length > 3 ? `${names[0]} – ${names.at(-1)}` : names.join(', ');
});

const translators = new Map(LANGUAGES.map((language) => [language, i18n.getFixedT(language)]));

/** Texts in one language; keys are `area:key`, as in the web app. */
export function translator(language: Language): TFunction {
  return translators.get(language) ?? i18n.t;
}
