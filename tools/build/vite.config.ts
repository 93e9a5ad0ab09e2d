import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { shortContract } from './short-contract.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = 'web/main.tsx';
const SIGN_IN = 'web/features/auth/auth-page.tsx';
const TIME_TRACKING = 'web/features/time-tracking/time-tracking-page.tsx';
const DASHBOARD = 'web/app/admin-dashboard-page.tsx';
/** The pages on which people begin once they are signed in. */
const FIRST_PAGES = [TIME_TRACKING, 'web/features/dashboard/employee-dashboard-page.tsx', DASHBOARD];

const isFirstPage = (file: string) =>
  [SIGN_IN, ...FIRST_PAGES].some((page) => file.includes(`/${basename(page, '.tsx')}-`));

/** What each page loads when it is on screen. */
const DEFERRED = [
  'web/app/deferred-parts.ts',
  'web/queue/last-known.ts',
  'web/recording/outbox-runner.ts',
  'web/features/time-tracking/page-parts.ts',
];

type ModuleInfo = { code: string | null; importedIds: string[] };
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/** The index of the icons, which names every one: whoever imports it has only those that they name themselves. */
const ICON_INDEX = fileURLToPath(import.meta.resolve('lucide-react')).replace(
  /cjs.*$/,
  'esm/lucide-react.mjs',
);
const iconFiles = new Map(
  [...readFileSync(ICON_INDEX, 'utf8').matchAll(/^export \{(.*)\} from '(.*)'/gm)].flatMap(
    ([, names = '', file = '']) =>
      [...names.matchAll(/as (\w+)/g)].map(
        ([, name = '']) => [name, join(dirname(ICON_INDEX), file)] as const,
      ),
  ),
);

function importsOf({ code, importedIds }: ModuleInfo): string[] {
  if (!importedIds.includes(ICON_INDEX)) return importedIds;
  const [, names = ''] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code ?? '') ?? [];
  const icons = [...names.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].flatMap(
    ([, name = '']) => iconFiles.get(name) ?? [],
  );
  return [...importedIds.filter((id) => id !== ICON_INDEX), ...icons];
}

/** What a module imports statically, itself included. */
function staticClosure(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  const info = graph.getModuleInfo(id);
  for (const imported of info ? importsOf(info) : []) staticClosure(imported, graph, found);
  return found;
}

const closures = new Map<string, Set<string>>();

/** Whether a file imports a module statically. */
function has(file: string, id: string, graph: Graph): boolean {
  const closure = closures.get(file) ?? staticClosure(join(ROOT, file), graph);
  closures.set(file, closure);
  return closure.has(id);
}

/**
 * The file of a module that several of the first pages have; null leaves it to the bundler. As one file they weigh less
 * than as fifty.
 */
function chunkOf(id: string, graph: Graph): string | null {
  const isIn = (file: string) => has(file, id, graph);
  // Not a page itself: its file has its name.
  const isPage = [SIGN_IN, ...FIRST_PAGES].some((file) => id === join(ROOT, file));
  if (isPage) return null;
  const pages = FIRST_PAGES.filter(isIn).length;
  const isDeferred = DEFERRED.some(isIn);
  if (isIn(ENTRY) || (isIn(SIGN_IN) && (pages > 0 || isDeferred))) return 'app';
  if (pages > 0 && (isDeferred || (pages > 1 && isIn(TIME_TRACKING)))) return 'work';
  if (isDeferred) return 'deferred';
  if (isIn(SIGN_IN)) return 'sign-in';
  if (pages > 1) return 'boards';
  // What the locations' board shares with later pages.
  const isOwn = /[\\/]web[\\/](app|features)[\\/]/.test(id);
  return isIn(DASHBOARD) && !isOwn ? 'board-parts' : null;
}

/** Icons that no first page has. */
function laterIcons(id: string, graph: Graph): string | null {
  return [SIGN_IN, ...FIRST_PAGES, ...DEFERRED].some((file) => has(file, id, graph)) ? null : 'icons';
}

/** The web app; `tools/build/build.ts` runs it and writes the HTML around it. */
export default defineConfig({
  root: ROOT,
  base: '/',
  publicDir: 'web/public',
  plugins: [shortContract, react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // A list of every page's files would itself be 2 kB of the first view; later pages find theirs one after another.
      resolveDependencies: (file, dependencies) => (isFirstPage(file) ? dependencies : []),
    },
    // Data URLs would need their own permission in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ENTRY,
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: { compress: true, mangle: { toplevel: true }, codegen: { legalComments: 'none' } },
        codeSplitting: {
          // What a module imports has a file by the same rules.
          includeDependenciesRecursively: false,
          groups: [
            // Changes only with the lockfile: stays in the browsers' caches over our own releases.
            { name: 'platform', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'platform', test: /rolldown[\\/]runtime/, priority: 1 },
            {
              name: chunkOf,
              debugName: 'first pages',
              test: /^(?!.*node_modules(?![\\/](lucide-react|idb)))/,
            },
            // Some 200 bytes each: those that several pages show come together.
            {
              name: laterIcons,
              debugName: 'later icons',
              test: /node_modules[\\/]lucide-react[\\/]/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
