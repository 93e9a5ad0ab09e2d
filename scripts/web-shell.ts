/* The HTML shell of the web app, one per language. It has no inline script or style, which the CSP would block. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import type { Manifest, ManifestChunk } from 'vite';
import type { Language } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { NONCE_MARK } from '#server/platform/http/page-policy.ts';
import type { SiteAssets } from '#web/site/document.tsx';

export const ENTRY = 'web/main.tsx';
export const SITE_SCRIPT = 'web/site/enhance.ts';
/** Preloads what the first paint needs in this language: scripts, texts and fonts. */
export function shellHtml(language: Language, manifest: Manifest, themeScript: string): string {
  const entry = chunkOf(ENTRY, manifest);
  const chunks = staticImports(entry, manifest);
  const scripts = chunks.map((chunk) => chunk.file);
  const styles = [entry, ...chunks].flatMap(({ css = [] }) => css);
  const texts = chunkOf(`web/i18n/texts/${language}.ts`, manifest).file;
  const { appTitle, appDescription } = commonTexts(language);
  const lines = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">',
    `<title>${escapeHtml(appTitle)}</title>`,
    `<meta name="description" content="${escapeHtml(appDescription)}">`,
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf6">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f141a">',
    `<meta name="csp-nonce" nonce="${NONCE_MARK}">`,
    `<script src="/${themeScript}"></script>`,
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(favicon())}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="/manifest.${language}.webmanifest">`,
    ...fontFiles(language, manifest).map(
      (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${entry.file}"></script>`,
    ...[...scripts, texts].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    ${lines.join('\n    ')}
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;
}

/** The stylesheet and scripts of the public pages, from their build in this folder. */
export function siteAssets(manifest: Manifest, folder: string): SiteAssets {
  const script = chunkOf(SITE_SCRIPT, manifest);
  return {
    css: (script.css ?? []).map((file) => readFileSync(join(folder, file), 'utf8')).join('\n'),
    themeScript: readFileSync(join(folder, 'theme.js'), 'utf8'),
    script: `/${script.file}`,
  };
}

/** Inlines only the CSS rules the page uses, so that all of it fits in the first ten TCP packets. */
export function trimStyles(html: string): string {
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const used = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => unescapeHtml(names).split(' ')),
  );
  const known = [...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'));
  const { code } = transform({
    filename: 'site.css',
    code: Buffer.from(css),
    minify: true,
    unusedSymbols: known.filter((name) => !used.has(name)),
  });
  return html.replace(css, () => code.toString());
}

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

const favicon = () => readFileSync(new URL('../web/public/favicon.svg', import.meta.url), 'utf8');

/** The fonts that the first paint needs in this language. */
export function fontFiles(language: Language, manifest: Manifest): string[] {
  const letters = language === 'en' ? ['latin'] : ['latin', 'baltic-polish'];
  return letters.map((name) => fontFile(name, manifest));
}

function fontFile(letters: string, manifest: Manifest): string {
  const name = `archivo-${letters}.woff2`;
  const font = Object.values(manifest).find(({ src }) => src?.endsWith(`/${name}`));
  if (!font) throw new Error(`The build has no ${name}`);
  return font.file;
}

function commonTexts(language: Language): { appTitle: string; appDescription: string } {
  const file = new URL(`../locales/${language}/common.json`, import.meta.url);
  const { appTitle, appDescription } = JSON.parse(readFileSync(file, 'utf8'));
  return { appTitle: appTitle.replace('{{product}}', PRODUCT_NAME), appDescription };
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const unescapeHtml = (text: string) =>
  text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
