/*
 * Counts what a person has to choose from, and how long the pages are, in the demo company: `npm run choices` prints a table
 * and writes a picture of each page to `dist/choices`, for a phone and a desktop, light and dark. `npm run choices -- lv`
 * does so in another language. Fewer is better.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isLanguage } from '#domain/languages.ts';
import type { PageName, PathParams } from '#domain/paths.ts';
import { startTestCluster } from '#tests/support/test-cluster.ts';
import { ensureWebIsBuilt } from '#tools/build/build.ts';
import { STILLS_AT } from './stills.ts';
import { desktop, openStudio, phone, root, SCHEMES, settle } from './studio.ts';

type Screen = { name: PageName; params?: PathParams; query?: string };

const ofAdministrator: Screen[] = [
  ...(['dashboard', 'employees', 'locations', 'schedule', 'absences', 'corrections'] as const).map(
    (name) => ({ name }),
  ),
  { name: 'reports' },
  { name: 'reports', query: '?tab=months' },
  { name: 'reports', query: '?tab=time-entries' },
  ...(['messages', 'account', 'subscription', 'settings', 'settingsTime', 'settingsAbsences'] as const).map(
    (name) => ({ name }),
  ),
  ...(['settingsPayroll', 'kiosks', 'settingsData'] as const).map((name) => ({ name })),
];
const ofWorker: Screen[] = [
  ...(['employee', 'timeTracking', 'myHours', 'workReports', 'messages', 'account'] as const).map((name) => ({
    name,
  })),
  { name: 'myMonth', params: { month: STILLS_AT.slice(0, 7) } },
];

/** Links, buttons and fields that are seen in the page's main part. */
const countChoices = (page: Page) =>
  page
    .locator('main')
    .locator('a, button, input, select, textarea, summary')
    .filter({ visible: true })
    .count();
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

const folder = join(root, 'dist/choices');
async function takePictures(page: Page, name: string, width: number): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const path = join(folder, `${name}.${language}.${width}.${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  }
}

const [asked] = process.argv.slice(2);
const language = isLanguage(asked) ? asked : 'en';
mkdirSync(folder, { recursive: true });
await ensureWebIsBuilt();
const cluster = await startTestCluster();
const studio = await openStudio(cluster, { language, scheme: 'light' }, STILLS_AT);
try {
  console.log('| Page | Choices, 1280 px | Height, 1280 px | Height, 390 px |\n|---|---|---|---|');
  for (const [who, screens] of [
    [studio.signIn.admin, ofAdministrator],
    [studio.signIn.employee, ofWorker],
  ] as const) {
    const page = await studio.open(desktop, who);
    for (const { name, ...options } of screens) {
      await studio.goto(page, name, options);
      const [choices, high] = [await countChoices(page), await heightOf(page)];
      const file = `${who === studio.signIn.admin ? 'owner' : 'worker'}-${name}${options.query?.replace('?tab=', '-') ?? ''}`;
      await takePictures(page, file, desktop.viewport.width);
      await page.setViewportSize(phone.viewport);
      await settle(page);
      await takePictures(page, file, phone.viewport.width);
      console.log(`| ${name}${options.query ?? ''} | ${choices} | ${high} | ${await heightOf(page)} |`);
      await page.setViewportSize(desktop.viewport);
    }
    await page.getByRole('banner').getByRole('button', { expanded: false }).last().click();
    const items = page.getByRole('menuitem').filter({ visible: true });
    await items.first().waitFor();
    console.log(`| user menu | ${await items.count()} | | |`);
  }
} finally {
  await studio.close();
  await cluster.stop();
}
