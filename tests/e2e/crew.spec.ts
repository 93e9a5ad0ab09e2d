/* A manager checks a crew in; what is seen in scans; distances between locations and NFC tags. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { toBuffer } from 'qrcode';
import { dateIn } from '#domain/dates.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { cameraArguments, filmOf } from '#tests/support/browser/camera.ts';
import {
  call,
  employByApi,
  inDatabase,
  launch,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');
const pictureOf = (text: string) => toBuffer(text, { width: 256, errorCorrectionLevel: 'M' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function newWorld(browser: Browser) {
  const admin = await browser.newContext({ viewport: phone });
  const owner = await registerByApi(admin);
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const [juris, zane] = [await newWorker(browser, admin, 'Juris'), await newWorker(browser, admin, 'Zane')];
  return { admin, owner, hall, juris, zane };
}

async function newWorker(browser: Browser, admin: BrowserContext, firstName: string) {
  const context = await browser.newContext({ viewport: phone });
  const person = await employByApi(admin, context, { firstName });
  return { context, ...person };
}

const sourcesOf = (userIds: string[]) =>
  inDatabase(
    'select s.action, s.source, u.first_name from scan s join users u on u.id = s.user_id where s.user_id = any ($1) order by s.effective_at, u.first_name',
    [userIds],
  );

async function confirm(page: Page, submit: string, action: string) {
  await button(page, submit).click();
  await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

test('badges one after another and one confirmation; each person reads by whom', async ({ browser }) => {
  const { admin, owner, hall, juris, zane } = await newWorld(browser);
  await call(zane.context, 'scan', { body: { qrCode: hall.qrCode } });
  await call(zane.context, 'checkOut', { body: {} });
  await inDatabase(
    `update time_entry set check_in = check_in - interval '1 day', check_out = check_out - interval '1 day' where user_id = $1`,
    [zane.id],
  );
  const { badge: known } = await call(admin, 'getBadge', { params: { id: zane.id } });
  const { badge: unlisted } = await call(admin, 'getBadge', { params: { id: juris.id } });
  const film = test.info().outputPath('badges.y4m');
  await filmOf(browser, [await pictureOf(known), await pictureOf(unlisted)], film);
  const started = await launch(cameraArguments(film));
  try {
    const context = await started.newContext({ viewport: phone, permissions: ['camera'] });
    await call(context, 'login', { body: { email: owner.email, password: 'correct horse' } });
    const page = await context.newPage();
    await page.goto(urlOf('crew', 'en'));
    // The only location is chosen.
    await expect(page.getByLabel('Zane')).not.toBeChecked();
    await judge(page);
    await button(page, t('crew:camera.open')).click();
    await expect(page.getByLabel('Zane')).toBeChecked();
    const badgeName = t('crew:list.badge', { end: unlisted.slice(-4) });
    await expect(page.getByText(badgeName, { exact: true })).toBeVisible();
    await confirm(page, 'Check in 2 people', t('crew:actions.check-in'));
    await expect(page.getByText('Recorded: 2 people')).toBeVisible();
    await expect(page.getByText(/Juris .*Zane|Zane .*Juris/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Juris / }).first()).toHaveAttribute(
      'href',
      /employees\/[0-9a-f-]{36}$/,
    );
    await judge(page);
    await button(page, t('crew:results.hide')).click();
    await expect(page.getByText('Recorded: 2 people')).toBeHidden();
  } finally {
    await started.close();
  }
  const byManager = (await sourcesOf([juris.id, zane.id])).filter(({ source }) => source === 'crew');
  expect(byManager.map(({ first_name, action }) => `${first_name} ${action}`).toSorted()).toEqual([
    'Juris check-in',
    'Zane check-in',
  ]);
  const own = await juris.context.newPage();
  const month = dateIn(Date.now(), 'Europe/Riga').slice(0, 7);
  await own.goto(urlOf('myMonth', 'en', { month }));
  await own
    .locator('summary')
    .filter({ has: own.locator('time') })
    .click();
  await expect(own.getByText('Checked in by Anna Bērziņa')).toBeVisible();
});

test('without a signal a crew is kept and sent once; who was refused is named', async ({ browser }) => {
  const { admin, hall, juris, zane } = await newWorld(browser);
  for (const { context } of [juris, zane]) {
    await call(context, 'scan', { body: { qrCode: hall.qrCode } });
  }
  // Long enough ago that nobody takes the next scan for a slip.
  await inDatabase(`update time_entry set check_in = check_in - interval '1 hour' where user_id = any ($1)`, [
    [juris.id, zane.id],
  ]);
  const page = await admin.newPage();
  await page.goto(urlOf('crew', 'en'));
  await page.getByLabel(t('crew:action')).selectOption('check-out');
  await button(page, t('crew:list.all')).click();
  await expect(page.getByLabel('Zane')).toBeChecked();
  await allIsLoaded(page);
  await admin.setOffline(true);
  await confirm(page, 'Check out 2 people', t('crew:actions.check-out'));
  await expect(page.getByText(t('crew:results.saved'))).toBeVisible();
  // Zane leaves by her own phone meanwhile.
  await call(zane.context, 'checkOut', { body: {} });
  await admin.setOffline(false);
  await expect(page.getByText('Recorded: 1 person', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Not recorded: 1 person')).toBeVisible();
  await expect(page.getByRole('status').getByRole('listitem').filter({ hasText: 'Zane' })).toContainText(
    t('crew:refusals.scan_out_of_order'),
  );
  await page.reload();
  await expect(page.getByText('Recorded: 1 person', { exact: true })).toBeVisible();
  const outs = (await sourcesOf([juris.id, zane.id])).filter(({ action }) => action === 'check-out');
  expect(outs.map(({ first_name, source }) => `${first_name} ${source}`).toSorted()).toEqual([
    'Juris offline',
    'Zane button',
  ]);
});

test('an employee has no such page', async ({ browser }) => {
  const { juris } = await newWorld(browser);
  const page = await juris.context.newPage();
  await page.goto(urlOf('crew', 'en'));
  await expect(page).toHaveURL(urlOf('employee', 'en'));
});

test('what is seen in scans is told to the administrator and the person, and dismissed with a word', async ({
  browser,
}) => {
  const { admin, hall, juris } = await newWorld(browser);
  const deviceNow = new Date(Date.now() + 34 * 60_000).toISOString();
  await call(juris.context, 'scan', { body: { qrCode: hall.qrCode, deviceNow } });
  const sentence = t('flags:clock-ahead', { minutes: 34 });
  const own = await juris.context.newPage();
  await own.goto(urlOf('myHours', 'en'));
  await expect(own.getByText(sentence)).toBeVisible();
  await judge(own);

  const page = await admin.newPage();
  await page.goto(urlOf('corrections', 'en'));
  const flag = page.getByRole('listitem').filter({ hasText: sentence });
  await expect(flag).toContainText('Juris');
  await judge(page);
  await flag.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await button(page, t('flags:dismiss.submit')).click();
  await expect(dialog.getByLabel(t('flags:dismiss.note'))).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(t('flags:dismiss.note')).fill('New phone');
  await dialog.getByRole('button', { name: t('flags:dismiss.submit') }).click();
  await expect(page.getByText(t('corrections:empty.title'))).toBeVisible();
  await page.getByRole('tab', { name: t('corrections:tabs.decided') }).click();
  await expect(page.getByRole('listitem').filter({ hasText: sentence })).toContainText('New phone');

  await own.reload();
  await expect(own.getByRole('listitem').filter({ hasText: sentence })).toContainText('New phone');
});

test('distances between locations are entered, corrected and removed', async ({ browser }) => {
  const { admin } = await newWorld(browser);
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard' } });
  const page = await admin.newPage();
  await page.goto(urlOf('locations', 'en'));
  await button(page, t('locations:distances')).click();
  const dialog = page.getByRole('dialog');
  await button(page, t('distances:add')).click();
  await button(page, t('common:save')).click();
  await expect(dialog).toContainText(t('validation:minutesBetween'));
  await dialog.getByLabel(t('distances:minutes')).fill('40');
  await dialog.getByLabel(t('distances:to')).selectOption('Hall');
  await button(page, t('common:save')).click();
  await expect(dialog).toContainText(t('validation:distanceToItself'));
  await dialog.getByLabel(t('distances:to')).selectOption('Yard');
  await judge(page);
  await button(page, t('common:save')).click();
  await expect(page.getByText(t('distances:saved')).first()).toBeVisible();
  expect(await call(admin, 'listDistances')).toMatchObject([{ to: yard.id, minutes: 40 }]);
  await button(page, t('locations:distances')).click();
  await button(page, t('distances:remove', { number: 1 })).click();
  await button(page, t('common:save')).click();
  await expect(page.getByText(t('distances:saved')).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await call(admin, 'listDistances')).toEqual([]);
});

type WithTags = { written?: unknown[]; tagFails?: string; NDEFReader?: unknown };

/** A browser with Web NFC: each write waits for a tag, and fails as the test says. */
const addTagWriter = (page: Page) =>
  page.addInitScript(() => {
    const tags = window as WithTags;
    tags.written = [];
    tags.NDEFReader = class {
      write(message: unknown, { signal }: { signal: AbortSignal }) {
        return new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
          const take = () => {
            if (tags.tagFails) return reject(new DOMException('', tags.tagFails));
            tags.written?.push(message);
            resolve();
          };
          addEventListener('tag', take, { signal, once: true });
        });
      }
    };
  });
const holdTag = (page: Page, fails?: string) =>
  page.evaluate((name) => {
    Object.assign(window, { tagFails: name });
    dispatchEvent(new Event('tag'));
  }, fails);

test('an NFC tag is written where the browser can, and says why it was not', async ({ browser }) => {
  const { admin, hall } = await newWorld(browser);
  const page = await admin.newPage();
  await addTagWriter(page);
  await page.goto(urlOf('locations', 'en'));
  await button(page, t('locations:qrNamed', { name: 'Hall' })).click();
  await button(page, t('nfc:write')).click();
  const status = page.getByRole('dialog').getByRole('status');
  await expect(status).toHaveText(t('nfc:hold'));
  await button(page, t('nfc:cancel')).click();
  await expect(status).toBeEmpty();
  await button(page, t('nfc:write')).click();
  await expect(status).toHaveText(t('nfc:hold'));
  await holdTag(page, 'NetworkError');
  await expect(status).toHaveText(t('nfc:failed.NetworkError'));
  await judge(page);
  await button(page, t('nfc:write')).click();
  await expect(status).toHaveText(t('nfc:hold'));
  await holdTag(page);
  await expect(status).toHaveText(t('nfc:done'));
  const { url } = await call(admin, 'getLocationQr', { params: { id: hall.id } });
  expect(await page.evaluate(() => (window as WithTags).written)).toEqual([
    { records: [{ recordType: 'url', data: url }] },
  ]);
});

test('elsewhere the address of the tag is copied', async ({ browser }) => {
  const { admin, hall } = await newWorld(browser);
  await admin.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await admin.newPage();
  await page.goto(urlOf('locations', 'en'));
  await button(page, t('locations:qrNamed', { name: 'Hall' })).click();
  const { url } = await call(admin, 'getLocationQr', { params: { id: hall.id } });
  await expect(page.getByLabel(t('nfc:address'))).toHaveValue(url);
  await expect(button(page, t('nfc:write'))).toHaveCount(0);
  await button(page, t('nfc:copy')).click();
  await expect(page.getByText(t('common:copied')).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});
