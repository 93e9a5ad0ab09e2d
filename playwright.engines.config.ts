import { defineConfig } from '@playwright/test';
import all from './playwright.config.ts';

/** Firefox and Safari's engine. `npm test` has time for the story alone, `npm run test:engines` walks over every page. */
export default defineConfig(all, {
  testDir: 'e2e/engines',
  testIgnore: [],
  // Each runs three browsers.
  workers: 1,
  // Beside what the other browser tests have left of failures.
  outputDir: 'test-results/engines',
  timeout: 600_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/engines.json' }]],
});
