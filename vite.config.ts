import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const ENTRY = 'web/main.tsx';
const SIGN_IN = 'web/features/auth/auth-page.tsx';
const LAYOUT = 'web/app/app-layout.tsx';
/** The pages on which people begin once they are signed in. */
const FIRST_PAGES = [
  'web/features/time-tracking/time-tracking-page.tsx',
  'web/features/dashboard/employee-dashboard-page.tsx',
  'web/app/admin-dashboard-page.tsx',
];

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** What a module imports statically, itself included. */
function staticClosure(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) staticClosure(imported, graph, found);
  return found;
}

const closures = new Map<string, Set<string>>();

/**
 * The file of a module that several of the first pages have; null leaves it to the bundler. As one file they weigh less
 * than as fifty.
 */
function chunkOf(id: string, graph: Graph): string | null {
  const has = (file: string) => {
    const path = join(import.meta.dirname, file);
    const closure = closures.get(file) ?? staticClosure(path, graph);
    closures.set(file, closure);
    // Not a page itself: its file has its name.
    return closure.has(id) && (id !== path || file === LAYOUT);
  };
  const isSignedIn = has(LAYOUT) || FIRST_PAGES.filter(has).length > 1;
  if (has(ENTRY) || (has(SIGN_IN) && (isSignedIn || FIRST_PAGES.some(has)))) return 'app';
  return isSignedIn ? 'work' : null;
}

/** The web app; `scripts/build.ts` runs it and writes the HTML around it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: 'web/public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Data URLs would need their own permission in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ENTRY,
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: { compress: true, mangle: { toplevel: true }, codegen: { legalComments: 'none' } },
        codeSplitting: {
          groups: [
            // Changes only with the lockfile: stays in the browsers' caches over our own releases.
            { name: 'platform', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: chunkOf, debugName: 'first pages', test: /^(?!.*node_modules)/ },
            // Some 200 bytes each: those that several pages show come together.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
