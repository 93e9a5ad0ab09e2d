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
              test: /node_modules[\\/](?!.*hydration)(react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|i18next|react-i18next)[\\/]/,
            },
            // Small and on nearly every page: together they weigh less than as files of their own.
            {
              name: 'parts',
              test: /web[\\/]ui[\\/](alert|arrow-keys|badge|button|card|dropdown-menu|field|input|mark|page-header|skeleton|slot|spinner|states|toast)\.tsx$/,
            },
            // The frame's and the phone's first view: none of them is needed before somebody has signed in.
            {
              name: 'work-icons',
              test: /lucide-react[\\/].*[\\/](building-complex|calendar-days|clipboard-list|clock|cloud-upload|log-in|map-pin|message-square-text|moon|qr-code|users)\.m?js$/,
            },
            // Some 200 bytes each: those that several pages show come together.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 6 },
            // On every page of the app.
            {
              name: 'core',
              test: /(web[\\/](i18n|language|remember-language|api[\\/](request|server-clock|query-client|auth|last-known))\.ts|domain[\\/](languages|product|paths|dates|crockford)\.ts)$/,
            },
            // What people at work look at first, whichever page they begin with.
            {
              name: 'work',
              test: /(web[\\/](api[\\/](outbox|attention|subscription|expected-scan|keep-sending|time-tracking|work-reports|dashboard|messages|loaded-messages|random-id)\.ts|(company-time|lazy-dialog|as-of)\.tsx?|ui[\\/](opening-dialog|avatar|theme)\.tsx?|working-time[\\/]missing-check-out\.tsx)|domain[\\/](hours|location-code|names)\.ts)$/,
            },
          ],
        },
      },
    },
  },
});
