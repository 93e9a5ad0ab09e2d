/** JavaScript that a browser loads for the first view of a page, including texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import type { Figure } from './figures.ts';
import { root } from './processes.ts';

const limitKb = 165;
const folder = join(root, 'dist/web');

// What each loads beside the app with the texts that every page shows.
const views = {
  '/auth': ['locales/{language}/auth.json'],
  '/time-tracking': ['locales/{language}/time-tracking.json'],
  '/dashboard': ['locales/{language}/dashboard.json', 'web/app/admin-dashboard-page.tsx'],
};

function chunkOf(manifest: Manifest, key: string) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  return chunk;
}

function staticClosure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunkOf(manifest, key);
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of imports) staticClosure(manifest, imported, found);
  return found;
}

export function measureWebBytes(): Figure[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const gzipped = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  return Object.entries(views).map(([path, more]) => {
    const bytesIn = (language: Language) => {
      const keys = [
        'web/main.tsx',
        `web/i18n/texts/${language}.ts`,
        ...more.map((key) => key.replace('{language}', language)),
      ];
      const files = new Set<string>();
      for (const key of keys) staticClosure(manifest, key, files);
      return [...files].reduce((sum, file) => sum + gzipped(file), 0);
    };
    const largest = Math.max(...LANGUAGES.map(bytesIn));
    return {
      name: `First view of ${path}, JavaScript, gzip`,
      value: largest / 1000,
      unit: 'kB',
      atMost: limitKb,
      note: 'largest language',
    };
  });
}
