/* The HTML shell of the web app, one per language. It has no inline script or style, which the CSP would block. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';
import type { Manifest, ManifestChunk } from 'vite';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { SITE_MARKS } from '#domain/site.ts';
import { NONCE_MARK } from '#server/platform/http/page-policy.ts';
import type { SiteAssets } from '#web/site/document.tsx';

export const ENTRY = 'web/main.tsx';
export const SITE_SCRIPT = 'web/site/enhance.ts';

/** The page of the app in this language, empty until its code is there. Preloads what the first paint needs. */
export function shellHtml(language: Language, manifest: Manifest, themeScript: string): string {
  const { appTitle } = textsOf(language, 'common');
  const head = [
    ...headLines(language, appTitle),
    `<script src="/${themeScript}"></script>`,
    `<link rel="preload" href="/${fontFile(manifest)}" as="font" type="font/woff2" crossorigin>`,
    ...codeLines(language, manifest),
  ];
  return pageHtml(language, manifest, head, [...needsOf(language), '<div id="root"></div>']);
}

/** What the page says where its code cannot run; web/public/theme.js shows the second to browsers that are too old. */
function needsOf(language: Language): string[] {
  const { needsScript, needsNewerBrowser } = textsOf(language, 'site');
  const notice = (attributes: string, text: string) =>
    `<p ${attributes}class="bg-attention-soft p-4 text-attention-text">${escapeHtml(text)}</p>`;
  return [
    `<noscript>${notice('', needsScript)}</noscript>`,
    notice('id="needs-newer-browser" role="alert" hidden ', needsNewerBrowser),
  ];
}

/** The texts of the sign-in page beside those of every page. */
const SIGN_IN_AREAS = ['auth', 'validation'];

/**
 * The page for people who are signed out: a public page with its addresses and the sign-in form, which the app's code
 * takes over (web/prerender-sign-in.tsx). What the first paint needs is in the page, and the code comes after it; with
 * `lateStart` (web/loading/late-start.ts) it runs once somebody uses the page.
 */
export async function signInHtml(
  language: Language,
  manifest: Manifest,
  folder: string,
  markup: string,
  lateStart: string | undefined,
): Promise<string> {
  const title = `${textsOf(language, 'nav').titles.auth} · ${PRODUCT_NAME}`;
  const addressIn = (other: Language) => SITE_MARKS.origin + pathFor('auth', other);
  const alternate = (name: string, other: Language) =>
    `<link rel="alternate" hreflang="${name}" href="${addressIn(other)}">`;
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const head = [
    ...headLines(language, title),
    `<link rel="canonical" href="${addressIn(language)}">`,
    ...LANGUAGES.map((other) => alternate(other, other)),
    alternate('x-default', DEFAULT_LANGUAGE),
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(textsOf(language, 'common').appDescription)}">`,
    `<meta property="og:url" content="${addressIn(language)}">`,
    `<meta property="og:image" content="${SITE_MARKS.origin}/og/${language}.png">`,
    `<script>${read('theme.js')}</script>`,
    ...(lateStart ? [`<script>${lateStart}</script>`] : []),
    `<style>${staticFiles(ENTRY, manifest).filter(isStyle).map(read).join('\n')}</style>`,
  ];
  const texts = SIGN_IN_AREAS.map((area) => chunkOf(`locales/${language}/${area}.json`, manifest).file);
  const code = [...codeLines(language, manifest), ...texts.map(preload)];
  const html = pageHtml(language, manifest, head, [
    ...needsOf(language),
    `<div id="root">${markup}</div>`,
    // Later or at low priority, or the code would delay the fonts of what is on screen already.
    ...(lateStart
      ? [
          '<template>',
          ...code.map((line) =>
            line.replace(/<script type="module" src=(.*)><\/script>/, '<link rel="modulepreload" href=$1>'),
          ),
          '</template>',
        ]
      : code.map((line) => line.replace(/ (href|src)=/, ' fetchpriority="low"$&'))),
  ]);
  return (await trimStyles(html)).replace('<style>', `<style nonce="${NONCE_MARK}">`);
}

function headLines(language: Language, title: string): string[] {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(textsOf(language, 'common').appDescription)}">`,
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf6">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f141a">',
    `<meta name="csp-nonce" nonce="${NONCE_MARK}">`,
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(favicon())}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="/manifest.${language}.webmanifest">`,
  ];
}

/** The styles, scripts and texts with which every page of the app begins. */
function codeLines(language: Language, manifest: Manifest): string[] {
  const files = staticFiles(ENTRY, manifest);
  const [entry = '', ...scripts] = files.filter((file) => !isStyle(file));
  const texts = chunkOf(`web/i18n/texts/${language}.ts`, manifest).file;
  return [
    ...files.filter(isStyle).map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${entry}"></script>`,
    ...[...scripts, texts].map(preload),
  ];
}

const isStyle = (file: string) => file.endsWith('.css');
const preload = (file: string) => `<link rel="modulepreload" href="/${file}">`;

/** `data-entry` names the first script, and with it the release. */
const pageHtml = (language: Language, manifest: Manifest, head: string[], body: string[]) => `<!doctype html>
<html lang="${language}" data-entry="/${chunkOf(ENTRY, manifest).file}">
  <head>
    ${head.join('\n    ')}
  </head>
  <body>
    ${body.join('\n    ')}
  </body>
</html>
`;

/** The stylesheet and scripts of the public pages, from their build in this folder. */
export function siteAssets(manifest: Manifest, folder: string): SiteAssets {
  const script = chunkOf(SITE_SCRIPT, manifest);
  return {
    css: (script.css ?? []).map((file) => readFileSync(join(folder, file), 'utf8')).join('\n'),
    themeScript: readFileSync(join(folder, 'theme.js'), 'utf8'),
    script: `/${script.file}`,
  };
}

/** Keeps only the inlined rules that the page uses: the first paint waits for all of the page. */
export async function trimStyles(html: string): Promise<string> {
  const css = stylesOf(html);
  const tags = [...html.matchAll(/<([a-z][\w-]*)/g)].map(([, tag = '']) => tag);
  const classes = [...html.matchAll(classAttribute)].flatMap(([, names = '']) =>
    unescapeHtml(names).split(' '),
  );
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    defaultExtractor: () => [...tags, ...classes, ...ADDED_TAGS],
    // Scripts set them.
    dynamicAttributes: [...css.matchAll(/\[([\w-]+)/g)].map(([, name = '']) => name),
    // Pseudo-classes and pseudo-elements hold for any element.
    safelist: [/^:/],
    css: [{ raw: css }],
    variables: true,
    keyframes: true,
  });
  const kept = purged?.css ?? css;
  // Registrations of variables stay otherwise.
  return html.replace(css, () =>
    kept.replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name) =>
      kept.includes(`var(${name}`) ? rule : '',
    ),
  );
}

/** What scripts add to the public pages. */
const ADDED_TAGS = ['video', 'iframe', 'source'];

const classAttribute = / class="([^"]*)"/g;
const stylesOf = (html: string) => /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';

/** The scripts and styles with which every page of the app begins. */
export function staticFiles(key: string, manifest: Manifest): string[] {
  const chunk = chunkOf(key, manifest);
  return [chunk, ...staticImports(chunk, manifest)].flatMap(({ file, css = [] }) => [file, ...css]);
}

function staticImports(chunk: ManifestChunk, manifest: Manifest, found = new Set<ManifestChunk>()) {
  for (const key of chunk.imports ?? []) {
    const imported = chunkOf(key, manifest);
    if (found.has(imported)) continue;
    found.add(imported);
    staticImports(imported, manifest, found);
  }
  return [...found];
}

function chunkOf(key: string, manifest: Manifest): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  return chunk;
}

const favicon = () => readFileSync(new URL('../../web/public/favicon.svg', import.meta.url), 'utf8');

/** The font that the first paint needs. */
export function fontFile(manifest: Manifest): string {
  const font = Object.values(manifest).find(({ src }) => src?.endsWith('/archivo.woff2'));
  if (!font) throw new Error('The build has no archivo.woff2');
  return font.file;
}

/** The texts of an area, with the product's name. */
function textsOf(language: Language, area: string) {
  const file = new URL(`../../locales/${language}/${area}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8').replaceAll('{{product}}', PRODUCT_NAME));
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const unescapeHtml = (text: string) =>
  text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
