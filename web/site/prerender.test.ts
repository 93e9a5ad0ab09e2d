import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PLAN_IDS, PLANS } from '#domain/plans.ts';
import { SITE_MARKS, SITE_PAGES } from '#domain/site.ts';
import SIZES from './picture-sizes.json' with { type: 'json' };
import { formatPrice } from './plan-cards.tsx';
import { type PrerenderedPage, renderSite } from './prerender.tsx';

const pages = renderSite({
  css: '.a{color:red}',
  themeScript: 'apply();',
  script: '/assets/enhance.js',
});

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decode = (html: string) => html.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole);

/** Every text that a person sees or hears, separately. */
function textsIn(html: string): string[] {
  const body = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<style[\s\S]*?<\/style>/g, '');
  const attributes = [...body.matchAll(/\s(?:alt|title|aria-label|content)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  const nodes = [...body.matchAll(/>([^<]+)</g)].map(([, text]) => text);
  return [...attributes, ...nodes].map((text = '') => decode(text).trim()).filter(Boolean);
}

function pageIn(language: Language, name: PrerenderedPage['page']): PrerenderedPage {
  const found = pages.find((page) => page.language === language && page.page === name);
  if (!found) throw new Error(`no ${name} in ${language}`);
  return found;
}

const headOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value = '']) => decode(value));

it('exists for every page in every language', () => {
  expect(pages).toHaveLength(LANGUAGES.length * (SITE_PAGES.length + 1));
});

describe.each(pages.map((page) => ({ ...page, name: `${page.language} ${page.page}` })))('$name', (site) => {
  const { html, language, page } = site;

  it('has its language, one heading, a title and a description of suitable length', () => {
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}">`));
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const [title = ''] = headOf(html, /<title>(.*?)<\/title>/g);
    const [description = ''] = headOf(html, /<meta name="description" content="(.*?)"/g);
    const [keywords = ''] = headOf(html, /<meta name="keywords" content="(.*?)"/g);
    expect(title).toContain('Maina');
    expect(title.length).toBeLessThanOrEqual(65);
    expect(description.length).toBeGreaterThan(page === 'notFound' ? 10 : 70);
    expect(description.length).toBeLessThanOrEqual(165);
    expect(keywords).not.toBe('');
  });

  it('has a canonical URL and links to the other languages', () => {
    const canonical = headOf(html, /<link rel="canonical" href="(.*?)"/g);
    const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="(.*?)" href="(.*?)"/g)].map(
      ([, name, href]) => [name, href],
    );
    if (page === 'notFound') {
      expect([canonical, alternates]).toEqual([[], []]);
      expect(html).toContain('<meta name="robots" content="noindex"');
      return;
    }
    const addressIn = (other: Language) => SITE_MARKS.origin + pathFor(page, other);
    expect(canonical).toEqual([addressIn(language)]);
    expect(alternates).toEqual([
      ...LANGUAGES.map((other) => [other, addressIn(other)]),
      ['x-default', addressIn(DEFAULT_LANGUAGE)],
    ]);
    expect(html).toContain('<meta name="robots" content="index, follow"');
    expect(html).toContain(`<meta property="og:image" content="${SITE_MARKS.origin}/og/${language}.png"`);
  });

  it('has no unfilled placeholder and loads nothing from other hosts', () => {
    expect(textsIn(html).join('\n')).not.toMatch(/\{\{|\}\}|undefined|\[object|NaN/);
    expect(html).not.toContain('{{');
    const loaded = headOf(
      html,
      /<(?:img|script|source|iframe|link rel="(?:stylesheet|preload|modulepreload)")[^>]*?(?:src|srcSet|href)="(.*?)"/g,
    );
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((address) => !address.startsWith('/') || address.startsWith('//'))).toEqual([]);
    expect(headOf(html, /<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>(.*?)<\/script>/g)).toEqual([
      'apply();',
    ]);
  });

  it('gives every picture its size and a description', () => {
    for (const [image] of html.matchAll(/<img [^>]*>/g)) {
      expect(image).toMatch(/ width="\d+"/);
      expect(image).toMatch(/ height="\d+"/);
      expect(image).toMatch(/ alt="/);
    }
  });
});

describe.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))('%s', (language) => {
  // Names, and words that the language shares with English.
  const shared =
    /^(Maina:?|API|English|Latviešu|Polski|Lietuvių|Starter|Growth|Business|LinkedIn|Facebook|ms|s|en|lv|pl|lt|Administrator|website|summary_large_image|index, follow|noindex|404|[\d\s€.,·%-]+)$/;

  it.each([...SITE_PAGES, 'notFound'] as const)('%s has no English left', (page) => {
    const english = new Set(textsIn(pageIn('en', page).html));
    const left = textsIn(pageIn(language, page).html).filter(
      (text) =>
        english.has(text) &&
        !shared.test(text) &&
        !/^(%|https:|width=|#|mailto|[a-z]{2}_[A-Z]{2}|\d+$)/.test(text),
    );
    expect([...new Set(left)].filter((text) => !/Krūmi|Jankauskas|UAB|· %/.test(text))).toEqual([]);
  });
});

it('has the sections of the landing page in their order', () => {
  const ids = headOf(pageIn('lv', 'landing').html, /<(?:section|footer) id="([\w-]+)"/g);
  expect(ids).toEqual([
    'hero',
    'sheet',
    'how-it-works',
    'gate',
    'ledger',
    'compare',
    'ai-assistant',
    'results',
    'pricing',
    'faq',
    'contact',
    'footer',
  ]);
});

it('begins with the sheet, by the law of the reader’s country', () => {
  const firstLine = (language: Language) =>
    /<h1[^>]*>(.*?)<\/h1>/.exec(pageIn(language, 'landing').html)?.[1]?.replace(/<[^>]*>/g, '');
  expect(LANGUAGES.map(firstLine)).toEqual([
    expect.stringMatching(/timesheet .* accountant .* the law of Latvia, Lithuania and Poland$/),
    expect.stringMatching(/tabele .* Latvijas likumiem$/),
    expect.stringMatching(/^Ewidencja .*polskim prawem$/),
    expect.stringMatching(/žiniaraštis .* Lietuvos įstatymus$/),
  ]);
});

it('says what each plan costs for a person, and in the results that of the most popular one', () => {
  const textOf = (page: 'landing' | 'pricing') => textsIn(pageIn('en', page).html);
  const each = ['€3.90', '€1.97', '€0.50'].map((price, index) =>
    ['from', price, 'per person, with', [10, 30, 200][index], 'people'].join(' '),
  );
  expect(textOf('pricing')).toEqual(expect.arrayContaining(each));
  expect(textOf('landing')).toEqual(
    expect.arrayContaining(['1st', '0', '€1.97', 'per person a month, with 30 people on Growth', ...each]),
  );
});

it('has the files of every picture and film', () => {
  const folder = new URL('../public', import.meta.url).pathname;
  const named = pages
    .flatMap(({ html }) => headOf(html, /(?:src|srcSet|poster)="(\/site\/[^"]+)"/g))
    .flatMap((list) => list.split(', ').map((file) => file.replace(/ \d+w$/, '')));
  const films = Object.keys(SIZES).flatMap((language) =>
    ['light', 'dark'].map((scheme) => `/site/hero.${language}.${scheme}.mp4`),
  );
  const missing = [...new Set([...named, ...films])].filter((file) => !existsSync(folder + file));
  expect(missing).toEqual([]);
  const small = [...new Set(named)].filter((file) => file.endsWith('.small.webp'));
  expect(small).toHaveLength(2 * LANGUAGES.length);
  // What a server sends before it waits for the phone's first answer.
  for (const file of small) expect(statSync(folder + file).size, file).toBeLessThanOrEqual(13.5 * 1024);
  for (const film of films) expect(statSync(folder + film).size, film).toBeLessThanOrEqual(400 * 1024);
});

it('shows the plans that the server enforces', () => {
  for (const { html, language } of pages.filter(({ page }) => page === 'pricing' || page === 'landing')) {
    const texts = textsIn(html);
    for (const id of PLAN_IDS) expect(texts).toContain(formatPrice(PLANS[id].price, language));
  }
  const cells = headOf(pageIn('en', 'pricing').html, /<td[^>]*>(\d+)<\/td>/g);
  expect(cells.map(Number)).toEqual([
    ...PLAN_IDS.map((id) => PLANS[id].maxLocations),
    ...PLAN_IDS.map((id) => PLANS[id].maxEmployees),
  ]);
});

it('has structured data about the product and the questions', () => {
  const things = headOf(
    pageIn('pl', 'landing').html,
    /<script type="application\/ld\+json">(.*?)<\/script>/g,
  ).map((json) => JSON.parse(json));
  expect(things.map((thing) => thing['@type'])).toEqual(['SoftwareApplication', 'FAQPage']);
  expect(things[0].offers.map(({ price }: { price: number }) => price)).toEqual([39, 59, 99]);
  expect(things[1].mainEntity.length).toBeGreaterThan(4);
});
