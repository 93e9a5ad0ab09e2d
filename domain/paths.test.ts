import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import {
  languageOfPath,
  matchPath,
  PATHS,
  type PageName,
  pathFor,
  routePatterns,
  switchLanguage,
} from './paths.ts';

const pages = Object.keys(PATHS) as PageName[];
const params = { id: 'a b/č', month: '2026-11' };
const everyPath = pages.flatMap((page) => LANGUAGES.map((language) => ({ page, language })));
const paramsOf = (page: PageName) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => PATHS[page].en.includes(`:${name}`)));

it.each(everyPath)('$page in $language leads back to itself, with and without a trailing slash', (at) => {
  const path = pathFor(at.page, at.language, params);
  for (const form of [path, `${path}/`, `${path}//`]) {
    expect(matchPath(form)).toEqual({ ...at, params: paramsOf(at.page) });
  }
  expect(languageOfPath(path)).toBe(at.language === 'en' ? null : at.language);
});

it.each(everyPath)(
  'from $page in $language the switcher reaches it in every language',
  ({ page, language }) => {
    for (const target of LANGUAGES) {
      const there = pathFor(page, target, params);
      expect(switchLanguage(pathFor(page, language, params), target)).toBe(there);
      const plain = pathFor(page, 'en', params).replace(/^\/$/, '');
      expect(switchLanguage(`/${language}${plain}`, target)).toBe(there);
    }
  },
);

it('no two pages share a pattern, and each pattern leads to its page', () => {
  const patterns = pages.flatMap(routePatterns);
  expect(new Set(patterns).size).toBe(patterns.length);
  for (const page of pages) {
    for (const pattern of routePatterns(page)) {
      expect(matchPath(pattern.replace(/:\w+/, '7'))?.page).toBe(page);
    }
  }
});

it('routes of a page with and of one without localized names', () => {
  expect(routePatterns('pricing')).toEqual([
    '/pricing',
    '/en/pricing',
    '/lv/cenas',
    '/lv/pricing',
    '/pl/cennik',
    '/pl/pricing',
    '/lt/kainodara',
    '/lt/pricing',
  ]);
  expect(routePatterns('landing')).toEqual(['/', '/en', '/lv', '/pl', '/lt']);
  expect(routePatterns('locationPoster')[0]).toBe('/locations/:id/poster');
});

it.each([
  '//features',
  '/funkcijas',
  '/pl/funkcijas',
  '/de/features',
  '/lv/lv',
  '/features/x',
  '/locations//poster',
  '/locations/%E0%A4%A/poster',
  '/__proto__',
])('%j is no page', (path) => {
  expect(matchPath(path)).toBeNull();
});

it.each([
  ['/TIME-TRACKING', 'timeTracking', 'en', {}],
  ['/LV/Funkcijas', 'features', 'lv', {}],
  ['/PL/LOCATIONS/aB/Poster', 'locationPoster', 'pl', { id: 'aB' }],
] as const)('%s is a page, in capitals too', (path, page, language, params) => {
  expect(matchPath(path)).toEqual({ page, language, params });
});

it.each([
  ['/nowhere', 'lv', '/lv/nowhere'],
  ['/pl/nowhere/', 'lt', '/lt/nowhere/'],
  ['/lt/nowhere', 'en', '/nowhere'],
  ['/de/pricing', 'lv', '/lv/pricing'],
  ['/de', 'en', '/'],
  ['/lvx', 'pl', '/pl/lvx'],
] as const)('an unknown path only has its prefix swapped: %s in %s is %s', (path, language, expected) => {
  expect(switchLanguage(path, language)).toBe(expected);
});

it('a path without its parameter is refused', () => {
  expect(() => pathFor('locationPoster', 'lv')).toThrow('id');
});

it('no path makes matching or switching throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...LANGUAGES), (path, language) => {
      matchPath(`/${path}`);
      switchLanguage(`/locations/${path}/poster`, language);
    }),
  );
});
