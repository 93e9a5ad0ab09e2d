/* Date and time fields follow the language of the screen, not the browser, by keyboard and by touch. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { dateText, weekdayDateText } from '#domain/date-text.ts';
import type { Language } from '#domain/languages.ts';
import { monthText } from '#domain/month-text.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { inFullRun } from '#tests/support/browser/repetition.ts';
import {
  call,
  desktop,
  employByApi,
  origin,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const ZONE = 'Europe/Riga';
const small = { width: 320, height: 640 };

/** How each language shows the same day, and the keys with which it is typed. */
const WRITTEN: Record<Language, { shown: string; keys: string; empty: string; none: string }> = {
  lv: { shown: '22.11.2025', keys: '22112025', empty: 'dd.mm.gggg', none: '31.02.2025' },
  pl: { shown: '22.11.2025', keys: '22.11.2025', empty: 'dd.mm.rrrr', none: '31.02.2025' },
  lt: { shown: '2025-11-22', keys: '20251122', empty: 'mmmm-mm-dd', none: '2025-02-31' },
  en: { shown: '22 Nov 2025', keys: '22112025', empty: 'dd mmm yyyy', none: '31 Feb 2025' },
};

const filter = (page: Page, language: Language, end: 'start' | 'end') =>
  page.getByLabel(say(language)(`reports:filters.${end}`));
const calendarOf = (at: Page | Locator, language: Language) =>
  at.getByRole('dialog', { name: say(language)('dates:calendar') });
const openCalendar = (at: Page | Locator, language: Language) =>
  at.getByRole('button', { name: say(language)('dates:open') });
const dayIn = (calendar: Locator, date: string, language: Language) =>
  calendar.getByRole('button', { name: weekdayDateText(date, language), exact: true });
const reportOf = (page: Page, language: Language, start: string, end: string) =>
  page.goto(`${urlOf('reports', language)}?start=${start}&end=${end}`);

for (const language of ['lv', 'lt', 'en', ...inFullRun<Language>('pl')] as const) {
  test.describe(language, () => {
    const t = say(language);
    const { shown, keys, empty, none } = WRITTEN[language];
    // The browser is an American one.
    test.use({ locale: 'en-US', viewport: desktop });

    test('a date is typed and changed by keyboard, and chosen in the calendar', async ({ page }) => {
      await registerByApi(page.context(), { language });
      await reportOf(page, language, '2025-11-01', '2025-11-30');
      const start = filter(page, language, 'start');
      await expect(start).toHaveValue(dateText('2025-11-01', language));
      await expect(start).toHaveAttribute('placeholder', empty);
      await start.selectText();
      await page.keyboard.press('Delete');
      await page.keyboard.type(keys);
      await expect(start).toHaveValue(shown);
      await expect(page).toHaveURL(/start=2025-11-22&/);

      // The arrow keys change the day, month or year that is selected.
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      const first = language === 'lt' ? '2024-11-22' : '2025-11-21';
      await expect(start).toHaveValue(dateText(first, language));
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await expect(start).toHaveValue(dateText('2025-10-22', language));
      // What is typed replaces the selected month; then the next part is selected.
      await page.keyboard.type('11');
      await page.keyboard.type(language === 'lt' ? '05' : '2024');
      await start.blur();
      await expect(start).toHaveValue(dateText(language === 'lt' ? '2025-11-05' : '2024-11-22', language));

      await start.focus();
      await page.keyboard.press('Alt+ArrowDown');
      const calendar = calendarOf(page, language);
      const at = language === 'lt' ? '2025-11-05' : '2024-11-22';
      await expect(dayIn(calendar, at, language)).toBeFocused();
      await expect(dayIn(calendar, at, language)).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('PageUp');
      await expect(
        calendar.getByText(monthText(language === 'lt' ? '2025-10' : '2024-10', language)),
      ).toBeVisible();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(calendar).toBeHidden();
      await expect(start).toHaveValue(dateText(language === 'lt' ? '2025-09-30' : '2024-10-22', language));
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Escape');
      await expect(calendar).toBeHidden();
    });

    test('what is no date, and a period that ends before it begins, are refused in words', async ({
      page,
    }) => {
      await registerByApi(page.context(), { language });
      await reportOf(page, language, '2025-11-01', '2025-11-30');
      const start = filter(page, language, 'start');
      await expect(start).toHaveValue(dateText('2025-11-01', language));
      await start.fill(none);
      await start.blur();
      await expect(start).toHaveAttribute('aria-invalid', 'true');
      await expect(start).toHaveAccessibleDescription(/\d/);
      await expect(page).toHaveURL(/start=2025-11-01&/);

      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await start.fill(dateText('2025-12-01', language));
      const refusal = page.getByText(t('reports:filters.reversed'));
      await expect(refusal).toBeVisible();
      await expect(start).toHaveAccessibleDescription(t('reports:filters.reversed'));
      await expect(page.getByRole('button', { name: t('reports:exportCsv') })).toHaveCount(0);
      await page.getByRole('tab', { name: t('reports:tabs.daily-summaries') }).click();
      await expect(refusal).toBeVisible();
      await page.reload();
      await expect(refusal).toBeVisible();
      expect(asked.filter((url) => url.includes('/api/reports/'))).toEqual([]);
      await filter(page, language, 'end').fill(dateText('2025-12-31', language));
      await expect(refusal).toBeHidden();
      await expect(page).toHaveURL(/start=2025-12-01&end=2025-12-31/);
      const answer = await page.request.get(
        `${origin}/api/reports/time-entries?startDate=2025-12-01&endDate=2025-11-30`,
      );
      expect(answer.status()).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'validation_failed',
        message: t('validation:dateOrder'),
        issues: [{ path: 'endDate' }],
      });
    });
  });
}

test.describe('by touch', () => {
  test.use({ viewport: small, hasTouch: true, isMobile: true, locale: 'en-US' });

  test('a calendar is a sheet at the lower edge of a phone, with targets for a thumb', async ({ page }) => {
    await registerByApi(page.context(), { language: 'lv' });
    await reportOf(page, 'lv', '2025-11-01', '2025-11-30');
    const start = filter(page, 'lv', 'start');
    await expect(start).toHaveAttribute('inputmode', 'numeric');
    await openCalendar(page, 'lv').first().tap();
    const calendar = calendarOf(page, 'lv');
    const day = dayIn(calendar, '2025-11-19', 'lv');
    await expect(day).toBeVisible();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    for (const target of await calendar.getByRole('button').all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const sheet = await calendar.boundingBox();
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(small.height, 0);
    await judge(page, { inDark: true });
    await calendar.getByRole('button', { name: say('lv')('dates:nextMonth') }).tap();
    await calendar.getByRole('button', { name: say('lv')('dates:previousMonth') }).tap();
    await day.tap();
    await expect(calendar).toBeHidden();
    await expect(start).toHaveValue('19.11.2025');
    await expect(page).toHaveURL(/start=2025-11-19&/);
  });

  test('the calendar of a dialog closes before the dialog does', async ({ page, browser }) => {
    const { page: reports } = await withEntry(
      page,
      await browser.newContext(),
      '2025-10-25',
      '22:00',
      '06:00',
    );
    const dialog = await openEntry(reports);
    const checkOut = dialog.getByLabel(moment('date', 'checkOut'));
    await openCalendar(dialog, 'pl').last().tap();
    const calendar = calendarOf(dialog, 'pl');
    await expect(calendar).toBeVisible();
    await reports.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(checkOut).toHaveValue('26.10.2025');
    await openCalendar(dialog, 'pl').last().tap();
    await dayIn(calendar, '2025-10-25', 'pl').tap();
    await expect(checkOut).toHaveValue('25.10.2025');
    await reports.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

const pl = say('pl');
const moment = (part: 'date' | 'time', end: 'checkIn' | 'checkOut') =>
  pl(`time-entries:moment.${part}`, { legend: pl(`time-entries:fields.${end}`) });

/** An entry that began on that evening and ended on the next morning, and its report in Polish. */
async function withEntry(page: Page, worker: BrowserContext, evening: string, from: string, to: string) {
  await registerByApi(page.context(), { language: 'pl' });
  const { id } = await call(page.context(), 'createLocation', { body: { name: 'Hala' } });
  const employee = await employByApi(page.context(), worker);
  const morning = new Date(Date.parse(evening) + 86_400_000).toISOString().slice(0, 10);
  await recordPast(employee, id, `${evening} ${from} ${ZONE}`, `${morning} ${to} ${ZONE}`);
  await reportOf(page, 'pl', evening, evening);
  return { page, morning };
}

async function openEntry(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Działania: / }).click();
  await page.getByRole('menuitem', { name: pl('reports:actions.edit') }).click();
  return page.getByRole('dialog').first();
}

for (const viewport of [desktop, phone]) {
  test(`where the clocks change, times are typed in 24 hours: ${viewport.width} px`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(viewport);
    await withEntry(page, await browser.newContext(), '2025-10-25', '22:00', '06:00');
    const autumn = await openEntry(page);
    const checkOut = autumn.getByLabel(moment('time', 'checkOut'));
    await expect(checkOut).toHaveValue('06:00');
    await checkOut.selectText();
    await page.keyboard.type('330');
    await expect(checkOut).toHaveValue('03:30');
    await expect(autumn.getByRole('radio', { name: /UTC\+03:00/ })).toBeVisible();
    await autumn.getByRole('radio', { name: /UTC\+02:00/ }).check();
    // An hour later there is only one such time.
    await checkOut.press('Home');
    await checkOut.press('ArrowUp');
    await expect(checkOut).toHaveValue('04:30');
    await expect(autumn.getByRole('radio')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await reportOf(page, 'pl', '2026-03-28', '2026-03-28');
    const employees = await call(page.context(), 'listEmployees');
    const worker = employees.find(({ role }) => role === 'employee');
    const [location] = await call(page.context(), 'listLocations');
    if (!worker || !location) throw new Error('both were created');
    const { companyId } = await call(page.context(), 'getUser');
    await recordPast(
      { id: worker.id, companyId },
      location.id,
      `2026-03-28 22:00 ${ZONE}`,
      `2026-03-29 06:00 ${ZONE}`,
    );
    await page.reload();
    const spring = await openEntry(page);
    const skipped = spring.getByLabel(moment('time', 'checkOut'));
    await skipped.selectText();
    await page.keyboard.type('0330');
    await expect(
      spring.getByText(pl('time-entries:moment.skipped', { time: '03:30', date: '29.03.2026' })),
    ).toBeVisible();
    await skipped.fill('25:00');
    await skipped.blur();
    await expect(skipped).toHaveAttribute('aria-invalid', 'true');
    await skipped.fill('7');
    await skipped.blur();
    await expect(skipped).toHaveValue('07:00');
  });
}

test('paths with /en lead to the path without it, on public pages and inside the app', async ({ page }) => {
  await registerByApi(page.context(), { language: 'lv' });
  await page.goto(urlOf('dashboard', 'lv'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'lv');
  await page.goto(`${origin}/en/reports?start=2025-11-01&end=2025-11-30`);
  await expect(page).toHaveURL(`${origin}/reports?start=2025-11-01&end=2025-11-30`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Inside the app, without asking the server, where the texts of both languages are there already.
  const goInside = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await goInside(urlOf('reports', 'lv'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'lv');
  await goInside('/en/employees?q=a');
  await expect(page).toHaveURL(`${origin}/employees?q=a`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto(`${origin}/en/pricing`);
  await expect(page).toHaveURL(`${origin}/pricing`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
