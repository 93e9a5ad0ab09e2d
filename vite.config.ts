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
            // Small and on nearly every page: together they weigh less than as files of their own.
            {
              name: 'parts',
              test: /web[\\/]ui[\\/](alert|badge|button|card|field|input|page-header|skeleton|slot|spinner|states)\.tsx$/,
            },
            // What every page begins with, for the same reason.
            {
              name: 'frame',
              test: /web[\\/]((i18n|language|remember-language)|api[\\/](auth|connection|query-client|request|server-clock)|pwa[\\/](install|reload-guard)|ui[\\/](mark|text-link|toast|dropdown-menu|arrow-keys)|app[\\/](late|language-menu|skip-link))\.tsx?$|domain[\\/](languages|paths|product)\.ts$/,
            },
            // Changes only with the lockfile: stays in the browsers' caches over our own releases.
            {
              name: 'platform',
              priority: 1,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|i18next|react-i18next)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
