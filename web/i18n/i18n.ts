/* The language on screen and its texts. Inside a component use `useTranslation` and `useLanguage`. */
import { DEFAULT_LANGUAGE, type Language } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Area, AreaKey, FullKey } from './areas.ts';
import { type Texts, textOf, type Values } from './texts.ts';

/** Gives the text of a key of the area, or of `area:key`; the key itself where there is no such text. */
export type Translate<A extends Area> = (key: AreaKey<A> | FullKey, values?: Values) => string;

/** The texts of each language, listed separately because a person reads one language. */
const lists = {
  en: () => import('./texts/en.ts'),
  lv: () => import('./texts/lv.ts'),
  pl: () => import('./texts/pl.ts'),
  lt: () => import('./texts/lt.ts'),
};
/** What every page shows. */
const START_AREAS = ['common', 'nav', 'pwa'] as const satisfies Area[];

type AreaId = `${Language}/${Area}`;

let language: Language = DEFAULT_LANGUAGE;
/** The language chosen last, whose texts may still be on their way. */
let wanted: Language = language;
const loaded = new Map<AreaId, Texts>();
/** Resolves to false where an area could not be loaded; never rejects. A settled one says so to React's `use`, which else suspends. */
type Attempt = Promise<boolean> & { status?: 'fulfilled'; value?: boolean };
const attempts = new Map<AreaId, Attempt>();
const translators = new Map<AreaId, unknown>();
const listeners = new Set<() => void>();

/** The language the texts are in. */
export const currentLanguage = (): Language => language;

/** Calls back when the language has changed; returns the function that ends that. */
export function onLanguageChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Loads the texts that every page shows. Without them the keys stand on screen. */
export async function startI18n(first: Language): Promise<void> {
  language = first;
  wanted = first;
  await loadAll(first, START_AREAS);
}

/** Loads everything that has been on screen in another language, then changes to it. Rejects when it cannot be loaded. */
export async function changeLanguage(next: Language): Promise<void> {
  wanted = next;
  const areas = [...loaded.keys()].map((id) => id.split('/')[1] as Area);
  if (!(await loadAll(next, areas))) throw new Error(`The texts in ${next} could not be loaded`);
  if (wanted !== next) return;
  language = next;
  for (const notify of listeners) notify();
}

/** The areas a page needs, in the current language. Rejects when one cannot be loaded. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  if (!(await loadAll(language, areas))) throw new Error(`The texts of ${areas} could not be loaded`);
}

/** Texts in a language other than that on screen, for a printed sheet. Rejects when they cannot be loaded. */
export async function loadTranslator<A extends Area>(of: Language, area: A): Promise<Translate<A>> {
  if (!(await load(of, area))) throw new Error(t('common:networkError'));
  return translatorOf(of, area);
}

/** Text for code that is no component. Its area has to be loaded. */
export const t = (key: FullKey, values?: Values): string => translatorOf(language, 'common')(key, values);

/** The same function every time. */
export function translatorOf<A extends Area>(of: Language, area: A): Translate<A> {
  const id: AreaId = `${of}/${area}`;
  const known = translators.get(id);
  if (known) return known as Translate<A>;
  const translate: Translate<A> = (key, values) => {
    const [name = '', rest] = key.split(':', 2);
    const texts = loaded.get(rest === undefined ? id : `${of}/${name as Area}`) ?? {};
    return textOf(texts, rest ?? name, of, { product: PRODUCT_NAME, ...values }) ?? key;
  };
  translators.set(id, translate);
  return translate;
}

/** The loading of an area, which begins with the first call: the same promise until it is tried again. */
export const areaAttempt = (of: Language, area: Area): Promise<boolean> =>
  attempts.get(`${of}/${area}`) ?? attempt(of, area);

const loadAll = async (of: Language, areas: readonly Area[]) =>
  (await Promise.all(areas.map((area) => load(of, area)))).every(Boolean);

/** Waits for an attempt that is under way, and tries again where that has failed. */
const load = async (of: Language, area: Area) => (await attempts.get(`${of}/${area}`)) || attempt(of, area);

function attempt(of: Language, area: Area): Promise<boolean> {
  const id: AreaId = `${of}/${area}`;
  const settle = (value: boolean) => Object.assign(promise, { status: 'fulfilled', value }).value;
  const promise: Attempt = readFile(of, area).then(
    (texts) => {
      loaded.set(id, texts);
      return settle(true);
    },
    () => settle(false),
  );
  attempts.set(id, promise);
  return promise;
}

async function readFile(of: Language, area: Area): Promise<Texts> {
  const { start, files } = await lists[of]();
  const texts = start[`./${area}.json`] ?? (await files[`./${area}.json`]?.());
  if (!texts) throw new Error(`No texts for ${of}/${area}`);
  return texts;
}
