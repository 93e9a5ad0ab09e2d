/* Context of every public page component: language, texts and links. */
import { createContext, use } from 'react';
import { DEFAULT_LANGUAGE, type Language } from '#domain/languages.ts';
import { type PageName, pathFor } from '#domain/paths.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { SITE_MARKS, type SitePage } from '#domain/site.ts';
import { fillIn, type Texts, textOf, type Values } from '#web/i18n/texts.ts';

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

const files = import.meta.glob<Texts>('../../locales/*/{site,site-*,nav,not-found,pwa,subscription}.json', {
  eager: true,
  import: 'default',
});

/** Filled in everywhere. */
const MARKS: Values = { product: PRODUCT_NAME, trialDays: String(TRIAL_DAYS), ...SITE_MARKS };

export type SiteContext = { language: Language; page: SitePage | 'notFound' };

export const Site = createContext<SiteContext>({ language: DEFAULT_LANGUAGE, page: 'notFound' });

export const useSite = () => use(Site);

/** All texts of an area as in its file, with product, trial days and marks filled in. */
export function useTexts<A extends Area>(area: A): Resources[A] {
  return textsOf(useSite().language, area);
}

export function textsOf<A extends Area>(language: Language, area: A): Resources[A] {
  const fill = (texts: Texts): Texts =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        typeof text === 'string' ? fillIn(text, language, MARKS) : fill(text),
      ]),
    );
  // The file's own shape: a test checks that every language has the keys of English.
  return fill(fileOf(language, area)) as Resources[A];
}

/** For texts that count or take values. The build fails if the text does not exist. */
export function useT(area: Area): (key: string, values?: Values) => string {
  const { language } = useSite();
  return (key, values) => {
    const text = textOf(fileOf(language, area), key, language, { ...MARKS, ...values });
    if (text === undefined) throw new Error(`No text ${area}:${key}`);
    return text;
  };
}

function fileOf(language: Language, area: Area): Texts {
  const texts = files[`../../locales/${language}/${area}.json`];
  if (!texts) throw new Error(`No texts ${language}/${area}`);
  return texts;
}

export function usePathTo(): (page: PageName) => string {
  const { language } = useSite();
  return (page) => pathFor(page, language);
}
