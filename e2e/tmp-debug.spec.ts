import { test } from '@playwright/test';
import { call, registerByApi, urlOf } from './support.ts';
for (const withToast of [false, true]) test(`dbg ${withToast}`, async ({ page }) => {
  await registerByApi(page.context());
  if (!withToast) await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  await page.goto(urlOf('locations', 'en'));
  if (withToast) {
    await page.getByRole('button', { name: 'Add location' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Hall');
    await page.keyboard.press('Enter');
  }
  const qr = page.getByRole('button', { name: 'QR code: Hall' });
  await qr.focus();
  await page.keyboard.press('Enter');
  const d = page.getByRole('dialog', { name: 'Hall' });
  await d.locator(':focus').waitFor();
  await page.waitForTimeout(1500);
  for (const wait of [1000, 1000, 6000, 1000]) {
  console.log(withToast, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 100)), await page.getByText('Location added').count());
    await page.keyboard.press('Escape');
    await page.waitForTimeout(wait);
    console.log('open?', await d.count());
  }
});
