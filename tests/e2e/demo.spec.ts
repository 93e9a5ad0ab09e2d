/* The live demo: from the landing page into the company that visitors share, and out again. */
import { expect, type Page } from '@playwright/test';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { desktop, phone, say, test, urlOf } from '#tests/support/browser/support.ts';

const language = 'lv';
const t = say(language);
const noticeOn = (page: Page) => page.getByRole('complementary', { name: t('demo:label') });

test('a visitor looks around as administrator and as employee, changes nothing, and signs up', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'lv-LV', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(urlOf('landing', language));
  const enter = page.getByRole('button', { name: t('site-landing:demo.button') });
  // At the start of the server a job makes the company.
  await expect(async () => {
    await enter.click();
    await expect(page).toHaveURL(urlOf('dashboard', language), { timeout: 5_000 });
  }).toPass();
  await expect(noticeOn(page)).toContainText(t('demo:text'));
  await judge(page);

  // The demo's plan has room for further employees.
  await page.goto(urlOf('employees', language));
  // It comes after the page and moves it, which a click must not meet.
  await expect(noticeOn(page)).toBeVisible();
  await page.getByRole('button', { name: t('employees:add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('employees:form.firstName'), { exact: true }).fill('<b>Sveiki!</b>');
  await dialog.getByLabel(t('employees:form.lastName'), { exact: true }).fill('Ozols');
  await dialog.getByLabel(t('employees:form.email')).fill('ozols@example.com');
  await dialog.getByRole('button', { name: t('employees:add') }).click();
  await isTold(page, t('errors:demo_read_only'));

  for (const name of ['rollCall', 'reports', 'employees', 'account'] as const) {
    await page.goto(urlOf(name, language));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(noticeOn(page), name).toBeVisible();
  }

  await page.setViewportSize(phone);
  await noticeOn(page)
    .getByRole('button', { name: t('demo:as.employee') })
    .click();
  await expect(page).toHaveURL(urlOf('employee', language));
  await expect(noticeOn(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);

  await noticeOn(page)
    .getByRole('button', { name: t('demo:start') })
    .click();
  await expect(page).toHaveURL(`${urlOf('auth', language)}?mode=register`);
  await expect(page.getByLabel(t('sign-up:companyName'), { exact: true })).toBeVisible();
  await context.close();
});

test('without JavaScript the landing page offers no demo that could not open', async ({ browser }) => {
  const context = await browser.newContext({ viewport: desktop, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(urlOf('landing', 'en'));
  await expect(page.locator('[data-demo]')).toBeHidden();
  await context.close();
});

test('the film plays over its still, can be paused, and stays away from those who want no motion', async ({
  browser,
}) => {
  const open = async (reducedMotion: 'reduce' | 'no-preference', viewport = desktop) => {
    const context = await browser.newContext({ viewport, colorScheme: 'dark', reducedMotion });
    const page = await context.newPage();
    await page.clock.install();
    const films: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.mp4')) films.push(new URL(request.url()).pathname);
    });
    await page.goto(urlOf('landing', 'pl'));
    await page.clock.runFor(2_000);
    return { page, films };
  };
  const moving = await open('no-preference');
  await expect.poll(() => moving.films[0]).toBe('/site/hero.pl.dark.mp4');
  const pause = moving.page.getByRole('button', { name: say('pl')('site-landing:hero.film.pause') });
  const film = moving.page.locator('[data-film] video');
  // Chromium as Playwright distributes it cannot decode H.264: then the still stays, without a button.
  const canPlay = await moving.page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.64001f"'),
  );
  if (canPlay) {
    await pause.click();
    await expect(film).toHaveJSProperty('paused', true);
    await moving.page.getByRole('button', { name: say('pl')('site-landing:hero.film.play') }).click();
    await expect(film).toHaveJSProperty('paused', false);
  } else {
    await expect(film).toHaveCount(0);
  }
  await moving.page.context().close();

  // The phone's smaller still has the same film.
  const onPhone = await open('no-preference', phone);
  await expect.poll(() => onPhone.films[0]).toBe('/site/hero.pl.dark.mp4');
  await onPhone.page.context().close();

  const still = await open('reduce');
  await expect(still.page.locator('[data-film] img')).toBeVisible();
  await expect(still.page.locator('[data-film] button')).toBeHidden();
  expect(still.films).toEqual([]);
  await still.page.context().close();
});
