import { type CustomTypeOptions, createInstance } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';

/** An area of texts: the name of a file in `locales/<lang>/`. */
export type Area = keyof CustomTypeOptions['resources'];

/** The texts of each language, listed separately because a person reads one language. */
const lists = {
  en: () => import('./texts/en.ts'),
  lv: () => import('./texts/lv.ts'),
  pl: () => import('./texts/pl.ts'),
  lt: () => import('./texts/lt.ts'),
};

async function readFile(language: Language, area: string): Promise<Record<string, unknown>> {
  const { start, files } = await lists[language]();
  const texts = start[`./${area}.json`] ?? (await files[`./${area}.json`]?.());
  if (!texts) throw new Error(`No texts for ${language}/${area}`);
  return texts;
}

/** One language is loaded at a time: what every page shows at once, and a file per area when a page first needs it. */
export const i18n = createInstance();

/** Loads the texts that every page shows. */
export async function startI18n(language: Language): Promise<void> {
  await i18n
    .use(resourcesToBackend(readFile))
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      // A test checks that every key exists in every language, so no second language is loaded.
      fallbackLng: false,
      ns: ['common', 'nav'],
      defaultNS: 'common',
      maxRetries: 2,
      interpolation: { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } },
    });
}

/** The areas a page needs, in the current language. Rejects when one cannot be loaded. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  await i18n.loadNamespaces(areas);
  const missing = areas.find((area) => !i18n.hasResourceBundle(i18n.language, area));
  if (missing) throw new Error(`The texts of ${missing} could not be loaded`);
}

/** The language the texts are in. Inside a component use `useLanguage`. */
export function currentLanguage(): Language {
  return LANGUAGES.find((language) => language === i18n.language) ?? DEFAULT_LANGUAGE;
}
