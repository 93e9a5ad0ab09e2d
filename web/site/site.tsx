/* Context of every public page component: language, texts and links. */
import { createInstance } from 'i18next';
import { createContext, use } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/languages.ts';
import { type PageName, pathFor } from '#domain/paths.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { SITE_MARKS, type SitePage } from '#domain/site.ts';

type Resources = {
  nav: typeof import('../../locales/en/nav.json');
  'not-found': typeof import('../../locales/en/not-found.json');
  pwa: typeof import('../../locales/en/pwa.json');
  site: typeof import('../../locales/en/site.json');
  'site-landing': typeof import('../../locales/en/site-landing.json');
  'site-legal': typeof import('../../locales/en/site-legal.json');
  'site-pages': typeof import('../../locales/en/site-pages.json');
  'site-tutorials': typeof import('../../locales/en/site-tutorials.json');
  subscription: typeof import('../../locales/en/subscription.json');
};
type Area = keyof Resources;

const files = import.meta.glob<Record<string, unknown>>(
  '../../locales/*/{site,site-*,nav,not-found,pwa,subscription}.json',
  { eager: true, import: 'default' },
);

const i18n = createInstance();
await i18n.init({
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        Object.entries(files).flatMap(([path, texts]) => {
          const [folder, file = ''] = path.split('/').slice(-2);
          return folder === language ? [[file.replace('.json', ''), texts]] : [];
        }),
      ),
    ]),
  ),
  fallbackLng: false,
  interpolation: {
    // React escapes.
    escapeValue: false,
    defaultVariables: { product: PRODUCT_NAME, trialDays: String(TRIAL_DAYS), ...SITE_MARKS },
  },
});

export type SiteContext = { language: Language; page: SitePage | 'notFound' };

export const Site = createContext<SiteContext>({ language: DEFAULT_LANGUAGE, page: 'notFound' });

export const useSite = () => use(Site);

/** All texts of an area as in its file, with product, trial days and marks filled in. */
export function useTexts<A extends Area>(area: A): Resources[A] {
  return textsOf(useSite().language, area);
}

export function textsOf<A extends Area>(language: Language, area: A): Resources[A] {
  const bundle: Record<string, unknown> = i18n.getResourceBundle(language, area);
  const t = translatorOf(language, area);
  const filled = Object.keys(bundle).map((key) => [key, t(key, { returnObjects: true })]);
  // The file's own shape: a test checks that every language has the keys of English.
  return Object.fromEntries(filled) as Resources[A];
}

/** For texts with a count or values. The build fails if the text does not exist. */
export function useT(area: Area): (key: string, values?: Record<string, string | number>) => string {
  const t = translatorOf(useSite().language, area);
  return (key, values = {}) => {
    const text = t(key, values);
    if (typeof text !== 'string' || text === key) throw new Error(`No text ${area}:${key}`);
    return text;
  };
}

// The areas are files here, not the app's namespaces, so the library's types do not know them.
const translatorOf = (language: Language, area: Area) =>
  i18n.getFixedT(language, area as never) as unknown as (key: string, options: object) => unknown;

/** The path of a page in the current language. */
export function usePathTo(): (page: PageName) => string {
  const { language } = useSite();
  return (page) => pathFor(page, language);
}
