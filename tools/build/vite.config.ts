import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { DEFERRED } from './precache.ts';
import { shortContract } from './short-contract.ts';

/** The web app; `tools/build/build.ts` runs it and writes the HTML around it. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  base: '/',
  publicDir: 'web/public',
  plugins: [shortContract(), react(), tailwindcss()],
  build: {
    outDir: 'dist/web',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    // A list of every page's files would be 2 kB of each first view.
    modulePreload: false,
    // Data URLs would need their own permission in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'web/main.tsx',
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: { compress: true, mangle: { toplevel: true }, codegen: { legalComments: 'none' } },
        codeSplitting: {
          // With each module comes what it imports, unless a group above has it.
          groups: [
            // Changes only with the lockfile: stays in the browsers' caches over our own releases.
            { name: 'platform', tags: ['$initial'], test: /node_modules/, priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'deferred', test: (id) => DEFERRED.some((file) => id.endsWith(file)), priority: 1 },
            // Some 200 bytes each.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
