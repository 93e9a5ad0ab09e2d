import { expect, test } from '@playwright/test';
import { pathFor } from '#domain/paths.ts';

test('smoke', async ({ page }) => {
  await page.goto(process.env.E2E_ORIGIN + pathFor('auth', 'lv'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'lv');
});
