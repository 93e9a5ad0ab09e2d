/* The assistant without a language model: a day's report, and the built-in questions with their tables. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { dateText } from '#domain/date-text.ts';
import { addDays, dateIn, weekOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { inFullRun } from '#tests/support/browser/repetition.ts';
import {
  call,
  desktop,
  employByApi,
  endTrial,
  noonZone,
  openAiReport,
  phone,
  provokes,
  recordPast,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const location = 'Kaltes/Brīvības darbnīca';
const today = dateIn(Date.now(), noonZone);
const yesterday = addDays(today, -1);

const looks: { language: Language; viewport: typeof desktop }[] = [
  { language: 'lv', viewport: desktop },
  ...inFullRun({ language: 'en' as const, viewport: phone }),
];

/** Yesterday Jānis worked 8.5 hours and reported on it, the administrator worked 1 hour and did not. */
async function workYesterday(page: Page) {
  const admin = page.context();
  const browser = admin.browser();
  if (!browser) throw new Error('no browser');
  const owner = await registerByApi(admin, { timezone: noonZone });
  const { id } = await call(admin, 'createLocation', { body: { name: location } });
  const janis = await browser.newContext();
  const worker = await employByApi(admin, janis);
  const at = (time: string) => `${yesterday} ${time} ${noonZone}`;
  await recordPast(worker, id, at('08:00'), at('16:30'));
  await recordPast(owner, id, at('09:00'), at('10:00'));
  await call(janis, 'createWorkReports', {
    body: { items: [{ units: 'm2', quantity: 12.5, description: 'Parquet' }] },
  });
  return owner;
}

for (const { language, viewport } of looks) {
  test.describe(language, () => {
    test.use({ viewport });
    const t = say(language);
    const decimal = (text: string) => (language === 'en' ? text : text.replace('.', ','));

    test('a day’s report is composed, downloaded, and not generated a second time', async ({ page }) => {
      await workYesterday(page);
      await call(page.context(), 'updateUser', { body: { language } });
      await page.goto(urlOf('dashboard', language));
      await openAiReport(page, location, language);
      const dialog = page.getByRole('dialog', { name: t('ai-reports:title', { location }) });
      const date = dialog.getByLabel(t('ai-reports:date'));
      await expect(date).toHaveValue(dateText(today, language));

      await date.fill(addDays(today, 3));
      const generate = dialog.getByRole('button', { name: t('ai-reports:generate') });
      await generate.click();
      await expect(date).toHaveAccessibleDescription(t('validation:dateInFuture'));

      await date.fill(yesterday);
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/ai-report')) asked += 1;
      });
      // The second click comes before the answer.
      const clicked = Promise.withResolvers<void>();
      await page.route('**/ai-report', async (route) => {
        await clicked.promise;
        await route.continue();
      });
      await generate.dblclick();
      await expect(dialog.getByText(t('ai-reports:generating'))).toBeVisible();
      clicked.resolve();
      await expect(page.getByText(t('ai-reports:made'), { exact: true }).first()).toBeVisible();
      expect(asked).toBe(1);
      const report = dialog.getByRole('region', { name: t('ai-reports:text') });
      for (const words of [
        'Jānis Kalniņš',
        `${t('common:hours', { hours: '8:30' })} (08:00–16:30)`,
        `${decimal('12.5')} m²`,
        `${t('ai-reports:report.missingReports')}: Anna Bērziņa`,
        t('ai-reports:report.byCode'),
      ]) {
        await expect(report).toContainText(words);
      }
      const facts = dialog.getByRole('table', { name: t('ai-reports:facts') });
      await expect(facts).toContainText('Jānis Kalniņš');
      await expect(facts).toContainText(`${decimal('12.5')} m²: Parquet`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);

      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: t('ai-reports:download') }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`ai-report-Kaltes-Brīvības darbnīca-${yesterday}.txt`);
      const saved = await readFile(await file.path(), 'utf8');
      expect(saved.trim()).toBe((await report.innerText()).trim());

      await generate.click();
      await expect(page.getByText(t('ai-reports:fromCache'), { exact: true }).first()).toBeVisible();
      await expect(report).toContainText('Jānis Kalniņš');
    });

    test('a built-in question is answered by a table, for everybody or for one person', async ({ page }) => {
      await workYesterday(page);
      await page.goto(urlOf('dashboard', language));
      await page.getByRole('button', { name: t('dashboard:admin.ask') }).click();
      const dialog = page.getByRole('dialog', { name: t('ask:title') });
      const question = (name: string) => dialog.getByRole('button', { name: t(`ask:presets.${name}`) });
      await question('onSiteNow').click();
      await expect(dialog.getByRole('table')).toContainText(t('ask:empty.onSiteNow'));
      // No language model is set up here.
      await expect(dialog.getByLabel(t('ask:question'))).toHaveCount(0);

      const wasThisWeek = yesterday >= weekOf(today).start;
      await question(wasThisWeek ? 'hoursByPersonThisWeek' : 'hoursByPersonLastWeek').click();
      const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
      await expect(row('Jānis Kalniņš')).toContainText('8:30');
      await expect(row('Anna Bērziņa')).toContainText('1:00');
      await expect(row(t('ask:total'))).toContainText('9:30');

      const picker = dialog.getByRole('combobox', { name: t('ask:employee') });
      await picker.fill('kalnins');
      await expect(dialog.getByRole('option')).toHaveText([/Jānis Kalniņš/]);
      await picker.press('Escape');
      await expect(dialog.getByRole('option')).toHaveCount(0);
      await picker.fill('kalnins');
      await picker.press('Enter');
      await expect(row('Anna Bērziņa')).toHaveCount(0);
      await expect(row('Jānis Kalniņš')).toContainText('8:30');
      await expect(picker).toHaveValue('Jānis Kalniņš');
    });
  });
}

test('after the trial a report needs a subscription, and closing the dialog ends its request', async ({
  page,
}) => {
  const t = say('en');
  const { companyId } = await workYesterday(page);
  await page.goto(urlOf('dashboard', 'en'));
  const open = () => openAiReport(page, location);
  const dialog = page.getByRole('dialog', { name: t('ai-reports:title', { location }) });
  const generate = dialog.getByRole('button', { name: t('ai-reports:generate') });

  await page.route('**/ai-report', () => undefined);
  await open();
  const sent = page.waitForRequest('**/ai-report');
  await generate.click();
  await sent;
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/ai-report'));
  await dialog.getByRole('button', { name: t('common:close') }).click();
  await aborted;
  await expect(page.getByText(t('ai-reports:failed'))).toHaveCount(0);
  await page.unroute('**/ai-report');

  // The server's words come first, also where a body has no code; an answer that has none gets ours.
  provokes(/status of 50[23]/);
  for (const [answer, told] of [
    [{ status: 503, json: { message: 'The model rests until noon.' } }, 'The model rests until noon.'],
    [{ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, t('ai-reports:failed')],
  ] as const) {
    await page.route('**/ai-report', (route) => route.fulfill(answer));
    await open();
    await generate.click();
    await isTold(page, told);
    await expect(dialog.getByText(told)).toBeVisible();
    await dialog
      .getByRole('button', { name: t('common:close') })
      .first()
      .click();
    await page.unroute('**/ai-report');
  }

  await endTrial(companyId);
  await open();
  await generate.click();
  await expect(page.getByRole('dialog', { name: t('upgrade:subscribeTitle') })).toBeVisible();
});
