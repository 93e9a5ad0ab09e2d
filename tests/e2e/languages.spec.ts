/* Which language a page is in (product.md §2, decisions.md §9), and in which time zone it shows times. */
import { expect, type Page } from '@playwright/test';
import { dateText, weekdayDateText } from '#domain/date-text.ts';
import { addDays, dateIn, monthOf } from '#domain/dates.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/languages.ts';
import {
  call,
  desktop,
  employByApi,
  origin,
  provokes,
  recordPast,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const STORED_AS = 'maina_language';

async function expectLanguage(page: Page, language: Language) {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveCSS('direction', 'ltr');
  await expect(page).toHaveTitle(`${say(language)('nav:titles.auth')} · Maina`);
  await expect(page.getByRole('button', { name: say(language)('auth:login.submit') })).toBeVisible();
}

/** In a browser with this preference and this stored choice. */
type Preferences = { locale?: string; cookie?: Language; storage?: Language };

const cases: [string, Preferences, opened: string, leadsTo: string, Language][] = [
  ['the path before everything', { locale: 'pl-PL', cookie: 'pl' }, '/lv/auth', '/lv/auth', 'lv'],
  [
    'the cookie before the storage',
    { cookie: 'lt', storage: 'pl' },
    '/auth?mode=login',
    '/lt/auth?mode=login',
    'lt',
  ],
  ['the browser’s language', { locale: 'lt-LT' }, '/auth#top', '/lt/auth#top', 'lt'],
  ['English for anybody else', { locale: 'de-DE' }, '/auth', '/auth', 'en'],
];

for (const [what, { locale = 'en-GB', cookie, storage }, opened, leadsTo, language] of cases) {
  test(`${what} decides`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    if (cookie) await context.addCookies([{ name: STORED_AS, value: cookie, url: origin }]);
    const page = await context.newPage();
    if (storage) {
      // On about:blank there is no storage to write to.
      provokes(/Failed to read the 'localStorage' property/);
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        STORED_AS,
        storage,
      ] as const);
    }
    await page.goto('about:blank');
    await page.goto(origin + opened);
    await expect(page).toHaveURL(origin + leadsTo);
    await expectLanguage(page, language);
    // Stored on this device, by the sign-in page once somebody uses it.
    await page.keyboard.press('Shift');
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), STORED_AS)).toBe(language);
    const cookies = await context.cookies(origin);
    expect(cookies.find(({ name }) => name === STORED_AS)?.value).toBe(language);
    // The redirect replaced the history entry of the URL without a prefix.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });
}

test('on a page that the server does not redirect, the storage decides before the browser', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ locale: 'lv-LV' })).newPage();
  await page.addInitScript((key) => localStorage.setItem(key, 'pl'), STORED_AS);
  await page.goto(`${origin}/reset-password`);
  await expect(page).toHaveURL(urlOf('resetPassword', 'pl'));
  await expect(page).toHaveTitle(`${say('pl')('nav:titles.resetPassword')} · Maina`);
  await page.context().close();
});

test('the switcher leads to the same page in the other language and keeps what is typed and asked for', async ({
  page,
}) => {
  await page.goto(`${origin}/auth?mode=register&next=%2Freports%3Ftab%3Ddaily-summaries`);
  let before: Language = 'en';
  await page.getByLabel(say('en')('sign-up:companyName')).fill('Ozols SIA');
  for (const language of ['lv', 'pl', 'lt', 'en'] as const) {
    const name = LANGUAGE_NAMES[before];
    await page.getByRole('button', { name: say(before)('nav:languageIs', { language: name }) }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(LANGUAGES.map((known) => LANGUAGE_NAMES[known]));
    await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click();
    const path = language === 'en' ? '' : `/${language}`;
    await expect(page).toHaveURL(
      `${origin}${path}/auth?mode=register&next=%2Freports%3Ftab%3Ddaily-summaries`,
    );
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByLabel(say(language)('sign-up:companyName'))).toHaveValue('Ozols SIA');
    before = language;
  }
  // A link without a prefix keeps the chosen language.
  await page.goto(`${origin}/auth`);
  await expectLanguage(page, 'en');
});

test('a person’s choice applies to their mails, not to the company', async ({ page }) => {
  await registerByApi(page.context(), { language: 'lv' });
  await page.goto(urlOf('dashboard', 'lv'));
  await page.getByRole('button', { name: say('lv')('nav:languageIs', { language: 'Latviešu' }) }).click();
  await page.getByRole('menuitemradio', { name: 'Polski' }).click();
  await expect(page).toHaveURL(urlOf('dashboard', 'pl'));
  await expect(
    page.getByRole('heading', { level: 1, name: say('pl')('dashboard:admin.title') }),
  ).toBeVisible();
  await expect.poll(async () => (await call(page.context(), 'getUser')).language).toBe('pl');
  expect((await call(page.context(), 'getUser')).company.language).toBe('lv');
});

test('every time is shown in the company’s time zone, in the reader’s language', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: desktop,
    timezoneId: 'America/New_York',
    locale: 'lv-LV',
  });
  const { companyId } = await registerByApi(context, { language: 'lv' });
  const { id: locationId } = await call(context, 'createLocation', { body: { name: 'Hall' } });
  const worker = await employByApi(context, await browser.newContext());
  expect(worker.companyId).toBe(companyId);
  await untilNewDay('Europe/Riga');
  // 00:30 in Riga is still the day before in New York, in summer and in winter.
  const day = addDays(monthOf(dateIn(new Date(), 'Europe/Riga')).start, -10);
  await recordPast(worker, locationId, `${day} 00:30 Europe/Riga`, `${day} 08:00 Europe/Riga`);
  const page = await context.newPage();
  const t = say('lv');
  await page.goto(`${urlOf('reports', 'lv')}?start=${day}&end=${day}`);
  const row = page.getByRole('row', { name: /Jānis Kalniņš/ });
  await expect(row).toContainText(`${dateText(day, 'lv')} 00:30`);
  await expect(row).toContainText('08:00');
  await expect(row).toContainText('7:30');
  const { start } = monthOf(day);
  await page.getByRole('button', { name: t('reports:quick.lastMonth') }).click();
  await expect(page).toHaveURL(new RegExp(`start=${start}&`));
  await expect(row).toContainText('00:30');
});

test('today is the company’s day, not the phone’s', async ({ browser }) => {
  // 25 hours apart: never the same date.
  const context = await browser.newContext({ timezoneId: 'Pacific/Pago_Pago' });
  const timezone = 'Pacific/Kiritimati';
  await untilNewDay(timezone);
  await registerByApi(context, { timezone, language: 'lv' });
  const page = await context.newPage();
  for (const name of ['dashboard', 'employee'] as const) {
    await page.goto(urlOf(name, 'lv'));
    await expect(page.getByText(weekdayDateText(dateIn(new Date(), timezone), 'lv'))).toBeVisible();
  }
});

test('a page opened by its English name moves to its own, and is marked in the navigation', async ({
  page,
  context,
}) => {
  await registerByApi(context);
  await page.setViewportSize(desktop);
  await page.goto(`${origin}/pl/schedule?view=week#day`);
  await expect(page).toHaveURL(`${origin}/pl/grafik?view=week#day`);
  const entry = page.getByRole('link', { name: say('pl')('nav:pages.schedule'), exact: true }).first();
  await expect(entry).toHaveAttribute('aria-current', 'page');
});
