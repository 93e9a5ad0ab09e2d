/* An employee's own time: the forgotten check-out, months, requests, and the explanation of the hours. */
import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import type { CurrentUser } from '#contract/auth.ts';
import type { Location } from '#contract/locations.ts';
import { addDays, dateIn, monthOf, previousMonthOf } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  noonZone,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  untilNewDay,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('lv');
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type World = { admin: BrowserContext; worker: CurrentUser; location: Location; page: Page };

/** A company with one location, and its worker's phone. */
async function setUp(browser: Browser, timezone = noonZone): Promise<World> {
  const admin = await browser.newContext();
  await registerByApi(admin, { timezone });
  const location = await call(admin, 'createLocation', { body: { name: 'Ēvelētava' } });
  const context = await browser.newContext({ viewport: phone, locale: 'lv-LV' });
  const worker = await employByApi(admin, context);
  return { admin, worker, location, page: await context.newPage() };
}

async function typeCode(page: Page, code: string) {
  await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await page.getByLabel(t('time-tracking:code.label')).fill(code);
  await page.keyboard.press('Enter');
}

const question = (page: Page) => page.getByRole('dialog', { name: /Ēvelētava/ });
const answerButton = (page: Page) =>
  page.getByRole('button', { name: t('common:missingCheckOut.answer') }).first();

test('a scan after a forgotten check-out asks when the person left, then checks in', async ({ browser }) => {
  const { admin, worker, location, page } = await setUp(browser);
  const checkIn = hoursAgo(20);
  await recordPast(worker, location.id, checkIn, null);
  await page.goto(urlOf('timeTracking', 'lv'));
  await expect(page.getByText(t('common:missingCheckOut.text'))).toBeVisible();
  await judge(page, { inDark: true });

  await typeCode(page, location.qrCode);
  await expect(question(page)).toBeVisible();
  await judge(page, { inDark: true });

  // Dismissed: nothing is recorded, and the page says so, after a reload too.
  await page.getByRole('button', { name: t('working-time:missing.later') }).click();
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText(t('time-tracking:outbox.held'))).toBeVisible();
  expect(await call(page.context(), 'getActiveEntry')).toMatchObject({ needsAttention: true });

  await answerButton(page).click();
  const time = question(page).getByLabel(t('working-time:missing.time'), { exact: true });
  const other = question(page).getByRole('radio', { name: new RegExp(t('working-time:missing.other')) });
  await other.check();
  // Only a time between the check-in and the longest shift is accepted.
  const outside = new Date(Date.parse(checkIn) - 3_600_000);
  await time.fill(outside.toLocaleTimeString('en-GB', { timeZone: noonZone, timeStyle: 'short' }));
  await question(page)
    .getByRole('button', { name: t('working-time:missing.saveAndScan') })
    .click();
  await expect(time).toHaveAttribute('aria-invalid', 'true');
  const left = new Date(Date.parse(checkIn) + 8 * 3_600_000);
  await time.fill(left.toLocaleTimeString('en-GB', { timeZone: noonZone, timeStyle: 'short' }));
  await question(page)
    .getByRole('button', { name: t('working-time:missing.saveAndScan') })
    .dblclick();
  await isTold(page, t('time-tracking:done.check-in'));
  await expect(question(page)).toBeHidden();
  await expect(page.getByText(t('time-tracking:outbox.held'))).toBeHidden();

  const { startDate, endDate } = {
    startDate: dateIn(checkIn, noonZone),
    endDate: dateIn(Date.now(), noonZone),
  };
  const entries = await call(admin, 'getTimeEntriesReport', { query: { startDate, endDate } });
  expect(entries).toMatchObject([
    { status: 'working', approval: null, isEstimated: false, checkIn: expect.any(String) },
    { status: 'completed', approval: 'pending', isEstimated: true },
  ]);
  const leftAt = Date.parse(entries[1]?.checkOut ?? '');
  expect(Math.abs(leftAt - left.getTime())).toBeLessThan(60_000);
});

test('a shift over the longest ends by the scan; much later by one that is said to be the leaving', async ({
  browser,
}) => {
  const { admin, worker, location, page } = await setUp(browser);
  await recordPast(worker, location.id, hoursAgo(14.5), null);
  await page.goto(urlOf('timeTracking', 'lv'));
  await typeCode(page, location.qrCode);
  await isTold(page, t('time-tracking:done.check-out'));
  const { requests } = await call(admin, 'listAttention');
  expect(requests).toMatchObject([{ kind: 'overlong', status: 'pending' }]);

  const ilze = await employByApi(admin, page.context(), { firstName: 'Ilze' });
  await recordPast(ilze, location.id, hoursAgo(18), null);
  await page.goto(urlOf('timeTracking', 'lv'));
  await typeCode(page, location.qrCode);
  await question(page)
    .getByRole('radio', { name: new RegExp(t('working-time:missing.byScan')) })
    .check();
  await expect(question(page).getByText(t('working-time:missing.overlong', { hours: 14 }))).toBeVisible();
  await judge(page, { inDark: true });
  await question(page)
    .getByRole('button', { name: t('working-time:missing.saveAndScan') })
    .click();
  await isTold(page, t('time-tracking:done.check-out'));
  expect(await call(page.context(), 'getActiveEntry')).toBeNull();
  const waiting = (await call(admin, 'listAttention')).requests;
  expect(waiting.map(({ kind }) => kind)).toEqual(['overlong', 'overlong']);
});

test('the dashboard asks too, with suggestions, and without a scan', async ({ browser }) => {
  const { admin, worker, location, page } = await setUp(browser);
  const checkIn = hoursAgo(26);
  await recordPast(worker, location.id, checkIn, null);
  const colleague = await employByApi(admin, await browser.newContext(), { firstName: 'Ilze' });
  await recordPast(colleague, location.id, checkIn, hoursAgo(18));
  await page.goto(urlOf('employee', 'lv'));
  await answerButton(page).click();
  const proposal = question(page).getByRole('radio', {
    name: new RegExp(t('working-time:missing.proposals.colleagues')),
  });
  await proposal.check();
  await question(page)
    .getByRole('button', { name: t('working-time:missing.save'), exact: true })
    .click();
  await expect(page.getByText(t('employee-dashboard:notWorkingText'))).toBeVisible();
  expect(await call(page.context(), 'getActiveEntry')).toBeNull();
  expect((await call(admin, 'listAttention')).requests).toMatchObject([
    { kind: 'estimate', status: 'pending' },
  ]);
});

test('without a signal the phone asks by itself and stores the scan with its answer', async ({ browser }) => {
  const { worker, location, page } = await setUp(browser);
  const checkIn = hoursAgo(30);
  await recordPast(worker, location.id, checkIn, null);
  await page.goto(urlOf('timeTracking', 'lv'));
  await expect(answerButton(page)).toBeVisible();
  // On a real phone the service worker has the dialog's code.
  await answerButton(page).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();

  await page.context().setOffline(true);
  await typeCode(page, location.qrCode);
  await expect(question(page)).toBeVisible();
  const left = new Date(Date.parse(checkIn) + 7 * 3_600_000);
  const other = question(page).getByRole('radio', { name: new RegExp(t('working-time:missing.other')) });
  await other.check();
  await question(page)
    .getByLabel(t('working-time:missing.time'), { exact: true })
    .fill(left.toLocaleTimeString('en-GB', { timeZone: noonZone, timeStyle: 'short' }));
  await question(page)
    .getByRole('button', { name: t('working-time:missing.saveAndScan') })
    .click();
  await isTold(page, t('time-tracking:saved.title'));
  await page.context().setOffline(false);
  await expect.poll(async () => (await call(page.context(), 'getActiveEntry'))?.needsAttention).toBe(false);
});

test('months: what counts, requests, an answer, the files', async ({ browser }) => {
  const zone = 'Europe/Riga';
  await untilNewDay(zone);
  const { worker, location, page } = await setUp(browser, zone);
  const last = previousMonthOf(dateIn(Date.now(), zone));
  const month = last.start.slice(0, 7);
  // Across midnight, and an ordinary day.
  await recordPast(worker, location.id, `${last.start}T20:00:00Z`, `${addDays(last.start, 1)}T04:00:00Z`);
  await recordPast(
    worker,
    location.id,
    `${addDays(last.start, 3)}T06:00:00Z`,
    `${addDays(last.start, 3)}T14:20:00Z`,
  );
  await page.goto(urlOf('myHours', 'lv'));
  const monthLink = page.locator(`a[href$="/${month}"]`);
  await expect(monthLink).toContainText('16:20');
  await judge(page, { inDark: true });
  // A day of the calendar leads to its entries.
  await page.getByRole('button', { name: t('dates:previousMonth') }).click();
  await page.locator(`[data-date="${addDays(last.start, 3)}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/${month}\\?date=${addDays(last.start, 3)}$`));
  const ask = page.getByRole('button', { name: t('own-time:request.open') }).first();
  await expect(ask).toBeInViewport();
  await page.goto(urlOf('myHours', 'lv'));
  await monthLink.click();
  await expect(page.getByText('16:20').first()).toBeVisible();
  await judge(page, { inDark: true });

  // The explanation adds up to the figure it was opened from.
  await page
    .getByRole('button', { name: new RegExp(t('common:explainHours', { title: '' }).trim()) })
    .click();
  const explanation = page.getByRole('dialog');
  await expect(explanation).toContainText('16:20');
  await explanation.getByText(t('working-time:explanation.origin')).first().click();
  await judge(page, { inDark: true });
  const parts = await call(page.context(), 'explainHours', {
    query: { startDate: last.start, endDate: monthOf(last.start).end },
  });
  expect(parts.days.flatMap((day) => day.parts).reduce((sum, { ms }) => sum + ms, 0)).toBe(parts.total.ms);
  await page.keyboard.press('Escape');
  await expect(explanation).toBeHidden();

  // A request: first refused because nothing was changed, then sent once, then withdrawn.
  await page.locator('summary').filter({ hasText: '8:20' }).click();
  await page
    .getByRole('button', { name: t('own-time:request.open') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('time-entries:fields.reason')).fill('Aizmirsu');
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).click();
  await expect(dialog.getByText(t('own-time:request.unchanged'))).toBeVisible();
  await dialog
    .getByLabel(t('time-entries:moment.time', { legend: t('time-entries:fields.checkOut') }))
    .fill('15:30');
  await judge(page, { inDark: true });
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).dblclick();
  await expect(dialog).toBeHidden();
  expect(await call(page.context(), 'listOwnCorrectionRequests')).toMatchObject([
    { status: 'pending', kind: 'edit' },
  ]);
  await page.getByRole('link', { name: t('own-time:back') }).click();
  await page.getByRole('button', { name: t('own-time:requests.withdraw') }).click();
  const withdraw = page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('own-time:requests.withdraw') });
  await expect(withdraw).toBeVisible();
  await judge(page, { inDark: true });
  await withdraw.click();
  await expect(page.getByText(t('own-time:requests.title'))).toBeHidden();

  // Back leads to the month; a dispute needs a text, and the latest answer counts.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: t('own-time:answer.dispute') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('own-time:answer.submit') })
    .click();
  await expect(page.getByText(t('validation:reasonRequired'))).toBeVisible();
  await page.getByRole('dialog').getByLabel(t('own-time:answer.text')).fill('Trūkst 3. datuma');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('own-time:answer.submit') })
    .click();
  await expect(page.getByText('Trūkst 3. datuma')).toBeVisible();
  await page.getByRole('button', { name: t('own-time:answer.confirm') }).dblclick();
  await expect(page.getByText(t('own-time:month.confirmed'), { exact: true })).toBeVisible();
  expect(await call(page.context(), 'listOwnMonths')).toContainEqual(
    expect.objectContaining({ month, answer: expect.objectContaining({ answer: 'confirmed' }) }),
  );

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('own-time:csv.download') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${t('own-time:csv.fileName')}-${month}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  // The night shift is split over two days, and the last line is the total.
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toContain(';16,33;');

  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: t('own-time:sheet') }).click();
  expect((await sheet).suggestedFilename()).toBe(`sheet-${month}.pdf`);
  const { text } = await extractText(new Uint8Array(await readFile(await (await sheet).path())));
  expect(text.join(' ')).toContain('16:20');
});
