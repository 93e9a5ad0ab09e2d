import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

/*
 * The walls of the house (docs/ARCHITECTURE.md). A part may import itself and what stands beside it; nothing else.
 * `*` in a part's name is a feature; a feature never imports another one unless `featureEdges` says so.
 */
const parts: Record<string, string[]> = {
  contract: ['domain'],
  domain: [],
  locales: ['contract', 'domain'],
  'server/platform': ['contract', 'domain', 'server'],
  'server/features/*': ['contract', 'domain', 'server', 'server/platform', 'server/testing'],
  'server/testing': ['contract', 'domain', 'server', 'server/platform'],
  'server/demo': ['contract', 'domain', 'server', 'server/platform'],
  server: ['contract', 'domain', 'server/platform', 'server/features/*'],
  'web/ui': [],
  'web/styles': [],
  'web/reload': [],
  'web/files': ['domain'],
  'web/offline': ['contract', 'domain'],
  'web/i18n': ['domain', 'locales', 'web/ui'],
  'web/api': ['contract', 'domain', 'web/i18n', 'web/offline', 'web/reload'],
  'web/pwa': ['domain', 'web/i18n', 'web/offline', 'web/reload'],
  'web/time': ['domain', 'web/i18n', 'web/api', 'web/ui'],
  'web/loading': ['web/i18n', 'web/ui', 'web/api', 'web/time'],
  'web/lists': ['domain', 'web/i18n', 'web/ui', 'web/loading', 'web/forms'],
  'web/forms': ['contract', 'web/ui', 'web/api', 'web/reload'],
  'web/work-reports': ['domain', 'web/i18n', 'web/ui'],
  'web/working-time': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/api',
    'web/time',
    'web/loading',
    'web/forms',
  ],
  'web/features/*': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/reload',
    'web/files',
    'web/api',
    'web/time',
    'web/loading',
    'web/forms',
    'web/lists',
    'web/work-reports',
    'web/working-time',
  ],
  'web/app': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/reload',
    'web/loading',
    'web/api',
    'web/pwa',
    'web/features/*',
  ],
  'web/site': ['contract', 'domain', 'locales', 'web/i18n', 'web/ui', 'web/pwa'],
  // `main.tsx` and `routes.tsx`, which nothing imports.
  web: ['domain', 'web/styles', 'web/i18n', 'web/api', 'web/pwa', 'web/features/*', 'web/app'],
  scripts: [
    'contract',
    'domain',
    'server',
    'server/platform',
    'server/demo',
    'server/testing',
    'locales',
    'web/site',
  ],
  bench: ['contract', 'domain', 'server', 'server/platform', 'server/testing', 'server/demo', 'scripts'],
  failure: ['contract', 'domain', 'server', 'server/platform', 'server/testing', 'bench', 'scripts'],
  e2e: [
    'contract',
    'domain',
    'server',
    'server/platform',
    'server/testing',
    'server/demo',
    'scripts',
    'locales',
  ],
};

/** Feature of the server → features whose queries and services it may use. */
const featureEdges: Record<string, string[]> = {
  'ai-endpoint': ['second-factor'],
  'ai-reports': ['ai-endpoint', 'locations', 'subscription', 'time-tracking'],
  'api-keys': ['company', 'second-factor'],
  ask: ['ai-endpoint'],
  auth: ['company', 'employees', 'second-factor'],
  corrections: ['company', 'employees', 'locations', 'time-tracking'],
  'company-deletion': ['company', 'employees', 'subscription'],
  dashboard: ['locations', 'subscription', 'time-tracking'],
  employees: ['company', 'messages', 'second-factor', 'subscription', 'time-tracking'],
  locations: ['subscription', 'time-tracking'],
  messages: ['company', 'subscription'],
  months: ['employees'],
  'own-data': ['auth', 'ledger', 'passkeys', 'second-factor'],
  passkeys: ['auth', 'second-factor'],
  privacy: ['ai-endpoint', 'api-keys', 'company'],
  reports: ['time-tracking'],
  'second-factor': ['employees'],
  subscription: ['company'],
  'time-tracking': ['subscription'],
};

/** The root files of the server that any part of it may know: types and settings, nothing that runs features. */
const sharedServerFiles = ['server/config.ts', 'server/context.ts'];

const root = import.meta.dirname;
const files = globSync('{contract,domain,server,web,locales,scripts,bench,failure,e2e}/**/*.{ts,tsx}', {
  cwd: root,
}).map((file) => file.split(sep).join('/'));

type Import = { from: string; to: string; isTypeOnly: boolean };

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /(import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
  );
  return [...found].flatMap(([, , type, stated, dynamic]) => {
    const specifier = stated ?? dynamic ?? '';
    const path = specifier.startsWith('#')
      ? specifier.slice(1)
      : specifier.startsWith('.')
        ? relative(root, join(root, dirname(file), specifier))
            .split(sep)
            .join('/')
        : undefined;
    return path === undefined
      ? []
      : [{ from: file, to: path.split('?')[0] ?? path, isTypeOnly: Boolean(type) }];
  });
}

const imports = files.flatMap(importsOf);

/** The part a file belongs to, and its feature if it has one. */
function placeOf(file: string): { part: string; feature: string | undefined } | undefined {
  const [top = '', second = '', third = ''] = file.split('/');
  if (second === 'features') return { part: `${top}/features/*`, feature: third };
  const nested = `${top}/${second}`;
  if (nested in parts) return { part: nested, feature: undefined };
  const isDirectlyInTop = file.split('/').length === 2;
  const isFlat = ['contract', 'domain', 'locales', 'scripts', 'bench', 'failure', 'e2e'].includes(top);
  return top in parts && (isDirectlyInTop || isFlat) ? { part: top, feature: undefined } : undefined;
}

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file);

test('every file stands in a known part', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !placeOf(file))).toEqual([]);
});

test('every import of our own leads to a file', () => {
  expect(imports.filter(({ to }) => !existsSync(join(root, to)))).toEqual([]);
});

test('no import climbs over a wall', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [placeOf(from), placeOf(to)];
    if (!here || !there) return true;
    if (here.part === there.part && here.feature === there.feature) return false;
    if (
      isTest(from) &&
      ['server', 'server/platform', 'server/testing', 'server/features/*'].includes(there.part)
    )
      return false;
    if (here.part === there.part) {
      return !(
        here.part.startsWith('server/') && featureEdges[here.feature ?? '']?.includes(there.feature ?? '')
      );
    }
    if (there.part === 'server' && here.part !== 'scripts' && here.part.startsWith('server/')) {
      const isAssembly = ['server/testing', 'server/demo'].includes(here.part);
      return !isAssembly && !sharedServerFiles.includes(to);
    }
    return !parts[here.part]?.includes(there.part);
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('only the folders that may know a package import it', () => {
  const packageRules: [RegExp, RegExp][] = [
    [/^(react|react-dom|@tanstack|radix-ui|lucide-react)/, /^(web|e2e)\//],
    [
      /^(kysely|pg|pg-boss|fastify|@fastify|nodemailer|rate-limiter-flexible|ai$|@ai-sdk)/,
      /^(server|bench|scripts|failure|e2e)\//,
    ],
    [/^node:/, /^(server|scripts|bench|failure|e2e|locales)\/|\.test\.tsx?$/],
  ];
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const packages = [...text.matchAll(/from '([^.#'][^']*)'/g)].map(([, name]) => name ?? '');
    return packages
      .filter((name) => packageRules.some(([known, where]) => known.test(name) && !where.test(file)))
      .map((name) => `${file} -> ${name}`);
  });
  expect(wrong).toEqual([]);
});

/** Neither the static pages with their one form nor the service worker have the API client. */
const mayFetch = ['web/api/request.ts', 'web/site/enhance.ts', 'web/offline/background-sync.ts'];

test('only the API client calls fetch', () => {
  const fetching = files.filter(
    (file) =>
      file.startsWith('web/') &&
      !mayFetch.includes(file) &&
      /\bfetch\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(fetching.filter((file) => !isTest(file) && !file.startsWith('web/pwa/'))).toEqual([]);
});

test('no file imports itself in a circle', () => {
  const graph = Map.groupBy(
    imports.filter((edge) => !edge.isTypeOnly),
    (edge) => edge.from,
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const edge of graph.get(file) ?? []) walk(edge.to, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});
