import { defineConfig } from '@playwright/test';
import all from './playwright.config.ts';

/** The walk over every page in all engines, which `npm test` has no time for. */
export default defineConfig(all, {
  testDir: 'e2e/engines',
  testIgnore: [],
  // Each runs three browsers.
  workers: 1,
  retries: 0,
  timeout: 1_200_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/engines.json' }]],
});
