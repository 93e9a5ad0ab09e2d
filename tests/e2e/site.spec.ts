import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { SITE_PAGES, type SitePage } from '#domain/site.ts';
import { axeFaults, COLOURS, WCAG } from '#tests/support/browser/axe.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import {
  desktop,
  mailTo,
  origin,
  phone,
  registerByApi,
  say,
  test,
  uniqueEmail,
  urlOf,
} from '#tests/support/browser/support.ts';

const missing = (language: Language) =>
  `${origin}${pathFor('landing', language).replace(/\/$/, '')}/nothing-here`;
const addressesIn = (language: Language) => [
  ...SITE_PAGES.map((page) => urlOf(page, language)),
  missing(language),
];

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  return context.newPage();
}

for (const language of eachLanguage('lv')) {
  // The dark theme has the same colours in every language, and what else could break is the same as in the light one.
  for (const colorScheme of language === 'lv' ? (['light', 'dark'] as const) : (['light'] as const)) {
    const rules = colorScheme === 'dark' ? COLOURS : [...WCAG, 'best-practice'];
    test(`${language}, ${colorScheme}: every public page is accessible, fits and makes no requests to other hosts`, async ({
      browser,
    }) => {
      const page = await open(browser, { viewport: phone, colorScheme });
      const foreign: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(origin)) foreign.push(request.url());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      for (const address of addressesIn(language)) {
        await page.goto(address);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        // Closed answers are checked as well.
        for (const details of await page.locator('main details').all()) {
          await details.evaluate((element: HTMLDetailsElement) => {
            element.open = true;
          });
        }
        expect(await axeFaults(page, rules), address).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(phone.width);
      }
      expect([foreign, errors]).toEqual([[], []]);
      await page.context().close();
    });
  }

  test(`${language}: every link and anchor leads somewhere, in the same language`, async ({ request }) => {
    const anchors = new Map<string, Set<string>>();
    const headers = { 'accept-language': language };
    const read = async (address: string) => {
      const known = anchors.get(address);
      if (known) return known;
      const answer = await request.get(address, { headers });
      expect(answer.status(), address).toBe(200);
      const html = await answer.text();
      const isPage = answer.headers()['content-type']?.includes('html');
      if (isPage && !address.includes('/api/'))
        expect(html, address).toMatch(new RegExp(`<html lang="${language}"[ >]`));
      const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
      anchors.set(address, ids);
      return ids;
    };
    for (const address of SITE_PAGES.map((page) => urlOf(page, language))) {
      const html = await (await request.get(address, { headers })).text();
      const withoutSwitch = html.replace(/<a [^>]*data-language[^>]*>/g, '');
      const links = [...withoutSwitch.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(10);
      for (const link of links.map((href) => new URL(href, address))) {
        if (link.origin !== origin) {
          expect(['mailto:', 'https:']).toContain(link.protocol);
          continue;
        }
        const ids = await read(link.origin + link.pathname);
        if (link.hash) expect([...ids], `${address} -> ${link.href}`).toContain(link.hash.slice(1));
      }
    }
  });

  test(`${language}: complete without JavaScript`, async ({ browser }) => {
    const t = say(language);
    const page = await open(browser, { viewport: desktop, javaScriptEnabled: false });
    await page.goto(urlOf('landing', language));
    const answer = page.getByText(t('site-landing:faq.items.cancel.answer'));
    await expect(answer).toBeHidden();
    await page.getByText(t('site-landing:faq.items.app.question')).click();
    await page.getByText(t('site-landing:faq.items.cancel.question')).click();
    await expect(answer).toBeVisible();
    await expect(page.getByText(t('site-landing:faq.items.app.answer'))).toBeVisible();
    await expect(page.locator('#how-it-works noscript img[src*=scanner]')).toBeVisible();
    await page.goto(urlOf('contact', language));
    await expect(page.getByRole('button', { name: t('site-pages:contact.submit') })).toBeHidden();
    // Playwright does not read text inside noscript.
    await expect(page.locator('noscript a[href="mailto:support@maina.invalid"]')).toBeVisible();
    await page.context().close();
  });
}

test('the landing page is short enough to be read', async ({ browser }) => {
  const page = await open(browser, { viewport: desktop });
  for (const [width, limit] of [
    [1280, 8_000],
    [390, 12_000],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const language of LANGUAGES) {
      await page.goto(urlOf('landing', language));
      // Pictures have their size before they are loaded.
      await expect(page.locator('noscript[data-late]')).toHaveCount(0);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height, `${language}, ${width} px wide`).toBeLessThanOrEqual(limit);
    }
  }
  await page.context().close();
});

test('a page that does not exist leads on to the tutorials', async ({ browser }) => {
  const page = await open(browser, { viewport: phone });
  await page.goto(missing('lt'));
  await page
    .getByRole('main')
    .getByRole('link', { name: say('lt')('site:nav.tutorials') })
    .click();
  await expect(page).toHaveURL(urlOf('tutorials', 'lt'));
  await page.context().close();
});

test('the language switch keeps page, query and hash, and the choice', async ({ browser }) => {
  const page = await open(browser, { viewport: desktop, locale: 'en-GB' });
  await page.goto(`${urlOf('features', 'en')}?from=mail#main`);
  const choose = async (from: Language, to: Language) => {
    const name = say(from)('nav:languageIs', { language: LANGUAGE_NAMES[from] });
    await page.locator(`summary[aria-label$="${name}"]`).click();
    await page.getByRole('link', { name: LANGUAGE_NAMES[to], exact: true }).click();
  };
  await choose('en', 'lv');
  await expect(page).toHaveURL(`${urlOf('features', 'lv')}?from=mail#main`);
  await choose('lv', 'lt');
  await expect(page).toHaveURL(`${urlOf('features', 'lt')}?from=mail#main`);
  await page.goto(`${urlOf('pricing', 'en')}?a=b`);
  await expect(page).toHaveURL(`${urlOf('pricing', 'lt')}?a=b`);
  await choose('lt', 'en');
  await expect(page).toHaveURL(`${urlOf('pricing', 'en')}?a=b`);
  await page.goto(urlOf('auth', 'en'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.context().close();
});

test('on a phone, signing in is in the header, and nothing of the header is cut', async ({ browser }) => {
  const page = await open(browser, { viewport: phone });
  for (const language of LANGUAGES) {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: phone.height });
      await page.goto(urlOf('landing', language));
      const signIn = page.getByRole('banner').getByRole('link', { name: say(language)('site:nav.signIn') });
      await expect(signIn).toBeInViewport({ ratio: 1 });
      const box = await page.locator(`summary[aria-label="${say(language)('site:nav.menu')}"]`).boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0), `${language} ${width}`).toBeLessThanOrEqual(width);
    }
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: say('lt')('site:nav.signIn') })
    .click();
  await expect(page).toHaveURL(urlOf('auth', 'lt'));
  await page.context().close();
});

test('without JavaScript the language switch works too', async ({ browser }) => {
  const page = await open(browser, { viewport: desktop, locale: 'lv-LV', javaScriptEnabled: false });
  await page.goto(urlOf('pricing', 'en'));
  await expect(page).toHaveURL(urlOf('pricing', 'lv'));
  await page.locator('summary').first().click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page
    .getByRole('link', { name: say('en')('site:nav.tutorials') })
    .first()
    .click();
  await expect(page).toHaveURL(urlOf('tutorials', 'en'));
  await page.context().close();
});

test('pictures below the first view come once the page is loaded', async ({ browser }) => {
  const page = await open(browser, { viewport: phone });
  await page.goto(urlOf('landing', 'lv'));
  const picture = page.locator('#how-it-works img[src*=scanner]');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.locator('noscript[data-late]')).toHaveCount(0);
  await page.context().close();
});

test('menus close with Escape and with a click outside', async ({ browser }) => {
  const page = await open(browser, { viewport: phone });
  await page.goto(urlOf('landing', 'pl'));
  const summary = page.locator(`summary[aria-label="${say('pl')('site:nav.menu')}"]`);
  await summary.click();
  await expect(page.locator('details[data-menu][open]')).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('details[data-menu][open]')).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await summary.click();
  await page.locator('details[data-menu][open] nav a[href="#pricing"]').click();
  await expect(page.locator('details[data-menu][open]')).toHaveCount(0);
  await expect(page.locator('#pricing')).toBeInViewport();
  await page.context().close();
});

test('the contact form reports missing fields, then sends the message', async ({ browser }) => {
  const language = 'lv';
  const t = say(language);
  const page = await open(browser, { viewport: phone, locale: 'lv-LV' });
  await page.goto(urlOf('contact', language));
  const label = (name: string) => page.getByLabel(t(`site-pages:contact.${name}`), { exact: true });
  const submit = page.getByRole('button', { name: t('site-pages:contact.submit') });
  await label('email').fill('nobody');
  await submit.click();
  await expect(page.getByText(t('validation:nameRequired'))).toBeVisible();
  await expect(page.getByText(t('validation:email'))).toBeVisible();
  await expect(label('name')).toBeFocused();
  await expect(label('name')).toHaveAttribute('aria-invalid', 'true');

  const email = uniqueEmail('visitor');
  const subject = `Jautājums ${email}`;
  await label('name').fill('Ilze');
  await label('email').fill(email);
  await label('subject').fill(subject);
  await label('message').fill('Labdien!');
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(t('site-pages:contact.failed'));
  await submit.click();
  await expect(page.getByText(t('site-pages:contact.sentText'))).toBeVisible();
  await mailTo('support@maina.invalid', new RegExp(email.replaceAll('.', '\\.')));
  await page.context().close();
});

test('signed-in people are redirected to their own page at once', async ({ browser }) => {
  const page = await open(browser, { viewport: desktop, locale: 'en-GB' });
  await registerByApi(page.context());
  await page.goto(urlOf('landing', 'lt'));
  await expect(page).toHaveURL(urlOf('dashboard', 'lt'));
  const shown: SitePage = 'pricing';
  await page.goto(urlOf(shown, 'lt'));
  await expect(page).toHaveURL(urlOf(shown, 'lt'));
  await page.context().close();
});
