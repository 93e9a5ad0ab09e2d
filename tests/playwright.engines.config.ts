import { defineConfig } from '@playwright/test';
import all from '#tests/playwright.config.ts';

/** Firefox and Safari's engine. `npm test` has time for the story alone, `npm run test:engines` walks over every page. */
export default defineConfig(all, {
  testDir: 'e2e/engines',
  testIgnore: [],
  // Each runs three browsers.
  workers: 1,
  // A folder of its own: a run empties it first, with the pages of failed tests.
  outputDir: '../test-results/engines',
  timeout: 600_000,
  reporter: [['list'], ['json', { outputFile: '../test-results/engines.json' }]],
});
