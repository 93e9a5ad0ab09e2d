/* What people are told about their data, how they get them, and how long they are kept. */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { dateIn } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  employByApi,
  endTrial,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');

test.use({ viewport: desktop });

const button = (at: Page | Locator, key: string) => at.getByRole('button', { name: t(key), exact: true });

async function downloaded(page: Page, name: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('own data as JSON and CSV, also when the trial is over', async ({ page, browser }) => {
  const lv = say('lv');
  const { companyId } = await registerByApi(page.context());
  const hall = await call(page.context(), 'createLocation', { body: { name: 'Hala; "A"' } });
  const worker = await browser.newContext({ viewport: phone });
  const janis = await employByApi(page.context(), worker);
  await recordPast(janis, hall.id, '2026-01-12 08:00 Europe/Riga', '2026-01-12 16:30 Europe/Riga');
  await call(worker, 'createWorkReports', {
    body: { items: [{ units: 'm2', quantity: 2.5, description: '=Jumts' }] },
  });
  await endTrial(companyId);
  const own = await worker.newPage();
  await own.goto(urlOf('account', 'lv'));
  const json = await downloaded(own, lv('account:ownData.submit'));
  expect(json.name).toMatch(/^mani-dati-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(json.text)).toMatchObject({
    user: { email: janis.email },
    timeEntries: [{ location: 'Hala; "A"', checkInSource: 'qr' }],
    workReports: [{ description: '=Jumts' }],
    sessions: [{}],
  });
  const csv = await downloaded(own, lv('account:ownData.csv'));
  expect(csv.name).toMatch(/^mans-darba-laiks-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text).toBe(
    '\uFEFFDatums;Objekts;Ierašanās;Aiziešana;Stundas;Ierašanās veids;Aiziešanas veids;Piezīmes;Paveiktais;Vispārīgas piezīmes;Sekundes\r\n' +
      '2026-01-12;"Hala; ""A""";2026-01-12 08:00:00;2026-01-12 16:30:00;8,50;QR kods;QR kods;;2,5 m² =Jumts;;30600\r\n',
  );
});

test('a shorter retention is warned of, saved, and waits', async ({ page }) => {
  await untilNewDay('Europe/Riga');
  await registerByApi(page.context());
  await page.goto(urlOf('settingsData', 'en'));
  const years = page.getByLabel(t('company:fields.retentionYears'));
  const from = page.getByLabel(t('company:fields.retentionFrom'));
  await expect(years).toHaveValue('10');
  await expect(from).toHaveValue('record');
  await years.fill('2');
  await button(page, 'common:save').click();
  await expect(years).toHaveAccessibleDescription(new RegExp(t('validation:retentionYears')));
  const warning = page.getByRole('status').filter({ hasText: t('company:retentionWarning.title') });
  await expect(warning).toBeHidden();
  await years.fill('12');
  await expect(warning).toBeHidden();
  await years.fill('4');
  const year = Number(dateIn(new Date(), 'Europe/Riga').slice(0, 4));
  await expect(warning).toContainText(`before 1 Jan ${year - 4} is permanently erased`);
  await button(page, 'common:save').click();
  await isTold(page, t('company:saved'));
  await expect(warning).toBeHidden();
  const waits = page.getByText(t('company:retentionWaits', { date: '' }).slice(0, 30));
  await expect(waits).toBeVisible();
  await from.selectOption('departure');
  await expect(warning).toBeHidden();
  expect(await call(page.context(), 'getCompany')).toMatchObject({
    retentionYears: 4,
    retentionFrom: 'record',
  });
});

test('the notice states this company’s facts, in any language, to print and to copy', async ({
  page,
  browser,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await registerByApi(page.context());
  const worker = await browser.newContext();
  await employByApi(page.context(), worker);
  await page.goto(urlOf('settingsData', 'en'));
  await page.getByRole('link', { name: t('company:privacy.open') }).click();
  await expect(page).toHaveURL(urlOf('privacyNotice', 'en'));
  await expect(page).toHaveTitle(new RegExp(t('nav:titles.privacyNotice')));
  const notice = page.getByRole('article');
  await expect(notice).toContainText('Kokapstrāde SIA');
  await expect(notice).toContainText('10 years, counted from the end of the calendar year');
  await expect(notice).toContainText(t('privacy-notice:sections.why.items.dutyLV'));
  await expect(notice).toContainText(t('privacy-notice:sections.processors.items.noModel'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'privacy-notice:copy').click();
  await isTold(page, t('common:copied'));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^How your working time is recorded\n/);
  expect(copied).toContain(t('privacy-notice:sections.rights.items.access'));

  await page.getByLabel(t('privacy-notice:language')).selectOption('lt');
  await expect(notice).toContainText(say('lt')('privacy-notice:heading'));
  await expect(notice).toHaveAttribute('lang', 'lt');
  await page.emulateMedia({ media: 'print' });
  await expect(button(page, 'privacy-notice:print')).toBeHidden();
  await expect(page.getByText(t('privacy-notice:hintTitle'))).toBeHidden();
  await expect(notice).toBeVisible();
  expect(refused).toEqual([]);

  const own = await worker.newPage();
  await own.goto(urlOf('privacyNotice', 'en'));
  await expect(own).toHaveURL(urlOf('employee', 'en'));
});

test('nobody can write to deactivated people', async ({ page, browser }) => {
  await registerByApi(page.context());
  const janis = await employByApi(page.context(), await browser.newContext());
  await employByApi(page.context(), await browser.newContext(), { firstName: 'Ilze' });
  await call(page.context(), 'updateEmployee', {
    params: { id: janis.id },
    body: { email: janis.email, firstName: 'Jānis', lastName: 'Kalniņš', role: 'employee', isActive: false },
  });
  await page.goto(urlOf('messages', 'en'));
  await page
    .getByRole('button', { name: t('messages:compose') })
    .first()
    .click();
  await page.getByRole('combobox', { name: t('messages:form.recipient') }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Ilze/]);
});

test.describe('axe finds nothing', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('on the screens of data protection', async ({ page }) => {
    await registerByApi(page.context());
    const screens = [
      ['account', page.getByRole('button', { name: say('lt')('account:ownData.csv') })],
      ['settingsData', page.getByRole('link', { name: say('lt')('company:privacy.open') })],
      ['privacyNotice', page.getByRole('article')],
    ] as const;
    for (const [name, ready] of screens) {
      await page.goto(urlOf(name, 'lt'));
      await expect(ready).toBeVisible();
      if (name === 'settingsData') {
        await page.getByLabel(say('lt')('company:fields.retentionYears')).fill('4');
        await expect(page.getByText(say('lt')('company:retentionWarning.title'))).toBeVisible();
      }
      await judge(page, { widths: [1280, 390], inDark: true });
    }
  });
});
