/* Work reports: from the dialog after a check-out to the administrator's board and spreadsheet. */
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  addEmployeeByScreen,
  addLocationByScreen,
  desktop,
  noonZone,
  phone,
  registerByScreen,
  say,
  signInFirstTime,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('lv');

/** An owner with one location, and a worker's phone in front of its poster. */
async function startWork(browser: Browser): Promise<{ owner: Page; page: Page; code: string }> {
  const settings = { timezoneId: noonZone, locale: 'lv-LV' };
  const owner = await (await browser.newContext({ ...settings, viewport: desktop })).newPage();
  await registerByScreen(owner, 'lv');
  await addLocationByScreen(owner, 'lv', 'Ēvelētava');
  const code = await owner.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$/).innerText();
  const worker = await addEmployeeByScreen(owner, 'lv');
  const page = await (await browser.newContext({ ...settings, viewport: phone })).newPage();
  await signInFirstTime(page, 'lv', worker);
  await page.goto(urlOf('timeTracking', 'lv'));
  await typeCode(page, code);
  await isTold(page, t('time-tracking:done.check-in'));
  await expect(reportButton(page)).toBeVisible();
  return { owner, page, code };
}

async function typeCode(page: Page, code: string) {
  await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await page.getByLabel(t('time-tracking:code.label')).fill(code);
  await page.keyboard.press('Enter');
}

const reportButton = (page: Page) => page.getByRole('button', { name: t('time-tracking:workReport') });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('time-tracking:workReport') });
const submitButton = (page: Page) => dialogOf(page).getByRole('button', { name: t('work-reports:submit') });

async function fillPosition(page: Page, number: number, units: string, quantity: string, text: string) {
  const position = dialogOf(page).getByRole('group', { name: t('work-reports:position', { number }) });
  await position.getByLabel(t('work-reports:units')).selectOption(units);
  await position.getByLabel(t('work-reports:quantity')).fill(quantity);
  await position.getByLabel(t('work-reports:description')).fill(text);
}

test('two items after a check-out by typed code, seen by the owner, corrected by their author', async ({
  browser,
}) => {
  const { owner, page, code } = await startWork(browser);

  await typeCode(page, code);
  // The same code within a minute.
  await page
    .getByRole('group')
    .getByRole('button', { name: t('time-tracking:checkOut') })
    .click();
  await isTold(page, t('time-tracking:done.check-out'));
  await expect(dialogOf(page)).toBeVisible();
  await expect(submitButton(page)).toBeDisabled();
  await expect(dialogOf(page).getByLabel(t('work-reports:quantity'))).toHaveValue('');
  const remove = dialogOf(page).getByRole('button', { name: t('work-reports:remove', { number: 1 }) });
  await expect(remove).toBeHidden();

  await fillPosition(page, 1, 'm2', '12,5', 'Jumta latojums');
  const quantity = dialogOf(page).getByLabel(t('work-reports:quantity'));
  await quantity.pressSequentially('x-');
  await expect(quantity).toHaveValue('12,5');
  // Closed by a slip: opened again about the same entry, it has what was typed.
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await reportButton(page).click();
  await expect(quantity).toHaveValue('12,5');
  const add = dialogOf(page).getByRole('button', { name: t('work-reports:add') });
  await add.click();
  await expect(remove).toBeVisible();
  await fillPosition(page, 2, 'pcs', '', 'Spāres');
  await expect(dialogOf(page).getByLabel(t('work-reports:quantity')).last()).toHaveValue('');
  // Left blank, so not sent.
  await add.click();
  await dialogOf(page).getByLabel(t('work-reports:generalNotes')).fill('Rīt jāturpina');
  await submitButton(page).click();
  await expect(page.getByText(t('work-reports:submitted')).first()).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();

  await owner.goto(urlOf('dashboard', 'lv'));
  const board = owner.getByRole('list', { name: t('dashboard:admin.completedToday') });
  await expect(board).toContainText('12,5 m²Jumta latojums');
  await expect(board).toContainText('Spāres');
  // No quantity was typed, and none is shown.
  await expect(board).not.toContainText('0 gab.');

  await page.getByRole('link', { name: t('nav:titles.workReports') }).click();
  await expect(page).toHaveURL(urlOf('workReports', 'lv'));
  await expect(page.getByText('Rīt jāturpina')).toHaveCount(1);
  const description = 'Jumta latojums';
  await page.getByRole('button', { name: t('work-reports:correctNamed', { description }) }).click();
  const correction = page.getByRole('dialog', { name: t('work-reports:correction.title') });
  await expect(correction.getByLabel(t('work-reports:quantity'))).toHaveValue('12,5');
  await expect(correction.getByRole('button', { name: t('common:save') })).toBeDisabled();
  await correction.getByLabel(t('work-reports:quantity')).fill('13,25');
  await correction.getByRole('button', { name: t('common:save') }).click();
  await expect(correction).toBeHidden();
  await expect(page.getByText('13,25 m²')).toBeVisible();
  await page.getByText(t('work-reports:corrections', { total: 1 })).click();
  await expect(page.getByText('12,5 m²')).toBeVisible();
  await expect(page.getByText(/Jānis Kalniņš\. Iepriekš bija/)).toBeVisible();

  await owner.reload();
  await expect(board).toContainText(/13,25 m²Jumta latojums labots: \d\d:\d\d/);
  await owner.goto(`${urlOf('reports', 'lv')}?tab=time-entries`);
  const row = owner.getByRole('row', { name: /Jānis Kalniņš.*Ēvelētava/ });
  await expect(row).toContainText(/13,25 m² Jumta latojums.*labots.*Spāres/);
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: t('reports:exportCsv') }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('"13,25 m² Jumta latojums; Spāres"');
});

test('while at work; a report whose answer gets lost is saved, sent again and counts once', async ({
  browser,
}) => {
  const { owner, page } = await startWork(browser);

  await reportButton(page).click();
  await dialogOf(page).getByLabel(t('work-reports:quantity')).fill('1');
  await dialogOf(page).getByLabel(t('work-reports:description')).fill('Dēļu zāģēšana');
  let attempts = 0;
  await page.route('**/api/work-reports', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    attempts += 1;
    if (attempts > 1) return route.continue();
    // It reaches the server; its response is lost.
    await route.fetch();
    await route.abort();
  });
  await submitButton(page).click();
  await isTold(page, t('time-tracking:saved.title'));
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText(t('time-tracking:outbox.waiting')).first()).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.waiting'))).toHaveCount(0, { timeout: 90_000 });
  expect(attempts).toBe(2);
  await expect(page.getByRole('button', { name: t('time-tracking:checkOut') })).toBeVisible();

  await owner.goto(urlOf('dashboard', 'lv'));
  const board = owner.getByRole('list', { name: t('dashboard:admin.workingNow') });
  await expect(board).toContainText('1 hDēļu zāģēšana');
  await expect(board.getByText('Dēļu zāģēšana')).toHaveCount(1);

  // The dialog also opens after the check-out button, and can be skipped.
  await page.getByRole('button', { name: t('time-tracking:checkOut') }).click();
  await page
    .getByRole('group')
    .getByRole('button', { name: t('time-tracking:checkOut') })
    .click();
  await isTold(page, t('time-tracking:done.check-out'));
  await dialogOf(page)
    .getByRole('button', { name: t('work-reports:skip') })
    .click();
  await expect(dialogOf(page)).toBeHidden();
  await page.goto(urlOf('employee', 'lv'));
  await page.getByRole('link', { name: t('nav:titles.workReports') }).click();
  await expect(page.getByText('Dēļu zāģēšana')).toHaveCount(1);
});
