/* The sign-in page as a public page: its form is in the HTML, and usable before the app's code is there. */
import { expect, type Page } from '@playwright/test';
import { isTold } from '#tests/support/browser/messages.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import {
  isTakenOver,
  origin,
  ownPassword,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

test.use({ viewport: phone });

/** Holds back the app's code; the returned function lets it through. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/main-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const language of eachLanguage('lv')) {
  test(`${language}: the form is there before the code, which takes it over without a word`, async ({
    page,
  }) => {
    const t = say(language);
    const said: string[] = [];
    const asked: string[] = [];
    // The tests' browsers block workers, and say so.
    page.on('console', (message) => /Service Worker/.test(message.text()) || said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const release = await holdCode(page);
    await page.goto(urlOf('auth', language), { waitUntil: 'commit' });
    const email = page.getByLabel(t('auth:email'));
    await email.fill('anna@example.test');
    await email.evaluate((input) => Object.assign(input, { isFirst: true }));
    await expect(page).toHaveTitle(`${t('nav:titles.auth')} · Maina`);
    release();
    await isTakenOver(page);
    await allIsLoaded(page);
    await expect(email).toHaveValue('anna@example.test');
    await expect(email).toBeFocused();
    expect(await email.evaluate((input) => 'isFirst' in input)).toBe(true);
    expect(said).toEqual([]);
    expect(asked).not.toContain('/api/user');
  });
}

test('what was typed and sent before the code was there is sent once it is', async ({ page, browser }) => {
  const t = say('lv');
  const owner = await registerByApi(await browser.newContext());
  const release = await holdCode(page);
  await page.goto(`${urlOf('auth', 'lv')}?next=${encodeURIComponent('/reports')}`, { waitUntil: 'commit' });
  await page.getByLabel(t('auth:email')).fill(owner.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(ownPassword);
  await page.keyboard.press('Enter');
  await expect(page.locator('form[data-waits]')).toBeVisible();
  expect(page.url()).not.toContain(ownPassword);
  release();
  await expect(page).toHaveURL(urlOf('reports', 'lv'));

  // Going back, nothing says that nobody is signed in.
  await page.goto(urlOf('auth', 'lv'));
  await expect(page).toHaveURL(urlOf('dashboard', 'lv'));
});

test('what was typed before the code was there is still there on the other tab', async ({ page }) => {
  const t = say('en');
  const release = await holdCode(page);
  await page.goto(urlOf('auth', 'en'), { waitUntil: 'commit' });
  await page.getByLabel(t('auth:email')).fill('anna@example.test');
  release();
  await isTakenOver(page);
  await page.getByRole('tab', { name: t('auth:tabs.register') }).click();
  await expect(page.getByLabel(t('sign-up:companyName'))).toBeVisible();
  await expect(page.getByLabel(t('auth:email'))).toHaveValue('anna@example.test');
});

test('the code is loaded but runs only once the page is used; a button pressed before works then', async ({
  page,
}) => {
  const t = say('en');
  // The ten seconds after which it runs anyway never pass.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (act: () => void, ms?: number) => setTimeout(act, ms === 10_000 ? 2 ** 31 - 1 : ms),
    });
  });
  await page.goto(urlOf('auth', 'en'));
  await allIsLoaded(page);
  expect(await page.evaluate(() => 'beforeCode' in window && window.beforeCode !== undefined)).toBe(true);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('tab', { name: t('auth:tabs.register') }).click();
  await expect(page.getByLabel(t('sign-up:companyName'))).toBeVisible();
});

test('each form is in the address, also before the code is there', async ({ page }) => {
  const t = say('pl');
  const release = await holdCode(page);
  await page.goto(`${urlOf('auth', 'pl')}?mode=register`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth:register.title'));
  await expect(page.getByLabel(t('auth:email'))).toHaveCount(0);
  release();
  await expect(page.getByLabel(t('sign-up:companyName'))).toBeVisible();
});

test('a link pressed before the code is there leads to its form, and keeps where somebody wanted to go', async ({
  page,
}) => {
  const t = say('en');
  await holdCode(page);
  await page.goto(`${urlOf('auth', 'en')}?next=%2Fmy-hours`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: t('auth:login.withCompany') }).click();
  await expect(page).toHaveURL(`${urlOf('auth', 'en')}?next=%2Fmy-hours&mode=company`);
});

test('without JavaScript the page says what it needs, and no password gets into an address', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const t = say('lt');
  await page.goto(urlOf('auth', 'lt'));
  // Playwright does not read text inside noscript.
  await expect(page.locator('noscript p')).toBeVisible();
  expect(await page.content()).toContain(t('site:needsScript'));
  await page.getByLabel(t('auth:email')).fill('anna@example.test');
  await page.getByLabel(t('auth:password'), { exact: true }).fill('secret words');
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await page.waitForLoadState();
  expect(page.url()).not.toContain('secret');
  await page.context().close();
});

test('signing in, then going back past it, does not show the form again', async ({ page, browser }) => {
  const t = say('en');
  const owner = await registerByApi(await browser.newContext());
  await page.goto(urlOf('auth', 'en'));
  await page.getByLabel(t('auth:email')).fill(owner.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill('wrong');
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await isTold(page, t('auth:login.failed'));
  await page.getByLabel(t('auth:password'), { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));
  await page.goto(`${origin}/auth`);
  await page.goto(urlOf('employees', 'en'));
  await page.goBack();
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));
});
