import { defineConfig } from '@playwright/test';
import { testBrowser } from '#tools/browser.ts';

/** The browser tests: a real server, a real database, a real Chromium (the system's where there is one). */
export default defineConfig({
  testDir: 'e2e',
  // tests/playwright.engines.config.ts runs them, one at a time.
  testIgnore: 'engines/**',
  globalSetup: './support/browser/global-setup.ts',
  fullyParallel: true,
  // Each waits for a third of its time: for a timer, or for the database.
  workers: '150%',
  // Only a failed test waits that long; a busy machine needs several times what an idle one does for a walk over all pages.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  outputDir: '../test-results/e2e',
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    actionTimeout: 60_000,
    // Requests that a worker answers could not be watched or changed by the tests; pwa.spec.ts has one.
    serviceWorkers: 'block',
    timezoneId: 'America/New_York',
    launchOptions: testBrowser(),
  },
});
