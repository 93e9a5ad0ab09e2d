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
              priority: 1,
              test: /node_modules[\\/](?!.*hydration)(react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|i18next|react-i18next)[\\/]/,
            },
            // What every page begins with, and the small parts on nearly every one: as one file they weigh less. Without
            // main.tsx, which awaits texts that wait for this file.
            {
              name: 'frame',
              test: /web[\\/](routes\.tsx|i18n[\\/](flag|i18n|language|remember-language)\.tsx?|api[\\/](auth|connection|last-known|query-client|request|server-clock)\.ts|pwa[\\/]install\.ts|reload[\\/]reload-guard\.ts|ui[\\/](alert|arrow-keys|badge|button|card|dropdown-menu|field|input|mark|page-header|skeleton|slot|spinner|states|text-link|toast)\.tsx?|app[\\/](error-page|guards|home|deferred|language-menu|load-page|mutation-errors|providers|public-layout|root|skip-link|starting)\.tsx?)$|domain[\\/](crockford|dates|languages|paths|product)\.ts$|contract[\\/]table\.ts$/,
            },
            // What people at work look at first, whichever page they begin with.
            {
              name: 'work',
              test: /web[\\/](api[\\/](outbox|expected-scan|keep-sending|time-tracking|work-reports|dashboard|messages|loaded-messages|random-id|attention|subscription)\.ts|time[\\/](company-time\.ts|as-of\.tsx)|dialogs[\\/]lazy-dialog\.tsx|app[\\/](app-layout|user-menu|subscription-notice|attention-badge)\.tsx|ui[\\/](avatar|opening-dialog|theme)\.tsx?|working-time[\\/]missing-check-out\.tsx)$|domain[\\/](hours|location-code|names|shifts)\.ts$|lucide-react[\\/].*[\\/](building-complex|calendar-days|clipboard-list|clock|cloud-upload|log-in|map-pin|message-square-text|moon|qr-code|users)\.m?js$/,
            },
            // Some 200 bytes each: those that several pages show come together.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 6 },
          ],
        },
      },
    },
  },
});
