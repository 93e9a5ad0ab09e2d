import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
      input: 'web/main.tsx',
      output: {
        codeSplitting: {
          groups: [
            // Changes only with the lockfile: stays in the browsers' caches over our own releases.
            {
              name: 'platform',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|i18next|react-i18next)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
